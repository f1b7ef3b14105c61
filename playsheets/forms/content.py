"""What stands on a form, as plain values: the PDF and the page on the tablet are drawn from the same.

A form is filled in or blank, or partly both: where a value is empty there is room to write it by hand.
"""

from enum import StrEnum

from playsheets.forms.drawing import Chart
from rules.kernel.values import dataclass


class Counts(StrEnum):
    """What boxes are ticked for: levels of suppression, of which the last is a kill; stands lost; uses of a rule."""

    LEVELS = "levels"
    LOSSES = "losses"
    USES = "uses"


@dataclass(frozen=True, slots=True)
class Cut:
    """A line drawn through a row of boxes after so many of them, with what happens there."""

    after: int
    says: str


@dataclass(frozen=True, slots=True)
class Tally:
    """Boxes to tick in a line behind a name; `gone`: what it stands for is no longer on the table."""

    name: str
    boxes: int
    ticked: int = 0
    counts: Counts = Counts.LEVELS
    cuts: tuple[Cut, ...] = ()
    gone: bool = False
    says: str = ""


@dataclass(frozen=True, slots=True)
class BoxGroup:
    """Lines of boxes that belong together, such as the platoons of a company."""

    name: str
    says: str
    tallies: tuple[Tally, ...]


@dataclass(frozen=True, slots=True)
class MusterBlock:
    """A formation: its name and grade, what is ticked for the whole of it, and its units. `level` 1 is the highest.

    One that `opens` a page can be handed to whoever commands it.
    """

    name: str
    says: str
    level: int
    tallies: tuple[Tally, ...]
    groups: tuple[BoxGroup, ...]
    opens: bool = False

    @property
    def stands(self) -> int:
        """How many lines of suppression boxes it has."""
        lines = (*self.tallies, *(one for group in self.groups for one in group.tallies))
        return sum(one.counts is Counts.LEVELS for one in lines)


@dataclass(frozen=True, slots=True)
class NamedField:
    """Something with its name; where `value` is empty it is written by hand, on so many `lines`."""

    name: str
    value: str = ""
    lines: int = 1


@dataclass(frozen=True, slots=True)
class Fields:
    """Fields side by side, so many in a row."""

    fields: tuple[NamedField, ...]
    across: int = 2


@dataclass(frozen=True, slots=True)
class LedgerColumn:
    """A column of a ledger; its `share` of the width is weighed against those of the others."""

    name: str
    share: int = 1


@dataclass(frozen=True, slots=True)
class LedgerCell:
    """What stands in a ledger: words, or boxes to tick; neither: room to write. `roomy`: as high as handwriting."""

    text: str = ""
    boxes: int = 0
    ticked: int = 0
    roomy: bool = False


@dataclass(frozen=True, slots=True)
class Ledger:
    """Rows under columns. Blank rows are as high as handwriting; `says` stands below the title."""

    title: str
    columns: tuple[LedgerColumn, ...]
    rows: tuple[tuple[LedgerCell, ...], ...]
    says: str = ""


@dataclass(frozen=True, slots=True)
class Passage:
    """Paragraphs under a heading, and below them so many ruled lines to write on."""

    title: str
    paragraphs: tuple[str, ...] = ()
    lines: int = 0


@dataclass(frozen=True, slots=True)
class CutOutCard:
    """A card to cut out: what it is for, and its own blocks."""

    title: str
    says: str
    blocks: tuple[Fields | Ledger | Passage, ...]


@dataclass(frozen=True, slots=True)
class CutOutCards:
    """Cards side by side, with lines to cut along."""

    cards: tuple[CutOutCard, ...]


Block = MusterBlock | Fields | Ledger | Passage | Chart | CutOutCards


@dataclass(frozen=True, slots=True)
class Form:
    """One form: what it is, whose or of what, and who may read it (empty: everybody)."""

    key: str
    title: str
    subtitle: str
    blocks: tuple[Block, ...]
    kept: str = ""

    def __post_init__(self) -> None:
        if not self.blocks:
            raise ValueError("a form has something on it")


def ledger(title: str, columns: tuple[LedgerColumn, ...], rows: tuple[tuple[str, ...], ...], says: str = "") -> Ledger:
    """A ledger of nothing but words."""
    return Ledger(title, columns, tuple(tuple(LedgerCell(text) for text in row) for row in rows), says)


def blank_rows(count: int, columns: tuple[LedgerColumn, ...]) -> tuple[tuple[LedgerCell, ...], ...]:
    """Rows to be written by hand."""
    return (tuple(LedgerCell() for _ in columns),) * count
