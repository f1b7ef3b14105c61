"""R11 for a game in which both sides act at once: bounds of 1418 over HTTP, as offered and as nobody would."""

import random
import tempfile
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import msgspec

from app.games.json_codec import EventCodec
from rules.earth_1418.game.actions.bound import SaidReady
from rules.earth_1418.game.engine import DEEDS, SYSTEM
from rules.earth_1418.game.seat_context import EarthTable
from rules.earth_1418.game.state.game import SIDES, EarthState
from rules.earth_1418.ruleset import rulings
from rules.kernel.commands import OnStage
from rules.kernel.dice import UNTHROWN, count_unthrown, unseen
from rules.kernel.explanations import Refusal
from rules.kernel.game_record import chain
from rules.kernel.play import Recorded
from rules.kernel.record_events import SeatGivenUp, SeatTaken
from rules.kernel.seats import Actor, Audience, Role
from rules.kernel.serialization import build, plain
from rules.kernel.undo import what_stands
from tests.earth_1418.any_table import AnybodyOf1418, Near, as_played
from tests.earth_1418.canaries import TABLE
from tests.earth_1418.staged import OF_THE_RECORD, Staged
from tests.stage_toy.properties import NoDocument, by_chance
from tests.torture.houses import Club, two_houses
from tests.torture.machine import typed
from tests.torture.report import Report
from tests.torture.seated_club import SeatedClub
from tests.torture.served import open_game

STEPS_A_GAME: Final = 700
DEEDS_OF: Final = {deed.kind: deed for deed in DEEDS}
CHOICES: Final = [(one.id, each.key) for one in rulings().values() for each in one.options if each.selectable]


@dataclass(slots=True)
class Written:
    """What a side wrote in a span, by which command, and with which event it was sealed."""

    side: str
    since: int
    command_id: str
    role: Role
    events: Sequence[Any]
    sealed: int = 0

    @property
    def about(self) -> set[str]:
        """What it is about."""
        return {thing for event in self.events for thing in SYSTEM.drafting.about(event)}


class Unsealed:
    """What sides have written beside a log, reckoned from what was sent and accepted."""

    def __init__(self) -> None:
        self.written, self.numbers = list[Written](), Counter[str]()

    def seen(self, state: EarthState, log: Sequence[Recorded[Any]], role: Role) -> tuple[EarthState, list[Written]]:
        """The game as a role sees it, and for each event behind the log who wrote it."""
        found, behind = state.copy(), list[Written]()
        for one in self._open(state, log):
            for event in one.events if Audience(one.side).holds(role) else ():
                behind.append(one)
                at, audience = len(log) + len(behind), Audience(one.side)
                SYSTEM.apply(found, Recorded(at, event, one.command_id, one.role, audience))
        return (found, behind) if behind else (state, behind)

    def _open(self, state: EarthState, log: Sequence[Recorded[Any]]) -> list[Written]:
        standing = {one.seq for one in what_stands(log)}
        return [one for one in self.written if one.since == state.span_began and one.sealed not in standing]

    def sent(
        self, state: EarthState, log: Sequence[Recorded[Any]], actor: Actor, name: str, command: dict[str, Any]
    ) -> None:
        """A command was accepted that stands in no log: it is one more draft, or takes some back."""
        seen, behind = self.seen(state, log, actor.role)
        made = build(SYSTEM.commands[command["kind"]], {key: value for key, value in command.items() if key != "kind"})
        events = SYSTEM.decide(seen, made, actor)
        assert not isinstance(events, Refusal), (command, events)
        if command["kind"] == "undo":
            gone = [seq for event in events for seq in SYSTEM.taken_back(event)]
            dropped = [behind[seq - len(log) - 1] for seq in gone]
            self.numbers.update({one.side for one in dropped})
            self.written = [one for one in self.written if not any(one is each for each in dropped)]
            return
        new = Written(events[0].side, state.span_began, name, actor.role, events)
        self._take_the_place(state, log, new.side, new.about)
        self.written.append(new)
        self.numbers[new.side] += len(events)

    def happened(self, state: EarthState, log: Sequence[Recorded[Any]], news: Sequence[Recorded[Any]]) -> None:
        """Events came into the log: they seal what a side had written, or take the place of some of it."""
        ready = {one.event.side for one in news if isinstance(one.event, SaidReady)}
        for one in self._open(state, log):
            if one.side in ready:
                one.sealed = news[0].seq
        for recorded in news:
            side = recorded.audience.value
            if (about := set(SYSTEM.drafting.about(recorded.event))) and side not in ready:
                self._take_the_place(state, log, side, about)

    def _take_the_place(self, state: EarthState, log: Sequence[Recorded[Any]], side: str, about: set[str]) -> None:
        there = [one for one in self._open(state, log) if one.side == side and one.about <= about]
        self.written = [one for one in self.written if not any(one is each for each in there)]


