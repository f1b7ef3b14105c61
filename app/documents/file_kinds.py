"""The kinds of files that are saved here, and the one place that reads the bytes of a file.

Every import and every command of the terminal takes the bytes of a file through `file_bytes`.
"""

import codecs
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec

from app.documents.foreign_files import ForeignFile, PageLink, recognise_foreign
from app.games.export import FORMAT as GAME_FORMAT
from app.games.problems import HttpAnswer, problem
from rules.kernel.values import dataclass

FORCE_FORMAT: Final = "beaten-zone-force"
"""What a force of any rule system says that it is."""
LONGEST_NAMED: Final = 40
"""How much of a name in a file is said again, in letters."""
WIDE: Final = {
    codecs.BOM_UTF32_LE: "UTF-32",
    codecs.BOM_UTF32_BE: "UTF-32",
    codecs.BOM_UTF16_LE: "UTF-16",
    codecs.BOM_UTF16_BE: "UTF-16",
    b"{\x00": "UTF-16",
    b"\x00{": "UTF-16",
}
"""Encodings of text that are not read, by the bytes with which such a file begins."""
AS_UTF_8: Final = "save it as UTF-8 in the editor, or choose the file as it was saved here"


@dataclass(frozen=True, slots=True)
class FileKind:
    """A kind of file that is saved here, and where it belongs.

    `format` and `system` are what it says of itself; a kind without a `system` is of every system. `unnamed_with`: a
    file that names no system but has this field is of the kind. `bring` is the address that takes it in, `page` the
    page that does so, and `opens` the page of what was taken in, with "{id}" for its id.
    """

    what: str
    format: str
    page: str
    bring: str
    opens: str
    system: str = ""
    unnamed_with: str = ""


GAME: Final = FileKind("a game", GAME_FORMAT, "/", "/api/v1/games/import", "/games/{id}")
TABLE: Final = FileKind("a table", "beaten-zone-table", "/tables", "/api/v1/tables/import", "/tables/{id}")


class WrongFile(ValueError):
    """A file that does not belong here: what it is, what can be done, and where it belongs if it is one of ours."""

    def __init__(self, because: str, instead: str, kind: FileKind | None = None, page: PageLink | None = None) -> None:
        super().__init__(f"{because}; {instead}")
        self.because = because
        self.instead = instead
        self.kind = kind
        self.page = page


def file_kinds() -> Sequence[FileKind]:
    """Return every kind of file that is saved here, of the core and of each rule system."""
    # The systems are read with the first file, not with the service.
    from app.systems.listed import LISTED

    return (GAME, TABLE, *(kind for one in LISTED for kind in one.file_kinds()))


def file_bytes(data: bytes, wanted: FileKind) -> bytes:
    """Return the UTF-8 text of a file without its byte order mark, as the reader of its kind takes it.

    What the reader would refuse as unreadable is named here: another encoding, a file of another program, a file of
    ours that belongs elsewhere. What is not recognised is left to the reader. Raises WrongFile.
    """
    text = data.removeprefix(codecs.BOM_UTF8)
    if not text.strip():
        raise WrongFile("this file is empty", f"choose {wanted.what} that was saved here")
    for mark, encoding in WIDE.items():
        if text.startswith(mark):
            raise WrongFile(f"this file is text in {encoding}", AS_UTF_8)
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
    return text


def read_path(path: Path, wanted: FileKind) -> bytes:
    """Return the bytes of a file as `file_bytes` does. Raises WrongFile, and OSError where it cannot be opened."""
    return file_bytes(path.read_bytes(), wanted)


def wrong_file_problem(wrong: WrongFile) -> HttpAnswer:
    """Answer that a file does not belong here; `belongs` says where one of ours is taken in, `see` what can be done."""
    more: dict[str, object] = {}
    if wrong.kind is not None:
        kind = wrong.kind
        more["belongs"] = {"what": kind.what, "bring": kind.bring, "opens": kind.opens, "page": kind.page}
    elif wrong.page is not None:
        more["see"] = {"page": wrong.page.page, "says": wrong.page.says}
    title = "Not a file that is read here"
    return problem(422, "unreadable", title, wrong.because, field="", instead=wrong.instead, **more)


def _of_another_program(foreign: ForeignFile, wanted: FileKind) -> WrongFile:
    because = f"this is {foreign.what}, and {wanted.what} belongs here"
    return WrongFile(because, foreign.instead, page=foreign.page)


def _fields(text: bytes) -> Mapping[str, msgspec.Raw]:
    """Return the fields of a JSON object as they are written; none where the text is no object."""
    try:
        return msgspec.json.decode(text, type=dict[str, msgspec.Raw])
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        return {}


def _word(fields: Mapping[str, msgspec.Raw], name: str) -> str | None:
    """Return the text of a field; None where it is missing or no text."""
    try:
        return msgspec.json.decode(fields[name], type=str)
    except (KeyError, msgspec.MsgspecError):
        return None


def _own_kind(fields: Mapping[str, msgspec.Raw]) -> FileKind | None:
    """Return which kind of ours a file says it is. Raises WrongFile for one of a system that is not here."""
    written, system = _word(fields, "format"), _word(fields, "system")
    kinds = [one for one in file_kinds() if one.format == written]
    for one in kinds:
        is_unnamed = "system" not in fields and one.unnamed_with in fields
        if not one.system or one.system == system or is_unnamed:
            return one
    if kinds and system is not None:
        known = " or ".join(one.what for one in kinds)
        because = f"this file is for the rule system {system[:LONGEST_NAMED]!r}, which has none of its kind here"
        raise WrongFile(because, f"choose {known}")
    return None


def _refuse_other_encodings(text: bytes) -> None:
    try:
        text.decode("utf-8")
    except UnicodeDecodeError:
        raise WrongFile("this file is no text in UTF-8", AS_UTF_8) from None
