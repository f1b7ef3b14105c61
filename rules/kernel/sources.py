"""Where a value comes from: lines of a source text, a ruling, or a derivation from other clauses."""

import re
from collections.abc import Mapping
from functools import lru_cache

from rules.kernel.strict import Reader
from rules.kernel.values import dataclass

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
