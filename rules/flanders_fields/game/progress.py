"""Where a player turn stands: its places in order, why some have nothing to do, and which comes next."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.game.state import Battalion, GameState, Regiment, Stand, Turn, Unit
from rules.flanders_fields.sequence import TurnStep, steps
from rules.flanders_fields.vocabulary import Fate, Level, Side

NOTHING_TO_DO = {
    "no_heavy_artillery": "no heavy artillery",
    "no_rolling_barrage": "none in the plan",
    "no_gas_planned": "none in the plan",
    "nothing_planned": "none in the plan",
    "no_regimental_commander": "no commander to give it",
    "no_such_unit": "none on the table",
    "no_air_mission": "no mission left",
    "not_suppressed": "nobody is suppressed",
}


@dataclass(frozen=True, slots=True)
class Place:
    """A step in the hands of a regiment or a battalion (`of`; empty for the whole side)."""

    step: TurnStep
    of: str = ""


def upcoming(turn: Turn) -> Turn:
    """The player turn that begins after this one (FF-TRN-01, FF-TRN-02)."""
    if turn.number == 0:
        return Turn(1, Side.ATTACKER, running=True)
    return Turn(turn.number + (turn.side is Side.DEFENDER), turn.side.other, running=True)


def battalions_of(state: GameState, side: Side) -> tuple[Battalion, ...]:
    """The battalions of a side that stand on the table."""
    return tuple(b for b in state.battalions.values() if b.side is side and b.on_table and b.fate is Fate.STANDS)


def regiments_of(state: GameState, side: Side) -> tuple[Regiment, ...]:
    """The regiments of a side."""
    return tuple(regiment for regiment in state.regiments.values() if regiment.side is side)


def places(state: GameState, book: RuleBook) -> tuple[Place, ...]:
    """Every place of the present player turn in order (FF-TRN-03, FF-TRN-04, FF-TRN-06).

    The battalion in hand comes before those still to come, and after those that are done.
    """
    return tuple(_in_turn(state, book))


def _in_turn(state: GameState, book: RuleBook) -> Iterator[Place]:
    mine = (step for step in steps(book) if step.side == "both" or state.turn.side is Side.ATTACKER)
    for each, run in groupby(mine, key=lambda step: step.each):
        yield from _run(state, each, tuple(run))


def _run(state: GameState, each: str, run: tuple[TurnStep, ...]) -> Iterator[Place]:
    if each == "side":
        yield from (Place(step) for step in run)
        return
    formations: tuple[Battalion | Regiment, ...] = regiments_of(state, state.turn.side)
    if each == "battalion":
        formations = _in_order(state, battalions_of(state, state.turn.side))
    for formation in formations:
        yield from (Place(step, formation.id) for step in run)


def _in_order(state: GameState, battalions: tuple[Battalion, ...]) -> tuple[Battalion, ...]:
    done = [b for name in state.turn.done for b in battalions if b.id == name]
    in_hand = [b for b in battalions if b.id == state.turn.of and b not in done]
    return (*done, *in_hand, *(b for b in battalions if b not in done and b not in in_hand))


def can_act(state: GameState, place: Place) -> tuple[Unit, ...]:
    """The living units that may roll for orders at a place."""
    level = Level.BATTALION if place.step.level == "battalion" else Level.REGIMENTAL
    return tuple(
        unit
        for unit in state.units.values()
        if unit.of == place.of and unit.level is level and unit.kind in place.step.units and state.living(unit)
    )


def idle(state: GameState, place: Place) -> str:
    """Why there is nothing to do at a place; empty where there is."""
    if place.step.needs == "not_suppressed":
        suppressed = any(stand.levels and stand.alive for stand in commanders(state, place))
        return "" if suppressed else NOTHING_TO_DO[place.step.needs]
    if place.step.needs == "no_regimental_commander":
        alive = state.stands[state.regiments[place.of].commander].alive
        return "" if alive else NOTHING_TO_DO[place.step.needs]
    if place.step.units:
        return "" if can_act(state, place) else NOTHING_TO_DO["no_such_unit"]
    return NOTHING_TO_DO.get(place.step.needs, "")


def commanders(state: GameState, place: Place) -> tuple[Stand, ...]:
    """The command stands that shed their suppression at a place."""
    if place.of:
        return (state.stands[state.battalions[place.of].commander],)
    return tuple(state.stands[regiment.commander] for regiment in regiments_of(state, state.turn.side))


def reached(state: GameState, order: Iterable[Place]) -> Iterator[tuple[int, Place]]:
    """The place in hand and how many come before it; nothing before the first step and between turns."""
    key, of = state.turn.step, state.turn.of
    return ((number, place) for number, place in enumerate(order) if place.of == of and place.step.key == key)


def present(state: GameState, book: RuleBook) -> Place | None:
    """The place in hand; None before the first step and between turns."""
    return next((place for _, place in reached(state, _in_turn(state, book))), None)


def following(state: GameState, book: RuleBook, battalion: str = "") -> Place | None:
    """The next place with something to do, None at the end; a battalion may be chosen where a list begins."""
    order = places(state, book)
    here, _ = next(reached(state, order), (-1, None))
    for place in order[here + 1 :]:
        passed_over = battalion and place.step.each == "battalion" and place.of not in (battalion, state.turn.of)
        if not passed_over and not idle(state, place):
            return place
    return None
