"""A ready scenario as a club would have written it, to be changed: its forces by the tables of organisation.

What is planned in a ready scenario is no part of it: each side writes its own plan, within what the scenario allows.
"""

from collections.abc import Sequence
from itertools import count
from typing import Final

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.forces.force import LONGEST_NAME, Element, Force
from rules.flanders_fields.forces.lists import ArmyList
from rules.flanders_fields.forces.organisation import FormationPart, Organisation, PartSort
from rules.flanders_fields.forces.reading import organisation, tables_of
from rules.flanders_fields.game.formation_plans import AttachedPlan, BattalionPlan, RegimentPlan
from rules.flanders_fields.game.state import SideFacts
from rules.flanders_fields.turn.game.setting_up.scenario import Scenario
from rules.flanders_fields.turn.game.setting_up.settled import ScenarioSettled
from rules.flanders_fields.turn.game.setting_up.state import Arrival, PlanAllowed
from rules.flanders_fields.turn.game.setting_up.written import (
    WrittenAllowance,
    WrittenObjective,
    WrittenReserve,
    WrittenScenario,
    WrittenSide,
    WrittenZone,
)
from rules.flanders_fields.vocabulary import Nation, Quality, Side, UnitClass
from rules.kernel.months import parse_month
from rules.tabletop.laid import LaidTable

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
