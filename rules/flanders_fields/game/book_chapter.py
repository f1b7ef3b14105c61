"""A chapter of this book as a value: what any chapter has, and what this game asks of each beside it."""

from collections.abc import Callable, Mapping
from typing import Any

from rules.flanders_fields.game.prospect import Foreseen
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.game.table import JudgedTable
from rules.kernel.chapters import Chapter
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class BookChapter(Chapter[GameState, JudgedTable]):
    """A chapter: what each of its commands would bring by every face of its dice (`foresees`).

    That comes by functions as words and views do, so that its modules are read with the first question.
    """

    foresees: Callable[[], Mapping[type[Any], Callable[[JudgedTable, Any], Foreseen]]] = dict
