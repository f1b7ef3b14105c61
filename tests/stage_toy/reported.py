"""What a game of the toy came to, as it tells the core: rounds, and which of its stands are left."""

from collections.abc import Mapping
from typing import Final

from app.games.reports import Reports, StrengthLeft
from tests.stage_toy.served import CHAPTERS
from tests.stage_toy.state import SIDES, State


def _strengths(state: State) -> Mapping[str, StrengthLeft]:
    """All that stand with two stands a side, as the toy begins where no band names them."""
    begun = {name: side for side in SIDES for name in State().stands[side]}
    return {name: StrengthLeft(side, name, side, 1, int(name in state.stands[side])) for name, side in begun.items()}


REPORTS: Final = Reports(
    what="stands",
    played=lambda _state: "",
    span=lambda state: f"Round {state.round}",
    strengths=_strengths,
    given=lambda _state: (),
    dice=CHAPTERS.dice,
)
