"""The turn of one player, step by step, as the sheet of the period lists it (FF-TRN)."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import lru_cache
from itertools import groupby
from typing import Any, Literal, get_args

from rules.flanders_fields.book import DATA, RuleBook
from rules.flanders_fields.not_yet import STORM_BATTALION
from rules.flanders_fields.orders.facts import OrderFacts, level_of
from rules.flanders_fields.orders.order_roll import order_refusal
from rules.flanders_fields.sources import SOURCES
from rules.flanders_fields.vocabulary import Level, UnitClass
from rules.kernel.dice import D6
from rules.kernel.explain import Explained, HouseMark, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.resolve import Resolution, no_dice, thrown
from rules.kernel.sources import Source
from rules.kernel.strict import Reader, read_toml
from rules.kernel.values import dataclass

Side = Literal["both", "attacker"]
Each = Literal["side", "regiment", "battalion"]
Acting = Literal["planned", "regimental", "battalion", "command"]
LEVELS: dict[str, Acting] = {word: word for word in get_args(Acting)}
TURNS: dict[str, Each] = {word: word for word in get_args(Each)}
SIDES: dict[str, Side] = {word: word for word in get_args(Side)}


@dataclass(frozen=True, slots=True)
class TurnStep:
    """One step of a player turn.

    `units` may roll in it at `level`; `each` says whether it runs once for the side, for each regiment, or for each
    battalion (a battalion runs through all its steps before the next begins). `die` is the table read, or empty.
    `needs` is the reason word with which a screen greys the step when it has nothing to do.
    """

    key: str
    clause: str
    period: str
    phase: int
    phase_title: str
    label: str
    title: str
    level: Acting
    each: Each
    side: Side
    units: tuple[UnitClass, ...]
    die: str
    needs: str
    automatic: bool
    ruling: str
    sources: tuple[Source, ...]


@lru_cache(maxsize=64)
def steps(book: RuleBook) -> tuple[TurnStep, ...]:
    """The steps of one player turn in this game, in order (FF-TRN-03, FF-TRN-08 to FF-TRN-11)."""
    found: Iterable[TurnStep] = (step for step in _every_step() if step.period == book.when.period)
    for ruling, options in HOUSE_RULES:
        found = book.behaviour(ruling, options)(tuple(found))
    return tuple(found)


@lru_cache(maxsize=1)
def _every_step() -> tuple[TurnStep, ...]:
    file = read_toml(DATA / "sequence.toml")
    found = tuple(_step(entry) for entry in file.tables("step"))
    file.close()
    return found


def _step(entry: Reader) -> TurnStep:
    sources = SOURCES.of(entry)
    step = TurnStep(
        key=entry.text("key"),
        clause=entry.text("clause"),
        period=entry.text("period"),
        phase=entry.whole("phase"),
        phase_title=entry.text("phase_title"),
        label=entry.text("label", ""),
        title=entry.text("title"),
        level=entry.word("level", LEVELS),
        each=entry.word("each", TURNS, "side"),
        side=entry.word("side", SIDES, "both"),
        units=tuple(UnitClass(unit) for unit in entry.texts("units", ())),
        die=entry.text("die", ""),
        needs=entry.text("needs", ""),
        automatic=entry.word("acts", {"by_order": False, "by_itself": True}, "by_order"),
        ruling=entry.text("ruling", ""),
        sources=sources,
    )
    entry.close()
    return step


Reorder = Callable[[tuple[TurnStep, ...]], Iterable[TurnStep]]


def _as_listed(listed: tuple[TurnStep, ...]) -> Iterable[TurnStep]:
    return listed


def _staff_first(listed: tuple[TurnStep, ...]) -> Iterable[TurnStep]:
    return sorted(listed, key=lambda step: not step.key.endswith("_staff"))


def _for_both(listed: tuple[TurnStep, ...]) -> Iterable[TurnStep]:
    return (replace(step, side="both") for step in listed)


def _without_gas(listed: tuple[TurnStep, ...]) -> Iterable[TurnStep]:
    return (step for step in listed if step.ruling != "AMB-06")


def _all_regiments_together(listed: tuple[TurnStep, ...]) -> Iterable[TurnStep]:
    return (replace(step, each="side") if step.each == "regiment" else step for step in listed)


def _recover_last(listed: tuple[TurnStep, ...]) -> Iterable[TurnStep]:
    """Every command stand recovers after the moves: the battalion's own step falls away."""
    moving = [step for step in listed if not step.automatic]
    return (*moving, *(step for step in listed if step.key.endswith("_higher_recovery")))


def _with_block_houses(listed: tuple[TurnStep, ...]) -> Iterable[TurnStep]:
    """Block houses are ordered with the regimental machine guns, in every period (FF-ORG-09)."""
    return (_housing(step) if step.key == "early_regimental_machine_guns" else step for step in listed)


def _housing(step: TurnStep) -> TurnStep:
    return replace(step, title="Machine guns and block houses", units=(*step.units, UnitClass.BLOCK_HOUSE))


def _without_mortars(listed: tuple[TurnStep, ...]) -> Iterable[TurnStep]:
    return (step for step in listed if step.ruling != "AMB-30")


