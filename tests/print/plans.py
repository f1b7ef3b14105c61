"""Fire plans to print: one with every sort of line, one with the longest names and notes there may be."""

from dataclasses import replace

from rules.flanders_fields.fire_plan import (
    LONGEST_NOTES,
    Allowed,
    BarrageLine,
    BombardmentLine,
    Duty,
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
from rules.flanders_fields.gas_clouds import Delivery, GasKind
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import Nation, Side, UnitClass, Work
from rules.kernel.months import parse_month

LATE = RuleBook.for_game(parse_month("1918-03"))


def weapon(of: str, name: str, kind: UnitClass, at: tuple[int, int] | None, duty: Duty = Duty.REGIMENTAL) -> WeaponLine:
    return WeaponLine(id=of, name=name, kind=kind, duty=duty, at=Reference(*at) if at else None, where="the mill")


FULL = WrittenPlan(
    name="Before dawn",
    side=Side.ATTACKER,
    written_for=WrittenFor(scenario="michael-1918", month="1918-03", nation=Nation.GERMAN, regiments=2),
    weapons=(
        weapon("m", "17 cm Minenwerfer", UnitClass.MEDIUM_MORTAR, (600, 700)),
        weapon("h", "25 cm Minenwerfer", UnitClass.HEAVY_MORTAR, (450, 720)),
        weapon("s1", "77 mm, 4th Battery", UnitClass.FIELD_GUN, (560, 1100), Duty.SUPERIMPOSED),
        weapon("s2", "150 mm howitzers", UnitClass.HEAVY_ARTILLERY, (820, 1240), Duty.SUPERIMPOSED),
        weapon("b1", "77 mm, 1st Battery", UnitClass.FIELD_GUN, (300, 950)),
        weapon("b2", "105 mm howitzers", UnitClass.FIELD_HOWITZER, None),
    ),
    shifts=(
        ShiftLine(id="sh1", weapon="s1", turn=4, at=Reference(560, 1350), where="the reserve line"),
        ShiftLine(id="sh2", weapon="b1", turn=3, at=Reference(330, 1300)),
    ),
    bombardments=(
        BombardmentLine(id="f1", weapon="s2", turn=1, at=Reference(820, 1240), where="the sunken lane"),
        BombardmentLine(id="f2", weapon="s2", turn=2, at=Reference(900, 1400)),
    ),
    barrages=(
        BarrageLine(
            id="bar",
            name="The fire waltz",
            start_mm=550,
            speed_mm=200,
            turns=6,
            halts=(Halt(up_mm=950, turns=1),),
            leads_mm=(0, 100, 100, -50),
            hurricane=True,
            note="Follow it closely",
        ),
    ),
    gas=(
        GasLine(
            id="g1", kind=GasKind.OFFENSIVE, delivery=Delivery.ARTILLERY, turn=1, at=Reference(900, 1050), wind_deg=330
        ),
        GasLine(
            id="g2", kind=GasKind.DENYING, delivery=Delivery.ARTILLERY, turn=3, at=Reference(250, 1500), wind_deg=0
        ),
    ),
    works=(
        WorkLine(id="w1", name="Redan", work=Work.STRONG_POINT, turn=1),
        WorkLine(id="w2", name="Support trench", work=Work.TRENCH, turn=2),
    ),
    sos_points=(SosLine(id="p1", weapon="b1", at=Reference(400, 640), where="the wood’s edge"),),
    air_missions=2,
    notes="Smoke at the mill is ours.\nNobody crosses the lane before the second lift.",
    allowed=(Allowed(finding="the 150 mm beyond the table", because="agreed over tea"),),
)
DEFENDING = WrittenPlan(
    name="Hold the line",
    side=Side.DEFENDER,
    written_for=WrittenFor(month="1918-03", nation=Nation.BRITISH, regiments=1),
    weapons=(
        weapon("d1", "18-pounder, 1st Battery", UnitClass.FIELD_GUN, (640, 1200), Duty.DIVISIONAL),
        weapon("d2", "18-pounder, 2nd Battery", UnitClass.FIELD_GUN, (300, 900), Duty.DIVISIONAL),
    ),
    sos_points=(SosLine(id="p", at=Reference(700, 800), where="the wire"),),
)
LONG = replace(
    FULL,
    name="#panic() *x* 🎺 " + "N" * 60,
    weapons=tuple(weapon(f"w{n}", "W" * 80, UnitClass.FIELD_GUN, (20 * n, 20 * n)) for n in range(24)),
    shifts=tuple(ShiftLine(id=f"sh{n}", weapon=f"w{n % 24}", turn=n % 9 + 1, at=Reference(n, n)) for n in range(20)),
    bombardments=(),
    sos_points=(),
    notes="n" * LONGEST_NOTES,
)
