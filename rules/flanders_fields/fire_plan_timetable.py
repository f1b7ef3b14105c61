"""The course of a fire plan: barrages and aiming points by turn (FF-FPL-05, 06, 13 to 24)."""

from collections.abc import Iterator
from dataclasses import replace
from enum import IntEnum, StrEnum
from typing import Any

from rules.flanders_fields.applicability import HURRICANE
from rules.flanders_fields.barrages import SIZES, TURNS, BandFacts, no_barrage, unplannable
from rules.flanders_fields.fire_plan import (
    REFERENCES,
    BarrageLine,
    BombardmentLine,
    Halt,
    PlanFinding,
    Reference,
    ShiftLine,
    WeaponLine,
    WrittenPlan,
    advice,
    answered,
    failed,
    refused_by,
)
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import Side
from rules.kernel.dice import ALL_D6, D6, as_d3
from rules.kernel.distances import cm, mm, offset_mm
from rules.kernel.explanations import Explained, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.lookups import Resolution, no_dice

# The planned course of a rolling barrage, turn by turn, and whether it may be planned so (FF-FPL-13 to FF-FPL-18)


class Does(StrEnum):
    """What the band does in a turn of its side."""

    STANDS = "stands"
    ADVANCES = "advances"
    HALTS = "halts"
    ROLLS_BACK = "rolls_back"


@dataclass(frozen=True, slots=True)
class BandInTurn:
    """Where the rear edge of the band lies in a turn of its side, in mm up the table, and what it did to get there."""

    turn: int
    rear_mm: int
    does: Does


@dataclass(frozen=True, slots=True)
class BarrageCourse:
    """The band turn by turn; `unmet` are the halts it never comes to, `cut_short` those it does not finish."""

    turns: tuple[BandInTurn, ...]
    unmet: tuple[Halt, ...] = ()
    cut_short: tuple[Halt, ...] = ()

    @property
    def halts(self) -> tuple[int, ...]:
        """The turns in which it halts."""
        return tuple(one.turn for one in self.turns if one.does is Does.HALTS)


def shortest_and_longest(book: RuleBook) -> tuple[int, int]:
    """Between which turns a barrage lasts, by its die (FF-FPL-16). Only at a date that has barrages."""
    beside = book.table(TURNS).number("turns_beside_d3").value
    thrown = [as_d3(face) for face in ALL_D6]
    return beside + min(thrown), beside + max(thrown)


def speed_of(line: BarrageLine, book: RuleBook) -> int:
    """How far a planned barrage goes in a turn, in mm: as planned, else as the book recommends (FF-FPL-15)."""
    return book.table(SIZES).number("speed").value if line.speed_mm is None else line.speed_mm


def course(line: BarrageLine, book: RuleBook) -> BarrageCourse:
    """Where a planned barrage lies in each of its turns (FF-FPL-14, FF-FPL-17, AMB-345).

    A barrage without a start has none; without a rolled duration it is shown for as long as it can last. Only at a date
    that has barrages.
    """
    if line.start_mm is None:
        return BarrageCourse((), line.halts)
    first, speed = book.table(TURNS).number("first_advance").value, speed_of(line, book)
    rear, waits, open_halts, turns = line.start_mm, 0, list(line.halts), list[BandInTurn]()
    stopped: Halt | None = None
    for turn in range(1, (line.turns or shortest_and_longest(book)[1]) + 1):
        does = _does(turn, first, waits, line.back)
        waits -= does is Does.HALTS
        rear += {Does.ADVANCES: speed, Does.ROLLS_BACK: -speed}.get(does, 0)
        turns.append(BandInTurn(turn, rear, does))
        here = next((halt for halt in open_halts if halt.up_mm == rear), None) if not waits else None
        if here is not None:
            open_halts.remove(here)
            stopped, waits = here, here.turns
    return BarrageCourse(tuple(turns), tuple(open_halts), (stopped,) if stopped and waits else ())


