"""The clauses of a rule book: fixed ids, titles in our own words, and how far the program acts on each."""

from enum import StrEnum
from pathlib import Path

from rules.kernel.strict import BadData, Reader, read_toml
from rules.kernel.values import dataclass


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
