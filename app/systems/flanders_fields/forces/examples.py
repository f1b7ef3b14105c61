"""Requests about forces as they can be sent, for the description of the service."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from app.documents.described import PLACE, Examples, body, body_of_save, file_of, one, sample
from app.systems.flanders_fields import data
from app.systems.flanders_fields.forces.changes import Change
from app.systems.flanders_fields.forces.document import ForceFile

SMALL_FORCE: Final = sample(data.__file__, "small_force")
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
NAMED: Final = one("named", "A name", {"name": "62nd Brigade, reduced"})
FILE: Final = one("small", "A brigade with one battalion", SMALL_FORCE)
SAVE: Final = one("changed", "What was made of revision 1", {"revision": 1, "document": SMALL_FORCE})
CHANGES: Final = (
    {"kind": "grade", "of": "1.2", "grade": "experienced"},
    {"kind": "allow", "clause": "FF-QLM-18", "reason": "rested since Loos"},
    {"kind": "add", "table": "attached", "part": "medium_mortar", "to": "1"},
)
CHANGE: Final = one(
    "graded",
    "Another grade, a rule set aside, a mortar attached",
    {"revision": 1, "document": SMALL_FORCE, "changes": list(CHANGES)},
)
DOCUMENT: Final[Mapping[str, Any]] = {"$ref": PLACE.format(name=ForceFile.__name__)}
BODY_OF_A_FORCE: Final = body(DOCUMENT, FILE, "what `file_of_force` gave, here or on another server")
KINDS: Final = tuple(Change.__args__)
ANY_CHANGE: Final[Mapping[str, Any]] = {
    "type": "array",
    "minItems": 1,
    "maxItems": 40,
    "description": "what is to be done to it, one after the other",
    "items": {"anyOf": [{"$ref": PLACE.format(name=f"force.{kind.__struct_config__.tag}")} for kind in KINDS]},
}
BODY_OF_A_SAVE: Final = body_of_save(
    DOCUMENT, SAVE, "the whole force as it shall be, and which revision it was made from"
)
BODY_OF_A_CHANGE: Final = body_of_save(
    DOCUMENT,
    CHANGE,
    "the whole force as it was, which revision that is, and what is to be done to it",
    changes=dict(ANY_CHANGE),
)
FILE_OF_A_FORCE: Final = file_of(DOCUMENT)


def components() -> dict[str, Any]:
    """The document, the changes by their kinds, and what stands inside of them, as schemas."""
    places, inside = msgspec.json.schema_components((ForceFile, *KINDS), ref_template=PLACE)
    found = dict(inside)
    for kind, place in zip(KINDS, places[1:], strict=True):
        found[f"force.{kind.__struct_config__.tag}"] = found.pop(place["$ref"].rpartition("/")[2])
    found["force.take_back"]["title"] = "TakeBack"  # as it was called first
    return found
