"""What a plan shows on the map in a turn, worked out by hand from the book: squares, bands, clouds, strays."""

from dataclasses import replace
from typing import Any, Final

from app.maps.layers import Overlay
from app.systems.flanders_fields.pages.fire_plan_map import (
    Seen,
    grips,
    known_stands,
    laid_over,
    reach_of_it,
    reach_words,
)
from app.systems.flanders_fields.pages.fire_plan_sheet import (
    clash_ground,
    clash_signs,
    clashes_of,
    clashes_told,
    sections,
    timetable_rows,
)
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
    WrittenPlan,
    advice,
    warning,
)
from rules.flanders_fields.game.map_facts.board import Field, FieldStand
from rules.flanders_fields.gas_clouds import Delivery, GasKind
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import Firer, Side, UnitClass, Work
from rules.kernel.months import parse_month
from rules.tabletop.stands import Pose, Rectangle, Spot, StandingBase
from rules.tabletop.terrain import Area, AreaKind, Table
from tests.survey.scenes import book

LATE: Final = RuleBook.for_game(parse_month("1918-03"))
EARLY: Final = RuleBook.for_game(parse_month("1914-09"))
TABLE: Final = Table(1200, 1800)
GUN: Final = WeaponLine(id="gun", name="18-pounders", kind=UnitClass.FIELD_GUN, at=Reference(560, 600))
MORTAR: Final = WeaponLine(id="mortar", name="2 inch", kind=UnitClass.MEDIUM_MORTAR, at=Reference(300, 400))


def seen(turn: int = 0, line: str = "", side: Side = Side.ATTACKER, book: RuleBook = LATE, **lines: Any) -> Seen:
    plan = WrittenPlan(name="Ours", side=side, **lines)
    return Seen(plan, TABLE, book, turn=turn, line=line, across=side is Side.DEFENDER)


def of_kind(of: Seen, kind: str) -> list[Overlay]:
    return [one for one in laid_over(of) if kind in one.kind.split()]


def box(overlay: Overlay) -> tuple[int, int, int, int]:
    """From where to where it lies: along from and to, up from and to, in mm of the table."""
    spots = [spot for line in (*overlay.areas, *overlay.lines) for spot in line]
    xs, ys = [spot.x_mm for spot in spots], [spot.y_mm for spot in spots]
    return min(xs), max(xs), min(ys), max(ys)


def test_a_batterys_square_is_10_by_10_and_a_medium_mortars_4_by_4() -> None:
    """FF-ART-23, FF-MTR-09: both about the point."""
    squares = of_kind(seen(weapons=(GUN, MORTAR)), "point")
    assert [box(one) for one in squares] == [(510, 610, 550, 650), (280, 320, 380, 420)]


def test_the_defenders_references_run_from_his_own_corner() -> None:
    """FF-FPL-27, -28: German 64, 120 is British 56, 60 on a table of 120 by 180."""
    gun = WeaponLine(id="gun", name="77 mm", kind=UnitClass.FIELD_GUN, at=Reference(640, 1200))
    theirs = seen(side=Side.DEFENDER, weapons=(gun,))
    assert box(of_kind(theirs, "point")[0]) == (510, 610, 550, 650)
    assert [(one.of, one.spot, one.label) for one in grips(theirs)] == [("gun", Spot(560, 600), "1")]


def test_a_planned_move_takes_the_point_along_from_its_turn_on() -> None:
    """FF-FPL-06; the counter stays that of the weapon, and holds the line that has put it there."""
    move = ShiftLine(id="move", weapon="gun", turn=3, at=Reference(700, 900))
    held = [[(one.of, one.label) for one in grips(seen(turn, weapons=(GUN,), shifts=(move,)))] for turn in (2, 3)]
    assert held == [[("gun", "1")], [("move", "1")]]
    assert box(of_kind(seen(3, weapons=(GUN,), shifts=(move,)), "point")[0]) == (650, 750, 850, 950)
    assert box(of_kind(seen(weapons=(GUN,), shifts=(move,)), "move")[0]) == (560, 700, 600, 900)


def test_unobserved_fire_may_fall_up_to_12_cm_off_and_a_mortars_does_not() -> None:
    """FF-DEV-01, -04, -08: 2D6 cm at the most; only while it falls, or is in hand."""
    fire = BombardmentLine(id="fire", weapon="gun", turn=2, at=Reference(300, 900))
    now = seen(2, weapons=(GUN, MORTAR), bombardments=(fire,))
    assert [box(one) for one in of_kind(now, "ring")] == [(180, 420, 780, 1020)]
    assert [box(one) for one in of_kind(now, "fire")] == [(250, 350, 850, 950)]
    assert of_kind(seen(1, weapons=(GUN,), bombardments=(fire,)), "ring") == []
    assert of_kind(seen(line="mortar", weapons=(MORTAR,)), "ring") == []
    assert len(of_kind(seen(line="gun", weapons=(GUN,)), "ring")) == 1


