"""What was done to the records of battalions: each game that came in or went out, and what a battalion was before."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from itertools import pairwise

import msgspec

from app.forces.steps import KeptStep, StepBook
from app.systems.flanders_fields.forces.document import ElementFile, FoughtFile, element_of, file_of
from rules.flanders_fields.forces.force import Element, Force, Fought, NotThere
from rules.kernel.values import dataclass

CARRIED_ON, TAKEN_BACK, LEFT = "carried_on", "taken_back", "left"


@dataclass(frozen=True, slots=True)
class RecordStep:
    """A game that a battalion was carried on from, that was taken back, or that left with it; when (ISO 8601, UTC)."""

    what: str
    fought: Fought
    at: str


def steps_through(stages: Sequence[Force]) -> Iterator[KeptStep]:
    """What was done where a force was the first of these, then the next, and is the last now."""
    for was, force in pairwise(stages):
        yield from _steps(was, force)


def of_battalion(book: StepBook, force_id: str, of: str) -> Sequence[RecordStep]:
    """What was done to the record of a battalion, the first step first."""
    return [RecordStep(one.what, _fought(one.fought), one.done_at) for one in book.of_part(force_id, of)]


def element_before(book: StepBook, force_id: str, fought: Fought) -> Element | None:
    """What a battalion was before a game in its record; None where that is not kept here."""
    wanted = _written(fought)
    came_in = (one for one in book.of_part(force_id, fought.of) if one.what == CARRIED_ON)
    found = [one.before for one in came_in if one.fought == wanted and one.before]
    return element_of(msgspec.json.decode(found[-1], type=ElementFile)) if found else None


def _steps(was: Force, force: Force) -> Iterator[KeptStep]:
    there = {one.id for one in force.all()}
    for one in (Counter(was.fought) - Counter(force.fought)).elements():
        yield KeptStep(one.of, TAKEN_BACK if one.of in there else LEFT, _written(one), "")
    fresh = tuple((Counter(force.fought) - Counter(was.fought)).elements())
    games = Counter(one.of for one in fresh)
    for one in fresh:
        # Of several at once, which only a document brings that was written by hand, nobody knows what was before each.
        yield KeptStep(one.of, CARRIED_ON, _written(one), _element(was, one.of) if games[one.of] == 1 else "")


def _element(force: Force, of: str) -> str:
    try:
        return msgspec.json.encode(file_of(force.element(of))).decode()
    except NotThere:
        return ""


def _written(fought: Fought) -> str:
    return msgspec.json.encode(FoughtFile(**asdict(fought))).decode()


def _fought(written: str) -> Fought:
    return Fought(**msgspec.structs.asdict(msgspec.json.decode(written, type=FoughtFile)))
