"""Deep shelters in a game: every outcome is worked by hand from the rulebook, and what is below stays unseen.

November 1917: Germans may sit below their trenches before the game; an Experienced platoon comes up on 3 and more
(FF-DSH-T1).
"""

from typing import Any

import pytest

from rules.flanders_fields.close_combat import Winner
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.vocabulary import ATTACKER, DEFENDER, FireResult
from rules.kernel.explanations import Refusal
from rules.kernel.seats import Audience, Role
from tests.game.evening import Evening, die, entered, mons, played, shot

FIRST, SECOND, THIRD, GUN = "d1.1.c1.p1", "d1.1.c1.p2", "d1.1.c1.p3", "d1.1.mg1"
OURS = "a1.1.c1.p1"


def below(*stands: str, **settings: Any) -> Evening:
    """The Germans have put these below before the first turn."""
    evening = played("cambrai-1917", **settings)
    evening.do("defender", "go_below", stands=list(stands))
    return evening


def german_turn(evening: Evening, step: str = "late_companies", of: str = "d1.1") -> None:
    evening.do("attacker", "start_turn")
    evening.do("attacker", "end_turn")
    evening.do("defender", "start_turn")
    evening.go_to("defender", step, of)


def british_assault(evening: Evening) -> None:
    """A British company has two actions."""
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "late_companies", "a1.1")
    evening.do("attacker", "roll_orders", unit="a1.1.c1", die=die(6))


def told(evening: Evening, role: Role) -> str:
    """All that a seat is shown and told."""
    heard = [
        SYSTEM.tell(evening.state, one, role)
        for one in evening.log
        if one.audience is Audience.ALL or one.audience.value == role.value
    ]
    return f"{SYSTEM.view(evening.state, role)} {heard}"


def replays(evening: Evening) -> None:
    assert SYSTEM.replay(evening.log) == evening.state


def test_the_other_side_sees_nothing_of_them() -> None:
    """FF-DSH-01: neither stands, nor their number, nor that anybody went below."""
    evening = below(FIRST, SECOND, "d1.1.c2.p1", "d1.1.c2.p2", "d1.1.c2.p3", GUN)
    evening.do("attacker", "start_turn")
    british, german = told(evening, ATTACKER), told(evening, DEFENDER)
    for stand in (FIRST, SECOND, "d1.1.c2", GUN):
        assert f"'{stand}" not in british
        assert f"'{stand}" in german
    assert "shelter" not in british.replace("'shelters': None", "")
    battalion = SYSTEM.view(evening.state, ATTACKER)["sides"][1]["regiments"][0]["battalions"][0]
    assert (battalion["started"], battalion["left"]) == (7, 7)
    own = SYSTEM.view(evening.state, Role.REFEREE)["sides"][1]["regiments"][0]["battalions"][0]
    assert (own["started"], own["left"]) == (12, 12)
    replays(evening)


def german_battalion(evening: Evening, role: Role) -> Any:
    return SYSTEM.view(evening.state, role)["sides"][1]["regiments"][0]["battalions"][0]


@pytest.mark.parametrize("role", [ATTACKER, Role.SPECTATOR])
def test_who_goes_below_before_play_was_not_seen_before(role: Role) -> None:
    """FF-DSH-01: a screen that was open before shows the same afterwards; all but those below are seen in play."""
    evening = played("cambrai-1917")
    before = SYSTEM.view(evening.state, role)
    evening.do("defender", "go_below", stands=[FIRST])
    evening.do("referee", "correct", of=SECOND, what="alive", value=False, reason="not brought along")
    evening.do("referee", "correct", of=THIRD, what="levels", value=1, reason="shelled")
    assert [one.audience for one in evening.log[1:]] == [Audience("defender")] * 3
    assert SYSTEM.view(evening.state, role) == before
    regiment = before["sides"][1]["regiments"][0]
    assert {unit["kind"] for unit in regiment["units"]} == {"block_house"}
    assert german_battalion(evening, role)["units"] == []
    evening.do("attacker", "start_turn")
    seen = german_battalion(evening, role)
    assert (seen["started"], seen["left"]) == (11, 10)
    stands = next(unit for unit in seen["units"] if unit["id"] == "d1.1.c1")["stands"]
    assert [(one["id"], one["alive"], one["levels"]) for one in stands] == [(SECOND, False, 0), (THIRD, True, 1)]


