"""What the answers about forces and their losses are called on the card."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from app.lookups.words import counted
from app.pages.lookups.laid_out.tool import Outcome
from app.systems.flanders_fields.words import words


def part(value: Mapping[str, Any]) -> Outcome:
    """What one part of a table of organisation comes to."""
    battalions = value["battalions"] + value["pioneers"]
    stands = value["rifle_stands"] + value["mounted_stands"] + value["command_stands"]
    models = sum(one["models"] for one in value["weapons"])
    told = [counted(battalions, "battalion")] if battalions > 1 else []
    told += [counted(stands, "stand")] if stands else []
    told += [counted(models, "weapon")] if models else []
    return Outcome("good", ", ".join(told) or "nothing on the table")


def within_limits(value: Mapping[str, Any]) -> Outcome:
    """What the limits leave."""
    (least, most), (_, veteran) = value["raw"], value["veteran"]
    raw = f"{least}" if least == most else f"{least} to {most}"
    return Outcome("good", f"allowed: {raw} Raw, at most {veteran} Veteran")


def gun(value: Mapping[str, Any]) -> Outcome:
    """The class of a piece, and how far it is printed to reach."""
    reach = f", {value['range_m']:,} m" if value["range_m"] else ""
    return Outcome("good", f"{words(value['unit_class']).lower()}{reach}")


def strong(value: Mapping[str, Any]) -> Outcome:
    """How strong the attacker is."""
    return Outcome("good" if value["enough"] else "some", "to 1", f"{value['to_one']:g}")


def stands_for(value: Mapping[str, Any]) -> Outcome:
    """What stands on the table in men, weapons and metres."""
    weapons = (("machine_guns", "machine gun"), ("guns", "gun"), ("tanks", "tank"))
    told = [f"{value['men']:,} men"] if value["men"] else []
    told += [counted(value[key], word) for key, word in weapons if value[key]]
    told += [f"{value['metres']:,g} m"] if value["metres"] else []
    return Outcome("good", ", ".join(told) or "nothing")


def brings(value: Mapping[str, Any]) -> Outcome:
    """What a part of a division brings."""
    who = "and its commander" if value["commander"] else "without its commander"
    return Outcome("good", f"at most, {who}", str(value["assets"]))


def lost(value: Mapping[str, int]) -> Outcome:
    """How many men a game has cost."""
    return (
        Outcome("killed", f"men, {value['dead']} of them dead", str(value["all"]))
        if value["all"]
        else Outcome("good", "nobody")
    )


def goes_on(value: Mapping[str, Any]) -> Outcome:
    """The grade a battalion goes on with."""
    grade = words(value["quality"])
    return Outcome("some", f"now {grade}") if value["changed"] else Outcome("good", f"stays {grade}")


OUTCOMES: Final[tuple[Callable[[Any], Outcome], ...]] = (
    part,
    within_limits,
    gun,
    strong,
    stands_for,
    brings,
    lost,
    goes_on,
)
