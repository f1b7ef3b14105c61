"""The table from the side, up from one edge: where a rolling barrage lies and lay, its danger strip, what is held."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from app.stage.scene import MarkedShown, SectionShown, StretchShown
from rules.flanders_fields.barrages.rolling import SIZES
from rules.flanders_fields.book import RuleBook
from rules.kernel.measure import cm_figure, cm_of

Shown = Mapping[str, Any]
MM_A_CM: Final = 10
BESIDE_CM: Final = 15
"""So much of the table is shown on either side of what is drawn."""
APART_CM: Final = 2
"""What stands nearer to each other than this has one name."""


def strip_cm(book: RuleBook) -> float:
    """How deep the danger strip behind a barrage is (FF-BAR-22)."""
    return float(book.table(SIZES).number("strip").value / MM_A_CM)


def sections(view: Shown) -> list[SectionShown]:
    """One for each barrage that lies on the table, from its own side's edge."""
    lying = (one for one in view["barrages"] if one["lies"] and not one["lifted"])
    return [_section(view, one, view["strip_cm"]) for one in lying]


def _section(view: Shown, one: Shown, strip: float) -> SectionShown:
    pieces = one["pieces"]
    rear, front = min(at["rear_cm"] for at in pieces), max(at["front_cm"] for at in pieces)
    bands = [*_came(pieces), StretchShown(kind="danger", says="danger strip", from_cm=rear - strip, to_cm=rear)]
    bands.append(StretchShown(kind="now", says="now", from_cm=rear, to_cm=front))
    ends = [end for band in bands for end in (band.from_cm, band.to_cm)]
    least, most = max(0.0, min(ends) - BESIDE_CM), max(ends) + BESIDE_CM
    return SectionShown(
        id=one["id"],
        title=f"It lies {cm_figure(rear)} to {cm_of(front)}",
        small=["danger strip", f"{cm_figure(max(0.0, rear - strip))} to {cm_of(rear)}"],
        least_cm=least,
        most_cm=most,
        bands=bands,
        marks=[mark for mark in _held(view, one["side"]) if least < mark.at_cm < most],
    )


def _came(pieces: list[Shown]) -> Iterator[StretchShown]:
    """The ground that it swept to come where it lies, as far as it lies there no more."""
    rear, front = min(at["rear_cm"] for at in pieces), max(at["front_cm"] for at in pieces)
    swept_from, swept_to = min(at["swept_from_cm"] for at in pieces), max(at["swept_to_cm"] for at in pieces)
    if swept_from < rear:
        yield StretchShown(kind="before", says="before", from_cm=swept_from, to_cm=rear)
    if swept_to > front:
        yield StretchShown(kind="before", says="before", from_cm=front, to_cm=swept_to)


def _held(view: Shown, side: str) -> Iterator[MarkedShown]:
    """Objectives by how far they are from the edge of a side, each with who holds it."""
    far = 0 if side == "attacker" else view["map"]["table"]["depth_mm"] if view["map"] else None
    placed = [one for one in view["set_up_by_steps"]["objectives"] if one["y_mm"] is not None]
    last = -APART_CM * MM_A_CM
    for one in sorted(placed, key=lambda one: float(one["y_mm"])) if far is not None else ():
        if one["y_mm"] - last >= APART_CM * MM_A_CM:
            last = one["y_mm"]
            yield MarkedShown(at_cm=abs(far - last) / MM_A_CM, says=one["name"].split(",")[0], side=one["holder"] or "")
