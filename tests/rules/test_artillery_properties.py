"""What must hold for every area of fire and every fire action on one."""

from dataclasses import replace
from math import isclose

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.flanders_fields.artillery import AimFacts, MovedBy, PointBefore, lay_on
from rules.flanders_fields.bombardments import (
    AreaFireFacts,
    AreaStand,
    HurricaneFacts,
    PlannedFireFacts,
    fire_on_area,
    hurricane_fire,
    planned_fire,
)
from rules.flanders_fields.fire_areas import BaseInAreaFacts, Coverage, CoverageFacts, FireAreaFacts, Overlap, coverage
from rules.flanders_fields.machine_guns import IndirectGunFacts, fire_strip
from rules.flanders_fields.mortars import MortarFireFacts, MortarPoint, fire_mortar
from rules.flanders_fields.orders import MortarFire, Spotter
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import (
    ARTILLERY,
    MORTARS,
    Cover,
    FireResult,
    Level,
    Nation,
    Side,
    TargetKind,
    UnitClass,
    Work,
)
from rules.kernel.dice import ALL_D6, d6s
from rules.kernel.explanations import Explained, MoreDice, Refusal
from rules.kernel.months import parse_month
from rules.kernel.polygons import circle, inside, most_covered, moved, overlapping, rectangle, share_inside

BOOKS = [RuleBook.for_game(parse_month(month)) for month in ("1914-08", "1916-07", "1918-03")]
RANK = {FireResult.NO_EFFECT: 0, FireResult.SUPPRESSED: 1, FireResult.KILLED: 2}
AREA = rectangle(100, 100)

books, flags = st.sampled_from(BOOKS), st.booleans()
places = st.integers(-120, 120).map(float)
bases = st.one_of(
    st.builds(rectangle, st.integers(1, 60), st.integers(1, 60), st.integers(-180, 180), at=st.tuples(places, places)),
    st.builds(circle, st.integers(1, 60), at=st.tuples(places, places)),
)


@given(bases)
def test_a_base_wholly_inside_has_all_of_it_inside_and_one_apart_nothing(base: tuple[tuple[float, float], ...]) -> None:
    share = share_inside(AREA, base)
    assert -1e-9 <= share <= 1 + 1e-9
    if inside(AREA, base):
        assert isclose(share, 1, abs_tol=1e-6)
    if not overlapping(AREA, base):
        assert isclose(share, 0, abs_tol=1e-6)
    elif not inside(AREA, base):
        assert share < 1 + 1e-9


@settings(max_examples=40, deadline=None)
@given(bases, st.tuples(places, places))
def test_nowhere_on_its_way_is_more_covered_than_where_it_is_covered_most(
    base: tuple[tuple[float, float], ...], step: tuple[float, float]
) -> None:
    at, most = most_covered(AREA, base, step)
    assert 0 <= at <= 1
    for tenth in range(11):
        there = share_inside(AREA, moved(base, (step[0] * tenth / 10, step[1] * tenth / 10)))
        assert there <= most + 1e-3
    if inside(AREA, base, step):
        assert isclose(most, 1, abs_tol=1e-3)


@settings(max_examples=60, deadline=None)
@given(st.integers(450, 550), st.integers(450, 550), st.integers(-180, 180), flags, books)
def test_areas_and_bases_turned_together_keep_their_coverage(
    along: int, up: int, turned: int, is_round: bool, book: RuleBook
) -> None:
    """The square is the same from each of the four sides."""
    area = FireAreaFacts(point_along_cm=50.0, point_up_cm=50.0)
    found = []
    for quarter in range(4):
        x, y = along - 500, up - 500
        for _ in range(quarter):
            x, y = y, -x
        base = BaseInAreaFacts(
            along_cm=(500 + x) / 10,
            up_cm=(500 + y) / 10,
            turned_deg=_half_turn(turned + 90 * quarter),
            is_round=is_round,
        )
        answer = coverage(CoverageFacts(area=area, base=base), book)
        assert isinstance(answer, Explained)
        found.append(answer.value)
    assert len(set(found)) == 1


def _half_turn(degrees: int) -> int:
    return (degrees + 180) % 360 - 180


stands = st.builds(
    AreaStand,
    name=st.uuids().map(str),
    cover=st.sampled_from(Cover),
    overlap=st.sampled_from(Overlap),
    target=st.sampled_from(TargetKind),
    target_is_command=flags,
    seen=flags,
    friend=flags,
)
fires = st.builds(
    AreaFireFacts,
    unit_class=st.sampled_from(UnitClass),
    stands=st.lists(stands, max_size=4).map(tuple),
    laid=flags,
    on_table=flags,
    range_cm=st.one_of(st.none(), st.integers(0, 2500).map(lambda tenths: tenths / 10)),
    in_arc=flags,
    suppressed=flags,
    in_front_line=flags,
)


@given(fires, books)
def test_each_stand_in_the_area_takes_one_die_or_nobody_does(facts: AreaFireFacts, book: RuleBook) -> None:
    answer = fire_on_area(facts, d6s([6] * 4), book)
    if isinstance(answer, Refusal):
        assert answer.clause.startswith("FF-")
        assert answer.because
        assert answer.instead
        return
    assert isinstance(answer, Explained)
    assert facts.unit_class in ARTILLERY
    caught = [stand.name for stand in facts.stands if stand.overlap is not Overlap.NONE]
    assert [one.name for one in answer.value.results] == caught
    assert len(answer.considered) >= len(facts.stands) - len(caught)
    fewer = fire_on_area(facts, d6s([6] * (len(caught) - 1)), book) if caught else None
    assert fewer is None or (isinstance(fewer, MoreDice) and fewer.count == 1)


