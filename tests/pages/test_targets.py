"""Whom the list of targets puts first, as far as what was measured tells, and when it holds its tongue (FF-TGT)."""

from typing import Any, Final

from starlette.datastructures import QueryParams

from app.systems.flanders_fields.pages.forms.fire import fire_form
from app.systems.flanders_fields.pages.forms.targets import UNMEASURED, Target, Targets, last_target, targets
from tests.game.evening import Evening, mons

COMPANY: Final = "a1.1.c1"
GUN: Final = "a1.1.mg1"
FIRST, SECOND, THIRD = (f"d1.1.c1.p{n}" for n in (1, 2, 3))


def unit(evening: Evening, name: str, *spent: str) -> dict[str, Any]:
    """A unit as its seat sees it, all its stands fit to fire."""
    known = evening.state.units[name]
    stands = [{"id": one, "alive": True, "levels": 0} for one in known.stands]
    return {"id": name, "kind": known.kind.value, "spent": spent, "stands": stands}


def fired(of: str, *shots: tuple[str, float, str], firer: str = "") -> dict[str, Any]:
    """What a seat was told of a fire action: target, distance, cover of each shot."""
    made = [{"firer": firer or f"{of}.p1", "target": at, "range_cm": cm, "cover": cover} for at, cm, cover in shots]
    return {"kind": "fired", "unit": of, "card": {"shots": made}}


def asked(evening: Evening, told: list[dict[str, Any]], name: str, *spent: str, query: str = "") -> dict[str, Targets]:
    """What the form of a unit knows of its targets."""
    having = unit(evening, name, *spent)
    return targets(evening.state, told, having, fire_form(having, QueryParams(query), ()))


def test_before_anything_is_measured_only_the_rule_is_told() -> None:
    """FF-TGT-02 binds a machine gun to the nearest, FF-TGT-01 a rifle platoon to the steps; nobody knows how far."""
    evening = mons()
    gun, company = (asked(evening, [], name)[""] for name in (GUN, COMPANY))
    assert (gun.bound, gun.clause, gun.says, gun.lately) == (
        "It must shoot at the nearest troops",
        "FF-TGT-02",
        UNMEASURED,
        (),
    )
    assert (company.bound, company.clause) == ("It must shoot at the enemy that comes first", "FF-TGT-01")


def test_guns_are_bound_to_nobody() -> None:
    """SHQ-76, stands only: artillery may choose."""
    evening = mons()
    assert asked(evening, [], "a1.b1")[""].bound == "It may choose its target"


def test_of_two_that_were_measured_the_nearest_comes_first() -> None:
    """FF-TGT-02: a gun that swept 20 and 23 cm must shoot at 20 again, though 23 was read last."""
    evening = mons()
    told = [fired(GUN, (SECOND, 23.0, "soft"), (FIRST, 20.0, "open"), firer=GUN)]
    assert asked(evening, told, GUN, "fire")[""].lately == (
        Target(FIRST, "open", 20.0, comes_first=True),
        Target(SECOND, "soft", 23.0),
    )


def test_whom_no_die_can_hurt_is_passed_over() -> None:
    """FF-TGT-X2: rifles suppress in Hard cover on a 7 (FF-SHO-T1): 12 cm in it gives way to 14 cm in Soft."""
    evening = mons()
    told = [fired(COMPANY, (FIRST, 12.0, "hard")), fired(COMPANY, (SECOND, 14.0, "soft"))]
    assert asked(evening, told, COMPANY, "fire", "fire")[""].lately == (
        Target(SECOND, "soft", 14.0, comes_first=True),
        Target(FIRST, "hard", 12.0),
    )


def test_what_was_measured_before_a_move_or_in_another_turn_is_not_told() -> None:
    """Whoever has moved stands elsewhere; the target is still on top, its distance is not."""
    evening = mons()
    told = [fired(COMPANY, (FIRST, 30.0, "soft"))]
    for spent in (("fire", "move"), ()):
        known = asked(evening, told, COMPANY, *spent)[""]
        assert (known.says, known.lately) == (UNMEASURED, (Target(FIRST, "soft"),))


def test_a_morale_test_may_have_moved_the_target() -> None:
    """FF-MOR: a battalion falls back 20 or 40 cm; what was measured before holds no longer."""
    evening = mons()
    told = [fired(COMPANY, (FIRST, 30.0, "soft")), {"kind": "morale_tested"}, fired(COMPANY, (SECOND, 28.0, "soft"))]
    known = asked(evening, told, COMPANY, "fire", "fire")[""]
    assert known.lately == (Target(SECOND, "soft", 28.0), Target(FIRST, "soft"))


def test_every_platoon_knows_its_own_distances() -> None:
    """FF-TGT-03: priority is judged for each stand; what the second platoon measured is nothing to the first."""
    evening = mons()
    told = [fired(COMPANY, (FIRST, 30.0, "soft")), fired(COMPANY, (SECOND, 28.0, "soft"), firer=f"{COMPANY}.p2")]
    known = asked(evening, told, COMPANY, "fire", "fire", query="way=each")
    assert known["aims.0."].lately == (Target(FIRST, "soft", 30.0),)
    assert known["aims.1."].lately == (Target(SECOND, "soft", 28.0),)


def test_a_friend_in_the_beaten_zone_is_no_target() -> None:
    """FF-BZN: the sweep strikes whoever stands in it, but nobody aims at his own."""
    told = [fired(GUN, (FIRST, 20.0, "soft"), (f"{COMPANY}.p1", 23.0, "soft"), firer=GUN)]
    assert [one.stand for one in asked(mons(), told, GUN, "fire")[""].lately] == [FIRST]


def test_the_dead_are_not_offered() -> None:
    evening = mons()
    evening.do("referee", "correct", of=FIRST, what="alive", value=False, reason="as it lies")
    told = [fired(GUN, (FIRST, 20.0, "soft"), (SECOND, 23.0, "soft"), firer=GUN)]
    assert [one.stand for one in asked(evening, told, GUN, "fire")[""].lately] == [SECOND]


def test_a_new_firer_begins_where_somebody_fired_last() -> None:
    """The battalion under fire is unfolded; a stand that is not to be chosen from is nobody's target."""
    enemies = [{"units": [{"stands": [{"id": FIRST}, {"id": SECOND}]}]}]
    told = [
        fired("a1.2.c1", (FIRST, 20.0, "soft")),
        fired(COMPANY, (SECOND, 9.0, "soft")),
        fired("d1.1.c1", (COMPANY, 9.0, "soft")),
    ]
    assert last_target(told, enemies) == SECOND
    assert last_target([], enemies) == ""
