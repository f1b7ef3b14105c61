"""The service with the toy game; also as a program, to be killed."""

import sys

import uvicorn
from fastapi import FastAPI

from app.http.server import StoppingServer
from app.main import create_app
from app.settings import Settings
from tests.app.toy import TOY
from tests.unlimited import STREAMS, UNLIMITED


def assembled(url: str) -> FastAPI:
    """The application on the database at `url`. Its keeper is there once it has started."""
    return create_app(Settings(database_url=url, demo=False, log_level="warning", **UNLIMITED, **STREAMS), {"toy": TOY})


def main(url: str, port: int) -> None:
    """Serve until stopped or killed."""
    app = assembled(url)
    config = uvicorn.Config(app, host="127.0.0.1", port=port, log_level="warning")
    StoppingServer(config, lambda: app.state.keeper.hub.end()).run()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
