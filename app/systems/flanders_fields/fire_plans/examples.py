"""Requests about fire plans as they can be sent, for the description of the service."""

from collections.abc import Mapping
from typing import Any, Final

from app.games.described import UNITS
from app.games.problems import JSON
from app.tabletops.examples import body
from rules.flanders_fields.fire_plan.document import FORMAT, VERSION, file_schema

Examples = Mapping[str, Any]

SMALL_PLAN: Final[Mapping[str, Any]] = {
    "format": FORMAT,
    "version": VERSION,
    "name": "Before dawn",
    "side": "attacker",
    "written_for": {"month": "1917-11", "nation": "british", "regiments": 2},
    "weapons": [{"id": "k3f", "name": "18-pounders", "kind": "field_gun", "at": [560, 1100], "where": "the mill"}],
    "gas": [{"id": "w8d", "kind": "denying", "delivery": "artillery", "turn": 2, "at": [300, 1400], "wind_deg": 45}],
}
NEW: Final[Examples] = {"attack": {"summary": "An attack", "value": {"name": "Before dawn", "side": "attacker"}}}
NEW_IN_A_GAME: Final[Examples] = {"ours": {"summary": "A name", "value": {"name": "Before dawn"}}}
NAMED: Final[Examples] = {"named": {"summary": "A name", "value": {"name": "Before dawn, without gas"}}}
FILE: Final[Examples] = {"small": {"summary": "A battery and a gas attack", "value": SMALL_PLAN}}
SAVE: Final[Examples] = {
    "changed": {"summary": "What was written over revision 1", "value": {"revision": 1, "document": SMALL_PLAN}}
}
SEAL: Final[Examples] = {
    "seal": {"summary": "Before anybody deploys", "value": {"command_id": "seal-1", "expected_seq": 0}}
}
NAME: Final = "fire-plan.{name}"
"""Schemas of a plan's file, which has a format and a version, are not those of commands."""
PLACE: Final = f"#/components/schemas/{NAME}"
DOCUMENT: Final[Mapping[str, Any]] = {"$ref": PLACE.format(name="WrittenPlan")}
BODY_OF_A_PLAN: Final = body(DOCUMENT, FILE, "what `one_fire_plan` gave, here or on another server")
BODY_OF_A_SAVE: Final = body(
    {
        "type": "object",
        "required": ["revision", "document"],
        "additionalProperties": False,
        "properties": {
            "revision": {"type": "integer", "minimum": 1, "description": "the revision that was changed"},
            "document": dict(DOCUMENT),
        },
    },
    SAVE,
    "the whole plan as it shall be, and which revision it was made from",
)
FILE_OF_A_PLAN: Final[dict[str, Any]] = {"content": {JSON: {"schema": dict(DOCUMENT)}}}


def components() -> dict[str, Any]:
    """The document and what stands inside of it, as schemas."""
    return {NAME.format(name=name): _with_units(schema) for name, schema in file_schema(PLACE)["$defs"].items()}


def _with_units(schema: dict[str, Any]) -> dict[str, Any]:
    for name, told in schema.get("properties", {}).items():
        unit = next((unit for ending, unit in UNITS.items() if name.endswith(ending)), "")
        if unit:
            told["description"] = f"{told['description']} ({unit})"
    return schema
