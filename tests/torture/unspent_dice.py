"""R16: no answer of the service contains a die that is not spent, or bound to a command that was carried out.

Every command is sent to two copies of a game that differ in their seed alone. Where anything that is answered, told,
shown or kept differs between them, a die has come out: then the command was carried out, and its deed holds the die.
"""

import random
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import is_dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple, get_args

import msgspec

from app.games.command_handler import CommandOnItsWay, Judge, Round
from app.games.command_history import past_of
from app.games.export import ExportFile
from app.games.json_codec import Envelope, EventCodec, System, Unreadable, overruled, read_command
from app.games.open_game import OpenGame
from app.games.verification import read_file
from app.play.available_commands import asked_at, stage_at
from app.play.command_responses import asked_shown, stage_shown
from app.randomness import Cup, commitment_of
from app.seats.seat_repository import Seat
from app.storage.event_log import COMMANDS, DRAFTS, EVENTS, GameRecord, KeptCommand, StoredDrafts
from rules.earth_1418.attacks import made_ready
from rules.earth_1418.game.actions.attacks.shots import shot_facts
from rules.earth_1418.game.seat_context import EarthTable
from rules.kernel.commands import OnStage
from rules.kernel.dice import UNTHROWN, Throw, dice_typed, unseen, unthrown
from rules.kernel.explanations import Refusal
from rules.kernel.game_record import chain
from rules.kernel.seats import Actor, Role
from rules.kernel.serialization import hints_of
from tests.earth_1418.any_table import AnybodyOf1418
from tests.game.any_command import Anybody
from tests.stage_toy.properties import NoDocument, by_chance
from tests.systems import known_systems
from tests.torture.report import Report

WORLDS: Final = (b"one".ljust(32), b"another".ljust(32))
GOLDEN: Final = Path(__file__).resolve().parents[1] / "app" / "golden"
GAME, HOUR = "3inhppdypjvvtkei", "2026-11-25T19:00:00.000Z"
STEPS_A_GAME: Final = 60
LOOKED_AT: Final = 4
"""After one of so many commands every seat is looked at; what is remembered is compared after each."""
TRIES: Final = 30
BEGINS: Final[Mapping[str, Mapping[str, Any]]] = {
    "flanders-fields": {"kind": "create_game", "scenario": "mons-1914", "event_cards": "app"},
    "earth-1418": {"kind": "begin_battle", "scenario": "brisefer-ridge"},
}
STARTS: Final[Mapping[str, tuple[str, ...]]] = {"flanders-fields": ("start_turn", *["next_step"] * 6)}
"""The way to the first dice."""
BEFORE: Final = 30
"""So many deeds at most are done before anything is compared."""
EVENINGS: Final[Mapping[str, Path]] = {"earth-1418": GOLDEN / "brisefer-drafts.json"}
"""Games that begin in the midst of an evening that was played, just before somebody throws: few ways lead there."""
LATEST: Final = 221
"""The last event before which such a game begins: every copy folds all of them anew."""
ANYBODY: Final[Mapping[str, Callable[[random.Random], Anybody]]] = {
    "flanders-fields": Anybody,
    "earth-1418": AnybodyOf1418,
}
OF_EACH_SYSTEM: Final = ("requests that will throw", "carried out", "dice that came out")
LOGGED: Final = ("seq", "type", "version", "payload", "command_id", "role", "audience")
OF_A_REQUEST: Final = frozenset({"override", "answer", "withdraw", "undo", "correct_die", "correct"})
"""Kinds that bring no die: what they answer may not differ."""


@cache
def evening(path: Path) -> ExportFile:
    """An evening that was played, as a file of the game."""
    return read_file(path.read_bytes())


class Kept:
    """What a service reads back of its own database while it judges."""

    def __init__(self) -> None:
        self.commands: dict[str, KeptCommand] = {}

    def command_of(self, _game: str, command_id: str) -> KeptCommand | None:
        """An accepted command."""
        return self.commands.get(command_id)

    def answer_to(self, _game: str, _command: str) -> None:
        """Nothing is sent again."""


