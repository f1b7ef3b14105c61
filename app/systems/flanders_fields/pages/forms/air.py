"""The forms about aircraft: the call, and the stands on the line of their attack, as filled in so far."""

from collections.abc import Iterator, Mapping
from typing import Any

from starlette.datastructures import QueryParams

from app.systems.flanders_fields.pages.owed import DIE

Shown = dict[str, Any]


def air_drafts(view: Mapping[str, Any]) -> dict[str, Shown]:
    """The call that this seat may make now, its die not thrown yet."""
    call = view["air"]["call"]
    if not call or view["you"] not in (call["side"], "referee"):
        return {}
    return {"aircraft": {"kind": "call_aircraft", "regiment": call["regiment"], "die": DIE}}


def on_the_line(query: QueryParams) -> list[Shown]:
    """The stands told to be on the line of the attack; the rows are numbered anew when another stand is chosen."""
    told = {one["stand"]: one for one in _told(query)}
    usual = {"cover": "soft", "distance_cm": "1", "sheltering": False}
    return [{"stand": stand, **usual} | told.get(stand, {}) for stand in dict.fromkeys(query.getlist("_line[]"))]


def _told(query: QueryParams) -> Iterator[Shown]:
    for name, stand in query.multi_items():
        if name.startswith("targets.") and name.endswith(".stand"):
            row = name.removesuffix("stand")
            yield {
                "stand": stand,
                "cover": query.get(f"{row}cover", "soft"),
                "distance_cm": query.get(f"{row}distance_cm", "1"),
                "sheltering": query.get(f"{row}sheltering") == "true",
            }
