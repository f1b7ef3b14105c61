"""Requests about scenarios as they can be sent, for the description of the service."""

from collections.abc import Mapping
from typing import Any, Final

from app.games.problems import JSON
from app.systems.flanders_fields.scenarios import FORMAT, VERSION
from app.tabletops.examples import PLACE, Examples, body

RAID: Final[Mapping[str, Any]] = {
    "format": FORMAT,
    "version": VERSION,
    "title": "A raid by night",
    "date": "1916-09",
    "situation": ["The brigade is to find out who holds the trenches opposite."],
    "origin": "Our own.",
    "turns": 4,
    "attacker": {
        "force": {"id": "british_1915:regiment"},
        "zones": [{"left_mm": 0, "near_mm": 0, "right_mm": 1200, "far_mm": 300}],
    },
    "defender": {
        "force": {"id": "german_1916:regiment"},
        "zones": [{"left_mm": 0, "near_mm": 700, "right_mm": 1200, "far_mm": 1450}],
    },
    "objectives": [{"name": "A prisoner", "side": "attacker", "points": 2}],
    "table": {"id": "somme-1916"},
}
FILE: Final[Examples] = {"raid": {"summary": "A brigade against a regiment", "value": RAID}}
DOCUMENT: Final[Mapping[str, Any]] = {"$ref": PLACE.format(name="ScenarioFile")}
BODY_OF_A_SCENARIO: Final = body(DOCUMENT, FILE, "a scenario as an open document; docs/scenario-format.md")


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
    {"changed": {"summary": "What was written over revision 1", "value": {"revision": 1, "document": RAID}}},
    "the whole scenario as it shall be, and which revision it was made from",
)
FILE_OF_A_SCENARIO: Final[dict[str, Any]] = {"content": {JSON: {"schema": dict(DOCUMENT)}}}


def components() -> dict[str, Any]:
    """The document and what stands inside of it, as schemas."""
    from app.systems.flanders_fields.scenarios.document import file_schema

    found: dict[str, Any] = file_schema(PLACE)["$defs"]
    return found