HOUSE_RULES: tuple[tuple[str, dict[str, Reorder]], ...] = (
    ("AMB-03", {"first_step_of_orders": _as_listed, "start_of_turn": _staff_first}),
    ("AMB-05", {"attacker": _as_listed, "both": _for_both}),
    ("AMB-06", {"later_phases": _as_listed, "no_gas": _without_gas}),
    ("AMB-08", {"regiment_by_regiment": _as_listed, "step_by_step": _all_regiments_together}),
    ("AMB-09", {"before_moving": _as_listed, "after_moving": _recover_last}),
    ("AMB-30", {"later_lines": _as_listed, "no_mortars": _without_mortars}),
    ("SHQ-24", {"none": _as_listed, "allowed": _with_block_houses}),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnFacts:
    """Whose turn it is."""

    attacker: bool = fact("the side whose turn it is attacks", default=True)
    regiments: int = fact("regiments it has on the table", default=1, least=1, most=4)
    battalions: int = fact("battalions it has on the table", default=1, least=1, most=16)


def turn(facts: TurnFacts, book: RuleBook) -> Explained[tuple[str, ...]]:
    """What one side goes through in its turn, once for each regiment and battalion (FF-TRN-04).

    A regiment, and then a battalion, runs through its whole list before the next one begins.
    """
    own = tuple(step for step in steps(book) if facts.attacker or step.side == "both")
    times = {"side": 1, "regiment": facts.regiments, "battalion": facts.battalions}
    runs = tuple((each, tuple(group)) for each, group in groupby(own, key=lambda step: step.each))
    taken = tuple(step for each, group in runs for _ in range(times[each]) for step in group)
    lines = tuple(Step(step.clause, step.title, None, _mark(step, book)) for step in taken)
    return Explained(tuple(step.key for step in taken), None, (*lines, *_left_out(book)))


LEAVES_OUT = {"AMB-06": "FF-TRN-08", "AMB-30": "FF-TRN-08-2.i"}


def _left_out(book: RuleBook) -> Iterable[Step]:
    """The house rules that take steps out of the first sheet, where no line is left to carry their mark."""
    for ruling, clause in LEAVES_OUT.items():
        mark = book.mark(ruling)
        if mark and book.when.period == "early":
            yield Step(clause, mark.says, None, mark)


def _mark(step: TurnStep, book: RuleBook) -> HouseMark | None:
    """The house rule that put the step where it is, if one did."""
    shaping = {"regimental": "AMB-08", "planned": "AMB-05"}
    marks = (book.mark(ruling) for ruling in (step.ruling, shaping.get(step.level, "")) if ruling)
    return next((mark for mark in marks if mark), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class WhenOrdered:
    """A unit that waits for its orders."""

    unit_class: UnitClass = fact("what kind of unit is ordered", example="block_house")
    level: Level | None = fact("whose orders it waits for (nothing: the level of its class)", default=None)
    storm_troops: bool = fact("it belongs to a storm battalion", default=False, dated=STORM_BATTALION)


@dataclass(frozen=True, slots=True)
class OrderedIn:
    """The step of the turn in which a unit rolls, its phase and number on the sheet, and the table its die reads."""

    step: str
    phase: int
    label: str
    die: str


def when_ordered(facts: WhenOrdered, book: RuleBook) -> Explained[OrderedIn] | Refusal:
    """In which step of its side's turn a unit is ordered (FF-TRN-08 to FF-TRN-10, FF-TRN-07).

    Refuses a class the date does not know and an order from the wrong level, as the order roll does.
    """
    ordered = OrderFacts(unit_class=facts.unit_class, level=facts.level, storm_troops=facts.storm_troops)
    refused = order_refusal(ordered, book)
    if refused:
        return refused
    acting = "battalion" if level_of(ordered) is Level.BATTALION else "regimental"
    found = [step for step in steps(book) if step.level == acting and facts.unit_class in step.units]
    if not found:
        instead = "order it in its battalion" if acting == "regimental" else "order it at the regimental level"
        return Refusal("FF-TRN-03", f"No {acting} step of this sheet orders it", instead)
    step = found[0]
    die = book.table("orders/rolls").word(facts.unit_class)
    says = f"Phase {step.phase}{f', step {step.label}' if step.label else ''}: {step.title}"
    line = Step(step.clause, says, None, die.house or _mark(step, book))
    return Explained(OrderedIn(step.key, step.phase, step.label, die.value), None, (line,))


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstTurn:
    """A game about to begin."""

    attacker_named: bool = fact("the scenario names an attacker", default=True)


def first_turn(facts: FirstTurn, dice: tuple[D6, ...], book: RuleBook) -> Explained[str] | Refusal:
    """Who has the first turn: the attacker, or where none is named the die (FF-TRN-02, AMB-02).

    An odd die is the side the scenario names first, an even one the other. Refuses where the players agree on it.
    """
    if facts.attacker_named:
        return Explained("attacker", None, (Step("FF-TRN-02", "The attacker has the first turn"),))
    if book.behaviour("AMB-02", {"die": False, "agreed": True}):
        return Refusal("FF-TRN-02", "In this game the players agree who begins", "set the first side by hand")
    side = "first_named" if dice[0].pips % 2 else "second_named"
    return Explained(side, None, (Step("FF-SCL-07", f"{dice[0].pips}: the {side.replace('_', ' ')} side begins"),))


def _first_dice(facts: FirstTurn, book: RuleBook) -> int:
    return 0 if facts.attacker_named else book.behaviour("AMB-02", {"die": 1, "agreed": 0})


def _when(facts: WhenOrdered, _dice: tuple[D6, ...], book: RuleBook) -> Explained[OrderedIn] | Refusal:
    return when_ordered(facts, book)


def _turn(facts: TurnFacts, _dice: tuple[D6, ...], book: RuleBook) -> Explained[tuple[str, ...]]:
    return turn(facts, book)


RESOLUTIONS: tuple[Resolution[Any, RuleBook], ...] = (
    Resolution("turn", "The steps of a turn", "Turn sequence", TurnFacts, no_dice, _turn),
    Resolution("when_ordered", "When in the turn it is ordered", "Turn sequence", WhenOrdered, no_dice, _when),
    Resolution(
        "first_turn", "Who begins", "Turn sequence", FirstTurn, _first_dice, first_turn, thrown(first_turn, _first_dice)
    ),
)
