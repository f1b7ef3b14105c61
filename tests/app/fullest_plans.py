"""Fire plans as full as a document lets them be, on a ready table, with or without stands on it."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Final

from app.systems.flanders_fields.fire_plan_checks import by_itself
from rules.flanders_fields.fire_plan import (
    BarrageLine,
    BombardmentLine,
    GasLine,
    Halt,
    Reference,
    ShiftLine,
    SosLine,
    WeaponLine,
    WorkLine,
    WrittenFor,
    WrittenPlan,
)
from rules.flanders_fields.game.map_facts.board import FieldStand
from rules.flanders_fields.game.plan_drafts import Against, findings
from rules.flanders_fields.gas_clouds import Delivery, GasKind
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import Nation, Side, UnitClass, Work
from rules.tabletop.stands import Pose, Rectangle, Spot, StandingBase
from tests.systems import ready_tables

KINDS: Final = (
    UnitClass.FIELD_GUN,
    UnitClass.HEAVY_ARTILLERY,
    UnitClass.MACHINE_GUN,
    UnitClass.MEDIUM_MORTAR,
    UnitClass.SUPER_HEAVY_ARTILLERY,
)
MONTHS: Final = {"somme-1916": "1916-07", "cambrai-1917": "1917-11"}


def fullest(scenario: str, side: Side, share: float = 1.0) -> WrittenPlan:
    """A plan with this share of the most lines of every sort, its points anywhere on the scenario's table."""
    chance, table = Random(18), ready_tables()[scenario].table

    def many(most: int) -> range:
        return range(int(most * share))

    def point() -> Reference:
        return Reference(chance.randrange(0, table.width_mm, 10), chance.randrange(0, table.depth_mm, 10))

    def weapon() -> str:
        return f"w{chance.randrange(int(60 * share))}"

    def barrage(number: int) -> BarrageLine:
        start = chance.randrange(100, table.depth_mm // 2, 10)
        halts = tuple(Halt(up_mm=start + 150 * step) for step in many(20))
        leads = tuple(chance.randrange(-300, 300, 10) for _ in many(40))
        back = tuple(20 + 2 * step for step in many(20))
        return BarrageLine(
            id=f"r{number}", start_mm=start, speed_mm=150, turns=99, halts=halts, leads_mm=leads, back=back
        )

    return WrittenPlan(
        name="Much",
        side=side,
        written_for=WrittenFor(
            width_mm=table.width_mm,
            depth_mm=table.depth_mm,
            scenario=scenario,
            month=MONTHS[scenario],
            nation=Nation.BRITISH if side is Side.ATTACKER else Nation.GERMAN,
        ),
        weapons=tuple(
            WeaponLine(id=f"w{n}", name=f"W {n}", kind=KINDS[n % len(KINDS)], unit=f"of w{n}", at=point())
            for n in many(60)
        ),
        shifts=tuple(ShiftLine(id=f"s{n}", weapon=weapon(), turn=chance.randint(1, 9), at=point()) for n in many(150)),
        bombardments=tuple(
            BombardmentLine(id=f"b{n}", weapon=weapon(), turn=chance.randint(1, 12), at=point()) for n in many(250)
        ),
        barrages=tuple(barrage(n) for n in many(6)),
        gas=tuple(
            GasLine(
                id=f"g{n}",
                kind=GasKind.OFFENSIVE,
                delivery=chance.choice(tuple(Delivery)),
                turn=chance.randint(1, 9),
                at=point(),
                wind_deg=chance.randrange(0, 360, 15),
            )
            for n in many(30)
        ),
        works=tuple(WorkLine(id=f"k{n}", name=f"K {n}", work=Work.TRENCH) for n in many(60)),
        sos_points=tuple(SosLine(id=f"p{n}", weapon=weapon(), at=point()) for n in many(60)),
    )


def held_against(plan: WrittenPlan, platoons: int = 0) -> tuple[Against, RuleBook]:
    """What it is held against: its practice table; with platoons of its own, and then its weapons, set up there."""
    told = by_itself(plan)
    assert told
    against, book = told
    assert against.field
    if not platoons:
        return told
    chance, table = Random(platoons), against.field.table

    def stand(number: int, unit: str, kind: UnitClass) -> FieldStand:
        up = chance.randrange(20, table.depth_mm // 3)
        spot = Spot(
            chance.randrange(20, table.width_mm - 20), up if plan.side is Side.ATTACKER else table.depth_mm - up
        )
        shape = Rectangle(30, 15) if kind is UnitClass.RIFLE_COMPANY else Rectangle(40, 60)
        pose = Pose(spot, chance.choice((0, 17, 180)))
        return FieldStand(
            name=f"S {number}", stand=StandingBase(shape, pose), side=plan.side, unit=unit, unit_class=kind
        )

    men = {f"m{n}": stand(n, f"company {n // 4}", UnitClass.RIFLE_COMPANY) for n in range(platoons)}
    guns = {f"of {one.id}": stand(n, one.unit, one.kind) for n, one in enumerate(plan.weapons)}
    return replace(against, field=replace(against.field, stands={**men, **guns})), book


def checked_at_a_save(scenario: str, side: Side, platoons: int, share: float = 1.0) -> Callable[[], None]:
    """The fullest plan held against the ground, with this share of its lines and of the platoons that stand there.

    Once only: a second time it would find there what the first has worked out.
    """
    plan = fullest(scenario, side, share)
    against, book = held_against(plan, round(platoons * share))

    def check() -> None:
        assert len(findings(plan, against, book)) > 100 * share

    return check
