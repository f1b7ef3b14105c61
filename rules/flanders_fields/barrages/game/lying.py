"""Where rolling barrages lie, and what their own side has planned for them."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from rules.flanders_fields.barrages.rolling import piece_mm
from rules.flanders_fields.game.book_chapter import LiesBy
from rules.flanders_fields.game.lying import SECRET, InForce, LyingLine, SeenBySeat
from rules.kernel.measure import cm, cm_figure, cm_of

Shown = Mapping[str, Any]


def barrages(seen: SeenBySeat) -> InForce:
    """Each barrage that lies, and the plan of one that the seat may read."""
    lies = [line for one in seen.view["barrages"] if not one["lifted"] for line in _barrage(seen, one)]
    return InForce("Rolling barrages", lies)


def _barrage(seen: SeenBySeat, one: Shown) -> Iterator[LyingLine]:
    if one["lies"]:
        where = "; ".join(map(_piece, one["pieces"]))
        says = f"{one['name']} lies {where} from the {seen.side(one['side'])} edge"
        yield LyingLine(says, "FF-BAR-18")
    if plan := one.get("plan"):
        says = f"{one['name']}, by its plan: {', '.join(_schedule(plan))}. {SECRET}"
        yield LyingLine(says)


def _piece(at: Shown) -> str:
    number = f"piece {at['piece']}: " if at["piece"] else ""
    return f"{number}{cm_figure(at['rear_cm'])} to {cm_of(at['front_cm'])}"


def _schedule(plan: Shown) -> Iterator[str]:
    yield f"start line {cm_of(plan['start_cm'])} from its side’s edge, then {cm_of(plan['speed_cm'])} a turn"
    yield f"{plan['turns']} turns, then it lifts" if plan["turns"] else "how long it lasts is rolled when it comes down"
    for name, words in (
        ("halts", "halts in turn"),
        ("back", "rolls back in turn"),
        ("leads", f"pieces of {cm(piece_mm())} from the left lead by cm"),
    ):
        if plan[name]:
            yield f"{words} {', '.join(str(turn) for turn in plan[name])}"


LIES: Final[LiesBy] = {4: barrages}
