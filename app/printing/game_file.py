"""What a seat of an exported game may see of it, for printing without a server."""

from pathlib import Path
from typing import Any

import msgspec

from app.documents.file_kinds import GAME, WrongFile, read_path
from app.games.export import ExportFile
from app.games.game import OpenGame
from app.games.verify import NotAGameFile, read_file
from app.games.wire import EventCodec, FromTheFuture, System
from playsheets.press import BadJob
from rules.kernel.seats import Role


def view_in(file: Path, role: Role, system: System, title: str) -> dict[str, Any]:
    """The game of a file as a role may see it; `system`, `title`: whose games are printed here. Raises BadJob."""
    try:
        return _seen(read_file(read_path(file, GAME)), role, system, title)
    except OSError as failed:
        raise BadJob(f"{file} cannot be read: {failed.strerror or failed}") from None
    except (NotAGameFile, WrongFile) as wrong:
        raise BadJob(f"{file}: {wrong}") from None
    except (FromTheFuture, msgspec.MsgspecError, KeyError, ValueError, TypeError) as wrong:
        raise BadJob(f"{file} holds a game that cannot be read; check it with `beatenzone verify`") from wrong


def _seen(file: ExportFile, role: Role, system: System, title: str) -> dict[str, Any]:
    if file.game.system != system.key:
        raise NotAGameFile(f"there are prints for games of {title} only")
    codec = EventCodec(system)
    game = OpenGame(file.record(), system, codec)
    for row in file.rows():
        game.fold(codec.read(row.logged))
    view: dict[str, Any] = msgspec.json.decode(game.view(role).body)
    return view
