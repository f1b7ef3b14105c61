"""A chapter of this book as a value: what any chapter has, and what this game asks of each beside it."""

from collections.abc import Callable, Mapping
from typing import Any

from rules.flanders_fields.game.outcomes import Asked
from rules.flanders_fields.game.prospect import Foreseen
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.game.table import JudgedTable
from rules.kernel.chapters import Chapter
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class BookChapter(Chapter[GameState, JudgedTable]):
    """A chapter: what each of its commands would bring by every face of its dice (`foresees`), and what the map says of
    its facts (`by_map`; the map is a `Field` of the survey).

    Both come by functions as words and views do, so that their modules are read with the first question.
    """

    foresees: Callable[[], Mapping[type[Any], Callable[[JudgedTable, Any], Foreseen]]] = dict
    by_map: Callable[[], Mapping[type[Any], Callable[[JudgedTable, Any, Any], Asked]]] = dict
