"""New frozen evenings: commands chosen as the torture machine chooses them, and kept as they were sent.

Nothing here is needed to check them: what was chosen once is data (`evenings/*.jsonl.gz`).
"""

import random
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final
from unittest.mock import patch

import msgspec
from httpx import Response

from rules.flanders_fields.game.scenario_roster import scenarios
from rules.flanders_fields.game.setup.custom_scenarios import rewritten
from rules.flanders_fields.game.state.cards import Deck
from rules.flanders_fields.game.state.game import GameState
from rules.flanders_fields.vocabulary import ATTACKER, DEFENDER, SEATING
from rules.kernel.seats import Role
from rules.kernel.serialization import NotPlain, plain
from rules.tabletop.terrain import laid
from tests.app import test_description as flows
from tests.app.described import operations, served
from tests.client import TestClient
from tests.frozen.evenings import Evening, keep_commands
from tests.frozen.fixed import fixed
from tests.frozen.kept_game import KeptGame, Sent
from tests.frozen.service import Request, keep_requests
from tests.game.any_command import Anybody
from tests.systems import ready_tables
from tests.torture.deeds import HOUSE, Table

SIDES: Final = (ATTACKER, DEFENDER)
EVENINGS: Final = 5
STEPS_AN_EVENING: Final = 1_000
OWN: Final = 2
"""This evening of a scenario is played as one of the players' own, set up step by step."""


class Recorder(Table):
    """A table at which most of what is sent makes sense, and which keeps every command."""

    def __init__(self, scenario: str, number: int, steps: int) -> None:
        self.chance = random.Random(f"{scenario} {number}")
        self.steps, self.number = steps, number
        self.game = KeptGame(f"{scenario}-{number}")
        self.anybody = Anybody(self.chance)
        self.refereed, self.brisk = number % EVENINGS != 3, number % EVENINGS in (0, 3)
        self.host = Role.REFEREE if self.refereed else ATTACKER
        self.alone = number % EVENINGS == 4
        self.sent: list[Sent] = []
        self.accepted: Counter[str] = Counter()
        self.done: list[Sent] = []
        self.refused: list[tuple[Role, dict[str, Any], str]] = []
        self._create(scenario, number)
        for role in self.game.open.numbers:
            self._send(role, "take_seat", by_keeper=True)
        if number % EVENINGS == EVENINGS - 1:
            self._send(self.host, "begin_set_up")

    def _create(self, scenario: str, number: int) -> None:
        """A ready scenario, with its table or without; once the same as one of the players' own."""
        ground = ready_tables().get(scenario)
        table = laid(ground.name, ground.table) if ground and number % 2 == 0 else None
        more: dict[str, Any] = {
            "event_cards": list(Deck)[number % len(Deck)].value,
            "house_rules": HOUSE if number % 2 else [],
        }
        if number % EVENINGS == OWN:
            self._send(self.host, "create_game", own=plain(rewritten(scenarios()[scenario], table)), **more)
        else:
            self._send(self.host, "create_game", scenario=scenario, table=plain(table), **more)

    @property
    def state(self) -> GameState:  # type: ignore[override]  # the game keeps it
        """The game as it stands."""
        state: GameState = self.game.open.state
        return state

    def record(self) -> list[Sent]:
        """As many commands as were asked for."""
        ways = [self._play] * 24 + [self._anything] * 3 + [self._answer] * 3 + [self._overrule, self._take_back]
        if self.number % EVENINGS == OWN:
            ways += [self._finish_stage] * 3
        ways += [self._undo, self._again, self._late, self._reread, self._seat]
        while len(self.sent) < self.steps:
            self.chance.choice(ways)()
        return self.sent[: self.steps]

    def _play(self) -> None:
        may_act = any(orders.left for orders in self.state.orders.values())
        # With all that is possible a unit that was ordered would hardly ever come to act.
        acts = may_act and not self.state.assault and self.chance.random() < 0.5
        deed = self.chance.choice([self._act, self._fire, self._go_in] if acts else list(self._possible()))
        seldom = deed in (self._bleed, self._correct, self._note)
        (self._go_on if seldom and self.chance.random() < 0.8 else deed)(self.chance)

    def _anything(self) -> None:
        sender, kind, fields = self.anybody.next_command(self.state)
        with suppress(NotPlain):
            self._send(Role(sender), kind, **fields)

    def _overrule(self) -> None:
        if self.refused:
            role, command, clause = self.chance.choice(self.refused[-5:])
            self._send(self.host if self.refereed else role, overrule=clause, **command)

    def _answer(self) -> None:
        if self.state.asked:
            by = self.chance.choice((*SIDES, self.host))
            self._send(by, "answer", agree=self.chance.random() < 0.7)

    def _take_back(self) -> None:
        deeds = [one.command_id for one in self.state.deeds_at_hand()][:3]
        self._send(self.chance.choice((*SIDES, self.host)), "undo", command_id=self.chance.choice(["", *deeds]))

    def _undo(self) -> None:
        if self.refereed and not self.state.asked:
            before = len(self.done)
            self._play()
            for _ in self.done[before:]:
                self._send(self.host, "undo")

    def _again(self) -> None:
        if self.done:
            self._play_step(self.chance.choice(self.done[-20:]))

    def _late(self) -> None:
        role = self.chance.choice(SIDES)
        self._send(role, "note", behind=self.chance.randint(1, 3), text="late")

    def _reread(self) -> None:
        deed = next(iter(self.state.deeds_at_hand()), None)
        if deed:
            path = self.chance.choice(("die", "dice.0", "shots.0.dice.0"))
            fields: dict[str, Any] = {"command_id": deed.command_id, "die": path, "pips": self.chance.randint(1, 6)}
            self._send(deed.role, "correct_die", **fields)

    def _finish_stage(self) -> None:
        if not self.state.turn.number:
            self._send(self.host, "finish_stage")

    def _seat(self) -> None:
        changes: tuple[tuple[str, dict[str, Any]], ...] = (("take_seat", {}), ("give_up_seat", {"by": self.host.value}))
        kind, more = self.chance.choice(changes)
        self._send(self.chance.choice(tuple(SEATING.roles)), kind, by_keeper=True, **more)

    def _send(
        self,
        role: Role,
        kind: str,
        overrule: str = "",
        unreadable: bool = False,
        behind: int = 0,
        by_keeper: bool = False,
        **fields: Any,
    ) -> bool:
        command = {"kind": kind, **fields}
        number = self.game.open.numbers[role] - behind
        sent = {"command_id": f"c{len(self.sent)}", "expected_seq": number, "command": command}
        body = msgspec.json.encode({**sent, "overrule": overrule, "reason": "agreed"} if overrule else sent)
        in_time = kind == "correct_die" and self.chance.random() < 0.8
        status, answer = self._play_step(Sent(role.value, body, self.refereed, self.alone, in_time, by_keeper))
        told = msgspec.json.decode(answer)
        if status != 200 and told.get("can_override"):
            self.refused.append((role, command, told["clause"]))
        if status == 200:
            self.accepted["override" if overrule else kind] += 1
        return status == 200

    def _play_step(self, sent: Sent) -> tuple[int, bytes]:
        step = self.game.step(sent)
        self.sent.append(sent)
        if step.status == 200:
            self.done.append(sent)
        return step.status, step.answer