def test_armies_without_shelters_set_up_openly() -> None:
    """FF-DSH-07, AMB-360: the British of 1917, and the Germans of 1914."""
    british = SYSTEM.view(played("cambrai-1917").state, DEFENDER)["sides"][0]["regiments"][0]["battalions"][0]
    assert (british["started"], british["commander"]["unseen"]) == (12, False)
    german = SYSTEM.view(mons().state, ATTACKER)["sides"][0]["regiments"][0]["battalions"][0]
    assert german["started"] > 0


@pytest.mark.parametrize("wanted", [FIRST, THIRD])
def test_before_play_errors_tell_one_below_from_one_above_by_nothing(wanted: str) -> None:
    """FF-DSH-01: a correction, or a deed that names it, hears what is said of any name."""
    evening = below(FIRST)
    removed = {"stand": OURS, "deed": "over the wire", "die": die(6), "removes": [wanted]}
    assert evening.refused("attacker", "try_heroic_action", **removed).because == "the first turn has not begun"
    for kind, fields in (
        ("correct", {"of": wanted, "what": "levels", "value": 1, "reason": "seen"}),
        ("go_below", {"stands": [wanted]}),
    ):
        unknown = {**fields, **_named(fields, wanted, "no such stand")}
        assert evening.refused("attacker", kind, **fields) == evening.refused("attacker", kind, **unknown)


@pytest.mark.parametrize("wanted", [FIRST, "nobody"])
def test_errors_tell_a_stand_below_from_no_stand_at_all_by_nothing(wanted: str) -> None:
    """Whoever aims at it, assaults it or asks for it hears what is said of any name."""
    evening = below(FIRST)
    for kind, fields in (
        ("come_up", {"stand": wanted, "die": die(6)}),
        ("show_shelter", {"stand": wanted}),
        ("hit_below", {"stand": wanted, "attack": "gas", "die": die(6)}),
        ("correct", {"of": wanted, "what": "levels", "value": 1, "reason": "seen"}),
        ("go_below", {"stands": [wanted]}),
    ):
        known = evening.refused("attacker", kind, **fields)
        unknown = evening.refused("attacker", kind, **{**fields, **_named(fields, wanted, "no such stand")})
        assert known == unknown
    british_assault(evening)
    aimed = evening.refused("attacker", "fire", unit="a1.1.c1", shots=[shot(OURS, wanted, 20, "soft", 6)])
    assert aimed.because == "that target is not on the table"
    gone = evening.refused("attacker", "go_in", unit="a1.1.c1", stand=OURS, target=wanted, cover="soft")
    assert gone.because == "that is no enemy stand on the table"


def _named(fields: dict[str, Any], wanted: str, other: str) -> dict[str, Any]:
    changed = {name: other for name, value in fields.items() if value == wanted}
    return changed | {name: [other] for name, value in fields.items() if value == [wanted]}


def test_nobody_else_has_deep_shelters() -> None:
    """FF-DSH-07; nor does a block house go below, and there are none in 1914 (AMB-360)."""
    evening = played("cambrai-1917")
    assert evening.refused("attacker", "go_below", stands=[OURS]).clause == "FF-DSH-07"
    assert evening.refused("defender", "go_below", stands=["d1.x1"]).clause == "FF-DSH-01"
    assert evening.refused("attacker", "go_below", stands=[FIRST]).clause == "FF-DSH-01"
    evening.do("attacker", "start_turn")
    assert evening.refused("attacker", "go_below", stands=[FIRST]).clause == "FF-TRN-01"
    early = mons()
    assert early.refused("attacker", "go_below", stands=["a1.1.c1.p1"]).clause == "FF-DSH-01"


