"""Games that are begun where a test begins: played so far once by commands, and laid again, row for row, for the next.

To the first machine gun of a turn it is some twenty commands, each judged and written: longer than what is looked at
there. What is laid is another game, with an id, seats and devices of its own, and its chain holds.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from playwright.sync_api import BrowserContext
from sqlalchemy import Engine, Table, select

from app.games.app_services import Keeper
from app.http.guards import cookie_name
from app.randomness import new_id
from app.seats.seat_repository import hashed, new_token
from app.storage.event_log import (
    COMMANDS,
    EVENTS,
    GAMES,
    SEATS,
    SEEDS,
    SHARES,
    WRITING_ORDER,
    Row,
    Staged,
    StoredEvent,
    command_hash,
    genesis,
    link,
)
from tests.browser.conftest import SERVED
from tests.browser.playing import Seat, opened

Seated = Mapping[str, Seat]


class Kept(NamedTuple):
    """A game as it was when it had come so far: its rows by table."""

    game: str
    rows: Mapping[Table, list[Row]]


KEPT: Final[dict[str, Kept]] = {}


def begun(
    address: str,
    devices: Mapping[str, BrowserContext],
    told: Mapping[str, Any],
    so_far: str,
    play: Callable[[Seated], object],
) -> Seated:
    """A game with a device in each role, the first of them its host, played so far; `so_far` is what it is kept by."""
    keeper: Keeper = SERVED[address].state.keeper
    name = f"{so_far} {list(devices)} {told}"
    if name in KEPT:
        return _seated(address, devices, *_laid(keeper, KEPT[name]))
    (role, host), *others = devices.items()
    seats = {role: opened(host, address, role=role, **told)}
    for other, device in others:
        # A referee of a host who plays sees what the other side sees, so that side is asked.
        side = next((seats[held] for held in seats if held != role), None) if other == "referee" else None
        seats[other] = seats[role].invites(other, device, agreed_by=side)
    play(seats)
    KEPT[name] = _kept(keeper.database.engine, seats[role].game)
    return seats


def _kept(engine: Engine, game: str) -> Kept:
    with engine.connect() as connection:
        found = {
            table: connection.execute(select(table).where(table.c["id" if table is GAMES else "game_id"] == game))
            for table in WRITING_ORDER
        }
        return Kept(game, {table: [dict(row) for row in rows.mappings()] for table, rows in found.items()})


def _laid(keeper: Keeper, kept: Kept) -> tuple[str, Mapping[str, str]]:
    """Another game of the same rows: its id, and the token of each role."""
    renamed = {kept.game: new_id(), **{seat["id"]: new_id() for seat in kept.rows[SEATS]}}
    rows = {table: [_under(one, renamed) for one in many] for table, many in kept.rows.items()}
    tokens = {seat["role"]: new_token() for seat in rows[SEATS]}
    rows[SEATS] = [{**seat, "token_hash": hashed(tokens[seat["role"]])} for seat in rows[SEATS]]
    # Shares of one moment count in the order of their ids.
    ids = sorted(new_id() for _ in rows[SHARES])
    rows[SHARES] = [{**share, "id": own} for own, share in zip(ids, rows[SHARES], strict=True)]
    rows[EVENTS] = _chained(rows)
    staged, game = Staged(), renamed[kept.game]
    for table, many in rows.items():
        staged.add(game, table, many)
    keeper.games.log.append(staged)
    return game, tokens


def _under(row: Row, renamed: Mapping[str, str]) -> Row:
    """A row with other names of the game and of its seats, wherever they stand."""
    made = dict(row)
    for was, name in renamed.items():
        made = {key: one.replace(was, name) if isinstance(one, str) else one for key, one in made.items()}
    return made


def _chained(rows: Mapping[Table, list[Row]]) -> list[Row]:
    (game,), first = rows[GAMES], min(rows[SEEDS], key=lambda one: int(one["from_seq"]))
    previous = genesis(game["id"], game["system"], game["title"], game["created_at"], first["commitment"])
    commands = {one["command_id"]: command_hash(one["body"], one["actor"]) for one in rows[COMMANDS]}
    made = list[Row]()
    for row in sorted(rows[EVENTS], key=lambda one: int(one["seq"])):
        event = StoredEvent._make(row[name] for name in StoredEvent._fields)
        previous = link(previous, event, commands[event.command_id])
        made.append({**row, "hash": previous})
    return made


def _seated(
    address: str, devices: Mapping[str, BrowserContext], game: str, tokens: Mapping[str, str]
) -> dict[str, Seat]:
    for role, device in devices.items():
        device.add_cookies([{"name": cookie_name(game, False), "value": tokens[role], "url": address}])
    return {role: Seat(device, address, game, role) for role, device in devices.items()}
