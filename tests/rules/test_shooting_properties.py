"""What must hold for every shot, whatever its facts."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.flanders_fields.fire_eligibility import Shot
from rules.flanders_fields.machine_guns import (
    BeatenZoneFacts,
    ZoneShare,
    ZoneStand,
    fire_beaten_zone,
    sequence_of_shots,
)
from rules.flanders_fields.ruleset import RuleBook, clauses
from rules.flanders_fields.shooting import scores, shoot, shot_odds
from rules.flanders_fields.target_priority import Enemies, Enemy, choose_target, could_affect
from rules.flanders_fields.vocabulary import Cover, Crossing, Firer, FireResult, Quality, Slope, TargetKind
from rules.kernel.dice import ALL_D6, D6, d6s
from rules.kernel.explanations import Explained, Refusal
from rules.kernel.months import parse_month
from rules.kernel.tables import Reach

BOOKS = [RuleBook.for_game(parse_month(month)) for month in ("1914-08", "1916-07", "1918-03")]
RANK = {FireResult.NO_EFFECT: 0, FireResult.SUPPRESSED: 1, FireResult.KILLED: 2}

books = st.sampled_from(BOOKS)
distances = st.integers(0, 2200).map(lambda mm: mm / 10)
flags = st.booleans()
shots = st.builds(
    Shot,
    firer=st.sampled_from(Firer),
    range_cm=distances,
    cover=st.sampled_from(Cover),
    target=st.sampled_from(TargetKind),
    target_armour_in_cover=flags,
    target_is_command=flags,
    in_arc=st.just(True),
    direct_sight=flags,
    indirect=flags,
    firer_quality=st.sampled_from(Quality),
    storm_troops=flags,
    firer_in_gas=flags,
    line_crosses=st.sampled_from(Crossing),
    slope=st.sampled_from(Slope),
    fired_on_the_move=flags,
    place_in_beaten_zone=st.integers(0, 3),
    partly_in_zone=flags,
    on_area=flags,
    partly_in_area=flags,
    moves_through_zone=flags,
    in_danger_strip=flags,
    superb_shooting_card=flags,
    good_shooting_card=flags,
    long_range_marksmanship=flags,
    more_light_guns=flags,
    calibre_over_75_mm=flags,
    from_the_flank=flags,
    stands_in_front=st.integers(0, 2),
    friends_in_line=flags,
    firer_is_command=st.just(False),
    suppressed=flags,
    packed=flags,
    mounted=flags,
)


@given(shots, books)
def test_every_shot_is_answered_with_reasons_or_refused_with_a_clause(shot: Shot, book: RuleBook) -> None:
    answers = [shoot(shot, die, book) for die in ALL_D6]
    refused = [isinstance(answer, Refusal) for answer in answers]
    assert all(refused) or not any(refused), "a refusal cannot depend on the die"
    for answer, die in zip(answers, ALL_D6, strict=True):
        if isinstance(answer, Explained):
            assert answer.steps
            assert answer.total == die.pips + sum(step.value or 0 for step in answer.steps)
        else:
            assert answer.clause.startswith("FF-")
            assert answer.because
            assert answer.instead


@given(shots, books)
def test_a_natural_1_helps_only_on_the_automatic_cell(shot: Shot, book: RuleBook) -> None:
    answer = shoot(shot, D6(1), book)
    if isinstance(answer, Explained) and answer.value is not FireResult.NO_EFFECT:
        assert answer.value is FireResult.SUPPRESSED
        assert scores(shot, book).value.suppress.reach is Reach.AUTOMATIC


@given(shots, books)
def test_a_better_die_never_does_less(shot: Shot, book: RuleBook) -> None:
    results = [answer.value for die in ALL_D6 if isinstance(answer := shoot(shot, die, book), Explained)]
    ranks = [RANK[result] for result in results]
    assert ranks == sorted(ranks)


@given(shots, books)
def test_the_odds_are_those_of_the_six_faces(shot: Shot, book: RuleBook) -> None:
    odds = shot_odds(shot, book)
    if isinstance(odds, Refusal):
        assert isinstance(shoot(shot, D6(6), book), Refusal)
        return
    assert sum(odds.chances.values()) == 1
    killed = sum(isinstance(a := shoot(shot, d, book), Explained) and a.value is FireResult.KILLED for d in ALL_D6)
    assert odds.of(FireResult.KILLED) == Fraction(killed, 6)
    assert could_affect(shot, book) == (odds.of(FireResult.NO_EFFECT) != 1)


stands = st.builds(
    ZoneStand,
    name=st.uuids().map(str),
    behind_cm=st.integers(-30, 200).map(lambda mm: mm / 10),
    cover=st.sampled_from(Cover),
    in_lane=flags,
    share=st.sampled_from(ZoneShare),
    friend=flags,
)


@settings(max_examples=60)
@given(
    st.sampled_from([Firer.MACHINE_GUN, Firer.BLOCK_HOUSE]),
    st.integers(0, 450).map(lambda mm: mm / 10),
    st.lists(stands, max_size=6),
    st.sampled_from(BOOKS[1:]),
)
def test_the_beaten_zone_goes_outward_and_ends_with_the_third(
    firer: Firer, range_cm: float, behind: list[ZoneStand], book: RuleBook
) -> None:
    facts = BeatenZoneFacts(first=Shot(firer=firer, range_cm=range_cm, cover=Cover.OPEN), behind=tuple(behind))
    sequence = sequence_of_shots(facts, book)
    assert isinstance(sequence, Explained)
    places = [one.shot.place_in_beaten_zone for one in sequence.value]
    assert places == list(range(len(places)))
    assert len(places) <= 4
    near = {stand.name: max(0.0, stand.behind_cm) for stand in behind}
    hit = [near[one.name] for one in sequence.value[1:]]
    assert hit == sorted(hit)
    assert all(distance < (15 if firer is Firer.MACHINE_GUN else 10) for distance in hit)
    answer = fire_beaten_zone(facts, d6s([6] * len(places)), book)
    assert isinstance(answer, Explained)
    assert len(answer.value) == len(places)


@given(
    st.lists(
        st.builds(
            Enemy,
            name=st.uuids().map(str),
            distance_cm=st.integers(0, 600).map(lambda mm: mm / 10),
            in_arc=flags,
            seen=flags,
            could_affect=flags,
            aside_cm=st.one_of(st.none(), st.just(0.0)),
        ),
        max_size=6,
    ),
    books,
)
def test_a_rifle_shoots_only_at_what_it_sees_in_arc_and_range(enemies: list[Enemy], book: RuleBook) -> None:
    answer = choose_target(Enemies(firer=Firer.INFANTRY, enemies=tuple(enemies)), book)
    allowed = {e.name for e in enemies if e.in_arc and e.seen and e.could_affect and e.distance_cm <= 45}
    if isinstance(answer, Refusal):
        assert not allowed
        return
    assert set(answer.value.names) <= allowed
    assert len(answer.considered) == len(enemies) - len(answer.value.names)


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: str(book.when.period))
def test_every_clause_a_shot_can_cite_is_in_the_clause_files(book: RuleBook) -> None:
    named = {cited.clause for table in book.tables.values() for cited in table.values.values()}
    assert {clause for clause in named if clause.split("-")[1] in ("SHO", "PSF", "DFM", "ARM", "RNG", "BZN")} <= set(
        clauses()
    )
