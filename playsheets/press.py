"""From content to paper: the catalogue of prints, and a job as PDF or pictures."""

import json
import re
import struct
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from importlib.resources import files
from math import ceil
from pathlib import Path
from threading import Lock
from typing import Any, Final, Generic, Literal, Protocol, TypeVar

from typst import Compiler, TypstError

from playsheets.forms import Form
from playsheets.imposition import Edge, Page, imposed, on_leaves, room_on
from playsheets.shapes import SIDE as COUNTER_SIDE
from playsheets.shapes import Counter, PaperTemplate, shortened
from playsheets.sheets import CommandCard, Sheet, every, plain
from rules.kernel.frozen_dataclasses import dataclass

# Wishes for the printer in a PDF

_CATALOG: Final = b"<</Type/Catalog"
_WISHES: Final = b"/ViewerPreferences<<"
_NO_SCALING: Final = b"/PrintScaling/None"
_TURNED: Final = {"long": b"/Duplex/DuplexFlipLongEdge", "short": b"/Duplex/DuplexFlipShortEdge", "": b""}
_TRAILER: Final = re.compile(rb"trailer\s*<<(.*)>>\s*startxref\s*(\d+)\s*%%EOF\s*$", re.DOTALL)


class UnknownForm(ValueError):
    """A PDF that is not written the way Typst writes it."""


def at_actual_size(pdf: bytes, turned_over: str = "") -> bytes:
    """The document with "do not scale" among its viewer preferences, and "long" or "short" for the edge. Raises
    UnknownForm."""
    wishes = _NO_SCALING + _TURNED[turned_over]
    begins, ends = pdf.rfind(_CATALOG), pdf.rfind(b"trailer")
    trailer = _TRAILER.match(pdf, ends) if ends >= 0 else None
    if begins < 0 or trailer is None:
        raise UnknownForm("the PDF has no plain catalog or trailer; look at what the new Typst writes")
    number = pdf[max(0, begins - 40) : begins].split()[-3]
    catalog = pdf[begins : pdf.index(b"endobj", begins)].strip()
    wished = catalog.replace(_WISHES, _WISHES + wishes)
    if wished == catalog:
        wished = catalog.removesuffix(b">>") + _WISHES + wishes + b">>>>"
    body = pdf if pdf.endswith(b"\n") else pdf + b"\n"
    renewed = b"%s 0 obj\n%s\nendobj\n" % (number, wished)
    table = b"xref\n%s 1\n%010d 00000 n \n" % (number, len(body))
    end = b"trailer\n<<%s/Prev %s>>\nstartxref\n%d\n%%%%EOF\n" % (trailer[1], trailer[2], len(body) + len(renewed))
    return body + renewed + table + end


# Which letters the fonts of the prints have

MISSING: Final = "\u25a1"
_CONTROL: Final = re.compile(r"(?<!\\)((?:\\\\)*)\\(?:u00[01][0-9a-f]|([bf])|([rt]))")
"""Letters that are no letters, as JSON writes them; a line break is none of them, and a backslash of a name is two."""
_OF_NO_WIDTH: Final = dict.fromkeys(map(ord, "\u200b\u2060\ufeff"))
_UNICODE: Final = frozenset({(0, 3), (0, 4), (3, 1), (3, 10)})
"""The platforms and encodings under which a font lists its letters by Unicode."""
_SEGMENTS: Final = 4
_GROUPS: Final = 12


def legible(written: str, folders: tuple[str, ...]) -> str:
    """The JSON with a box for each letter that no font of the folders has; line breaks stay, tabs are spaces."""
    text = _CONTROL.sub(lambda found: found[1] + (" " if found[3] else MISSING), written).translate(_OF_NO_WIDTH)
    if text.isascii() and text.isprintable():
        return text
    have = letters(folders)
    lacking = {ord(one): MISSING for one in set(text) if one != "\n" and ord(one) not in have}
    return text.translate(lacking) if lacking else text


@lru_cache(maxsize=4)
def letters(folders: tuple[str, ...]) -> frozenset[int]:
    """Every letter that some font of the folders has."""
    every = (font for folder in folders for font in sorted(Path(folder).glob("*.[to]tf")))
    return frozenset(one for font in every for one in _of_font(font.read_bytes()) if one > 31)