class World(NamedTuple):
    """One copy of a game after a command: the answer, what every seat is told and shown, and all that is kept."""

    game: OpenGame
    status: int
    answered: bytes
    shown: Mapping[str, bytes]
    rows: Mapping[str, list[Any]]


class TwoWorlds:
    """A game in two copies, which are one again after every command."""

    def __init__(self, system: str, seed: int) -> None:
        self.system: System = known_systems()[system]
        self.codec, self.chance = EventCodec(self.system), random.Random(f"{system} {seed}")
        self.seeded = f"{system}, seed {seed}"
        self.anybody = ANYBODY[system](self.chance)
        self.kept, self.rows, self.drafts = Kept(), list[Any](), dict[str, StoredDrafts]()
        self.report, self.sent = Report(), 0
        self.seeds: tuple[bytes, ...] = WORLDS[:1]
        self.game = self.opened(WORLDS[0])
        if system in EVENINGS:
            self.begin_amidst(evening(EVENINGS[system]))
        else:
            self.begin(system)
        self.seeds = WORLDS

    def begin(self, system: str) -> None:
        """Begin a game, and go on some way, so that there is something to throw for."""
        self.send(Role.REFEREE, BEGINS[system])
        for kind in STARTS[system]:
            self.send(self.system.seating.playing[0], {"kind": kind})
        for _ in range(self.chance.randrange(BEFORE)):
            self.by_the_stage()

    def begin_amidst(self, file: ExportFile) -> None:
        """Go on with an evening just before one of its commands with dice."""
        throws = [one.first_seq for one in file.commands if "pips" in one.body and one.first_seq <= LATEST]
        seq = self.chance.choice(throws)
        before = [one for one in file.commands if one.last_seq < seq]
        self.kept.commands = {one.command_id: KeptCommand(one.body, one.actor, one.first_seq) for one in before}
        self.rows = [row.logged for row in file.rows()[: seq - 1]]
        self.game = self.opened(WORLDS[0])

    @property
    def is_alone(self) -> bool:
        """Whether nobody else has a seat when the newest command is sent: so it is now and then."""
        return self.sent % 11 == 0

    def opened(self, seed: bytes) -> OpenGame:
        """The game as it is kept, with dice of a seed."""
        cup = Cup(GAME, commitment_of(WORLDS[0]), seed)
        record = GameRecord(GAME, self.system.key, "A game", HOUR, None, (cup,))
        return OpenGame(record, self.system, self.codec, self.rows, drafts=list(self.drafts.values()))

    def send(self, role: Role, command: Mapping[str, Any], overrule: str = "") -> Mapping[str, Any]:
        """Send a command to both copies; the answer of the first, with which the game goes on."""
        self.sent += 1
        one, *others = (self.world(seed, role, command, overrule) for seed in self.seeds)
        other = others[0] if others else one
        apart = list(differences(one, other))
        if apart:
            self.report.count("dice that came out")
            deed = one.game.state.deeds
            is_spent = deed is not None and deed.command_id == f"c{self.sent}" and bool(deed.dice)
            is_sealed = "drawn" in str(command)
            where = f"{self.seeded}, command {self.sent} of {role}: {command} {overrule}: {apart[:3]}"
            assert one.status == 200, f"a die stands in a refusal: {where}"
            assert is_spent or is_sealed, f"a die came out that nobody has spent: {where}"
            # A side that plays alone requests nothing: its override is carried out at once.
            assert not (overrule and role.plays and not self.is_alone), f"a request has thrown its die: {where}"
            assert command["kind"] not in OF_A_REQUEST, f"it throws no die: {where}"
        self.keep(one)
        answer: Mapping[str, Any] = msgspec.json.decode(one.answered)
        self.report.count(answer.get("outcome", "refused"))
        return {**answer, "status": one.status}

    def world(self, seed: bytes, role: Role, command: Mapping[str, Any], overrule: str) -> World:
        """A copy of the game in which a command is sent and everything is looked at afterwards."""
        game = self.opened(seed)
        seat = Seat(f"seat {role}", GAME, role)
        reason = "as agreed at the table" if overrule else ""
        envelope = Envelope(f"c{self.sent}", game.numbers[role], dict(command), overrule, reason)
        play = CommandOnItsWay(seat, envelope, referee_present=False, nobody_else=self.is_alone, in_time=True)
        round_ = Round()
        answer = Judge(self.kept, lambda: HOUR).judge(game, play, round_)  # type: ignore[arg-type]
        tables = {str(table): rows for table, rows in round_.staged.rows.items()}
        return World(game, answer.status, answer.body, dict(self.looks(game)), tables)

    def looks(self, game: OpenGame) -> Iterator[tuple[str, bytes]]:
        """All that is remembered; now and then what each seat can read, and is asked of the deeds that it could do."""
        yield "state", msgspec.json.encode(game.state)
        for role in game.roles if self.sent % LOOKED_AT == 0 else ():
            yield f"view of {role}", game.view(role).body
            yield f"log of {role}", msgspec.json.encode(game.told(role))
            actor = Actor(role, in_time=True)
            past = past_of(game, self.kept.command_of)
            stage = stage_at(game, actor, past)
            yield f"stage of {role}", stage_shown(stage).model_dump_json().encode()
            for one in (*stage.stage.owed, *stage.stage.offered)[: 3 if role.plays else 0]:
                asked = asked_at(game, actor, past, one.kind, dict(one.about), {}, propose=True)
                yield f"asks of {role}, {one.kind} {one.about}", asked_shown(asked).model_dump_json().encode()

    def keep(self, world: World) -> None:
        """What a copy staged is kept: the game goes on with it."""
        for row in world.rows.get(str(EVENTS), ()):
            self.rows.append(tuple(row[name] for name in LOGGED))
        for row in world.rows.get(str(COMMANDS), ()):
            self.kept.commands[row["command_id"]] = KeptCommand(row["body"], row["actor"], row["first_seq"])
        for row in world.rows.get(str(DRAFTS), ()):
            self.drafts[row["side"]] = StoredDrafts(row["side"], row["revision"], row["body"])
        self.game = world.game

    def go_on(self) -> None:
        """A command by somebody: by the stage, against the rules, of the record, or whatever comes to mind."""
        ways = {self.by_the_stage: 8, self.against_the_rules: 8, self.of_the_record: 5, self.anything: 2}
        self.chance.choices([*ways], [*ways.values()])[0]()

    def by_the_stage(self) -> None:
        """What a stage offers, told by chance; its dice are left to the service."""
        role = self.chance.choice(self.system.seating.playing)
        stage = self.system.stage(self.game.state_of(role), Actor(role, in_time=True))
        able = [one for one in stage.offered if one.barred is None and one.kind != "override"]
        able = list(stage.owed) if stage.owed and self.chance.random() < 0.7 else able
        kinds = sorted({one.kind for one in able})
        commands: Mapping[str, Any] = self.system.commands
        throws = [kind for kind in kinds if has_dice(commands[kind])]
        # Most often one that throws dice.
        kinds = throws if throws and self.chance.random() < 0.7 else kinds
        command: Mapping[str, Any] | None = None
        for _ in range(TRIES // 6 if kinds else 0):
            kind = self.chance.choice(kinds)
            command = self.told(role, self.chance.choice([one for one in able if one.kind == kind]), overruled=False)
            if "pips" in str(command):
                break
        if command:
            self.report.count("by the stage")
            self.send(role, command)

    def told(self, role: Role, one: OnStage, overruled: bool) -> Mapping[str, Any] | None:
        """The command of a deed on the stage, filled in by chance; None where that cannot be done by chance."""
        past = past_of(self.game, self.kept.command_of)
        actor = Actor(role, in_time=True)
        table, deeds = self.system.seated(self.game.state_of(role), actor, past, overruled)  # type: ignore[attr-defined]
        deed = next(deed for deed in deeds if deed.kind == one.kind)
        with suppress(NoDocument, AssertionError, LookupError):
            told = by_chance(deed, table, dict(one.about), self.chance)
            dice = unthrown(told) if self.chance.random() < 0.8 else told
            command: Mapping[str, Any] = msgspec.to_builtins({"kind": one.kind, **one.about, **dice})
            return command
        return None

    def refused(self) -> tuple[Role, Mapping[str, Any], str] | None:
        """A command that the rules refuse and the players may allow: whose, and by which clause."""
        role = self.chance.choice(self.system.seating.playing)
        state, actor = self.game.state_of(role), Actor(role, in_time=True)
        stage = self.system.stage(state, actor)
        barred = [one for one in stage.offered if one.barred and one.barred.clause]
        without_dice = None
        for _ in range(TRIES if stage.offered else 0):
            one = self.chance.choice(barred if barred and self.chance.random() < 0.7 else stage.offered)
            is_far = self.chance.random() < 0.5
            command = OUT_OF_PLACE[self.system.key](self, role) if is_far else self.told(role, one, overruled=True)
            with suppress(Unreadable):
                found = command and self.system.decide(state, read_command(self.system, unseen(command)), actor)
                if command and isinstance(found, Refusal) and found.clause:
                    asked = overruled(command, found.clause, "as agreed at the table")
                    if not isinstance(self.system.decide(state, read_command(self.system, asked), actor), Refusal):
                        without_dice = role, command, found.clause
                        if "pips" in str(command):
                            return without_dice
        return without_dice

    def against_the_rules(self) -> None:
        """What the rules refuse is asked for all the same, and often agreed to, withdrawn, or carried out."""
        found = self.refused()
        if found is None:
            return
        role, command, clause = found
        self.maybe(0.3, lambda: self.send(role, command))
        if self.send(role, command, overrule=clause)["status"] != 200:
            return
        self.report.count("requests")
        self.report.count("requests that will throw", "pips" in str(command))
        others = [other for other in self.system.seating.playing if other is not role]
        self.maybe(0.1, lambda: self.send(role, {"kind": "withdraw"}))
        self.maybe(0.9, lambda: self.send(others[0], {"kind": "answer", "agree": self.chance.random() < 0.8}))
        self.maybe(0.2, lambda: self.send(role, {"kind": "withdraw"}))
        self.carry_out(role)

    def carry_out(self, role: Role) -> None:
        """Throw for what was agreed to."""
        allowed = next((one for one in self.game.state.allowed if one.by is role), None)
        if allowed is None:
            return
        dice = list(_dice_in(allowed.command))
        pack: dict[str, Any] = {"pack": {"shuffled": []}} if "shuffled" in str(allowed.command) else {}
        answer = self.send(role, {"kind": "carry_out", "dice": dice, **pack})
        self.report.count("carried out", answer["status"] == 200)

    def of_the_record(self) -> None:
        """What is asked back, read anew, answered or corrected."""
        role = self.chance.choice((*self.system.seating.playing, Role.REFEREE))
        deeds = [deed for _, deed in zip(range(6), chain(self.game.state.deeds), strict=False)]
        done = past_of(self.game, self.kept.command_of)(deeds[0].command_id) if deeds else None
        typed = [*dice_typed(done.command)] if done else []
        if typed and self.chance.random() < 0.5:
            again = {"kind": "correct_die", "command_id": deeds[0].command_id, "die": self.chance.choice(typed)}
            self.send(deeds[0].role, {**again, "pips": self.chance.randint(1, 6)})
        elif self.game.state.asked and self.chance.random() < 0.7:
            self.send(role, {"kind": "answer", "agree": self.chance.random() < 0.7})
        else:
            names = ["", *(deed.command_id for deed in deeds)]
            self.send(role, {"kind": "undo", "command_id": self.chance.choice(names)})
        self.carry_out(self.chance.choice(self.system.seating.playing))

    def anything(self) -> None:
        """A command of any kind with any fields."""
        seat, kind, fields = self.anybody.next_command(self.game.state)
        self.send(Role(seat), {"kind": kind, **fields})

    def maybe(self, chance: float, does: Callable[[], object]) -> None:
        """Do something now and then."""
        if self.chance.random() < chance:
            does()


def _ordered_out_of_step(table: TwoWorlds, role: Role) -> Mapping[str, Any]:
    """Orders of any unit of a side, mostly out of its step."""
    unit = table.chance.choice([unit.id for unit in table.game.state.units.values() if unit.side.value == role.value])
    return {"kind": "roll_orders", "unit": unit, "die": dict(UNTHROWN)}


def _shot_too_far(table: TwoWorlds, role: Role) -> Mapping[str, Any]:
    """A shot at a target that is farther away than any weapon of the game reaches: as planned, or by any unit."""
    state = table.game.state
    planned = [unit for unit in state.units.values() if unit.side == role.value and unit.target]
    unit = table.chance.choice(planned or [unit for unit in state.units.values() if unit.side == role.value])
    target = unit.target or table.chance.choice([one.id for one in state.units.values() if one.side != role.value])
    shot = {"kind": "shoot", "unit": unit.id, "target": target, "distance_cm": 180, "terrain": "open"}
    earth = EarthTable(state, Actor(role, in_time=True), overruled=True)
    ready = made_ready(shot_facts(earth, read_command(table.system, shot), unit), earth.book)
    number = 1 if isinstance(ready, Refusal) else ready.volley.dice
    return {**shot, "dice": [dict(UNTHROWN)] * number}


OUT_OF_PLACE: Final = {"flanders-fields": _ordered_out_of_step, "earth-1418": _shot_too_far}
"""Commands with dice that the rules often refuse and the players may allow."""


@cache
def has_dice(hint: Any) -> bool:
    """Return whether values of a type hold a die, themselves or in what they are made of."""
    has_fields = is_dataclass(hint)
    inside = hints_of(hint).values() if has_fields else get_args(hint)
    return hint is Throw or any(has_dice(one) for one in inside)


def _dice_in(values: Any) -> Iterator[Any]:
    """The dice of a request, each left to the service."""
    if isinstance(values, Mapping) and "pips" in values:
        yield {"pips": 0, "source": "rolled"}
        return
    inside = values.values() if isinstance(values, Mapping) else values if isinstance(values, list | tuple) else ()
    for value in inside:
        yield from _dice_in(value)


def differences(one: World, other: World) -> Iterator[str]:
    """What is not the same in two copies; hashes and heads, which are made of everything, are left out."""
    if (one.status, one.answered) != (other.status, other.answered):
        yield f"the answer: {one.answered[:200]!r} and {other.answered[:200]!r}"
    for name, seen in one.shown.items():
        if other.shown.get(name) != seen:
            yield name
    for table, rows in one.rows.items():
        if [_bare(row) for row in rows] != [_bare(row) for row in other.rows.get(table, [])]:
            yield f"rows of {table}"


def _bare(row: Mapping[str, Any]) -> Mapping[str, Any]:
    return {name: value for name, value in row.items() if name not in ("hash", "answer")}


def unspent_dice(commands: int) -> Report:
    """Games of every system in two worlds, until so many commands were sent."""
    report = Report()
    seeds = random.Random()
    while report.tried.get("commands", 0) < commands:
        for system in BEGINS:
            table = TwoWorlds(system, seeds.randrange(2**32))
            try:
                play(table)
            except AssertionError as lost:
                report.lost.append(str(lost))
            report.count("commands", table.sent)
            report.add(table.report)
            for what in OF_EACH_SYSTEM:
                report.count(f"{what} ({system})", table.report.tried.get(what, 0))
    return report


def play(table: TwoWorlds, steps: int = STEPS_A_GAME) -> None:
    """So many steps of a game."""
    for _ in range(steps):
        table.go_on()
