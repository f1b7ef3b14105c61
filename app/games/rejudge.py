"""Saved games through today's rules: what would be decided otherwise, and by which clause."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import msgspec

from app.games.export import CommandFacts, ExportFile
from app.games.game import OpenGame
from app.games.past import past_of
from app.games.wire import EventCodec, System, Unreadable, read_command
from app.store.log import KeptCommand
from rules.kernel.explain import Refusal
from rules.kernel.play import Past
from rules.kernel.seats import Actor
from rules.kernel.values import dataclass

CLAUSE: Final = re.compile(r'"([A-Z]{2,4}(?:-[A-Z]{2,4})?-[0-9]+[a-z]?)"')
NO_CLAUSE: Final = "no clause"


@dataclass(frozen=True, slots=True)
class Difference:
    """One command which today's rules decide otherwise: by which clause, what was written, what would be."""

    command_id: str
    kind: str
    clause: str
    was: str
    now: str


def rejudge(file: ExportFile, system: System) -> Iterator[Difference]:
    """Every kept command that today's rules would decide otherwise, each on the state in which it was sent."""
    codec, rows = EventCodec(system), file.rows()
    game = OpenGame(file.record(), system, codec)
    known = {one.command_id: KeptCommand(one.body, one.actor, one.first_seq) for one in file.commands}
    past = past_of(game, lambda _game_id, command_id: known.get(command_id))
    for command in file.commands:
        span = rows[command.first_seq - 1 : command.last_seq]
        was = [(row.type, codec.payload(codec.read(row.logged).event)) for row in span]
        yield from _differences(command, was, _decided(game, command, codec, past))
        for row in span:
            game.fold(codec.read(row.logged))


def by_clause(differences: Sequence[Difference]) -> Mapping[str, Sequence[Difference]]:
    """The differences under the clauses that make them, in alphabetical order."""
    found: dict[str, list[Difference]] = defaultdict(list)
    for one in differences:
        found[one.clause].append(one)
    return dict(sorted(found.items()))


def _decided(game: OpenGame, command: CommandFacts, codec: EventCodec, past: Past) -> list[tuple[str, str]] | Refusal:
    try:
        body = msgspec.json.decode(command.body)
        value = read_command(game.system, body, by_keeper=body.get("kind") in game.system.kept_commands)
    except Unreadable as wrong:
        return Refusal(NO_CLAUSE, f"it cannot be read any more: {wrong}")
    actor = msgspec.json.decode(command.actor, type=Actor)
    outcome = game.system.decide(game.system.copy(game.state), value, actor, past)
    if isinstance(outcome, Refusal):
        return outcome
    return [(codec.kind(event), codec.payload(event)) for event in outcome]


def _differences(
    command: CommandFacts, was: Sequence[tuple[str, str]], now: Sequence[tuple[str, str]] | Refusal
) -> Iterator[Difference]:
    kind = str(msgspec.json.decode(command.body).get("kind", ""))
    written = "; ".join(f"{name} {payload}" for name, payload in was)
    if isinstance(now, Refusal):
        yield Difference(command.command_id, kind, now.clause or NO_CLAUSE, written, f"refused: {now.because}")
        return
    if list(was) == list(now):
        return
    decided = "; ".join(f"{name} {payload}" for name, payload in now)
    changed = set(CLAUSE.findall(written)) ^ set(CLAUSE.findall(decided))
    for clause in sorted(changed or set(CLAUSE.findall(decided)) or {NO_CLAUSE}):
        yield Difference(command.command_id, kind, clause, written, decided)
