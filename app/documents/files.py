"""What is the same in every open document, whatever it is of: its version, its names, how a newer one is saved."""

import json
from collections.abc import Callable, Mapping
from typing import Annotated, Any, Final, Generic, TypeVar

import msgspec

from app.games import problems
from app.games.plain_words import plain_words
from app.games.problems import HttpAnswer, Problem, problem
from rules.kernel.documents import MOST_NAMES, Misfit, NotFitting
from rules.kernel.values import dataclass

F = TypeVar("F")
LONGEST_TOLD: Final = 80
"""How much of a name that somebody else gave is said again, in letters."""


@dataclass(frozen=True, slots=True)
class OpenFile(Generic[F]):
    """A kind of open document: what `a_saved` one is called, and in which `form` its file is read.

    `misread` says of a reader's complaint about some bytes what does not fit. `of_unnamed`: what it is of which other
    systems have their own, where one that names another system than `system` is none of these.
    """

    a_saved: str
    form: type[F]
    format: str
    version: int
    most_bytes: int
    misread: Callable[[Exception, bytes], Misfit]
    of_unnamed: str = ""
    system: str = ""

    def read(self, data: bytes) -> F:
        """The file as it was written, its form looked at and nothing else. Raises NotFitting."""
        if len(data) > self.most_bytes:
            most = f"a document of at most {self.most_bytes // 1000} kB"
            raise _whole(f"it is {len(data) // 1000} kB long", most)
        _refuse_other_versions(data, (self.format, self.version), f"{self.a_saved} that was saved here")
        if self.of_unnamed:
            _refuse_systems(data, self.of_unnamed, self.system)
        try:
            file = msgspec.json.decode(data, type=self.form)
        except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as wrong:
            raise NotFitting(self.misread(wrong, data)) from wrong
        _refuse_doubled_names(data)
        return file


def alike(value: object, kind: type[F]) -> F:
    """The same as another kind whose fields have the same names, such as a part of a file and what the rules make of
    it.
    """
    return msgspec.convert(value, kind, from_attributes=True)


def written_alike(file: msgspec.Struct) -> bytes:
    """The bytes of a file, always the same for the same file."""
    return msgspec.json.format(msgspec.json.encode(file), indent=1) + b"\n"


def _whole(because: str, instead: str) -> NotFitting:
    return NotFitting(Misfit("", because, instead))


class _Kind(msgspec.Struct, frozen=True):
    format: str = ""
    version: int = 0


class _System(msgspec.Struct, frozen=True):
    system: str = ""


def _refuse_other_versions(data: bytes, wanted: tuple[str, int], instead: str) -> None:
    """Before anything else: what another version means by its fields is not known here. Raises NotFitting."""
    try:
        kind = msgspec.json.decode(data, type=_Kind)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        return
    if (kind.format, kind.version) != wanted:
        found = f"{kind.format} {kind.version}" if kind.format else "no document that names its format"
        raise _whole(f"this is {found[:80]}, and only {wanted[0]} {wanted[1]} can be read", instead)


def _refuse_systems(data: bytes, what: str, own: str) -> None:
    """Refuse a document that names another system than its own. Raises NotFitting."""
    try:
        named = msgspec.json.decode(data, type=_System).system
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        return
    if named and named != own:
        right = f"bring it in where the {what}s of its rule book are kept"
        raise _whole(f"this is a {what} of {named[:LONGEST_TOLD]}", right)


def _refuse_doubled_names(data: bytes) -> None:
    """Of a name that stands twice in one object each program would take another. Raises NotFitting."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len(pairs) > MOST_NAMES:
            raise _whole(f"{len(pairs)} names stand in the same place", f"at most {MOST_NAMES}")
        made = dict(pairs)
        if len(made) < len(pairs):
            twice = next(name for number, (name, _) in enumerate(pairs) if name in dict(pairs[:number]))[:LONGEST_TOLD]
            raise _whole(f"{twice} stands twice in the same place", f"one {twice}")
        return made

    try:
        json.loads(data, object_pairs_hook=once)
    except NotFitting:
        raise
    except (ValueError, RecursionError):
        # This reader gives up on nesting and on numbers of thousands of digits sooner than the one before it.
        raise _whole("this is no whole JSON, or it is nested too deeply", "JSON as the pages send it") from None


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
