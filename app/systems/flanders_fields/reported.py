"""The report of a closed game, worked out of its log."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from app.games import problems
from app.games.keeper import Keeper
from app.games.past import dealt_anew
from app.games.problems import Problem, problem
from app.games.wire import EventCodec, FromTheFuture, Unreadable, read_command
from app.store.chain import Logged
from app.store.log import GameRecord
from rules.flanders_fields.game.luck import LoggedCommand
from rules.flanders_fields.game.report import Report, report
from rules.flanders_fields.game.system import SYSTEM
from rules.kernel.dice import with_dice
from rules.kernel.play import Actor, Throw
from rules.kernel.record_kinds import Reread
from rules.kernel.values import dataclass

STILL_PLAYED = problem(
    409,
    "still-played",
    "The game is still played",
    "the report tells what each side kept to itself",
    instead="close the game first",
)


@dataclass(frozen=True, slots=True)
class Reported:
    """A report, with what the game is called, who closed it and when (ISO 8601, UTC)."""

    title: str
    report: Report
    closed_at: str
    closed_by: str


def reported(keeper: Keeper, game_id: str) -> Reported:
    """What a closed game came to. Raises Problem: 409 while it is played, 404 for a game that has no report.

    Whoever asks has been seen to have a seat at it.
    """
    log = keeper.games.log
    record = log.read_game(game_id)
    if record is None or record.system != SYSTEM.key:
        raise Problem(problems.not_found("no-report", "No report", "this game has no report", "look in the log"))
    if record.closed_at is None:
        raise Problem(STILL_PLAYED)
    try:
        return report_of(record, log.read_log(game_id)[0], log.read_commands(game_id))
    except FromTheFuture as newer:
        raise Problem(problems.from_the_future()) from newer


def report_of(record: GameRecord, rows: Sequence[Logged], commands: Iterable[Mapping[str, Any]]) -> Reported:
    """The report of a game by its log and its commands. Raises FromTheFuture for what a newer program wrote."""
    log = list(EventCodec(SYSTEM).read_all(rows))
    found = report(log, SYSTEM.fresh(), _sent(commands))
    return Reported(record.title, found, record.closed_at or "", record.closed_by or "the host")


def _sent(commands: Iterable[Mapping[str, Any]]) -> Mapping[str, LoggedCommand]:
    """The commands that can be read today: what was to be expected of the others' dice nobody can say."""
    found, bodies = dict[str, LoggedCommand](), dict[str, Mapping[str, Any]]()
    for one in commands:
        body = bodies[one["command_id"]] = msgspec.json.decode(one["body"])
        try:
            command = read_command(SYSTEM, body)
        except Unreadable:
            continue
        actor = msgspec.json.decode(one["actor"], type=Actor)
        found[one["command_id"]] = _as_reread(command, found, bodies) or LoggedCommand(command, actor)
    return found


def _as_reread(
    command: object, found: Mapping[str, LoggedCommand], bodies: Mapping[str, Mapping[str, Any]]
) -> LoggedCommand | None:
    """The command whose die was read anew, with the face that it showed; None for every other command."""
    before = found.get(command.command_id) if isinstance(command, Reread) else None
    if before is None or not isinstance(command, Reread):
        return None
    dealt = dealt_anew(bodies[command.command_id], command.die, command.pips)
    dice = dealt or {command.die: Throw(command.pips)}
    return LoggedCommand(with_dice(before.command, dice), before.actor)
