"""Scenario made from two forces: their formations as an order of battle (FF-FOR, FF-TOE)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from itertools import chain

from rules.flanders_fields.army_lists import STANDING, FormationPart, PartSort, organisation
from rules.flanders_fields.force_totals import on_stand_of
from rules.flanders_fields.forces import Element, Force, NotThere, grade_of, part_of, serves_with
from rules.flanders_fields.game.order_of_battle import AttachedPlan, BattalionPlan, RegimentPlan
from rules.flanders_fields.game.setup.scenario import Scenario
from rules.flanders_fields.game.state.fire_plan import FirePlan
from rules.flanders_fields.game.state.game import SideFacts
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import (
    ARTILLERY,
    HEAVIER_MORTARS,
    MORTARS,
    ArmyList,
    PartKey,
    Quality,
    Side,
    UnitClass,
)
from rules.kernel.frozen_dataclasses import dataclass

OWN_FORCES = "own-forces"
"""The id of a scenario that was made from forces."""
SINGLY = ARTILLERY | MORTARS | {UnitClass.MACHINE_GUN, UnitClass.TANK, UnitClass.ARMOURED_CAR, UnitClass.BLOCK_HOUSE}
"""What is ordered model by model (FF-ORD-03); the stands of anything else act together."""
HIS_OWN = ARTILLERY | HEAVIER_MORTARS | {UnitClass.MACHINE_GUN}
"""What the commander of a division orders himself (FF-FOR-09)."""
GUN_COMPANIES = frozenset({PartKey.MACHINE_GUN_COMPANY, PartKey.MMG_COMPANY})
"""Machine guns that the tables call a company."""
PREFIXES = {Side.ATTACKER: "a", Side.DEFENDER: "d"}


@dataclass(frozen=True, slots=True)
class Brought:
    """A force as it comes to the table.

    `off_table` are the battalions that arrive later, `behind_the_table` the batteries that fire from there,
    `superimposed` those laid over the barrage, all by the ids of their elements; `in_action` whether weapons begin so,
    or as they travel.
    """

    force: Force
    off_table: frozenset[str] = frozenset()
    behind_the_table: frozenset[str] = frozenset()
    in_action: bool = True
    superimposed: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Raised:
    """A side of a scenario; `battalions` is the id each battalion of the force has in the game, by its element's.

    `units` are the ids of the units that an element becomes; those of a battalion are its own and what serves with it.
    """

    regiments: tuple[RegimentPlan, ...]
    division: RegimentPlan | None
    battalions: Mapping[str, str]
    units: Mapping[str, tuple[str, ...]]


@dataclass(slots=True)
class _Hosts:
    """What serves with whom: standing elements by the id of the formation that orders them, empty for nobody."""

    units: dict[str, list[tuple[Element, FormationPart]]] = field(default_factory=dict)
    battalions: dict[str, list[Element]] = field(default_factory=dict)

    def at(self, host: str) -> list[tuple[Element, FormationPart]]:
        return self.units.get(host, [])


def scenario_of_forces(title: str, attacker: Brought, defender: Brought, book: RuleBook) -> Scenario:
    """A scenario of two forces at a book's date, without a fire plan. Raises NotThere for one without a regiment."""
    sides = ((Side.ATTACKER, attacker), (Side.DEFENDER, defender))
    raised = {side: raise_side(brought, side, book) for side, brought in sides}
    return Scenario(
        id=OWN_FORCES,
        title=title,
        subtitle=f"{attacker.force.name} against {defender.force.name}",
        clause="",
        date=str(book.when.month),
        briefing=(),
        specimen_game=False,
        veterans=0,
        sides=tuple(_facts(side, brought.force, book) for side, brought in sides),
        plan=FirePlan(),
        regiments={side: one.regiments for side, one in raised.items()},
        gas=(),
        missions=(),
        divisions={side: one.division for side, one in raised.items() if one.division},
    )


