"""The addresses that every use of kept documents has: listed, brought in, copied, saved, thrown away."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Annotated, Any, Generic, NamedTuple

from fastapi import APIRouter, Depends, Request, Response
from pydantic import BaseModel

from app.documented import documented
from app.documents.files import read_save
from app.documents.makers import key_of
from app.documents.shelf import D, KeptDocument, L, Owned
from app.documents.use import SMALL, DocumentUse, is_this_devices, of_system, of_this_device, system_asked
from app.games.keeper import keeper_of
from app.seats.guard import anyone
from app.shown_as import Decided
from rules.kernel.values import dataclass


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
        document = self.use.read(keeper_of(request), text)
        kept = self.use.added(document, self.owner(request, response, text), request)
        self.brought(kept, text, request)
        return self.new(kept, True)

    def _saved(self, document_id: str, seen: int, body: bytes, request: Request) -> KeptDocument[L, D]:
        keeper = keeper_of(request)
        document = self.use.read(keeper, self.use.file_text(body))
        self.may_become(document_id, document, request)
        return self.use.saved(request, document_id, lambda: self.use.shelf(keeper).save(document_id, seen, document))


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
