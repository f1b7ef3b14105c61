"""What must follow each number of the tables of a system, and what has a reason not to: the lists beside this file.

They lie in the folder of the system, a file for each chapter, an entry for each table, a column for each use:

look-up: the answer to a conformance case.
print: what is printed: a playsheet, a template, a stick or a counter; of 1418 also order sheets and rosters.
map: what is proposed or drawn from where the stands are.
game: how a command of a golden log, or a deed that is brought about for it (`positions/`, `earth_bounds.py`), is judged
where it is done.

"all": each number of the table; else those keys. `-at-some-date`: where a key has several values, one of them at least
(the early sheet has no row for some weapons). Read from the rulebook, never from what follows today.

`why-not` says for each use, of all keys that its column leaves out, why that use cannot or need not show them:

    why-not.map = "One reason for all of them"
    why-not.game."A reason for some" = ["one.key", "another.key"]
    why-not.game."A reason for what remains" = "the rest"
"""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final

AT_SOME_DATE: Final = "-at-some-date"
WHY_NOT: Final = "why-not"
ALL: Final = "all"
THE_REST: Final = "the rest"

Keys = str | Sequence[str]


@dataclass(frozen=True)
class Listed:
    """What is listed of one table: the keys that each use follows, and the reasons for the others."""

    columns: Mapping[str, Keys]
    why_not: Mapping[str, str | Mapping[str, Keys]] = field(default_factory=dict)

    def has(self, column: str, key: str) -> bool:
        """Whether a number has to be followed by what the column stands for."""
        keys = self.columns.get(column, ())
        return keys == ALL or key in keys

    def left_out(self, use: str, keys: Sequence[str]) -> list[str]:
        """The keys of a table that a use follows at no date."""
        return [key for key in keys if not self.has(use, key) and not self.has(use + AT_SOME_DATE, key)]

    def reasons(self, use: str, keys: Sequence[str]) -> Iterator[tuple[str, Sequence[str]]]:
        """Each reason why a use leaves keys out, and which."""
        given = self.why_not.get(use, {})
        each = given if isinstance(given, Mapping) else {given: THE_REST}
        named = {key for reasoned in each.values() if reasoned != THE_REST for key in reasoned}
        rest = [key for key in self.left_out(use, keys) if key not in named]
        return ((reason, rest if reasoned == THE_REST else reasoned) for reason, reasoned in each.items())


@cache
def listed(system: str) -> Mapping[str, Listed]:
    """What is listed of each table of a system, of its chapters' files."""
    return dict(entry for file in sorted(_folder(system).glob("*.toml")) for entry in _of_chapter(file))


def _folder(system: str) -> Path:
    return Path(__file__).with_name(system)


def _of_chapter(file: Path) -> Iterator[tuple[str, Listed]]:
    read: Mapping[str, dict[str, Any]] = tomllib.loads(file.read_text(encoding="utf-8"))
    for table, columns in read.items():
        assert table.startswith(f"{file.stem}/"), f"{table} belongs into another chapter's file"
        why_not = columns.pop(WHY_NOT, {})
        yield table, Listed(columns, why_not)
