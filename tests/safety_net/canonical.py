"""Values as canonical JSON without texts, and the map from old names to new ones."""

import dataclasses
import enum
import re
from collections.abc import Mapping, Sequence, Set
from fractions import Fraction
from typing import Any, Final

import msgspec

TEXT: Final = "~"
"""What stands for a text: texts are rewritten, and nothing is computed from them."""
IDENTIFIER: Final = re.compile(r"[a-z0-9][\w.:/@+|=,-]*|[A-Z0-9]+(-[A-Z0-9]+)+")
CLASS: Final = "class"
"""The key under which the class of a value is recorded."""

Json = Any


def canonical(value: object) -> Json:
    """Return a value as JSON: classes by name, sets in order, and `TEXT` for each string that is no identifier."""
    if isinstance(value, enum.Enum):
        return canonical(value.value)
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, float):
        return round(value, 9)
    if isinstance(value, str):
        return value if not value or IDENTIFIER.fullmatch(value) else TEXT
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, Mapping):
        return {str(canonical(key)): canonical(held) for key, held in value.items()}
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = {field.name: canonical(getattr(value, field.name)) for field in dataclasses.fields(value)}
        return {CLASS: type(value).__name__, **fields}
    if isinstance(value, Sequence) and hasattr(value, "_fields"):
        return {CLASS: type(value).__name__, **{name: canonical(getattr(value, name)) for name in value._fields}}
    if isinstance(value, Sequence):
        return [canonical(member) for member in value]
    if isinstance(value, Set):
        return sorted((canonical(member) for member in value), key=repr)
    if isinstance(value, msgspec.Struct):
        fields = {name: canonical(getattr(value, name)) for name in value.__struct_fields__}
        return {CLASS: type(value).__name__, **fields}
    raise TypeError(f"no JSON for {type(value)}")


def renamed(value: Json, names: Mapping[str, str]) -> Json:
    """Return recorded JSON with each old name, as a key or as a whole string, replaced by its new one."""
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, list):
        return [renamed(member, names) for member in value]
    if isinstance(value, dict):
        return {names.get(key, key): renamed(held, names) for key, held in value.items()}
    return value
