"""Block houses in a game: every outcome is worked by hand from the rulebook, beside the step.

November 1917, two German block houses. They fire as machine guns: 4 suppresses, 5 kills at Soft, and what they suppress
they suppress with its company (FF-BLK-06, SHQ-65).
"""

from typing import Any

import pytest

from rules.flanders_fields.close_combat import Beaten, Winner
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.vocabulary import FireResult
from tests.game.evening import Evening, die, entered, played, shot

HOUSE = "d1.x1"
FIRST, SECOND, THIRD, OTHER = "a1.1.c1.p1", "a1.1.c1.p2", "a1.1.c1.p3", "a1.1.c2.p1"
VICKERS = "a1.x1"
NOTHING, SUPPRESSED, KILLED = FireResult.NO_EFFECT, FireResult.SUPPRESSED, FireResult.KILLED


def german_turn(pips: int = 6, **settings: Any) -> Evening:
    """The Germans' turn: the left block house has rolled, a 6 gives it three actions (FF-ORD-T1)."""
    evening = played("cambrai-1917", **settings)
    evening.do("attacker", "start_turn")
    evening.do("attacker", "end_turn")
    evening.do("defender", "start_turn")
    evening.go_to("defender", "late_regimental_machine_guns", "d1")
    evening.do("defender", "roll_orders", unit=HOUSE, die=die(pips))
    return evening


def british_turn(step: str, of: str, unit: str, **settings: Any) -> Evening:
    evening = played("cambrai-1917", **settings)
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", step, of)
    evening.do("attacker", "roll_orders", unit=unit, die=die(6))
    return evening


def at(target: str, face: str, range_cm: float, *pips: int, **more: Any) -> dict[str, Any]:
    return shot(HOUSE, target, range_cm, "soft", *pips, sector=face, **more)


def fire(evening: Evening, *shots: dict[str, Any]) -> Any:
    return evening.do("defender", "fire", unit=HOUSE, shots=list(shots))


def refused_fire(evening: Evening, *shots: dict[str, Any]) -> Any:
    return evening.refused("defender", "fire", unit=HOUSE, shots=list(shots))


def mark(evening: Evening, face: str, levels: int) -> None:
    evening.do("referee", "correct", of=HOUSE, what=f"{face}_face", value=levels, reason="seen")


def replays(evening: Evening) -> None:
    assert SYSTEM.replay(evening.log) == evening.state


def test_one_action_fires_all_three_faces() -> None:
    """FF-BLK-X2, FF-BLK-03: front, left and right, each at its own target."""
    evening = german_turn()
    shots = at(FIRST, "front", 20, 3), at(OTHER, "left", 25, 4), at("a1.1.c3.p1", "right", 30, 5)
    fired = fire(evening, *shots)
    assert [one.results for one in fired.shots] == [(NOTHING,), (SUPPRESSED,), (KILLED,)]
    assert evening.state.stands["a1.1.c2.p2"].levels == 1  # its whole company
    assert evening.state.orders[HOUSE].left == 2
    replays(evening)


@pytest.mark.parametrize(
    ("shots", "clause"),
    [
        ([at(FIRST, "rear", 10, 6)], "FF-BLK-12"),
        ([at(FIRST, "none", 10, 6)], "FF-BLK-12"),
        ([at(FIRST, "front", 20, 6), at(OTHER, "front", 20, 6)], "FF-BLK-03"),
        ([at(FIRST, "front", 46, 6)], "FF-RNG-03"),  # FF-BLK-X1
    ],
)
def test_what_no_face_fires_at(shots: list[dict[str, Any]], clause: str) -> None:
    assert refused_fire(german_turn(), *shots).clause == clause


def test_each_face_has_its_own_beaten_zone() -> None:
    """FF-BLK-10, FF-BLK-06: 10 cm of zone, −1 for the first stand in it: 5 −1 suppresses only."""
    evening = german_turn()
    behind = at(OTHER, "front", 25, 5, behind_cm=4)
    fired = fire(evening, at(FIRST, "front", 20, 3), behind, at("a1.1.c3.p1", "left", 25, 4))
    assert [one.results for one in fired.shots] == [(NOTHING,), (SUPPRESSED,), (SUPPRESSED,)]
    assert [one.place for one in fired.shots] == [0, 1, 0]
    too_far = at(OTHER, "front", 32, 5, behind_cm=11)
    assert refused_fire(evening, at(FIRST, "front", 20, 3), too_far).clause == "FF-BZN-04"


