"""What things are called in sentences: stands, units, formations, dice, results. The words of all chapters use it."""

from typing import Final

from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.vocabulary import FireResult, Going, MoraleResult
from rules.kernel.cells import Allowance, Way
from rules.kernel.dice import Throw

RESULTS: Final = {
    FireResult.NO_EFFECT: "no effect",
    FireResult.SUPPRESSED: "suppressed",
    FireResult.KILLED: "killed",
}
MORALE: Final = {
    MoraleResult.ROUT: "routs and leaves the table",
    MoraleResult.HOLDS: "holds",
}


def morale_words(result: MoraleResult, retreat_cm: float) -> str:
    """What a battalion does after its morale test: 'retreats 20 cm, suppressed'."""
    return MORALE.get(result) or f"retreats {retreat_cm:g} cm, suppressed"


def die(throw: Throw) -> str:
    """A die and whose it was."""
    return f"die {throw.pips}" + (", rolled here" if throw.source == "rolled" else "")


def moves_words(allowance: Allowance) -> str:
    """What a move over ground allows: 'moves up to 20 cm'."""
    if allowance.way is Way.DISTANCE:
        return f"moves up to {allowance} cm"
    return "crosses freely" if allowance.way is Way.FREE else f"begins a crossing that takes {allowance}"


def going_words(going: Going) -> str:
    """The ground it goes over."""
    return going.replace("_", " ")


def stand_name(state: GameState, stand: str) -> str:
    """A stand with its unit and battalion: '2nd Platoon, A Company, 1st Battalion'."""
    one = state.stands[stand]
    if not one.unit:
        return one.name
    unit = unit_name(state, one.unit)
    return unit if one.name == state.units[one.unit].name else f"{one.name}, {unit}"


def unit_name(state: GameState, unit: str) -> str:
    """A unit with its battalion: 'A Company, 1st Battalion'."""
    one = state.units[unit]
    battalion = state.battalion_of(one)
    return f"{one.name}, {battalion.name}" if battalion else one.name


def formation_name(state: GameState, formation: str) -> str:
    """A battalion's or regiment's name."""
    return (state.battalions.get(formation) or state.regiments[formation]).name


def name_of(state: GameState, of: str) -> str:
    """What anything of a game is called that has an id; empty where it has no name."""
    if of in state.stands:
        return stand_name(state, of)
    if of in state.units:
        return unit_name(state, of)
    named = state.battalions.get(of) or state.regiments.get(of) or state.plan.barrage(of) or state.gas.cloud(of)
    return named.name if named else piece_name(state, of)


def piece_name(state: GameState, piece: str) -> str:
    """What a piece of the laid table is called; empty where it has no name, or there is none."""
    laid = state.ground.laid
    return next((one.name for one in laid.pieces if one.id == piece), "") if laid else ""
