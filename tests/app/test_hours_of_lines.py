"""Each line of a scene has the hour at which its event was written, by whichever numbers a seat counts."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from app.games.command_history import past_of
from app.games.json_codec import EventCodec
from app.games.open_game import OpenGame
from app.games.verification import read_file
from app.play.available_commands import stage_at
from app.play.screen_builder import scene_of
from rules.kernel.seats import Actor, Audience, Role
from tests.app.described import OWN, joined, served
from tests.app.test_stage_over_http import Client
from tests.frozen.games import golden_games
from tests.systems import known_systems
from tests.torture.served import MONS_GAME

SEATS = ("attacker", "defender", "spectator")


@pytest.mark.parametrize("name", ["sealed-plan", "brisefer-drafts"])
def test_a_game_that_is_opened_again_reads_each_hour_once(name: str) -> None:
    """One with events that the other side knows nothing of, and one whose numbers count drafts too."""
    file = read_file(golden_games()[name].read_bytes())
    system, rows = known_systems()[file.game.system], file.rows()
    game = OpenGame(replace(file.record(), closed_at=None), system, EventCodec(system), [row.logged for row in rows])
    hours = {row.seq: f"hour {row.seq}" for row in rows}
    asked = list[int]()

    def read(seqs: Sequence[int]) -> list[str]:
        asked.extend(seqs)
        return [hours[seq] for seq in seqs]

    for seat in SEATS:
        actor = Actor(Role(seat))
        scene = scene_of(game, actor, stage_at(game, actor, past_of(game, lambda _game, _command: None)), None, read)
        known = [row for row in rows if Audience(row.audience).holds(actor.role)]
        numbers = [one["number"] for one in game.told(actor.role)]
        at = {number: hours[row.seq] for number, row in zip(numbers, known, strict=True)}
        assert scene.lines
        assert [one.at for one in scene.lines] == [at[one.number] for one in scene.lines]
    assert len(set(asked)) == len(asked)


def test_what_has_just_happened_has_the_hour_of_its_writing(tmp_path: Path) -> None:
    with served(tmp_path) as (app, client):
        game = client.post("/api/v1/games", json=MONS_GAME | {"role": "attacker"}, headers=OWN).json()["game_id"]
        seat, other = Client(client, game), Client(joined(app, client, game, "defender"), game)
        assert seat.send(seat.stage()["number"], {"kind": "note", "text": "the mist lifts"}).status_code == 200

        def newest(one: Client) -> Any:
            return one.client.get(f"{one.at}/screen").json()["lines"][0]["at"]

        written = app.state.keeper.games.log.read_events(game)[-1].written_at
        assert newest(seat) == newest(other) == written