def test_by_house_rule_one_face_fires_for_an_action() -> None:
    """SHQ-22 one_face."""
    evening = german_turn(house_rules=[{"ruling": "SHQ-22", "option": "one_face"}])
    assert refused_fire(evening, at(FIRST, "front", 20, 3), at(OTHER, "left", 25, 4)).clause == "FF-BLK-03"
    fire(evening, at(FIRST, "front", 20, 3))


def test_a_suppressed_face_is_silent_the_others_are_not() -> None:
    """FF-BLK-X3, FF-ASL-29."""
    evening = german_turn()
    mark(evening, "front", 1)
    assert refused_fire(evening, at(FIRST, "front", 20, 6)).clause == "FF-BLK-07"
    fire(evening, at(FIRST, "left", 20, 3), at(OTHER, "right", 25, 3))
    replays(evening)


def test_it_neither_moves_nor_packs_up() -> None:
    """FF-BLK-04, AMB-44."""
    assert german_turn().refused("defender", "move_unit", unit=HOUSE).clause == "FF-ORD-05"


def test_a_hit_marks_one_face_and_recovery_clears_all() -> None:
    """FF-BLK-08: a machine gun suppresses Fortifications on a 6 with direct sight; SHQ-23: one level off every face."""
    evening = british_turn("late_regimental_machine_guns", "a1", VICKERS)
    bare = shot(VICKERS, HOUSE, 30, "fortified", 6)
    assert evening.refused("attacker", "fire", unit=VICKERS, shots=[bare]).clause == "FF-BLK-07"
    evening.do("attacker", "fire", unit=VICKERS, shots=[bare | {"face": "left"}])
    assert evening.state.stands[HOUSE].faces == (0, 1, 0)
    mark(evening, "front", 2)
    evening.do("attacker", "end_turn")
    evening.do("defender", "start_turn")
    evening.go_to("defender", "late_regimental_machine_guns", "d1")
    evening.do("defender", "roll_orders", unit=HOUSE, die=die(2))
    evening.do("defender", "remove_suppression", unit=HOUSE)
    stand = evening.state.stands[HOUSE]
    assert (stand.faces, stand.levels) == ((1, 0, 0), 1)
    replays(evening)


@pytest.mark.parametrize(
    ("option", "faces", "alive"),
    [
        ("by_face", (2, 0, 0), False),
        ("by_face", (0, 2, 2), True),
        ("total", (1, 1, 0), False),
        ("face_lost", (2, 0, 0), True),
        ("never", (2, 0, 0), True),
    ],
)
def test_when_suppression_destroys_it(option: str, faces: tuple[int, ...], alive: bool) -> None:
    """SHQ-23: a further level on the front face."""
    house = [] if option == "by_face" else [{"ruling": "SHQ-23", "option": option}]
    evening = british_turn("late_regimental_machine_guns", "a1", VICKERS, house_rules=house)
    for face, levels in zip(("front", "left", "right"), faces, strict=True):
        if levels:
            mark(evening, face, levels)
    evening.do("attacker", "fire", unit=VICKERS, shots=[shot(VICKERS, HOUSE, 30, "fortified", 6, face="front")])
    assert evening.state.stands[HOUSE].alive is alive
    replays(evening)


def test_a_face_lost_by_house_rule_stays_lost() -> None:
    """SHQ-23 face_lost: three on the front; recovery does not bring it back."""
    evening = german_turn(house_rules=[{"ruling": "SHQ-23", "option": "face_lost"}])
    mark(evening, "front", 3)
    mark(evening, "left", 1)
    evening.do("defender", "remove_suppression", unit=HOUSE)
    assert evening.state.stands[HOUSE].faces == (3, 0, 0)
    assert refused_fire(evening, at(FIRST, "front", 20, 6)).clause == "FF-BLK-07"


# Assaults


def go_in(evening: Evening, stand: str, sector: str) -> Any:
    return evening.do("attacker", "go_in", unit="a1.1.c1", stand=stand, target=HOUSE, cover="fortified", sector=sector)


def assaulting(**settings: Any) -> Evening:
    return british_turn("late_companies", "a1.1", "a1.1.c1", **settings)


