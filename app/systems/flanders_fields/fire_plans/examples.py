"""Requests about fire plans as they can be sent, for the description of the service."""

from collections.abc import Mapping
from typing import Any, Final

from app.documents.described import body, body_of_save, file_of, one, sample
from app.games.described import UNITS
from app.systems.flanders_fields import data
from rules.flanders_fields.fire_plan.document import file_schema

SMALL_PLAN: Final = sample(data.__file__, "small_plan")
NEW: Final = one("attack", "An attack", {"name": "Before dawn", "side": "attacker"})
NEW_IN_A_GAME: Final = one("ours", "A name", {"name": "Before dawn"})
NAMED: Final = one("named", "A name", {"name": "Before dawn, without gas"})
FILE: Final = one("small", "A battery and a gas attack", SMALL_PLAN)
SAVE: Final = one("changed", "What was written over revision 1", {"revision": 1, "document": SMALL_PLAN})
SEAL: Final = one("seal", "Before anybody deploys", {"command_id": "seal-1", "expected_seq": 0})
NAME: Final = "fire-plan.{name}"
"""Schemas of a plan's file, which has a format and a version, are not those of commands."""
PLACE: Final = f"#/components/schemas/{NAME}"
DOCUMENT: Final[Mapping[str, Any]] = {"$ref": PLACE.format(name="WrittenPlan")}
BODY_OF_A_PLAN: Final = body(DOCUMENT, FILE, "what `one_fire_plan` gave, here or on another server")
BODY_OF_A_SAVE: Final = body_of_save(
    DOCUMENT, SAVE, "the whole plan as it shall be, and which revision it was made from"
)
FILE_OF_A_PLAN: Final = file_of(DOCUMENT)


def components() -> dict[str, Any]:
    """The document and what stands inside of it, as schemas."""
    return {NAME.format(name=name): _with_units(schema) for name, schema in file_schema(PLACE)["$defs"].items()}


def _with_units(schema: dict[str, Any]) -> dict[str, Any]:
    for name, told in schema.get("properties", {}).items():
        unit = next((unit for ending, unit in UNITS.items() if name.endswith(ending)), "")
        if unit:
            told["description"] = f"{told['description']} ({unit})"
    return schema