def test_a_barrage_with_a_halt_turn_by_turn() -> None:
    """FF-FPL-13 to -17, FF-BAR-T3: 20 cm deep, 20 a turn from turn 2, a halt of one turn at 70; the strip is 6 cm."""
    line = BarrageLine(id="r", start_mm=500, turns=5, halts=(Halt(up_mm=700),))
    rows = [row.barrage for row in timetable_rows(seen(barrages=(line,)))]
    assert rows == ["50 to 70", "70 to 90", "70 to 90, halt", "90 to 110", "110 to 130", "lifts and ends"]
    third = seen(3, barrages=(line,))
    assert box(of_kind(third, "band")[0]) == (0, 1200, 700, 900)
    assert box(of_kind(third, "danger")[0]) == (0, 1200, 640, 700)
    assert of_kind(seen(6, barrages=(line,)), "band") == []
    assert of_kind(seen(0, barrages=(line,)), "band") == []


def test_a_barrage_that_cannot_be_is_a_line_to_be_moved() -> None:
    """FF-BAR-01: nobody has one in 1914; what is drawn can still be taken hold of."""
    early = seen(2, line="r", book=EARLY, barrages=(BarrageLine(id="r", start_mm=500),))
    assert of_kind(early, "band") == []
    assert box(of_kind(early, "turn")[0]) == (0, 1200, 500, 500)
    assert [one.part for one in grips(early)] == ["start", "lead0", "lead1", "lead2", "lead3"]
    assert [row.barrage for row in timetable_rows(early)] == [""] * 6


def test_gas_comes_on_its_point_and_goes_with_its_wind() -> None:
    """FF-FPL-09: the attacker's cloud is 20 by 10; the speed is written as 20 cm, straight ahead."""
    told = {"kind": GasKind.OFFENSIVE, "delivery": Delivery.ARTILLERY, "turn": 2, "at": Reference(600, 800)}
    line = GasLine(id="g", wind_deg=0, speed_mm=200, **told)  # type: ignore[arg-type]
    first = of_kind(seen(2, gas=(line,)), "gas")
    assert [box(one) for one in first if "later" not in one.kind] == [(500, 700, 950, 1050)]
    assert [row.gas for row in timetable_rows(seen(gas=(line,)))][:3] == ["", "G1 60, 80 to 60, 100", "G1 to 60, 120"]
    still = GasLine(id="g", **told)  # type: ignore[arg-type]
    assert [row.gas for row in timetable_rows(seen(gas=(still,)))][:3] == ["", "G1 60, 80", ""]
    assert [box(one) for one in of_kind(seen(2, gas=(line,)), "ring")] == [(480, 720, 680, 920)]
    assert of_kind(seen(2, book=EARLY, gas=(line,)), "gas") == []


def test_sos_areas_lie_10_by_5_and_works_are_found_by_their_names() -> None:
    """FF-FPL-21; the name of a work is compared without its blanks and capitals."""
    sos = SosLine(id="s", at=Reference(600, 700))
    theirs = seen(side=Side.DEFENDER, sos_points=(sos,))
    assert box(of_kind(theirs, "sos")[0]) == (550, 650, 1075, 1125)
    redan = Area("redan", "The Redan", AreaKind.STRONG_POINT, (Spot(100, 100), Spot(200, 100), Spot(200, 200)))
    plan = WrittenPlan(
        name="Ours", side=Side.ATTACKER, works=(WorkLine(id="w", name="the  redan", work=Work.STRONG_POINT, turn=2),)
    )
    on = [of_kind(Seen(plan, Table(1200, 1800, (redan,)), LATE, turn=turn), "work") for turn in (1, 2)]
    assert [len(one) for one in on] == [0, 1]