@given(fires, books)
def test_a_stand_only_partly_inside_never_suffers_more(facts: AreaFireFacts, book: RuleBook) -> None:
    for die in ALL_D6:
        results = []
        for overlap in (Overlap.HALF, Overlap.WHOLE):
            one = [_with(stand, overlap) for stand in facts.stands[:1]]
            answer = fire_on_area(_of(facts, one), (die,), book)
            results.append(answer.value.results if isinstance(answer, Explained) else ())
        for partly, fully in zip(*results, strict=True):
            assert (partly.coverage, fully.coverage) == (Coverage.PARTLY, Coverage.FULLY)
            assert partly.total == fully.total - 2
            assert RANK[partly.result] <= RANK[fully.result]


def _with(stand: AreaStand, overlap: Overlap) -> AreaStand:
    return AreaStand(name=stand.name, cover=stand.cover, overlap=overlap, target=stand.target, seen=stand.seen)


def _of(facts: AreaFireFacts, stands: list[AreaStand]) -> AreaFireFacts:
    return AreaFireFacts(
        unit_class=facts.unit_class, stands=tuple(stands), on_table=facts.on_table, range_cm=facts.range_cm
    )


@given(
    st.builds(
        AimFacts,
        unit_class=st.sampled_from(UnitClass),
        before=st.sampled_from(PointBefore),
        moved_by=st.sampled_from(MovedBy),
        actions=st.integers(0, 3),
        on_table=flags,
        in_arc=flags,
        open_sights=flags,
    ),
    books,
)
def test_no_point_costs_more_actions_than_there_are(facts: AimFacts, book: RuleBook) -> None:
    answer = lay_on(facts, book)
    if isinstance(answer, Explained):
        assert answer.value.redirects + answer.value.fire_actions == facts.actions
    else:
        assert answer.instead


@given(
    st.builds(
        HurricaneFacts,
        work=st.sampled_from(Work),
        stands=st.lists(stands, max_size=4).map(tuple),
        nation=st.sampled_from(Nation),
        side=st.sampled_from(Side),
        turn=st.integers(1, 3),
        planned_turn=st.integers(1, 3),
        attacked_before=flags,
    ),
    books,
)
def test_the_hurricane_attacks_each_enemy_in_a_work_and_no_friend(facts: HurricaneFacts, book: RuleBook) -> None:
    answer = hurricane_fire(facts, d6s([6] * 4), book)
    if isinstance(answer, Refusal):
        assert answer.instead
        return
    assert isinstance(answer, Explained)
    assert (facts.nation, facts.side, book.when.period) == (Nation.GERMAN, Side.ATTACKER, "late")
    assert [one.name for one in answer.value.results] == [stand.name for stand in facts.stands if not stand.friend]
    assert all(one.coverage is Coverage.FULLY for one in answer.value.results)


@given(
    st.builds(
        PlannedFireFacts,
        unit_class=st.sampled_from(UnitClass),
        turn=st.integers(1, 4),
        planned_turn=st.integers(1, 4),
        own_turn=flags,
        lost=flags,
        observed=flags,
        point_used=flags,
        on_table=flags,
        in_arc=flags,
        suppressed=flags,
    ),
    books,
)
def test_a_battery_fires_by_the_plan_or_may_be_ordered(facts: PlannedFireFacts, book: RuleBook) -> None:
    answer = planned_fire(facts, book)
    if isinstance(answer, Refusal):
        assert answer.instead
        return
    assert answer.value.fires is not answer.value.may_be_ordered
    assert answer.value.fires or not answer.value.may_deviate
    assert not (answer.value.may_deviate and (facts.observed or facts.on_table))


@given(
    st.builds(
        MortarFireFacts,
        unit_class=st.sampled_from(UnitClass),
        stands=st.lists(st.builds(replace, stands, aimed_at=flags), max_size=3).map(tuple),
        range_cm=st.integers(0, 1200).map(lambda tenths: tenths / 10),
        point=st.sampled_from(MortarPoint),
        sight=st.builds(MortarFire, own_sight=flags, spotter=st.sampled_from(Spotter), sees_target=flags),
        in_arc=flags,
        suppressed=flags,
    ),
    books,
)
def test_a_mortar_attacks_what_its_square_catches_or_says_why_not(facts: MortarFireFacts, book: RuleBook) -> None:
    answer = fire_mortar(facts, d6s([6] * 3), book)
    if isinstance(answer, Refusal):
        assert answer.because
        assert answer.instead
        return
    assert isinstance(answer, Explained)
    assert facts.unit_class in MORTARS
    assert 10 <= facts.range_cm <= 100
    assert facts.in_arc
    caught = [stand.name for stand in facts.stands if stand.overlap is not Overlap.NONE]
    assert [one.name for one in answer.value.results] == caught


@given(
    st.builds(
        IndirectGunFacts,
        unit_class=st.sampled_from(UnitClass),
        level=st.sampled_from(Level),
        range_cm=st.integers(0, 1000).map(lambda tenths: tenths / 10),
        in_arc=flags,
        suppressed=flags,
    ),
    books,
)
def test_only_machine_guns_above_the_battalion_fire_indirectly(facts: IndirectGunFacts, book: RuleBook) -> None:
    answer = fire_strip(facts, (), book)
    able = facts.unit_class is UnitClass.MACHINE_GUN and facts.level is not Level.BATTALION
    ready = facts.in_arc and not facts.suppressed and facts.range_cm <= 70 and book.when.period != "early"
    assert isinstance(answer, Explained) is (able and ready)