def record(scenario: str) -> None:
    """Choose new commands for the evenings of a scenario, and keep them."""
    evenings = [
        Evening(scenario, number, Recorder(scenario, number, STEPS_AN_EVENING).record()) for number in range(EVENINGS)
    ]
    keep_commands(scenario, evenings)


class Listener:
    """Hears what any device sends to any service, in order."""

    def __init__(self) -> None:
        self.sent: list[Request] = []
        self._services: list[object] = []
        self._devices: list[object] = []

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Everything that is sent meanwhile is heard."""
        send = TestClient.request

        def heard(client: TestClient, method: str, path: str, **more: Any) -> Response:
            numbers = _place(client.app, self._services), _place(client, self._devices)
            self.sent.append(Request(*numbers, method, path, more.get("params"), more.get("json")))
            return send(client, method, path, **more)

        with patch.object(TestClient, "request", heard):
            yield


def _place(one: object, among: list[object]) -> int:
    if not any(one is known for known in among):
        among.append(one)
    return next(number for number, known in enumerate(among) if known is one)


def record_requests() -> None:
    """Keep what the tests of the description send: every example of it, in an order in which it can be sent."""
    heard = Listener()
    with TemporaryDirectory(prefix="frozen") as folder, fixed(), served(Path(folder)) as (app, client):
        offered, description = operations(app), flows.Description(client)
        with heard.listening():
            for key in flows.LOOKED_UP:
                flows.test_what_is_looked_up_with_the_examples_is_there(client, offered, description, key)
            flows.test_the_question_examples_are_answered_as_it_is_shown(client, offered, description)
            flows.test_the_examples_of_a_table_are_drawn_as_they_stand(client, offered, description)
            flows.test_the_examples_of_a_force_are_made_as_they_stand(client, offered, description)
            flows.test_the_examples_of_a_scenario_are_taken_as_they_stand(client, offered, description)
            flows.test_the_examples_of_a_fire_plan_are_written_as_they_stand((app, client), offered, description)
            elsewhere = Path(folder) / "elsewhere"
            elsewhere.mkdir()
            flows.test_the_examples_of_a_game_are_played_as_they_stand((app, client), elsewhere, offered, description)
    keep_requests(heard.sent)
