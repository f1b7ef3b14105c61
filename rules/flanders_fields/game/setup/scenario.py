"""A scenario of a game: forces, zones, arrivals and objectives (FF-SCN, FF-SET)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum

from rules.flanders_fields.artillery import DefendingFacts, SuperimposedFacts, defending, superimposed
from rules.flanders_fields.game.order_of_battle import RegimentPlan
from rules.flanders_fields.game.state.fire_plan import FirePlan, Missions, PlannedGas
from rules.flanders_fields.game.state.game import Regiment, SideFacts, Unit
from rules.flanders_fields.game.state.placement import Zone
from rules.flanders_fields.game.state.setup import Arrival, Objective, PlanAllowed
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import FIELD_ARTILLERY, Level, Nation, Side, UnitClass
from rules.kernel.distances import MM_A_CM
from rules.kernel.explanations import Refusal
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.toml_reader import Reader

# The event that says what the author of a scenario has settled


@dataclass(frozen=True, slots=True)
class ScenarioSettled:
    """What the author of a scenario has settled beside the forces; a side hears of the other's reserves nothing."""

    zones: tuple[Zone, ...] = ()
    arrivals: tuple[Arrival, ...] = ()
    plans: tuple[PlanAllowed, ...] = ()
    turns: int = 0
    objectives: tuple[Objective, ...] = ()
    decides: tuple[str, ...] = ()


# A scenario as a game is set up by it


class WonBy(StrEnum):
    """The condition by which a scenario is won; the rule book has none (FF-TRN-14, AMB-10)."""

    POINTS = "points"
    """The side with more points of objectives has won."""
    ALL_OBJECTIVES = "all_objectives"
    """The attacker has won with every objective; otherwise the defender has held."""
    AGREED = "agreed"
    """The players agree on it; who holds more has the better of it (FF-GAP-96)."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """A game ready to be set up; `clause` is empty for one that does not stand in the book.

    `won_by` is the condition of victory that `settled.decides` says in words.
    `silenced` are block houses for the objectives, in their order: one that is silent counts as the attacker's.
    `situation`, `special_rules` and `origin` are what of the briefing its author has written.
    `divisions` are the divisional commanders with their own batteries, of sides that have one on the table.
    """

    id: str
    title: str
    subtitle: str
    clause: str
    date: str
    briefing: tuple[str, ...]
    specimen_game: bool
    veterans: int
    sides: tuple[SideFacts, ...]
    plan: FirePlan
    regiments: Mapping[Side, tuple[RegimentPlan, ...]]
    gas: tuple[PlannedGas, ...]
    missions: tuple[Missions, ...]
    divisions: Mapping[Side, RegimentPlan]
    settled: ScenarioSettled | None = None
    situation: tuple[str, ...] = ()
    special_rules: tuple[str, ...] = ()
    origin: str = ""
    won_by: WonBy = WonBy.POINTS
    silenced: tuple[str, ...] = ()


# What a ready scenario settles beside its forces, from its file

SORTS = ("bombardments", "barrages", "gas", "works", "missions")
NOBODY = "nobody"


def zones_of(entry: Reader, side: Side) -> Iterator[Zone]:
    """A side's [[zone]] tables, cm from the attacker's rear left corner. Raises BadData for one without ground."""
    for one in entry.tables("zone", ()):
        left, near, right, far = (one.whole(f"{edge}_cm") * MM_A_CM for edge in ("left", "near", "right", "far"))
        if not (0 <= left < right and 0 <= near < far):
            raise one.wrong("far_cm", "leaves no ground", "write left before right, and near before far")
        one.close()
        yield Zone(side, left, near, right, far)


def arrivals_of(entry: Reader, side: Side, waiting: frozenset[str]) -> Iterator[Arrival]:
    """A side's [[reserve]] tables. Raises BadData for a battalion that is on the table."""
    for one in entry.tables("reserve", ()):
        arrival = Arrival(
            one.text("battalion"), one.whole("first_turn"), one.wholes("needed", ()), one.text("where", "")
        )
        if arrival.battalion not in waiting:
            raise one.wrong("battalion", "does not wait off the table", f"name one of the {side.value}'s off_table")
        if arrival.first_turn < 1 or not arrival.needed or not all(1 <= face <= 6 for face in arrival.needed):
            raise one.wrong("needed", "cannot be rolled for", "write a turn from 1 on, and faces from 1 to 6")
        one.close()
        yield arrival


def allowed_of(entry: Reader, side: Side) -> Iterator[PlanAllowed]:
    """How much fire a side may plan; nothing where its file does not say."""
    for one in entry.tables("fire_plan", ()):
        lines = {sort: one.whole(sort) for sort in SORTS if one.has(sort)}
        one.close()
        yield PlanAllowed(side, **lines)


