"""What the dice of planned fire decided, as the card that stays in sight after them."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from app.pages.lookups.laid_out.tool import Outcome
from app.systems.flanders_fields.pages.lookups.outcomes.outcome import SHOTS

Card = Mapping[str, Any]
MINUS: Final = "\u2212"
LABELS: Final = {
    "deep_suppression_rolled": "Deep suppression",
    "battery_lost": "Deep suppression",
    "barrage_turns_rolled": "Rolling barrage",
    "barrage_risked": "Close behind the barrage",
    "barrage_fell": "Rolling barrage",
    "work_bombarded": "Hurricane bombardment",
}


def planned_result(kind: str, card: Card, names: Mapping[str, str], source: Callable[[Any], str]) -> dict[str, Any]:
    """The card of one of these kinds; `names` are of units and stands, `source` says who threw dice."""
    shown = {"kind": kind, "label": LABELS[kind]}
    if kind == "barrage_fell":
        shots = [_hit(one, card["cover"], names, source) for one in card["shots"]]
        return shown | {"by": "What it does", "shots": shots, "lines": card["steps"]}
    if kind == "work_bombarded":
        shots = [_hit(one | {"dice": [one["die"]]}, one["cover"], names, source) for one in card["hits"]]
        return shown | {"by": "What it does", "shots": shots, "lines": card["steps"]}
    pips = tuple(one["pips"] for one in card["dice"])
    words, outcome = _words(kind, card, pips, names)
    return shown | {
        "dice": pips,
        "equation": words,
        "source": source(card["dice"]) if pips else "",
        "outcome": outcome,
        "lines": card["steps"],
        "considered": card["considered"],
    }


def _words(kind: str, card: Card, pips: tuple[int, ...], names: Mapping[str, str]) -> tuple[str, Outcome]:
    thrown = " and ".join(map(str, pips))
    match kind:
        case "deep_suppression_rolled":
            return thrown, _deep(card["outcome"], card["lost"])
        case "battery_lost":
            gone = Outcome("killed", "destroyed") if card["outcome"] else Outcome("none", "drawn again")
            return names.get(card["outcome"], "Nobody"), gone
        case "barrage_turns_rolled":
            return thrown, Outcome("some", "turns", str(card["outcome"]))
        case _:
            at_risk = Outcome("killed", "at risk") if card["outcome"] else Outcome("good", "safe")
            return names.get(card["stand"], "a stand"), at_risk


def _deep(modifier: int, lost: bool) -> Outcome:
    if not modifier:
        return Outcome("none", "nothing this turn")
    return Outcome(
        "killed" if lost else "more", "and a battery lost" if lost else "on their orders", f"{MINUS}{-modifier}"
    )


def _hit(one: Card, cover: str, names: Mapping[str, str], source: Callable[[Any], str]) -> dict[str, Any]:
    return {
        "name": names.get(one["stand"], "a stand"),
        "firer": "",
        "range_cm": None,
        "cover": cover,
        "dice": [die["pips"] for die in one["dice"]],
        "total": one["reasons"]["total"] if one["dice"] else None,
        "source": source(one["dice"]) if one["dice"] else "no die",
        "outcomes": [SHOTS[one["result"]]],
        "lines": one["reasons"]["steps"],
        "considered": one["reasons"]["considered"],
    }
