"""The report of a closed game, worked out of its log."""

from app.games import problems
from app.games.keeper import Keeper
from app.games.problems import Problem, problem
from app.games.wire import EventCodec, FromTheFuture
from rules.flanders_fields.game import SYSTEM
from rules.flanders_fields.game.report import Report, report
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
    record = keeper.games.log.read_game(game_id)
    if record is None or record.system != SYSTEM.key:
        raise Problem(problems.not_found("no-report", "No report", "this game has no report", "look in the log"))
    if record.closed_at is None:
        raise Problem(STILL_PLAYED)
    rows, _ = keeper.games.log.read_log(game_id)
    try:
        log = list(EventCodec(SYSTEM).read_all(rows))
    except FromTheFuture as newer:
        raise Problem(problems.from_the_future()) from newer
    return Reported(record.title, report(log, SYSTEM.fresh()), record.closed_at, record.closed_by or "the host")
