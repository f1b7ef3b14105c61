"""Rendering of templates: Jinja2, filters, odds bars and dice pads."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from fractions import Fraction
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
from fastapi import FastAPI
from fastapi.staticfiles import StaticFiles
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from pydantic import BaseModel, Field
from starlette.responses import HTMLResponse, Response
from starlette.types import Scope

from rules.kernel.distances import cm_figure, cm_of
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.numerals import MINUS, minuses, signed

# The Jinja2 environment

FRONTEND: Final = Path(__file__).resolve().parents[2] / "frontend"
DIST: Final = FRONTEND / "static" / "dist"
TEMPLATES: Final = FRONTEND / "templates"
STATIC: Final = "/static"
HOW_TO_BUILD: Final = "run `make build` in a clone of the project, or install a wheel that was built after it."
MOST_KEPT: Final = 16_000_000  # characters, with what they were drawn of
REFERENCE: Final = re.compile(rb"-([A-Z0-9]{8}\.(?:css|js|svg|woff2))\b")
"""The end of the name of a built file, in a script or style sheet that needs it: its hash and its type."""
A_YEAR: Final = "public, max-age=31536000, immutable"


class NotBuilt(RuntimeError):
    """The scripts and styles have not been built yet."""


def check_pages() -> None:
    """Raises NotBuilt with one sentence unless every script, style, font and template can be served."""
    for name in manifest().values():
        if not (DIST / name).is_file():
            raise NotBuilt(f"the page file {name} is missing from {DIST}: {HOW_TO_BUILD}")
    built = [path for path in DIST.rglob("*") if path.suffix in (".css", ".js", ".svg", ".woff2")]
    there = {path.name.rpartition("-")[2] for path in built}
    for path in built:
        if not path.stat().st_size:
            raise NotBuilt(f"the page file {path.name} in {DIST} is empty: {HOW_TO_BUILD}")
        if path.suffix in (".css", ".js"):
            needed = {end.decode() for end in REFERENCE.findall(path.read_bytes())}
            if needed - there:
                raise NotBuilt(f"a script or font that {path.name} needs is missing from {DIST}: {HOW_TO_BUILD}")
    if not (TEMPLATES / "base.html").is_file():
        raise NotBuilt(f"the templates of the pages are missing from {TEMPLATES}: {HOW_TO_BUILD}")


@lru_cache(maxsize=1)
def manifest() -> Mapping[str, str]:
    """Plain names of built files to their hashed names. Raises NotBuilt with the command that builds them."""
    path = DIST / "manifest.json"
    if not path.is_file():
        raise NotBuilt(f"the pages are missing from {DIST}: {HOW_TO_BUILD}")
    try:
        names: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    except ValueError:
        raise NotBuilt(f"the list of the pages, {path}, is damaged: {HOW_TO_BUILD}") from None
    return names


def static_url(name: str) -> str:
    """The address of a built file, with its hash. Raises KeyError for a file the build does not make."""
    return f"{STATIC}/{manifest()[name]}"


def plain(number: int | str) -> str:
    """A total: no plus, a true minus. Words pass through."""
    return str(number).replace("-", MINUS)


def as_id(name: str) -> str:
    """What names a thing, as an id in a page may be written."""
    return re.sub(r"[^A-Za-z0-9_-]+", "-", name)


def as_fact(value: object) -> object:
    """A value of a field so that what is proposed and what is filled in can be held against each other."""
    if isinstance(value, bool):
        return str(value).lower()
    try:
        return float(str(value).replace(",", "."))
    except ValueError:
        return str(value).lower()


def clause_short(clause: str) -> str:
    """A clause id without the book's letters, for running text: FF-ORD-17 is ORD-17."""
    return clause.split("-", 1)[1] if clause.count("-") > 1 else clause


def percent(chance: Fraction | float) -> str:
    """A chance from 0 to 1 as a whole percentage; what can happen is never 0%, what can fail never 100%."""
    if 0 < chance < Fraction(1, 100):
        return "under 1%"
    if Fraction(99, 100) < chance < 1:
        return "over 99%"
    return f"{int(chance * 100 + Fraction(1, 2))}%"


def share(chance: Fraction | float) -> str:
    """A chance from 0 to 1 as a width of at most 100, for a drawn bar."""
    return f"{float(chance) * 100:.1f}"


def sentence(text: str) -> str:
    """Words as a sentence of their own: the first letter large, a full stop at the end. Nothing stays nothing."""
    return f"{text[:1].upper()}{text[1:]}." if text else ""


def moment(stamp: str) -> str:
    """A stored time, ISO 8601 in UTC, with its day: 21 Nov 2026, 14:03 UTC. Scripts turn it into the device's own.

    What is no time, from a file made by hand, stays as it is.
    """
    at = _time(stamp)
    return f"{at.day} {at:%b %Y, %H:%M} UTC" if at else stamp


def day(stamp: str) -> str:
    """The day of a stored time, in UTC: 21 Nov. What is no time stays as it is."""
    at = _time(stamp)
    return f"{at.day} {at:%b}" if at else stamp


def _time(stamp: str) -> datetime | None:
    try:
        return datetime.fromisoformat(stamp)
    except ValueError:
        return None