def _facts(side: Side, force: Force, book: RuleBook) -> SideFacts:
    tables = (organisation(one.table, book) for one in force.all())
    word = next((table.regiment_word for table in tables if table.nation is force.nation), "regiment")
    name = force.nation.capitalize()
    return SideFacts(side, force.nation.value, name, name[0], word)


def raise_side(brought: Brought, side: Side, book: RuleBook) -> Raised:
    """A force as the formations of one side. Raises NotThere for one without a regiment.

    Assets in the hand of a division that has its commander are his; whatever has no commander of its own on the table
    is the first regiment's, and what only a battalion orders is its first battalion's (FF-FOR-08, FF-FOR-09).
    """
    force = brought.force
    regiments = [one for one in force.all() if part_of(one, book).sort is PartSort.REGIMENT]
    if not regiments:
        raise NotThere(f"{force.name} has no regiment or brigade", "bring at least one, with its commander")
    hosts = _hosts(force, regiments, book)
    commander = _divisional_commander(force, book)
    in_hand = hosts.at("")
    units: dict[str, tuple[str, ...]] = {}
    if commander:
        own = [(one, part) for one, part in in_hand if part.unit_class in HIS_OWN]
        in_hand = [one for one in in_hand if one not in own]
        division = _division(commander, own, brought, side, book)
        units.update(_named(f"{PREFIXES[side]}0", own, division))
    hosts.units[regiments[0].id] = [*hosts.at(regiments[0].id), *in_hand]
    names = Counter[str]()
    plans = tuple(
        _regiment(f"{PREFIXES[side]}{number}", one, hosts, brought, book, names)
        for number, one in enumerate(regiments, 1)
    )
    ids = {
        battalion.id: f"{PREFIXES[side]}{number}.{n}"
        for number, one in enumerate(regiments, 1)
        for n, battalion in enumerate(hosts.battalions.get(one.id, ()), 1)
    }
    for regiment, plan in zip(regiments, plans, strict=True):
        units.update(_named(plan.id, hosts.at(regiment.id), plan))
        for n, battalion in enumerate(hosts.battalions.get(regiment.id, ()), 1):
            units.update(_named_in_battalion(force, battalion, hosts.at(battalion.id), f"{plan.id}.{n}"))
            units[battalion.id] = tuple(one for inner in hosts.at(battalion.id) for one in units.get(inner[0].id, ()))
    return Raised(plans, division if commander else None, ids, units)


def _named(of: str, assets: Sequence[tuple[Element, FormationPart]], plan: RegimentPlan) -> dict[str, tuple[str, ...]]:
    """The ids of a formation's batteries, and of everything attached to it and to its battalions."""
    found: dict[str, tuple[str, ...]] = {}
    for number, (one, _, _) in enumerate(_batteries(assets, Counter()), 1):
        found[one.id] = (*found.get(one.id, ()), f"{of}.b{number}")
    for to in range(len(plan.battalions) + 1):
        host = f"{of}.{to}" if to else of
        for number, unit in enumerate((one for one in plan.attached if one.to == to), 1):
            found[unit.element] = (*found.get(unit.element, ()), f"{host}.x{number}")
    return found


def _named_in_battalion(
    force: Force, battalion: Element, units: Sequence[tuple[Element, FormationPart]], of: str
) -> dict[str, tuple[str, ...]]:
    """The ids of a battalion's own companies and machine guns."""
    found: dict[str, tuple[str, ...]] = {}
    own = [(one, part) for one, part in units if _is_its_own(force, one, part, battalion)]
    guns = (one for one, part in own if part.unit_class is UnitClass.MACHINE_GUN for _ in range(one.stands))
    for number, one in enumerate(guns, 1):
        found[one.id] = (*found.get(one.id, ()), f"{of}.mg{number}")
    companies = (one for one, part in own if part.unit_class is UnitClass.RIFLE_COMPANY)
    return found | {one.id: (f"{of}.c{number}",) for number, one in enumerate(companies, 1)}