def _of_font(font: bytes) -> Iterator[int]:
    count = struct.unpack_from(">H", font, 4)[0]
    records = (struct.unpack_from(">4sIII", font, 12 + 16 * number) for number in range(count))
    cmap = next(begins for tag, _, begins, _ in records if tag == b"cmap")
    for number in range(struct.unpack_from(">H", font, cmap + 2)[0]):
        platform, encoding, begins = struct.unpack_from(">HHI", font, cmap + 4 + 8 * number)
        if (platform, encoding) in _UNICODE:
            yield from _listed(font, cmap + begins)


def _listed(font: bytes, at: int) -> Iterable[int]:
    kind = struct.unpack_from(">H", font, at)[0]
    if kind == _SEGMENTS:
        return _in_segments(font, at)
    return _in_groups(font, at) if kind == _GROUPS else ()


def _in_segments(font: bytes, at: int) -> Iterator[int]:
    """Format 4: runs of letters; a gap inside one is an index of zero, which no font here has."""
    twice = struct.unpack_from(">H", font, at + 6)[0]
    ends = struct.unpack_from(f">{twice // 2}H", font, at + 14)
    starts = struct.unpack_from(f">{twice // 2}H", font, at + 16 + twice)
    for first, last in zip(starts, ends, strict=True):
        yield from range(first, min(last, 0xFFFE) + 1)


def _in_groups(font: bytes, at: int) -> Iterator[int]:
    for number in range(struct.unpack_from(">I", font, at + 12)[0]):
        first, last = struct.unpack_from(">II", font, at + 16 + 12 * number)
        yield from range(first, last + 1)


# From content to paper

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
def _compiler() -> Compiler:
    return Compiler(str(SOURCE / "main.typ"), root=str(SOURCE), font_paths=fonts(), ignore_system_fonts=True)


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


# What a rule system prints, by name

TEST_PAGE: Final = "trial"


class Wanted(Protocol):
    """For which month, house rules and forces something is printed."""

    @property
    def title(self) -> str:
        """That in words, as it stands over a file."""


W = TypeVar("W", bound=Wanted)


@dataclass(frozen=True, slots=True)
class Thing(Generic[W]):
    """One thing that can be printed: its name, what it is, how its part of a job is made, whether it is made from the
    forces of a game, and whether it is laid on the table, so that it must measure true."""

    key: str
    title: str
    says: str
    part: Callable[[W], Part]
    of_game: bool = False
    measures: bool = False


def _trial(_wanted: Any) -> Part:
    return TrialPart()


TRIAL: Final[Thing[Any]] = Thing(
    TEST_PAGE, "Printer test page", "two rulers and a square of 10 cm, to measure what a printer draws", _trial
)


def _anything(_wanted: Any) -> None:
    pass


@dataclass(frozen=True, slots=True, eq=False)
class Catalogue(Generic[W]):
    """Everything that a system prints, by its names. `check` raises BadJob for what nothing can be printed for."""

    things: Mapping[str, Thing[W]]
    check: Callable[[W], None] = _anything

    def begun_with_a_test(self, things: Sequence[str], is_measured: bool) -> Sequence[str]:
        """Until a printer has been measured, what must measure true begins with the page it is measured on."""
        must = any(self.things[key].measures for key in things if key in self.things)
        return things if is_measured or not must else (TEST_PAGE, *things)

    def job(
        self, things: Sequence[str], wanted: W, paper: Paper = "a4", correction: PrinterCorrection | None = None
    ) -> Job:
        """A job of several things, each once, in the order given. Raises BadJob for one that is not printed."""
        self.check(wanted)
        chosen = [self._thing(key) for key in dict.fromkeys(things)]
        parts = tuple(one.part(wanted) for one in chosen)
        titles = ", ".join(one.title for one in chosen)
        return Job(f"{titles}: {wanted.title}", parts, paper, correction or PrinterCorrection())

    def _thing(self, key: str) -> Thing[W]:
        if key not in self.things:
            raise BadJob(f"{key!r} cannot be printed; choose from {', '.join(self.things)}")
        return self.things[key]


def catalogue_of(things: Iterable[Thing[W]], check: Callable[[W], None] = _anything) -> Catalogue[W]:
    """These things, the printer test page before them."""
    return Catalogue({one.key: one for one in (TRIAL, *things)}, check)
