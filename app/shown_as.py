"""What the service shows of a value: the fields of an answer are filled from those of the same names."""

from typing import Any, TypeVar

from pydantic import BaseModel

Shown = TypeVar("Shown", bound=BaseModel)


def shown_as(kind: type[Shown], of: object, **more: Any) -> Shown:
    """An answer of its kind, filled from what `of` has under its names, parts within it likewise; `more` is told."""
    found = {name: getattr(of, name) for name in kind.model_fields if name not in more}
    return kind.model_validate({**found, **more}, from_attributes=True)
