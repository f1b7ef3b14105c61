"""Commands that name a table of the library in place of holding it: {"table": {"id": ...}}.

A table may be longer than a command may be. What is judged and kept in the log holds the whole of it.
"""

from collections.abc import Callable, Mapping
from typing import Any

from app.dice import JsonValue
from app.games.wire import Unreadable
from app.tabletops.shelf import TableShelf
from rules.kernel.plain import plain
from rules.tabletop.laid import laid

Command = Mapping[str, JsonValue]


def with_named_table(shelf: TableShelf) -> Callable[[Command], Command]:
    """How a command, or the one that it overrules, gets the table it names. Raises Unreadable where there is none."""

    def supplied(command: Command) -> Command:
        inner, named = command.get("command"), command.get("table")
        if isinstance(inner, dict):
            found = supplied(inner)
            return command if found is inner else {**command, "command": dict(found)}
        if not isinstance(named, dict) or named.keys() != {"id"}:
            return command
        return {**command, "table": _table(shelf, named["id"])}

    return supplied


def _table(shelf: TableShelf, of: JsonValue) -> Any:
    kept = shelf.get(of) if isinstance(of, str) else None
    if kept is None:
        raise Unreadable("table", f"there is no table {of!r} in the library", "the id of one that is, or a whole table")
    return plain(laid(kept.document.name, kept.document.table))
