"""What the answers about arcs, bases, formations, moves and whole fire actions are called on the card."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from app.lookups.words import counted
from app.pages.lookups.laid_out.tool import Outcome
from app.systems.flanders_fields.pages.lookups.outcomes.outcome import SHOTS, allowance
from app.systems.flanders_fields.words import words

SIDES_OF_A_TANK: Final = {
    "front": "ahead of it",
    "left": "on its left",
    "right": "on its right",
    "rear": "behind it",
}


def rolled_at(value: Sequence[str]) -> Outcome:
    """What all rolls at one target do together."""
    times = sum(one == "suppressed" for one in value)
    if "killed" in value or times < 2:
        return SHOTS["killed" if "killed" in value else "suppressed" if times else "no_effect"]
    return Outcome("suppressed", f"suppressed by {times} rolls")


def needed(value: Mapping[str, Any]) -> Outcome:
    """Which faces suppress and which kill."""
    suppress, kill = (_faces(value[name]) for name in ("suppressed_on", "killed_on"))
    if not suppress and not kill:
        return Outcome("none", "no face does anything")
    says = [f"{done} on {faces}" for done, faces in (("suppressed", suppress), ("killed", kill)) if faces]
    return Outcome("killed" if kill else "suppressed", ", ".join(says))


def _faces(faces: Sequence[int]) -> str:
    """Faces of a die in words; those of one result always lie side by side."""
    if len(faces) < 3:
        return " or ".join(map(str, faces))
    return f"{faces[0]} to {faces[-1]}"


def on_side(value: str) -> Outcome:
    """Which side of a tank a target lies on."""
    found = SIDES_OF_A_TANK.get(value)
    return Outcome("good", found) if found else Outcome("none", "in none of its sectors")


def base(value: Mapping[str, Any]) -> Outcome:
    """The recommended base: its front first."""
    across, deep = value["width_mm"] / 10, value["depth_mm"] / 10
    size = "across" if value["shape"] == "circle" else f"wide, {deep:g} cm deep"
    return Outcome("good", f"cm {size}, {value['shape']}", f"{across:g}")


def together(value: Mapping[str, Any]) -> Outcome:
    """Whether a company keeps its gaps."""
    apart = ", ".join(value["apart"])
    return Outcome("good", "in formation") if value["holds"] else Outcome("none", f"out of it: {apart}")


def closer(value: Mapping[str, Any]) -> Outcome:
    """How far a stand closes up."""
    word = "cm, in formation again" if value["restored"] else "cm, not in formation yet"
    return Outcome("good" if value["restored"] else "some", word, f"{value['moves_mm'] / 10:g}")


def in_river(value: Mapping[str, Any]) -> Outcome:
    """Where one action of a crossing leads."""
    place = words(value["stage"]).lower()
    return Outcome("good" if value["across"] else "some", f"{place}, counts as {words(value['cover'])}")


def turned(value: int) -> Outcome:
    """What it costs to turn a weapon."""
    return Outcome("some", f"{counted(value, 'move action')} first") if value else Outcome("good", "no action")


def made_ready(value: int) -> Outcome:
    """What packing or limbering costs."""
    return Outcome("some", "action" if value == 1 else "actions", str(value)) if value else Outcome("good", "no action")


def gone(value: Mapping[str, Any]) -> Outcome:
    """How far one move leads over changing ground, and what is left of it."""
    if not value["reaches"]:
        return Outcome("some", "cm of the way, no farther", f"{value['goes_mm'] / 10:g}")
    left = f", {value['left_mm'] / 10:g} cm left" if value["left_mm"] else ""
    return Outcome("good", f"cm, all the way{left}", f"{value['goes_mm'] / 10:g}")


def commander_moves(value: Mapping[str, Any]) -> Outcome:
    """How far a command stand gets in its phase."""
    if value["each"]["way"] != "distance":
        return allowance(value["each"])
    return Outcome("good", f"cm in {counted(value['moves'], 'move')}", f"{value['in_all_mm'] / 10:g}")


OUTCOMES: Final[tuple[Callable[[Any], Outcome], ...]] = (
    rolled_at,
    needed,
    on_side,
    base,
    together,
    closer,
    in_river,
    turned,
    made_ready,
    gone,
    commander_moves,
)
