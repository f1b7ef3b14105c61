"""From a scenario's file to the stands on the table."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from rules.flanders_fields.book import DATA
from rules.flanders_fields.game.state import Battalion, Regiment, SideFacts, Stand, Unit
from rules.flanders_fields.vocabulary import Carriage, Level, Quality, Side, UnitClass
from rules.kernel.sources import parse_source
from rules.kernel.strict import Reader, read_toml

LETTERS = "ABCDEFGHIJKL"
ORDINALS = {1: "st", 2: "nd", 3: "rd"}


@dataclass(frozen=True, slots=True)
class RegimentPlan:
    """A regiment as a scenario lists it."""

    id: str
    name: str
    commander: str
    battalions: tuple[str, ...]
    qualities: tuple[Quality, ...]
    off_table: tuple[str, ...]
    companies: int
    running_numbers: bool
    platoons: int
    machine_guns: int
    machine_gun_name: str
    batteries: tuple[tuple[str, UnitClass], ...]


@dataclass(frozen=True, slots=True)
class Scenario:
    """A game ready to be set up."""

    id: str
    title: str
    subtitle: str
    clause: str
    date: str
    briefing: tuple[str, ...]
    specimen_game: bool
    veterans: int
    sides: tuple[SideFacts, ...]
    regiments: Mapping[Side, tuple[RegimentPlan, ...]]


@dataclass(frozen=True, slots=True)
class Force:
    """Everything that stands, or waits beside, the table."""

    regiments: tuple[Regiment, ...]
    battalions: tuple[Battalion, ...]
    units: tuple[Unit, ...]
    stands: tuple[Stand, ...]


@lru_cache(maxsize=1)
def scenarios() -> Mapping[str, Scenario]:
    """Every scenario that can be played, by id. Raises BadData for a file that cannot be trusted."""
    found = (_scenario(path) for path in sorted((DATA / "scenarios").glob("*.toml")))
    return {scenario.id: scenario for scenario in found}


def _scenario(path: Path) -> Scenario:
    file = read_toml(path)
    sides = tuple(_side(entry) for entry in file.tables("side"))
    scenario = Scenario(
        id=file.text("id"),
        title=file.text("title"),
        subtitle=file.text("subtitle"),
        clause=file.text("clause"),
        date=file.text("date"),
        briefing=file.texts("briefing"),
        specimen_game=file.text("special_rules") == "specimen",
        veterans=file.whole("veterans"),
        sides=tuple(facts for facts, _ in sides),
        regiments={facts.side: plans for facts, plans in sides},
    )
    _sourced(file)
    file.close()
    return scenario


def _sourced(reader: Reader) -> None:
    for written in reader.texts("source"):
        parse_source(written)


def _side(entry: Reader) -> tuple[SideFacts, tuple[RegimentPlan, ...]]:
    facts = SideFacts(
        entry.word("role", {side.value: side for side in Side}),
        entry.text("nation"),
        entry.text("name"),
        entry.text("letter"),
        entry.text("regiment_word"),
    )
    plans = tuple(_plan(regiment) for regiment in entry.tables("regiment"))
    _sourced(entry)
    entry.close()
    return facts, plans


def _plan(entry: Reader) -> RegimentPlan:
    names, classes = entry.texts("batteries"), entry.texts("battery_classes")
    plan = RegimentPlan(
        id=entry.text("id"),
        name=entry.text("name"),
        commander=entry.text("commander"),
        battalions=entry.texts("battalions"),
        qualities=tuple(Quality(grade) for grade in entry.texts("qualities")),
        off_table=entry.texts("off_table", ()),
        companies=entry.whole("companies"),
        running_numbers=entry.text("company_names") == "running",
        platoons=entry.whole("platoons"),
        machine_guns=entry.whole("machine_guns"),
        machine_gun_name=entry.text("machine_gun_name"),
        batteries=tuple((name, UnitClass(kind)) for name, kind in zip(names, classes, strict=True)),
    )
    entry.close()
    if len(plan.qualities) != len(plan.battalions):
        raise entry.wrong("qualities", "does not fit the battalions", "give every battalion one grade")
    return plan


def muster(scenario: Scenario, veterans: tuple[str, ...]) -> Force:
    """The whole force of a scenario; `veterans` names the Veteran battalions where the player chooses (GAP-99)."""
    raised = [_raise(plan, side, veterans) for side, plans in scenario.regiments.items() for plan in plans]
    return Force(
        tuple(regiment for force in raised for regiment in force.regiments),
        tuple(battalion for force in raised for battalion in force.battalions),
        tuple(unit for force in raised for unit in force.units),
        tuple(stand for force in raised for stand in force.stands),
    )


def _raise(plan: RegimentPlan, side: Side, veterans: tuple[str, ...]) -> Force:
    units: list[Unit] = list(_batteries(plan, side))
    battalions: list[Battalion] = []
    stands = [Stand(f"{plan.id}.hq", "", plan.commander, side)]
    for number in range(1, len(plan.battalions) + 1):
        own = tuple(_battalion_units(plan, side, number))
        battalions.append(_battalion(plan, side, number, own, veterans))
        stands.append(Stand(battalions[-1].commander, "", f"Commander, {battalions[-1].name}", side))
        units.extend(own)
    stands.extend(stand for unit in units for stand in _stands_of(unit))
    regiment = Regiment(
        plan.id,
        plan.name,
        side,
        f"{plan.id}.hq",
        tuple(battalion.id for battalion in battalions),
        tuple(unit.id for unit in units if unit.level is Level.REGIMENTAL),
    )
    return Force((regiment,), tuple(battalions), tuple(units), tuple(stands))


def _battalion(
    plan: RegimentPlan, side: Side, number: int, units: tuple[Unit, ...], veterans: tuple[str, ...]
) -> Battalion:
    own_id = f"{plan.id}.{number}"
    grade = plan.qualities[number - 1]
    if veterans and Quality.VETERAN in plan.qualities:
        grade = Quality.VETERAN if own_id in veterans else Quality.EXPERIENCED
    return Battalion(
        own_id,
        plan.battalions[number - 1],
        side,
        plan.id,
        grade,
        f"{own_id}.hq",
        tuple(unit.id for unit in units),
        started=plan.companies * plan.platoons,
        on_table=own_id not in plan.off_table,
    )


def _battalion_units(plan: RegimentPlan, side: Side, number: int) -> Iterator[Unit]:
    of = f"{plan.id}.{number}"
    for gun in range(1, plan.machine_guns + 1):
        own_id = f"{of}.mg{gun}"
        name = plan.machine_gun_name if plan.machine_guns == 1 else f"{plan.machine_gun_name} {gun}"
        yield Unit(own_id, name, side, UnitClass.MACHINE_GUN, Level.BATTALION, of, (own_id,), Carriage.PACKED)
    for company in range(1, plan.companies + 1):
        own_id = f"{of}.c{company}"
        running = str((number - 1) * plan.companies + company)
        name = f"{running if plan.running_numbers else LETTERS[company - 1]} Company"
        stands = tuple(f"{own_id}.p{platoon}" for platoon in range(1, plan.platoons + 1))
        yield Unit(own_id, name, side, UnitClass.RIFLE_COMPANY, Level.BATTALION, of, stands)


def _batteries(plan: RegimentPlan, side: Side) -> Iterator[Unit]:
    for number, (name, kind) in enumerate(plan.batteries, 1):
        own_id = f"{plan.id}.b{number}"
        yield Unit(own_id, name, side, kind, Level.REGIMENTAL, plan.id, (own_id,), Carriage.LIMBERED)


def _stands_of(unit: Unit) -> Iterator[Stand]:
    if unit.kind is not UnitClass.RIFLE_COMPANY:
        yield Stand(unit.stands[0], unit.id, unit.name, unit.side)
        return
    for number, stand in enumerate(unit.stands, 1):
        yield Stand(stand, unit.id, f"{_ordinal(number)} Platoon", unit.side)


def _ordinal(number: int) -> str:
    return f"{number}{ORDINALS.get(number, 'th')}"
