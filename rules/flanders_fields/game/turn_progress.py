"""Progress of a player turn: its steps in order, who acts, which comes next (FF-TRN)."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby

from rules.flanders_fields.artillery import SuperimposedOrder, may_order
from rules.flanders_fields.game.state.game import Battalion, GameState, Regiment, Stand, Turn, Unit
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.turn import Each, TurnStep, steps
from rules.flanders_fields.vocabulary import FIELD_ARTILLERY, Fate, Level, Side, UnitClass
from rules.kernel.explanations import Refusal
from rules.kernel.frozen_dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class StepPlace:
    """A step in the hands of a regiment or a battalion (`of`; empty for the whole side)."""

    step: TurnStep
    of: str = ""


@dataclass(frozen=True, slots=True)
class StepOfChapter:
    """A step in which there may be nothing to do: whether there is at a place of it, and what is said where not.

    `planned`: whether there is hangs on a plan, of which only the side in turn and the referee may know beforehand.
    """

    busy: Callable[[GameState, StepPlace], bool]
    idle: str
    planned: bool = False


_steps: dict[str, StepOfChapter] = {}


def register_steps(steps: Mapping[str, StepOfChapter]) -> None:
    """Register the steps of the turn in which there may be nothing to do, by what they need."""
    _steps.update(steps)


def step_of_chapter(needs: str) -> StepOfChapter | None:
    """Return the registered step with this need, if any. Raises RuntimeError before the steps are registered."""
    if not _steps:
        raise RuntimeError("no step of the game is registered: import rules.flanders_fields.game.engine first")
    return _steps.get(needs)


def upcoming(turn: Turn) -> Turn:
    """The player turn that begins after this one (FF-TRN-01, FF-TRN-02)."""
    if turn.number == 0:
        return Turn(1, Side.ATTACKER, running=True)
    return Turn(turn.number + (turn.side is Side.DEFENDER), turn.side.other, running=True)


def battalions_of(state: GameState, side: Side) -> tuple[Battalion, ...]:
    """The battalions of a side that stand on the table."""
    return tuple([one for one in state.battalions.values() if one.side is side and _is_there(one)])


def _is_there(battalion: Battalion) -> bool:
    return battalion.on_table and battalion.fate is Fate.STANDS


def regiments_of(state: GameState, side: Side) -> tuple[Regiment, ...]:
    """The regiments of a side."""
    return tuple([regiment for regiment in state.regiments.values() if regiment.side is side])


def places(state: GameState, book: RuleBook, chosen: str = "") -> tuple[StepPlace, ...]:
    """Every place of the present player turn in order (FF-TRN-03, FF-TRN-04, FF-TRN-06).

    The battalion in hand comes before those still to come, of which the chosen one is first, and after those done.
    """
    return tuple(_in_turn(state, book, chosen))


def _in_turn(state: GameState, book: RuleBook, chosen: str) -> Iterator[StepPlace]:
    for each, run in groupby(_own_steps(state, book), key=lambda step: step.each):
        own = tuple(run)
        for of in _takers(state, each, chosen):
            yield from (StepPlace(step, of) for step in own if step.units or not _is_division(state, of))


def _own_steps(state: GameState, book: RuleBook) -> Iterator[TurnStep]:
    """The steps of the sheet which the side in turn goes through."""
    return (step for step in steps(book) if step.side == "both" or state.turn.side is Side.ATTACKER)


def _takers(state: GameState, each: Each, chosen: str = "") -> tuple[str, ...]:
    """Who goes through a step, one after the other; the side as a whole has no name."""
    if each == "side":
        return ("",)
    if each == "regiment":
        return tuple(regiment.id for regiment in regiments_of(state, state.turn.side))
    battalions = [battalion.id for battalion in battalions_of(state, state.turn.side)]
    return _in_order(state.turn, sorted(battalions, key=lambda one: one != chosen))


def _is_division(state: GameState, of: str) -> bool:
    """A divisional commander orders his units; staff bonus and aircraft are the regiments' (FF-ORD-25, FF-AIR-05)."""
    return of in state.regiments and state.regiments[of].division


def left_to_order(state: GameState) -> tuple[str, ...]:
    """The battalions whose list is still to be gone through in this player turn, the one in hand among them."""
    return tuple(of for of in _takers(state, "battalion") if of not in state.turn.done)


def _in_order(turn: Turn, battalions: Sequence[str]) -> tuple[str, ...]:
    done = tuple(of for of in turn.done if of in battalions)
    in_hand = (turn.of,) if turn.of in battalions and turn.of not in done else ()
    return (*done, *in_hand, *(of for of in battalions if of not in done and of not in in_hand))


def can_act(state: GameState, place: StepPlace) -> tuple[Unit, ...]:
    """The living units that may roll for orders at a place."""
    return tuple([unit for unit in _called_at(state.units.values(), place) if _acts(state, unit, place)])


def acts_at(state: GameState, unit: Unit, place: StepPlace) -> bool:
    """Whether a unit is there to roll for orders at a place."""
    return bool(_called_at((unit,), place)) and _acts(state, unit, place)


