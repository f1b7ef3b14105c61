"""What must hold for every deep shelter, whatever its facts."""

from hypothesis import given
from hypothesis import strategies as st

from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.shelters import (
    Harm,
    HarmFacts,
    LeavingFacts,
    ShelterFacts,
    Where,
    come_up,
    harm,
    may_shelter,
)
from rules.flanders_fields.vocabulary import FireResult, Nation
from rules.kernel.dice import ALL_D6, D6
from rules.kernel.explanations import Explained, Refusal
from rules.kernel.months import parse_month
from rules.kernel.rulings import HouseRule

CHOICES = {
    "AMB-360": ("marked", "early_too"),
    "AMB-361": ("suppressed_on_4", "heavy_mortars_too", "gas_too"),
    "AMB-362": ("nothing", "two"),
    "AMB-363": ("own_turn",),
}
HOUSE = [(), *((HouseRule(name, option),) for name, options in CHOICES.items() for option in options)]
books = st.builds(
    RuleBook.for_game, st.sampled_from(("1914-08", "1916-07", "1918-03")).map(parse_month), st.sampled_from(HOUSE)
)
dice = st.integers(1, 6).map(D6)


@given(st.from_type(ShelterFacts), books)
def test_only_germans_go_below_and_every_no_says_what_would_be_right(facts: ShelterFacts, book: RuleBook) -> None:
    answer = may_shelter(facts, book)
    if isinstance(answer, Refusal):
        assert answer.clause.startswith("FF-DSH")
        assert answer.because
        assert answer.instead
    else:
        assert facts.nation is Nation.GERMAN
        assert answer.value == (0 if facts.before_play else 1)


@given(st.from_type(HarmFacts), books)
def test_a_higher_die_never_does_less_harm(facts: HarmFacts, book: RuleBook) -> None:
    rank = list(FireResult)
    found = [harm(facts, (die,), book) for die in ALL_D6]
    done = [rank.index(one.value) for one in found if isinstance(one, Explained)]
    assert done == sorted(done)


@given(st.from_type(HarmFacts), dice)
def test_by_the_book_only_super_heavy_artillery_kills_and_nothing_suppresses(facts: HarmFacts, die: D6) -> None:
    answer = harm(facts, (die,), RuleBook.for_game(parse_month("1916-07")))
    assert isinstance(answer, Explained)
    assert answer.value is not FireResult.SUPPRESSED
    if answer.value is FireResult.KILLED:
        assert facts.attack is Harm.SUPER_HEAVY_ARTILLERY
        assert die.pips == 6


@given(st.from_type(LeavingFacts), dice, books)
def test_who_comes_up_has_thrown_four_after_modifiers(facts: LeavingFacts, die: D6, book: RuleBook) -> None:
    answer = come_up(facts, (die,), book)
    if isinstance(answer, Explained):
        assert answer.total == die.pips + sum(step.value or 0 for step in answer.steps)
        assert (answer.value is Where.TRENCH) == (answer.total >= 4)
