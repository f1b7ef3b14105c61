"""What a page tells its keys of a die: what each face brings, whose the dice are, and what the button says."""

from collections.abc import Mapping, Sequence
from typing import Any

from app.pages.odds_bar import bars_of


def dice_told(pad: Mapping[str, Any]) -> dict[str, object]:
    """A pad as `frontend/src/dice-pad.ts` takes it, every value named, by templates/components/dice.html."""
    many = pad.get("count", 1) > 1
    return {
        "title": pad.get("title") or ("Tap the faces you rolled" if many else "Tap the face you rolled"),
        "confirm": pad.get("confirm") or "Apply",
        "may_roll": pad.get("may_roll", True),
        "may_count": pad.get("may_count", False),
        "bars": _bars(pad),
        "face_words": pad.get("face_words", ()),
        "slots": [{"label": one.get("label", ""), "bars": _bars(one)} for one in pad.get("slots", ())],
    }


def _bars(of: Mapping[str, Any]) -> Sequence[Mapping[str, object]]:
    odds = of.get("odds")
    return [] if odds is None else [one.model_dump() for one in bars_of(odds)]
