"""What `positions/` brings about a game by, and a deed that is judged in it."""

from collections.abc import Mapping
from typing import Any
from unittest.mock import patch

from rules.flanders_fields.game.engine import COMMANDS
from rules.flanders_fields.game.order_of_battle import AttachedPlan
from rules.flanders_fields.game.scenario_roster import scenarios
from rules.flanders_fields.game.setup import creation
from rules.flanders_fields.game.setup.creation import CreateGame
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import Side, UnitClass
from rules.kernel.play import no_past
from rules.kernel.seats import Actor, Role
from rules.kernel.serialization import build
from tests.game.arms_in_play import unit, with_units
from tests.game.evening import Evening, die, played
from tests.numbers.followers import Follower
from tests.numbers.games import Sent
from tests.systems import known_systems


def with_one(kind: UnitClass, scenario: str = "cambrai-1917", side: Side = Side.DEFENDER, **more: Any) -> Evening:
    """A game in which a side's first regiment has nothing attached but a unit of this kind.

    It is the first battalion's, or, with `to=0`, the regiment's own.
    """
    return with_attached(scenario, {side: (unit(kind, **more),)})


def with_attached(scenario: str, units: Mapping[Side, tuple[AttachedPlan, ...]], **settings: Any) -> Evening:
    """A game in which nothing but these units is attached to the first regiments of these sides."""
    changed = scenarios()[scenario]
    for side, attached in units.items():
        changed = with_units(changed, side, attached)
    with patch.object(creation, "scenarios", lambda: {scenario: changed}):
        return played(scenario, **settings)


def of_the_germans(evening: Evening, step: str, name: str, of: str = "d1.1", **order: Any) -> Evening:
    """The defender's turn, with a unit of his first battalion ordered, or one of his regiment."""
    evening.do("attacker", "start_turn")
    evening.do("attacker", "end_turn")
    evening.do("defender", "start_turn")
    ordered(evening, "defender", step, name, of, **order)
    return evening


def of_the_attacker(evening: Evening, step: str, name: str, of: str = "a1.1") -> Evening:
    """The first turn, with a unit of the attacker's first battalion ordered, or one of his regiment."""
    evening.do("attacker", "start_turn")
    ordered(evening, "attacker", step, name, of)
    return evening


def ordered(evening: Evening, side: str, step: str, name: str, of: str, **more: Any) -> None:
    """A unit rolls a 6 for its orders, in its step of the turn that runs."""
    evening.go_to(side, step, of)
    evening.do(side, "roll_orders", unit=name, die=die(6), **more)


def begun(command: CreateGame, book: RuleBook) -> str:
    """What begins a game, without the digest of its book, which tells of any number that something there is another."""
    with patch.object(RuleBook, "for_game", lambda *_: book):
        events = SYSTEM.decide(SYSTEM.fresh(), command, Actor(Role.REFEREE))
    return repr(events).replace(book.fingerprint, "")


def judged(evening: Evening, role: str, kind: str, **fields: Any) -> Follower:
    """The deed as it is judged in that game, which stays where it is."""
    system, actor = known_systems()["flanders-fields"], Actor(Role(role), role, evening.referee)
    sent = Sent(system, evening.state.copy(), build(COMMANDS[kind], fields), actor, no_past)
    return Follower(f"{kind}: {fields}", sent.state.book, sent.judged)
