"""Schemas of commands and game files for the OpenAPI description."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from app.games.export import ExportFile
from app.games.json_codec import COMMAND_ID, MOST_KNOWN, MOST_ORIGINS, System
from app.http.problem_details import JSON
from app.randomness import LOTS
from rules.kernel.dice import Throw
from rules.kernel.prompts import Origin
from rules.kernel.seats import Role

PLACE: Final = "#/components/schemas/{name}"
UNITS: Final[Mapping[str, str]] = {
    "_cm": "centimetres, one decimal at most",
    "_mm": "mm, whole",
    "_deg": "degrees",
}
ENVELOPE: Final[Mapping[str, Any]] = {
    "type": "object",
    "title": "Envelope",
    "description": "A command, its own name, and what its device had seen when it was written.",
    "required": ["command_id", "expected_seq", "command"],
    "additionalProperties": False,
    "properties": {
        "command_id": {
            "type": "string",
            "pattern": f"^{COMMAND_ID.pattern}$",
            "description": "made by the device; a command sent again under its name happens once",
        },
        "expected_seq": {
            "type": "integer",
            "minimum": 0,
            "description": "the newest number this device has seen, in its seat's own numbering",
        },
        "command": {
            "type": "object",
            "description": "a die not yet thrown is {pips: 0, source: rolled}; one from the table its face; "
            "a table of the library may be named in place of a whole one: {id: its id}; dice of which only is told how "
            "often each face lies are {pips: a face, source: counted}, and the service deals them by lot",
        },
        "overrule": {"type": "string", "description": "the clause of a refusal that is set aside"},
        "reason": {"type": "string", "description": "why it is set aside, for the log"},
        "origins": {
            "type": "object",
            "maxProperties": MOST_ORIGINS,
            "additionalProperties": {"type": "string", "enum": [one.value for one in Origin]},
            "description": "where values of the command came from, by their places in it; what has none was measured",
            "examples": [{"shots.0.cover": "map"}],
        },
        "prompts": {
            "type": "string",
            "description": "the `prompts` of the answer of `asks` that this command was made of, empty for a command "
            "that asks nothing, answers or withdraws a request, or takes a deed back: it is carried out although the "
            "table has moved on, if no later event has the same unit, target, place or step and it is still offered "
            "with the same prompts",
        },
        "knows": {
            "type": "array",
            "maxItems": MOST_KNOWN,
            "items": {"type": "string"},
            "description": "with `prompts`: commands of this device, by their ids, that were carried out since "
            "`expected_seq` and do not count as later events",
        },
    },
}
LOT: Final[Mapping[str, Any]] = {
    "type": "integer",
    "minimum": LOTS[0],
    "maximum": LOTS[-1],
    "default": LOTS[0],
    "description": "of dice told by count: which of them are dealt among each other",
}
FILE: Final[Mapping[str, Any]] = {"schema": {"$ref": PLACE.format(name=ExportFile.__name__)}}
FILE_OF_A_GAME: Final[dict[str, Any]] = {"content": {JSON: FILE}}
BODY_OF_AN_IMPORT: Final[dict[str, Any]] = {
    "requestBody": {"required": True, "description": "what `export` gave, here or on another server", **FILE_OF_A_GAME}
}
BODY_OF_A_COMMAND: Final[dict[str, Any]] = {"requestBody": {"required": True, "content": {JSON: {"schema": ENVELOPE}}}}


def components_of(systems: Mapping[str, System]) -> dict[str, Any]:
    """Every command by system and kind, what stands inside of them, and the file of a game."""
    kinds = {_name(system, kind): made for system in systems.values() for kind, made in system.commands.items()}
    places, inside = msgspec.json.schema_components(
        (*kinds.values(), ExportFile), schema_hook=_anything, ref_template=PLACE
    )
    found = [str(place["$ref"]).rpartition("/")[2] for place in places]
    # Commands that several systems share stand under the name of each.
    commands = {name: _command(name, inside[place]) for name, place in zip(kinds, found, strict=False)}
    for place in dict.fromkeys(found[: len(kinds)]):
        inside.pop(place)
    # What a device may say of a die beside what is kept of it.
    inside[Throw.__name__]["properties"]["lot"] = LOT
    for schema in (*inside.values(), *commands.values()):
        _add_units(schema)
    return {**inside, **commands}


def any_command(systems: Mapping[str, System]) -> dict[str, Any]:
    """A command of any kind of any of the systems. What they share, which is of the record, is told once."""
    names: dict[str, str] = {}
    for system in systems.values():
        for kind in system.commands:
            names.setdefault(kind, _name(system, kind))
    return {"oneOf": [{"$ref": PLACE.format(name=name)} for name in names.values()]}


def _name(system: System, kind: str) -> str:
    return f"{system.key}.{kind}"


def _command(name: str, schema: Mapping[str, Any]) -> dict[str, Any]:
    kind = name.rpartition(".")[2]
    fields = {"kind": {"type": "string", "const": kind}, **schema["properties"], **_documents(schema)}
    return {
        **schema,
        "title": kind,
        "required": ["kind", *schema["required"]],
        "properties": fields,
        "additionalProperties": False,
    }


def _documents(schema: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that take an open document in place of what the rules make of it."""
    own = schema["properties"].get("own")
    return {"own": {"anyOf": [{"$ref": PLACE.format(name="ScenarioFile")}, own]}} if own else {}


def _add_units(schema: Mapping[str, Any]) -> None:
    for name, told in schema.get("properties", {}).items():
        for ending, unit in UNITS.items():
            if name.endswith(ending):
                told.setdefault("description", unit)


def _anything(_kind: type) -> dict[str, Any]:
    return {"description": "a field of the command inside, which is judged like one of its own"}


def roles_of(systems: Mapping[str, System]) -> list[str]:
    """The words of every role that a request can name, the sides first."""
    sides = dict.fromkeys(side for system in systems.values() for side in system.seating.sides)
    return [*sides, *(role.value for role in Role)]


def name_seats(file: Mapping[str, Any], systems: Mapping[str, System]) -> None:
    """Say in the schemas of a game's file which words stand for seats: what systems call their sides, no type knows."""
    roles = roles_of(systems)
    words = {"role": sorted(roles), "audience": sorted({"all", *roles} - {Role.SPECTATOR.value})}
    for rows in ("CommandFacts", "EventFacts"):
        columns = file[rows]["properties"]
        columns.update({name: {"enum": of} for name, of in words.items() if name in columns})


def with_sides(told: Any, systems: Mapping[str, System]) -> Any:
    """A description whose examples name sides as the first system does: {first_side} and {last_side} are its own."""
    sides = next(([*system.seating.sides] for system in systems.values()), [Role.REFEREE.value])
    return _naming(told, {"{first_side}": sides[0], "{last_side}": sides[-1]})


def _naming(told: Any, sides: Mapping[str, str]) -> Any:
    if isinstance(told, dict):
        return {_naming(name, sides): _naming(one, sides) for name, one in told.items()}
    if isinstance(told, list):
        return [_naming(one, sides) for one in told]
    if isinstance(told, str):
        for word, side in sides.items():
            told = told.replace(word, side)
    return told
