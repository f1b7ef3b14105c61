"""Games kept by released versions: what `rejudge` says of them, and what every seat is shown and told of them."""

import hashlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from app.games.export import ExportFile
from app.games.json_codec import EventCodec
from app.games.open_game import OpenGame
from app.games.verification import findings, read_file, rejudge
from app.systems.flanders_fields.report import OWN_REPORT
from rules.flanders_fields.vocabulary import KEY
from tests.systems import known_systems

GOLDEN: Final = Path(__file__).resolve().parents[1] / "app" / "golden"


def golden_games(system: str = "") -> Mapping[str, Path]:
    """Every golden log by its name, system by system in the order of their list; or those of one alone."""
    found = sorted(GOLDEN.rglob("*.json"))
    wanted = [system] if system else list(known_systems())
    return {path.stem: path for key in wanted for path in found if system_of(path) == key}


@cache
def system_of(path: Path) -> str:
    """The rule system of a golden log."""
    return read_file(path.read_bytes()).game.system


def rejudged() -> dict[str, str]:
    """What today's rules would decide otherwise in each golden log, and what its file is found to be."""
    return {name: _rejudged(read_file(path.read_bytes())) for name, path in golden_games().items()}


def _rejudged(file: ExportFile) -> str:
    differences = list(rejudge(file, known_systems()[file.game.system]))
    told = {"differences": differences, "findings": findings(file, known_systems()), "head": file.head}
    return msgspec.json.format(msgspec.json.encode(told), indent=1).decode()


def shown() -> dict[str, str]:
    """What every seat is shown and told after each command of each golden log, and the reports of those closed."""
    told = {name: _shown(read_file(path.read_bytes())) for name, path in golden_games().items()}
    return {**told, **{f"{name}, report": _report(read_file(path.read_bytes())) for name, path in _closed()}}


def _shown(file: ExportFile) -> str:
    """A line for each command: a hash of the view and of the log of each seat."""
    system = known_systems()[file.game.system]
    codec, rows = EventCodec(system), file.rows()
    game, lines = OpenGame(file.record(), system, codec), list[str]()
    for command in file.commands:
        for row in rows[command.first_seq - 1 : command.last_seq]:
            game.fold(codec.read(row.logged))
        parts = ((game.view(role).body, msgspec.json.encode(game.told(role))) for role in system.seating.roles)
        hashes = " ".join(f"{_short(view)} {_short(told)}" for view, told in parts)
        lines.append(f"{command.command_id} {hashes}")
    return "\n".join(["command, then view and log of " + ", ".join(system.seating.roles), *lines])


def _short(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:12]


def _closed() -> list[tuple[str, Path]]:
    """Those that have a report: only one system writes it."""
    with_report = golden_games(KEY)
    return [(name, path) for name, path in with_report.items() if read_file(path.read_bytes()).game.closed_at]


def _report(file: ExportFile) -> str:
    return OWN_REPORT.of_file(file).model_dump_json(indent=1)
