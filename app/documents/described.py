"""How documents stand in the description of the service: their place, the bodies that bring them, samples of them."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from app.games.problems import JSON

Examples = Mapping[str, Any]
PLACE: Final = "#/components/schemas/{name}"
"""Where the schema of a document's part stands."""
REVISION: Final = {"type": "integer", "minimum": 1, "description": "the revision that was changed"}


def sample(beside: str, name: str) -> dict[str, Any]:
    """What a file beside a module holds, as it can be sent; a new value each time."""
    found: dict[str, Any] = json.loads(Path(beside).with_name(f"{name}.json").read_text(encoding="utf-8"))
    return found


def one(name: str, summary: str, value: Any) -> Examples:
    """A single example under its name."""
    return {name: {"summary": summary, "value": value}}


def body(schema: Mapping[str, Any], examples: Examples, says: str) -> dict[str, Any]:
    """A body which the route reads itself."""
    content = {JSON: {"schema": dict(schema), "examples": dict(examples)}}
    return {"requestBody": {"required": True, "description": says, "content": content}}


def exactly(properties: Mapping[str, Any]) -> dict[str, Any]:
    """An object of exactly these."""
    return {
        "type": "object",
        "required": list(properties),
        "additionalProperties": False,
        "properties": dict(properties),
    }


def body_of_save(document: Mapping[str, Any], examples: Examples, says: str, **more: Any) -> dict[str, Any]:
    """The body that keeps a document: which revision was changed, the whole of it, and what else is told."""
    return body(exactly({"revision": REVISION, "document": dict(document), **more}), examples, says)


def file_of(document: Mapping[str, Any]) -> dict[str, Any]:
    """The answer that is the document itself."""
    return {"content": {JSON: {"schema": dict(document)}}}
