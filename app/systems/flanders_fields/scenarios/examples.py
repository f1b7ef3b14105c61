"""Requests about scenarios as they can be sent, for the description of the service."""

from collections.abc import Mapping
from typing import Any, Final

from app.documents import described
from app.documents.described import PLACE, body, body_of_save, file_of, sample
from app.systems.flanders_fields import data

RAID: Final = sample(data.__file__, "raid")
FILE: Final = described.one("raid", "A brigade against a regiment", RAID)
SAVE: Final = described.one("changed", "What was written over revision 1", {"revision": 1, "document": RAID})
DOCUMENT: Final[Mapping[str, Any]] = {"$ref": PLACE.format(name="ScenarioFile")}
BODY_OF_A_SCENARIO: Final = body(DOCUMENT, FILE, "a scenario as an open document; docs/scenario-format.md")
BODY_OF_A_SAVE: Final = body_of_save(
    DOCUMENT, SAVE, "the whole scenario as it shall be, and which revision it was made from"
)
FILE_OF_A_SCENARIO: Final = file_of(DOCUMENT)


def components() -> dict[str, Any]:
    """The document and what stands inside of it, as schemas."""
    from app.systems.flanders_fields.scenarios.document import file_schema

    found: dict[str, Any] = file_schema(PLACE)["$defs"]
    return found
