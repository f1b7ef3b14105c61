"""What a rule system says of its forces, so that they are kept, listed, built, played and printed like any other's."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from app.dice import JsonValue
from app.documents.file_kinds import FORCE_FORMAT, FileKind
from app.forces.outline import OutlineRow
from app.forces.shown import ForceFindingShown, SumShown
from rules.kernel.questions import Questions
from rules.kernel.rulings import HouseRule
from rules.kernel.values import dataclass

if TYPE_CHECKING:
    from app.pages.fields import ChoiceField, NumberField
    from app.printing.offers import Printable


@dataclass(frozen=True, slots=True)
class ForceCounted:
    """How a force stands in the list: its name, its month, and how many formations and bases it has."""

    name: str
    date: str
    formations: int
    bases: int


@dataclass(frozen=True, slots=True)
class GameAsked:
    """What is chosen for a game of two forces beside the forces.

    `date` is a month. `length` counts the system's turns (None: no limit). `options` are the answers of its own fields
    of the form, by their names; an empty one is left to the system.
    """

    title: str
    date: str
    length: int | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    house_rules: tuple[HouseRule, ...] = ()


@dataclass(frozen=True, slots=True)
class LengthOffered:
    """How the length of a game is asked for: the label of the field, and the most turns of it."""

    label: str
    most: int


@dataclass(frozen=True, slots=True, eq=False)
class NewGameOffered:
    """What a system lets one choose for a game of two forces.

    `questions` have its months and its contested points. `options` are fields of its own. `opening` returns the
    command that begins such a game, in the order of the sides; it raises NotFitting. A table is named in the command
    by the core. `own_rules` are the house rules that a force brings, `dated` is a force in another month.
    """

    questions: Callable[[], Questions[Any]]
    length: LengthOffered
    options: Sequence["ChoiceField | NumberField"]
    opening: Callable[[Sequence[Any], GameAsked], Mapping[str, JsonValue]]
    own_rules: Callable[[Any], tuple[HouseRule, ...]]
    dated: Callable[[Any, str], Any]


@dataclass(frozen=True, slots=True, eq=False)
class ForcesOffered:
    """The forces of a system. A force is a value of its own, which only it knows.

    `key` is the system's, `sides` are its sides by their words, each with its name. `operations` is how its operations
    begin in the description, `title` its rule book; `says` tells
    in a sentence of what a force is built. `read` takes a document and raises NotFitting; `write` writes it, always
    alike. `fresh` makes one of a name, `renamed` calls one otherwise. `outline` lays it out to be built. `new_game` is
    what a game of two lets one choose. `forms` are its prints. `sample` is a document as it can be sent, `schemas`
    what documents are made of, `schema` names theirs. `most_bytes`: the longest.
    """

    key: str
    sides: Mapping[str, str]
    operations: str
    title: str
    says: str
    read: Callable[[bytes], Any]
    write: Callable[[Any], bytes]
    fresh: Callable[[str], Any]
    renamed: Callable[[Any, str], Any]
    counted: Callable[[Any], ForceCounted]
    findings: Callable[[Any], Sequence[ForceFindingShown]]
    sums: Callable[[Any], Sequence[SumShown]]
    outline: Callable[[Any], OutlineRow]
    new_game: NewGameOffered
    forms: Callable[[Any], Sequence["Printable"]]
    sample: Mapping[str, Any]
    schema: str
    schemas: Callable[[], Mapping[str, Any]]
    most_bytes: int = 400_000


@lru_cache
def kind_of(offered: ForcesOffered) -> FileKind:
    """Return the kind of file that the forces of a system are saved as."""
    at = f"/forces/{offered.key}"
    return FileKind(
        f"a force of {offered.title}",
        FORCE_FORMAT,
        at,
        f"/api/v1/{offered.key}/forces/import",
        f"{at}/{{id}}",
        offered.key,
    )