def test_a_clash_is_marked_in_its_turn_and_before_the_first_with_all_others() -> None:
    """Its ground, cut to the table, and a sign on it with what its line is called; what has no place has no mark."""
    square = ((0.0, 900.0), (0.0, 1000.0), (100.0, 1000.0), (100.0, 900.0))
    off = tuple((x - 50, y) for x, y in square)
    findings = (
        warning("FF-ART-28", "In turn 3", "elsewhere").of("gun").on(3, square),
        advice("FF-GAS-19", "In turn 2", "elsewhere").of("g").on(2, off),
        advice("FF-FPL-05", "Nowhere", "name one").of("gun"),
    )
    gas = GasLine(id="g", turn=2, at=Reference(600, 800))
    by_turn = {}
    for turn in (0, 1, 2, 3):
        now = seen(turn, weapons=(GUN,), gas=(gas,))
        told = clashes_of(now, findings)
        signs = [(one.label, one.spot, one.moves) for one in clash_signs(now, told)]
        assert [one.of for one in clash_signs(now, told)] == [one.id for one in told if turn in (0, one.turn)]
        by_turn[turn] = signs, [box(one) for one in clash_ground(now, told)]
    second = [("G1", Spot(25, 950), False)], [(0, 50, 900, 1000)]
    third = [("1", Spot(50, 950), False)], [(0, 100, 900, 1000)]
    assert by_turn == {0: (second[0] + third[0], second[1] + third[1]), 1: ([], []), 2: second, 3: third}
    listed = clashes_told(seen(weapons=(GUN,), gas=(gas,)), clashes_of(seen(weapons=(GUN,), gas=(gas,)), findings))
    assert (listed["many"], listed["now"]) == ({2: 1, 3: 1}, [])


def test_the_slider_reaches_the_turn_of_the_last_clash() -> None:
    """A plan that does nothing after turn 5 is looked at for six turns, or until the checks have nothing to say."""
    plan = WrittenPlan(name="Ours", side=Side.ATTACKER)
    assert [Seen(plan, TABLE, LATE, until=until).last for until in (0, 8)] == [6, 8]


def test_the_sheet_offers_each_side_what_it_can_have() -> None:
    """FF-FPL-21, FF-BAR-03, FF-FPL-19: SOS points are the defender's, barrages and hurricanes the attacker's."""
    lists = [[part["list"] for part in sections(seen(side=side), ())] for side in Side]
    assert lists == [
        ["weapons", "shifts", "bombardments", "barrages", "gas", "works"],
        ["weapons", "shifts", "bombardments", "gas", "sos_points"],
    ]


def test_the_planner_sees_whom_its_side_knows_and_what_the_mortar_in_hand_reaches() -> None:
    """FF-ARC-04, FF-RNG-06: straight ahead, 5 cm more than its base on each side, from 10 to 100 cm."""
    base = StandingBase(Rectangle(20, 20), Pose(Spot(600, 200), 0))
    told = {"unit_class": UnitClass.MEDIUM_MORTAR, "firer": Firer.MEDIUM_MORTAR, "unit": "m1"}
    there = FieldStand(name="2 inch, Brigade", stand=base, side=Side.ATTACKER, **told)  # type: ignore[arg-type]
    known = Field(TABLE, {"m": there}, nations={Side.ATTACKER: "british"})
    mortar = replace(MORTAR, unit="m1")
    now = replace(seen(line="mortar", weapons=(mortar, GUN)), known=known)
    assert [(one.id, one.nation, one.label, one.moves) for one in known_stands(now)] == [
        ("m", "british", "2 inch", False)
    ]
    by_kind = {one.kind: box(one) for one in reach_of_it(now)}
    assert by_kind == {"arc": (540, 660, 310, 1210), "near": (490, 710, 90, 310)}
    assert reach_words(now) == "Its point: from 10 cm to 100 cm from it, in its arc; as it is drawn."
    unplaced = replace(now, known=None)
    assert (list(reach_of_it(unplaced)), list(known_stands(unplaced))) == ([], [])
    assert reach_words(unplaced).endswith("; measured once it stands on the map.")
    assert "anywhere on the table" in reach_words(replace(now, line="gun"))


def test_a_machine_gun_is_drawn_as_far_as_it_fires_indirectly() -> None:
    """AMB-330: from its front at 21 cm 70 cm up the table, by house rule 140; it opens by 45 degrees to both edges."""
    base = StandingBase(Rectangle(20, 20), Pose(Spot(600, 200), 0))
    told = {"unit_class": UnitClass.MACHINE_GUN, "firer": Firer.MACHINE_GUN, "unit": "v1"}
    there = FieldStand(name="Vickers", stand=base, side=Side.ATTACKER, **told)  # type: ignore[arg-type]
    known = Field(TABLE, {"v": there}, nations={Side.ATTACKER: "british"})
    vickers = WeaponLine(id="v", name="Vickers", kind=UnitClass.MACHINE_GUN, unit="v1")
    for rules, far in ((LATE, 910), (book("1918-03", AMB_330="range_140"), 1610)):
        (arc,) = reach_of_it(replace(seen(line="v", book=rules, weapons=(vickers,)), known=known))
        assert box(arc) == (0, 1200, 210, far)
