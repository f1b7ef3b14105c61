"""Games that one tap opens, with this device as the referee's."""

from collections.abc import Mapping, Sequence
from typing import Any

from app.tabletops.document import NamedTable
from rules.earth_1418.game.system import SYSTEM
from rules.earth_1418.turn.game.ready_games import ReadyGame, ready_games, ready_grounds
from rules.kernel.seats import Role


def ready_to_open() -> Sequence[dict[str, Any]]:
    """Each with what is sent to open it."""
    return tuple(map(_opened, ready_games().values()))


def ready_tables() -> Mapping[str, NamedTable]:
    """Its ready tables for the library, by the ids of their games."""
    titles = {name: game.title.partition(",")[0] for name, game in ready_games().items()}
    return {name: NamedTable(titles[name], table, SYSTEM.key) for name, table in ready_grounds().items()}


def _opened(one: ReadyGame) -> dict[str, Any]:
    # How long it lasts is told, not read of the file when it is judged: another length later changes no game.
    told = {"scenario": one.id, "on_table": one.ground is not None, "bounds": one.bounds}
    command = {"kind": "begin_battle", **told}
    body = {"system": SYSTEM.key, "title": one.title, "role": Role.REFEREE.value, "command": command}
    return {"id": one.id, "title": one.title, "about": one.about, "body": body}
