"""Scenarios written by players: their fields, their errors, and copies of ready scenarios."""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from itertools import count
from typing import Final

from rules.flanders_fields.army_lists import FormationPart, Organisation, PartSort, organisation, tables_of
from rules.flanders_fields.artillery import SuperimposedFacts, superimposed
from rules.flanders_fields.force_checks import check, forbidden
from rules.flanders_fields.force_checks import faults as faults_of_force
from rules.flanders_fields.forces import LONGEST_NAME, Element, Force, part_of
from rules.flanders_fields.game.order_of_battle import AttachedPlan, BattalionPlan, RegimentPlan
from rules.flanders_fields.game.setup.scenario import Scenario, ScenarioSettled
from rules.flanders_fields.game.state.game import SideFacts
from rules.flanders_fields.game.state.setup import LAST_ROLL, TO_THE_EDGE_MM, Arrival, PlanAllowed
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import ARTILLERY, FIELD_ARTILLERY, ArmyList, Nation, Quality, Side, UnitClass
from rules.kernel.distances import cm
from rules.kernel.explanations import Refusal
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.months import parse_month
from rules.kernel.rulings import HouseRule
from rules.kernel.serialization import Misfit
from rules.tabletop.terrain import LaidTable

# A scenario as a club writes it


@dataclass(frozen=True, slots=True)
class WrittenZone:
    """Where a side deploys, whole mm from the attacker's rear left corner."""

    left_mm: int
    near_mm: int
    right_mm: int
    far_mm: int


@dataclass(frozen=True, slots=True)
class WrittenReserve:
    """A battalion, by its element's id, that waits off the table; without `needed` as at Mons (FF-SCN-10)."""

    battalion: str
    first_turn: int = 2
    needed: tuple[int, ...] = ()
    where: str = ""


@dataclass(frozen=True, slots=True)
class WrittenAllowance:
    """How many lines of each sort a side may plan; none where it has no fire plan."""

    bombardments: int = 0
    barrages: int = 0
    gas: int = 0
    works: int = 0
    missions: int = 0


class Start(StrEnum):
    """How a part of a force may begin otherwise than the rest of its side."""

    SUPPRESSED = "suppressed"
    TWICE_SUPPRESSED = "twice_suppressed"
    BELOW = "below"
    UNDER_FIRE = "under_fire"
    IN_ACTION = "in_action"
    ON_THE_MOVE = "on_the_move"
    PROMOTED = "promoted"


@dataclass(frozen=True, slots=True)
class WrittenStart:
    """A part of the force, by its element's id, and how it begins: a battalion with all that is in it."""

    of: str
    begins: Start


@dataclass(frozen=True, slots=True)
class WrittenSide:
    """One side: its force, what it is called (empty: after its army), and how it begins.

    `behind_the_table` are the batteries that fire from there, `superimposed` those laid over the barrage (FF-SUI-02),
    both by their elements' ids; `starts` the parts that begin otherwise than `in_action` says, or with a mark on them.
    `heavy_artillery`: an army's heavy guns fire on the enemy's rear (FF-DSU-01).
    """

    force: Force
    name: str = ""
    zones: tuple[WrittenZone, ...] = ()
    reserves: tuple[WrittenReserve, ...] = ()
    behind_the_table: tuple[str, ...] = ()
    superimposed: tuple[str, ...] = ()
    in_action: bool = True
    heavy_artillery: bool = False
    plan: WrittenAllowance = WrittenAllowance()
    starts: tuple[WrittenStart, ...] = ()


@dataclass(frozen=True, slots=True)
class WrittenObjective:
    """What is to be held or done: for whom it counts (None: either), its points, and where it lies if it is a place.

    `holder` has it when play begins; None: nobody.
    """

    name: str
    side: Side | None = None
    points: int = 1
    x_mm: int | None = None
    y_mm: int | None = None
    holder: Side | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenScenario:
    """The whole. `turns` 0: nobody has set a limit. `origin` says what of it is history and what is invented.

    `decides` are lines that say who has won. `limits_plans`: the fire plans have no more than the sides' allowances;
    otherwise each writes what it likes. `specimen_rules`: national rules as in the specimen game of 1914 (FF-SCN-22,
    FF-SCN-32, FF-SCN-33).
    """

    title: str
    date: str
    attacker: WrittenSide
    defender: WrittenSide
    situation: tuple[str, ...] = ()
    origin: str = ""
    special_rules: tuple[str, ...] = ()
    specimen_rules: bool = False
    house_rules: tuple[HouseRule, ...] = ()
    limits_plans: bool = False
    turns: int = 0
    objectives: tuple[WrittenObjective, ...] = ()
    decides: tuple[str, ...] = ()
    table: LaidTable | None = None

    def side(self, side: Side) -> WrittenSide:
        """One of its sides."""
        return self.attacker if side is Side.ATTACKER else self.defender


