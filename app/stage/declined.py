"""What became of a question: a seat that asked for leave is told that the answer was no, and by whom."""

from collections.abc import Mapping, Sequence
from typing import Any

from app.stage.scene import RequestShown
from rules.kernel.seats import Role, Seating

Told = Sequence[Mapping[str, Any]]


def declined(view: Mapping[str, Any], told: Told, role: Role, seating: Seating) -> RequestShown | None:
    """Who said no to the newest question of this seat, and to what, until the seat does something else; else None."""
    since: list[Mapping[str, Any]] = []
    for one in reversed(told):
        if one.get("by") == role.value:
            return _no(view, since, seating) if one["kind"] == "consent_asked" else None
        since.append(one)
    return None


def _no(view: Mapping[str, Any], since: Told, seating: Seating) -> RequestShown | None:
    """The answer among what was told `since` the question, newest first; None where none came, or a yes."""
    answer = next((one for one in reversed(since) if one["kind"] == "consent_answered"), None)
    if answer is None or answer.get("agreed", True):
        return None
    names = {side["side"]: f"The {side['name']} side" for side in view.get("sides", ())}
    who = names.get(answer["by"], f"The {seating.referee.lower()}")
    return RequestShown(says=f"{who} does not agree. {answer['says']}", side=answer["by"])
