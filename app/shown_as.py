"""Bodies of requests and answers: strict requests, and answers filled from values with the same names."""

from typing import Annotated, Any, Final, TypeVar

from fastapi import Body
from pydantic import BaseModel, ConfigDict

Shown = TypeVar("Shown", bound=BaseModel)
SMALL: Final = 4096
"""The largest body of a request without a document (bytes)."""


class Strict(BaseModel):
    """A body with nothing in it that we do not know, and no guessing of types."""

    model_config = ConfigDict(extra="forbid", strict=True)


class NothingMore(Strict):
    """An empty object: the address says it all, and whatever changes something is sent as JSON."""


Decided = Annotated[
    NothingMore, Body(openapi_examples={"decided": {"summary": "The address says what is decided", "value": {}}})
]


def shown_as(kind: type[Shown], of: object, **more: Any) -> Shown:
    """An answer of its kind, filled from what `of` has under its names, parts within it likewise; `more` is told."""
    found = {name: getattr(of, name) for name in kind.model_fields if name not in more}
    return kind.model_validate({**found, **more}, from_attributes=True)
