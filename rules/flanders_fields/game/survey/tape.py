"""How far it is from one stand to another, as a game measures it (AMB-101)."""

from rules.flanders_fields.book import RuleBook
from rules.kernel.shapes import Point
from rules.tabletop import tape as laid
from rules.tabletop.stands import Placed
from rules.tabletop.tape import TapeEnds


def ends(book: RuleBook) -> TapeEnds:
    """From where on a base a game measures: its nearest edge, by house rule its middle (AMB-101)."""
    return book.behaviour("AMB-101", {"nearest_edges": TapeEnds.EDGES, "centres": TapeEnds.MIDDLES})


def apart_mm(one: Placed, other: Placed, book: RuleBook) -> int:
    """The distance of a range or an order in mm: between the nearest edges, by house rule between the middles.

    Whether bases touch or stand in formation is another matter: that is seen at their edges.
    """
    return laid.apart_mm(one, other, ends(book))


def tape(one: Placed, other: Placed, book: RuleBook) -> tuple[Point, Point]:
    """Where its tape is laid, in mm."""
    return laid.tape(one, other, ends(book))


def measured(book: RuleBook) -> str:
    """Between what a distance was measured, in words."""
    return "base to base" if ends(book) is TapeEnds.EDGES else "middle to middle"


def own_end(book: RuleBook) -> str:
    """From where on a base a distance to a point was measured, in words."""
    return "its base" if ends(book) is TapeEnds.EDGES else "its middle"
