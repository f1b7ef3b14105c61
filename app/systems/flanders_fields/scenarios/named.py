"""Commands that bring a scenario of one's own as its open document: {"own": {"format": ..., ...}}.

What is judged and kept in the log holds the whole of it, with both forces and the table.
"""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from app.dice import JsonValue
from app.games.wire import Unreadable
from app.systems.flanders_fields.forces.shelf import ForceShelf
from app.systems.flanders_fields.scenarios.at_hand import library_of
from app.systems.flanders_fields.scenarios.document import read_document
from app.tabletops.shelf import TableShelf
from rules.kernel.documents import NotFitting
from rules.kernel.plain import plain

Command = Mapping[str, JsonValue]


def with_own_scenario(tables: TableShelf, forces: ForceShelf) -> Callable[[Command], Command]:
    """How a command gets the scenario it brings. Raises Unreadable where that is none."""

    def supplied(command: Command) -> Command:
        own = command.get("own")
        if command.get("kind") != "create_game" or not isinstance(own, dict) or "format" not in own:
            return command
        return {**command, "own": _read(msgspec.json.encode(own), tables, forces)}

    return supplied


def _read(document: bytes, tables: TableShelf, forces: ForceShelf) -> Any:
    try:
        return plain(read_document(document, library_of(tables, forces)))
    except NotFitting as bad:
        (wrong,) = bad.wrong
        raise Unreadable(f"own.{wrong.of}" if wrong.of else "own", wrong.because, wrong.instead) from bad
