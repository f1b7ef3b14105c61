"""Routes of saved documents: list, file, import, copy, save and delete."""

import asyncio
import json
import tomllib
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from operator import attrgetter
from pathlib import Path
from typing import Annotated, Any, Final, Generic

import msgspec
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
from app.http.openapi_fragments import body, body_of_save, documented, file_of, one
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


class RouteTexts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Texts of one route in the API description. `below` is the end of its address."""

    name: str
    says: str
    answer: str
    below: str = ""


class DocumentTexts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Texts about one kind of document, from a file `documents.toml`."""

    one: str  # the name of a document
    missing: tuple[str, str, str, str]  # the problem where there is none: its type, title, detail and advice
    instead: str  # the advice to a device that saves over a newer revision
    unfit: tuple[str, str]  # the title of the answer to a document that is none, and the name of its parts
    sample: tuple[str, str]  # the name and summary of the sample
    changed: tuple[str, str]  # the name and summary of the sample of a save
    brought: str  # the body of an import
    saved: str  # the body of a save
    routes: Mapping[str, RouteTexts]
    elsewhere: str = ""  # the answer to a device that did not make the document
    ready: str = ""  # the answer to a change of a ready document
    files: str = ""  # the name of its files; empty: `one`

    def no_such(self, document_id: str) -> HttpAnswer:
        """Return the answer for an id that no document has."""
        kind, title, detail, instead = self.missing
        return problem_details.not_found(kind, title, detail.format(id=document_id), instead)


def document_texts(beside: str) -> Mapping[str, DocumentTexts]:
    """Return the texts in the file `documents.toml` beside a module, by the name of the kind."""
    told = tomllib.loads(Path(beside).with_name("documents.toml").read_text(encoding="utf-8"))
    return msgspec.convert(told, dict[str, DocumentTexts])


@dataclass(frozen=True, slots=True, eq=False)
class DocumentUse(Generic[L, D]):
    """One kind of saved document: texts, kind of file, repository, reader, writer.

    `reader` raises NotFitting or Problem for bytes that are no such document. `called` returns the name of a listed
    document, after which its file is named.
    """

    texts: DocumentTexts
    kind: FileKind
    shelf: Callable[[Keeper], DocumentShelf[L, D]]
    reader: Callable[[Request, bytes], D]
    write: Callable[[D], bytes]
    called: Callable[[L], str] = attrgetter("name")

    def found(self, request: HTTPConnection, document_id: str) -> KeptDocument[L, D]:
        """A kept document. Raises Problem: 404."""
        kept = self.shelf(keeper_of(request)).get(document_id)
        if kept is None:
            raise Problem(self.texts.no_such(document_id))
        return kept

    def read(self, request: Request, document: bytes) -> D:
        """Return the document in some bytes. Raises Problem: 422, with all that is wrong with its parts."""
        try:
            return self.reader(request, document)
        except NotFitting as wrong:
            raise Problem(self.unfit(wrong)) from wrong

    def unfit(self, wrong: NotFitting) -> HttpAnswer:
        """Return the answer to a document that is none."""
        return not_fitting(*self.texts.unfit, wrong)

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
            raise Problem(overtaken(f"this {self.texts.one}", self.texts.instead, told)) from newer
        if kept is None:
            raise Problem(self.texts.no_such(document_id))
        return kept

    def file(self, called: str, document: bytes, headers: Mapping[str, str] = ALL) -> Response:
        """Return an open document as a file, named after what it is `called` and what it is."""
        name = file_name(called, self.texts.files or self.texts.one, ending="json")
        told = {"Content-Disposition": disposition(name), **headers}
        return Response(document, media_type=JSON, headers=told)

    def maker(self, path: str) -> MadeHere:
        """A route for the device that made the document which the path names so, and for nobody else."""
        return MadeHere(path, self._opens, self.texts.no_such, self.texts.elsewhere)

    def _opens(self, keeper: Keeper, document_id: str, key: str) -> bool | None:
        shelf = self.shelf(keeper)
        if shelf.is_ready(document_id):
            raise Problem(problem_details.not_yours(self.texts.ready))
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