@pytest.mark.parametrize(("pips", "up"), [(2, False), (3, True)])
def test_a_platoon_comes_up_before_its_companys_order(pips: int, up: bool) -> None:
    """FF-DSH-03, FF-DSH-T1: 2 +1 = 3 stays below, 3 +1 = 4 comes up; one try a turn, and none after the order."""
    evening = below(FIRST)
    german_turn(evening)
    event = evening.do("defender", "come_up", stand=FIRST, die=die(pips))
    assert event.up is up
    assert (FIRST in evening.state.shelters.below) is not up
    assert (f"'{FIRST}'" in told(evening, ATTACKER)) is up
    if not up:
        assert evening.refused("defender", "come_up", stand=FIRST, die=die(6)).clause == "FF-DSH-03"
    replays(evening)


def test_who_has_rolled_does_not_come_up_and_who_is_below_does_not_fire() -> None:
    """AMB-363: the try comes before the unit's order; FF-DSH-01: below it does not fire."""
    evening = below(FIRST)
    german_turn(evening)
    evening.do("defender", "roll_orders", unit="d1.1.c1", die=die(6))
    assert evening.refused("defender", "come_up", stand=FIRST, die=die(6)).clause == "FF-DSH-03"
    aim = shot(FIRST, OURS, 20, "soft", 6)
    assert evening.refused("defender", "fire", unit="d1.1.c1", shots=[aim]).clause == "FF-DSH-01"
    evening.do("defender", "fire", unit="d1.1.c1", shots=[shot(SECOND, OURS, 20, "soft", 1)])


def test_who_is_below_supports_nobody() -> None:
    """FF-ASL-12, FF-DSH-01: a platoon in its shelter does not stand behind the fighter."""
    evening = below(SECOND)
    german_turn(evening)
    evening.do("defender", "roll_orders", unit="d1.1.c1", die=die(6))
    contact = {"unit": "d1.1.c1", "stand": FIRST, "target": OURS, "cover": "soft", "supporter": SECOND}
    assert evening.refused("defender", "go_in", **contact).clause == "FF-ASL-12"


def test_a_company_below_as_a_whole_is_not_ordered() -> None:
    """FF-DSH-03; and nobody hears of it in the list of those to order."""
    evening = below(FIRST, SECOND, THIRD)
    german_turn(evening)
    assert "d1.1.c1" not in SYSTEM.view(evening.state, ATTACKER)["turn"]["can_act"]
    assert evening.refused("defender", "roll_orders", unit="d1.1.c1", die=die(6)).clause == "FF-DSH-03"
    evening.do("defender", "come_up", stand=FIRST, die=die(6))
    evening.do("defender", "roll_orders", unit="d1.1.c1", die=die(6))


def test_suppression_of_its_company_does_not_reach_it() -> None:
    """FF-DSH-02: a Vickers suppresses the company above; the platoon below has no level."""
    evening = below(FIRST)
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "late_regimental_machine_guns", "a1")
    evening.do("attacker", "roll_orders", unit="a1.x1", die=die(6))
    evening.do("attacker", "fire", unit="a1.x1", shots=[shot("a1.x1", SECOND, 30, "soft", 4)])
    assert [evening.state.stands[one].levels for one in (FIRST, SECOND, THIRD)] == [0, 1, 1]


@pytest.mark.parametrize(
    ("attack", "partly", "pips", "result"),
    [
        ("super_heavy_artillery", False, 5, FireResult.NO_EFFECT),
        ("super_heavy_artillery", False, 6, FireResult.KILLED),
        ("super_heavy_artillery", True, 6, FireResult.NO_EFFECT),
        ("rolling_barrage", False, 6, FireResult.NO_EFFECT),
        ("gas", False, 6, FireResult.NO_EFFECT),
    ],
)
def test_what_reaches_a_shelter(attack: str, partly: bool, pips: int, result: FireResult) -> None:
    """FF-DSH-X1 to -X3; its own side throws, and only a death is told to everybody."""
    evening = below(FIRST)
    hit = evening.do("defender", "hit_below", stand=FIRST, attack=attack, die=die(pips), partly_covered=partly)
    killed = result is FireResult.KILLED
    assert (hit.result, evening.state.stands[FIRST].alive) == (result, not killed)
    assert evening.log[-1].audience is (Audience.ALL if killed else Audience("defender"))
    replays(evening)


