"""What must hold for every attack by aircraft."""

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.flanders_fields.air import (
    ATTACKED,
    REACHED,
    AirAttackFacts,
    AirResult,
    AirStand,
    AirTargetsFacts,
    attack,
    targets,
)
from rules.flanders_fields.assault import Fighter
from rules.flanders_fields.fire_areas import BaseInAreaFacts
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import Cover
from rules.kernel.dice import ALL_D6, D6
from rules.kernel.explanations import Explained, Refusal
from rules.kernel.months import parse_month
from rules.kernel.rulings import HouseRule

LATE = parse_month("1918-03")
BOOK = RuleBook.for_game(LATE)
BOTH_WAYS = RuleBook.for_game(LATE, [HouseRule("AMB-472", "both_ways")])
SETTINGS = settings(max_examples=80, deadline=None)
ORDER = (
    AirResult.AIRCRAFT_DESTROYED,
    AirResult.DRIVEN_OFF,
    AirResult.DRAW,
    AirResult.SUPPRESSED,
    AirResult.DESTROYED,
)

dice, flags = st.sampled_from(ALL_D6), st.booleans()
near = st.integers(500, 700).map(lambda tenths: tenths / 10)
stands = st.builds(
    AirStand,
    name=st.sampled_from("ABCDEFGH"),
    fighter=st.sampled_from(Fighter),
    cover=st.sampled_from(Cover),
    sheltering=flags,
    friend=flags,
    base=st.builds(BaseInAreaFacts, along_cm=near, up_cm=near, turned_deg=st.integers(-180, 180)),
)
attacks = st.builds(AirAttackFacts, fighter=st.sampled_from(Fighter), cover=st.sampled_from(Cover), suppressed=flags)


@SETTINGS
@given(attacks, dice, dice)
def test_only_targets_in_reach_are_attacked_and_better_dice_never_hurt(facts: AirAttackFacts, one: D6, two: D6) -> None:
    answer = attack(facts, (one, two), BOOK)
    if isinstance(answer, Refusal):
        assert facts.cover not in REACHED or facts.fighter not in ATTACKED
        return
    assert facts.cover in REACHED
    assert facts.fighter in ATTACKED
    best = attack(facts, (ALL_D6[-1], two), BOOK)
    assert isinstance(best, Explained)
    assert ORDER.index(best.value.result) >= ORDER.index(answer.value.result)


@SETTINGS
@given(attacks.filter(lambda facts: facts.cover in REACHED and facts.fighter in ATTACKED), dice, dice)
def test_a_beaten_aircraft_goes_home_and_a_gun_that_lives_has_lost_its_line(
    facts: AirAttackFacts, one: D6, two: D6
) -> None:
    answer = attack(facts, (one, two), BOOK)
    assert isinstance(answer, Explained)
    beaten = answer.value.result in ORDER[:2]
    assert answer.value.goes_on is not beaten
    gun = facts.fighter is Fighter.MACHINE_GUN
    assert answer.value.lost_its_line is (gun and answer.value.result is not AirResult.DESTROYED)


@SETTINGS
@given(near, near, st.integers(-180, 180), st.lists(stands, max_size=8))
def test_an_attack_reaches_three_at_most_and_only_those_it_may(
    along: float, up: float, direction: int, about: list[AirStand]
) -> None:
    facts = AirTargetsFacts(along_cm=along, up_cm=up, direction_deg=direction, stands=tuple(about))
    answer, wider = targets(facts, BOOK), targets(facts, BOTH_WAYS)
    assert isinstance(answer, Explained)
    assert isinstance(wider, Explained)
    may = [s.name for s in about if s.fighter in ATTACKED and s.cover in REACHED and not s.friend and not s.sheltering]
    assert len(answer.value) <= len(wider.value) <= 3
    assert set(answer.value) <= set(may)
