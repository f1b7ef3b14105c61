"""The rolling barrage in sentences."""

from collections.abc import Iterator
from typing import Final

from rules.flanders_fields.barrages.game.events import (
    BarrageAdvanced,
    BarrageEvent,
    BarrageFell,
    BarrageLifted,
    BarrageRisked,
    BarrageRolled,
    BarrageTurnsRolled,
    How,
    Struck,
)
from rules.flanders_fields.barrages.game.state import BarragePiece
from rules.flanders_fields.barrages.game.view import barrage_card
from rules.flanders_fields.game.naming import RESULTS, stand_name
from rules.flanders_fields.game.naming import die as die_text
from rules.flanders_fields.game.state import GameState
from rules.kernel.chapters import Telling

MET = {
    How.SWEPT: "falls",
    How.MOVED_IN: "catches those who move into it",
    How.TOO_CLOSE: "catches those too close behind it",
}


def name_of_barrage(state: GameState, barrage: str) -> str:
    """What the plan calls it."""
    plan = state.plan.barrage(barrage)
    return plan.name if plan else barrage


def _within(name: str) -> str:
    """A name inside a sentence: 'the creeping barrage'."""
    return f"the {name[4:]}" if name.startswith("The ") else name


def says_barrage(state: GameState, event: BarrageEvent) -> str:
    """One plain sentence for the log."""
    name = name_of_barrage(state, event.barrage)
    match event:
        case BarrageTurnsRolled(die=thrown, turns=turns):
            return f"{name}: {die_text(thrown)}, it lasts {turns} turns"
        case BarrageAdvanced(pieces=pieces):
            return f"{name} {_moved(event)}: {'; '.join(_lies(piece) for piece in pieces)}"
        case BarrageLifted():
            return f"{name} lifts"
        case BarrageFell(how=how, struck=struck):
            return f"{name} {MET[how]}: {'; '.join(_hits(state, struck))}"
        case BarrageRolled():
            return f"{name}: every stand under it has been rolled for"
        case BarrageRisked(stand=stand, distance_cm=distance, die=thrown, at_risk=at_risk):
            outcome = "at risk" if at_risk else "safe"
            return f"{stand_name(state, stand)}, {distance:g} cm behind {_within(name)}: {die_text(thrown)}, {outcome}"


def _moved(event: BarrageAdvanced) -> str:
    if event.laid:
        return "comes down"
    if not event.went_cm:
        return "halts"
    return f"rolls {'on' if event.went_cm > 0 else 'back'} by {abs(event.went_cm):g} cm"


def _lies(piece: BarragePiece) -> str:
    which = f"piece {piece.piece} " if piece.piece else ""
    return f"{which}{piece.rear_cm:g} to {piece.front_cm:g} cm up the table"


def _hits(state: GameState, struck: tuple[Struck, ...]) -> Iterator[str]:
    for one in struck:
        edge = " at its edge" if one.stops_at_edge else ""
        yield f"{stand_name(state, one.stand)} {RESULTS[one.result] if one.dice else 'does not roll'}{edge}"


def name_of_deed(state: GameState, event: BarrageEvent) -> str:
    """The name of the deed on the button that takes it back."""
    name = _within(name_of_barrage(state, event.barrage))
    match event:
        case BarrageTurnsRolled():
            return f"how long {name} lasts"
        case BarrageAdvanced():
            return f"the advance of {name}"
        case BarrageFell(struck=(one,)):
            return f"the die for {stand_name(state, one.stand)} under {name}"
        case BarrageFell():
            return f"the dice under {name}"
        case BarrageRisked(stand=stand):
            return f"the risk of {stand_name(state, stand)}"
        case _:
            return says_barrage(state, event)


TOLD: Final = Telling(says_barrage, name_of_deed, barrage_card)
