"""What keeps a battery on the table from firing: its state, its arc, and the front line (FF-ART-08, FF-DSU-06)."""

from collections.abc import Iterator
from typing import Protocol

from rules.flanders_fields.artillery.deep_suppression import front_line_counts
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.vocabulary import FIELD_ARTILLERY, UnitClass
from rules.kernel.explain import Refusal


class OnTable(Protocol):
    """The facts of a gun that stands on the table."""

    @property
    def unit_class(self) -> UnitClass:
        """Its class."""

    @property
    def suppressed(self) -> bool:
        """Whether it bears a suppression level."""

    @property
    def limbered(self) -> bool:
        """Whether it is hitched to its team."""

    @property
    def in_arc(self) -> bool:
        """Whether the point lies in its arc."""

    @property
    def in_front_line(self) -> bool:
        """Whether it stands in the front line."""


def cannot_fire(gun: OnTable, in_sight: bool, book: RuleBook) -> Iterator[Refusal]:
    """Every reason why a battery on the table does not fire at a point; `in_sight`: it fires at what it sees itself."""
    if gun.suppressed:
        yield Refusal("FF-SUP-02", "The battery is suppressed", "remove its suppression first")
    if gun.limbered:
        yield Refusal("FF-RCB-12", "The battery is limbered", "unlimber it first")
    if not gun.in_arc:
        yield from outside_arc(gun.unit_class, in_sight, book)
    if gun.in_front_line and not in_sight and gun.unit_class in FIELD_ARTILLERY and front_line_counts(book):
        yield Refusal("FF-DSU-06", "In the front line it fires only at what it sees", "call a battery behind it")


def outside_arc(unit_class: UnitClass, in_sight: bool, book: RuleBook) -> Iterator[Refusal]:
    """Why a gun on the table is not laid on a point outside its arc, if it is not (FF-ART-08, AMB-305)."""
    if book.behaviour("AMB-305", {"all_fire": True, "direct_only": in_sight}):
        turning = "turn it first with a move action" if unit_class in FIELD_ARTILLERY else "use another battery"
        yield Refusal("FF-ARC-03", "The point lies outside its arc", f"choose a point in its arc, or {turning}")
