"""Clauses of a rule book with their status, and the sources of values in its text."""

import re
from collections.abc import Mapping
from enum import StrEnum
from functools import lru_cache
from pathlib import Path

from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.toml_reader import BadData, Reader, read_toml

# The clauses of a rule book


class Status(StrEnum):
    """How far the program acts on a clause. Shown to players."""

    FULL = "full"
    PARTLY = "partly"
    LATER = "later"
    PLAYERS = "players"
    BACKGROUND = "background"


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause: id, title, status, and for anything but `full` the reason or what is missing."""

    id: str
    title: str
    status: Status
    why: str
    chapter: str


def load_clauses(folder: Path) -> dict[str, Clause]:
    """Every clause of the TOML files in a folder. Raises BadData with file, clause, key and what would be right."""
    clauses: dict[str, Clause] = {}
    for path in sorted(folder.glob("*.toml")):
        file = read_toml(path)
        chapter = file.text("chapter")
        for entry in file.tables("clause"):
            clause = _clause(entry, chapter)
            if clause.id in clauses:
                raise BadData(path.name, clause.id, "id", "stands twice", "write each clause once")
            clauses[clause.id] = clause
        file.close()
    return clauses


def _clause(entry: Reader, chapter: str) -> Clause:
    status = entry.text("status", "full")
    if status not in tuple(Status):
        raise entry.wrong("status", f"is {status!r}", f"write one of: {', '.join(Status)}")
    clause = Clause(entry.text("id"), entry.text("title"), Status(status), entry.text("why", ""), chapter)
    entry.close()
    if clause.status is not Status.FULL and not clause.why:
        raise entry.wrong("why", "is missing", "say why the program does not fully act on this clause")
    return clause


# Where a value comes from

_DERIVED = "DER"


class BadSource(ValueError):
    """A source that names neither lines, nor a ruling, nor a derivation."""


@dataclass(frozen=True, slots=True)
class Source:
    """One place: `text` is a source text's name, 'ruling' or 'derived'; `where` the lines or the ruling's id."""

    text: str
    where: str


@dataclass(frozen=True, slots=True)
class SourceTexts:
    """How the data of one rule system name their sources.

    `lines` names each source text by the letters before its line numbers; `rulings` is how the ids of rulings begin;
    `example` shows both to whoever wrote something else.
    """

    lines: Mapping[str, str]
    rulings: tuple[str, ...]
    example: str

    def parse(self, written: str) -> Source:
        """Read lines, the id of a ruling, or 'DER'. Raises BadSource for anything else."""
        if written == _DERIVED:
            return Source("derived", "")
        if _ruling(self.rulings).match(written):
            return Source("ruling", written)
        match = _lines(tuple(self.lines)).match(written)
        if not match:
            raise BadSource(f"{written!r} is no source; write {self.example}, or {_DERIVED}")
        first, last = int(match["first"]), int(match["last"] or match["first"])
        if first < 1 or last < first:
            raise BadSource(f"{written!r} runs backwards; lines are counted from 1 upwards")
        return Source(self.lines[match["text"]], written)

    def of(self, entry: Reader) -> tuple[Source, ...]:
        """Where an entry of a file comes from. Raises BadData."""
        try:
            return tuple(self.parse(written) for written in entry.texts("source"))
        except BadSource as error:
            raise entry.wrong("source", "cannot be read", str(error)) from None


@lru_cache
def _ruling(begins: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(rf"^(?:{_any_of(begins)})-\d{{1,3}}$")


@lru_cache
def _lines(begins: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(rf"^(?P<text>{_any_of(begins)})(?P<first>\d+)(?:-(?P<last>\d+))?$")


def _any_of(begins: tuple[str, ...]) -> str:
    return "|".join(map(re.escape, begins))
