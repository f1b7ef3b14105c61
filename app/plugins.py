"""Rule systems as plugins of the service, each part of which is loaded when it is first needed.

The table of plugins is `plugins.toml`. Only `app.main` reads it; nothing else in the core names a system.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field
from functools import partial
from pathlib import Path
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any, Final

from fastapi import APIRouter
from starlette.requests import HTTPConnection

from app.games.json_codec import System
from app.games.open_game import without_collecting
from app.lazy_mapping import MadeAtFirstUse
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.seats import Seating

if TYPE_CHECKING:
    import typer

    from app.lookups.queries import LookUpsOffered

PARTS: Final = ("game", "lookups", "service", "commands")
"""Parts of a plugin that are loaded when they are first needed."""
Load = Callable[[], Any]


class PluginError(RuntimeError):
    """The table of plugins is wrong, or a system lacks what was asked of it."""


@dataclass(frozen=True, slots=True)
class Routes:
    """Routes of the API, and routes of pages, which the API description does not list."""

    service: tuple[APIRouter, ...] = ()
    pages: tuple[APIRouter, ...] = ()


@dataclass(frozen=True, slots=True)
class LogWords:
    """Headings and marks of the log page."""

    heads: frozenset[str] = frozenset()
    """Kinds of events that begin a section."""
    before: str = "So far"
    """The heading above the first section."""
    marks: Mapping[str, str] = field(default_factory=dict)
    """The mark beside an event that corrects something, by the event's kind."""


@dataclass(frozen=True, slots=True)
class PluginInfo:
    """The part of a plugin that is loaded when the service starts: names, and no rules."""

    key: str
    seating: Seating | None = None
    """Its seats. A system without a game has none."""
    edges: tuple[str, str] = ("Near edge", "Far edge")
    """Names of the near and the far edge of a table."""
    log_words: LogWords = LogWords()
    is_default: bool = False
    """True if documents and addresses that name no system belong to it."""


class Plugin:
    """A rule system of the service."""

    def __init__(self, info: PluginInfo, **parts: Load) -> None:
        """Take what loads each part.

        Raises:
            PluginError: there is no such part.
        """
        if unknown := parts.keys() - set(PARTS):
            raise PluginError(f"{info.key}: there is no part {', '.join(sorted(unknown))}; parts: {', '.join(PARTS)}")
        self.info = info
        self._parts = MadeAtFirstUse({part: partial(_load, load) for part, load in parts.items()})

    @property
    def key(self) -> str:
        """The key of the system in addresses and documents."""
        return self.info.key

    @property
    def has_game(self) -> bool:
        """Whether the system can be played."""
        return "game" in self._parts

    @property
    def game(self) -> System:
        """The rules of its game.

        Raises:
            PluginError: the system has look-ups only.
        """
        if not self.has_game:
            raise PluginError(f"{self.key} has no game")
        game: System = self.part("game")
        return game

    @property
    def lookups(self) -> LookUpsOffered | None:
        """Its look-ups. A system may have them before it has a game."""
        lookups: LookUpsOffered | None = self.part("lookups")
        return lookups

    @property
    def title(self) -> str:
        """The title of its rule book; the key if it has no look-ups."""
        return self.lookups.of.title if self.lookups else self.key

    def add_commands(self, program: typer.Typer) -> None:
        """Add its commands to the terminal program."""
        if add := self.part("commands"):
            add(program)

    def part(self, name: str) -> Any:
        """Return a part, loaded when it is first used; None if the system has no such part."""
        return self._parts.get(name)


def _load(load: Load) -> Any:
    with without_collecting():
        return load()


class Plugins(Mapping[str, Plugin]):
    """The rule systems of a service by their keys, in the order in which they are listed."""

    def __init__(self, plugins: Iterable[Plugin]) -> None:
        self._plugins = {plugin.key: plugin for plugin in plugins}
        self.games: Mapping[str, System] = MadeAtFirstUse(
            {key: partial(getattr, plugin, "game") for key, plugin in self._plugins.items() if plugin.has_game}
        )
        """Every system that can be played. Its rules are loaded when it is first used."""
        self.default = next((key for key, plugin in self._plugins.items() if plugin.info.is_default), "")
        """The system of documents and addresses that name none; empty if it is not here."""

    def __getitem__(self, key: str) -> Plugin:
        return self._plugins[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._plugins)

    def __len__(self) -> int:
        return len(self._plugins)

    def with_games(self, games: Mapping[str, System]) -> Plugins:
        """Return these plugins, and a bare one for each other system that is played."""
        others = (Plugin(PluginInfo(key), game=partial(games.__getitem__, key)) for key in games if key not in self)
        return Plugins((*self.values(), *others))

    def lookups(self) -> list[LookUpsOffered]:
        """Return the look-ups of every system that has any."""
        return [lookups for plugin in self.values() if (lookups := plugin.lookups) is not None]


def plugins_of(connection: HTTPConnection) -> Plugins:
    """Return the plugins of the application that serves this request."""
    plugins: Plugins = connection.app.state.plugins
    return plugins


def read_plugins(path: Path) -> Plugins:
    """Return the plugins of a table.

    Raises:
        PluginError: an entry has no `info`, or a part that does not exist.
    """
    return Plugins(map(_plugin, tomllib.loads(path.read_text(encoding="utf-8")).get("plugin", [])))


def _plugin(entry: Mapping[str, str]) -> Plugin:
    names = dict(entry)
    if "info" not in names:
        raise PluginError(f"a plugin has no info: {names}")
    info: PluginInfo = resolve_name(names.pop("info"))
    return Plugin(info, **{part: partial(resolve_name, name) for part, name in names.items()})