def test_the_assaulted_come_up_and_fire() -> None:
    """AMB-363: when its trench is assaulted a 3 brings it up; at closing infantry in Soft late rifles +2: 3 kills."""
    evening = below(FIRST)
    british_assault(evening)
    evening.do("attacker", "go_in", unit="a1.1.c1", stand=OURS, target=SECOND, cover="medium")
    evening.do("attacker", "all_in", unit="a1.1.c1")
    up = evening.do("defender", "come_up", stand=FIRST, die=die(3), against=OURS)
    assert (up.up, up.fires) == (True, True)
    fired = evening.do("defender", "fire_as_they_close", stand=FIRST, target=OURS, dice=entered(4))
    assert fired.results == (FireResult.KILLED,)  # 4 +2 = 6
    assert evening.state.contacts() == ()
    replays(evening)


def test_who_fails_is_known_and_is_fought_below() -> None:
    """FF-DSH-04 to -06, FF-DSH-X4: no closing fire; +1 −1 against −1 is +1: 3 against 4 draws, 4 against 4 wins."""
    evening = below(FIRST)
    british_assault(evening)
    evening.do("attacker", "go_in", unit="a1.1.c1", stand=OURS, target=SECOND, cover="medium")
    failed = evening.do("defender", "come_up", stand=FIRST, die=die(2), against=OURS)
    assert not failed.up
    assert evening.log[-1].audience is Audience.ALL
    assert [one.defender for one in evening.state.contacts()] == [SECOND]
    # Another platoon clears it out, in the same action.
    evening.do("attacker", "go_in", unit="a1.1.c1", stand="a1.1.c1.p2", target=FIRST, cover="medium")
    evening.do("attacker", "all_in", unit="a1.1.c1")
    assert evening.state.assault is not None
    assert evening.state.assault.firing == (SECOND,)
    evening.do("defender", "fire_as_they_close", stand=SECOND)
    for attacker in (OURS, "a1.1.c1.p2"):
        evening.do("attacker", "throw_in_combat", attacker=attacker, side="attacker", die=die(4))
        fought = evening.do("defender", "throw_in_combat", attacker=attacker, side="defender", die=die(4))
    assert (fought.winner, fought.reasons.total) == (Winner.ATTACKER, 1)
    assert not evening.state.stands[FIRST].alive
    replays(evening)


def test_one_that_is_found_is_safe_from_fire_but_not_from_infantry() -> None:
    """FF-DSH-02, FF-DSH-04: shown by its owner; nothing reaches it, and tanks do not clear it."""
    evening = below(FIRST)
    evening.do("defender", "show_shelter", stand=FIRST)
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "late_tanks", "a1.1")
    evening.do("attacker", "roll_orders", unit="a1.1.x1", die=die(6))
    aim = shot("a1.1.x1", FIRST, 10, "medium", 6, sector="front")
    assert evening.refused("attacker", "fire", unit="a1.1.x1", shots=[aim]).clause == "FF-DSH-02"
    contact = {"unit": "a1.1.x1", "stand": "a1.1.x1", "target": FIRST, "cover": "medium"}
    assert evening.refused("attacker", "go_in", **contact).clause == "FF-DSH-04"


def test_going_below_in_play_takes_a_move_and_is_seen() -> None:
    """AMB-360: a move action of its company; everybody saw where it went."""
    evening = played("cambrai-1917")
    german_turn(evening)
    evening.do("defender", "roll_orders", unit="d1.1.c1", die=die(6))
    evening.do("defender", "go_below", stands=[FIRST, SECOND])
    assert evening.state.orders["d1.1.c1"].left == 1
    assert evening.log[-1].audience is Audience.ALL
    assert f"'{FIRST}'" in told(evening, ATTACKER)
    above = evening.refused("defender", "go_below", stands=[THIRD], enemy_above=True)
    assert above.clause == "FF-DSH-01"
    replays(evening)


def test_a_command_stand_is_seen_to_go_below_in_play() -> None:
    """AMB-360, FF-CMD-05: it spends nobody's action, and everybody saw it go."""
    evening = played("cambrai-1917")
    german_turn(evening)
    assert evening.do("defender", "go_below", stands=["d1.1.hq"]).seen
    assert evening.log[-1].audience is Audience.ALL
    british = told(evening, ATTACKER)
    assert "into the deep shelter" in british
    assert "'d1.1.hq'" in british
    replays(evening)