def test_it_fires_from_each_face_assaulted_once() -> None:
    """FF-ASL-28: front and left fire, the front no second time; 1s miss."""
    evening = assaulting()
    for stand, sector in ((FIRST, "front"), (SECOND, "left"), (THIRD, "front")):
        go_in(evening, stand, sector)
    evening.do("attacker", "all_in", unit="a1.1.c1")
    front = evening.do("defender", "fire_as_they_close", stand=HOUSE, target=FIRST, dice=entered(1))
    assert front.more
    again = evening.refused("defender", "fire_as_they_close", stand=HOUSE, target=THIRD, dice=entered(1))
    assert again.clause == "FF-ASL-28"
    left = evening.do("defender", "fire_as_they_close", stand=HOUSE, target=SECOND, dice=entered(1))
    assert not left.more
    assert len(evening.state.contacts()) == 3
    replays(evening)


@pytest.mark.parametrize(("faces", "theirs", "winner"), [(0, 4, Winner.DRAW), (1, 4, Winner.ATTACKER)])
def test_infantry_fights_the_face_it_came_at(faces: int, theirs: int, winner: Winner) -> None:
    """FF-ASL-X10: +1 −3 against 0, against −1 where the face is suppressed: 6 against 4 is 4 against 4 or 3."""
    evening = assaulting()
    if faces:
        mark(evening, "left", faces)
    go_in(evening, FIRST, "left")
    evening.do("attacker", "all_in", unit="a1.1.c1")
    if not faces:
        evening.do("defender", "fire_as_they_close", stand=HOUSE)
    evening.do("attacker", "throw_in_combat", attacker=FIRST, side="attacker", die=die(6))
    fought = evening.do("defender", "throw_in_combat", attacker=FIRST, side="defender", die=die(theirs))
    assert fought.winner is winner
    if winner is Winner.ATTACKER:
        assert fought.beaten is Beaten.SILENT
        assert not evening.state.living(evening.state.units[HOUSE])
    replays(evening)


def test_by_house_rule_the_winner_mans_it() -> None:
    """AMB-423 support_weapon: −3 +1 against −1, 4 against 1 is 2 against 0; it fires for the British from then on.

    It has had no order of theirs this turn; in their next one its regiment orders it: 6 gives three actions, and its
    left face fires at a German platoon at Soft, 5 kills.
    """
    evening = assaulting(house_rules=[{"ruling": "AMB-423", "option": "support_weapon"}])
    mark(evening, "right", 1)
    go_in(evening, FIRST, "left")
    evening.do("attacker", "all_in", unit="a1.1.c1")
    evening.do("defender", "fire_as_they_close", stand=HOUSE)
    evening.do("attacker", "throw_in_combat", attacker=FIRST, side="attacker", die=die(4))
    fought = evening.do("defender", "throw_in_combat", attacker=FIRST, side="defender", die=die(1))
    assert (fought.winner, fought.beaten, fought.reasons.total) == (Winner.ATTACKER, Beaten.MAY_BE_MANNED, 2)
    taken = evening.state.units[HOUSE]
    assert (taken.side, taken.of) == ("attacker", "a1")
    assert HOUSE not in evening.state.regiments["d1"].units
    stand = evening.state.stands[HOUSE]
    assert (stand.side, stand.alive, stand.levels, stand.faces) == ("attacker", True, 0, (0, 0, 0))
    assert evening.state.contacts() == ()
    evening.do("attacker", "end_turn")
    evening.do("defender", "start_turn")
    evening.do("defender", "end_turn")
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "late_regimental_machine_guns", "a1")
    evening.do("attacker", "roll_orders", unit=HOUSE, die=die(6))
    shots = [at("d1.1.c1.p1", "left", 20, 5)]
    fired = evening.do("attacker", "fire", unit=HOUSE, shots=list(shots))
    assert [one.results for one in fired.shots] == [(KILLED,)]
    replays(evening)


def test_no_face_looks_to_the_rear() -> None:
    """FF-ASL-28, AMB-423: no fire; its suppression counts only where all faces have it: 6 −2 against 4."""
    evening = assaulting()
    mark(evening, "front", 1)
    go_in(evening, FIRST, "rear")
    evening.do("attacker", "all_in", unit="a1.1.c1")
    assert evening.state.assault is not None
    assert evening.state.assault.firing == ()
    evening.do("attacker", "throw_in_combat", attacker=FIRST, side="attacker", die=die(6))
    fought = evening.do("defender", "throw_in_combat", attacker=FIRST, side="defender", die=die(4))
    assert fought.winner is Winner.DRAW


def test_there_are_no_block_houses_before_their_time() -> None:
    """FF-BLK-01; the tanks of that game are named first, so it is asked for the somewhat later sheet of 1914."""
    evening = Evening()
    refused = evening.refused("referee", "create_game", scenario="cambrai-1917", date="1914-12")
    assert refused.clause in ("FF-AFV-01", "FF-BLK-01")
