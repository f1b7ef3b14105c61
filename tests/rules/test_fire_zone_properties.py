"""What must hold for every way past an area, and for every zone somebody moves through."""

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.flanders_fields.fire_areas import BaseInAreaFacts, Coverage, CoverageFacts, FireAreaFacts, Overlap, coverage
from rules.flanders_fields.fire_eligibility import Shot
from rules.flanders_fields.fire_zones import (
    BY_ORDER,
    FireZoneFacts,
    PassageFacts,
    Waypoint,
    ZoneAttackFacts,
    ZoneHistory,
    ZoneMove,
    ZoneState,
    attack_on_the_way,
    passage,
    zone_state,
)
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.shooting import effect
from rules.flanders_fields.vocabulary import Cover, Firer, FireResult
from rules.kernel.dice import ALL_D6, D6
from rules.kernel.explanations import Explained, MoreDice, Refusal
from rules.kernel.months import parse_month

BOOKS = [RuleBook.for_game(parse_month(month)) for month in ("1914-08", "1916-07", "1918-03")]
AREA = FireAreaFacts(point_along_cm=50.0, point_up_cm=50.0)
RANK = {Coverage.SPARED: 0, Coverage.PARTLY: 1, Coverage.FULLY: 2}

books, flags = st.sampled_from(BOOKS), st.booleans()
near = st.integers(350, 650).map(lambda tenths: tenths / 10)
waypoints = st.builds(Waypoint, along_cm=near, up_cm=near)


@settings(max_examples=60, deadline=None)
@given(near, near, st.integers(-180, 180), st.lists(waypoints, min_size=1, max_size=3), books)
def test_no_halt_on_the_way_is_worse_covered_than_the_way_says(
    along: float, up: float, turned: int, way: list[Waypoint], book: RuleBook
) -> None:
    base = BaseInAreaFacts(along_cm=along, up_cm=up, turned_deg=turned)
    whole = passage(PassageFacts(area=AREA, base=base, way=tuple(way)), book)
    assert isinstance(whole, Explained)
    for halt in ((along, up), *((point.along_cm, point.up_cm) for point in way)):
        there = BaseInAreaFacts(along_cm=halt[0], up_cm=halt[1], turned_deg=turned)
        standing = coverage(CoverageFacts(area=AREA, base=there), book)
        assert isinstance(standing, Explained)
        assert RANK[standing.value.coverage] <= RANK[whole.value.coverage]
    back = passage(PassageFacts(area=AREA, base=_at(way[-1], turned), way=_backward(along, up, way)), book)
    assert isinstance(back, Explained)
    assert back.value.coverage is whole.value.coverage


def _at(point: Waypoint, turned: int) -> BaseInAreaFacts:
    return BaseInAreaFacts(along_cm=point.along_cm, up_cm=point.up_cm, turned_deg=turned)


def _backward(along: float, up: float, way: list[Waypoint]) -> tuple[Waypoint, ...]:
    return (*reversed(way[:-1]), Waypoint(along_cm=along, up_cm=up))


zones = st.builds(
    FireZoneFacts,
    firer=st.sampled_from(Firer),
    fired_here=flags,
    point_moved=flags,
    unit_gone=flags,
    suppressed=flags,
    fired_last_turn=flags,
)


@given(
    zones,
    st.sampled_from(Cover),
    st.sampled_from(ZoneMove),
    st.sampled_from(Overlap),
    flags,
    books,
)
def test_a_zone_attacks_who_moves_by_order_into_it_once_and_nobody_else(
    zone: FireZoneFacts, cover: Cover, move: ZoneMove, overlap: Overlap, before: bool, book: RuleBook
) -> None:
    at = Shot(firer=zone.firer, range_cm=50.0, cover=cover)
    history = ZoneHistory(
        fired_here=zone.fired_here,
        point_moved=zone.point_moved,
        unit_gone=zone.unit_gone,
        suppressed=zone.suppressed,
        fired_last_turn=zone.fired_last_turn,
    )
    facts = ZoneAttackFacts(zone=history, shot=at, move=move, overlap=overlap, attacked_this_turn=before)
    live = zone_state(zone, book).value is ZoneState.LIVE
    due = live and move in BY_ORDER and overlap is not Overlap.NONE and not before
    answer = attack_on_the_way(facts, (), book)
    if isinstance(answer, Explained):
        assert not due
        assert not answer.value.attacked
    else:
        assert due
        assert isinstance(answer, MoreDice | Refusal)


@given(st.sampled_from(Cover), st.sampled_from(Overlap), st.sampled_from(ALL_D6), books)
def test_moving_through_is_never_worse_than_being_fired_at(
    cover: Cover, overlap: Overlap, die: D6, book: RuleBook
) -> None:
    shot = Shot(firer=Firer.HEAVY_ARTILLERY, range_cm=0.0, cover=cover, indirect=True)
    zone = ZoneHistory(fired_here=True)
    answer = attack_on_the_way(ZoneAttackFacts(zone=zone, shot=shot, overlap=overlap), (die,), book)
    assert isinstance(answer, Explained)
    order = list(FireResult)
    assert order.index(answer.value.result) <= order.index(effect(shot, die, book).value)
    assert answer.value.stops is (answer.value.result is not FireResult.NO_EFFECT)
