"""Where a value comes from: lines of a source text, a ruling, or a derivation from other clauses."""

import re

from rules.kernel.values import dataclass

_LINES = re.compile(r"^(?P<seed>(?:P-)?L)(?P<first>\d+)(?:-(?P<last>\d+))?$")
_RULING = re.compile(r"^(?:AMB|SHQ|GAP)-\d{1,3}$")
SEEDS = {"L": "rule book", "P-L": "1914 to mid 1915 playsheet"}


class BadSource(ValueError):
    """A source that names neither lines, nor a ruling, nor a derivation."""


@dataclass(frozen=True, slots=True)
class Source:
    """One place: `text` is a source text's name, 'ruling' or 'derived'; `where` the lines or the ruling's id."""

    text: str
    where: str


def parse_source(written: str) -> Source:
    """Read 'L4823', 'L989-991', 'P-L12', 'AMB-30' or 'DER'. Raises BadSource for anything else."""
    if written == "DER":
        return Source("derived", "")
    if _RULING.match(written):
        return Source("ruling", written)
    match = _LINES.match(written)
    if not match:
        raise BadSource(
            f"{written!r} is no source; write lines as L4823, L989-991 or P-L12, a ruling as AMB-30, or DER"
        )
    first, last = int(match["first"]), int(match["last"] or match["first"])
    if first < 1 or last < first:
        raise BadSource(f"{written!r} runs backwards; lines are counted from 1 upwards")
    return Source(SEEDS[match["seed"]], written)
