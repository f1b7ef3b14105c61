"""Grid references: each side measures from its own edge and its own left corner (FF-FPL-25, FF-FPL-28)."""

from typing import NamedTuple

from rules.flanders_fields.fire_plan.written import Reference, WrittenFor
from rules.flanders_fields.vocabulary import Side
from rules.kernel.measure import cm


class Place(NamedTuple):
    """A place on the table: to the right along the attacker's edge from his left corner, then away from it."""

    x_mm: int
    y_mm: int


def on_table(at: Reference, side: Side, table: WrittenFor) -> Place:
    """Where the reference of a side lies on a table of that size."""
    return Place(*(at if side is Side.ATTACKER else mirrored(at, table)))


def reference_of(place: Place, side: Side, table: WrittenFor) -> Reference:
    """What a side writes for a place on a table of that size."""
    written = Reference(*place)
    return written if side is Side.ATTACKER else mirrored(written, table)


def mirrored(at: Reference, table: WrittenFor) -> Reference:
    """The reference of the other side for the same place (FF-FPL-28)."""
    return Reference(table.width_mm - at.along_mm, table.depth_mm - at.up_mm)


def is_on_table(at: Reference, table: WrittenFor) -> bool:
    """Whether a reference lies on a table of that size, its edges included (FF-FPL-67)."""
    return 0 <= at.along_mm <= table.width_mm and 0 <= at.up_mm <= table.depth_mm


def in_words(at: Reference) -> str:
    """A reference as it is read out: '64 cm along, 120 cm up'."""
    return f"{cm(at.along_mm)} along, {cm(at.up_mm)} up"
