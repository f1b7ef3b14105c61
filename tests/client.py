"""Apps, and devices that ask them without a network."""

from collections import defaultdict
from typing import Any, Final, Self
from weakref import WeakKeyDictionary, WeakSet

import fastapi.testclient
from anyio.from_thread import BlockingPortal
from fastapi import FastAPI

from app.main import create_app
from app.settings import Settings

RUNNING: Final[WeakKeyDictionary[Any, BlockingPortal]] = WeakKeyDictionary()
"""The thread in which each opened app runs."""
MADE: Final[dict[str, list[FastAPI]]] = defaultdict(list)
FREE: Final[WeakSet[FastAPI]] = WeakSet()


def app_with(settings: Settings) -> FastAPI:
    """An app that nobody has open, with these settings: a new one, or one that was opened on another database before.

    An app works out its routes as it is asked for them, which takes longer than most tests. What it knows of games and
    seats it has from its database, which it opens when it starts.
    """
    others = MADE[settings.model_dump_json(exclude={"database_url"})]
    app = next((one for one in others if one in FREE), None)
    if app is None:
        others.append(app := create_app(settings))
    FREE.discard(app)
    app.state.settings = settings
    return app


def give_back(app: FastAPI) -> None:
    """It was closed: the next test may open it."""
    FREE.add(app)


class TestClient(fastapi.testclient.TestClient):
    """A device; entered as a context it starts its app, and while it is open all devices of the app ask in its thread.

    Each request of a device outside that thread starts one and a loop of its own, which takes longer than most answers.
    """

    __test__ = False

    def __init__(self, app: Any, **more: Any) -> None:
        super().__init__(app, **more)
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
