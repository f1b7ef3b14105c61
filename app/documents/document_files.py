"""Files of saved documents: kinds, encodings, versions and names."""

import codecs
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Annotated, Any, Final, Generic, TypeVar

import msgspec

from app.documents.foreign_files import ForeignFile, PageLink, recognise_foreign
from app.games.export import FORMAT as GAME_FORMAT
from app.http import problem_details
from app.http.problem_details import HttpAnswer, Problem, plain_words, problem
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.serialization import MOST_NAMES, Misfit, NotFitting

# The kinds of files that are saved here

FORCE_FORMAT: Final = "beaten-zone-force"
"""The `format` of a force of any rule system."""
LONGEST_NAMED: Final = 40
"""How many letters of a name in a file are quoted in a message."""
WIDE_MARKS: Final = {
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
"""Encodings that are not read, by their byte order marks."""
WIDE_ZEROS: Final[Mapping[tuple[bool, ...], str]] = {
    (True, True, True, False): "utf-32-be",
    (False, True, True, True): "utf-32-le",
    (True, False, True, False): "utf-16-be",
    (False, True, False, True): "utf-16-le",
}
"""The same without a mark, by which of the first four bytes are zero: text begins with ASCII characters."""
AS_UTF_8: Final = "save it as UTF-8 in the editor, or choose the file as it was saved here"


@dataclass(frozen=True, slots=True)
class FileKind:
    """A kind of file that is saved here, and where it is imported."""

    what: str  # "a table"
    format: str  # the `format` that such a file states
    page: str  # the page that imports it
    bring: str  # the address that imports it
    opens: str  # the page of the imported document, with "{id}" for its id
    system: str = ""  # the `system` that such a file states; empty for a kind of every system
    unnamed_with: str = ""  # a file that states no system but has this field is of this kind


GAME: Final = FileKind("a game", GAME_FORMAT, "/", "/api/v1/games/import", "/games/{id}")
TABLE: Final = FileKind("a table", "beaten-zone-table", "/tables", "/api/v1/tables/import", "/tables/{id}")


class WrongFile(ValueError):
    """A file that cannot be imported here.

    Attributes:
        because: what the file is.
        instead: what the player can do.
        kind: the kind of file, if it is one of ours that is imported elsewhere.
        page: the page where the player can go on, for a file of another program.
    """

    def __init__(self, because: str, instead: str, kind: FileKind | None = None, page: PageLink | None = None) -> None:
        super().__init__(f"{because}; {instead}")
        self.because = because
        self.instead = instead
        self.kind = kind
        self.page = page


_SOURCES: Final[list[Callable[[], Iterable[FileKind]]]] = []


def add_file_kinds(source: Callable[[], Iterable[FileKind]]) -> None:
    """Add the kinds of the rule systems. The source is asked when a file is read, so that no start loads a system."""
    _SOURCES.append(source)


def file_kinds() -> Sequence[FileKind]:
    """Return every kind of file that is saved here, of the core and of each rule system."""
    return (GAME, TABLE, *chain.from_iterable(source() for source in _SOURCES))


def file_bytes(data: bytes, wanted: FileKind) -> bytes:
    """Return the UTF-8 text of a file without its byte order mark.

    A file that is not recognised is returned as it is: the reader of its kind says what is wrong with it.

    Raises:
        WrongFile: the file is empty, cut off, in another encoding, of another program, or is imported elsewhere.
    """
    text = data
    while text.startswith(codecs.BOM_UTF8):
        text = text.removeprefix(codecs.BOM_UTF8)
    if not text.strip():
        raise WrongFile("this file is empty", f"choose {wanted.what} that was saved here")
    if encoding := _wide_encoding(text):
        raise WrongFile(f"this file is text in {encoding[:6].upper()}", AS_UTF_8)
    fields = _fields(text)
    own = _own_kind(fields)
    if own is wanted:
        _refuse_other_encodings(text)
        return text
    if own is not None:
        raise WrongFile(f"this is {own.what}, and {wanted.what} belongs here", f"bring it in as {own.what}", own)
    foreign = None if "format" in fields else recognise_foreign(text)
    if foreign is not None:
        raise _of_another_program(foreign, wanted)
    _refuse_other_encodings(text)
    if _is_cut_off(text):
        raise WrongFile("this file is not whole: it ends in the middle", f"choose {wanted.what} that was saved here")
    return text


def read_path(path: Path, wanted: FileKind) -> bytes:
    """Return the text of a file like `file_bytes`. Raises WrongFile, and OSError if it cannot be opened."""
    return file_bytes(path.read_bytes(), wanted)


def wrong_file_problem(wrong: WrongFile) -> HttpAnswer:
    """Return the answer to a wrong file: `belongs` says where one of ours is imported, `see` where to go on."""
    more: dict[str, object] = {}
    if wrong.kind is not None:
        kind = wrong.kind
        more["belongs"] = {"what": kind.what, "bring": kind.bring, "opens": kind.opens, "page": kind.page}
    elif wrong.page is not None:
        more["see"] = {"page": wrong.page.page, "says": wrong.page.says}
    title = "Not a file that is read here"
    return problem(422, "unreadable", title, wrong.because, field="", instead=wrong.instead, **more)


def _wide_encoding(data: bytes) -> str:
    """Return the name of the encoding of text in UTF-16 or UTF-32; empty for anything else."""
    marked = next((encoding for mark, encoding in WIDE_MARKS.items() if data.startswith(mark)), "")
    encoding = marked or WIDE_ZEROS.get(tuple(byte == 0 for byte in data[:4]), "")
    try:
        # A film may begin with zeros too, but it is no text in that encoding.
        data.decode(encoding or "utf-8")
    except UnicodeDecodeError:
        return marked
    return encoding


def _of_another_program(foreign: ForeignFile, wanted: FileKind) -> WrongFile:
    because = f"this is {foreign.what}, and {wanted.what} belongs here"
    return WrongFile(because, foreign.instead, page=foreign.page)


def _fields(text: bytes) -> Mapping[str, msgspec.Raw]:
    """Return the fields of a JSON object as they are written; empty if the text is no object."""
    try:
        return msgspec.json.decode(text, type=dict[str, msgspec.Raw])
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        return {}


def _is_cut_off(text: bytes) -> bool:
    """Return whether a JSON text ends before its last bracket, as after a download that broke off."""
    try:
        msgspec.json.decode(text)
    except (msgspec.MsgspecError, RecursionError) as wrong:
        return str(wrong) == "Input data was truncated"
    return False


def _word(fields: Mapping[str, msgspec.Raw], name: str) -> str | None:
    """Return the text of a field; None if it is missing or no text."""
    try:
        return msgspec.json.decode(fields[name], type=str)
    except (KeyError, msgspec.MsgspecError):
        return None


def _own_kind(fields: Mapping[str, msgspec.Raw]) -> FileKind | None:
    """Return the kind of ours that a file states. Raises WrongFile for one of an unknown rule system."""
    written, system = _word(fields, "format"), _word(fields, "system")
    kinds = [kind for kind in file_kinds() if kind.format == written]
    for kind in kinds:
        is_unnamed = "system" not in fields and kind.unnamed_with in fields
        if not kind.system or kind.system == system or is_unnamed:
            return kind
    if kinds and system is not None:
        known = " or ".join(kind.what for kind in kinds)
        because = f"this file is for the rule system {system[:LONGEST_NAMED]!r}, which has none of its kind here"
        raise WrongFile(because, f"choose {known}")
    return None


def _refuse_other_encodings(text: bytes) -> None:
    try:
        text.decode("utf-8")
    except UnicodeDecodeError:
        raise WrongFile("this file is no text in UTF-8", AS_UTF_8) from None


# The envelope of every document

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
        raise Problem(problem_details.unreadable(*plain_words(wrong))) from wrong
    return sent.revision, bytes(sent.document)


def overtaken(what: str, instead: str, stands: Mapping[str, Any] | None = None) -> HttpAnswer:
    """A document was saved from elsewhere since the page that saves it now read it; `stands`: as it is there."""
    detail = f"{what} was saved from another page since it was opened here"
    more = {"stands": stands} if stands else {}
    return problem(409, "overtaken", "Saved from elsewhere", detail, instead=instead, **more)
