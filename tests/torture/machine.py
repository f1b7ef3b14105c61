"""R11: whatever is sent over HTTP to the real service, the log folds to what every tablet sees."""

import json
import random
import tempfile
from collections.abc import Iterator, Mapping
from itertools import cycle
from pathlib import Path
from typing import Any, ClassVar, Final

import httpx
import msgspec
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from app.games.json_codec import EventCodec
from rules.flanders_fields.game.actions.setup import next_to_deploy
from rules.flanders_fields.game.scenario_roster import scenarios
from rules.flanders_fields.game.state.cards import Deck
from rules.flanders_fields.game.state.game import GameState
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.vocabulary import ATTACKER, DEFENDER, SEATING
from rules.kernel.dice import UNTHROWN, count_unthrown
from rules.kernel.play import Recorded
from rules.kernel.record_events import SeatGivenUp, SeatTaken
from rules.kernel.seats import Actor, Role
from tests.game.any_command import Anybody
from tests.game.offered import wrong_with
from tests.torture.deeds import HOUSE, Table
from tests.torture.forgery import chained
from tests.torture.houses import two_houses
from tests.torture.report import Report
from tests.torture.seated_club import SeatedClub
from tests.torture.served import MONS_GAME, open_game

STEPS_A_GAME: Final = 250
CODEC: Final = EventCodec(SYSTEM)

# The service's own dice fall differently every time: what is chosen from the state is not for hypothesis to choose.
chances = st.integers(0, 2**32).map(random.Random)


