"""What is the same in every open document, whatever it is of: its version, its names, how a newer one is saved."""

import json
from collections.abc import Mapping
from typing import Annotated, Any, Final

import msgspec

from app.games import problems
from app.games.plain_words import plain_words
from app.games.problems import HttpAnswer, Problem, problem

MOST_NAMES: Final = 1_000
"""Far more than anything in a document has: looking for the one that stands twice shall not take long either."""
LONGEST_TOLD: Final = 80
"""How much of a name that somebody else gave is said again, in letters."""


class Unfitting(ValueError):
    """What is wrong with a document as a whole, and what would be right."""

    def __init__(self, because: str, instead: str) -> None:
        super().__init__(because)
        self.because = because
        self.instead = instead


class _Kind(msgspec.Struct, frozen=True):
    format: str = ""
    version: int = 0


class _System(msgspec.Struct, frozen=True):
    system: str = ""


def refuse_other_versions(data: bytes, wanted: tuple[str, int], instead: str) -> None:
    """Before anything else: what another version means by its fields is not known here. Raises Unfitting."""
    try:
        kind = msgspec.json.decode(data, type=_Kind)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        return
    if (kind.format, kind.version) != wanted:
        found = f"{kind.format} {kind.version}" if kind.format else "no document that names its format"
        raise Unfitting(f"this is {found[:80]}, and only {wanted[0]} {wanted[1]} can be read", instead)


def refuse_systems(data: bytes, what: str) -> None:
    """Of the documents that name no system: one that does is another's. Raises Unfitting."""
    try:
        named = msgspec.json.decode(data, type=_System).system
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        return
    if named:
        right = f"bring it in where the {what}s of its rule book are kept"
        raise Unfitting(f"this is a {what} of {named[:LONGEST_TOLD]}", right)


def refuse_doubled_names(data: bytes) -> None:
    """Of a name that stands twice in one object each program would take another. Raises Unfitting."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len(pairs) > MOST_NAMES:
            raise Unfitting(f"{len(pairs)} names stand in the same place", f"at most {MOST_NAMES}")
        made = dict(pairs)
        if len(made) < len(pairs):
            twice = next(name for number, (name, _) in enumerate(pairs) if name in dict(pairs[:number]))[:LONGEST_TOLD]
            raise Unfitting(f"{twice} stands twice in the same place", f"one {twice}")
        return made

    try:
        json.loads(data, object_pairs_hook=once)
    except Unfitting:
        raise
    except (ValueError, RecursionError):
        # This reader gives up on nesting and on numbers of thousands of digits sooner than the one before it.
        raise Unfitting("this is no whole JSON, or it is nested too deeply", "JSON as the pages send it") from None


class _Save(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    revision: Annotated[int, msgspec.Meta(ge=1)]
    document: msgspec.Raw


def read_save(body: bytes) -> tuple[int, bytes]:
    """What a page saves: the revision it had seen, and the document. Raises Problem: 422."""
    try:
        sent = msgspec.json.decode(body, type=_Save)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as wrong:
        raise Problem(problems.unreadable(*plain_words(wrong))) from wrong
    return sent.revision, bytes(sent.document)


def overtaken(what: str, instead: str, stands: Mapping[str, Any] | None = None) -> HttpAnswer:
    """A document was saved from elsewhere since the page that saves it now read it; `stands`: as it is there."""
    detail = f"{what} was saved from another page since it was opened here"
    more = {"stands": stands} if stands else {}
    return problem(409, "overtaken", "Saved from elsewhere", detail, instead=instead, **more)