# What is wrong with a scenario that somebody has written

LONGEST_TITLE, LONGEST_LINE, MOST_LINES = 80, 400, 30
MOST_ZONES, MOST_OBJECTIVES, MOST_TURNS, MOST_PLANNED = 8, 20, 99, 99
MOST_STARTS = 400
LONGEST_MM = TO_THE_EDGE_MM
OUT_OF_TIME = frozenset({"FF-FOR-19", "FF-TYP-09", "FF-BLK-01"})


def faults(written: WrittenScenario, book: RuleBook) -> Iterator[Misfit]:
    """Everything for which a scenario cannot be played at a book's date; silent for a sound one."""
    yield from _of_the_words(written)
    for side in Side:
        yield from _of_a_side(written.side(side), side, book)
        yield from _too_late(written.side(side), side, written.turns)
    yield from _off_the_table(written)
    for number, one in enumerate(written.objectives, 1):
        where = f"objective {number}"
        if not _is_line(one.name, LONGEST_TITLE):
            yield Misfit(where, "it has no name that can be shown", f"1 to {LONGEST_TITLE} letters on one line")
        if not 0 <= one.points <= MOST_PLANNED:
            yield Misfit(where, f"it counts {one.points} points", f"0 to {MOST_PLANNED}")
        if (one.x_mm is None) is not (one.y_mm is None):
            yield Misfit(where, "it is half a place", "both its distances in mm, or neither")
        elif one.x_mm is not None and one.y_mm is not None and not _on_a_table(one.x_mm, one.y_mm):
            yield Misfit(where, "it lies on no table", f"0 to {LONGEST_MM} mm along and up")


def _off_the_table(written: WrittenScenario) -> Iterator[Misfit]:
    """What does not lie on the table that the scenario brings: zones without any ground on it, and objectives."""
    table = written.table
    if table is None:
        return
    size = f"the table is {cm(table.width_mm)} along and {cm(table.depth_mm)} up"
    for side in Side:
        for number, zone in enumerate(written.side(side).zones, 1):
            if _is_zone(zone) and (zone.left_mm >= table.width_mm or zone.near_mm >= table.depth_mm):
                yield Misfit(f"{side.value}, zone {number}", "none of it lies on the table", size)
    for number, one in enumerate(written.objectives, 1):
        x_mm, y_mm = one.x_mm or 0, one.y_mm or 0
        if _on_a_table(x_mm, y_mm) and (x_mm > table.width_mm or y_mm > table.depth_mm):
            yield Misfit(f"objective {number}", "it does not lie on the table", size)


def _too_late(one: WrittenSide, side: Side, turns: int) -> Iterator[Misfit]:
    """Battalions that would first be rolled for when the game is over."""
    for reserve in one.reserves:
        if 0 < turns < reserve.first_turn:
            wrong = f"it first rolls in turn {reserve.first_turn}, and the game ends after turn {turns}"
            yield Misfit(_in(side, reserve.battalion), wrong, "an earlier turn, or a longer game")


def _of_the_words(written: WrittenScenario) -> Iterator[Misfit]:
    if not _is_line(written.title, LONGEST_TITLE):
        yield Misfit("title", "it is none that can be shown", f"1 to {LONGEST_TITLE} letters on one line")
    told = {"situation": written.situation, "special_rules": written.special_rules, "decides": written.decides}
    for name, lines in told.items():
        if len(lines) > MOST_LINES or not all(_is_line(one, LONGEST_LINE) for one in lines):
            yield Misfit(name, "it cannot be shown", f"at most {MOST_LINES} lines of 1 to {LONGEST_LINE} letters")
    if written.origin and not _is_line(written.origin, LONGEST_LINE):
        yield Misfit("origin", "it cannot be shown", f"at most {LONGEST_LINE} letters on one line")
    if not 0 <= written.turns <= MOST_TURNS:
        yield Misfit("turns", f"it ends after turn {written.turns}", f"1 to {MOST_TURNS}, or 0 for no limit")
    if len(written.objectives) > MOST_OBJECTIVES:
        yield Misfit("objectives", f"there are {len(written.objectives)}", f"at most {MOST_OBJECTIVES}")


def _is_line(text: str, longest: int) -> bool:
    return text == text.strip() and 0 < len(text) <= longest and text.isprintable()