class AnyBounds(SeatedClub):
    """A game in which anything may be sent."""

    system, codec = SYSTEM, EventCodec(SYSTEM)

    def __init__(self, club: Club, chance: Near) -> None:
        type(self).club = club
        self.chance, self.anybody = chance, AnybodyOf1418(chance)
        self.house, self.away = club.houses
        self.state, self.log, self.moved = EarthState(), list[Recorded[Any]](), False
        self.refused: list[tuple[Role, dict[str, Any], str]] = []
        self.done: list[tuple[Role, bytes, bytes]] = []
        self.unsealed = Unsealed()
        self.host = Role.REFEREE if chance.random() < 0.7 else Role(SIDES[0])
        host = self.house.server.client()
        rules = dict(chance.sample(CHOICES, 3)) if chance.random() < 0.6 else {}
        # Every second game has its table, and all its sub-units stand on it.
        begin = Staged(house=[*rules.items()], on_table=chance.random() < 0.5).begin
        command = {"kind": "begin_battle", **plain(begin)}
        wanted = {"system": SYSTEM.key, "title": "Brisefer", "role": self.host.value, "command": command}
        self.game = open_game(host, wanted)
        self._catch_up()
        self._seat_everybody(host)
        club.report.count("games")
        club.report.count("games on a table", begin.on_table)

    def play(self, steps: int) -> None:
        """So many steps, then the whole file once more."""
        until = self.club.report.tried.get("steps", 0) + steps
        ways: list[tuple[Callable[[], None], int]] = [
            (self.deed, 80),
            (self.anything, 15),
            (self.take_back, 6),
            (self.undo_at_once, 4),
            (self.read_anew, 4),
            (self.correct, 3),
            (self.overrule, 4),
            (self.answer, 6),
            (self.carry_out, 3),
            (self.lay_table, 1),
            (self.repeat, 3),
            (self.send_late, 3),
            (self.reconnect, 3),
            (self.move_house, 1),
        ]
        doing, often = zip(*ways, strict=True)
        # An evening in which nothing can be sent any more ends too.
        for _ in range(steps * 4):
            if self.club.report.tried.get("steps", 0) >= until:
                break
            self.chance.choices(doing, often)[0]()
        if self.host is Role.REFEREE:
            self._check_file()
        self._leave()

    def deed(self) -> None:
        """Something that a stage offers."""
        role = Role(self.chance.choice((*SIDES, self.host.value)))
        found = SYSTEM.stage(self._state_of(role), Actor(role))
        able = found.owed or [one for one in found.offered if one.barred is None]
        if able := [one for one in able if one.kind not in OF_THE_RECORD]:
            self._tell(role, self.chance.choice(able))

    def correct(self) -> None:
        """The table is otherwise than the log has it, or somebody says so."""
        role = Role(self.chance.choice((*SIDES, self.host.value)))
        for one in SYSTEM.stage(self.state, Actor(role)).offered:
            if one.kind == "correct" and one.barred is None:
                self._tell(role, one)

    def _tell(self, role: Role, one: OnStage) -> None:
        table = EarthTable(self._state_of(role), Actor(role))
        with suppress(NoDocument):
            told = by_chance(DEEDS_OF[one.kind], table, one.about, self.chance)
            # A deed that is refused before it has asked for everything makes no whole command.
            is_refused = any(isinstance(ask, Refusal) for ask in DEEDS_OF[one.kind].asks(table, {**one.about, **told}))
            self._send(role, one.kind, unreadable=is_refused, **one.about, **told)

    def anything(self) -> None:
        """What nobody at the table would send."""
        sender, kind, fields = self.anybody.next_command(self.state)
        role = Role(sender) if Role(sender) in self.tablets else Role.SPECTATOR
        self._send(role, kind, unreadable=True, **fields)

    def take_back(self) -> None:
        """The newest deed, or everything since an older one."""
        role = Role(self.chance.choice(SIDES))
        deeds = ["", *(one.command_id for one in _newest(self._state_of(role)))]
        self._send(role, "undo", command_id=self.chance.choice(deeds))

    def read_anew(self) -> None:
        """A die of the newest deed was mistyped, or somebody says so."""
        if not self.done:
            return
        role, body, _ = self.done[-1]
        newest = msgspec.json.decode(body)
        if dice := list(typed(newest["command"])):
            die, pips = self.chance.choice(dice), self.chance.randint(1, 6)
            self._send(role, "correct_die", command_id=newest["command_id"], die=die, pips=pips)

    def undo_at_once(self) -> None:
        """Do and undo: the table is as it was, but for the dice, which stay thrown."""
        if self.host is not Role.REFEREE or self.state.asked:
            return
        before, deeds = self.state.copy(), len(self.done)
        self.deed()
        if len(self.done) > deeds:
            newest = msgspec.json.decode(self.done[-1][1])["command_id"]
            assert self._send(self.host, "undo", command_id=newest)
            assert as_played(before) == as_played(self.state)
            after = self.state.thrown
            assert all(after[roll][: len(dice)] == dice for roll, dice in before.thrown.items())
            self.club.report.count("undone at once")

    def overrule(self) -> None:
        """Set aside a refusal."""
        if not self.refused:
            return
        with_dice = [one for one in self.refused[-40:] if any(typed(one[1])) or count_unthrown(one[1])]
        role, command, clause = self.chance.choice(with_dice or self.refused[-5:])
        if self.host is Role.REFEREE:
            self._send(self.host, overrule=clause, **command)
        else:
            # A request holds no die: it is rolled or entered once it is agreed to.
            asked = self._send(role, overrule=clause, **unseen(command, 0))
            if asked and self.state.asked and self.chance.random() < 0.7:
                self._send(next(Role(side) for side in SIDES if side != role), "answer", agree=True)
                self.carry_out()

    def lay_table(self) -> None:
        """Somebody lays a table, or another one; later it is refused."""
        self._send(self.host, "set_table", table=TABLE)

    def answer(self) -> None:
        """Agree or not to what is asked."""
        if self.state.asked:
            self._send(Role(self.chance.choice(SIDES)), "answer", agree=self.chance.random() < 0.5)

    def carry_out(self) -> None:
        """Throw for what was agreed to, by the service or by hand."""
        for allowed in self.state.allowed:
            many = count_unthrown(allowed.command)
            dice = [self.chance.choice([UNTHROWN, {"pips": self.chance.randint(1, 6)}]) for _ in range(many)]
            self._send(allowed.by, "carry_out", dice=dice)

    def repeat(self) -> None:
        """A command sent again is answered with the same bytes."""
        if self.done:
            role, body, answered = self.chance.choice(self.done[-20:])
            again = self._post(role, body)
            assert (again.status_code, again.content) == (200, answered)

    def send_late(self) -> None:
        """A device that has not heard of the newest is told what stands; of what it may not know it is not late."""
        role = Role(self.chance.choice(SIDES))
        known = [one.event for one in self.log if one.audience.holds(role)]
        if isinstance(known[-1], SeatTaken | SeatGivenUp):
            return
        sent = {"command_id": "late", "expected_seq": self._number(role) - 1, "command": {"kind": "note", "text": "x"}}
        answer = self._post(role, msgspec.json.encode(sent))
        told = answer.json()
        assert (answer.status_code, told["type"]) == (409, "/problems/stale"), told
        assert (told["number"], told["view"]) == (self._number(role), msgspec.json.decode(self._view_bytes(role)))

    def reconnect(self) -> None:
        """A page comes again, with or without the id of what it shows."""
        role = self.chance.choice(list(self.tablets))
        self.tablets[role].hang_up()
        self.tablets[role].listen(self.house.server.base, self.game, self.chance.random() < 0.5)
        self._check(role)

    def move_house(self) -> None:
        """Export the game, bring it in elsewhere, and play on there; once in an evening."""
        if self.host is not Role.REFEREE or self.moved or len(self.log) < 20:
            return
        importer = self.away.server.client()
        self._bring(importer, self._export())
        self._leave()
        self.house, self.away = self.away, self.house
        # What was not sealed does not come along.
        self.moved, self.done, self.unsealed = True, [], Unsealed()
        self._seat_everybody(importer)
        self._check_everybody()
        self.club.report.count("moves to another house")

    def _send(self, role: Role, kind: str, overrule: str = "", unreadable: bool = False, **fields: Any) -> bool:
        """Send a command; whether it was accepted. Whatever came of it, the tables agree afterwards."""
        command = {"kind": kind, **fields}
        sent: dict[str, Any] = {"command_id": f"c{next(self.club.names)}", "expected_seq": self._number(role)}
        sent["command"] = command
        more = {"overrule": overrule, "reason": "as agreed at the table"} if overrule else {}
        body = msgspec.json.encode({**sent, **more})
        answer = self._post(role, body)
        self.club.report.count("steps")
        self.club.report.count({200: "accepted", 409: "refused"}.get(answer.status_code, "unreadable"))
        if answer.status_code == 200:
            self.club.done.add("override" if overrule else kind)
            self.done.append((role, body, answer.content))
            before, length = self.state.copy(), len(self.log)
            self._catch_up()
            if len(self.log) > length:
                self.unsealed.happened(before, self.log[:length], self.log[length:])
            else:
                actor = Actor(role, referee_present=self.host is Role.REFEREE)
                self.unsealed.sent(before, self.log, actor, sent["command_id"], command)
                self.club.report.count("drafts")
            self._check_everybody()
            return True
        assert answer.status_code in ((403, 409, 422) if unreadable else (409,)), (command, answer.text)
        if answer.json().get("can_override"):
            self.refused.append((role, command, answer.json()["clause"]))
        self._check(role)
        return False

    def _state_of(self, role: Role) -> EarthState:
        return self.unsealed.seen(self.state, self.log, role)[0]

    def _number(self, role: Role) -> int:
        own = (many for side, many in self.unsealed.numbers.items() if Audience(side).holds(role))
        return super()._number(role) + sum(own)


def _newest(state: EarthState) -> list[Any]:

    return list(chain(state.deeds))[:4]


def bounds(steps: int, steps_a_game: int = STEPS_A_GAME, seed: int | None = None) -> Report:
    """So many steps in games of so many. Raises AssertionError with what was sent when something differed."""
    begun = random.randrange(2**32) if seed is None else seed
    with tempfile.TemporaryDirectory(prefix="torture") as folder, two_houses(Path(folder)) as club:
        club.done = {"begin_battle"}
        number = 0
        while (left := steps - club.report.tried.get("steps", 0)) > 0:
            number += 1
            chance = Near(f"{begun} {number}")
            try:
                AnyBounds(club, chance).play(min(left, steps_a_game))
            except AssertionError as failed:
                where = traceback.extract_tb(failed.__traceback__)[-1]
                told = f"game {number} of seed {begun}, {where.name}: {where.line}: {failed}"
                club.report.lost.append(told[:2000])
                break
        missing = ", ".join(sorted(set(SYSTEM.commands) - club.done))
        club.report.count("kinds of commands", len(club.done))
        club.report.measured = f"never accepted: {missing}" if missing else "every kind of command was accepted"
        return club.report