class AnyEvening(SeatedClub, Table, RuleBasedStateMachine):
    """An evening in which anything may be sent."""

    system, codec = SYSTEM, CODEC
    scenario: ClassVar[str]

    @initialize(chance=chances)
    def set_up(self, chance: random.Random) -> None:
        """Open a game of the scenario; where nobody is the referee, the sides must agree."""
        refereed, self.brisk = chance.random() < 0.7, chance.random() < 0.7
        house, cards = chance.choice(([], HOUSE, HOUSE)), chance.choice(tuple(Deck))
        self.house, self.away = self.club.houses
        self.state: GameState = SYSTEM.fresh()
        self.log: list[Recorded[Any]] = []
        self.refused: list[tuple[Role, dict[str, Any], str]] = []
        self.done: list[tuple[Role, bytes, bytes]] = []
        self.moved = False
        host = self.house.server.client()
        self.host = Role.REFEREE if refereed else ATTACKER
        wanted = {"kind": "create_game", "scenario": self.scenario, "house_rules": house, "event_cards": cards}
        self.game = open_game(host, {**MONS_GAME, "title": self.scenario, "role": self.host.value, "command": wanted})
        self._catch_up()
        if refereed and self.state.plan.barrages and chance.random() < 0.8:
            host = self._leave_barrages_to_the_die(host)
        self._seat_everybody(host)
        if chance.random() < 0.3:
            self._set_up_by_steps(chance)
        if chance.random() < 0.5:
            self._send(self._next_side(), "start_turn")
        self.club.report.count("games")

    def teardown(self) -> None:
        """Fold the whole file once more, then leave."""
        if self.host is Role.REFEREE:
            self._check_file()
        self._leave()

    @rule(chance=chances, deeds=st.integers(1, 5))
    def play(self, chance: random.Random, deeds: int) -> None:
        """Do some of what the table could do now."""
        for _ in range(deeds):
            chance.choice(list(self._possible()))(chance)

    @rule(chance=chances, deeds=st.integers(3, 8))
    def play_on(self, chance: random.Random, deeds: int) -> None:
        """Do more of it, without a disturbance."""
        self.play(chance, deeds)

    @rule(chance=chances)
    def send_anything(self, chance: random.Random) -> None:
        """What nobody at the table would send."""
        sender, kind, fields = Anybody(chance).next_command(self.state)
        role = Role(sender) if Role(sender) in self.tablets else Role.SPECTATOR
        self._send(role, kind, unreadable=True, **fields)

    @rule(chance=chances)
    def overrule(self, chance: random.Random) -> None:
        """Set aside a refusal."""
        if self.refused:
            role, command, clause = chance.choice(self.refused[-5:])
            self._send(self.host if self.host is Role.REFEREE else role, overrule=clause, **command)

    @rule(chance=chances)
    def carry_out(self, chance: random.Random) -> None:
        """Throw for what was agreed to, by the service or by hand."""
        for allowed in self.state.allowed:
            dice = [
                chance.choice([UNTHROWN, {"pips": chance.randint(1, 6)}])
                for _ in range(count_unthrown(allowed.command))
            ]
            self._send(allowed.by, "carry_out", dice=dice)

    @rule(agree=st.booleans(), by=st.sampled_from((ATTACKER, DEFENDER)))
    def answer(self, agree: bool, by: Role) -> None:
        """Agree or not to what is asked."""
        if self.state.asked:
            self._send(by, "answer", agree=agree)

    @rule(chance=chances, by=st.sampled_from((ATTACKER, DEFENDER)))
    def take_back(self, chance: random.Random, by: Role) -> None:
        """Take back the newest deed, or everything since an older one."""
        deeds = [one["command_id"] for one in self._view(by)["deeds"][:3]]
        self._send(by, "undo", command_id=chance.choice(["", *deeds]))

    @rule(chance=chances)
    def read_anew(self, chance: random.Random) -> None:
        """A die of the newest deed was mistyped, or somebody says so."""
        if not self.done:
            return
        role, body, _ = self.done[-1]
        newest = msgspec.json.decode(body)
        if dice := list(typed(newest["command"])):
            self._send(
                role, "correct_die", command_id=newest["command_id"], die=chance.choice(dice), pips=chance.randint(1, 6)
            )

    @rule(chance=chances)
    def undo_at_once(self, chance: random.Random) -> None:
        """Do and undo: the table is as it was, but for the dice, which stay thrown."""
        if self.host is not Role.REFEREE or self.state.asked:
            return
        before = self.state.copy()
        do, deeds = chance.choice(list(self._possible())), len(self.done)
        do(chance)
        if self.state.asked:
            return  # A request, for example to seal a plan against a rule, is answered or withdrawn, not undone.
        while len(self.done) > deeds:
            deeds += 1
            assert self._send(self.host, "undo")
            deeds += 1
        before.thrown, before.seq = self.state.thrown, self.state.seq
        assert self.state == before, f"taken back, it is not as it was: {differences(before, self.state)}"
        self.club.report.count("undone at once")

    @rule(chance=chances)
    def repeat(self, chance: random.Random) -> None:
        """A command sent again is answered with the same bytes."""
        if self.done:
            role, body, answered = chance.choice(self.done[-20:])
            again = self._post(role, body)
            assert (again.status_code, again.content) == (200, answered)

    @rule(role=st.sampled_from((ATTACKER, DEFENDER)), behind=st.integers(1, 3))
    def send_late(self, role: Role, behind: int) -> None:
        """A device that has not heard of the newest is told what stands."""
        known = [one.event for one in self.log if one.audience.holds(role)]
        if all(isinstance(one, SeatTaken | SeatGivenUp) for one in known[-behind:]):
            return  # that somebody sat down makes no command late
        command = {"kind": "note", "text": "late"}
        sent = {"command_id": "late", "expected_seq": self._number(role) - behind, "command": command}
        answer = self._post(role, msgspec.json.encode(sent))
        told = answer.json()
        assert (answer.status_code, told["type"]) == (409, "/problems/stale"), told
        assert (told["number"], told["view"]) == (self._number(role), self._view(role))

    @rule(role=st.sampled_from(tuple(SEATING.roles)), remembers=st.booleans())
    def reconnect(self, role: Role, remembers: bool) -> None:
        """A page comes again, with or without the id of what it shows."""
        if tablet := self.tablets.get(role):
            tablet.hang_up()
            tablet.listen(self.house.server.base, self.game, remembers)
            self._check(role)

    @rule(share=st.integers(0, 2**64).map(lambda number: f"{number:x}"))
    def another_device(self, share: str) -> None:
        """A further device sits down; its share in the dice has the service read the game anew."""
        line = self.tablets[self.host].client
        code = line.post(f"/api/v1/games/{self.game}/invitations", json={"role": "spectator"}).json()["code"]
        with self.house.server.client() as guest:
            assert guest.post("/api/v1/join", json={"code": code, "share": share}).status_code == 201
        self._catch_up()

    @rule()
    def move_house(self) -> None:
        """Export the game, bring it in elsewhere, and play on there; once in an evening."""
        if self.host is not Role.REFEREE or self.moved or len(self.log) < 20:
            return
        importer = self.away.server.client()
        self._bring(importer, self._export())
        self._leave()
        self.house, self.away = self.away, self.house
        self.moved, self.done = True, []
        self._seat_everybody(importer)
        self._check_everybody()
        self.club.report.count("moves to another house")

    # What the steps are made of.

    def _set_up_by_steps(self, chance: random.Random) -> None:
        """Begin the guided set-up, finish its steps, and deploy some of the formations."""
        self._send(self.host, "begin_set_up")
        for role in (self.host, self.host, self.host, DEFENDER):
            self._send(role, "finish_stage")
        for _ in range(chance.randint(0, 12)):
            there = next_to_deploy(self.state, self.state.book())
            if not there:
                break
            self._send(Role(there.side.value), "deploy_formation", formation=chance.choice(there.formations).id)

    def _leave_barrages_to_the_die(self, host: httpx.Client) -> httpx.Client:
        """Play on in the other house, where the plan does not say how long a barrage lasts: no scenario is so."""
        plain = host.get(f"/api/v1/games/{self.game}/export").json()
        created = json.loads(plain["events"][0]["payload"])
        for one in created["plan"]["barrages"]:
            one["turns"] = 0
        plain["events"][0]["payload"] = json.dumps(created)
        host.close()
        self.house, self.away, self.moved = self.away, self.house, True
        importer = self.house.server.client()
        self._bring(importer, chained(plain))
        self.state, self.log = SYSTEM.fresh(), []
        self._catch_up()
        return importer

    def _view(self, role: Role | None = None) -> Any:
        return msgspec.json.decode(self._view_bytes(role or self._in_turn()))

    def _send(self, role: Role, kind: str, overrule: str = "", unreadable: bool = False, **fields: Any) -> bool:
        """Send a command; whether it was accepted. Whatever came of it, the tables agree afterwards."""
        command = {"kind": kind, **fields}
        sent = {"command_id": f"c{next(self.club.names)}", "expected_seq": self._number(role), "command": command}
        overruling = {"overrule": overrule, "reason": "as agreed at the table"}
        return self._send_as_it_is(role, {**sent, **overruling} if overrule else sent, unreadable)

    def _send_as_it_is(self, role: Role, sent: Mapping[str, Any], unreadable: bool = False) -> bool:
        body, before = msgspec.json.encode(sent), self.state.copy()
        answer = self._post(role, body)
        self.club.report.count("steps")
        self.club.report.count({200: "accepted", 409: "refused"}.get(answer.status_code, "unreadable"))
        if answer.status_code == 200:
            self.club.done |= self._kinds_done(sent)
            self.done.append((role, body, answer.content))
            self._catch_up()
            self._check_offered(before, role, sent)
            self._check_everybody()
        else:
            told = answer.json()
            assert answer.status_code in ((403, 409, 422) if unreadable else (409,)), answer.text
            if told.get("can_override"):
                self.refused.append((role, dict(sent["command"]), told["clause"]))
            self._check(role)
        return answer.status_code == 200

    def _check_offered(self, before: GameState, role: Role, sent: Mapping[str, Any]) -> None:
        """What was accepted had been offered; what the players overrule is theirs."""
        if "overrule" not in sent:
            happened = [one.event for one in self.log if one.seq > before.seq]
            told = {name: value for name, value in sent["command"].items() if name != "kind"}
            actor = Actor(role, role.value, self.host is Role.REFEREE)
            wrong = wrong_with(before, actor, sent["command"]["kind"], told, happened)
            assert not wrong, (sent["command"], wrong)

    def _kinds_done(self, sent: Mapping[str, Any]) -> set[str]:
        """The kinds of what has been accepted; without a referee only once the other side has agreed to it."""
        kind, asked = sent["command"]["kind"], self.state.asked
        if "overrule" in sent:
            return {"override"} if self.host is not Role.REFEREE else {"override", kind}
        agreed = asked and kind == "answer" and sent["command"]["agree"] and asked.command.get("command")
        return {kind, agreed["kind"]} if isinstance(agreed, Mapping) else {kind}


