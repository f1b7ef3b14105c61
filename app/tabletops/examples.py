"""Requests about tables as they can be sent, for the description of the service."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from app.games.problems import JSON
from app.tabletops.document import FORMAT, VERSION, TableFile

Examples = Mapping[str, Any]

SMALL_TABLE: Final[Mapping[str, Any]] = {
    "type": "FeatureCollection",
    "format": FORMAT,
    "version": VERSION,
    "name": "A wood and a road",
    "width_mm": 1200,
    "depth_mm": 1800,
    "features": [
        {
            "type": "Feature",
            "id": "wood-1",
            "geometry": {"type": "Polygon", "coordinates": [[[200, 600], [500, 600], [350, 900], [200, 600]]]},
            "properties": {"sort": "area", "kind": "wood", "name": "Bois Rond"},
        },
        {
            "type": "Feature",
            "id": "road-1",
            "geometry": {"type": "LineString", "coordinates": [[600, 0], [650, 900], [600, 1800]]},
            "properties": {"sort": "road", "name": "High road", "width_mm": 20},
        },
    ],
}
NEW: Final[Examples] = {
    "usual": {"summary": "Six feet by four", "value": {"name": "Our table", "width_cm": 120, "depth_cm": 180}}
}
NAMED: Final[Examples] = {"named": {"summary": "A name", "value": {"name": "Mons, our way"}}}
FILE: Final[Examples] = {"small": {"summary": "A wood and a road", "value": SMALL_TABLE}}
SAVE: Final[Examples] = {
    "changed": {
        "summary": "What was drawn over revision 1",
        "value": {"revision": 1, "document": SMALL_TABLE},
    }
}


def body(schema: Mapping[str, Any], examples: Examples, says: str) -> dict[str, Any]:
    """A body which the route reads itself, for the description."""
    content = {JSON: {"schema": dict(schema), "examples": dict(examples)}}
    return {"requestBody": {"required": True, "description": says, "content": content}}


PLACE: Final = "#/components/schemas/{name}"
DOCUMENT: Final[Mapping[str, Any]] = {"$ref": PLACE.format(name=TableFile.__name__)}
BODY_OF_A_TABLE: Final = body(DOCUMENT, FILE, "what `one_tabletop` gave, here or on another server")
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
    "the whole table as it shall be, and which revision it was made from",
)
FILE_OF_A_TABLE: Final[dict[str, Any]] = {"content": {JSON: {"schema": dict(DOCUMENT)}}}


def components() -> dict[str, Any]:
    """The document and what stands inside of it, as schemas."""
    _, inside = msgspec.json.schema_components((TableFile,), ref_template=PLACE)
    return dict(inside)