def _on_a_table(x_mm: int, y_mm: int) -> bool:
    return 0 <= x_mm <= LONGEST_MM and 0 <= y_mm <= LONGEST_MM


def _of_a_side(one: WrittenSide, side: Side, book: RuleBook) -> Iterator[Misfit]:
    wrong = [Misfit(_in(side, fault.of), fault.because, fault.instead) for fault in faults_of_force(one.force)]
    yield from wrong
    if wrong:
        return
    for finding in forbidden(check(one.force, book, side)):
        if finding.clause in OUT_OF_TIME:
            yield Misfit(_in(side, finding.of), f"{finding.says} ({finding.clause})", finding.instead)
    if one.name and not _is_line(one.name, LONGEST_TITLE):
        yield Misfit(side.value, "its name cannot be shown", f"1 to {LONGEST_TITLE} letters on one line")
    if len(one.zones) > MOST_ZONES:
        yield Misfit(side.value, f"it has {len(one.zones)} deployment zones", f"at most {MOST_ZONES}")
    for number, zone in enumerate(one.zones, 1):
        if not _is_zone(zone):
            right = "its left before its right edge, and its near before its far one"
            yield Misfit(f"{side.value}, zone {number}", "it has no ground in it", right)
    if not all(0 <= number <= MOST_PLANNED for number in _allowance(one)):
        yield Misfit(side.value, "no fire plan has so many lines", f"0 to {MOST_PLANNED} of each sort")
    yield from _of_its_reserves(one, side, book)


def _allowance(one: WrittenSide) -> tuple[int, ...]:
    plan = one.plan
    return plan.bombardments, plan.barrages, plan.gas, plan.works, plan.missions


def _is_zone(zone: WrittenZone) -> bool:
    there = _on_a_table(zone.left_mm, zone.near_mm) and _on_a_table(zone.right_mm, zone.far_mm)
    return there and zone.left_mm < zone.right_mm and zone.near_mm < zone.far_mm


def _of_its_reserves(one: WrittenSide, side: Side, book: RuleBook) -> Iterator[Misfit]:
    known = {element.id: element for element in one.force.all()}
    for reserve in one.reserves:
        where = _in(side, reserve.battalion)
        element = known.get(reserve.battalion)
        if element is None or part_of(element, book).sort is not PartSort.BATTALION:
            yield Misfit(where, "no battalion of that id waits off the table", "the id of a battalion of the force")
        if not 1 <= reserve.first_turn <= LAST_ROLL or not all(1 <= face <= 6 for face in reserve.needed):
            yield Misfit(where, "its arrival cannot be rolled for", "a turn from 1 on, and faces from 1 to 6")
        if len(reserve.needed) > LAST_ROLL or (reserve.where and not _is_line(reserve.where, LONGEST_TITLE)):
            yield Misfit(where, "where it arrives cannot be shown", f"at most {LONGEST_TITLE} letters on one line")
    if len({reserve.battalion for reserve in one.reserves}) < len(one.reserves):
        yield Misfit(side.value, "a battalion waits twice", "each once")
    for number, start in enumerate(one.starts, 1):
        if start.of not in known:
            yield Misfit(_in(side, start.of), f"its beginning {number} is of no part of the force", "the id of a part")
    for where, names in (("stands behind the table", one.behind_the_table), ("is superimposed", one.superimposed)):
        for name in names:
            if not _is_battery(known.get(name), book):
                yield Misfit(_in(side, name), f"no battery of that id {where}", "the id of a battery")
    yield from _of_what_is_superimposed(one, side, book)


def _of_what_is_superimposed(one: WrittenSide, side: Side, book: RuleBook) -> Iterator[Misfit]:
    """More batteries laid over the barrage than a side of that size may have (FF-SUI-02, FF-SUI-03)."""
    named = [part_of(each, book).unit_class for each in one.force.all() if each.id in one.superimposed]
    if not named:
        return
    sorts = [part_of(each, book) for each in one.force.all()]
    regiments = sum(part.sort is PartSort.REGIMENT for part in sorts)
    entire = any(part.sort is PartSort.COMMAND and part.commands is PartSort.DIVISION for part in sorts)
    facts = SuperimposedFacts(regiments=max(regiments, 1), entire_division=entire, side=side)
    allowed = superimposed(facts, book)
    if isinstance(allowed, Refusal):
        yield Misfit(
            side.value, f"{len(named)} batteries are superimposed: {allowed.because} ({allowed.clause})", "none"
        )
        return
    for word, kinds, most in (
        ("field", FIELD_ARTILLERY, allowed.value.field),
        ("heavy", {UnitClass.HEAVY_ARTILLERY}, allowed.value.heavy),
        ("super heavy", {UnitClass.SUPER_HEAVY_ARTILLERY}, allowed.value.super_heavy),
    ):
        there = sum(kind in kinds for kind in named)
        if there > most:
            wrong = f"superimposed {word} batteries: {there}, more than a side of that size has (FF-SUI-02)"
            yield Misfit(side.value, wrong, f"at most {most}")


