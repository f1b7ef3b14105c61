"""The facts of a question as a JSON schema, from which programs write their requests."""

from collections.abc import Mapping
from typing import Any, Final

from app.lookups.describing import FactTold, Kind

TYPES: Final[Mapping[Kind, str]] = {
    "word": "string",
    "text": "string",
    "number": "number",
    "whole number": "integer",
    "yes or no": "boolean",
}
AROUND: Final = ("description", "examples", "default")


def facts_schema(facts: tuple[FactTold, ...]) -> dict[str, Any]:
    """Nothing beside these facts is taken; what is not required may be left out."""
    return {
        "type": "object",
        "additionalProperties": False,
        "required": [one.name for one in facts if one.required],
        "properties": {one.name: _fact(one) for one in facts},
    }


def _fact(one: FactTold) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "array", "items": _value(one)} if one.listed else _value(one)
    bound = f"; told of {' and '.join(one.told_of)} only" if one.told_of else ""
    schema["description"] = (f"{one.says} ({one.unit})" if one.unit else one.says) + bound
    if one.fewest:
        schema["minItems"] = one.fewest
    if one.example is not None:
        schema["examples"] = [one.example]
    if not one.required:
        schema["default"] = one.default
    # Left out and null are the same where nothing is what counts.
    return schema if one.required or one.default is not None else _or_null(schema)


def _value(one: FactTold) -> dict[str, Any]:
    if one.kind == "facts":
        return facts_schema(one.facts)
    ends = {"enum": list(one.words) or None, "minimum": one.least, "maximum": one.most}
    return {"type": TYPES[one.kind], **{name: end for name, end in ends.items() if end is not None}}


def _or_null(schema: dict[str, Any]) -> dict[str, Any]:
    inner = {name: part for name, part in schema.items() if name not in AROUND}
    outer = {name: part for name, part in schema.items() if name in AROUND}
    return {"anyOf": [inner, {"type": "null"}], **outer}
