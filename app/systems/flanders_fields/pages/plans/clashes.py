"""Where a fire plan would meet its own side, on the map in the turn it happens: a sign, the ground, the words."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from app.maps.handles import CLASH, Grip
from app.maps.overlays import Overlay, cut_to
from app.maps.shapes import to_spot
from app.pages.rendering import as_id
from app.systems.flanders_fields.pages.plans.seen import Seen
from app.systems.flanders_fields.pages.plans.sheet import name_of
from rules.flanders_fields.fire_plan.findings import Happens, PlanFinding
from rules.kernel.shapes import Outline
from rules.kernel.values import dataclass
from rules.tabletop.stands import Spot

Shown = dict[str, Any]
MARK: Final = "clash-"
"""What the id of a mark on the map begins with; the rest is the key of its finding."""


@dataclass(frozen=True, slots=True)
class Clash:
    """A finding with a place: the turn it happens in, what its line is called on its counter, what it says."""

    id: str
    turn: int
    label: str
    about: str
    says: str
    areas: tuple[Outline, ...]


def clashes_of(seen: Seen, findings: Iterable[PlanFinding]) -> tuple[Clash, ...]:
    """Every finding that happens somewhere, turn by turn."""
    found = [_clash(seen, one, one.happens) for one in findings if one.happens]
    return tuple(sorted(found, key=lambda one: one.turn))


def _clash(seen: Seen, one: PlanFinding, happens: Happens) -> Clash:
    line = seen.plan.line(one.line)
    about = name_of(line, seen) if line else "The plan"
    label = seen.labels.get(one.line, "")
    return Clash(f"{MARK}{as_id(one.key)}", happens.turn, label, about, one.says, happens.areas)


def in_turn(clashes: Sequence[Clash], turn: int) -> list[Clash]:
    """Those of a turn; before the first turn those of every turn."""
    return [one for one in clashes if turn in (0, one.turn)]


def clash_ground(seen: Seen, clashes: Sequence[Clash]) -> Iterator[Overlay]:
    """The ground on which each clash of the turn happens."""
    for one in in_turn(clashes, seen.turn):
        shapes = cut_to(seen.table, *one.areas)
        yield Overlay("clash", f"Clash, {one.label} {one.about}: {one.says}", shapes, is_preview=False)


def clash_signs(seen: Seen, clashes: Sequence[Clash]) -> Iterator[Grip]:
    """The sign of each clash of the turn, by which its finding is reached."""
    for one in in_turn(clashes, seen.turn):
        shapes = cut_to(seen.table, *one.areas)
        if shapes:
            words = f"Clash in turn {one.turn}, {one.label} {one.about}: {one.says}"
            yield Grip("", words, _middle(shapes[0]), of=one.id, label=one.label, moves=False, mark=CLASH)


def _middle(corners: Sequence[Spot]) -> Spot:
    many = len(corners)
    return to_spot((sum(spot.x_mm for spot in corners) / many, sum(spot.y_mm for spot in corners) / many))


def clashes_told(seen: Seen, clashes: Sequence[Clash]) -> Shown:
    """The clashes in words: those of the turn that is looked at, and how many there are in each."""
    turns = sorted({one.turn for one in clashes})
    return {
        "now": in_turn(clashes, seen.turn) if seen.turn else [],
        "by_turn": [{"turn": turn, "clashes": in_turn(clashes, turn)} for turn in turns],
        "many": {turn: len(in_turn(clashes, turn)) for turn in turns},
    }
