"""What the log says where the players measured otherwise than the map (they decide: principle 5)."""

from collections.abc import Iterator
from typing import Final

from rules.flanders_fields.game.naming import stand_name
from rules.flanders_fields.game.outcomes import FromMap, MapValue, Reasons
from rules.flanders_fields.game.registry import event_specs
from rules.flanders_fields.game.state import GameState

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
