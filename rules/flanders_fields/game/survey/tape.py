"""How far it is from one stand to another, as a game measures it (AMB-101)."""

from rules.flanders_fields.book import RuleBook
from rules.kernel.shapes import Point
from rules.tabletop.measure import gap_mm, middles_mm, nearest_points
from rules.tabletop.stands import Placed, middle


def apart_mm(one: Placed, other: Placed, book: RuleBook) -> int:
    """The distance of a range or an order in mm: between the nearest edges, by house rule between the middles.

    Whether bases touch or stand in formation is another matter: that is seen at their edges.
    """
    return book.behaviour("AMB-101", {"nearest_edges": gap_mm, "centres": middles_mm})(one, other)


def tape(one: Placed, other: Placed, book: RuleBook) -> tuple[Point, Point]:
    """Where its tape is laid, in mm."""
    return book.behaviour("AMB-101", {"nearest_edges": nearest_points, "centres": _middles})(one, other)


def _middles(one: Placed, other: Placed) -> tuple[Point, Point]:
    start, end = middle(one), middle(other)
    return (start.x_mm, start.y_mm), (end.x_mm, end.y_mm)


def measured(book: RuleBook) -> str:
    """Between what a distance was measured, in words."""
    return book.behaviour("AMB-101", {"nearest_edges": "base to base", "centres": "middle to middle"})


def own_end(book: RuleBook) -> str:
    """From where on a base a distance to a point was measured, in words."""
    return book.behaviour("AMB-101", {"nearest_edges": "its base", "centres": "its middle"})
