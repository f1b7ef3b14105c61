"""The report of a closed game, worked out of its log."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from app.games import problems
from app.games.closed import closed_game, sent_commands
from app.games.keeper import Keeper
from app.games.problems import Problem
from app.games.wire import EventCodec, FromTheFuture
from app.store.chain import Logged
from app.store.log import GameRecord
from rules.flanders_fields.game.luck import LoggedCommand
from rules.flanders_fields.game.report import Report, report
from rules.flanders_fields.game.system import SYSTEM
from rules.kernel.values import dataclass


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
    record, log = closed_game(keeper, game_id, SYSTEM.key), keeper.games.log
    try:
        return report_of(record, log.read_log(game_id)[0], log.read_commands(game_id))
    except FromTheFuture as newer:
        raise Problem(problems.from_the_future()) from newer


def report_of(record: GameRecord, rows: Sequence[Logged], commands: Iterable[Mapping[str, Any]]) -> Reported:
    """The report of a game by its log and its commands. Raises FromTheFuture for what a newer program wrote."""
    log = list(EventCodec(SYSTEM).read_all(rows))
    sent = {name: LoggedCommand(*one) for name, one in sent_commands(SYSTEM, commands).items()}
    found = report(log, SYSTEM.fresh(), sent)
    return Reported(record.title, found, record.closed_at or "", record.closed_by or "the host")