def _does(turn: int, first: int, waits: int, back: tuple[int, ...]) -> Does:
    if turn < first:
        return Does.STANDS
    if waits:
        return Does.HALTS
    return Does.ROLLS_BACK if turn in back else Does.ADVANCES


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedHalt:
    """A halt of the plan."""

    up_cm: float = fact("where its rear edge then lies, up the table", unit="cm", least=0, most=1000, example=80.0)
    turns: int = fact("for how many turns", default=1, least=1, most=99)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedBarrageFacts:
    """A rolling barrage as it is planned; distances up the table from its side's own edge."""

    start_up_cm: float = fact("rear edge of the band on its start line", unit="cm", least=0, most=1000, example=60.0)
    turns: int = fact("turns it lasts, as planned", default=6, least=1, most=99)
    rolled_turns: int | None = fact("turns it lasts, as rolled", default=None, least=1, most=99)
    speed_cm: float | None = fact("its advance in a turn", default=None, unit="cm", least=0, most=100)
    halts: tuple[PlannedHalt, ...] = fact("where it halts", default=(), example=[{"up_cm": 80.0}])
    back: tuple[int, ...] = fact("turns in which it rolls back (hurricane)", default=(), least=1, most=99)
    hurricane: bool = fact("it covers a hurricane bombardment", default=False, dated=HURRICANE)
    lead_cm: float = fact(
        "how far its foremost piece leads, a lag is less than 0", default=0.0, unit="cm", least=-100, most=100
    )
    own_trench_up_cm: float | None = fact(
        "front of its side's foremost trench, up the table", default=None, unit="cm", least=0, most=1000
    )
    table_length_cm: float = fact("from its edge to the other's", default=180.0, unit="cm", least=30, most=1000)
    attacker: bool = fact("it is the attacker's", default=True)


@dataclass(frozen=True, slots=True)
class PlannedCourse:
    """The rear edge of the band in each turn, in cm up the table, and the turns in which it halts."""

    rear_cm: tuple[float, ...]
    halts: tuple[int, ...]


def planned_barrage(facts: PlannedBarrageFacts, book: RuleBook) -> Explained[PlannedCourse] | Refusal:
    """Where a planned barrage lies in each turn (FF-FPL-13 to FF-FPL-17).

    Refuses defenders, dates without barrages, a duration that was not rolled, a start behind its own trenches, halts
    off its path, and what else no plan may say (FF-FPL-71).
    """
    refused = no_barrage(facts.attacker, book)
    if refused:
        return refused
    line = _line(facts)
    planned = course(line, book)
    value = PlannedCourse(tuple(one.rear_mm / 10 for one in planned.turns), planned.halts)
    findings = barrage_findings(
        line,
        BarrageLimits(facts.rolled_turns, _or_none(facts.own_trench_up_cm), mm(facts.table_length_cm)),
        facts.attacker,
        book,
    )
    return answered(value, _steps(facts, planned, book), findings)


def _line(facts: PlannedBarrageFacts) -> BarrageLine:
    return BarrageLine(
        id="asked",
        start_mm=mm(facts.start_up_cm),
        speed_mm=_or_none(facts.speed_cm),
        turns=facts.turns,
        halts=tuple(Halt(up_mm=mm(one.up_cm), turns=one.turns) for one in facts.halts),
        back=facts.back,
        leads_mm=(offset_mm(facts.lead_cm),) if facts.lead_cm else (),
        hurricane=facts.hurricane,
    )


def _or_none(measured_cm: float | None) -> int | None:
    return None if measured_cm is None else mm(measured_cm)


def _steps(facts: PlannedBarrageFacts, planned: BarrageCourse, book: RuleBook) -> Iterator[Step]:
    first = book.table(TURNS).number("first_advance")
    whose = None if facts.attacker else book.mark("AMB-05")
    begins = f"It begins {facts.start_up_cm:g} cm up the table and first advances in turn {first.value}"
    yield Step("FF-FPL-14", begins, None, first.house or whose)
    speed = speed_of(_line(facts), book)
    yield Step("FF-FPL-15", f"It goes {cm(speed)} in a turn", None, book.mark("AMB-343"))
    yield Step("FF-FPL-16", f"It acts in {facts.turns} turns", None, book.table(TURNS).number("turns_beside_d3").house)
    if planned.halts:
        yield Step("FF-FPL-17", f"It halts in turn {', '.join(map(str, planned.halts))}")
    if facts.lead_cm:
        yield Step("FF-FPL-13", "It is bent to the enemy's positions", None, book.mark("AMB-356"))


@dataclass(frozen=True, slots=True)
class BarrageLimits:
    """What a barrage is held against: the turns rolled, the front of its own foremost trench, the table's length.

    None is not known; lengths are mm up the table.
    """

    rolled_turns: int | None = None
    own_trench_mm: int | None = None
    table_mm: int | None = None