class Pieces:
    """Pieces of pages that were drawn before, each under the macro that drew it and all that it was given."""

    def __init__(self, most: int = MOST_KEPT) -> None:
        self._drawn: dict[tuple[object, bytes], str] = {}
        self._room = self._most = most

    def draw(self, macro: Callable[..., str], given: Sequence[object]) -> str:
        """The piece as it was drawn before; drawn now if it never was. Where there is no room left, all begins anew."""
        key = (macro, msgspec.json.encode(given, enc_hook=_as_json))
        drawn = self._drawn.get(key)
        if drawn is None:
            drawn = macro(*given)
            self._room -= len(key[1]) + len(drawn)
            if self._room < 0:
                self._drawn.clear()
                self._room = self._most
            self._drawn[key] = drawn
        return drawn


def _as_json(value: object) -> object:
    """A chance, and what another macro drew, which is not the same as text. Raises TypeError for anything else."""
    if isinstance(value, Fraction | Markup):
        return {type(value).__name__: str(value)}
    raise TypeError(f"A piece that is kept is drawn of plain values, and {type(value).__name__} is none.")


pieces = Pieces()


def kept(macro: Callable[..., str], *given: object) -> str:
    """What a macro draws of what it is given, drawn once: after a change only what changed is drawn anew.

    For macros that know nothing but what they are given, which can be written as JSON.
    """
    return pieces.draw(macro, given)


def unbroken(name: str) -> str:
    """A name that no line breaks at its stroke: "I / 1st Regt" stays together."""
    return name.replace(" / ", "\u00a0/\u00a0").replace(" Regt", "\u00a0Regt")


FILTERS: Final = {
    function.__name__: function
    for function in (
        signed,
        plain,
        minuses,
        as_fact,
        as_id,
        cm_figure,
        clause_short,
        percent,
        share,
        sentence,
        moment,
        day,
        unbroken,
    )
} | {"cm": cm_of}


@lru_cache(maxsize=1)
def environment() -> Environment:
    """The templates of the project, read once as code is. A name that was not given is an error; user text is escaped
    everywhere."""

    made = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.filters.update(FILTERS)
    made.filters["dice_told"] = dice_told
    made.globals["static_url"] = static_url
    made.globals["kept"] = kept
    return made


def page(template: str, context: Mapping[str, object] | None = None, status: int = 200) -> HTMLResponse:
    """One template as an answer. `context` holds what the template's head comment names."""
    return HTMLResponse(environment().get_template(template).render(context or {}), status)


class BuiltFiles(StaticFiles):
    """Built files carry a hash in their name: a device may keep them for good."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file at `path` under the build's folder."""
        response = await super().get_response(path, scope)
        if response.status_code == 200:
            response.headers["Cache-Control"] = A_YEAR
        return response


def mount_static(app: FastAPI) -> None:
    """Serve the built scripts, styles and icons under /static."""
    app.mount(STATIC, BuiltFiles(directory=DIST, check_dir=False), name="static")


# The bar above a die


@dataclass(frozen=True, slots=True)
class FaceBrings:
    """What one face brings. `kind` is an outcome of components/tags.html; `brief` stands where a cell is narrow."""

    kind: str
    word: str
    brief: str = ""


class OutcomeChance(NamedTuple):
    """The chance of an outcome, in a word."""

    word: str
    chance: Fraction


@dataclass(frozen=True, slots=True)
class OddsCell:
    """Neighbouring faces that bring the same: how many of the six, and the chance of it."""

    faces: int
    kind: str
    word: str
    brief: str
    chance: Fraction


@dataclass(frozen=True, slots=True)
class OddsBar:
    """Cells from face 1 upwards; `in_order` is False if an outcome comes up in two places, and no bar is drawn."""

    cells: tuple[OddsCell, ...]
    in_order: bool


class BarShown(BaseModel):
    """Faces side by side that bring the same."""

    kind: str = Field(description="killed, suppressed, none, good, some, more or most")
    word: str = Field(description="what they bring", examples=["suppressed"])
    short: str = Field(description="that where room is scarce")
    faces: int = Field(description="how many of the six")
    percent: str = Field(description="the chance of it", examples=["17%"])


def odds_bar(faces: Sequence[FaceBrings]) -> OddsBar:
    """The bar for six faces, face 1 first. Raises ValueError for any other number of faces."""
    if len(faces) != 6:
        raise ValueError(f"a die has six faces, not {len(faces)}")
    runs = [(brings, len(list(run))) for brings, run in groupby(faces)]
    cells = tuple(OddsCell(n, one.kind, one.word, one.brief, Fraction(n, 6)) for one, n in runs)
    return OddsBar(cells, in_order=len({one for one, _ in runs}) == len(runs))


def bars_of(bar: OddsBar) -> list[BarShown]:
    """The cells of a bar as stage and pages draw them."""
    return [
        BarShown(kind=one.kind, word=one.word, short=one.brief, faces=one.faces, percent=percent(one.chance))
        for one in bar.cells
    ]


# The keys of a die


def dice_told(pad: Mapping[str, Any]) -> dict[str, object]:
    """A pad as `frontend/src/components/dice-pad.ts` takes it, every value named, by templates/components/dice.html."""
    many = pad.get("count", 1) > 1
    return {
        "title": pad.get("title") or ("Tap the faces you rolled" if many else "Tap the face you rolled"),
        "confirm": pad.get("confirm") or "Apply",
        "may_roll": pad.get("may_roll", True),
        "may_count": pad.get("may_count", False),
        "bars": _bars(pad),
        "face_words": pad.get("face_words", ()),
        "slots": [{"label": one.get("label", ""), "bars": _bars(one)} for one in pad.get("slots", ())],
    }


def _bars(of: Mapping[str, Any]) -> Sequence[Mapping[str, object]]:
    odds = of.get("odds")
    return [] if odds is None else [one.model_dump() for one in bars_of(odds)]
