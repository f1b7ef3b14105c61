"""From content to paper: a job of one or more parts as a PDF that measures true, or as pictures for the screen.

Typst is loaded with the first job, not with the service. It reads no font but those that come with the program's
packages, fetches nothing, and gets everything a user wrote as data, never as markup.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from importlib.resources import files
from math import ceil
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, Final, Literal

from playsheets.actual_size import at_actual_size
from playsheets.content import CommandCard, Sheet, every, plain
from playsheets.counters import SIDE as COUNTER_SIDE
from playsheets.counters import Counter
from playsheets.forms.content import Form
from playsheets.glyphs import legible
from playsheets.imposing import Edge, Page, imposed, on_leaves, room_on
from playsheets.shapes import PaperTemplate, shortened
from rules.kernel.values import dataclass

if TYPE_CHECKING:
    import typst

Paper = Literal["a4", "letter"]
SOURCE: Final = Path(__file__).parent / "typst"
FONTS: Final = ("fontpkg_roboto", "fontpkg_source_serif_4")
# Looking for the size at which a side just fits takes most of the time of setting it. These were found for the sheets
# without house rules, in points; a test looks for them anew.
KNOWN_SIZES: Final[Mapping[tuple[str, Paper], tuple[float, float]]] = {
    ("1914 to mid 1915", "a4"): (10.75, 10.5),
    ("1914 to mid 1915", "letter"): (10.75, 10.5),
    ("Mid 1915 to mid 1917", "a4"): (10.5, 10.0),
    ("Mid 1915 to mid 1917", "letter"): (10.0, 9.75),
    ("Mid 1917 to the end of the war", "a4"): (10.0, 10.0),
    ("Mid 1917 to the end of the war", "letter"): (9.5, 9.75),
}
# PDF/A keeps the file readable for decades, PDF/UA for those who hear it.
STANDARDS: Final[list[Literal["a-2b", "ua-1"]]] = ["a-2b", "ua-1"]
MOST_CORRECTION: Final = 0.05
# A card with longer names than this may be deeper than a page, and is broken where it has to be.
DEEP: Final = 200
# What stands above pieces is one line.
LONGEST: Final = 70


TRUE_MM: Final = 100.0


class BadJob(ValueError):
    """What cannot be printed: what was wrong with it and what would be right."""


@dataclass(frozen=True, slots=True)
class PrinterCorrection:
    """What a printer draws of 100 mm, across and along the page, in millimetres as measured on the test page."""

    across_mm: float = TRUE_MM
    along_mm: float = TRUE_MM

    def factors(self) -> tuple[float, float]:
        """By how much true-size things are drawn larger, so that they come out true. Raises BadJob."""
        return (self._factor(self.across_mm), self._factor(self.along_mm))

    @staticmethod
    def _factor(measured_mm: float) -> float:
        if not abs(measured_mm - TRUE_MM) <= TRUE_MM * MOST_CORRECTION:
            raise BadJob(
                f"{measured_mm:g} mm is too far from 100 to correct; print at 100 % (actual size), measure the line of "
                "100 mm again, and enter 95 to 105"
            )
        return TRUE_MM / measured_mm


@dataclass(frozen=True, slots=True)
class SheetPart:
    """A playsheet in a job; a large one takes as many pages as it needs."""

    sheet: Sheet
    large: bool = False


@dataclass(frozen=True, slots=True)
class TemplatesPart:
    """Pieces to cut out, in a job; how they lie on pages follows from the job's paper and printer."""

    title: str
    subtitle: str
    templates: tuple[PaperTemplate, ...]


@dataclass(frozen=True, slots=True)
class CountersPart:
    """Counters in a job: pages of fronts, each followed by the page of its backs unless only one side is printed."""

    title: str
    subtitle: str
    counters: tuple[Counter, ...]
    backs: bool = True


@dataclass(frozen=True, slots=True)
class CardsPart:
    """Cards of commands in a job, as many on a page as go there."""

    title: str
    subtitle: str
    cards: tuple[CommandCard, ...]


@dataclass(frozen=True, slots=True)
class TrialPart:
    """The page on which a printer is measured."""


@dataclass(frozen=True, slots=True)
class FormPart:
    """A form in a job: as many pages as it takes."""

    form: Form


Part = SheetPart | TemplatesPart | CountersPart | CardsPart | TrialPart | FormPart
PAPERS: Final[Mapping[Paper, tuple[float, float]]] = {"a4": (210, 297), "letter": (215.9, 279.4)}


@dataclass(frozen=True, slots=True)
class Job:
    """What is printed together, on what paper, by what printer, and over which edge its leaves are turned."""

    title: str
    parts: tuple[Part, ...]
    paper: Paper = "a4"
    correction: PrinterCorrection = PrinterCorrection()
    turned_over: Edge = "long"


PAGE: Final = re.compile(rb"/Type\s*/Page\b")


def page_count(pdf: bytes) -> int:
    """Return the number of pages of a file that `pdf_of` made."""
    return len(PAGE.findall(pdf))


def pages_at_least(job: Job) -> int:
    """Return a number of pages that the job does not fall below, without setting it."""
    return sum(_at_least(part, job) for part in job.parts)


def beginning(job: Job, pages: int) -> Job:
    """Return the first parts of a job that come to so many pages or a few more, for a preview."""
    parts: list[Part] = []
    for part in job.parts:
        if (left := pages - pages_at_least(replace(job, parts=tuple(parts)))) <= 0:
            break
        parts.append(_shortened(part, job, left))
    return replace(job, parts=tuple(parts))


