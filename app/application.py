"""The application, put together: what it serves, what it opens at the start and gives back at the end."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from functools import cache, partial
from typing import Any, Final

import structlog
from fastapi import FastAPI
from sqlalchemy import Engine
from starlette.routing import BaseRoute, Match
from starlette.types import ASGIApp, Scope

from app import VERSION
from app.documents.tables import TableShelf
from app.games.app_services import Extensions, Keeper, open_keeper
from app.games.json_codec import System
from app.games.repository import MIB
from app.games.routes import router as games
from app.games.system_extensions import OwnShelves
from app.http import health
from app.http.error_handlers import handle_problems
from app.http.fast_paths import ShortWays, Signpost
from app.http.logs import plain_until_configured
from app.http.rate_limits import Limits, RequestRates
from app.http.security import Shield
from app.live.event_stream import router as live
from app.live.hub import StreamLimits
from app.pages.game_pages import router as game_pages
from app.pages.log_page import router as log_page
from app.pages.rendering import mount_static
from app.plugins import Plugin, Plugins, Routes
from app.seats.routes import router as seats
from app.settings import Settings
from app.storage.database import Database
from app.system_service import ready_tables_of, service_of

AT_START: Final = Routes(
    service=(health.router, games, seats, live),
    pages=(game_pages, log_page),
)

log = structlog.get_logger(__name__)


class Later(BaseRoute):
    """Stands behind every other route: what none of them answers may be answered by a module that is only read now."""

    def __init__(self, app: FastAPI) -> None:
        self._app = app
        self._are_read = False

    def read(self) -> None:
        """Include those routes, once; a request that is being matched finds them behind this."""
        if self._are_read:
            return
        # These routes, and the systems behind them, are two thirds of the modules: a start does without them.
        from app.core_routes import core_routes

        self._are_read = True
        plugins: Plugins = self._app.state.plugins
        for routes in (core_routes(plugins), *(service_of(plugin).routes for plugin in plugins.values())):
            include(self._app, routes)

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Nothing itself."""
        self.read()
        return Match.NONE, {}


class Shielded(FastAPI):
    """An application inside its shield: the framework's own middleware stands inside of what answers faults."""

    @property
    def routes(self) -> list[BaseRoute]:
        """Every route there is, and not what only stands for others."""
        waiting: Later = self.state.later
        waiting.read()
        there = (one for one in super().routes if one is not waiting)
        return [one.included if isinstance(one, Signpost) else one for one in there]

    def openapi(self) -> dict[str, Any]:
        """The description of the service; made when it is first asked for, then kept."""
        if self.openapi_schema is None:
            # What writes the description is loaded when it is first asked for, not at the start.
            from app.http.openapi import complete

            routes = self.routes  # all of them first: the framework forgets what it described when one is added
            complete(super().openapi(), routes, self.state.plugins, self.state.systems)
        return super().openapi()

    def build_middleware_stack(self) -> ASGIApp:
        """The framework's stack with the door before it, shielded."""
        settings: Settings = self.state.settings
        return Shield(ShortWays(super().build_middleware_stack()), self.max_body_size or 0, settings.public_url)


def include(app: FastAPI, routes: Routes) -> None:
    """Let it answer them. Pages are for people: the description of the service, for programs, does not list them."""
    of_service = ((router, True) for router in routes.service)
    for router, described in (*of_service, *((router, False) for router in routes.pages)):
        app.include_router(router, include_in_schema=described)
        app.router.routes.append(Signpost(app.router.routes.pop(), router))


def create_app(
    settings: Settings,
    plugins: Plugins,
    systems: Mapping[str, System] | None = None,
    opened: Database | None = None,
) -> FastAPI:
    """Return the service with these settings. Every system of the plugins is played, unless `systems` are given.

    Its database is opened when it starts, not here, unless it is `opened` already.
    """
    plain_until_configured()
    playable = plugins.games if systems is None else systems
    plugins = plugins.with_games(playable)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        keeper = await asyncio.to_thread(_open, app.state.settings, playable, opened, plugins)
        app.state.keeper = keeper
        checks = {
            "database": health.database_check(keeper.database.engine),
            "writer": health.writer_check(keeper.games),
        }
        app.state.checks = health.Checks(checks)
        log.info("started", version=app.version, systems=sorted(playable))
        yield
        if prints := getattr(app.state, "prints", None):
            prints.close()
            app.state.prints = None
        await asyncio.to_thread(keeper.close)
        log.info("stopped")

    app = Shielded(
        title="Beaten Zone",
        version=VERSION,
        summary="Every resolution of the rules, and games kept in a durable log. Distances are centimetres.",
        lifespan=lifespan,
        max_body_size=settings.max_body_bytes,
        openapi_url="/api/v1/openapi.json",
        # Links and readers name an operation by its function, not by its address.
        generate_unique_id_function=lambda route: route.name,
        # Their pages load scripts from elsewhere, which the content policy forbids and a club room cannot reach.
        docs_url=None,
        redoc_url=None,
    )
    app.state.settings = settings
    app.state.systems = playable
    app.state.plugins = plugins
    include(app, AT_START)
    mount_static(app)
    app.state.later = Later(app)
    app.router.routes.append(app.state.later)
    handle_problems(app)
    return app


def _open(settings: Settings, systems: Mapping[str, System], opened: Database | None, plugins: Plugins) -> Keeper:
    limits = Limits(
        settings.wrong_codes_per_minute,
        settings.wrong_codes_of_all_per_minute,
        settings.new_games_per_minute,
        rates=rates_of(settings),
    )
    kept_open, heartbeat = settings.open_games_mib * MIB, settings.heartbeat_seconds
    streams = StreamLimits(settings.streams_of_device, settings.streams_of_address)
    extensions = extensions_of(plugins)
    return open_keeper(settings.database_url, systems, limits, kept_open, heartbeat, opened, extensions, streams)


def extensions_of(plugins: Plugins) -> Extensions:
    """Return what the plugins add to the services of a process. Each part is loaded when it is first needed."""
    opens = {key: partial(_open_own, plugin) for key, plugin in plugins.items()}
    return Extensions(opens, cache(partial(ready_tables_of, plugins)), plugins.default)


def _open_own(plugin: Plugin, engine: Engine, tables: TableShelf) -> OwnShelves:
    return service_of(plugin).opens(engine, tables)


def rates_of(settings: Settings) -> RequestRates:
    """Return how many requests of each kind there may be."""
    return RequestRates(
        commands=settings.commands_per_minute,
        prompts=settings.prompts_per_minute,
        checks=settings.checks_per_minute,
        lookups=settings.lookups_per_minute,
        reports=settings.reports_per_minute,
        changes=settings.changes_per_minute,
        reads=settings.pages_per_minute,
        imports=settings.imports_per_hour,
        log_mib=settings.log_mib_per_hour,
        sent_mib=settings.sent_mib_per_hour,
    )
