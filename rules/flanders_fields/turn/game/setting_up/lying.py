"""The end of a scenario, where each side deploys, and the objectives."""

from collections.abc import Mapping
from typing import Any, Final

from rules.flanders_fields.game.book_chapter import LiesBy
from rules.flanders_fields.game.lying import InForce, SeenBySeat, lines
from rules.kernel.measure import MM_A_CM, cm_of

Shown = Mapping[str, Any]


def _last_turn(seen: SeenBySeat) -> InForce | None:
    set_up = seen.view["set_up_by_steps"]
    if not set_up["over"]:
        return None
    played = f"Turn {set_up['turns']}, the last of the scenario, has been played."
    return InForce("The end", lines([played, "Play on if you agree to, or close the game."]))


def _zones(seen: SeenBySeat) -> InForce | None:
    set_up = seen.view["set_up_by_steps"]
    if not set_up["under_way"]:
        return None
    where = [f"{seen.side(one['side'])}: {one['says']}" for one in set_up["zones"]]
    return InForce(
        "Where each side deploys", lines([*where, *map(_reserve, filter(lambda one: one["waits"], set_up["reserves"]))])
    )


def _reserve(one: Shown) -> str:
    where = f", {one['where']}" if one["where"] else ""
    needed = ", ".join(str(face) for face in one["needed"])
    when = f"from turn {one['first_turn']} on a die of {needed}"
    return f"In reserve, unknown to the other side: {one['name']}, {when}{where}"


def _objectives(seen: SeenBySeat) -> InForce | None:
    set_up = seen.view["set_up_by_steps"]
    if not set_up["objectives"]:
        return None
    score = ", ".join(f"{side['name']} {set_up['points'][side['side']]}" for side in seen.view["sides"])
    last = [f"The last turn is turn {set_up['turns']}."] if set_up["turns"] and not set_up["over"] else []
    return InForce(
        f"Objectives: {score}",
        lines([*(_objective(seen, one) for one in set_up["objectives"]), *set_up["decides"], *last]),
    )


def _objective(seen: SeenBySeat, one: Shown) -> str:
    whose = f", for the {seen.side(one['side'])} side" if one["side"] else ""
    points = f"{one['points']} point{'' if one['points'] == 1 else 's'}"
    at = (
        f" ({cm_of(one['x_mm'] / MM_A_CM)} along, {cm_of(one['y_mm'] / MM_A_CM)} up from the attacker’s left corner)"
        if one["x_mm"] is not None
        else ""
    )
    holder = f"{seen.side(one['holder'])} has it" if one["holder"] else "Nobody has it"
    return f"{one['name']}{whose}: {points}{at}. {holder}"


LIES: Final[LiesBy] = {0: _last_turn, 2: _zones, 3: _objectives}
