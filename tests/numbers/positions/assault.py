"""Fights: what each side adds to its die, for everything that goes in and for whom it may meet (FF-ASL-T1)."""

from collections.abc import Iterator
from typing import Any, Final

from rules.flanders_fields.vocabulary import Side, UnitClass
from tests.game.arms_in_play import unit
from tests.game.evening import Evening, die, entered, played
from tests.numbers.followers import Follower
from tests.numbers.judging import judged, with_attached, with_one

ADDED, COMPANY = "a1.1.x1", "a1.1.c1"
PLATOON: Final = f"{COMPANY}.p1"
THEIRS, GUN = "d1.3.c1.p1", "d1.3.mg1"


def positions() -> Iterator[Follower]:
    yield from _at_mons()
    yield from _cavalry()
    yield from _late()
    yield from _below()
    yield from _stops_short()


def _at_mons() -> Iterator[Follower]:
    """A company goes in at what a battalion has, well covered and not (FF-ASL-T1)."""
    for target, contact in (
        (THEIRS, {"cover": "hard", "attacker_with_commander": True}),
        ("d1.1.c1.p1", {"cover": "soft"}),
        (GUN, {"cover": "soft"}),
        ("d1.3.hq", {"cover": "soft"}),
    ):
        evening = _ordered(played("mons-1914"), "early_companies", COMPANY)
        yield _fight(evening, PLATOON, target, **contact)
    evening = _ordered(played("mons-1914"), "early_companies", COMPANY)
    evening.do("referee", "correct", of=THEIRS, what="levels", value=1, reason="seen")
    yield _fight(evening, PLATOON, THEIRS, cover="soft")


def _cavalry() -> Iterator[Follower]:
    """A charge at infantry, and at cavalry (FF-CAV-04, FF-CAV-05)."""
    squadrons = unit(UnitClass.CAVALRY, stands=2, stand_word="Squadron")
    for target in ("d1.1.c1.p1", "d1.1.x1.p1"):
        evening = with_attached("mons-1914", dict.fromkeys(Side, (squadrons,)))
        yield _fight(_ordered(evening, "early_companies", ADDED), f"{ADDED}.p1", target, cover="soft")


def _late() -> Iterator[Follower]:
    """Tanks heavy and light, and a flamethrower at concrete (FF-AFV-02, FF-ASL-28)."""
    for kind, step, more, target, contact in (
        (UnitClass.TANK, "late_tanks", {"type": "heavy_male"}, "d1.1.c1.p1", {"cover": "soft"}),
        (UnitClass.TANK, "late_tanks", {"type": "whippet"}, "d1.1.c1.p1", {"cover": "soft"}),
        (UnitClass.FLAMETHROWER, "late_companies", {}, "d1.x1", {"cover": "fortified", "sector": "front"}),
    ):
        evening = with_one(kind, side=Side.ATTACKER, **more)
        yield _fight(_ordered(evening, step, ADDED), ADDED, target, **contact)


def _below() -> Iterator[Follower]:
    """A platoon that has not come up (FF-ASL-30)."""
    evening = played("cambrai-1917")
    evening.do("defender", "go_below", stands=["d1.1.c1.p1"])
    evening.do("defender", "show_shelter", stand="d1.1.c1.p1")
    _ordered(evening, "late_companies", COMPANY)
    yield _fight(evening, PLATOON, "d1.1.c1.p1", cover="medium")


def _stops_short() -> Iterator[Follower]:
    """Suppressed as it closes (FF-ASL-09): a 4, and 1 at point-blank, at Soft."""
    evening = _ordered(played("mons-1914"), "early_companies", COMPANY)
    evening.do("attacker", "go_in", unit=COMPANY, stand=PLATOON, target=THEIRS, cover="soft")
    evening.do("attacker", "all_in", unit=COMPANY)
    yield judged(evening, "defender", "fire_as_they_close", stand=THEIRS, target=PLATOON, dice=entered(4))


def _ordered(evening: Evening, step: str, name: str) -> Evening:
    """A unit of the attacker's first battalion has rolled a 6."""
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", step, "a1.1")
    evening.do("attacker", "roll_orders", unit=name, die=die(6))
    return evening


def _fight(evening: Evening, stand: str, target: str, **contact: Any) -> Follower:
    """The defender's die of a fight, the assaulted having held their fire and stood before armour."""
    own = stand if stand in evening.state.units else stand.rpartition(".")[0]
    evening.do("attacker", "go_in", unit=own, stand=stand, target=target, **contact)
    evening.do("attacker", "all_in", unit=own)
    going = evening.state.assault
    assert going is not None
    for one in going.standing:
        evening.do("defender", "stand_against_armour", stand=one, die=die(6))
    for one in going.firing:
        evening.do("defender", "fire_as_they_close", stand=one)
    evening.do("attacker", "throw_in_combat", attacker=stand, side="attacker", die=die(4))
    return judged(evening, "defender", "throw_in_combat", attacker=stand, side="defender", die=die(4))
