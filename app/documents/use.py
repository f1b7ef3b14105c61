"""One use of kept documents, as the service sees it: what is done to every one of them, whatever it is of."""

import json
from collections.abc import Callable, Iterable, Mapping
from operator import attrgetter
from typing import Any, Final, Generic

from fastapi import Query, Request, Response
from starlette.requests import HTTPConnection

from app.documents.file_kinds import FileKind, WrongFile, file_bytes, wrong_file_problem
from app.documents.files import overtaken
from app.documents.makers import MadeHere, key_for, key_of
from app.documents.rows import ALL
from app.documents.shelf import D, DocumentShelf, KeptDocument, L, Overtaken, Owned
from app.downloads import disposition, file_name
from app.games import problems
from app.games.keeper import Keeper, keeper_of
from app.games.problems import JSON, HttpAnswer, Problem, problem, unreadable
from app.plugins import plugins_of
from app.seats.tokens import hashed
from rules.kernel.documents import NotFitting
from rules.kernel.values import dataclass

SMALL: Final = 4096
"""How long a body is that only names something."""
MOST_TOLD: Final = 50
ONE_LINE: Final = r"^[^\x00-\x1f\x7f]*$"


def of_this_device(request: Request, response: Response, _brought: bytes = b"") -> Owned:
    """Whoever makes a document holds the key to it; a device that has none is given one."""
    return Owned(hashed(key_for(response, request)))


@dataclass(frozen=True, slots=True, eq=False)
class DocumentUse(Generic[L, D]):
    """What tells one use of kept documents from another.

    `one` is what a document is called, `files` what its files are where that is another word, `shelf` where they are
    kept, `kind` what its files say of themselves. `read` takes an open document and raises Problem where it is none,
    `write` writes it. `missing` answers where there is none of an id; `elsewhere` is said to a device that did not make
    it, `lies_ready` to whoever would change one that lies ready, `instead` to whoever saves over something newer.
    `called` is the name of a listed document, after which its file is named.
    """

    one: str
    kind: FileKind
    shelf: Callable[[Keeper], DocumentShelf[L, D]]
    read: Callable[[Keeper, bytes], D]
    write: Callable[[D], bytes]
    missing: Callable[[str], HttpAnswer]
    instead: str
    elsewhere: str = ""
    lies_ready: str = ""
    files: str = ""
    called: Callable[[L], str] = attrgetter("name")

    def found(self, request: HTTPConnection, document_id: str) -> KeptDocument[L, D]:
        """A kept document. Raises Problem: 404."""
        kept = self.shelf(keeper_of(request)).get(document_id)
        if kept is None:
            raise Problem(self.missing(document_id))
        return kept

    def file_text(self, data: bytes) -> bytes:
        """Return what is read of a file. Raises Problem: 422 for a file that does not belong here."""
        try:
            return file_bytes(data, self.kind)
        except WrongFile as wrong:
            raise Problem(wrong_file_problem(wrong)) from wrong

    def added(self, document: D, owned: Owned, request: Request) -> KeptDocument[L, D]:
        """A new document, kept. Raises Problem: 429 for a device that makes too many."""
        keeper = keeper_of(request)
        keeper.limits.opens_a_game(request)
        return self.shelf(keeper).add(document, owned.key_hash, owned.also)

    def saved(
        self, request: Request, document_id: str, save: Callable[[], KeptDocument[L, D] | None]
    ) -> KeptDocument[L, D]:
        """What a save has kept. Raises Problem: 409 with what stands there where it is newer, 404 where it is gone."""
        try:
            kept = save()
        except Overtaken as newer:
            stands = newer.stands
            told = {"revision": stands.listed.revision, "document": json.loads(self.write(stands.document))}
            raise Problem(overtaken(f"this {self.one}", self.instead, told)) from newer
        if kept is None:
            raise Problem(self.missing(document_id))
        return kept

    def file(self, called: str, document: bytes, headers: Mapping[str, str] = ALL) -> Response:
        """Return an open document as a file, named after what it is `called` and what it is."""
        name = file_name(called, self.files or self.one, ending="json")
        told = {"Content-Disposition": disposition(name), **headers}
        return Response(document, media_type=JSON, headers=told)

    def maker(self, path: str) -> MadeHere:
        """A route for the device that made the document which the path names so, and for nobody else."""
        return MadeHere(path, self._opens, self.missing, self.elsewhere)

    def _opens(self, keeper: Keeper, document_id: str, key: str) -> bool | None:
        shelf = self.shelf(keeper)
        if shelf.is_ready(document_id):
            raise Problem(problems.not_yours(self.lies_ready))
        return shelf.opens(document_id, key)


def is_this_devices(kept: KeptDocument[L, D], request: Request) -> bool:
    """Whether the device that asks made the document."""
    return kept.listed.is_made_by(key_of(request))


def of_system(many: str) -> Any:
    """How an address says whose documents it asks for."""
    says = f"the rule system whose {many} they are; left out: the one that documents are of which name none"
    return Query(description=says, max_length=40)


def system_asked(request: HTTPConnection, system: str) -> str:
    """The rule system that a list is asked for. Raises Problem: 422 for one that is not here."""
    known = plugins_of(request)
    named = system or known.default
    if system and named not in known:
        raise Problem(no_such_system(system, known))
    return named


def no_such_system(system: str, known: Iterable[str]) -> HttpAnswer:
    """There is no rule system of that key."""
    return unreadable("system", f"there is no system {system!r:.60}", f"one of: {', '.join(known)}")


def not_fitting(title: str, named: str, bad: NotFitting) -> HttpAnswer:
    """Why a document is none of its kind: its first fault as any problem tells it, and all of them by `named` place."""
    first = bad.wrong[0]
    told = [{named: one.of, "because": one.because, "instead": one.instead} for one in bad.wrong[:MOST_TOLD]]
    detail = f"{first.of}: {first.because}" if first.of else first.because
    return problem(422, "unreadable", title, detail, field=first.of, instead=first.instead, wrong=told)
