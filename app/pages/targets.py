"""What is known of a fire action's targets."""

from collections.abc import Mapping, Sequence
from typing import Any


def last_target(told: Sequence[Mapping[str, Any]], enemies: Sequence[Mapping[str, Any]]) -> str:
    """The stand among those to choose from that was shot at last, by whomever; nothing if none of them was."""
    there = {stand["id"] for holder in enemies for unit in holder["units"] for stand in unit["stands"]}
    fired = (shot for one in reversed(told) if one["kind"] == "fired" for shot in one["card"]["shots"])
    return next((shot["target"] for shot in fired if shot["target"] in there), "")