def evenings(steps: int, steps_a_game: int = STEPS_A_GAME) -> Report:
    """Evenings of about so many steps in all. Raises AssertionError with the steps that led to a difference."""
    names = random.sample(sorted(scenarios()), len(scenarios()))
    # The first that hypothesis makes is as simple as can be. An evening has more steps than rules: with half as many
    # games as their number would ask for no scenario is left out.
    games = max(3, steps // (2 * steps_a_game) // len(names))
    with tempfile.TemporaryDirectory(prefix="torture") as folder, two_houses(Path(folder)) as club:
        for scenario in cycle(names):
            taken, missing = club.report.tried.get("steps", 0), set(SYSTEM.commands) - club.done
            # Chance may leave a rare kind out: it has half as many steps more to come up in.
            if taken >= steps * (1.5 if missing else 1):
                break
            play(type("AnyEvening", (AnyEvening,), {"club": club, "scenario": scenario}), games, steps_a_game)
        club.report.count("kinds of commands", len(club.done))
        left_out = ", ".join(sorted(missing))
        club.report.measured = f"never accepted: {left_out}" if missing else "every kind of command was accepted"
        return club.report


def play(machine: type[AnyEvening], games: int, steps_a_game: int) -> None:
    """So many evenings of a scenario."""
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=games,
            stateful_step_count=steps_a_game,
            deadline=None,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        ),
    )


def differences(before: GameState, after: GameState) -> Mapping[str, tuple[object, object]]:
    """What of a state is not as it was."""
    named = {name: (getattr(before, name), getattr(after, name)) for name in vars(before)}
    return {name: pair for name, pair in named.items() if pair[0] != pair[1]}


def typed(told: object, path: str = "") -> Iterator[str]:
    """Where a command has dice that somebody typed in."""
    if isinstance(told, Mapping) and "pips" in told:
        if told.get("source", "entered") == "entered":
            yield path
    elif isinstance(told, Mapping | list):
        for name, part in told.items() if isinstance(told, Mapping) else enumerate(told):
            yield from typed(part, f"{path}.{name}" if path else str(name))
