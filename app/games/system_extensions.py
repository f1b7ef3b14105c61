"""Extensions of a rule system: stores of its own, and example requests."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from sqlalchemy import Engine

from app.documents.tables import TableShelf
from app.randomness import JsonValue
from rules.kernel.frozen_dataclasses import dataclass

# What a rule system stores beside its games

Command = Mapping[str, JsonValue]


def as_sent(command: Command) -> Command:
    """A command that names nothing which is kept elsewhere."""
    return command


@dataclass(frozen=True, slots=True, eq=False)
class OwnShelves:
    """The shelves of one system, known to its own folder, and how a command of it gets what it names of them."""

    shelves: object = None
    supply: Callable[[Command], Command] = as_sent


def nothing_kept(_engine: Engine, _tables: TableShelf) -> OwnShelves:
    """A system that keeps nothing beside its games."""
    return OwnShelves()


Opens = Callable[[Engine, TableShelf], OwnShelves]
"""How a system opens its shelves in a database, beside the library of tables."""


# Example requests

Examples = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class GameExamples:
    """The examples of a system: games that are opened, and the commands that one of them begins with."""

    openings: Examples
    commands: Examples


ASKS: Final[Examples] = {
    "before_an_answer": {
        "summary": "What the newest deed's taking back asks first",
        "value": {"kind": "undo", "about": {}, "answers": {}},
    },
    "a_note_as_far_as_it_was_told": {
        "summary": "A deed that lacks nothing: it may be sent as a command",
        "value": {"kind": "note", "about": {}, "answers": {"text": "The mist lifts"}},
    },
}
