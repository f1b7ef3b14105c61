"""Requests about tables as they can be sent, for the description of the service."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from app.documents.described import PLACE, body, body_of_save, file_of, one, sample
from app.tabletops.document import TableFile

SMALL_TABLE: Final = sample(__file__, "small_table")
NEW: Final = one("usual", "Six feet by four", {"name": "Our table", "width_cm": 120, "depth_cm": 180})
NAMED: Final = one("named", "A name", {"name": "Mons, our way"})
COPIED: Final = one("named", "A name", {"name": "Mons, our way"})
FILE: Final = one("small", "A wood and a road", SMALL_TABLE)
SAVE: Final = one("changed", "What was drawn over revision 1", {"revision": 1, "document": SMALL_TABLE})
DOCUMENT: Final[Mapping[str, Any]] = {"$ref": PLACE.format(name=TableFile.__name__)}
BODY_OF_A_TABLE: Final = body(DOCUMENT, FILE, "what `one_tabletop` gave, here or on another server")
BODY_OF_A_SAVE: Final = body_of_save(
    DOCUMENT, SAVE, "the whole table as it shall be, and which revision it was made from"
)
FILE_OF_A_TABLE: Final = file_of(DOCUMENT)


def components() -> dict[str, Any]:
    """The document and what stands inside of it, as schemas."""
    _, inside = msgspec.json.schema_components((TableFile,), ref_template=PLACE)
    return dict(inside)
