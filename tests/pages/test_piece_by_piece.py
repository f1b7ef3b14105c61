"""Pages are drawn piece by piece: after every command of any evening they are what they would be, drawn whole."""

from typing import Any

import msgspec
import pytest

from app.games.json_codec import EventCodec
from app.games.open_game import OpenGame
from app.games.routes import new_game
from app.games.service import utc_now
from app.pages import rendering
from app.pages.game_map import shown
from app.systems.flanders_fields.lookups import CLAUSES
from app.systems.flanders_fields.pages.map_tools import GAME_MAP
from app.systems.flanders_fields.plugin import EDGES
from rules.flanders_fields.game.scenario_roster import scenarios
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.vocabulary import ATTACKER, DEFENDER
from rules.kernel.seats import Role
from tests.game.test_every_command import AnyTable
from tests.share import sample
from tests.systems import known_systems

CHANGES = 40
NO_TOOL: dict[str, Any] = {
    "tool": "",
    "tools": [],
    "said": [],
    "lying": [],
    "ahead": None,
    "stands": [],
    "from": "",
    "to": "",
}


class Watched(AnyTable):
    """A table with a screen before every seat. The pieces that were drawn stay all evening, as a service keeps them."""

    def __init__(self, scenario: str) -> None:
        super().__init__(scenario, seed=1)
        record = new_game(SYSTEM.key, scenario, ("Host", Role.REFEREE), utc_now()).opening.record
        self.game = OpenGame(record, known_systems()[SYSTEM.key], EventCodec(SYSTEM))
        self.pieces = rendering.Pieces()

    def catch_up(self) -> bool:
        """Fold what has happened since; whether anything has."""
        news = self.evening.log[len(self.game.log) :]
        for recorded in news:
            self.game.fold(recorded)
        return bool(news)

    def page(self, role: Role, pieces: rendering.Pieces) -> str:
        """The map of a seat, with these pieces at hand."""
        game = self.game
        view: dict[str, Any] = msgspec.json.decode(game.view(role).body)
        context = {"game_id": "g", "number": game.numbers[role], "hash": "", "view": view, "here": "/games/g"}
        context |= {"host": False, "over": None, "sealed": False, "clauses": CLAUSES}
        rendering.pieces = pieces
        ways = {"turned": "", "game": "/games/g", "across": False}
        nothing = {"tables": [], "tool_form": NO_TOOL}
        return _drawn(
            "flanders_fields/game_map.html",
            context | ways | nothing | dict(shown(GAME_MAP, view, False, EDGES)),
        )


def _drawn(template: str, context: dict[str, Any]) -> str:
    return bytes(rendering.page(template, context).body).decode()


@pytest.fixture(autouse=True)
def _pieces_of_our_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rendering, "pieces", rendering.Pieces())


@pytest.mark.parametrize("scenario", sample(sorted(scenarios()), 4))
def test_after_every_command_a_page_is_what_it_would_be_drawn_whole(scenario: str) -> None:
    table = Watched(scenario)
    changes = 0
    while changes < CHANGES:
        table.go_on()
        if table.catch_up():
            changes += 1
            role = table.chance.choice((ATTACKER, DEFENDER, Role.REFEREE, Role.SPECTATOR))
            piecewise = table.page(role, table.pieces)
            assert piecewise == table.page(role, rendering.Pieces()), role
