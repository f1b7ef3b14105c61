"""Movement, wire, cover and sight answer whatever they are asked, and never the wrong way round."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.flanders_fields.manoeuvres import MixedMoveFacts, MovePart, move_through
from rules.flanders_fields.movement import FormationFacts, Gap, MoveFacts, check_formation, move_allowance
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.sight import SEEN_AS, SEES_AS, CoverFacts, SightFacts, can_see, cover_of
from rules.flanders_fields.vocabulary import MOVES_AS, Cover, Going, Mover, Quality, Transport, UnitClass, Work
from rules.flanders_fields.wire import WireAttempt, WireCrossingFacts, cross_wire, wire_dice, wire_odds
from rules.kernel.dice import d6s
from rules.kernel.explanations import Explained, MoreDice, Refusal
from rules.kernel.months import parse_month
from rules.kernel.tables import Way

BOOKS = [RuleBook.for_game(parse_month(month)) for month in ("1914-08", "1916-07", "1917-08")]
books = st.sampled_from(BOOKS)
tape = st.integers(0, 1000).map(lambda tenths: tenths / 10)
moves = st.builds(
    MoveFacts,
    mover=st.sampled_from(Mover),
    going=st.sampled_from(Going),
    quality=st.sampled_from(Quality),
    transport=st.sampled_from(Transport),
    in_column=st.booleans(),
    close_up_cm=tape,
    about_turns=st.integers(0, 9),
    turned_deg=st.integers(0, 720),
    trenches_crossed=st.integers(0, 9),
)
crossings = st.builds(
    WireCrossingFacts,
    stands=st.integers(1, 4),
    mover=st.sampled_from(Mover),
    transport=st.sampled_from(Transport),
    belts=st.integers(1, 3),
    actions_left=st.integers(0, 3),
)


def explains(answer: Any) -> None:
    if isinstance(answer, Explained):
        assert answer.steps
        assert all(step.clause and step.says for step in answer.steps)
    else:
        assert isinstance(answer, Refusal)
        assert answer.clause
        assert answer.because


@pytest.mark.parametrize("known", [MOVES_AS, SEES_AS, SEEN_AS])
def test_every_class_of_unit_moves_sees_and_is_seen_as_something(known: Mapping[UnitClass, object]) -> None:
    assert set(known) == set(UnitClass)


@given(moves, books)
def test_every_move_is_answered(facts: MoveFacts, book: RuleBook) -> None:
    explains(move_allowance(facts, book))


@given(moves, books)
def test_nothing_taken_off_makes_a_move_longer(facts: MoveFacts, book: RuleBook) -> None:
    plain = move_allowance(replace(facts, close_up_cm=0.0, about_turns=0, turned_deg=0, trenches_crossed=0), book)
    shortened = move_allowance(facts, book)
    if isinstance(shortened, Explained) and shortened.value.way is Way.DISTANCE:
        assert isinstance(plain, Explained)
        assert 0 <= shortened.value.mm <= plain.value.mm


@given(moves, books)
def test_veterans_never_move_less(facts: MoveFacts, book: RuleBook) -> None:
    veteran = move_allowance(replace(facts, quality=Quality.VETERAN), book)
    raw = move_allowance(replace(facts, quality=Quality.RAW), book)
    assert isinstance(veteran, Refusal) == isinstance(raw, Refusal)
    if isinstance(veteran, Explained) and isinstance(raw, Explained):
        assert veteran.value.mm >= raw.value.mm


@given(st.sampled_from(Mover), st.sampled_from(Transport), st.lists(st.tuples(st.sampled_from(Going), tape)), books)
def test_a_mixed_move_never_goes_past_its_way(
    mover: Mover, transport: Transport, way: list[tuple[Going, float]], book: RuleBook
) -> None:
    parts = tuple(MovePart(going=going, distance_cm=distance) for going, distance in way)
    answer = move_through(MixedMoveFacts(mover=mover, transport=transport, parts=parts), book)
    explains(answer)
    if isinstance(answer, Explained):
        length = sum(round(distance * 10) for _, distance in way)
        assert 0 <= answer.value.goes_mm <= length
        assert answer.value.left_mm >= 0


@given(crossings, st.lists(st.integers(1, 6), min_size=4, max_size=4), books)
def test_every_stand_at_the_wire_is_across_or_caught(facts: WireCrossingFacts, pips: list[int], book: RuleBook) -> None:
    answer = cross_wire(facts, d6s(pips), book)
    assert not isinstance(answer, MoreDice)
    explains(answer)
    if isinstance(answer, Explained):
        assert answer.value.crossed + answer.value.caught == facts.stands == len(answer.value.stands)
        assert not answer.value.follow_on_mm or answer.value.crossed


@given(crossings, st.lists(st.integers(1, 5), min_size=4, max_size=4), st.integers(0, 3), books)
def test_a_better_die_never_catches_more(facts: WireCrossingFacts, pips: list[int], which: int, book: RuleBook) -> None:
    better = [face + 1 if index == which else face for index, face in enumerate(pips)]
    lower, higher = cross_wire(facts, d6s(pips), book), cross_wire(facts, d6s(better), book)
    if isinstance(lower, Explained) and isinstance(higher, Explained):
        assert higher.value.crossed >= lower.value.crossed


@given(crossings, books)
def test_wire_odds_add_up_to_one(facts: WireCrossingFacts, book: RuleBook) -> None:
    odds = wire_odds(facts, book)
    if not isinstance(odds, Refusal):
        # One belt, and all belts of several: each has chances that make one whole.
        parts = {name.rpartition(": ")[0] for name in odds}
        assert all(sum(odds[name] for name in odds if name.rpartition(": ")[0] == part) == 1 for part in parts)


@pytest.mark.parametrize("book", BOOKS)
def test_wire_odds_are_those_of_the_dice(book: RuleBook) -> None:
    facts = WireCrossingFacts(stands=2)
    counted: dict[str, int] = {}
    throws = [(first, second) for first in range(1, 7) for second in range(1, 7)] if wire_dice(facts, book) else [()]
    for throw in throws:
        answer = cross_wire(facts, d6s(throw), book)
        assert isinstance(answer, Explained)
        value: WireAttempt = answer.value
        counted[str(value.crossed)] = counted.get(str(value.crossed), 0) + 1
    odds = wire_odds(facts, book)
    assert not isinstance(odds, Refusal)
    assert {name: chance * len(throws) for name, chance in odds.items()} == counted


covers = st.builds(
    CoverFacts,
    quality=st.sampled_from(Quality),
    mover=st.sampled_from(Mover),
    ground=...,
    work=st.sampled_from(Work),
    on_wire=st.booleans(),
    in_road_column=st.booleans(),
    dismounted=st.booleans(),
    fell_back=st.booleans(),
    moved_last_turn=st.booleans(),
    half_inside=st.booleans(),
    wholly_inside=st.booleans(),
)


@given(covers, books)
def test_every_stand_has_one_class_of_cover(facts: CoverFacts, book: RuleBook) -> None:
    answer = cover_of(facts, book)
    explains(answer)
    assert len(answer.steps) == 1


@given(covers, books)
def test_training_never_takes_cover_away(facts: CoverFacts, book: RuleBook) -> None:
    rank = tuple(Cover).index
    raw = cover_of(replace(facts, quality=Quality.RAW), book).value
    veteran = cover_of(replace(facts, quality=Quality.VETERAN), book).value
    assert rank(veteran) >= rank(raw)


sights = st.builds(
    SightFacts,
    viewer=...,
    target=...,
    range_cm=tape,
    in_cover=st.booleans(),
    has_fired=st.booleans(),
    moved_since_firing=st.booleans(),
    enemy_turn_since_firing=st.booleans(),
    target_quality=...,
    between=...,
    on_high_ground=st.booleans(),
    behind_cm=tape,
)


@given(sights, books)
def test_what_is_seen_is_within_the_limit(facts: SightFacts, book: RuleBook) -> None:
    answer = can_see(facts, book)
    explains(answer)
    assert not answer.value.seen or facts.range_cm * 10 <= answer.value.limit_mm + 1e-6


@given(sights, books)
def test_cover_never_makes_a_target_easier_to_see(facts: SightFacts, book: RuleBook) -> None:
    hidden = can_see(replace(facts, in_cover=True), book).value
    bare = can_see(replace(facts, in_cover=False), book).value
    assert hidden.limit_mm <= bare.limit_mm


@given(st.integers(1, 5), st.sampled_from(Quality), st.data(), books)
def test_a_looser_grade_holds_whatever_a_tighter_one_holds(
    size: int, quality: Quality, data: st.DataObject, book: RuleBook
) -> None:
    stands = tuple("ABCDE"[:size])
    pairs = [(one, other) for one in stands for other in stands if one < other]
    gaps = tuple(Gap(first=one, second=other, gap_cm=data.draw(tape)) for one, other in pairs)
    tight = check_formation(FormationFacts(quality=quality, stands=stands, gaps=gaps), book)
    loose = check_formation(FormationFacts(quality=Quality.VETERAN, stands=stands, gaps=gaps), book)
    assert isinstance(tight, Explained)
    assert isinstance(loose, Explained)
    assert loose.value.holds or not tight.value.holds
