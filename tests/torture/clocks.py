"""R7: the clock of the day is set between every two commands, and nothing but the hours that are shown hangs on it.

Two services play the same evening with the same seed, one on a clock that jumps. Then seats and codes of the real
service, its own look at the day replaced: they live as long as a calendar says, and limits do not notice at all.
"""

import random
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

from app.games.export import export_game
from app.games.json_codec import Envelope
from app.games.routes import new_game
from app.games.service import GameService, utc_now
from app.games.verification import findings
from app.seats.seat_repository import Seat
from app.storage.database import migrate, open_database
from rules.flanders_fields.game.scenario_roster import scenarios
from rules.flanders_fields.game.state.game import GameState
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.vocabulary import SEATING
from rules.kernel.seats import Role
from tests.app.conftest import forget_games
from tests.game.any_command import Anybody
from tests.game.test_every_command import AnyTable
from tests.torture.clocks_of_seats import any_door
from tests.torture.deeds import HOUSE
from tests.torture.jumping import Jumping
from tests.torture.report import Report

COMMANDS_AN_EVENING: Final = 100
COMMANDS_A_DOOR: Final = 5
SYSTEMS: Final = {SYSTEM.key: SYSTEM}


def clocks(commands: int, seed: int = 0) -> Report:
    """Evenings of so many commands together, each sent at two tables, and a fifth as many deeds at doors."""
    report = Report()
    names = sorted(scenarios())
    for number in range(max(1, commands // COMMANDS_AN_EVENING)):
        with tempfile.TemporaryDirectory(prefix="clocks") as folder:
            chance = random.Random(f"evening {seed} {number}")
            play(Path(folder), names[number % len(names)], chance, report, min(commands, COMMANDS_AN_EVENING))
    any_door(random.Random(f"door {seed}"), report, max(60, commands // COMMANDS_A_DOOR))
    return report


def play(folder: Path, scenario: str, chance: random.Random, report: Report, commands: int) -> None:
    """One evening at two tables; whatever they differ in is a loss."""
    jumping = Jumping(chance)
    with played_at(folder / "goes.db", utc_now) as goes, played_at(folder / "jumps.db", jumping.written) as jumps:
        table = TwoTables(scenario, chance, (goes, jumps), jumping, report)
        while table.sent_in_all < commands and not report.lost:
            table.go_on()
        table.look_at_what_is_kept()


@contextmanager
def played_at(file: Path, clock: Callable[[], str]) -> Iterator[GameService]:
    """A service that reads the time of day from this clock."""
    database = open_database(f"sqlite:///{file}")
    migrate(database.engine)
    service = GameService(database, SYSTEMS, referee_present=lambda game_id: True, clock=clock)
    service.start()
    yield service
    service.stop()
    database.close()


class TwoTables(AnyTable):
    """One evening at two services: each command goes to both, and one of them never knows what day it is."""

    def __init__(
        self,
        scenario: str,
        chance: random.Random,
        services: tuple[GameService, GameService],
        jumping: Jumping,
        report: Report,
    ) -> None:
        self.chance, self.anybody, self.host = chance, Anybody(chance), Role.REFEREE
        self.brisk = chance.random() < 0.5
        self.services, self.jumping, self.report = services, jumping, report
        self.scenario, self.sent_in_all = scenario, 0
        wanted = {"kind": "create_game", "scenario": scenario, "house_rules": chance.choice(([], HOUSE))}
        with patch("app.games.routes.new_seed", partial(chance.randbytes, 32)):
            state = chance.getstate()
            for service in services:
                # The same seed for both: the same dice fall.
                chance.setstate(state)
                game = new_game(
                    SYSTEM.key, scenario, ("Host", Role.REFEREE), service.clock(), [], f"{scenario} at both"
                )
                self.game = game.host.game_id
                envelope = Envelope("begin", 0, wanted | {"event_cards": "app"})
                assert service.submit_soon(game.host, envelope, game.opening).result(60).status == 200

    @property
    def state(self) -> GameState:  # type: ignore[override]  # the service keeps it
        """The game as it stands where the clock goes as it should."""
        return self.services[0].ask(self.game, lambda game: game.state)

    def _send(self, role: Role, kind: str, overrule: str = "", unreadable: bool = False, **fields: Any) -> bool:
        self.sent_in_all += 1
        expected = self.services[0].view(self.game, role).number
        envelope = Envelope(f"c{self.sent_in_all}", expected, {"kind": kind, **fields}, overrule)
        seat = Seat(f"seat-{role}", self.game, role, role.value)
        self.jumping.jump()
        goes, jumps = [service.submit(seat, envelope) for service in self.services]
        self.report.count("commands")
        self.report.count("accepted", int(goes.accepted))
        self.report.expect((goes.status, goes.body) == (jumps.status, jumps.body), f"{self._at(kind)} is answered")
        if self.chance.random() < 0.05:
            forget_games(self.services[1])
            self.report.count("read again")
        self._compare(kind)
        return goes.accepted

    def _compare(self, kind: str) -> None:
        for role in SEATING.roles:
            goes, jumps = [service.view(self.game, role) for service in self.services]
            same = (goes.hash, goes.number) == (jumps.hash, jumps.number)
            self.report.expect(same, f"{self._at(kind)} shows the {role}")
            self.report.count("views compared")

    def look_at_what_is_kept(self) -> None:
        """The same events in the same order whatever hours they have, and a file that verifies and is taken back in."""
        logs = [service.log.read_events(self.game) for service in self.services]
        goes, jumps = [[(row.seq, row.type, row.payload) for row in log] for log in logs]
        self.report.expect(goes == jumps, f"{self._at('the log')} holds")
        hours = [row.written_at for row in logs[1]]
        self.report.count("hours that run backwards", sum(later < earlier for earlier, later in pairwise(hours)))
        file = export_game(self.services[1].log, self.game)
        assert file is not None
        wrong = findings(file, SYSTEMS)
        self.report.expect(not wrong, f"{self._at('the file')} does not verify: {wrong}")

    def _at(self, what: str) -> str:
        return f"{self.scenario}, command {self.sent_in_all}: {what} on a clock that jumps is not what it"
