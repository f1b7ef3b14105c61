"""Every setting of the service, from the environment (`BEATENZONE_PORT=8015`). `docs/settings.md` is made from here."""

import difflib
import os
from collections.abc import Iterator, Mapping
from typing import Any, Final, Literal

from pydantic import Field, ValidationError, field_validator
from pydantic.fields import FieldInfo
from pydantic_settings import BaseSettings, SettingsConfigDict

from app.http.client_addresses import TrustedProxies

PREFIX: Final = "BEATENZONE_"
OF_THE_TESTS: Final = ("BEATENZONE_TEST_", "BEATENZONE_REQUIRE_")


class WrongSettings(ValueError):
    """Settings that cannot be used. The message names each, what it is, and what would be right."""


def setting(default: object, says: str, right: str, **limits: Any) -> Any:
    """One setting: its default, what it does, and which values are right."""
    return Field(default, description=says, json_schema_extra={"right": right}, **limits)


class Settings(BaseSettings):
    """The settings of one process. None of them is a secret but a password inside `database_url`."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, extra="forbid", frozen=True)

    host: str = setting(
        "0.0.0.0",
        "The network address to listen on; 127.0.0.1 keeps the tablets out.",
        "an IP address of this machine, or 0.0.0.0 for all of them, IPv4 and IPv6",
    )
    port: int = setting(
        8014, "The port to listen on; 0 takes any free one.", "a whole number from 0 to 65535", ge=0, le=65535
    )
    public_url: str | None = setting(
        None,
        "The address other devices are told, where it is not this machine's own: behind a proxy or a name.",
        "http:// or https://, a name or an IP address, perhaps a port, and nothing behind it",
        pattern=r"^https?://[A-Za-z0-9.\-\[\]:]+$",
    )
    database_url: str = setting(
        "sqlite:///var/beatenzone.sqlite3",
        "Where games are kept: one SQLite file, or a PostgreSQL database.",
        "sqlite:///FILE or postgresql+psycopg://USER:PASSWORD@HOST/DATABASE",
        pattern=r"^(sqlite:///.+|postgresql(\+psycopg)?://.+)$",
    )
    demo: bool = setting(
        True, "Whether the home page offers the ready demonstration game, Mons 1914, one tap away.", "true or false"
    )
    log_level: Literal["debug", "info", "warning", "error"] = setting(
        "info", "The least that is logged; debug also logs every request.", "debug, info, warning or error"
    )
    log_format: Literal["auto", "human", "json"] = setting(
        "auto",
        "How a log line looks: words for people, one JSON object a line for machines, auto by where it goes.",
        "auto, human or json",
    )
    stop_seconds: int = setting(
        1,
        "How long requests on their way may still take when the server stops.",
        "whole seconds from 1 to 30",
        ge=1,
        le=30,
    )
    heartbeat_seconds: int = setting(
        15,
        "How often a page on which nothing changes is told what stands, so that it notices if it shows anything else. "
        "A sign of life comes every second besides: after 2.5 seconds without one the page says that the line is dead.",
        "whole seconds from 1 to 30",
        ge=1,
        le=30,
    )
    max_body_bytes: int = setting(
        65_536,
        "The largest body of a request; the import of a game has a limit of its own.",
        "a whole number of bytes from 1024 up",
        ge=1024,
    )
    head_seconds: int = setting(
        10,
        "How long a connection may stay open without a whole head of a request; then it is closed.",
        "whole seconds from 1 to 300",
        ge=1,
        le=300,
    )
    body_seconds: int = setting(
        10,
        "After how long a request's body has to have come at 500 bytes a second, and how long an answer may wait for "
        "its device to take any of it.",
        "whole seconds from 1 to 300",
        ge=1,
        le=300,
    )
    most_connections: int = setting(
        2000,
        "How many connections are held at once, fewer where the system has no files for them. Where there is no room "
        "the one that has waited longest for a request makes some.",
        "a whole number from 10 up",
        ge=10,
    )
    most_connections_of_one: int = setting(
        600,
        "How many of them one address may hold; trusted proxies are not counted, since everybody comes through them. "
        "0 is no limit.",
        "a whole number from 0 up",
        ge=0,
    )
    streams_of_device: int = setting(
        8,
        "How many pages of a game one device may keep up to date at a time. Beyond it the page on which nothing has "
        "changed for longest pauses, and comes back by itself. 0 is no limit.",
        "a whole number from 0 up",
        ge=0,
    )
    streams_of_address: int = setting(
        500, "The same for all devices of one address together.", "a whole number from 0 up", ge=0
    )
    wrong_codes_per_minute: int = setting(
        10, "How many wrong join codes one address may try in a minute.", "a whole number from 1 up", ge=1
    )
    wrong_codes_of_all_per_minute: int = setting(
        100,
        "How many wrong typed join codes all addresses together may try in a minute; links are never held up by it.",
        "a whole number from 1 up",
        ge=1,
    )
    open_games_mib: int = setting(
        256,
        "How much memory open games may take together, in MiB; a whole evening takes about three. Beyond it those that "
        "were quiet longest are put away, and read again when somebody plays on.",
        "a whole number from 1 up",
        ge=1,
    )
    new_games_per_minute: int = setting(
        30, "How many games one address may open in a minute.", "a whole number from 1 up", ge=1
    )
    commands_per_minute: int = setting(
        600,
        "How many commands one device at a game may send in a minute. 0 is no limit.",
        "a whole number from 0 up",
        ge=0,
    )
    prompts_per_minute: int = setting(
        300,
        "How many times one device at a game may ask in a minute what a command needs, or what the map says. 0 is "
        "no limit.",
        "a whole number from 0 up",
        ge=0,
    )
    checks_per_minute: int = setting(
        60,
        "How many scenarios one address may have checked in a minute. 0 is no limit.",
        "a whole number from 0 up",
        ge=0,
    )
    lookups_per_minute: int = setting(
        300,
        "How many look-ups one address may ask in a minute. 0 is no limit.",
        "a whole number from 0 up",
        ge=0,
    )
    reports_per_minute: int = setting(
        120,
        "How many logs, reports, exports, forecasts and prints one device at a game, or one address, may ask for in a "
        "minute. 0 is no limit.",
        "a whole number from 0 up",
        ge=0,
    )
    changes_per_minute: int = setting(
        300,
        "How many other changes one device at a game, or one address, may send in a minute. 0 is no limit.",
        "a whole number from 0 up",
        ge=0,
    )
    pages_per_minute: int = setting(
        600,
        "How many other pages one device at a game, or one address, may ask for in a minute. 0 is no limit.",
        "a whole number from 0 up",
        ge=0,
    )
    imports_per_hour: int = setting(
        60,
        "How many files one address may import or copy in an hour. 0 is no limit.",
        "a whole number from 0 up",
        ge=0,
    )
    sent_mib_per_hour: int = setting(
        128,
        "How much one address may send in an hour in files and documents, in MiB. 0 is no limit.",
        "a whole number from 0 up",
        ge=0,
    )
    log_mib_per_hour: int = setting(
        2,
        "How much may be written of one game in an hour, in MiB. 0 is no limit.",
        "a whole number from 0 up",
        ge=0,
    )
    import_mib: int = setting(
        8,
        "How large the file of a game may be that is imported, in MiB; a whole evening takes less than one. Files of "
        "more than 32 MiB are never taken. 0 is no limit below that.",
        "a whole number from 0 up",
        ge=0,
    )
    print_pages: int = setting(
        300, "How many pages one print may have; 0 is no limit.", "a whole number from 0 up", ge=0
    )
    print_mib: int = setting(
        512,
        "How much memory the process that sets a print may take, in MiB; 0 is no limit. It gives it back afterwards.",
        "a whole number from 0 up",
        ge=0,
    )
    print_seconds: int = setting(
        60, "How long one print may take to set, in seconds; 0 is no limit.", "a whole number from 0 up", ge=0
    )
    print_at_once_pages: int = setting(
        20,
        "A print of more pages goes on in the background, with a page that shows how far it is. 0 is no such limit: "
        "then only a print that takes long does.",
        "a whole number from 0 up",
        ge=0,
    )
    prints_of_device: int = setting(
        1,
        "How many prints one device may have on their way at a time; 0 is no limit.",
        "a whole number from 0 up",
        ge=0,
    )
    prints_waiting: int = setting(
        20,
        "How many prints may wait for their turn, a quarter of them from one address; 0 is no limit.",
        "a whole number from 0 up",
        ge=0,
    )
    trusted_proxies: str = setting(
        "127.0.0.1",
        "The proxies whose word is taken for the device's address and for https. Of X-Forwarded-For counts the entry "
        "farthest to the right that is none of these proxies.",
        "IP addresses or networks with commas between them, or * where only the proxy can reach this port",
    )
    proxy_hops: int = setting(
        1,
        "How many proxies stand one behind the other between a device and the service. Used where trusted_proxies is "
        "*: the device's address is this entry of X-Forwarded-For, counted from the right.",
        "a whole number from 1 to 10",
        ge=1,
        le=10,
    )

    @field_validator("trusted_proxies")
    @classmethod
    def _are_addresses(cls, given: str) -> str:
        TrustedProxies(given)
        return given

    @field_validator("public_url", mode="before")
    @classmethod
    def _without_slash(cls, given: str | None) -> str | None:
        return given.rstrip("/") or None if given is not None else None


def load_settings(**chosen: object) -> Settings:
    """The settings of the environment, those named in `chosen` set aside. Raises WrongSettings."""
    if unknown := list(unknown_names(os.environ)):
        raise WrongSettings("\n".join(unknown))
    try:
        return Settings(**{name: value for name, value in chosen.items() if value is not None})  # type: ignore[arg-type]
    except ValidationError as wrong:
        raise WrongSettings("\n".join(_told(error) for error in wrong.errors())) from wrong


def unknown_names(environment: Mapping[str, str]) -> Iterator[str]:
    """A sentence for every name that looks like a setting and is none."""
    known = {variable(name) for name in Settings.model_fields}
    for name in sorted(environment):
        if name.startswith(PREFIX) and not name.startswith(OF_THE_TESTS) and name not in known:
            near = difflib.get_close_matches(name, known, n=1)
            yield f"{name} is no setting" + (f": {near[0]} is meant?" if near else "; docs/settings.md lists them")


def variable(name: str) -> str:
    """The environment's name for a setting."""
    return PREFIX + name.upper()