def _hosts(force: Force, regiments: Sequence[Element], book: RuleBook) -> _Hosts:
    found = _Hosts()
    for one in force.all():
        part = part_of(one, book)
        host = serves_with(force, one, book)
        if part.sort is PartSort.BATTALION and not _is_tanks(one):
            over = host if host and part_of(host, book).sort is PartSort.REGIMENT else regiments[0]
            found.battalions.setdefault(over.id, []).append(one)
        elif part.sort in STANDING | {PartSort.COMPANY} and part.sort is not PartSort.COMMAND:
            found.units.setdefault(_orders(force, one, host, book), []).append((one, part))
    return found


def _is_tanks(one: Element) -> bool:
    """A tank battalion fights by its tanks: they serve whom they are attached to (FF-TOE-77, FF-TOE-80)."""
    return one.table is ArmyList.BRITISH_TANKS


def _orders(force: Force, one: Element, host: Element | None, book: RuleBook) -> str:
    """Who orders a unit: its host; the tanks of a battalion, whoever that serves with."""
    while host and _is_tanks(host):
        host = serves_with(force, host, book)
    return host.id if host else ""


def _divisional_commander(force: Force, book: RuleBook) -> Element | None:
    for one in force.all():
        if part_of(one, book).sort is PartSort.DIVISION:
            return next((inner for inner in one.inside if part_of(inner, book).sort is PartSort.COMMAND), None)
    return None


def _division(
    commander: Element, own: Sequence[tuple[Element, FormationPart]], brought: Brought, side: Side, book: RuleBook
) -> RegimentPlan:
    names = Counter[str]()
    batteries = tuple(_batteries(own, names))
    return RegimentPlan(
        id=f"{PREFIXES[side]}0",
        name=brought.force.above(commander.id)[0].name,
        commander=commander.name,
        battalions=(),
        off_table=(),
        batteries=tuple((name, kind) for _, name, kind in batteries),
        behind_the_table=tuple(name for one, name, _ in batteries if one.id in brought.behind_the_table),
        superimposed=tuple(name for one, name, _ in batteries if one.id in brought.superimposed),
        attached=tuple(chain.from_iterable(_attached(brought.force, one, part, 0) for one, part in own)),
        in_action=brought.in_action,
        division=True,
        figures=on_stand_of(commander, book),
    )


def _regiment(
    own_id: str, regiment: Element, hosts: _Hosts, brought: Brought, book: RuleBook, names: Counter[str]
) -> RegimentPlan:
    force = brought.force
    battalions = hosts.battalions.get(regiment.id, [])
    assets = hosts.at(regiment.id)
    batteries = tuple(_batteries(assets, names))
    commander, figures = _commander(regiment, book)
    attached = [
        plan for one, part in assets for plan in _attached(force, one, part, _orderer(part, 0, bool(battalions), book))
    ]
    for number, battalion in enumerate(battalions, 1):
        for one, part in hosts.at(battalion.id):
            if not _is_its_own(force, one, part, battalion):
                attached += _attached(force, one, part, _orderer(part, number, True, book), battalion)
    return RegimentPlan(
        id=own_id,
        name=regiment.name,
        commander=commander or f"Commander, {regiment.name}",
        battalions=tuple(_battalion(force, one, hosts.at(one.id), book) for one in battalions),
        off_table=tuple(f"{own_id}.{n}" for n, one in enumerate(battalions, 1) if one.id in brought.off_table),
        batteries=tuple((name, kind) for _, name, kind in batteries),
        behind_the_table=tuple(name for one, name, _ in batteries if one.id in brought.behind_the_table),
        superimposed=tuple(name for one, name, _ in batteries if one.id in brought.superimposed),
        attached=tuple(attached),
        in_action=brought.in_action,
        figures=figures,
    )


def _commander(formation: Element, book: RuleBook) -> tuple[str, int]:
    """What the commander of a formation is called and the figures on his stand; nothing where it has none."""
    found = (one for one in formation.inside if part_of(one, book).sort is PartSort.COMMAND)
    return next(((one.name, on_stand_of(one, book)) for one in found), ("", 0))


