"""Requests about forces as they can be sent, for the description of the service."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from app.games.problems import JSON
from app.systems.flanders_fields.forces.changes import Change
from app.systems.flanders_fields.forces.document import FORMAT, VERSION, ForceFile
from app.tabletops.examples import PLACE, Examples, body

SMALL_FORCE: Final[Mapping[str, Any]] = {
    "format": FORMAT,
    "version": VERSION,
    "name": "62nd Brigade",
    "nation": "british",
    "date": "1916-07",
    "elements": [
        {
            "id": "1",
            "table": "british_1915",
            "part": "infantry_brigade",
            "name": "62nd Brigade",
            "inside": [
                {"id": "1.1", "table": "british_1915", "part": "brigade_hq", "name": "Brigadier", "stands": 1},
                {
                    "id": "1.2",
                    "table": "british_1915",
                    "part": "infantry_battalion",
                    "name": "10th Lincolns",
                    "grade": "raw",
                    "inside": [
                        {
                            "id": "1.2.1",
                            "table": "british_1915",
                            "part": "battalion_hq",
                            "name": "Colonel",
                            "stands": 1,
                        },
                        {
                            "id": "1.2.2",
                            "table": "british_1915",
                            "part": "infantry_company",
                            "name": "A Company",
                            "stands": 4,
                        },
                    ],
                },
            ],
        }
    ],
    "allowed": [{"clause": "FF-QLM-18", "reason": "as it was at Loos"}],
}
NEW: Final[Examples] = {
    "division": {
        "summary": "A British division of the Somme with two brigades",
        "value": {
            "table": "british_1915",
            "date": "1916-07",
            "name": "21st Division",
            "choices": {"infantry_brigade": 2, "field_artillery_brigade": 2},
            "house_rules": [{"ruling": "GAP-09", "option": "four", "reason": "as we have always played"}],
        },
    }
}
NAMED: Final[Examples] = {"named": {"summary": "A name", "value": {"name": "62nd Brigade, reduced"}}}
FILE: Final[Examples] = {"small": {"summary": "A brigade with one battalion", "value": SMALL_FORCE}}
SAVE: Final[Examples] = {
    "changed": {"summary": "What was made of revision 1", "value": {"revision": 1, "document": SMALL_FORCE}}
}
CHANGES: Final = (
    {"kind": "grade", "of": "1.2", "grade": "experienced"},
    {"kind": "allow", "clause": "FF-QLM-18", "reason": "rested since Loos"},
    {"kind": "add", "table": "attached", "part": "medium_mortar", "to": "1"},
)
CHANGE: Final[Examples] = {
    "graded": {
        "summary": "Another grade, a rule set aside, a mortar attached",
        "value": {"revision": 1, "document": SMALL_FORCE, "changes": list(CHANGES)},
    }
}
DOCUMENT: Final[Mapping[str, Any]] = {"$ref": PLACE.format(name=ForceFile.__name__)}
BODY_OF_A_FORCE: Final = body(DOCUMENT, FILE, "what `file_of_force` gave, here or on another server")
REVISION: Final = {"type": "integer", "minimum": 1, "description": "the revision that was changed"}
KINDS: Final = tuple(Change.__args__)
ANY_CHANGE: Final[Mapping[str, Any]] = {
    "type": "array",
    "minItems": 1,
    "maxItems": 40,
    "description": "what is to be done to it, one after the other",
    "items": {"anyOf": [{"$ref": PLACE.format(name=f"force.{one.__struct_config__.tag}")} for one in KINDS]},
}


def _of(properties: Mapping[str, Any]) -> dict[str, Any]:
    """A body of exactly these."""
    return {
        "type": "object",
        "required": list(properties),
        "additionalProperties": False,
        "properties": dict(properties),
    }


BODY_OF_A_SAVE: Final = body(
    _of({"revision": REVISION, "document": dict(DOCUMENT)}),
    SAVE,
    "the whole force as it shall be, and which revision it was made from",
)
BODY_OF_A_CHANGE: Final = body(
    _of({"revision": REVISION, "document": dict(DOCUMENT), "changes": dict(ANY_CHANGE)}),
    CHANGE,
    "the whole force as it was, which revision that is, and what is to be done to it",
)
FILE_OF_A_FORCE: Final[dict[str, Any]] = {"content": {JSON: {"schema": dict(DOCUMENT)}}}


def components() -> dict[str, Any]:
    """The document, the changes by their kinds, and what stands inside of them, as schemas."""
    places, inside = msgspec.json.schema_components((ForceFile, *KINDS), ref_template=PLACE)
    found = dict(inside)
    for one, place in zip(KINDS, places[1:], strict=True):
        found[f"force.{one.__struct_config__.tag}"] = found.pop(place["$ref"].rpartition("/")[2])
    found["force.take_back"]["title"] = "TakeBack"  # as it was called first
    return found