def settled_by(
    file: Reader, zones: tuple[Zone, ...], arrivals: tuple[Arrival, ...], plans: tuple[PlanAllowed, ...]
) -> ScenarioSettled:
    """What a scenario settles for its sides, with its last turn, its objectives and who has won."""
    return ScenarioSettled(
        zones=zones,
        arrivals=arrivals,
        plans=plans,
        turns=file.whole("turns") if file.has("turns") else 0,
        objectives=tuple(objectives_of(file)),
        decides=file.texts("decides", ()),
    )


def objectives_of(file: Reader) -> Iterator[Objective]:
    """The [[objective]] tables of a scenario: what counts, for whom, where, and who holds it when play begins."""
    sides = {side.value: side for side in Side}
    for one in file.tables("objective", ()):
        along, up = (one.whole(key) * MM_A_CM if one.has(key) else None for key in ("along_cm", "up_cm"))
        objective = Objective(
            one.text("name"),
            sides[one.text("side")] if one.has("side") else None,
            one.whole("points"),
            along,
            up,
            one.word("holder", {**sides, NOBODY: None}, NOBODY),
        )
        one.close()
        yield objective


# What a scenario settles, in lines that everybody at the table reads before a game


def settled_lines(settled: ScenarioSettled, names: Mapping[Side, str]) -> Iterator[str]:
    """How long it is played, what is to be held or done, and what decides. Of reserves it says nothing."""
    if settled.turns:
        yield last_turn(settled.turns)
    for one in settled.objectives:
        yield _objective(one, names)
    yield from settled.decides


def last_turn(turns: int) -> str:
    """When it ends, where the scenario says so."""
    return f"The game ends after turn {turns}."


def _objective(one: Objective, names: Mapping[Side, str]) -> str:
    whose = f" ({names[one.side]})" if one.side else ""
    at_start = f" Held by the {names[one.holder]} side at the start." if one.holder else ""
    return f"Objective{whose}: {one.name}, {one.points} point{'s' * (one.points != 1)}.{at_start}"


# The artillery a scenario gives its sides, held against what the book allots them (FF-SUI-02, FF-DFA-02)

KEY = "superimposed_batteries"
HEAVY, SUPER_HEAVY = UnitClass.HEAVY_ARTILLERY, UnitClass.SUPER_HEAVY_ARTILLERY


def check_superimposed(entry: Reader, facts: SuperimposedFacts, batteries: Sequence[UnitClass], book: RuleBook) -> None:
    """Raises BadData for more batteries laid over the barrage than a side may have at the scenario's date."""
    if not batteries:
        return
    answer = superimposed(facts, book)
    if isinstance(answer, Refusal):
        because = f"{answer.because[0].lower()}{answer.because[1:]}"
        raise entry.wrong(KEY, f"names {len(batteries)}, but {because} ({answer.clause})", "leave it out")
    most = answer.value
    for kinds, word, allowed in (
        (FIELD_ARTILLERY, "field", most.field),
        ({HEAVY}, "heavy", most.heavy),
        ({SUPER_HEAVY}, "super heavy", most.super_heavy),
    ):
        named = sum(kind in kinds for kind in batteries)
        if named > allowed:
            over = f"names {named} {word}, more than regiments of that number have (FF-SUI-02)"
            raise entry.wrong(KEY, over, f"for {facts.regiments} write {allowed} at the most")


def beyond_divisional(units: Sequence[Unit], regiments: int, nation: Nation, book: RuleBook) -> Iterator[str]:
    """A sentence for the briefing for each class of guns of which a defender has more than generally stand behind him.

    The book says "about" and "generally" here, so that a scenario may give more: it is told, never refused.
    """
    usual = defending(DefendingFacts(regiments=regiments, nation=nation), book).value
    guns = [unit for unit in units if unit.level is Level.REGIMENTAL and not unit.superimposed]
    for kinds, most, clause in (
        (FIELD_ARTILLERY, usual.field_batteries, "FF-DFA-02"),
        ({HEAVY}, usual.heavy_batteries, "FF-DFA-02"),
        ({SUPER_HEAVY}, usual.super_heavy, "FF-DFA-03"),
    ):
        named = [unit.name for unit in guns if unit.kind in kinds]
        if len(named) > most:
            says = f"More of these guns than generally stand behind a defence of this size ({most or 'none'})"
            yield f"{says}: {', '.join(named)} ({clause})."


def as_allowed(units: Sequence[Unit], regiments: Sequence[Regiment], book: RuleBook) -> Iterator[Unit]:
    """The units of a new game: where the date or the side has no superimposed batteries, they are ordinary ones."""
    for unit in units:
        own = sum(regiment.side is unit.side and not regiment.division for regiment in regiments)
        facts = SuperimposedFacts(regiments=own, side=unit.side)
        barred = unit.superimposed and isinstance(superimposed(facts, book), Refusal)
        yield replace(unit, superimposed=False) if barred else unit
