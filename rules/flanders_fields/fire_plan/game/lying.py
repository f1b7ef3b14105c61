"""What a side planned for today, and the plans that are sealed."""

from typing import Final

from rules.flanders_fields.game.book_chapter import LiesBy
from rules.flanders_fields.game.lying import SECRET, InForce, SeenBySeat, lines


def _today(seen: SeenBySeat) -> InForce | None:
    today = seen.view["plan_today"]
    if not today:
        return None
    acts = [f"{one['says']}: {one['note']}" if one["note"] else one["says"] for one in today["lines"]]
    beside = [f"{one['says']}: {one['note']}" for one in today["beside"]]
    notes = [line for line in (today["notes"] or "").splitlines() if line.strip()]
    told = [*acts, *beside, *notes]
    return InForce(f"From your plan, turn {today['turn']}", lines([*told, SECRET] if told else []))


def _sealed(seen: SeenBySeat) -> InForce | None:
    told = [
        f"The {seen.side(one['side'])} fire plan is sealed. Fingerprint {one['fingerprint']}"
        for one in seen.view["sealed_plans"]
    ]
    return InForce("Sealed fire plans", lines(told))


LIES: Final[LiesBy] = {1: _today, 11: _sealed}
