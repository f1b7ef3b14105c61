"""The routes of games, seats and streams, served alone; also as a program, to be killed."""

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import uvicorn
from fastapi import FastAPI

from app.games.http import add_problems
from app.games.keeper import open_keeper
from app.games.routes import router as games
from app.live.routes import router as live
from app.live.serving import StoppingServer
from app.seats.routes import router as seats
from tests.app.toy import TOY


def assembled(url: str) -> FastAPI:
    """An application with its own keeper on the database at `url`."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        yield
        app.state.keeper.close()

    app = FastAPI(lifespan=lifespan)
    app.state.keeper = open_keeper(url, {"toy": TOY})
    for router in (games, seats, live):
        app.include_router(router)
    add_problems(app)
    return app


def main(url: str, port: int) -> None:
    """Serve until stopped or killed."""
    app = assembled(url)
    config = uvicorn.Config(app, host="127.0.0.1", port=port, log_level="warning")
    StoppingServer(config, app.state.keeper.hub.end).run()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
