"""A refusal says whether it can be set aside: yes only where overruling it would do something."""

from collections.abc import Iterator

import msgspec
import pytest

from app.games.json_codec import Envelope
from app.games.service import GameService
from app.http.problem_details import HttpAnswer
from app.storage.database import Database
from rules.flanders_fields.vocabulary import ATTACKER, DEFENDER, SEATING
from rules.kernel.seats import Role
from tests.app.conftest import at
from tests.app.test_mons_kept import Table
from tests.systems import known_systems

FIVE = {"pips": 5, "source": "entered"}


@pytest.fixture
def table(database: Database) -> Iterator[Table]:
    """Mons, the German artillery's orders: the first battery has its 5, which is one action (FF-ORD-T2)."""
    service = GameService(database, known_systems())
    service.start()
    made = Table(service)
    for command in ("start_turn", "next_step", "next_step"):
        assert made.send(Role.REFEREE, kind=command).status == 200
    assert made.send(ATTACKER, kind="roll_orders", unit="a1.b1", die=FIVE).status == 200
    yield made
    service.stop()


def told(answer: HttpAnswer) -> tuple[str, bool]:
    """The clause of a refusal, and whether it can be set aside."""
    assert answer.status == 409, answer.body
    read = msgspec.json.decode(answer.body)
    return read["clause"], read["can_override"]


def test_what_the_players_may_allow_can_be_set_aside(table: Table) -> None:
    """A second roll in a turn, a unit out of its step: the players can let it happen."""
    again = {"kind": "roll_orders", "unit": "a1.b1", "die": FIVE}
    early = {"kind": "roll_orders", "unit": "a1.1.c1", "die": FIVE}
    for role in (ATTACKER, Role.REFEREE):
        assert told(table.send(role, **again)) == ("FF-TRN-05", True)
        assert told(table.send(role, **early)) == ("FF-TRN-03", True)


def test_what_overruling_would_not_change_cannot(table: Table) -> None:
    """The other side's turn, a unit without orders, dead targets: the rules know nothing that could follow."""
    assert told(table.send(DEFENDER, kind="roll_orders", unit="d1.b1", die=FIVE)) == ("FF-TRN-01", False)
    assert told(table.send(DEFENDER, kind="next_step")) == ("FF-TRN-01", False)
    assert told(table.send(ATTACKER, kind="move_unit", unit="a1.b2", going="road")) == ("FF-ORD-01", False)
    assert told(table.send(Role.REFEREE, kind="start_turn")) == ("FF-TRN-01", False)
    assert told(table.send(Role.REFEREE, kind="correct", of="a1.b1", what="levels", value=1, reason="")) == ("", False)


def test_what_is_said_is_what_overruling_then_does(table: Table) -> None:
    for wanted in (
        {"kind": "roll_orders", "unit": "a1.b1", "die": FIVE},
        {"kind": "move_unit", "unit": "a1.b2", "going": "road"},
        {"kind": "promote_in_field", "formation": "a1.1"},
    ):
        clause, can = told(table.send(Role.REFEREE, **wanted))
        seen = table.service.view(table.id, Role.REFEREE).number
        sent = Envelope(f"over-{wanted['kind']}", seen, wanted, clause, "we agreed on it")
        answer = table.service.submit(at(table.game, Role.REFEREE), sent)
        assert (answer.status == 200) is can, wanted
        if not can:
            assert told(answer)[1] is False
            assert "cannot be set aside" in msgspec.json.decode(answer.body)["instead"]


def test_asking_changes_nothing(table: Table) -> None:
    before = {role: table.service.view(table.id, role) for role in SEATING.roles}
    told(table.send(ATTACKER, kind="roll_orders", unit="a1.b1", die=FIVE))
    assert {role: table.service.view(table.id, role) for role in SEATING.roles} == before
    kept = table.service.ask(table.id, lambda one: one.system.view(one.state, Role.REFEREE))
    replayed = table.service.ask(table.id, lambda one: one.system.view(one.system.replay(one.log), Role.REFEREE))
    assert kept == replayed