def _orderer(part: FormationPart, battalion: int, any_battalion: bool, book: RuleBook) -> int:
    """The battalion that orders a unit, 0 for the regiment (FF-TOE-06, FF-TOE-15).

    Foot, horse and light mortars are ordered by battalions only, the larger mortars by the regiment; by house rule it
    orders light ones too (GAP-11).
    """
    light = part.unit_class is UnitClass.LIGHT_MORTAR
    if light and book.behaviour("GAP-11", {"attached": False, "brigade": True}):
        return battalion
    if part.unit_class in HEAVIER_MORTARS:
        return 0
    if part.unit_class in SINGLY and not light:
        return battalion
    return battalion or int(any_battalion)


def _is_its_own(force: Force, one: Element, part: FormationPart, battalion: Element) -> bool:
    """Whether a unit is one of a battalion's own companies or machine guns, and not attached to it."""
    at_home = battalion in force.above(one.id) and not one.serves
    return at_home and part.unit_class in (UnitClass.RIFLE_COMPANY, UnitClass.MACHINE_GUN)


def _battalion(
    force: Force, battalion: Element, units: Sequence[tuple[Element, FormationPart]], book: RuleBook
) -> BattalionPlan:
    own = [(one, part) for one, part in units if _is_its_own(force, one, part, battalion)]
    guns = [one for one, part in own if part.unit_class is UnitClass.MACHINE_GUN]
    commander, figures = _commander(battalion, book)
    return BattalionPlan(
        battalion.name,
        battalion.grade or Quality.EXPERIENCED,
        tuple(name for one in guns for name in _numbered(one.name, one.stands)),
        tuple((one.name, one.stands) for one, part in own if part.unit_class is UnitClass.RIFLE_COMPANY),
        storm=battalion.table is ArmyList.GERMAN_STORM,
        commander=commander,
        figures=figures,
        gun_companies=tuple(_company_guns(one) for one in guns for _ in range(one.stands)),
    )


def _company_guns(one: Element) -> int:
    """The machine guns of a company, 0 for guns that are none (GAP-17)."""
    return one.stands if one.part in GUN_COMPANIES else 0


def _batteries(
    assets: Sequence[tuple[Element, FormationPart]], names: Counter[str]
) -> Iterator[tuple[Element, str, UnitClass]]:
    """Each stand of guns is a battery with a name of its own on its side (FF-TOE-11)."""
    for one, part in assets:
        if part.unit_class not in ARTILLERY or part.unit_class is None:
            continue
        for name in _numbered(one.name, one.stands):
            names[name] += 1
            yield one, name if names[name] == 1 else f"{name} ({names[name]})", part.unit_class


def _numbered(name: str, stands: int) -> Iterator[str]:
    yield from ((name,) if stands == 1 else (f"{name} {number}" for number in range(1, stands + 1)))


def _attached(
    force: Force, one: Element, part: FormationPart, to: int, host: Element | None = None
) -> Iterator[AttachedPlan]:
    """A unit beside companies, machine guns and the batteries of a regiment; what is ordered singly one by one."""
    kind = part.unit_class
    if kind is None or (kind in ARTILLERY and to == 0):
        return
    storm = one.table is ArmyList.GERMAN_STORM and (host is None or host.table is not ArmyList.GERMAN_STORM)
    # Crews have no grade of their own (FF-QLM-07); whatever else is attached keeps the one it came with.
    graded = kind not in SINGLY or kind is UnitClass.TANK
    grade = grade_of(force, one) if graded and (host is None or host not in force.above(one.id)) else None
    names = tuple(_numbered(one.name, one.stands)) if kind in SINGLY else (one.name,)
    for name in names:
        stands = 1 if kind in SINGLY else one.stands
        word = part.stand_word or ("Troop" if kind is UnitClass.CAVALRY else "Platoon")
        yield AttachedPlan(
            name, kind, one.type or part.type, to, stands, word, grade, storm, one.id, _company_guns(one)
        )
