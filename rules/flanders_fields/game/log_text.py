"""Text of the log: names, sentences of events, overridden facts, and who may read it."""

from collections.abc import Iterator
from typing import Final

from rules.flanders_fields.game.concealment import knows, unseen
from rules.flanders_fields.game.outcomes import FromMap, MapValue, Reasons
from rules.flanders_fields.game.registry import chapters, event_specs, reveals_roll
from rules.flanders_fields.game.state.game import GameState
from rules.flanders_fields.vocabulary import FireResult, Going, MoraleResult
from rules.kernel.dice import Throw
from rules.kernel.rule_modules import Event
from rules.kernel.seats import Audience, Role
from rules.kernel.tables import Allowance, Way

# What things are called in sentences. The words of all chapters use it

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


# What the log says where the players measured otherwise than the map (they decide

WORDS: Final = {
    "range_cm": "distance",
    "farthest_platoon_cm": "farthest platoon",
    "battalion_farthest_cm": "farthest platoon of the battalion",
    "front_trench_cm": "front trench",
    "own_trench_cm": "own front trench",
    "enemy_trench_cm": "enemy front trench",
    "from_position_cm": "distance from the position",
    "distance_cm": "distance behind the band",
    "began_cm": "distance where it began",
    "behind_cm": "distance behind the first target",
    "in_arc": "in the arc",
    "direct_sight": "seen",
    "own_sight": "sees the enemy itself",
    "firer_in_gas": "firer in gas",
    "slope": "slope",
    "spotter_sees_target": "the spotter sees the target",
    "spotter_sees_mortar": "the spotter sees the mortar",
    "battalion_cm": "distance from the point to its battalion",
    "passes_over": "another enemy comes first",
    "line_crosses": "on the line of fire",
    "overlap": "in the area",
    "going": "ground",
    "in_it": "in the work",
    "on_the_line": "on the line of the attack",
    "observed": "observed",
    "sees_target": "it sees an enemy there",
    "in_own_work": "in a work of its side",
    "ends": "where it ends",
    "off_table": "off the table",
    "at_start": "where the cloud began",
    "began_inside": "began in the cloud",
    "command_stand_sees": "a command stand sees the point",
    "apart_cm": "distance between the two",
    "at_wire": "at the wire",
    "way_cm": "way",
}
"""What a fact is called in a sentence, where its own name would not do."""


def overruled_words(state: GameState, event: object) -> str:
    """'; otherwise than the map: distance 12 cm, not 12.4 cm'; nothing where the map was followed."""
    overruled = [one for one in _of_event(event) if one.overruled]
    if not overruled:
        return ""
    said = dict.fromkeys(_told(state, one) for one in overruled)
    return f"; otherwise than the map: {', '.join(said)}"


def _of_event(event: object) -> Iterator[FromMap]:
    reasons = getattr(event, "reasons", None)
    if isinstance(reasons, Reasons):
        yield from reasons.map
    happening = event_specs().get(type(event))
    if happening and happening.map_of:
        yield from happening.map_of(event)
    for shot in getattr(event, "shots", ()):
        if isinstance(getattr(shot, "reasons", None), Reasons):
            yield from shot.reasons.map


def _told(state: GameState, one: FromMap) -> str:
    whose = f"{stand_name(state, one.of)}: " if one.of else ""
    name = WORDS.get(one.fact) or one.fact.removesuffix("_cm").replace("_", " ")
    return f"{whose}{name} {_value(one.fact, one.used)}, not {_value(one.fact, one.proposed)}"


def _value(fact: str, value: MapValue) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:g} cm" if fact.endswith("_cm") else f"{value:g}"
    return str(value).replace("_", " ")


# Log text


def undo_label(state: GameState, event: Event) -> str:
    """The name of a deed on the button that takes it back: its chapter names it, or the sentence does."""
    return chapters().name(state, event) or says(state, event)


def says(state: GameState, event: Event) -> str:
    """One plain sentence in the words of its chapter, and where the players measured otherwise than the map."""
    return f"{chapters().says(state, event)}{overruled_words(state, event)}"


# Who may know of an event, and of a roll by its name


def audience(state: GameState, event: Event) -> Audience:
    """Who may know of an event: a battalion still off the table is its own side's affair."""
    heard = chapters().heard(state, event)
    if heard is not None:
        return heard
    about = event_specs()[type(event)].about
    hidden = unseen(state, about(event) if about else "")
    return Audience(hidden.side.value) if hidden else Audience.ALL


def is_open_to(state: GameState, roll: str, role: Role) -> bool:
    """Whether a role may know of a roll: those for what is still off the table are its own side's."""
    if not all(reveals(state, roll, role) for reveals in reveals_roll()):
        return False
    hidden = unseen(state, roll.split("/")[1])
    return hidden is None or knows(role, hidden.side)
