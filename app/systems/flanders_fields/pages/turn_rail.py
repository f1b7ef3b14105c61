"""The steps of the running player turn, as table, board and wall show them."""

from collections.abc import Iterator
from typing import Any


def rail(view: dict[str, Any]) -> list[dict[str, Any]]:
    """The steps for the rail component; none while no player turn is running."""
    return list(_in_sight(view))


def _in_sight(view: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The steps of the whole side, those of the formation in hand under its name, and of every other its name only."""
    in_hand = view["turn"]["of"]
    shown: set[str] = set()
    for place in view["rail"]:
        of, name = place["of"], place["of_name"]
        if of and of not in shown and (of == in_hand or place["state"] != "skip"):
            shown.add(of)
            named = _step(place | {"title": name, "of_name": "", "label": "", "why": ""})
            yield named | ({"state": "coming", "phase": True} if of == in_hand else {})
        if of in ("", in_hand):
            yield _step(place | {"of_name": ""}) | {"sub": bool(of)}


def _step(place: dict[str, Any]) -> dict[str, Any]:
    states = {"was": "done", "now": "now", "next": "coming", "skip": "skipped"}
    said = f"{place['title']}, {place['of_name']}" if place["of_name"] else place["title"]
    return {
        # What the plan brings before the first phase has no number in the book.
        "no": place["label"] or place["phase"] or "–",
        "words": said,
        "state": states[place["state"]],
        "reason": place["why"],
    }


def overview(view: dict[str, Any]) -> list[dict[str, Any]]:
    """The phases, for screens that show both sides: of the running one its present step, and the one after it."""
    places = view["rail"]
    now = next((place for place in places if place["state"] == "now"), None)
    after = next((place for place in places if place["state"] == "next"), None)
    running = now["phase"] if now else None
    shown: list[dict[str, Any]] = []
    for phase in dict.fromkeys(place["phase"] for place in places):
        if phase != running:
            shown.append(_phase([place for place in places if place["phase"] == phase]))
            continue
        shown += [
            _step(place) | {"no": place["label"], "of": phase or "", "next": True}
            for place in (now, after)
            if place and place["phase"] == phase
        ]
    return shown


def _phase(places: list[dict[str, Any]]) -> dict[str, Any]:
    states = {place["state"] for place in places}
    state = "coming" if "next" in states else "done" if "was" in states else "skipped"
    first = places[0]
    return {"no": first["phase"] or "–", "words": first["phase_title"], "state": state, "reason": "", "next": True}
