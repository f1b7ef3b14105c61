"""Aiming points."""

from collections.abc import Mapping
from typing import Any, Final

from rules.flanders_fields.game.book_chapter import LiesBy
from rules.flanders_fields.game.lying import InForce, SeenBySeat, lines
from rules.kernel.measure import cm_of

Shown = Mapping[str, Any]


def _points(seen: SeenBySeat) -> InForce | None:
    names = seen.names
    told = [f"{names.get(of, of)}: {_aimed(point)}" for of, point in sorted(seen.view["guns"]["points"].items())]
    return InForce("Aiming points", lines(told))


def _aimed(point: Shown) -> str:
    state = "under fire" if point["live"] else "fired on before" if point["zone"] else "not yet fired on"
    has_reference = point["along_cm"] is not None and point["up_cm"] is not None
    reference = f"{cm_of(point['along_cm'])} along, {cm_of(point['up_cm'])} up" if has_reference else "laid"
    place = point["where"] or reference
    return f"{place}, {state}{', registered' if point['registered'] else ''}"


LIES: Final[LiesBy] = {9: _points}