def barrage_findings(line: BarrageLine, limits: BarrageLimits, attacker: bool, book: RuleBook) -> Iterator[PlanFinding]:
    """Everything that is wrong with a planned barrage (FF-FPL-71)."""
    refused = no_barrage(attacker, book)
    if refused:
        yield refused_by("barrage", refused, book)
        return
    yield from _unfinished(line, book)
    if line.start_mm is None:
        return
    yield from _turns(line, limits, book)
    yield from _start(line.start_mm, limits, book)
    planned = course(line, book)
    yield from _halts(planned, book)
    yield from _as_its_chapter_says(line, line.start_mm, book)
    yield from _too_fine(line, book)
    last = planned.turns[-1].rear_mm
    if line.turns is not None and limits.table_mm is not None and last >= limits.table_mm:
        says = "The barrage leaves the table before its turns are used up"
        yield advice("FF-FPL-14", says, "let it begin nearer, halt or go slower")


def _unfinished(line: BarrageLine, book: RuleBook) -> Iterator[PlanFinding]:
    if line.start_mm is None:
        yield failed(
            "barrage", "FF-FPL-14", "The barrage has no start line", "say how far up the table it begins", book
        )
    if line.turns is None:
        beside = book.table(TURNS).number("turns_beside_d3").value
        instead = f"throw a D3, add {beside}, and write that down"
        yield failed("barrage", "FF-FPL-16", "It is not rolled how long the barrage lasts", instead, book)


def _turns(line: BarrageLine, limits: BarrageLimits, book: RuleBook) -> Iterator[PlanFinding]:
    if line.turns is None:
        return
    least, most = shortest_and_longest(book)
    if not least <= line.turns <= most:
        says = f"The barrage lasts {line.turns} turns"
        yield failed("barrage", "FF-FPL-16", says, f"a barrage lasts {least} to {most}", book)
    elif limits.rolled_turns is not None and line.turns != limits.rolled_turns:
        says = f"The barrage lasts {line.turns} turns; {limits.rolled_turns} were rolled"
        yield failed("barrage", "FF-FPL-16", says, f"write {limits.rolled_turns}", book)


def _start(start_mm: int, limits: BarrageLimits, book: RuleBook) -> Iterator[PlanFinding]:
    own, strip = limits.own_trench_mm, book.table(SIZES).number("strip").value
    if own is not None and start_mm < own:
        says = f"The barrage begins {cm(start_mm)} up the table, behind its own foremost trench at {cm(own)}"
        yield failed("barrage", "FF-FPL-14", says, f"begin it {cm(own)} up the table or farther", book)
    elif own is not None and start_mm < own + strip:
        says = f"Its own foremost trench lies in the danger strip of {cm(strip)} behind the barrage"
        yield advice("FF-BAR-22", says, f"begin it {cm(own + strip)} up the table")


def _halts(planned: BarrageCourse, book: RuleBook) -> Iterator[PlanFinding]:
    places = ", ".join(dict.fromkeys(f"{one.rear_mm / 10:g}" for one in planned.turns))
    for halt in planned.unmet:
        says = f"The barrage does not come to a halt at {cm(halt.up_mm)} in its turns"
        yield failed("barrage", "FF-FPL-17", says, f"halt it on one of its lines: {places} cm", book)
    for halt in planned.cut_short:
        says = f"The halt at {cm(halt.up_mm)} is longer than the barrage lasts"
        yield failed("barrage", "FF-FPL-17", says, "halt it for fewer turns", book)


def _too_fine(line: BarrageLine, book: RuleBook) -> Iterator[PlanFinding]:
    """Lengths are written like references (GAP-55)."""
    step = book.table(REFERENCES).number("step")
    if any(one % step.value for one in (line.start_mm, line.speed_mm, *line.leads_mm) if one is not None):
        says = "The lengths of the barrage are finer than lengths are written"
        yield failed("barrage", "FF-FPL-33", says, f"write them in steps of {cm(step.value)}", book)


def _as_its_chapter_says(line: BarrageLine, start_mm: int, book: RuleBook) -> Iterator[PlanFinding]:
    """What the chapter of the rolling barrage refuses: speed, turns back, bends (AMB-343, AMB-356, AMB-373)."""
    band = BandFacts(
        start_up_cm=start_mm / 10,
        duration=line.turns or shortest_and_longest(book)[1],
        speed_cm=speed_of(line, book) / 10,
        back=line.back,
        hurricane=line.hurricane,
    )
    seen = set[Refusal]()
    for lead in (0, *line.leads_mm):
        seen.update(one for one in unplannable(replace(band, lead_cm=lead / 10), book))
    for refusal in sorted(seen, key=lambda one: (one.clause, one.because)):
        yield refused_by("barrage", refusal, book)


def _asked(facts: PlannedBarrageFacts, _dice: tuple[D6, ...], book: RuleBook) -> Explained[PlannedCourse] | Refusal:
    return planned_barrage(facts, book)