def test_who_has_not_arrived_does_not_sit_below() -> None:
    """AMB-360: it stands in no trench of its side."""
    evening = played("cambrai-1917")
    evening.do("referee", "correct", of="d1.1", what="on_table", value=False, reason="held back")
    assert evening.refused("defender", "go_below", stands=[FIRST]).because.endswith("is off the table")


def test_a_death_below_is_told_however_it_comes_about() -> None:
    """FF-DSH-02: as of those who are hit there; a level on one below is its own side's affair."""
    evening = below(FIRST)
    evening.do("attacker", "start_turn")
    evening.do("referee", "correct", of=FIRST, what="levels", value=1, reason="seen")
    assert evening.log[-1].audience is Audience("defender")
    evening.do("referee", "correct", of=FIRST, what="alive", value=False, reason="seen")
    assert evening.log[-1].audience is Audience.ALL
    assert f"'{FIRST}'" in told(evening, ATTACKER)


@pytest.mark.parametrize("levels", [0, 2])
def test_the_turn_does_not_tell_of_a_commander_below(levels: int) -> None:
    """FF-DSH-01, FF-CMD-08: it stops for him whether he has suppression to shed or none, which his side alone hears."""
    evening = below("d1.1.hq")
    evening.do("attacker", "start_turn")
    evening.do("attacker", "end_turn")
    evening.do("defender", "start_turn")
    before = [SYSTEM.view(evening.state, role)["rail"] for role in (ATTACKER, DEFENDER)]
    if levels:
        evening.do("referee", "correct", of="d1.1.hq", what="levels", value=levels, reason="shaken")
    assert [SYSTEM.view(evening.state, role)["rail"] for role in (ATTACKER, DEFENDER)] == before
    evening.go_to("defender", "late_recovery", "d1.1")
    assert evening.state.stands["d1.1.hq"].levels == 0
    begun = evening.log[-1]
    assert SYSTEM.tell(evening.state, begun, ATTACKER)["says"].endswith("sheds his suppression, I / Regt")
    assert "card" not in SYSTEM.tell(evening.state, begun, ATTACKER)
    assert ("card" in SYSTEM.tell(evening.state, begun, DEFENDER)) is bool(levels)


def test_what_the_regimental_commander_sheds_below_is_his_own_sides() -> None:
    """FF-SUP-12, FF-DSH-01: everybody hears of the step, nobody else that there was anything to shed."""
    evening = below("d1.hq")
    evening.do("attacker", "start_turn")
    evening.do("attacker", "end_turn")
    evening.do("defender", "start_turn")
    evening.do("referee", "correct", of="d1.hq", what="levels", value=2, reason="shaken")
    begun = evening.do("defender", "next_step")
    while not begun.recovered:
        begun = evening.do("defender", "next_step")
    assert SYSTEM.tell(evening.state, evening.log[-1], DEFENDER)["card"]["steps"]
    assert "card" not in SYSTEM.tell(evening.state, evening.log[-1], Role.SPECTATOR)


def test_a_company_of_which_only_the_one_below_is_left_looks_destroyed() -> None:
    """FF-DSH-01: that somebody of it lives would tell of him."""
    evening = below(FIRST)
    evening.do("attacker", "start_turn")
    for stand in (SECOND, THIRD):
        evening.do("referee", "correct", of=stand, what="alive", value=False, reason="shelled")
    seen = next(one for one in german_battalion(evening, ATTACKER)["units"] if one["id"] == "d1.1.c1")
    own = next(one for one in german_battalion(evening, DEFENDER)["units"] if one["id"] == "d1.1.c1")
    assert (seen["alive"], own["alive"]) == (False, True)


@pytest.mark.parametrize(
    ("house", "marked", "allowed"), [([], False, True), (["marked"], False, False), (["marked"], True, True)]
)
def test_where_there_are_shelters(house: list[str], marked: bool, allowed: bool) -> None:
    """AMB-360: in any work of theirs, or only where the scenario marks one."""
    rules = [{"ruling": "AMB-360", "option": option} for option in house]
    evening = played("cambrai-1917", house_rules=rules)
    outcome = evening.try_("defender", "go_below", stands=[FIRST], marked=marked)
    assert isinstance(outcome, Refusal) is not allowed


