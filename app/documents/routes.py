"""Routes of saved documents: list, import, copy, save and delete."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from operator import attrgetter
from typing import Annotated, Any, Final, Generic, NamedTuple

from fastapi import APIRouter, Depends, Query, Request, Response
from pydantic import BaseModel
from starlette.requests import HTTPConnection

from app.documents.document_files import FileKind, WrongFile, file_bytes, overtaken, read_save, wrong_file_problem
from app.documents.document_repository import ALL, D, DocumentShelf, KeptDocument, L, Overtaken, Owned
from app.documents.ownership import MadeHere, key_for, key_of
from app.games.app_services import Keeper, keeper_of
from app.http import problem_details
from app.http.bodies import Decided, disposition, file_name
from app.http.guards import anyone
from app.http.openapi_fragments import documented
from app.http.problem_details import JSON, HttpAnswer, Problem, problem, unreadable
from app.plugins import plugins_of
from app.seats.seat_repository import hashed
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.serialization import NotFitting

# One use of documents

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
    read: Callable[[Request, bytes], D]
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
            raise Problem(problem_details.not_yours(self.lies_ready))
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


# Routes of documents


class RouteWords(NamedTuple):
    """What the description says of an address: the name of its operation, what it does, what it brings."""

    name: str
    says: str
    brings: str


def _nothing_more(_kept: KeptDocument[Any, Any], _of: Any, _request: Request) -> None:
    pass


def _fits(_document_id: str, _document: Any, _request: Request) -> None:
    pass


@dataclass(frozen=True, slots=True, eq=False)
class DocumentRoutes(Generic[L, D]):
    """How one use is asked for and answered; each method adds an address to the router.

    `named` reads the id out of the path. `writes` are the guards of who may change it.
    `owner` says whose a new document is; a copy is of whoever `owner_of_copy` says. `new` and `saved` answer with a
    model. `brought` and `copied` are done beside, `may_become` refuses what a document shall not become;
    `travels_as` is its file where more goes along than it says itself.
    """

    use: DocumentUse[L, D]
    router: APIRouter
    named: Callable[..., str]
    writes: Sequence[Any]
    most_bytes: int
    new: Callable[[KeptDocument[L, D], bool], BaseModel]
    saved: Callable[[KeptDocument[L, D], Request], Awaitable[BaseModel]]
    new_model: type[BaseModel]
    saved_model: type[BaseModel]
    owner: Callable[[Request, Response, bytes], Owned] = of_this_device
    owner_of_copy: Callable[[L, Request, Response], Owned] | None = None
    brought: Callable[[KeptDocument[L, D], bytes, Request], None] = _nothing_more
    copied: Callable[[KeptDocument[L, D], KeptDocument[L, D], Request], None] = _nothing_more
    may_become: Callable[[str, D, Request], None] = _fits
    travels_as: Callable[[KeptDocument[L, D], Request], bytes] | None = None

    def add_list(
        self, words: RouteWords, model: Any, listed: Callable[[Request, str], Sequence[L]], shown: Callable[..., Any]
    ) -> None:
        """The list of a system's, as this device sees it."""
        many = f"{self.use.one}s"

        @self.router.get(
            "", **_told(words), dependencies=[Depends(anyone)], response_model=model, responses=documented(422)
        )
        def every(request: Request, system: Annotated[str, of_system(many)] = "") -> Any:
            key = key_of(request)
            return [shown(one, one.is_made_by(key)) for one in listed(request, system_asked(request, system))]

    def add_file(self, words: RouteWords, schema: dict[str, Any], below: str = "") -> None:
        """One as its open document, `below` the address that it has."""

        @self.router.get(
            "/{" + self.path + "}" + below,
            **_told(words),
            dependencies=[Depends(anyone)],
            response_model=None,
            responses={200: schema, **documented(404)},
        )
        def file(document_id: Annotated[str, Depends(self.named)], request: Request) -> Response:
            kept = self.use.found(request, document_id)
            return self.use.file(self.use.called(kept.listed), self.written(kept, request))

    def add_import(self, words: RouteWords, body: dict[str, Any]) -> None:
        """Taken in from a file, as a whole or not at all."""

        @self.router.post(
            "/import",
            **_told(words, 201),
            dependencies=[Depends(anyone)],
            max_body_size=self.most_bytes,
            openapi_extra=body,
            response_model=self.new_model,
            responses=documented(422, 429, 507),
        )
        async def bring(request: Request, response: Response) -> Any:
            return await asyncio.to_thread(self._brought, await request.body(), request, response)

    def add_copy(
        self, words: RouteWords, wanted: Callable[..., Any], copied: Callable[[D, Any], D], *refusals: int
    ) -> None:
        """A copy, to be changed, as the body wants it: under its name, and with whatever else it says."""

        @self.router.post(
            "/{" + self.path + "}/copy",
            **_told(words, 201),
            dependencies=self.writes if self.owner_of_copy else [Depends(anyone)],
            max_body_size=SMALL,
            response_model=self.new_model,
            responses=documented(404, *refusals, 429, 507),
        )
        def copy(
            document_id: Annotated[str, Depends(self.named)],
            asked: Annotated[Any, Depends(wanted)],
            request: Request,
            response: Response,
        ) -> Any:
            kept = self.use.found(request, document_id)
            owned = self.owner_of_copy or (lambda _listed, asks, answer: self.owner(asks, answer, b""))
            made = self.use.added(copied(kept.document, asked), owned(kept.listed, request, response), request)
            self.copied(made, kept, request)
            return self.new(made, True)

    def add_save(self, words: RouteWords, body: dict[str, Any]) -> None:
        """Kept as it is now, whole; never over something newer."""

        @self.router.post(
            "/{" + self.path + "}/save",
            **_told(words),
            dependencies=self.writes,
            max_body_size=self.most_bytes + SMALL,
            openapi_extra=body,
            response_model=self.saved_model,
            responses=documented(404, 409, 422, 507),
        )
        async def save(document_id: Annotated[str, Depends(self.named)], request: Request) -> Any:
            seen, document = read_save(await request.body())
            kept = await asyncio.to_thread(self._saved, document_id, seen, document, request)
            return await self.saved(kept, request)

    def add_delete(self, words: RouteWords) -> None:
        """Thrown away."""

        @self.router.post(
            "/{" + self.path + "}/delete",
            **_told(words, 204),
            dependencies=self.writes,
            max_body_size=SMALL,
            responses=documented(404, 507),
        )
        def delete(document_id: Annotated[str, Depends(self.named)], _: Decided, request: Request) -> None:
            self.use.shelf(keeper_of(request)).delete(document_id)

    def add_new(self, document: D, request: Request, response: Response) -> BaseModel:
        """A new document of this device, as it is answered."""
        return self.new(self.use.added(document, self.owner(request, response, b""), request), True)

    def written(self, kept: KeptDocument[L, D], request: Request) -> bytes:
        """The file of a document, as it travels."""
        return self.travels_as(kept, request) if self.travels_as else self.use.write(kept.document)

    @property
    def path(self) -> str:
        """How addresses call the id."""
        return next(iter(self.named.__annotations__))

    def _brought(self, body: bytes, request: Request, response: Response) -> BaseModel:
        text = self.use.file_text(body)
        document = self.use.read(request, text)
        kept = self.use.added(document, self.owner(request, response, text), request)
        self.brought(kept, text, request)
        return self.new(kept, True)

    def _saved(self, document_id: str, seen: int, body: bytes, request: Request) -> KeptDocument[L, D]:
        document = self.use.read(request, self.use.file_text(body))
        self.may_become(document_id, document, request)
        shelf = self.use.shelf(keeper_of(request))
        return self.use.saved(request, document_id, lambda: shelf.save(document_id, seen, document))


def _told(words: RouteWords, status: int = 200) -> dict[str, Any]:
    """A route as the framework takes it."""
    return {
        "name": words.name,
        "description": words.says,
        "response_description": words.brings,
        "status_code": status,
    }


def at_once(view: Callable[[KeptDocument[L, D], bool], BaseModel]) -> Callable[..., Awaitable[BaseModel]]:
    """How a saved document is answered of which nothing has to be waited for."""

    async def saved(kept: KeptDocument[L, D], request: Request) -> BaseModel:
        return await asyncio.to_thread(view, kept, is_this_devices(kept, request))

    return saved