RESOLUTIONS: tuple[Resolution[Any, RuleBook], ...] = (
    Resolution(
        "planned_barrage",
        "The course of a planned barrage",
        "Fire plans",
        PlannedBarrageFacts,
        no_dice,
        _asked,
        example_month="1917-11",
    ),
)


# What of a plan acts in which turn, in the order of the sheet's phases (FF-FPL-24)


class Phase(IntEnum):
    """The phases of the sheets in which a plan acts by itself."""

    ROLLING_BARRAGE = 2
    GAS = 3
    PLANNED_FIRE = 4


@dataclass(frozen=True, slots=True)
class Act:
    """One line of a plan in a turn of its side: in which phase, at which point, or where the band's rear edge lies."""

    turn: int
    phase: Phase
    line: str
    at: Reference | None = None
    rear_mm: int | None = None
    does: Does | None = None


def timetable(plan: WrittenPlan, book: RuleBook) -> tuple[Act, ...]:
    """Everything a plan does by itself, by turns and phases; lines without a turn, a point or a start are not in it.

    A barrage whose turns are not rolled yet is shown for as long as it can last.
    """
    return tuple(sorted(_acts(plan, book), key=lambda act: (act.turn, act.phase)))


def _acts(plan: WrittenPlan, book: RuleBook) -> Iterator[Act]:
    if no_barrage(plan.side is Side.ATTACKER, book) is None:
        for line in plan.barrages:
            for band in course(line, book).turns:
                yield Act(band.turn, Phase.ROLLING_BARRAGE, line.id, rear_mm=band.rear_mm, does=band.does)
    for gas in plan.gas:
        if gas.turn and gas.at:
            yield Act(gas.turn, Phase.GAS, gas.id, gas.at)
    fires: tuple[BombardmentLine | ShiftLine, ...] = (*plan.bombardments, *plan.shifts)
    for fire in fires:
        if fire.turn and fire.at:
            yield Act(fire.turn, Phase.PLANNED_FIRE, fire.id, fire.at)
    for work in plan.works:
        if work.turn:
            yield Act(work.turn, Phase.PLANNED_FIRE, work.id)


# Where the aiming points of a plan lie in a turn, if nothing but the plan moves them (FF-FPL-05, FF-FPL-06)


@dataclass(frozen=True, slots=True)
class Point:
    """A weapon's aiming point; `line` is the line of the plan that has put it there."""

    weapon: WeaponLine
    line: str
    at: Reference


def points_in(plan: WrittenPlan, turn: int) -> Iterator[Point]:
    """Where the point of each weapon lies once its side's turn of that number is over; 0: before the first.

    A weapon that has no point yet is left out.
    """
    for weapon in plan.weapons:
        moves = [one for one in plan.shifts if one.weapon == weapon.id and one.at and (one.turn or turn + 1) <= turn]
        last = max(moves, key=lambda one: one.turn or 0, default=None)
        if last and last.at:
            yield Point(weapon, last.id, last.at)
        elif weapon.at:
            yield Point(weapon, weapon.id, weapon.at)


@dataclass(frozen=True, slots=True)
class Post:
    """A place where a plan leaves the point of a weapon: from which of its side's turns, and until which (0: for good).

    `line` is the line of the plan that has put it there.
    """

    line: str
    at: Reference
    turn: int
    until: int = 0


def posts_of(weapon: WeaponLine, plan: WrittenPlan) -> Iterator[Post]:
    """Every place at which the point of a weapon lies by the plan, in the order of the turns."""
    moves = sorted(
        (one for one in plan.shifts if one.weapon == weapon.id and one.turn and one.at), key=lambda one: one.turn or 0
    )
    laid = [(weapon.id, weapon.at, 1), *((one.id, one.at, one.turn or 1) for one in moves)]
    for (line, at, turn), later in zip(laid, (*laid[1:], None), strict=True):
        # A move acts in its turn, in the phase before orders are given.
        if at and (later is None or later[2] > turn):
            yield Post(line, at, turn, later[2] - 1 if later else 0)


def way_of(weapon: WeaponLine, plan: WrittenPlan) -> tuple[Reference, ...]:
    """Every place to which a plan brings the point of a weapon, in the order of the turns."""
    moves = sorted((one for one in plan.shifts if one.weapon == weapon.id and one.turn), key=lambda one: one.turn or 0)
    return tuple(at for at in (weapon.at, *(one.at for one in moves)) if at)


def last_turn(plan: WrittenPlan) -> int:
    """The last turn that a line of the plan names; 0 where none names any."""
    return max((getattr(line, "turn", None) or 0 for line in plan.lines()), default=0)
