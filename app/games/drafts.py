"""What the sides of a game have written unseen and not sealed yet: kept beside its log, one book a side.

Each writing gets numbers in the own numbering of the seats that may know of it, as an event would, so that their pages
notice. These numbers stay when the drafts are sealed or gone: nothing that a seat was told is numbered twice.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import field, replace
from itertools import islice
from typing import Any, Final

import msgspec

from app.games.json_codec import EventCodec
from app.storage.event_log import KeptAnswer, Logged, StoredDrafts
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.play import Recorded
from rules.kernel.seats import Audience, Role

SHEETS_KEPT: Final = 16
"""How many spans of a side keep their drafts: Ready can be undone in any of them."""
ANSWERS_KEPT: Final = 128
WRITINGS_KEPT: Final = 32
Numbers = Mapping[int, int]
"""How many numbers writings took before the event of each number."""


@dataclass(frozen=True, slots=True)
class Draft:
    """One command that is written and not sealed: as it was sent, and what would happen by it.

    `nth` says when it was written, counted over all sides of the game; `events` are kinds, versions and JSON texts.
    """

    nth: int
    command_id: str
    role: str
    command: dict[str, Any]
    events: tuple[tuple[str, int, str], ...]


@dataclass(frozen=True, slots=True)
class DraftChange:
    """One change of a side's drafts, stored to compare it with late commands of the side.

    The sheets alone do not show what changed: a draft can replace an earlier one or be undone.
    """

    before: int
    """The number of the next event of the log when the change was made."""
    nth: int
    """Its place among the changes of all sides of the game."""
    many: int
    """How many of the seat's numbers it takes."""
    command_id: str
    role: str
    events: tuple[tuple[str, int, str], ...]
    """The events that the side may read: kind, version and JSON text of each."""


@dataclass(frozen=True, slots=True)
class DraftSheet:
    """What a side has written in the span that began with the event `since`; `sealed` by the event of that number."""

    since: int
    drafts: tuple[Draft, ...] = ()
    sealed: int = 0


@dataclass(frozen=True, slots=True)
class DraftBook:
    """The stored drafts of one side: the sheets used last, its numbers, its newest changes and their answers."""

    revision: int = 0
    sheets: tuple[DraftSheet, ...] = ()
    numbers: dict[int, int] = field(default_factory=dict)
    answers: dict[str, KeptAnswer] = field(default_factory=dict)
    writings: tuple[DraftChange, ...] = ()

    def sheet(self, since: int) -> DraftSheet:
        """What is written in a span."""
        return next((one for one in self.sheets if one.since == since), DraftSheet(since))

    def with_sheet(self, sheet: DraftSheet) -> "DraftBook":
        """Return the same book with one sheet as it is now.

        The sheets used last are kept. After an undo the span in hand can be older than all the others.
        """
        others = [one for one in self.sheets if one.since != sheet.since]
        return replace(self, revision=self.revision + 1, sheets=(*others, sheet)[-SHEETS_KEPT:])

    def written(self, writing: DraftChange) -> "DraftBook":
        """Return the same book with one more change, and the numbers that it takes."""
        taken = self.numbers.get(writing.before, 0) + writing.many
        newest = (*self.writings, writing)[-WRITINGS_KEPT:]
        return replace(self, numbers={**self.numbers, writing.before: taken}, writings=newest)

    def answered(self, command_id: str, answer: KeptAnswer) -> "DraftBook":
        """The same with what a writing was answered; of the newest ones only."""
        kept = {**self.answers, command_id: answer}
        return replace(self, answers=dict(islice(kept.items(), max(0, len(kept) - ANSWERS_KEPT), None)))


NOTHING_WRITTEN: Final = DraftBook()


class Drafts:
    """The books of one game. Only who holds the writer's pen touches them."""

    def __init__(self, codec: EventCodec, stored: Sequence[StoredDrafts] = ()) -> None:
        self._codec = codec
        self._books = {one.side: msgspec.json.decode(one.body, type=DraftBook) for one in stored}
        self._changed: set[str] = set()

    @property
    def revisions(self) -> int:
        """How often anything was written in the game: it grows with each writing."""
        return sum(book.revision for book in self._books.values())

    def book(self, side: str) -> DraftBook:
        """All that is kept of a side."""
        return self._books.get(side, NOTHING_WRITTEN)

    def put(self, side: str, book: DraftBook) -> None:
        """Keep what a side has written now."""
        self._books[side] = book
        self._changed.add(side)

    def taken_rows(self) -> Sequence[StoredDrafts]:
        """The books that are to be written down, each once."""
        changed, self._changed = sorted(self._changed), set()
        return [StoredDrafts(side, self.book(side).revision, _text(self.book(side))) for side in changed]

    def answer_to(self, command_id: str) -> KeptAnswer | None:
        """What a writing was answered, or None where there was none of that id."""
        found = (book.answers.get(command_id) for book in self._books.values())
        return next((one for one in found if one), None)

    def numbers_of(self, role: Role) -> Numbers:
        """How many numbers of a role were taken by writings, by the event before which they were."""
        taken: dict[int, int] = {}
        for side, book in self._books.items():
            if Audience(side).holds(role):
                for before, many in book.numbers.items():
                    taken[before] = taken.get(before, 0) + many
        return taken

    def newest_writings(self, role: Role, numbers: int) -> Sequence[tuple[str, DraftChange]] | None:
        """Return the changes that took the role's newest `numbers`, each with its side, the oldest first.

        Return None if some of them are no longer stored.
        """
        readable = [
            (side, change)
            for side, book in self._books.items()
            for change in book.writings
            if Audience(side).holds(role)
        ]
        # Each side's newest changes are stored, so the newest of all sides together are among them.
        newest = sorted(readable, key=lambda item: item[1].nth)[-WRITINGS_KEPT:]
        while newest and sum(change.many for _, change in newest) > numbers:
            newest.pop(0)
        return newest if sum(change.many for _, change in newest) == numbers else None

    def readable_events(self, side: str, writing: DraftChange, seq: int) -> Sequence[Recorded[Any]]:
        """Return the events of a change that its side may read, each with the number `seq`."""
        whose = (writing.command_id, writing.role, side)
        return [self._codec.read((seq, kind, version, text, *whose)) for kind, version, text in writing.events]

    def open_sheets(self, since: int, gone: Collection[int]) -> Iterator[tuple[str, DraftSheet]]:
        """What each side has written in a span and not sealed; what sealed it may have been taken back (`gone`)."""
        for side, book in self._books.items():
            sheet = book.sheet(since)
            if sheet.drafts and (not sheet.sealed or sheet.sealed in gone):
                yield side, sheet

    def events_of(self, drafts: Sequence[tuple[str, Draft]], first: int) -> Iterator[tuple[Draft, Recorded[Any]]]:
        """What drafts of sides would bring, as if they happened in the order of their writing from a number on."""
        for side, draft in sorted(drafts, key=lambda one: one[1].nth):
            for kind, version, payload in draft.events:
                row: Logged = (first, kind, version, payload, draft.command_id, draft.role, side)
                yield draft, self._codec.read(row)
                first += 1


def _text(book: DraftBook) -> str:
    return msgspec.json.encode(book).decode()
