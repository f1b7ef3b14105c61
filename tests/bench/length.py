"""P5: one durable command in a game of 100,000 events, and the same in a game of 100: nothing may grow with the log."""

from collections.abc import Callable, Sequence
from itertools import count
from typing import Final

from app.games.json_codec import Envelope
from app.games.routes import NewGame
from app.games.service import GameService
from rules.kernel.seats import Role
from tests.bench.kept import keep, service
from tests.bench.rounds import medians, took

SHORT: Final = 100
LONG: Final = 100_000
ROUNDS: Final = 300
STAND: Final = "d1.1.c1.p1"


def measure() -> Sequence[float]:
    """The long game's time to the short one's."""
    with service() as games:
        contestants = {str(events): _commanding(games, keep(games, events)) for events in (SHORT, LONG)}
        found = medians(contestants, ROUNDS)
    return (found[str(LONG)] / found[str(SHORT)],)


def _commanding(games: GameService, game: NewGame) -> Callable[[], float]:
    """Corrects a stand's suppression to and fro: judged by the rules, chained, written, answered."""
    numbers = count(1)

    def once() -> float:
        number = next(numbers)
        command = {"kind": "correct", "of": STAND, "what": "levels", "value": number % 2, "reason": "as it stands"}
        seen = games.view(game.host.game_id, Role.REFEREE).number
        sent = Envelope(f"late-{number}", seen, command)
        answers = []
        time = took(lambda: answers.append(games.submit(game.host, sent)))
        assert answers[0].status == 200, answers[0].body
        return time

    return once
