"""What became of a question: a seat that asked for leave is told that the answer was no, and by whom."""

from collections.abc import Mapping, Sequence
from typing import Any

Told = Sequence[Mapping[str, Any]]


def answered_no(view: Mapping[str, Any], told: Told) -> dict[str, str] | None:
    """Who said no to the newest question of this seat, and to what, until the seat does something else; else None."""
    since: list[Mapping[str, Any]] = []
    for one in reversed(told):
        if one["by"] == view["you"]:
            return _no(view, since) if one["kind"] == "consent_asked" else None
        since.append(one)
    return None


def _no(view: Mapping[str, Any], since: Told) -> dict[str, str] | None:
    """The answer among what was told `since` the question, newest first; None where none came, or a yes."""
    answer = next((one for one in reversed(since) if one["kind"] == "consent_answered"), None)
    if answer is None or answer["agreed"]:
        return None
    names = {side["side"]: f"The {side['name']} side" for side in view["sides"]}
    return {"who": names.get(answer["by"], "The referee"), "says": answer["says"]}
