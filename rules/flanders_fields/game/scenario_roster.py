"""Roster of a scenario: read its file, and raise the units and stands of both sides."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from operator import attrgetter
from pathlib import Path

from rules.flanders_fields.artillery import SuperimposedFacts
from rules.flanders_fields.game.order_of_battle import BattalionPlan, RegimentPlan, read_division, read_regiment
from rules.flanders_fields.game.setup.scenario import (
    Scenario,
    WonBy,
    allowed_of,
    arrivals_of,
    check_superimposed,
    settled_by,
    settled_lines,
    zones_of,
)
from rules.flanders_fields.game.setup.scenario_plans import planned_gas, planned_missions, read_plan, together
from rules.flanders_fields.game.stand_types import TRAVELS_AS
from rules.flanders_fields.game.state.fire_plan import FirePlan, Missions, PlannedGas
from rules.flanders_fields.game.state.game import Battalion, Regiment, SideFacts, Stand, Unit
from rules.flanders_fields.game.state.placement import Zone
from rules.flanders_fields.game.state.setup import Arrival, PlanAllowed
from rules.flanders_fields.ruleset import DATA, SOURCES, RuleBook
from rules.flanders_fields.shelters import FACES
from rules.flanders_fields.vocabulary import Carriage, Level, Quality, Side, UnitClass
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.months import BadMonth, parse_month
from rules.kernel.toml_reader import Reader, read_toml

ORDINALS = {1: "st", 2: "nd", 3: "rd"}


@dataclass(frozen=True, slots=True)
class _Planned:
    """What a side has planned before the game, the division over it, and what the scenario settles for it."""

    division: RegimentPlan | None
    plan: FirePlan
    gas: tuple[PlannedGas, ...]
    missions: tuple[Missions, ...]
    zones: tuple[Zone, ...]
    arrivals: tuple[Arrival, ...]
    allowed: tuple[PlanAllowed, ...]


@dataclass(frozen=True, slots=True)
class OrderOfBattle:
    """Everything that stands, or waits beside, the table."""

    regiments: tuple[Regiment, ...]
    battalions: tuple[Battalion, ...]
    units: tuple[Unit, ...]
    stands: tuple[Stand, ...]


@lru_cache(maxsize=1)
def scenarios() -> Mapping[str, Scenario]:
    """Every scenario that can be played, by id, the earliest first. Raises BadData for a file not to be trusted."""
    found = (_scenario(path) for path in (DATA / "scenarios").glob("*.toml"))
    return {scenario.id: scenario for scenario in sorted(found, key=attrgetter("date"))}


def _scenario(path: Path) -> Scenario:
    return read_scenario(read_toml(path))


def read_scenario(file: Reader) -> Scenario:
    """A scenario from its file. Raises BadData for what cannot be played."""
    date = file.text("date")
    try:
        book = RuleBook.for_game(parse_month(date))
    except BadMonth as wrong:
        raise file.wrong("date", f"is {date!r} ({wrong})", "write a month of the war, such as 1917-11") from None
    sides = tuple(_side(entry, book) for entry in file.tables("side"))
    settled = settled_by(
        file,
        zones=tuple(one for _, _, planned in sides for one in planned.zones),
        arrivals=tuple(one for _, _, planned in sides for one in planned.arrivals),
        plans=tuple(one for _, _, planned in sides for one in planned.allowed),
    )
    names = {facts.side: facts.name for facts, _, _ in sides}
    situation, special_rules = file.texts("briefing"), file.texts("rules", ())
    origin = file.text("origin", "")
    scenario = Scenario(
        id=file.text("id"),
        title=file.text("title"),
        subtitle=file.text("subtitle"),
        clause=file.text("clause", ""),
        date=date,
        briefing=(
            *situation,
            *special_rules,
            *settled_lines(settled, names),
            *((origin,) if origin else ()),
        ),
        specimen_game=file.word("special_rules", {"specimen": True, "national": False}),
        veterans=file.whole("veterans"),
        sides=tuple(facts for facts, _, _ in sides),
        plan=together(tuple(fires.plan for _, _, fires in sides)),
        regiments={facts.side: plans for facts, plans, _ in sides},
        gas=tuple(attack for _, _, fires in sides for attack in fires.gas),
        missions=tuple(one for _, _, fires in sides for one in fires.missions),
        divisions={facts.side: fires.division for facts, _, fires in sides if fires.division},
        settled=settled,
        situation=situation,
        special_rules=special_rules,
        origin=origin,
        won_by=file.word("won_by", {one.value: one for one in WonBy}, WonBy.POINTS.value),
        silenced=file.texts("silenced", ()),
    )
    _sourced(file)
    file.close()
    return scenario


def _sourced(reader: Reader) -> None:
    for written in reader.texts("source"):
        SOURCES.parse(written)


def _side(entry: Reader, book: RuleBook) -> tuple[SideFacts, tuple[RegimentPlan, ...], _Planned]:
    facts = SideFacts(
        entry.word("role", {side.value: side for side in Side}),
        entry.text("nation"),
        entry.text("name"),
        entry.text("letter"),
        entry.text("regiment_word"),
    )
    plans = tuple(read_regiment(regiment) for regiment in entry.tables("regiment"))
    side = facts.side
    division = next((read_division(one) for one in entry.tables("division", ())), None)
    entire = entry.word("entire_division", {"yes": True, "no": False}, "no") or division is not None
    everybody = (*plans, division) if division else plans
    allowed = SuperimposedFacts(regiments=len(plans), entire_division=entire, side=side)
    check_superimposed(entry, allowed, [kind for plan in everybody for kind in _over_the_barrage(plan)], book)
    fires = read_plan(entry, side, _weapons(everybody), book)
    waiting = frozenset(one for plan in plans for one in plan.off_table)
    planned = _Planned(
        division,
        fires,
        planned_gas(entry, side),
        planned_missions(entry, side),
        zones=tuple(zones_of(entry, side)),
        arrivals=tuple(arrivals_of(entry, side, waiting)),
        allowed=tuple(allowed_of(entry, side)),
    )
    _sourced(entry)
    entry.close()
    return facts, plans, planned


def _over_the_barrage(plan: RegimentPlan) -> Iterator[UnitClass]:
    return (kind for name, kind in plan.batteries if name in plan.superimposed)


def _weapons(plans: tuple[RegimentPlan, ...]) -> Mapping[str, str]:
    """The units of a side that its plan may name: its batteries and what is attached, by their names."""
    own = (unit for plan in plans for unit in (*_batteries(plan, Side.ATTACKER), *_every_attached(plan)))
    return {unit.name: unit.id for unit in own}


def _every_attached(plan: RegimentPlan) -> Iterator[Unit]:
    for to in range(len(plan.battalions) + 1):
        yield from _attached_units(plan, Side.ATTACKER, to)


def muster(scenario: Scenario, veterans: tuple[str, ...]) -> OrderOfBattle:
    """The whole force of a scenario; `veterans` names the Veteran battalions where the player chooses (GAP-99)."""
    raised = [_raise(plan, side, veterans) for side, plans in scenario.regiments.items() for plan in plans]
    raised.extend(_raise(plan, side, ()) for side, plan in scenario.divisions.items())
    return OrderOfBattle(
        tuple(regiment for force in raised for regiment in force.regiments),
        tuple(battalion for force in raised for battalion in force.battalions),
        tuple(unit for force in raised for unit in force.units),
        tuple(stand for force in raised for stand in force.stands),
    )


def _raise(plan: RegimentPlan, side: Side, veterans: tuple[str, ...]) -> OrderOfBattle:
    units: list[Unit] = [*_batteries(plan, side), *_attached_units(plan, side, 0)]
    battalions: list[Battalion] = []
    stands = [Stand(f"{plan.id}.hq", "", plan.commander, side, figures=plan.figures)]
    for number in range(1, len(plan.battalions) + 1):
        own = tuple(_battalion_units(plan, side, number))
        battalions.append(_battalion(plan, side, number, own, veterans))
        stands.append(_commanding(plan.battalions[number - 1], battalions[-1]))
        units.extend(own)
    words = {unit.name: unit.stand_word for unit in plan.attached}
    stands.extend(stand for unit in units for stand in _stands_of(unit, words.get(unit.name, "Platoon")))
    regiment = Regiment(
        plan.id,
        plan.name,
        side,
        f"{plan.id}.hq",
        tuple(battalion.id for battalion in battalions),
        tuple(unit.id for unit in units if unit.level is Level.REGIMENTAL),
        division=plan.division,
    )
    return OrderOfBattle((regiment,), tuple(battalions), tuple(units), tuple(stands))


def _commanding(plan: BattalionPlan, battalion: Battalion) -> Stand:
    name = plan.commander or f"Commander, {battalion.name}"
    return Stand(battalion.commander, "", name, battalion.side, figures=plan.figures)


def _battalion(
    plan: RegimentPlan, side: Side, number: int, units: tuple[Unit, ...], veterans: tuple[str, ...]
) -> Battalion:
    own_id, found = f"{plan.id}.{number}", plan.battalions[number - 1]
    grade = found.quality
    if veterans and any(one.quality is Quality.VETERAN for one in plan.battalions):
        grade = Quality.VETERAN if own_id in veterans else Quality.EXPERIENCED
    return Battalion(
        own_id,
        found.name,
        side,
        plan.id,
        grade,
        f"{own_id}.hq",
        tuple(unit.id for unit in units),
        started=sum(platoons for _, platoons in found.companies) + _companies_attached(plan, number),
        on_table=own_id not in plan.off_table,
        storm=found.storm,
    )


def _battalion_units(plan: RegimentPlan, side: Side, number: int) -> Iterator[Unit]:
    of, battalion = f"{plan.id}.{number}", plan.battalions[number - 1]
    guns = len(battalion.machine_guns)
    companies = battalion.gun_companies or (guns if guns > 1 else 0,) * guns
    for gun, name in enumerate(battalion.machine_guns, 1):
        own_id = f"{of}.mg{gun}"
        carriage = _stands_as(plan, UnitClass.MACHINE_GUN)
        one = Unit(own_id, name, side, UnitClass.MACHINE_GUN, Level.BATTALION, of, (own_id,), carriage)
        yield replace(one, company_guns=companies[gun - 1])
    for company, (name, platoons) in enumerate(battalion.companies, 1):
        own_id = f"{of}.c{company}"
        stands = tuple(f"{own_id}.p{platoon}" for platoon in range(1, platoons + 1))
        yield Unit(own_id, name, side, UnitClass.RIFLE_COMPANY, Level.BATTALION, of, stands)
    yield from _attached_units(plan, side, number)


def _companies_attached(plan: RegimentPlan, to: int) -> int:
    """The platoons of rifle companies that serve with a battalion: they count in its morale (GAP-49)."""
    return sum(one.stands for one in plan.attached if one.to == to and one.kind is UnitClass.RIFLE_COMPANY)


def _attached_units(plan: RegimentPlan, side: Side, to: int) -> Iterator[Unit]:
    """What is attached to one of its battalions, or (0) to the regiment itself."""
    level, of = (Level.BATTALION, f"{plan.id}.{to}") if to else (Level.REGIMENTAL, plan.id)
    for number, unit in enumerate((one for one in plan.attached if one.to == to), 1):
        own_id = f"{of}.x{number}"
        stands = tuple(f"{own_id}.p{n}" for n in range(1, unit.stands + 1)) if unit.stands > 1 else (own_id,)
        carriage = _stands_as(plan, unit.kind)
        one = Unit(own_id, unit.name, side, unit.kind, level, of, stands, carriage)
        grade = unit.quality or (Quality.VETERAN if unit.storm else None)
        yield replace(one, type=unit.type, quality=grade, storm=unit.storm, company_guns=unit.company_guns)


def _stands_as(plan: RegimentPlan, kind: UnitClass) -> Carriage:
    """How a weapon begins: in action, or as it travels; NONE for what has nothing to pack."""
    travels = TRAVELS_AS.get(kind, Carriage.NONE)
    return Carriage.READY if plan.in_action and travels is not Carriage.NONE else travels


def _batteries(plan: RegimentPlan, side: Side) -> Iterator[Unit]:
    for number, (name, kind) in enumerate(plan.batteries, 1):
        own_id = f"{plan.id}.b{number}"
        here = name not in plan.behind_the_table
        carriage = _stands_as(plan, kind) if here else Carriage.NONE
        over = name in plan.superimposed
        unit = Unit(own_id, name, side, kind, Level.REGIMENTAL, plan.id, (own_id,), carriage, on_table=here)
        yield replace(unit, superimposed=over)


def _stands_of(unit: Unit, word: str) -> Iterator[Stand]:
    if len(unit.stands) == 1:
        faces = tuple(0 for _ in FACES) if unit.kind is UnitClass.BLOCK_HOUSE else ()
        yield Stand(unit.stands[0], unit.id, unit.name, unit.side, faces=faces)
        return
    for number, stand in enumerate(unit.stands, 1):
        yield Stand(stand, unit.id, f"{_ordinal(number)} {word}", unit.side)


def _ordinal(number: int) -> str:
    return f"{number}{ORDINALS.get(number, 'th')}"
