"""The turn: its steps, setup and reinforcements (FF-TRN, FF-SET, FF-SCN)."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import groupby
from typing import Any, Literal, get_args

from rules.flanders_fields.applicability import STORM_BATTALION
from rules.flanders_fields.order_roll import order_refusal
from rules.flanders_fields.orders import OrderFacts, level_of
from rules.flanders_fields.ruleset import DATA, SOURCES, RuleBook
from rules.flanders_fields.vocabulary import Level, UnitClass
from rules.kernel.clauses import Source
from rules.kernel.dice import D6
from rules.kernel.distances import beyond, cm, mm, under
from rules.kernel.explanations import Considered, Explained, HouseMark, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.lookups import Resolution, no_dice, one_die, thrown
from rules.kernel.odds import Odds, tally
from rules.kernel.toml_reader import Reader, read_toml

# The turn of one player, step by step, as the sheet of the period lists it (FF-TRN)

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


# Setting up (FF-SET)

ZONES, SEQUENCE = "setup/zones", "setup/sequence"
NAMES = {
    "attacker": "Attacker's trenches",
    "no_mans_land": "No-man's-land",
    "front": "Defender's front trenches",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ZoneFacts:
    """The depths chosen along the length of the table, from the attacker's edge to the defender's."""

    table_length_cm: float = fact("the table's long side", default=180.0, unit="cm", least=50, most=1000)
    attacker_cm: float = fact("the attacker's trenches", default=30.0, unit="cm", least=0, most=1000)
    no_mans_land_cm: float = fact("no-man's-land", default=40.0, unit="cm", least=0, most=1000)
    front_cm: float = fact("the defender's front trench system", default=30.0, unit="cm", least=0, most=1000)


@dataclass(frozen=True, slots=True)
class Zones:
    """Depths in millimetres from the attacker's edge; the rest of the table is the defender's rear."""

    attacker_mm: int
    no_mans_land_mm: int
    front_mm: int
    rear_mm: int


def lay_out(facts: ZoneFacts, book: RuleBook) -> Explained[Zones] | Refusal:
    """The zones of a table (FF-SET-06, FF-SET-07). Refuses depths that are longer together than the table.

    Depths outside the printed guide are allowed and said so.
    """
    depths = {"attacker": facts.attacker_cm, "no_mans_land": facts.no_mans_land_cm, "front": facts.front_cm}
    rear = mm(facts.table_length_cm) - sum(map(mm, depths.values()))
    if rear < 0:
        return Refusal("FF-SET-07", f"The zones are {cm(-rear)} longer than the table", "make one of them shallower")
    zones = Zones(mm(facts.attacker_cm), mm(facts.no_mans_land_cm), mm(facts.front_cm), rear)
    says = f"{cm(rear)} are left for the defender's rear"
    unusual = tuple(Considered("FF-SET-07", text) for key, depth in depths.items() for text in _guide(key, depth, book))
    return Explained(zones, None, (Step("FF-SET-07", says),), unusual)


def _guide(key: str, depth_cm: float, book: RuleBook) -> tuple[str, ...]:
    least, most = (book.table(ZONES).number(f"{key}_{end}").value for end in ("least", "most"))
    if under(depth_cm, least) or beyond(depth_cm, most):
        return (f"{NAMES[key]}: {depth_cm:g} cm, the guide is {least / 10:g} to {cm(most)}",)
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DeploymentFacts:
    """How many battalions each side sets up."""

    attacker_battalions: int = fact("the attacker's battalions", least=0, most=50, example=3)
    defender_battalions: int = fact("the defender's battalions", least=0, most=50, example=2)


def deployment_order(facts: DeploymentFacts, book: RuleBook) -> Explained[tuple[str, ...]]:
    """Whose battalion is set up next, first to last (FF-SET-10)."""
    amb_99 = book.ruling("AMB-99")
    order = amb_99.gives({"alternate": _alternate, "defender_first": _defender_first})
    sides = order(facts.attacker_battalions, facts.defender_battalions)
    step = Step("FF-SET-10", "One battalion at a time, defender first", None, amb_99.mark)
    last = Considered("FF-SET-10", "Regimental and divisional stands follow last, defender first")
    return Explained(sides, None, (step,), (last,))


def _alternate(attacker: int, defender: int) -> tuple[str, ...]:
    turns: list[str] = []
    for number in range(max(attacker, defender)):
        turns += ["defender"] * (number < defender) + ["attacker"] * (number < attacker)
    return tuple(turns)


def _defender_first(attacker: int, defender: int) -> tuple[str, ...]:
    return ("defender",) * defender + ("attacker",) * attacker


@dataclass(frozen=True, slots=True, kw_only=True)
class SequenceFacts:
    """Nothing is asked: the steps before play are always the same."""


def steps_before_play(_facts: SequenceFacts, book: RuleBook) -> Explained[tuple[str, ...]]:
    """The steps from a bare table to the first turn (FF-SET-10, FF-SET-11)."""
    table = book.table(SEQUENCE)
    rows = [table.word(key) for key in sorted(table)]
    steps = tuple(row.cites(f"{row.says}: {row.value}") for row in rows)
    return Explained(tuple(row.value for row in rows), None, steps)


# Reinforcements of the specimen game (FF-SCN-10, FF-SCN-34)

NEEDED = "scenario/reinforcements"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReinforcementFacts:
    """Battalions of one side that still wait off the table."""

    turn: int = fact("the game turn", least=1, most=99, example=2)
    waiting: int = fact("battalions of the side still off the table", default=1, least=1, most=6)


def reinforcements(facts: ReinforcementFacts, dice: tuple[D6, ...], book: RuleBook) -> Explained[int] | Refusal:
    """How many of the waiting battalions arrive this turn (FF-SCN-10, FF-TRN-13). Refuses the first turn."""
    turns = {int(key.removeprefix("turn_")): key for key in book.table(NEEDED)}
    if facts.turn < min(turns):
        return Refusal("FF-SCN-10", f"Nobody arrives before turn {min(turns)}", "roll at the start of that turn")
    needed = book.table(NEEDED).number(turns[min(facts.turn, max(turns))])
    gap_98 = book.ruling("GAP-98")
    thrown_dice = gap_98.gives({"each_battalion": dice, "one_for_side": dice[:1] * facts.waiting})
    arrived = sum(die.pips >= needed.value for die in thrown_dice)
    rolled = ", ".join(str(die.pips) for die in dice)
    says = f"Turn {facts.turn} asks for {needed.value} or more: {rolled}, so {arrived} arrive"
    return Explained(arrived, None, (Step(needed.clause, says, None, gap_98.mark),))


def usual_arrival(book: RuleBook) -> tuple[int, tuple[int, ...]]:
    """The first game turn in which a battalion rolls, and what it needs in that turn and in each one after it."""
    table = book.table(NEEDED)
    turns = sorted(int(key.removeprefix("turn_")) for key in table)
    return turns[0], tuple(table.number(f"turn_{turn}").value for turn in turns)


def reinforcement_dice(facts: ReinforcementFacts, book: RuleBook) -> int:
    """How many dice the side throws."""
    return book.behaviour("GAP-98", {"each_battalion": facts.waiting, "one_for_side": 1})


def reinforcement_odds(facts: ReinforcementFacts, book: RuleBook) -> Mapping[str, Fraction] | Refusal:
    """The chance that 0, 1, 2 ... battalions arrive."""
    if reinforcement_dice(facts, book) == 1:
        return thrown(reinforcements, one_die)(facts, book)
    alone = thrown(reinforcements, one_die)(replace(facts, waiting=1), book)
    if isinstance(alone, Refusal):
        return alone
    arriving = tally([Odds(alone)] * facts.waiting, int, lambda so_far, more: so_far + more, 0)
    return {str(count): chance for count, chance in sorted(arriving.chances.items())}


RESOLUTIONS: tuple[Resolution[Any, RuleBook], ...] = (
    Resolution("turn", "The steps of a turn", "Turn sequence", TurnFacts, no_dice, _turn),
    Resolution("when_ordered", "When in the turn it is ordered", "Turn sequence", WhenOrdered, no_dice, _when),
    Resolution(
        "first_turn", "Who begins", "Turn sequence", FirstTurn, _first_dice, first_turn, thrown(first_turn, _first_dice)
    ),
    Resolution(
        "zones", "Zones of the table", "Setting up", ZoneFacts, no_dice, lambda facts, _dice, book: lay_out(facts, book)
    ),
    Resolution(
        "deployment",
        "Order of deployment",
        "Setting up",
        DeploymentFacts,
        no_dice,
        lambda facts, _dice, book: deployment_order(facts, book),
    ),
    Resolution(
        "before_play",
        "Before the first turn",
        "Setting up",
        SequenceFacts,
        no_dice,
        lambda facts, _dice, book: steps_before_play(facts, book),
    ),
    Resolution(
        "reinforcements",
        "Whether reinforcements arrive",
        "The specimen game of 1914",
        ReinforcementFacts,
        reinforcement_dice,
        reinforcements,
        reinforcement_odds,
    ),
)
