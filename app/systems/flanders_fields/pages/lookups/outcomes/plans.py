"""What the answers about plans, areas, tanks and block houses are called on the card."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from app.lookups.words import counted
from app.pages.lookups.laid_out.tool import Outcome
from app.systems.flanders_fields.words import words


def word(value: str) -> Outcome:
    """An answer that is a word of the rules."""
    return Outcome("good", words(value))


def laid(value: Mapping[str, Any]) -> Outcome:
    """What laying a point costs, and whether fire can follow."""
    redirects = value["redirects"]
    cost = counted(redirects, "redirect") if redirects else "no action"
    left = value["fire_actions"]
    follows = f"{counted(left, 'fire action')} left" if left else "no fire after it"
    return Outcome("good" if left else "some", f"{cost}, {follows}")


def area(value: Mapping[str, Any]) -> Outcome:
    """The sides of an area, and how it is turned."""
    turned = f", turned {value['turned_deg']} degrees" if value["turned_deg"] else ""
    return Outcome("good", f"cm across and {value['depth_cm']:g} deep{turned}", f"{value['width_cm']:g}")


COVERED: Final = {
    "fully": Outcome("killed", "fully covered"),
    "partly": Outcome("suppressed", "partly covered"),
    "spared": Outcome("good", "spared"),
}


def covered(value: Mapping[str, Any]) -> Outcome:
    """How an area catches a base."""
    return COVERED[value["coverage"]]


def planned(value: Mapping[str, Any]) -> Outcome:
    """Whether fire falls by the plan, and whether it may stray."""
    if not value["fires"]:
        return Outcome("none", "no fire by the plan")
    return Outcome("good", "fire falls and may deviate" if value["may_deviate"] else "fire falls on the point")


def batteries(value: Mapping[str, Any]) -> Outcome:
    """How many batteries may be superimposed."""
    heavy = f"{value['heavy']} heavy, {value['super_heavy']} super heavy"
    return Outcome("good", f"field, {heavy}", str(value["field"]))


def brigades(value: Mapping[str, Any]) -> Outcome:
    """What artillery a defender has behind him, about."""
    return Outcome("good", f"field, {value['heavy_batteries']} heavy batteries", str(value["field_batteries"]))


def lasts(value: int) -> Outcome:
    """How many turns a barrage lasts."""
    return Outcome("good", "turns", str(value))


def lies(value: Mapping[str, Any]) -> Outcome:
    """Where the band of a rolling barrage lies."""
    if not value["on_table"]:
        return Outcome("good", "it has lifted")
    caught = ", the stand is caught" if value["touched"] else ""
    return Outcome("killed" if caught else "some", f"from {value['rear_cm']:g} to {value['front_cm']:g} cm{caught}")


def mirrored(value: Mapping[str, Any]) -> Outcome:
    """What the other side writes for a place."""
    return Outcome("good", f"along, {value['up_cm']:g} up for the other side", f"{value['along_cm']:g}")


def course(value: Mapping[str, Any]) -> Outcome:
    """The rear edge of a planned barrage in each of its turns."""
    lines = ", ".join(f"{one:g}" for one in value["rear_cm"])
    return Outcome("some", f"{lines} cm, turn by turn")


def cloud(value: Mapping[str, Any]) -> Outcome:
    """Where a planned cloud will lie."""
    return Outcome("good", f"wholly planned: its middle {value['along_cm']:g} along, {value['up_cm']:g} up")


def works_hit(value: Sequence[str]) -> Outcome:
    """On which rows the works of a plan are attacked."""
    return Outcome("good", ", ".join(dict.fromkeys(words(row) for row in value)))


def entered(value: Mapping[str, Any]) -> Outcome:
    """Whether a side may plan that much, and how much of it is unusual."""
    unusual = value["unusual"]
    if not unusual:
        return Outcome("good", "all of it may be planned")
    return Outcome("some", f"may be planned; {counted(unusual, 'number')} above what is usual")


def spotted(value: int) -> Outcome:
    """What a mortar's sight takes off its order roll."""
    return (
        Outcome("some", "on its order roll", f"\u2212{-value}") if value else Outcome("good", "may fire, nothing off")
    )


def hidden(value: str) -> Outcome:
    """On which column of the armour table a vehicle is read."""
    return Outcome("good", "in cover") if value == "cover" else Outcome("none", "in the open")


def carried(value: Mapping[str, Any]) -> Outcome:
    """What a tank carries."""
    gun = "" if value["gun"] == "none" else f"{counted(value['guns'], 'gun')} of {words(value['gun'])}"
    lmgs = f"{value['lmgs']} light MGs" if value["lmgs"] else "light MGs" if not gun else ""
    return Outcome("good", ", ".join(part for part in (gun, lmgs) if part))


def aimed(value: Sequence[Mapping[str, Any]]) -> Outcome:
    """At how many of its targets a tank fires, and with what."""
    if not value:
        return Outcome("none", "no target")
    dice = sum(one["rolls"] for one in value)
    return Outcome("good", f"{'target' if len(value) == 1 else 'targets'}, {counted(dice, 'roll')}", str(len(value)))


def faces(value: Sequence[str]) -> Outcome:
    """Which faces of a block house fire."""
    return Outcome("good", f"{', '.join(value)} {'fires' if len(value) == 1 else 'fire'}")


def faces_after(value: Mapping[str, Any]) -> Outcome:
    """The levels on the three faces, or the end of the block house."""
    if value["killed"]:
        return Outcome("killed", "destroyed")
    front, left, right = value["levels"]
    return Outcome("suppressed", f"front {front}, left {left}, right {right}")


OUTCOMES: Final[tuple[Callable[[Any], Outcome], ...]] = (
    word,
    laid,
    area,
    covered,
    planned,
    batteries,
    brigades,
    lasts,
    lies,
    mirrored,
    course,
    cloud,
    works_hit,
    entered,
    spotted,
    hidden,
    carried,
    aimed,
    faces,
    faces_after,
)