def _called_at(units: Iterable[Unit], place: StepPlace) -> list[Unit]:
    """Those that belong to whose place it is; of those laid over a barrage the plan decides."""
    level = Level.BATTALION if place.step.level == "battalion" else Level.REGIMENTAL
    own = [unit for unit in units if unit.superimposed or (unit.ordered_from or unit.of) == place.of]
    return [unit for unit in own if unit.level is level]


def _acts(state: GameState, unit: Unit, place: StepPlace) -> bool:
    return (
        _ordered_as(state, unit) in place.step.units
        and (ordered_by(state, unit) == place.of or _at_call(state, unit, place))
        and _above(state, unit)
    )


def _ordered_as(state: GameState, unit: Unit) -> UnitClass:
    """With which units it is ordered: a light mortar of a brigade, by house rule, with the larger ones (GAP-11)."""
    if unit.kind is not UnitClass.LIGHT_MORTAR or unit.level is Level.BATTALION:
        return unit.kind
    return state.book().behaviour("GAP-11", {"attached": unit.kind, "brigade": UnitClass.MEDIUM_MORTAR})


def ordered_by(state: GameState, unit: Unit) -> str:
    """The formation that orders a unit; of a shared superimposed battery the regiment that its side's plan names.

    A name that no regiment of its side has leaves it where it belongs. Field batteries are not shared (FF-SUI-02).
    """
    own = unit.ordered_from or unit.of
    if not unit.superimposed or unit.kind in FIELD_ARTILLERY:
        return own
    named = next((one.of.casefold() for one in state.plan.at_call if one.unit == unit.id), "")
    regiments = (one for one in state.regiments.values() if one.side is unit.side and named)
    return next((one.id for one in regiments if named in (one.id.casefold(), one.name.casefold())), own)


def _at_call(state: GameState, unit: Unit, place: StepPlace) -> bool:
    """Whether a battery laid over the barrage is at the call of a regiment the plan does not name for it (AMB-376)."""
    here = state.regiments.get(place.of) if unit.superimposed else None
    if here is None or here.side is not unit.side or here.division:
        return False
    facts = SuperimposedOrder(unit_class=unit.kind, regiment_named=False, ordered_this_turn=unit.id in state.orders)
    return not isinstance(may_order(facts, state.book()), Refusal)


def _above(state: GameState, unit: Unit) -> bool:
    """Whether any of it can be ordered: what sits in a deep shelter comes up first (FF-DSH-03)."""
    living, below = state.living(unit), state.shelters.below
    return bool(living) and not (below and all(stand.id in below for stand in living))


def idle(state: GameState, place: StepPlace) -> str:
    """Why there is nothing to do at a place; empty where there is."""
    of_chapter = step_of_chapter(place.step.needs)
    return "" if of_chapter is None or of_chapter.busy(state, place) else of_chapter.idle


def is_suppressed(stand: Stand) -> bool:
    """Whether a stand has levels to shed."""
    return stand.alive and stand.levels > 0


def commander_alive(state: GameState, place: StepPlace) -> bool:
    """Whether the commander of the regiment whose place it is lives."""
    return state.stands[state.regiments[place.of].commander].alive


def commanders(state: GameState, place: StepPlace) -> tuple[Stand, ...]:
    """The command stands that shed their suppression at a place."""
    if place.of:
        return (state.stands[state.battalions[place.of].commander],)
    return tuple(state.stands[regiment.commander] for regiment in regiments_of(state, state.turn.side))


def reached(state: GameState, order: Iterable[StepPlace]) -> Iterator[tuple[int, StepPlace]]:
    """The place in hand and how many come before it; nothing before the first step and between turns."""
    key, of = state.turn.step, state.turn.of
    return ((number, place) for number, place in enumerate(order) if place.of == of and place.step.key == key)


def present(state: GameState, book: RuleBook) -> StepPlace | None:
    """The place in hand; None before the first step and between turns."""
    turn = state.turn
    step = _by_key(book).get(turn.step)
    own = step is not None and (step.side == "both" or turn.side is Side.ATTACKER)
    return StepPlace(step, turn.of) if step and own and _goes_through(state, step.each, turn.of) else None


@lru_cache(maxsize=64)
def _by_key(book: RuleBook) -> Mapping[str, TurnStep]:
    return {step.key: step for step in steps(book)}


def _goes_through(state: GameState, each: Each, of: str) -> bool:
    """Whether this is one of those who go through such a step in the present turn."""
    if each == "side":
        return not of
    if each == "regiment":
        return of in state.regiments and state.regiments[of].side is state.turn.side
    battalion = state.battalions.get(of)
    return battalion is not None and battalion.side is state.turn.side and _is_there(battalion)


Idle = Callable[[GameState, StepPlace], str]


def place_after(state: GameState, book: RuleBook, battalion: str = "") -> StepPlace | None:
    """The next place with something to do, None at the end; a battalion may be chosen to come before the others."""
    order = places(state, book, battalion)
    here, _ = next(reached(state, order), (-1, None))
    return next((place for place in order[here + 1 :] if not idle(state, place)), None)