def _is_battery(element: Element | None, book: RuleBook) -> bool:
    return element is not None and part_of(element, book).unit_class in ARTILLERY


def _in(side: Side, of: str) -> str:
    return f"{side.value}, {of}" if of else side.value


# A ready scenario as a club would have written it, to be changed

ROOT: Final = "1"


def rewritten(scenario: Scenario, table: LaidTable | None) -> WrittenScenario:
    """A ready scenario with its forces made of the tables of its month, on the table that belongs to it.

    Its Veterans are those its file names; the players' own choice of them (GAP-99) is made in the forces.
    """
    book = RuleBook.for_game(parse_month(scenario.date))
    settled = scenario.settled or ScenarioSettled()
    sides = {facts.side: _side(facts, scenario, settled, book) for facts in scenario.sides}
    return WrittenScenario(
        title=scenario.title,
        date=scenario.date,
        attacker=sides[Side.ATTACKER],
        defender=sides[Side.DEFENDER],
        situation=scenario.situation,
        origin=scenario.origin,
        special_rules=scenario.special_rules,
        specimen_rules=scenario.specimen_game,
        limits_plans=bool(settled.plans),
        turns=settled.turns,
        objectives=tuple(
            WrittenObjective(one.name, one.side, one.points, one.x_mm, one.y_mm, one.holder)
            for one in settled.objectives
        ),
        decides=settled.decides,
        table=table,
    )


def _side(facts: SideFacts, scenario: Scenario, settled: ScenarioSettled, book: RuleBook) -> WrittenSide:
    side = facts.side
    plans = scenario.regiments[side]
    division = scenario.divisions.get(side)
    maker = _Maker(tables_of(Nation(facts.nation), book.when.month)[0].at(book), book)
    force = maker.force(f"{scenario.title}, {facts.name}"[:LONGEST_NAME], plans, division)
    formations = (*plans, division) if division else plans
    plan = next((one for one in settled.plans if one.side is side), PlanAllowed(side))
    return WrittenSide(
        force=force,
        name=facts.name,
        zones=tuple(
            WrittenZone(one.left_mm, one.near_mm, one.right_mm, one.far_mm) for one in settled.zones if one.side is side
        ),
        reserves=tuple(
            _reserve(maker.elements[one], _arrival(settled, one)) for plan in plans for one in plan.off_table
        ),
        behind_the_table=tuple(
            maker.elements[f"{one.id} {name}"] for one in formations for name in one.behind_the_table
        ),
        superimposed=tuple(maker.elements[f"{one.id} {name}"] for one in formations for name in one.superimposed),
        in_action=all(one.in_action for one in plans),
        heavy_artillery=side in scenario.plan.heavy_artillery,
        plan=WrittenAllowance(plan.bombardments, plan.barrages, plan.gas, plan.works, plan.missions),
    )


def _arrival(settled: ScenarioSettled, battalion: str) -> Arrival | None:
    return next((one for one in settled.arrivals if one.battalion == battalion), None)


def _reserve(element: str, arrival: Arrival | None) -> WrittenReserve:
    if arrival is None:
        return WrittenReserve(element)
    return WrittenReserve(element, arrival.first_turn, arrival.needed, arrival.where)