def test_a_called_morale_test_does_not_count_those_below() -> None:
    """FF-MOR-01, FF-DSH-01: 6 of 12 lost, three of the rest below: the British may not hear of 6 where they see 3."""
    evening = below(FIRST, SECOND, THIRD)
    for company in (2, 3):
        for platoon in (1, 2, 3):
            lost = f"d1.1.c{company}.p{platoon}"
            evening.do("referee", "correct", of=lost, what="alive", value=False, reason="lost")
    assert [due.threshold for due in evening.state.due] == ["half"]
    british, german, referee = (told(evening, role) for role in (ATTACKER, DEFENDER, Role.REFEREE))
    assert "has lost half of its platoons: morale test" in british
    assert "of 12 platoons" not in british
    assert "is down to 6 of 12 platoons: morale test" in german
    assert "is down to 6 of 12 platoons: morale test" in referee


def test_the_sentence_is_the_same_where_nobody_is_below() -> None:
    """FF-DSH-01, FF-DSH-07: else its words would tell of one. The British have no shelters, all count them."""
    evening = played("cambrai-1917")
    evening.do("attacker", "start_turn")
    for side in ("d", "a"):
        for company in (1, 2):
            for platoon in (1, 2, 3):
                lost = f"{side}1.1.c{company}.p{platoon}"
                evening.do("referee", "correct", of=lost, what="alive", value=False, reason="lost")
    assert "has lost half of its platoons: morale test" in told(evening, ATTACKER)
    assert told(evening, ATTACKER).count("is down to 6 of 12 platoons: morale test") == 1
    assert told(evening, DEFENDER).count("is down to 6 of 12 platoons: morale test") == 2


def test_a_take_back_keeps_its_secret() -> None:
    """What was secret when it was done is secret when it is taken back, its die included."""
    evening = below(FIRST)
    german_turn(evening)
    evening.do("defender", "come_up", stand=FIRST, die=die(2))
    evening.agreed("defender", "undo")
    assert evening.log[-1].audience is Audience("defender")
    assert "shelter" not in told(evening, ATTACKER).replace("'shelters': None", "")
    other = evening.refused("defender", "come_up", stand=FIRST, die=die(6))
    assert "thrown already" in other.because


def test_secrets_of_both_sides_are_taken_back_apart() -> None:
    """FF-CRD-05, FF-DSH-01: neither side hears what the other had done, and a looker-on hears nothing."""
    evening = below(FIRST, event_cards="table")
    evening.do("attacker", "start_turn")
    evening.do("attacker", "draw_card", card="hearts_king")
    drawn = evening.log[-1].command_id
    evening.do("defender", "hit_below", stand=FIRST, attack="gas", die=die(3))
    before = len(evening.log)
    evening.do("referee", "undo", command_id=drawn)
    own = {one.audience: SYSTEM.tell(evening.state, one, Role.REFEREE)["says"] for one in evening.log[before:]}
    assert own.keys() == {Audience("attacker"), Audience("defender")}
    assert "King of Hearts" in own[Audience("attacker")]
    assert "shelter" not in own[Audience("attacker")]
    assert "King of Hearts" not in own[Audience("defender")]
    assert evening.state.cards.held == ()
    assert evening.state.shelters.hit == ()
    replays(evening)


def test_a_deed_partly_seen_is_taken_back_before_everybody() -> None:
    """FF-MOR-01, FF-DSH-01: the losses of those who set up unseen were not told, the test they called was."""
    evening = played("cambrai-1917")
    for company in (1, 2):
        for platoon in (1, 2, 3):
            lost = f"d1.1.c{company}.p{platoon}"
            evening.do("referee", "correct", of=lost, what="alive", value=False, reason="lost")
    view = SYSTEM.view(evening.state, ATTACKER)
    assert (len(view["due"]), [deed["name"] for deed in view["deeds"]]) == (1, ["I / Regt's morale test"])
    evening.do("referee", "undo")
    assert evening.log[-1].audience is Audience.ALL
    assert "destroyed" not in SYSTEM.tell(evening.state, evening.log[-1], ATTACKER)["says"]
    assert SYSTEM.view(evening.state, ATTACKER)["due"] == []
    replays(evening)
