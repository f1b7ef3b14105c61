"""The time of day orders nothing: whatever the clock does between two commands, the game is the same."""

import itertools
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

from app.games.service import GameService, utc_now
from app.storage.database import migrate, open_database
from rules.flanders_fields.vocabulary import SEATING
from tests.app.conftest import begin, forget_games, roll
from tests.app.toy import TOY
from tests.torture.clocks import clocks
from tests.torture.served import ROOT

TIME_OF_DAY = re.compile(r"\b(?:datetime|date)\.(?:now|today|utcnow)\(|\btime\.(?:time|time_ns|localtime|gmtime)\(")
JUMPS = (timedelta(days=1), timedelta(hours=-1), timedelta(0), timedelta(days=-400))


class Jumping:
    """A day forward, an hour back, frozen, a year and more back, and so on."""

    def __init__(self) -> None:
        self._now, self._jumps = datetime(2026, 11, 22, tzinfo=UTC), itertools.cycle(JUMPS)

    def __call__(self) -> str:
        self._now += next(self._jumps)
        return self._now.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def evening(folder: Path, clock: object) -> list[tuple[str, int]]:
    """The hash and number of every role's view after each command, then as read again from the disk."""
    folder.mkdir()
    database = open_database(f"sqlite:///{folder / 'games.db'}")
    migrate(database.engine)
    service = GameService(database, {"toy": TOY}, clock=clock)  # type: ignore[arg-type]
    service.start()
    game, seen = begin(service).host, []
    for number in range(1, 25):
        assert service.submit(game, roll(f"c{number}", number, number % 6 + 1)).status == 200
        seen += [(view.hash, view.number) for view in (service.view(game.game_id, role) for role in SEATING.roles)]
    forget_games(service)
    seen += [(view.hash, view.number) for view in (service.view(game.game_id, role) for role in SEATING.roles)]
    service.stop()
    database.close()
    return seen


def test_whatever_the_clock_does_between_two_commands_the_game_is_the_same(tmp_path: Path) -> None:
    assert evening(tmp_path / "jumps", Jumping()) == evening(tmp_path / "goes", utc_now)


def test_an_evening_and_a_door_are_the_same_whatever_day_it_is() -> None:
    """`make torture` sets the clock through forty evenings, and sets it at the doors of thirteen games."""
    report = clocks(100, seed=3)
    assert report.lost == []
    counted = ("accepted", "hours that run backwards", "hours shown", "codes that were good", "seats that were good")
    assert all(report.tried.get(what, 0) > 0 for what in counted), report.tried


def test_the_time_of_day_is_read_where_it_is_told_what_it_is_for() -> None:
    """Hours on rows, seats and codes, names of what is put aside: whatever else counts seconds uses no such clock."""
    readers = {
        str(file.relative_to(ROOT))
        for folder in ("app", "rules")
        for file in (ROOT / folder).rglob("*.py")
        if TIME_OF_DAY.search(file.read_text())
    }
    assert readers == {"app/games/service.py", "app/seats/seat_repository.py", "app/storage/maintenance.py"}
