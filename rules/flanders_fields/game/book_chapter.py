"""A chapter of this book as a value: what any chapter has, and what this game asks of each beside it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING, Any

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.game.outcomes import Asked
from rules.flanders_fields.game.progress import StepOfChapter
from rules.flanders_fields.game.record.commands import Correct
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.game.table import JudgedTable, Judgement
from rules.kernel.chapters import Chapter, Event
from rules.kernel.deeds import Correction
from rules.kernel.explain import Refusal
from rules.kernel.seats import Role
from rules.kernel.values import dataclass

if TYPE_CHECKING:
    from rules.flanders_fields.game.lying import InForce, SeenBySeat
    from rules.flanders_fields.game.prospect import Foreseen
    from rules.flanders_fields.game.sealed_lines import SealedLines
    from rules.flanders_fields.game.survey.field import Field

LiesBy = Mapping[int, "Callable[[SeenBySeat], InForce | None]"]
"""What of it lies on the table or is in force beside the stands, each at its place among those of all chapters."""
ForeseenBy = Mapping[type[Any], "Callable[[JudgedTable, Any], Foreseen]"]
"""What a command would bring by every face of its dice."""
MeasuredBy = Mapping[type[Any], "Callable[[JudgedTable, Field, Any], Asked]"]
"""What the map says of the facts of a command."""
ShownBy = Mapping[type[Any], "Callable[[GameState, Any, SealedLines], Iterable[str]]"]
"""The pieces of a sealed plan that everybody sees with an event, by their names."""

Check = Callable[[JudgedTable, Judgement], Judgement]
"""The decision on a command of any chapter, or a refusal of what one chapter does not allow in it."""
Follow = Callable[[GameState, Sequence[Event], RuleBook], Iterable[Event]]
"""The events that a chapter adds to those of any command."""
RevealsRoll = Callable[[GameState, str, Role], bool]
"""Whether a role may know of a roll, by its name, as far as it is one of the chapter's."""


@dataclass(frozen=True, slots=True)
class OwnCorrections:
    """Things that an event of the chapter's own sets right: those `named` that an actor may know; what can be done to
    one, and with what (`choices`); what a correction would do (`judged`). None of things that are not its own.
    """

    named: Callable[[JudgedTable], Sequence[str]]
    choices: Callable[[str], tuple[Sequence[str], Sequence[str]] | None]
    judged: Callable[[JudgedTable, Correct], Correction | Refusal | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class BookChapter(Chapter[GameState, JudgedTable]):
    """A chapter; `steps` are those of the turn that may have nothing to do, by the word of what they need
    (data/sequence.toml).

    `own_corrections` are of what it sets right by an event of its own; `begins_below` tells that stands sit below as a
    game begins. What its commands would bring, what the map says of them, what its events show and what of it lies on
    the table come by functions, as words and views do, so that their modules are read with the first question.
    """

    steps: Mapping[str, StepOfChapter] = field(default_factory=dict)
    foresees: Callable[[], ForeseenBy] = dict
    by_map: Callable[[], MeasuredBy] = dict
    shows: Callable[[], ShownBy] = dict
    lies: Callable[[], LiesBy] = dict
    own_corrections: OwnCorrections | None = None
    begins_below: Callable[[tuple[str, ...]], Event] | None = None
    checks: Check | None = None
    follows: Follow | None = None
    reveals_roll: RevealsRoll | None = None
