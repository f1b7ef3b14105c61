"""What must hold for every assault, whatever its facts."""

from dataclasses import fields, replace

from hypothesis import assume, given
from hypothesis import strategies as st

from rules.flanders_fields.assault import AssaultFacts, DrawFacts, Fighter, fall_back, may_assault
from rules.flanders_fields.close_combat import Beaten, CombatFacts, FightFacts, Winner, factors, fight
from rules.flanders_fields.closing_fire import Approach, ClosingFireFacts, closing_fire
from rules.flanders_fields.morale import StandFacts, stands_against_armour
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import Cover, Firer, FireResult, Quality, Slope
from rules.kernel.dice import ALL_D6, D6
from rules.kernel.explanations import Explained, MoreDice, Refusal
from rules.kernel.facts import contradiction
from rules.kernel.months import parse_month
from rules.kernel.rulings import HouseRule

MONTHS = ("1914-08", "1916-10", "1918-03")
SETTLED = {
    "AMB-402": ("in_reach", "once"),
    "AMB-405": ("only_hit",),
    "AMB-406": ("once",),
    "AMB-407": ("both",),
    "AMB-408": ("captured",),
    "AMB-409": ("both",),
    "AMB-412": ("yes",),
    "AMB-414": ("per_level",),
    "AMB-415": ("infantry_and_guns",),
    "AMB-418": ("at_best_draw",),
    "AMB-422": ("bunkers_only",),
    "AMB-423": ("support_weapon",),
    "AMB-424": ("normal",),
}
HOUSE = [(), *((HouseRule(name, option),) for name, options in SETTLED.items() for option in options)]
books = st.builds(RuleBook.for_game, st.sampled_from(MONTHS).map(parse_month), st.sampled_from(HOUSE))
dice = st.integers(1, 6).map(D6)
combats = st.builds(
    CombatFacts,
    attacker=st.sampled_from(Fighter),
    defender=st.sampled_from(Fighter),
    attacker_quality=st.sampled_from(Quality),
    defender_quality=st.sampled_from(Quality),
    defender_cover=st.sampled_from(Cover),
    supported=st.booleans(),
    defender_levels=st.integers(0, 2),
    attacker_storm_troops=st.booleans(),
    defender_storm_troops=st.booleans(),
    sheltering=st.booleans(),
    attacker_cover=st.sampled_from(Cover),
    defender_supported=st.booleans(),
    attacker_with_commander=st.booleans(),
    defender_with_commander=st.booleans(),
)
closings = st.builds(
    ClosingFireFacts,
    firer=st.sampled_from(Firer),
    began_cm=st.integers(0, 900).map(lambda mm: mm / 10),
    place_in_beaten_zone=st.integers(0, 3),
    **{one.name: st.booleans() for one in fields(ClosingFireFacts) if one.type is bool},
    attacker=st.sampled_from(Fighter),
    ground_outside=st.sampled_from(Cover),
    approach=st.sampled_from(Approach),
    firer_quality=st.sampled_from(Quality),
    slope=st.sampled_from(Slope),
)


@given(combats, dice, dice, books)
def test_a_fight_is_told_to_the_last_pip_or_refused_with_what_would_be_right(
    facts: CombatFacts, one: D6, other: D6, book: RuleBook
) -> None:
    answer = fight(FightFacts(combat=facts), (one, other), book)
    if isinstance(answer, Refusal):
        assert answer.clause.startswith("FF-")
        assert answer.because
        assert answer.instead
        return
    ours = sum(step.value or 0 for step in answer.steps if step.says.startswith("Attacker: "))
    theirs = sum(step.value or 0 for step in answer.steps if step.says.startswith("Defender: "))
    assert (answer.value.attacker_total, answer.value.defender_total) == (one.pips + ours, other.pips + theirs)
    assert answer.total == answer.value.attacker_total - answer.value.defender_total
    assert (answer.value.winner is Winner.DRAW) == (answer.value.beaten is Beaten.NOBODY)


@given(combats, dice, dice, books)
def test_a_better_die_never_loses_a_fight_that_a_worse_one_won(
    facts: CombatFacts, one: D6, other: D6, book: RuleBook
) -> None:
    assume(one.pips < 6)
    worse = fight(FightFacts(combat=facts), (one, other), book)
    better = fight(FightFacts(combat=facts), (D6(one.pips + 1), other), book)
    if isinstance(worse, Explained) and worse.value.winner is Winner.ATTACKER:
        assert isinstance(better, Explained)
        assert better.value.winner is Winner.ATTACKER


@given(combats, books)
def test_more_cover_never_helps_the_attacker(facts: CombatFacts, book: RuleBook) -> None:
    """Flamethrowers aside, which are the better the deeper the enemy sits."""
    assume(facts.attacker is not Fighter.FLAMETHROWER)
    found = [factors(replace(facts, defender_cover=cover), book) for cover in Cover]
    nets = [one.value.net for one in found if isinstance(one, Explained)]
    assert nets == sorted(nets, reverse=True)


@given(combats, books)
def test_suppression_never_helps_the_suppressed(facts: CombatFacts, book: RuleBook) -> None:
    found = [factors(replace(facts, defender_levels=levels), book) for levels in (0, 1, 2)]
    own = [one.value.defender for one in found if isinstance(one, Explained)]
    assert own == sorted(own, reverse=True)


@given(combats, books)
def test_who_may_assault_may_fight_and_no_other_pair(facts: CombatFacts, book: RuleBook) -> None:
    assume(not facts.sheltering)
    assume(contradiction(facts) is None)
    pair = AssaultFacts(attacker=facts.attacker, defender=facts.defender, defender_cover=facts.defender_cover)
    assert isinstance(may_assault(pair, book), Refusal) == isinstance(factors(facts, book), Refusal)


@given(closings, dice, dice, books)
def test_only_the_unhurt_close(facts: ClosingFireFacts, one: D6, other: D6, book: RuleBook) -> None:
    answer = closing_fire(facts, (one, other), book)
    assert not isinstance(answer, MoreDice), "nobody rolls more than twice"
    if isinstance(answer, Explained):
        found = answer.value
        assert found.closes == (set(found.results) == {FireResult.NO_EFFECT})
        assert found.company_closes or not found.closes
        assert 0 <= found.stops_short_mm <= 30


@given(closings, books)
def test_a_refusal_of_closing_fire_does_not_hang_on_the_die(facts: ClosingFireFacts, book: RuleBook) -> None:
    refused = [isinstance(closing_fire(facts, (die, die), book), Refusal) for die in ALL_D6]
    assert all(refused) or not any(refused)


@given(st.from_type(StandFacts), dice, books)
def test_who_need_not_test_stands(facts: StandFacts, die: D6, book: RuleBook) -> None:
    answer = stands_against_armour(facts, (die,), book)
    if isinstance(answer, Explained):
        assert answer.value.stands or answer.value.tested
        assert answer.value.tested == (answer.value.morale is not None)


@given(st.sampled_from(Fighter), st.integers(0, 100), st.booleans(), st.sampled_from(Cover), books)
def test_nobody_falls_back_further_than_there_is_room(
    attacker: Fighter, room: int, wire: bool, ground: Cover, book: RuleBook
) -> None:
    back = fall_back(DrawFacts(attacker=attacker, room_cm=room / 10, wire=wire, ground=ground), book).value
    assert back.distance_mm == min(30, room)
    assert not (wire and back.cover not in (None, Cover.OPEN))