def _at_least(part: Part, job: Job) -> int:
    match part:
        case SheetPart():
            return len(part.sheet.sides)
        case CountersPart():
            return ceil(len(part.counters) / _counters_a_page(job)) * (2 if part.backs else 1)
        case TemplatesPart():
            width, height = PAPERS[job.paper]
            return max(1, ceil(sum(one.width * one.depth for one in part.templates) / (width * height)))
        case _:
            return 1


def _counters_a_page(job: Job) -> int:
    width, height = PAPERS[job.paper]
    return int(width // COUNTER_SIDE) * int(height // COUNTER_SIDE)


def _shortened(part: Part, job: Job, pages: int) -> Part:
    if isinstance(part, CountersPart):
        return replace(part, counters=part.counters[: pages * _counters_a_page(job)])
    if isinstance(part, TemplatesPart) and _at_least(part, job) > pages:
        return replace(part, templates=part.templates[: max(1, len(part.templates) * pages // _at_least(part, job))])
    return part


def pdf_of(job: Job) -> bytes:
    """The job as a PDF/A-2b that is tagged for PDF/UA and asks to be printed at actual size. Raises BadJob."""
    with _ONE_AT_A_TIME, _in_words():
        made = _compiler().compile(format="pdf", pdf_standards=[*STANDARDS], sys_inputs=_inputs(job))
    has_backs = any(isinstance(part, CountersPart) and part.backs for part in job.parts)
    return at_actual_size(b"".join(_each(made)), job.turned_over if has_backs else "")


def pages_of(job: Job) -> tuple[bytes, ...]:
    """The pages of the job as SVG, for a preview. Raises BadJob."""
    with _ONE_AT_A_TIME, _in_words():
        made = _compiler().compile(format="svg", sys_inputs=_inputs(job))
    return _each(made)


@contextmanager
def _in_words() -> Iterator[None]:
    """What the standards of the file forbid is a bad job and no fault of the program: a name may hold anything."""
    from typst import TypstError

    try:
        yield
    except TypstError as failed:
        if not str(failed).startswith("PDF/"):
            raise
        raise BadJob("something in it cannot be set on paper; print its parts one by one to find it") from failed


def _each(made: bytes | list[bytes] | None) -> tuple[bytes, ...]:
    return (made,) if isinstance(made, bytes) else tuple(made or ())


# A compiler keeps what it has laid out before, and cannot be asked twice at once.
_ONE_AT_A_TIME: Final = Lock()


@lru_cache(maxsize=1)
def _compiler() -> "typst.Compiler":
    import typst

    return typst.Compiler(str(SOURCE / "main.typ"), root=str(SOURCE), font_paths=fonts(), ignore_system_fonts=True)


def fonts() -> list[str]:
    """The folders of the fonts that come with the program's packages."""
    return [str(files(package) / "files") for package in FONTS]


def _inputs(job: Job) -> dict[str, str]:
    if not job.parts:
        raise BadJob("there is nothing to print; choose at least one thing")
    data: Mapping[str, Any] = {
        "title": job.title,
        "paper": job.paper,
        "correction": job.correction.factors(),
        "parts": [_laid_out(part, job) for part in job.parts],
    }
    return {"job": legible(json.dumps(data, ensure_ascii=False), tuple(fonts()))}


def _laid_out(part: Part, job: Job) -> object:
    room = room_on(*PAPERS[job.paper], job.correction.factors())
    match part:
        case SheetPart():
            return {**plain(part), "sizes": _known_sizes(part.sheet, job.paper)}
        case TemplatesPart():
            named = (template.title for template in part.templates)
            return _pieces(part.title, part.subtitle, named, imposed(part.templates, room))
        case CountersPart():
            leaves = on_leaves(part.counters, room, job.turned_over)
            pages = (page for leaf in leaves for page in ((leaf.front, leaf.back) if part.backs else (leaf.front,)))
            named = (counter.title for counter in part.counters)
            return {**_pieces(part.title, part.subtitle, named, pages), "leaves": part.backs}
        case CardsPart():
            return {**plain(part), "cards": [{**plain(card), "deep": _deep(card)} for card in part.cards]}
        case _:
            return plain(part)


def _deep(card: CommandCard) -> bool:
    return any(len(words) > DEEP for words in every(card, str))


def _known_sizes(sheet: Sheet, paper: Paper) -> Sequence[float | None]:
    """The size of type of each side, where the sheet is one that is known; Typst has to look for the others."""
    changed = sheet.unprinted or any(side.house for side in sheet.sides)
    unknown = (None,) * len(sheet.sides)
    known = KNOWN_SIZES.get((sheet.period, paper), unknown)
    # The sheet of what changes with a period is of that period too, and has other sides.
    return unknown if changed or len(known) != len(unknown) else known


def _pieces(title: str, subtitle: str, named: Iterable[str], pages: Iterable[Page]) -> Mapping[str, Any]:
    """Pages of pieces as Typst takes them; who cannot see them is told what they are."""
    alt = f"Pieces to cut out: {', '.join(dict.fromkeys(named))}"
    laid = [plain(page) for page in pages]
    return {"kind": "piecespart", "title": title, "subtitle": shortened(subtitle, LONGEST), "alt": alt, "pages": laid}
