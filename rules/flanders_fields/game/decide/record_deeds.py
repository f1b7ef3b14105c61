"""The deeds of the record of a game: whose each is now, and what it asks."""

from collections.abc import Iterator
from typing import Final

from rules.flanders_fields.game.seated import Seated
from rules.kernel.asking import Ask, Asks, Told
from rules.kernel.explain import Refusal
from rules.kernel.record import note
from rules.kernel.record_kinds import Note
from rules.kernel.stage import Deed, Possible

NOTE = Asks(Note)


def _noting(_seated: Seated) -> Iterator[Possible]:
    yield Possible()


def _note_asks(_seated: Seated, told: Told) -> Iterator[Ask | Refusal]:
    yield NOTE("text")
    judged = note(Note(text=told["text"]))
    if isinstance(judged, Refusal):
        yield judged


RECORD_DEEDS: Final[tuple[Deed[Seated], ...]] = (Deed("note", "Write it down", Note, _noting, _note_asks),)
"""Taking back, overruling, correcting and answering are still to be described."""
