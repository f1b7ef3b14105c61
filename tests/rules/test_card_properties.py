"""What must hold for every card of the pack and for every hand."""

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.flanders_fields.cards import CardFacts, CardPlay, HandFacts, Rank, Suit, event_card, hand
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import RollKind, Side, UnitClass
from rules.kernel.dice import ALL_D6, D6
from rules.kernel.explanations import Explained, Refusal
from rules.kernel.months import parse_month

BOOKS = {month: RuleBook.for_game(parse_month(month)) for month in ("1914-08", "1916-07", "1918-03")}
SETTINGS = settings(max_examples=120, deadline=None)
RED = (Suit.HEARTS, Suit.DIAMONDS)

flags, few = st.booleans(), st.integers(0, 4)
books = st.sampled_from(sorted(BOOKS)).map(BOOKS.__getitem__)
cards = st.builds(
    CardFacts,
    suit=st.sampled_from(Suit),
    rank=st.sampled_from(Rank),
    drawn_by=st.sampled_from(Side),
    just_drawn=flags,
    own_turn=flags,
    roll=st.sampled_from(RollKind),
    die_thrown=flags,
    gas_planned=flags,
    target=st.sampled_from(UnitClass),
    target_commands=flags,
    fortified=flags,
    second=st.none() | st.sampled_from(UnitClass),
    apart_cm=st.integers(0, 100).map(lambda tenths: tenths / 10),
    platoons_lost=few,
    at_wire=flags,
)
hands = st.builds(
    HandFacts, held=few, stubborn_defenders=few, hard_days=few, draws=flags, red=few, black=few, dummies=few
)


def test_a_pack_has_52_cards_32_of_them_dummies() -> None:
    book = BOOKS["1916-07"]
    plays = []
    for suit in Suit:
        for rank in Rank:
            answer = event_card(CardFacts(suit=suit, rank=rank), (ALL_D6[0],), book)
            assert isinstance(answer, Explained)
            plays.append(answer.value.play)
    assert len(plays) == book.table("cards/limits").number("pack").value == 52
    assert [plays.count(play) for play in CardPlay] == [10, 8, 2, 32]


@SETTINGS
@given(cards, st.sampled_from(ALL_D6), books)
def test_red_cards_may_be_played_and_black_ones_never_wait(facts: CardFacts, die: D6, book: RuleBook) -> None:
    answer = event_card(facts, (die,), book)
    if isinstance(answer, Refusal):
        assert answer.instead
        return
    assert isinstance(answer, Explained)
    found = answer.value
    assert (found.play is CardPlay.MAY) is (facts.suit in RED and found.event != "none")
    assert found.play is not CardPlay.MUST or facts.just_drawn
    assert found.play is not CardPlay.HAND_OVER or found.player is facts.drawn_by.other
    assert found.event != "rally" or 1 <= found.count <= min(3, facts.platoons_lost)


@SETTINGS
@given(cards, st.sampled_from(ALL_D6))
def test_before_gas_no_card_brings_it(facts: CardFacts, die: D6) -> None:
    answer = event_card(facts, (die,), BOOKS["1914-08"])
    assert not isinstance(answer, Explained) or answer.value.event not in ("gas_boys_gas", "wind_change")


@SETTINGS
@given(cards, st.sampled_from(ALL_D6), books)
def test_a_card_adds_what_its_ledger_adds(facts: CardFacts, die: D6, book: RuleBook) -> None:
    answer = event_card(facts, (die,), book)
    if isinstance(answer, Explained):
        listed = [step.value for step in answer.steps if step.value is not None]
        assert listed == [modifier.value for modifier in answer.value.modifiers]


@SETTINGS
@given(hands, books)
def test_a_hand_keeps_three_after_what_must_be_played(facts: HandFacts, book: RuleBook) -> None:
    answer = hand(facts, book)
    drawn = facts.red + facts.black + facts.dummies
    if isinstance(answer, Refusal):
        assert drawn not in (1, 2) if facts.draws else drawn > 0
        return
    left = answer.value.in_hand - answer.value.must_play
    assert left == min(3, facts.held + facts.red + facts.stubborn_defenders + facts.hard_days)
    assert answer.value.may_draw == (2 - drawn if facts.draws else 0)