class _Maker:
    """Makes the elements of one side; `elements` are their ids by the ids, or formation and name, of its plans."""

    def __init__(self, table: Organisation, book: RuleBook) -> None:
        self.table, self.book = table, book
        self.storm = organisation(ArmyList.GERMAN_STORM, book)
        self.single = organisation(ArmyList.ATTACHED, book)
        self.elements: dict[str, str] = {}
        self.beside: list[Element] = []
        self.free_ids = (f"x{number}" for number in count(1))

    def force(self, name: str, plans: Sequence[RegimentPlan], division: RegimentPlan | None) -> Force:
        """The whole side: a division of these regiments, what is attached to them beside it."""
        (root,) = self.table.roots
        inside: list[Element] = []
        if division:
            inside.append(self._commander(self.table, root, f"{ROOT}.1", division.commander))
            self._batteries(division, "")
        for plan in plans:
            inside.append(self._regiment(plan, f"{ROOT}.{len(inside) + 1}"))
        called = division.name if division else root.name
        whole = Element(ROOT, self.table.id, root.key, called, inside=tuple(inside))
        nation = self.table.nation or Nation.BRITISH
        return Force(name, nation, str(self.book.when.month), (whole, *self.beside))

    def _regiment(self, plan: RegimentPlan, own_id: str) -> Element:
        part = _only(self.table, PartSort.REGIMENT)
        inside = [self._commander(self.table, part, f"{own_id}.1", plan.commander)]
        usual = _only(self.table, PartSort.BATTALION).count.most
        for number, battalion in enumerate(plan.battalions, 1):
            attached = [one for one in plan.attached if one.to == number]
            # The army's storm battalion, and one more than a regiment has, are attached to it (FF-SPR-16, FF-FOR-08).
            if battalion.storm or number > usual:
                made_id, place = next(self.free_ids), len(self.beside)
                table = self.storm if battalion.storm else self.table
                self.beside.insert(place, self._battalion(battalion, attached, made_id, table, own_id))
            else:
                made_id = f"{own_id}.{len(inside) + 1}"
                inside.append(self._battalion(battalion, attached, made_id, self.table, ""))
            self.elements[f"{plan.id}.{number}"] = made_id
        self._batteries(plan, own_id)
        for one in plan.attached:
            if not one.to:
                self._attach(one, own_id, self.table)
        return Element(own_id, self.table.id, part.key, plan.name, inside=tuple(inside))

    def _battalion(
        self, plan: BattalionPlan, attached: Sequence[AttachedPlan], own_id: str, table: Organisation, serves: str
    ) -> Element:
        part = _only(table, PartSort.BATTALION)
        company = next(one for one in table.inside(part.key) if one.sort is PartSort.COMPANY)
        inside = [self._commander(table, part, f"{own_id}.1", f"Commander, {plan.name}")]
        for name, platoons in plan.companies:
            inside.append(Element(f"{own_id}.{len(inside) + 1}", table.id, company.key, name, platoons))
        guns = [AttachedPlan(name, UnitClass.MACHINE_GUN, "", 0, 1, "") for name in plan.machine_guns]
        if len(guns) > 1 and guns[0].name.endswith(" 1"):
            name = guns[0].name.removesuffix(" 1")
            guns = [AttachedPlan(name, UnitClass.MACHINE_GUN, "", 0, len(guns), "")]
        for one in (*guns, *attached):
            home, found = self._part(one, table)
            if home is table and found.within == part.key:
                inside.append(self._unit(one, f"{own_id}.{len(inside) + 1}", home, found, ""))
            else:
                self._attach(one, own_id, table)
        return Element(own_id, table.id, part.key, plan.name, grade=plan.quality, serves=serves, inside=tuple(inside))

    def _commander(self, table: Organisation, of: FormationPart, own_id: str, name: str) -> Element:
        part = next(one for one in table.inside(of.key) if one.sort is PartSort.COMMAND)
        return Element(own_id, table.id, part.key, name, part.stands.usual)

    def _batteries(self, plan: RegimentPlan, serves: str) -> None:
        for name, kind in plan.batteries:
            self.elements[f"{plan.id} {name}"] = self._attach(
                AttachedPlan(name, kind, "", 0, 1, ""), serves, self.table
            )

    def _attach(self, plan: AttachedPlan, serves: str, table: Organisation) -> str:
        own_id = next(self.free_ids)
        self.beside.append(self._unit(plan, own_id, *self._part(plan, table), serves))
        return own_id

    def _unit(self, plan: AttachedPlan, own_id: str, table: Organisation, part: FormationPart, serves: str) -> Element:
        kind = plan.type if plan.kind is UnitClass.TANK and plan.type != part.type else ""
        grade = plan.quality or (Quality.VETERAN if plan.storm else None)
        return Element(own_id, table.id, part.key, plan.name, plan.stands, grade, serves, kind)

    def _part(self, plan: AttachedPlan, table: Organisation) -> tuple[Organisation, FormationPart]:
        """The line it is one of: of its formation's table, of the army's, else of what any army attaches."""
        for home in (self.storm,) if plan.storm else (table, self.table, self.single):
            found = [one for one in home.parts.values() if one.sort is PartSort.UNIT and one.unit_class is plan.kind]
            if found:
                alike = (one for one in found if plan.name in one.name or one.name in plan.name)
                return home, next(alike, found[0])
        raise LookupError(f"{plan.name}: no table has a {plan.kind}")


def _only(table: Organisation, sort: PartSort) -> FormationPart:
    """The first part of a sort: regiments and battalions of the line stand before all others."""
    return next(part for part in table.parts.values() if part.sort is sort)
