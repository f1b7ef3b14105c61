"""Sides and seats that a system names itself: one object a word, no word that nobody named, and who hears what."""

from copy import deepcopy

import msgspec
import pytest

from rules.kernel.seats import Audience, Role, Seating

SEATING = Seating({"crown": "The Crown", "league": "The League"}, referee="Herald")
CROWN, LEAGUE = SEATING.playing


def test_a_word_is_one_object_wherever_it_comes_from() -> None:
    assert Role("crown") is CROWN
    assert Seating({"crown": "Another crown"}).playing[0] is CROWN
    assert msgspec.json.decode(b'["crown"]', type=tuple[Role, ...])[0] is CROWN
    assert msgspec.json.encode({CROWN: Audience("league")}) == b'{"crown":"league"}'
    assert deepcopy(CROWN) is CROWN
    assert {CROWN, LEAGUE, Role.REFEREE, Role.SPECTATOR} <= {*Role.known()}


def test_no_word_that_no_system_named() -> None:
    with pytest.raises(ValueError, match="'nobody' is not a valid Role"):
        Role("nobody")
    with pytest.raises(msgspec.ValidationError, match="Invalid enum value 'nobody'"):
        msgspec.json.decode(b'"nobody"', type=Role)
    with pytest.raises(ValueError, match="write 1 to 16 small letters, digits or hyphens"):
        Seating({"The Crown": "The Crown"})


def test_a_side_hears_its_own_and_the_referee_all() -> None:
    own = Audience("crown")
    assert [role for role in SEATING.roles if own.holds(role)] == [CROWN, Role.REFEREE]
    assert [role for role in SEATING.roles if Audience.REFEREE.holds(role)] == [Role.REFEREE]
    assert [role for role in SEATING.roles if Audience.ALL.holds(role)] == [*SEATING.roles]
    assert SEATING.audiences == (Audience.ALL, own, Audience("league"), Audience.REFEREE)


def test_who_speaks_for_whom_and_what_seats_are_called() -> None:
    assert [SEATING.speaks_for(role) for role in SEATING.roles] == [("crown",), ("league",), ("crown", "league"), ()]
    assert SEATING.names == {
        "crown": "The Crown",
        "league": "The League",
        "referee": "Herald",
        "spectator": "Spectator",
    }
    assert [(role.plays, role.looks_on) for role in SEATING.roles] == [
        (True, False),
        (True, False),
        (False, False),
        (False, True),
    ]
