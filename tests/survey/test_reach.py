"""Where a move may carry a stand: rates of the tables, worked by hand."""

from typing import Any

import pytest

from rules.flanders_fields.game.map_facts.board import FieldStand
from rules.flanders_fields.game.map_facts.move_paths import rates, reached
from rules.flanders_fields.vocabulary import Going, Mover, Quality, Transport
from rules.flanders_fields.wire import MEASURES
from rules.kernel.explanations import Refusal
from rules.tabletop.paths import Rates
from rules.tabletop.reachable_areas import ReachableGround
from rules.tabletop.stands import Spot
from rules.tabletop.terrain import BELT_MM, AreaKind, LaneMaker, Road
from tests.survey.scenes import FIELD_GUN, TANK, area, at, book, enemy, field, gun, path

MID_WAR = book("1916-07")
CLEARED = {LaneMaker.ENGINEERS, LaneMaker.GRAPNEL, LaneMaker.PLANNED}
BATTERY: dict[str, Any] = {"base": FIELD_GUN, "mover": Mover.FIELD_ARTILLERY}


def of(own: FieldStand, transport: Transport = Transport.ON_ITS_OWN, in_column: bool = False) -> Rates:
    found = rates(own, transport, MID_WAR, in_column)
    assert isinstance(found, Rates)
    return found


def areas(found: Rates) -> list[int | None]:
    return [found.areas[going] for going in (Going.CLOSE_TERRAIN, Going.SHELL_TORN, Going.SHATTERED)]


def test_the_rates_of_the_movement_table() -> None:
    """FF-MOV-T3: infantry, cavalry, field artillery, tanks; +5 for Veterans (FF-MOV-10)."""
    infantry, veterans = of(at(0, 0)), of(at(0, 0, quality=Quality.VETERAN))
    assert (infantry.open_mm, areas(infantry), infantry.along_trench_mm) == (200, [100, 150, 100], 100)
    assert (veterans.open_mm, areas(veterans), veterans.along_trench_mm) == (250, [150, 200, 150], 150)
    assert (infantry.trench_actions, infantry.stream_actions, infantry.river_actions) == (0, 1, (1, 1, 1))
    horse = of(at(0, 0, mover=Mover.CAVALRY))
    assert (horse.open_mm, areas(horse), horse.along_trench_mm) == (300, [150, 200, 100], None)
    guns = of(at(0, 0, **BATTERY), Transport.LIMBERED)
    assert (guns.open_mm, areas(guns), guns.along_trench_mm) == (200, [100, 100, 50], None)
    assert (guns.trench_actions, guns.stream_actions, guns.river_actions) == (1, None, None)
    tank = of(at(0, 0, base=TANK, mover=Mover.HEAVY_TANK))
    assert (tank.open_mm, areas(tank), tank.along_trench_mm) == (150, [100, 100, 50], 100)
    assert (tank.stream_actions, tank.river_actions) == (1, None)


def test_a_road_counts_for_a_column_only() -> None:
    assert of(at(0, 0)).road_mm is None
    assert of(at(0, 0), in_column=True).road_mm == 250
    assert of(at(0, 0, **BATTERY), Transport.LIMBERED, in_column=True).road_mm == 350


def test_who_crosses_wire_and_by_what_lanes() -> None:
    """FF-WIR-10 to FF-WIR-13."""
    infantry, horse = of(at(0, 0)), of(at(0, 0, mover=Mover.CAVALRY))
    tank, packed = of(at(0, 0, base=TANK, mover=Mover.HEAVY_TANK)), of(gun(0, 0), Transport.PACKED)
    assert [one.belt_actions for one in (infantry, horse, tank, packed)] == [1, None, 0, None]
    assert infantry.lanes == CLEARED | {LaneMaker.TANK}
    assert horse.lanes == CLEARED


def test_mixed_going_by_house_rule() -> None:
    strict = rates(at(0, 0), Transport.ON_ITS_OWN, book("1916-07", AMB_49="slowest"))
    assert isinstance(strict, Rates)
    assert strict.slowest_counts
    assert not of(at(0, 0)).slowest_counts


def test_a_gun_that_is_neither_packed_nor_pushed_is_refused() -> None:
    on = field(gun=gun(100, 50))
    assert isinstance(rates(gun(0, 0), Transport.ON_ITS_OWN, MID_WAR), Refusal)
    assert isinstance(reached(on, "gun", Transport.ON_ITS_OWN, MID_WAR), Refusal)
    assert reached(on, "nobody", Transport.PACKED, MID_WAR) is None


@pytest.mark.parametrize(("up_cm", "share"), [(60, 0.5), (64, 0.9), (66, None), (40, 0.5), (30, 1.0)])
def test_where_a_move_leads(up_cm: float, share: float | None) -> None:
    """10 cm to the wood are half a move at 20, 5 cm of it at 10 the other half; behind it is open."""
    on = field(area(AreaKind.WOOD, 0, 60, 240, 120), own=at(100, 50))
    found = reached(on, "own", Transport.ON_ITS_OWN, MID_WAR)
    assert isinstance(found, ReachableGround)
    at_spot = found.share_at(path((100, up_cm))[0])
    if share is None:
        assert at_spot > 1
    else:
        assert at_spot == pytest.approx(share, abs=0.03)


def test_the_enemy_is_gone_round() -> None:
    wall = {f"e{n}": enemy(91 + 3 * n, 56) for n in range(7)}
    found = reached(field(own=at(100, 50), **wall), "own", Transport.ON_ITS_OWN, MID_WAR)
    assert isinstance(found, ReachableGround)
    assert found.share_at(path((100, 56))[0]) > 1
    assert found.share_at(path((100, 58))[0]) > 2 * 10 / 20


def test_a_look_ahead_shows_both_ways_of_a_column_that_may_take_the_road() -> None:
    """AMB-50: by the road it comes 25 cm up, across country 20 to any side, off the road between the two not at all."""
    on = field(Road("r", "the chaussee", path((100, 0), (100, 120)), 40), own=at(100, 60))
    found = reached(on, "own", Transport.ON_ITS_OWN, book("1916-07", AMB_50="whole_move"), in_column=True)
    assert isinstance(found, ReachableGround)
    assert found.share_at(Spot(1000, 845)) <= 1
    assert found.share_at(Spot(1195, 600)) <= 1
    assert found.share_at(Spot(1100, 840)) > 1
    # Where part of a move counts, 20 cm by the road leave a fifth of the move: 4 cm beside it.
    part = reached(on, "own", Transport.ON_ITS_OWN, MID_WAR, in_column=True)
    assert isinstance(part, ReachableGround)
    assert part.share_at(Spot(1035, 800)) <= 1
    assert found.share_at(Spot(1035, 800)) > 1


@pytest.mark.parametrize("month", ["1914-08", "1916-07", "1918-03"])
def test_wire_is_drawn_in_the_belts_that_the_book_counts(month: str) -> None:
    """FF-WIR-01: the depth of a belt, in the unit of the documents and in the rule book."""
    assert book(month).table(MEASURES).number("belt_depth").value == BELT_MM
