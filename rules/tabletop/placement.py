"""Placement: laying a table in a game and putting bases on it, with the prompts for both."""

from collections.abc import Iterable, Iterator, Mapping
from math import isfinite
from typing import Any, Final

from rules.kernel.commands import Possible
from rules.kernel.explanations import Refusal
from rules.kernel.prompts import NEEDED, Ask, Asks
from rules.kernel.seats import Actor, Role
from rules.tabletop.stands import Footprint, PlaceTold, StandingBase, bounds
from rules.tabletop.tape_measure import overlap
from rules.tabletop.terrain import LaidTable, NotOfItsSort, Table, table_of
from rules.tabletop.terrain_faults import faults

# Laying a table in a game and putting bases on it

HAIR_MM: Final = 0.5
"""Whole millimetres of a middle leave a base that is turned so much beyond an edge it was pushed against."""
NO_TABLE: Final = Refusal("", "no table is laid in this game", "lay one first")


def may_lay(actor: Actor) -> Refusal | None:
    """Refuses a side where a referee sits."""
    if actor.referee_present and actor.role is not Role.REFEREE:
        return Refusal("", "the referee lays the table", "ask the referee")
    return None


def not_laid(table: LaidTable) -> Refusal | None:
    """Refuses a table that cannot be played on, in the words of what is wrong with the first piece."""
    try:
        wrong = faults(table_of(table))
    except NotOfItsSort as bad:
        return Refusal("", f"{bad.piece}: {bad.wrong}", bad.right)
    if not wrong:
        return None
    first, more = wrong[0], len(wrong) - 1
    named = first.piece_name or first.piece_id
    because = f"{named}: {first.wrong}" if named else first.wrong
    others = f"{more} other fault{'' if more == 1 else 's'}"
    return Refusal("", f"{because} (and {others})" if more else because, first.right)


def may_be_laid(actor: Actor, table: LaidTable) -> Refusal | None:
    """Refuses whoever lays no table, and one that cannot be played on."""
    return may_lay(actor) or not_laid(table)


def without_room(bases: Iterable[tuple[str, StandingBase | None]], laid: Table | LaidTable) -> tuple[str, ...]:
    """Those placed bases that a table which is laid anew has no room for."""
    return tuple(name for name, base in bases if base and not lies_on(base, laid))


def standing_at(place: PlaceTold, footprint: Footprint, laid: Table | LaidTable) -> StandingBase | None:
    """A base where it was told to stand; None where that is no place, or it does not lie wholly on the table."""
    if not is_a_place(place.x_mm, place.y_mm, place.facing_deg, laid):
        return None
    base = StandingBase(footprint, place.pose)
    return base if lies_on(base, laid) else None


def lies_on(base: StandingBase, laid: Table | LaidTable) -> bool:
    """Whether a base lies wholly on the table; along the very edge it does."""
    left, near, right, far = bounds(base)
    across = left >= -HAIR_MM and right <= laid.width_mm + HAIR_MM
    return across and near >= -HAIR_MM and far <= laid.depth_mm + HAIR_MM


def is_a_place(x_mm: int, y_mm: int, facing_deg: float, laid: Table | LaidTable) -> bool:
    """Whether numbers are a place on the table at all: asked before anything is measured with them."""
    return isfinite(facing_deg) and 0 <= x_mm <= laid.width_mm and 0 <= y_mm <= laid.depth_mm


def on_another(
    placed: Mapping[str, StandingBase], standing: Iterable[tuple[str, StandingBase]]
) -> tuple[str, str] | None:
    """The first of the placed bases that would lie on top of another, and that one; None where all lie free.

    They are held against those that stand still, and against each other in their order.
    """
    there = dict(standing)
    for name, base in placed.items():
        other = next((one for one, at in there.items() if overlap(base, at)), None)
        if other is not None:
            return name, other
        there[name] = base
    return None


# What deeds of any system ask of a table


def laying(actor: Actor) -> Iterator[Possible]:
    """A table may be laid by whoever is no side beside a referee."""
    if may_lay(actor) is None:
        yield Possible()


def place_asks(asks: Asks[Any], laid: Table | LaidTable | None, circle_mm: float = 0.0) -> Iterator[Ask]:
    """A place on the table, where one is laid: one tap on the map tells both halves of it."""
    if laid is not None:
        yield asks("x_mm", least=0, most=laid.width_mm, usual=NEEDED, circle_mm=circle_mm)
        yield asks("y_mm", least=0, most=laid.depth_mm, usual=NEEDED)
