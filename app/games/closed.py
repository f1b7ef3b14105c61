"""A closed game, read whole for its report: its log, and the commands that were sent to it."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

import msgspec

from app.games import problems
from app.games.keeper import Keeper
from app.games.problems import Problem, problem
from app.games.wire import System, Unreadable, read_command
from app.store.log import GameRecord
from rules.kernel.dice import die_at, with_dice
from rules.kernel.record_kinds import Reread
from rules.kernel.seats import Actor

STILL_PLAYED = problem(
    409,
    "still-played",
    "The game is still played",
    "the report tells what each side kept to itself",
    instead="close the game first",
)
NO_REPORT = problems.not_found("no-report", "No report", "this game has no report", "look in the log")


class CountedCommand(NamedTuple):
    """A command as it counts in the end, and who sent it."""

    command: Any
    actor: Actor


def closed_game(keeper: Keeper, game_id: str, system: str) -> GameRecord:
    """The record of a closed game of a system. Raises Problem: 409 while it is played, 404 for a game of another.

    Whoever asks has been seen to have a seat at it.
    """
    record = keeper.games.log.read_game(game_id)
    if record is None or record.system != system:
        raise Problem(NO_REPORT)
    if record.closed_at is None:
        raise Problem(STILL_PLAYED)
    return record


def sent_commands(system: System, commands: Iterable[Mapping[str, Any]]) -> Mapping[str, CountedCommand]:
    """The commands that can be read today: what was to be expected of the others' dice nobody can say."""
    found = dict[str, CountedCommand]()
    for one in commands:
        try:
            command = read_command(system, msgspec.json.decode(one["body"]))
        except Unreadable:
            continue
        actor = msgspec.json.decode(one["actor"], type=Actor)
        found[one["command_id"]] = _as_reread(command, found) or CountedCommand(command, actor)
    return found


def _as_reread(command: object, found: Mapping[str, CountedCommand]) -> CountedCommand | None:
    """The command whose die was read anew, with the face that it showed; None for every other command."""
    before = found.get(command.command_id) if isinstance(command, Reread) else None
    die = die_at(before.command, command.die) if before and isinstance(command, Reread) else None
    if before is None or die is None or not isinstance(command, Reread):
        return None
    return CountedCommand(with_dice(before.command, {command.die: replace(die, pips=command.pips)}), before.actor)