def _nothing_more(_kept: KeptDocument[Any, Any], _of: Any, _request: Request) -> None:
    pass


def _fits(_document_id: str, _document: Any, _request: Request) -> None:
    pass


@dataclass(frozen=True, slots=True, eq=False)
class DocumentRoutes(Generic[L, D]):
    """The routes of one kind of saved document. `add_all` adds them to the router.

    `named` reads the id from the path. `schema` is the place of the document's schema, `sample` a document.
    `shown` is the answer about a listed document; `new` and `saved` are answers about a whole one.
    `owner` says whose a new document is, `owner_of_copy` whose a copy is. `brought` and `copied` run after an import
    and a copy. `may_become` refuses a save. `travels_as` returns the file if it holds more than the document.
    """

    use: DocumentUse[L, D]
    router: APIRouter
    named: Callable[..., str]
    most_bytes: int
    schema: str
    sample: Mapping[str, Any]
    model: type[BaseModel]
    shown: Callable[[L, bool], BaseModel] | None = None
    new: Callable[[KeptDocument[L, D], bool], BaseModel] | None = None
    saved: Callable[[KeptDocument[L, D], Request], Awaitable[BaseModel]] | None = None
    saved_model: type[BaseModel] | None = None
    writer: Callable[..., Any] | None = None
    owner: Callable[[Request, Response, bytes], Owned] = of_this_device
    owner_of_copy: Callable[[L, Request, Response], Owned] | None = None
    brought: Callable[[KeptDocument[L, D], bytes, Request], None] = _nothing_more
    copied: Callable[[KeptDocument[L, D], KeptDocument[L, D], Request], None] = _nothing_more
    may_become: Callable[[str, D, Request], None] = _fits
    travels_as: Callable[[KeptDocument[L, D], Request], bytes] | None = None
    operations: str = ""  # the beginning of the names of its operations

    def add_all(
        self,
        listed: Callable[[Request, str], Sequence[L]] | None = None,
        copy: tuple[Callable[..., Any], Callable[[D, Any], D]] | None = None,
        refusals: tuple[int, ...] = (),
    ) -> None:
        """Add the routes that the texts name.

        Args:
            listed: returns the documents of a rule system.
            copy: reads what a copy is to be, and makes the copy.
            refusals: further statuses of a copy.
        """
        if listed and self.shown:
            self._add_list(listed, self.shown)
        if "file" in self.use.texts.routes:
            self._add_file()
        self._add_import()
        if copy:
            self._add_copy(*copy, refusals)
        self._add_save()
        self._add_delete()

    @property
    def document(self) -> dict[str, Any]:
        """The schema of the document."""
        return {"$ref": self.schema}

    @property
    def import_body(self) -> dict[str, Any]:
        """The body of an import in the API description."""
        texts = self.use.texts
        return body(self.document, one(*texts.sample, self.sample), texts.brought)

    @property
    def writes(self) -> Sequence[Any]:
        """The guards of routes that change a document."""
        return [Depends(self.writer or self.use.maker(self.path))]

    def _add_list(self, listed: Callable[[Request, str], Sequence[L]], shown: Callable[[L, bool], BaseModel]) -> None:
        many, model = f"{self.use.texts.one}s", self.model

        @self.router.get(
            "",
            **self._told("list"),
            dependencies=[Depends(anyone)],
            response_model=list[model],  # type: ignore[valid-type]
            responses=documented(422),
        )
        def every(request: Request, system: Annotated[str, of_system(many)] = "") -> Any:
            key = key_of(request)
            return [shown(one, one.is_made_by(key)) for one in listed(request, system_asked(request, system))]

    def _add_file(self) -> None:
        @self.router.get(
            "/{" + self.path + "}" + self.use.texts.routes["file"].below,
            **self._told("file"),
            dependencies=[Depends(anyone)],
            response_model=None,
            responses={200: file_of(self.document), **documented(404)},
        )
        def file(document_id: Annotated[str, Depends(self.named)], request: Request) -> Response:
            kept = self.use.found(request, document_id)
            written = self.travels_as(kept, request) if self.travels_as else self.use.write(kept.document)
            return self.use.file(self.use.called(kept.listed), written)

    def _add_import(self) -> None:
        @self.router.post(
            "/import",
            **self._told("import", 201),
            dependencies=[Depends(anyone)],
            max_body_size=self.most_bytes,
            openapi_extra=self.import_body,
            response_model=self.model,
            responses=documented(422, 429, 507),
        )
        async def bring(request: Request, response: Response) -> Any:
            return await asyncio.to_thread(self._brought, await request.body(), request, response)

    def _add_copy(self, wanted: Callable[..., Any], copied: Callable[[D, Any], D], refusals: tuple[int, ...]) -> None:
        @self.router.post(
            "/{" + self.path + "}/copy",
            **self._told("copy", 201),
            dependencies=self.writes if self.owner_of_copy else [Depends(anyone)],
            max_body_size=SMALL,
            response_model=self.model,
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
            return self.answer(made, True)

    def _add_save(self) -> None:
        texts = self.use.texts
        sample = one(*texts.changed, {"revision": 1, "document": dict(self.sample)})

        @self.router.post(
            "/{" + self.path + "}/save",
            **self._told("save"),
            dependencies=self.writes,
            max_body_size=self.most_bytes + SMALL,
            openapi_extra=body_of_save(self.document, sample, texts.saved),
            response_model=self.saved_model or self.model,
            responses=documented(404, 409, 422, 507),
        )
        async def save(document_id: Annotated[str, Depends(self.named)], request: Request) -> Any:
            seen, document = read_save(await request.body())
            kept = await asyncio.to_thread(self._saved, document_id, seen, document, request)
            return await (self.saved or at_once(self.answer))(kept, request)

    def _add_delete(self) -> None:
        @self.router.post(
            "/{" + self.path + "}/delete",
            **self._told("delete", 204),
            dependencies=self.writes,
            max_body_size=SMALL,
            responses=documented(404, 507),
        )
        def delete(document_id: Annotated[str, Depends(self.named)], _: Decided, request: Request) -> None:
            self.use.shelf(keeper_of(request)).delete(document_id)

    def answer(self, kept: KeptDocument[L, D], is_yours: bool) -> BaseModel:
        """Return the answer about a new or saved document."""
        if self.new:
            return self.new(kept, is_yours)
        if self.shown is None:
            raise TypeError(f"no answer is named for a {self.use.texts.one}")
        return self.shown(kept.listed, is_yours)

    def add_new(self, document: D, request: Request, response: Response) -> BaseModel:
        """A new document of this device, as it is answered."""
        return self.answer(self.use.added(document, self.owner(request, response, b""), request), True)

    @property
    def path(self) -> str:
        """How addresses call the id."""
        return next(iter(self.named.__annotations__))

    def _told(self, route: str, status: int = 200) -> dict[str, Any]:
        texts = self.use.texts.routes[route]
        return {
            "name": f"{self.operations}{texts.name}",
            "description": texts.says,
            "response_description": texts.answer,
            "status_code": status,
        }

    def _brought(self, body: bytes, request: Request, response: Response) -> BaseModel:
        text = self.use.file_text(body)
        document = self.use.read(request, text)
        kept = self.use.added(document, self.owner(request, response, text), request)
        self.brought(kept, text, request)
        return self.answer(kept, True)

    def _saved(self, document_id: str, seen: int, body: bytes, request: Request) -> KeptDocument[L, D]:
        document = self.use.read(request, self.use.file_text(body))
        self.may_become(document_id, document, request)
        shelf = self.use.shelf(keeper_of(request))
        return self.use.saved(request, document_id, lambda: shelf.save(document_id, seen, document))


def at_once(view: Callable[[KeptDocument[L, D], bool], BaseModel]) -> Callable[..., Awaitable[BaseModel]]:
    """How a saved document is answered of which nothing has to be waited for."""

    async def saved(kept: KeptDocument[L, D], request: Request) -> BaseModel:
        return await asyncio.to_thread(view, kept, is_this_devices(kept, request))

    return saved
