"""Events, states, views, available commands and prompts of golden logs and of the recorded evenings."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

import msgspec

from app.games.command_history import past_of
from app.games.json_codec import EventCodec
from app.games.open_game import OpenGame
from app.games.verification import read_file
from app.play.available_commands import asked_at, stage_at
from app.play.command_responses import asked_shown, stage_shown
from app.storage.event_log import KeptCommand
from rules.kernel.play import Past
from rules.kernel.seats import Actor, Role
from tests.frozen.evenings import evenings_of, scenarios_kept
from tests.frozen.games import golden_games, system_of
from tests.frozen.kept_game import KeptGame
from tests.safety_net.canonical import Json, canonical
from tests.systems import known_systems

EVERY_COMMAND: Final = 20
"""A golden log is looked at after every so many commands, and at its end."""
STEPS: Final = 5_000
"""Steps of the recorded evenings of each scenario, at most."""
EVERY_STEP: Final = 400
MOST_PROMPTED: Final = 12
"""Available commands of a seat whose prompts are recorded at one moment."""
SEATS: Final = ("attacker", "defender", "referee", "spectator")


def _by_id(known: Mapping[str, KeptCommand]) -> Callable[[str, str], KeptCommand | None]:
    """Return a function that finds the command of an id in any game."""
    return lambda _game_id, command_id: known.get(command_id)


def of_golden_logs() -> Iterator[tuple[str, Json]]:
    """Yield name and content of each moment of the golden logs."""
    for name, path in golden_games().items():
        file, system = read_file(path.read_bytes()), known_systems()[system_of(path)]
        codec = EventCodec(system)
        game = OpenGame(replace(file.record(), closed_at=None), system, codec)
        known = {
            command.command_id: KeptCommand(command.body, command.actor, command.first_seq) for command in file.commands
        }
        past = past_of(game, _by_id(known))
        rows = file.rows()
        for number, command in enumerate(file.commands, 1):
            for row in rows[command.first_seq - 1 : command.last_seq]:
                game.fold(codec.read(row.logged))
            if number % EVERY_COMMAND == 0 or number == len(file.commands):
                yield f"{name} after {number} commands", moment(game, past)


def of_evenings() -> Iterator[tuple[str, Json]]:
    """Yield name and content of each step of the recorded evenings, and of some moments of them."""
    for scenario in scenarios_kept():
        for evening in evenings_of(scenario):
            game = KeptGame(evening.name)
            for number, sent in enumerate(evening.sent[:STEPS], 1):
                before = len(game.open.log)
                answer = game.send(sent)
                yield f"{evening.name}, step {number}", [answer.status, canonical(game.events(before))]
                if number % EVERY_STEP == 0:
                    yield f"{evening.name} after {number} steps", moment(game.open, game.past)


def moment(game: OpenGame, past: Past) -> Json:
    """Return the state of a game, and what each seat is shown and may do."""
    seats = {name: of_seat(game, past, Role(name)) for name in SEATS if Role(name) in game.system.seating.roles}
    return {"state": canonical(game.state), "seats": seats}


def of_seat(game: OpenGame, past: Past, role: Role) -> Json:
    """Return the view of a seat, its available commands, and the prompts of the first of them."""
    actor = Actor(role, role.value)
    available = stage_at(game, actor, past)
    commands = [*available.stage.owed, *available.stage.offered][:MOST_PROMPTED]
    prompts: list[Any] = []
    for command in commands:
        asked = asked_at(game, actor, past, command.kind, command.about, {}, propose=True)
        prompts.append([command.kind, asked_shown(asked).model_dump(mode="json")])
    view = msgspec.json.decode(game.view(role).body)
    return canonical({"view": view, "available": stage_shown(available).model_dump(mode="json"), "prompts": prompts})
