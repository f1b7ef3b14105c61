"""What a game of 1418 says of itself when it is over: bounds, and the bases that each sub-unit has left."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from app.games.report import Reports, StrengthLeft
from app.lookups.words import month_words
from app.systems.earth_1418.stage.board import sheets
from rules.earth_1418.game.engine import CHAPTERS
from rules.earth_1418.game.state import BoundPhase, EarthState
from rules.earth_1418.game.system import SYSTEM
from rules.earth_1418.vocabulary import SEATING
from rules.kernel.seats import Role


def _span(state: EarthState) -> str:
    """The bound; what comes after the last one until somebody plays on is still of that."""
    is_over = state.is_played_out and state.phase is BoundPhase.COMMANDS
    return f"Bound {state.bound - is_over}" if state.facts else ""


def _strengths(state: EarthState) -> Mapping[str, StrengthLeft]:
    return {
        key: StrengthLeft(one.side, one.name, state.formations[one.formation].name, len(one.bases), one.living)
        for key, one in state.units.items()
    }


def _given(state: EarthState) -> Sequence[str]:
    """What the scenario gave or the players typed, each with its mark."""
    shown = sheets(dict(SYSTEM.view(state, Role.REFEREE))) if state.facts else []
    return [line.says for sheet in shown for line in sheet.lines]


def _verdict(state: EarthState) -> str:
    """Say what each side has left: neither the rule book nor a scenario of it has a condition of victory."""
    if not state.facts:
        return ""
    left = Counter[str]()
    began = Counter[str]()
    for one in state.units.values():
        left[one.side] += one.living
        began[one.side] += len(one.bases)
    told = [f"the {side} has {left[side]} of {began[side]} bases left" for side in SEATING.sides if began[side]]
    early = ""
    if state.facts.bounds is not None and not state.is_played_out:
        early = " The game was closed before its last bound."
    return f"The scenario sets no condition of victory: {', '.join(told)}.{early}"


REPORTS: Final = Reports(
    what="bases",
    played=lambda state: month_words(state.settled.date) if state.facts else "",
    span=_span,
    strengths=_strengths,
    given=_given,
    dice=CHAPTERS.dice,
    verdict=_verdict,
)
