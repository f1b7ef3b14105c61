"""The wall: what a hall may see of the game, to be read from across the room. Nothing on it can be tapped."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from app.pages.flags import flags_of
from app.systems.flanders_fields.pages.force import owed_in
from app.systems.flanders_fields.pages.turn_rail import overview

RESULTS_SHOWN: Final = 6


def wall(view: dict[str, Any], told: Sequence[dict[str, Any]], gone: frozenset[int]) -> dict[str, Any]:
    """What wall.html shows beside the game: the steps, and the newest results with the clauses that decided them."""
    return {"rail": overview(view), "owed": owed_in(view), "results": _results(view, told, gone)}


def _results(view: dict[str, Any], told: Sequence[dict[str, Any]], gone: frozenset[int]) -> list[dict[str, Any]]:
    flags = flags_of(view)
    thrown = [one for one in told if one["number"] not in gone and _parts(one)]
    return [
        {
            "number": one["number"],
            "says": one["says"],
            "side": flags.get(one["by"], ""),
            "clauses": list(dict.fromkeys(_deciding(one))),
        }
        for one in reversed(thrown[-RESULTS_SHOWN:])
    ]


def _parts(told: dict[str, Any]) -> list[dict[str, Any]]:
    """The ledgers of an event for which dice were thrown: its own, or one for each shot."""
    card = told.get("card") or {}
    shots = [shot["reasons"] for shot in card.get("shots", ())]
    return shots or ([card] if card.get("dice") else [])


def _deciding(told: dict[str, Any]) -> Iterator[str]:
    """The clauses of the lines that say what the total brings: the first of each ledger that adds nothing."""
    for part in _parts(told):
        yield from [step["clause"] for step in part["steps"] if step["value"] is None][:1]
