"""Apps, and devices that ask them without a network."""

from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, Self
from urllib.parse import unquote
from weakref import WeakKeyDictionary, WeakSet

import anyio
import fastapi.testclient
import httpx
from anyio.from_thread import BlockingPortal
from fastapi import FastAPI
from sqlalchemy.engine import make_url
from starlette.types import Message, Scope

from app.games.json_codec import System
from app.main import create_app
from app.settings import Settings
from app.storage.database import migrate, open_database
from tests.app.toy import TOY
from tests.unlimited import UNLIMITED

RUNNING: Final[WeakKeyDictionary[Any, BlockingPortal]] = WeakKeyDictionary()
"""The thread in which each opened app runs."""
MADE: Final[dict[tuple[str, tuple[str, ...]], list[FastAPI]]] = defaultdict(list)
FREE: Final[WeakSet[FastAPI]] = WeakSet()
LASTING: Final = {"max_body_bytes", "public_url"}
"""The settings that an app reads when it is made or first asked. It reads the others again at each start."""


def app_with(settings: Settings, systems: Mapping[str, System] | None = None) -> FastAPI:
    """An app that nobody has open, with these settings: a new one, or one that was opened on another database before.

    Limits of requests that the settings do not name are off (`UNLIMITED`).

    An app works out its routes as it is asked for them, which takes longer than most tests. What it knows of games and
    seats it has from its database, which it opens when it starts.
    """
    freely = {name: amount for name, amount in UNLIMITED.items() if name not in settings.model_fields_set}
    settings = settings.model_copy(update=freely)
    others = MADE[settings.model_dump_json(include=LASTING), tuple(systems or ())]
    app = next((one for one in others if one in FREE), None)
    if app is None:
        others.append(app := create_app(settings, systems))
    FREE.discard(app)
    app.state.settings = settings
    with_tables(settings.database_url)
    return app


def toy_app(url: str) -> FastAPI:
    """An app with the toy game on a database, to be left with the routes it has: others will open it."""
    return app_with(Settings(database_url=url, demo=False, log_level="warning"), {"toy": TOY})


def with_tables(url: str) -> None:
    """Let a database in a file that is not there yet have its tables: to make them takes longer than most tests."""
    path = Path(make_url(url).database or "")
    if url.startswith("sqlite:") and path.parent.is_dir() and not path.exists():
        path.write_bytes(_empty())


@cache
def _empty() -> bytes:
    """A database that holds nothing yet, as the service makes it."""
    with TemporaryDirectory(prefix="empty") as folder:
        path = Path(folder) / "games.db"
        opened = open_database(f"sqlite:///{path}")
        migrate(opened.engine)
        opened.close()
        return path.read_bytes()


def give_back(app: FastAPI) -> None:
    """It was closed: the next test may open it."""
    FREE.add(app)


class Aside(httpx.BaseTransport):
    """The way to an app that runs in a thread: all of a request is done there in one go.

    The usual one goes there and back ten times for each, which takes longer than most answers. It is left where the
    app has no thread yet.
    """

    def __init__(self, device: "TestClient", usual: httpx.BaseTransport, *, raises: bool) -> None:
        self._device = device
        self._usual = usual
        self._raises = raises

    def close(self) -> None:
        """Whatever the usual one has open."""
        self._usual.close()

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """What the app answers. Raises what it raises, unless the device is to see only what anybody would."""
        if self._device.portal is None:
            return self._usual.handle_request(request)
        exchange = Exchange(request.read())
        try:
            self._device.portal.call(exchange.held, self._device.app, self._scope(request))
        except Exception:
            if self._raises:
                raise
        body = b"" if request.method == "HEAD" else b"".join(exchange.body)
        stream = httpx.ByteStream(body)
        return httpx.Response(exchange.status, headers=exchange.headers, stream=stream, request=request)

    def _scope(self, request: httpx.Request) -> Scope:
        url = request.url
        port = url.port or {"http": 80, "https": 443}[url.scheme]
        return {
            "type": "http",
            "http_version": "1.1",
            "method": request.method,
            "path": unquote(url.path),
            "raw_path": url.raw_path.split(b"?", 1)[0],
            "root_path": "",
            "scheme": url.scheme,
            "query_string": url.query,
            "headers": [(name.lower(), value) for name, value in request.headers.raw],
            "client": ("testclient", 50000),
            "server": [url.host, port],
            "state": self._device.app_state.copy(),
        }


class Exchange:
    """A request and what is answered to it; 500 and nothing where no answer comes."""

    def __init__(self, asked: bytes) -> None:
        self._asked: bytes | None = asked
        self.status = 500
        self.headers: list[tuple[bytes, bytes]] = []
        self.body: list[bytes] = []

    async def held(self, app: Any, scope: Scope) -> None:
        """Have the app answer."""
        self._told = anyio.Event()
        await app(scope, self._receive, self._send)

    async def _receive(self) -> Message:
        if self._asked is None:
            await self._told.wait()
            return {"type": "http.disconnect"}
        body, self._asked = self._asked, None
        return {"type": "http.request", "body": body}

    async def _send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status, self.headers = message["status"], list(message.get("headers", ()))
        elif message["type"] == "http.response.body":
            assert not self._told.is_set(), "more came after the answer"
            self.body.append(bytes(message.get("body", b"")))
            if not message.get("more_body", False):
                self._told.set()


class TestClient(fastapi.testclient.TestClient):
    """A device; entered as a context it starts its app, and while it is open all devices of the app ask in its thread.

    Each request of a device outside that thread starts one and a loop of its own, which takes longer than most answers.
    """

    __test__ = False
    app: Any
    _transport: Any

    def __init__(self, app: Any, **more: Any) -> None:
        super().__init__(app, **more)
        self._transport = Aside(self, self._transport, raises=more.get("raise_server_exceptions", True))
        self.portal = RUNNING.get(app)

    def __enter__(self) -> Self:
        super().__enter__()
        assert self.portal is not None
        RUNNING[self.app] = self.portal
        return self

    def __exit__(self, *left: Any) -> None:
        RUNNING.pop(self.app, None)
        super().__exit__(*left)
        if isinstance(self.app, FastAPI):
            give_back(self.app)
