"""Pages are drawn piece by piece: after every command of any evening they are what they would be, drawn whole."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from starlette.datastructures import QueryParams

from app.games.game import OpenGame
from app.games.opening import new_game
from app.games.service import utc_now
from app.games.wire import EventCodec
from app.pages import rendering
from app.seats.seat import Seat
from app.systems.flanders_fields.pages.board import board, board_drafts
from app.systems.flanders_fields.pages.force import latest
from app.systems.flanders_fields.pages.forms.before_the_dice import foresee_all
from app.systems.flanders_fields.pages.forms.planned import works_shown
from app.systems.flanders_fields.pages.table import work
from app.systems.flanders_fields.pages.wall import wall
from app.systems.listed import known_systems
from rules.flanders_fields.game import SYSTEM
from rules.flanders_fields.game.muster import scenarios
from rules.kernel.play import Role
from tests.game.test_every_command import AnyTable

CHANGES = 40
LINES = 30
TOLD = 400
HOUR = "1917-11-20T06:20:00Z"


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

    def addresses(self) -> Iterator[tuple[Role, str]]:
        """A screen of each seat: as it is opened, or with something in hand."""
        stand, unit = self.chance.choice(sorted(self.state.stands)), self.chance.choice(sorted(self.state.units))
        below = next(iter(self.state.shelters.below), stand)
        held = next((one.card for one in self.state.cards.held), "hearts_ace")
        for role in (Role.ATTACKER, Role.DEFENDER):
            doing = self.chance.choice(("", "fire", "move", "area", "assault", "heroic", "barrage"))
            yield role, f"unit={next(iter(self._can_act()), unit)}&do={doing}&stand={stand}&card={held}"
        corrected = self.chance.choice((stand, unit, "a1.1", "wind", "attacker.barrage1", "missions/attacker"))
        wanted = ("", f"correct={corrected}", f"below={below}", "do=barrage&planned=behind", f"card={held}")
        yield Role.REFEREE, self.chance.choice(wanted)
        yield Role.SPECTATOR, ""

    def page(self, role: Role, asked: str, pieces: rendering.Pieces) -> str:
        """The page of a seat at an address, with these pieces at hand."""
        game, query = self.game, QueryParams(asked)
        view: dict[str, Any] = msgspec.json.decode(game.view(role).body)
        since = max(0, game.numbers[role] - TOLD)
        told, gone = game.told(role, since), game.withdrawn_numbers(role, since)
        context = {
            "game_id": "g",
            "number": game.numbers[role],
            "hash": "",
            "view": view,
            "here": "/games/g",
            "host": False,
        }
        context |= {"log": latest(view, told, gone, [HOUR] * LINES), "query": query, "over": None, "sealed": False}
        rendering.pieces = pieces
        if role is Role.SPECTATOR:
            return _drawn("wall.html", context | wall(view, told, gone))
        if role is Role.REFEREE:
            works = works_shown(view, query, None)
            foreseen = foresee_all(game, role, board_drafts(view, query, works=works))
            return _drawn("board.html", context | board(view, told, query, foreseen, works=works))
        in_hand = work(view, told, Seat("s", "g", role), query)
        return _drawn("table.html", context | in_hand.shown(in_hand.ahead(game)))


def _drawn(template: str, context: dict[str, Any]) -> str:
    return bytes(rendering.page(template, context).body).decode()


@pytest.fixture(autouse=True)
def _pieces_of_our_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rendering, "pieces", rendering.Pieces())


@pytest.mark.parametrize("scenario", sorted(scenarios()))
def test_after_every_command_a_page_is_what_it_would_be_drawn_whole(scenario: str) -> None:
    table = Watched(scenario)
    changes = 0
    while changes < CHANGES:
        table.go_on()
        if table.catch_up():
            changes += 1
            role, asked = table.chance.choice(list(table.addresses()))
            piecewise = table.page(role, asked, table.pieces)
            assert piecewise == table.page(role, asked, rendering.Pieces()), (role, asked)