def right_values(field: FieldInfo) -> str:
    """Which values a setting takes, in words."""
    extra = field.json_schema_extra
    return str(extra["right"]) if isinstance(extra, dict) else ""


def _told(error: Mapping[str, Any]) -> str:
    name = str(error["loc"][0])
    field = Settings.model_fields[name]
    # A database address may hold a password: what was given is not repeated.
    given = "what was given" if name == "database_url" else repr(error["input"])
    return f"{variable(name)}: {given} will not do. Give {right_values(field)} (default: {shown_default(field)})."


def shown_default(field: FieldInfo) -> str:
    """A default as it would be written in the environment."""
    if field.default is None:
        return "not set"
    return str(field.default).lower() if isinstance(field.default, bool) else str(field.default)


def settings_page() -> str:
    """`docs/settings.md`, whole."""
    head = (
        "# Settings\n\n"
        "Settings are read from the environment when the service starts. A wrong one stops the start, with a sentence\n"
        "that says what would be right. This page is made by `make docs`; a test holds it against the code.\n"
    )
    return head + "".join(_entry(name, field) for name, field in Settings.model_fields.items())


def _entry(name: str, field: FieldInfo) -> str:
    return (
        f"\n## `{variable(name)}`\n\n{field.description}\n\n"
        f"- Right: {right_values(field)}\n- Default: `{shown_default(field)}`\n"
    )
