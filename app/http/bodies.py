"""Bodies of requests and answers, and the names of downloads."""

import unicodedata
from collections.abc import Sequence
from typing import Annotated, Any, Final, TypeVar
from urllib.parse import quote

from fastapi import Body
from pydantic import BaseModel, ConfigDict

# Bodies of requests and answers

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


# The names of downloads

LONGEST: Final = 80
"""How long a name is without its ending, in letters."""
MOST_NAMED: Final = 3
"""So many things are named one by one; of more the first ones, and how many more."""


def file_name(*parts: str, ending: str) -> str:
    """Return a file name of letters, digits and hyphens.

    >>> file_name("1st Brigade", "roster", ending="pdf")
    '1st-brigade-roster.pdf'
    """
    *first, last = [_slug(part) for part in parts]
    # What kind of file it is stays readable, however long the name before it is.
    room = max(0, LONGEST - len(last) - 1)
    before = "-".join(part for part in first if part)[:room].strip("-")
    return f"{'-'.join(part for part in (before, last) if part) or 'file'}.{ending}"


def things_named(keys: Sequence[str]) -> str:
    """Return the words for several things in one file: 'trial playsheet', 'roster plan and 4 more'."""
    if len(keys) <= MOST_NAMED:
        return " ".join(keys)
    named = keys[: MOST_NAMED - 1]
    return f"{' '.join(named)} and {len(keys) - len(named)} more"


def disposition(name: str) -> str:
    """Return the Content-Disposition of a download: its name in ASCII, and whole where that differs."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    stem, _, ending = plain.rpartition(".")
    told = f'attachment; filename="{stem.strip("-") or "file"}.{ending}"'
    return told if plain == name else f"{told}; filename*=UTF-8''{quote(name)}"


def _slug(words: str) -> str:
    """Return words in small letters with hyphens between them; any other sign goes."""
    whole = unicodedata.normalize("NFKC", words).lower()
    return "-".join("".join(one if one.isalnum() else " " for one in whole).split())[:LONGEST]
