"""Routes of games as JSON: open, play, export, import, close and delete."""

import asyncio
import base64
import hashlib
import hmac
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final, Literal

import msgspec
from fastapi import APIRouter, Body, Depends, Query, Request, Response
from pydantic import BaseModel, Field, StringConstraints
from sqlalchemy import Table

from app.games.app_services import Keeper, keeper_of
from app.games.command_handler import GameOpening
from app.games.deletions import Deletion
from app.games.export import ExportFile, export_game
from app.games.game_schemas import BODY_OF_A_COMMAND, BODY_OF_AN_IMPORT, FILE_OF_A_GAME
from app.games.json_codec import Envelope, Unreadable, read_envelope
from app.games.verification import import_game, seat_heads
from app.http import problem_details
from app.http.bodies import SMALL, Decided, Strict, disposition, file_name
from app.http.error_handlers import too_large
from app.http.guards import (
    GameId,
    anyone,
    games_of,
    give_token,
    host_for,
    host_of_deleted,
    player_for,
    seat_at,
    seat_for,
)
from app.http.logs import note_seat
from app.http.openapi_fragments import documented
from app.http.problem_details import JSON, Problem, problem, respond
from app.http.rate_limits import MIB
from app.randomness import Cup, DiceShare, commitment_of, new_id, new_seed
from app.seats.routes import DeviceShare, PlayerName, RoleWanted, SeatShown, check_role, shown
from app.seats.seat_repository import Seat, new_token, seat_row
from app.storage.event_log import GAMES, SEATS, SEEDS, SHARES, GameRecord, Row
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.seats import Role

# A new game

NOT_CLOSED: Final = {"closed_at": None, "closed_by": None}


@dataclass(frozen=True, slots=True)
class NewGame:
    """What opens a game, the host's seat at it, and the token for the host's device."""

    opening: GameOpening
    host: Seat
    token: str


def game_id_of(request_id: str) -> str:
    """The one game that a request opens, however often it arrives. It does not betray the request's id."""
    return base64.b32encode(hashlib.sha256(request_id.encode()).digest()[:10]).decode().lower()


def host_token_of(seed: bytes, request_id: str) -> str:
    """The host's token, 256 bits: the same for a repeat, which knows the request's id, and made by nobody else."""
    made = hmac.digest(seed, f"host|{request_id}".encode(), "sha256")
    return base64.urlsafe_b64encode(made).decode().rstrip("=")


def new_game(
    system: str,
    title: str,
    host: tuple[str, Role],
    created_at: str,
    shares: Sequence[str] = (),
    request_id: str = "",
) -> NewGame:
    """Everything a new game begins with. `host`: the host's name and the role he plays himself."""
    seed = new_seed()
    game_id = game_id_of(request_id) if request_id else new_id()
    token = host_token_of(seed, request_id) if request_id else new_token()
    commitment = commitment_of(seed)
    kept = tuple(DiceShare(1, share) for share in shares)
    seat = Seat(new_id(), game_id, host[1], host[0], is_host=True)
    record = GameRecord(game_id, system, title, created_at, None, (Cup(game_id, commitment, seed, kept),))
    rows: Mapping[Table, Sequence[Row]] = {
        GAMES: [{"id": game_id, "system": system, "title": title, "created_at": created_at, **NOT_CLOSED}],
        SEEDS: [{"game_id": game_id, "from_seq": 1, "commitment": commitment, "seed": seed}],
        SHARES: [{"id": new_id(), "game_id": game_id, "from_seq": 1, "share": one.share} for one in kept],
        SEATS: [seat_row(seat, token, created_at)],
    }
    return NewGame(GameOpening(record, rows), seat, token)


# Games as JSON

COMMAND_SIZE = 64 * 1024
OPENING_SIZE = 2 * 1024 * 1024
IMPORT_SIZE = 32 * 1024 * 1024
ONE_LINE = r"^[^\x00-\x1f\x7f]*$"
Title = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=120, pattern=ONE_LINE)]

router = APIRouter(prefix="/api/v1/games", tags=["games"])


class GameWanted(Strict):
    """A new game: its system, its title, its first command, and where the host sits.

    `request_id`: unguessable, made by the device. Sent again with it, the request leads to the same game and seat.
    """

    system: str = Field(description="the rule system that is played")
    title: Title = Field(description="what the evening is called, on one line")
    command: dict[str, Any] = Field(description="the command of the system that sets up a game")
    name: PlayerName = ""
    role: RoleWanted = Field(Role.REFEREE, description="where the host sits")
    share: DeviceShare = ""
    request_id: Annotated[str, StringConstraints(pattern=r"^([A-Za-z0-9_-]{22,64})?$")] = Field(
        "", description="unguessable, made by the device; sent again with it, the request opens no second game"
    )


WantedGame = Annotated[GameWanted, Body()]


class GameShown(SeatShown):
    """A game at which this device has a seat. Times are ISO 8601, UTC; `closed_by` is the name of who closed it."""

    system: str = Field(description="the rule system that is played")
    title: str = Field(description="what the evening is called")
    created_at: str = Field(description="when it was opened, ISO 8601, UTC")
    closed_at: str | None = Field(description="when it was closed; null while it is played")
    closed_by: str | None = Field(description="the name of who closed it; null while it is played")


@router.post(
    "",
    status_code=201,
    dependencies=[Depends(anyone)],
    max_body_size=OPENING_SIZE,
    response_description="The game, and the seat of its host: this device has its cookie now",
    responses=documented(401, 409, 429, 507),
)
def create(wanted: WantedGame, request: Request, response: Response) -> GameShown:
    """Open a game; this device is its host. Sent twice with the same `request_id`, it opens one."""
    keeper = keeper_of(request)
    keeper.limits.opens_a_game(request)
    if wanted.system not in keeper.games.systems:
        instead = f"one of {', '.join(keeper.games.systems)}"
        raise Problem(problem_details.unreadable("system", f"there is no rule system {wanted.system!r}", instead))
    check_role(keeper.games.systems[wanted.system], wanted.role)
    seat, token = _opened(keeper, wanted) or _open(keeper, wanted)
    note_seat(seat.game_id, seat.role)
    give_token(response, request, seat.game_id, token)
    return _shown(keeper, seat)


@router.get("", dependencies=[Depends(anyone)], response_description="The games, each with this device's seat at it")
async def mine(request: Request) -> list[GameShown]:
    """The games at which this device has a seat."""
    seats = [await seat_at(game_id, request) for game_id in games_of(request)]
    keeper = keeper_of(request)
    return [await asyncio.to_thread(_shown, keeper, seat) for seat in seats if seat]


class ViewShown(BaseModel):
    """A game as a seat may know it."""

    number: int = Field(description="the newest number in the seat's own numbering; commands name it", examples=[5])
    hash: str = Field(description="changes whenever the view does", examples=["0f6c9a7de1b2"])
    closed: bool = Field(description="whether the game is over and its dice are revealed")
    view: dict[str, Any] = Field(description="everything the seat may know, in the words of the system")


@router.get(
    "/{game_id}",
    response_model=ViewShown,
    response_description="The game as this seat may know it",
    responses=documented(404),
)
async def look(game_id: GameId, request: Request, seat: Annotated[Seat, Depends(seat_for)]) -> Response:
    """The game as this seat may know it: `number`, `hash`, `closed` and `view`."""
    view = await asyncio.wrap_future(keeper_of(request).games.view_soon(game_id, seat.role))
    told = {"number": view.number, "hash": view.hash, "closed": view.closed, "view": msgspec.Raw(view.body)}
    return Response(msgspec.json.encode(told), media_type=JSON)


class EventsShown(BaseModel):
    """What happened, as a seat may read it, oldest first."""

    events: list[dict[str, Any]] = Field(
        description="each with its number in the seat's own numbering, its kind, what it says, and who did it"
    )


class DoneShown(EventsShown):
    """A command that was accepted. Nothing that was refused is answered like this."""

    outcome: Literal["accepted"]
    number: int = Field(description="the newest number now; the next command names it", examples=[6])


@router.post(
    "/{game_id}/commands",
    openapi_extra=BODY_OF_A_COMMAND,
    max_body_size=COMMAND_SIZE,
    response_model=DoneShown,
    response_description="It is done and on the disk",
    responses=documented(404, 409, 422, 507),
)
async def command(request: Request, seat: Annotated[Seat, Depends(player_for)]) -> Response:
    """Send a command: 200 done, 409 stale or refused by the rules, 422 unreadable. Sent twice, it happens once."""
    keeper_of(request).limits.writes_to(seat.game_id)
    try:
        envelope = read_envelope(await request.body())
    except Unreadable as wrong:
        return respond(problem_details.unreadable(wrong.field, wrong.because, wrong.instead))
    return respond(await keeper_of(request).desk.hand_in(seat, envelope))


Since = Annotated[int, Query(ge=0, description="the newest number that is known already; 0: none", examples=[0])]


@router.get(
    "/{game_id}/log",
    response_model=EventsShown,
    response_description="What happened since",
    responses=documented(404, 422),
)
async def read_log(
    game_id: GameId, request: Request, seat: Annotated[Seat, Depends(seat_for)], since: Since = 0
) -> Response:
    """What happened after number `since`, as this seat may read it."""
    told = keeper_of(request).games.ask_soon(game_id, lambda game: game.told(seat.role, since))
    return Response(msgspec.json.encode({"events": await asyncio.wrap_future(told)}), media_type=JSON)


class DiceShown(BaseModel):
    """What the players may hold against the app's dice: what was promised, what devices added, the seeds at the end.

    A promise is the SHA-256 of its seed; docs/export-format.md says how a die follows from seed and shares.
    """

    commitments: list[str] = Field(description="the SHA-256 of each seed, hexadecimal, promised before the first die")
    shares: list[str] = Field(description="what each device mixed in, hexadecimal")
    seeds: list[str | None] = Field(description="the seeds, hexadecimal; null while the game is played")


@router.get("/{game_id}/dice", response_description="Promise, shares and, at the end, seeds")
def dice(game_id: GameId, request: Request, seat: Annotated[Seat, Depends(seat_for)]) -> DiceShown:
    """The promise of this game's dice; once it is closed, their seeds. An unknown seed stays null."""
    record = _record(keeper_of(request), game_id)
    shares = [share.share for share in record.cups[0].shares]
    return DiceShown(commitments=[cup.commitment for cup in record.cups], shares=shares, seeds=list(record.seeds_told))


class HeadShown(BaseModel):
    """A hash to note down: `beatenzone verify --head` finds out later whether anything was cut off or rewritten.

    `noted` is what the hash was at the number asked for with `at`; null where the log does not go so far.
    """

    number: int = Field(description="the newest event in it, in the seat's own numbering", examples=[5])
    head: str = Field(description="SHA-256, hexadecimal")
    noted: str | None = Field(description="SHA-256, hexadecimal, as it was at the number asked for")


NotedAt = Annotated[int, Query(ge=0, description="a number that was noted down with its hash; 0: none", examples=[1])]


@router.get("/{game_id}/head", response_description="Number and hash to note down", responses=documented(422))
def head(game_id: GameId, request: Request, seat: Annotated[Seat, Depends(seat_for)], at: NotedAt = 0) -> HeadShown:
    """The hash over everything this seat may know of, and the number of the newest event in it."""
    rows, _ = keeper_of(request).games.log.read_log(game_id)
    heads = seat_heads(game_id, seat.role, rows)
    return HeadShown(**heads[-1]._asdict(), noted=heads[at].head if at < len(heads) else None)


@router.get(
    "/{game_id}/export",
    response_description="The file of the game; docs/export-format.md says how to check it",
    responses={200: FILE_OF_A_GAME, **documented(403)},
)
def export(game_id: GameId, request: Request, seat: Annotated[Seat, Depends(seat_for)]) -> Response:
    """The whole game in one file. While it is played it holds secrets: only the referee may have it."""
    keeper = keeper_of(request)
    record = _record(keeper, game_id)
    if not record.closed_at and seat.role is not Role.REFEREE:
        raise Problem(
            problem_details.not_yours("until the game is closed its file holds secrets: only the referee may have it")
        )
    file = export_game(keeper.games.log, game_id)
    headers = {"Content-Disposition": disposition(file_name(record.title, "game", ending="json"))}
    return Response(msgspec.json.format(msgspec.json.encode(file), indent=1), media_type=JSON, headers=headers)


@router.post(
    "/import",
    status_code=201,
    dependencies=[Depends(anyone)],
    max_body_size=IMPORT_SIZE,
    openapi_extra=BODY_OF_AN_IMPORT,
    response_description="The game, and this device's seat at it: it has its cookie now",
    responses=documented(409, 422, 429, 507),
)
async def bring_back(request: Request, response: Response) -> GameShown:
    """Take in an exported game, verified, as a whole or not at all; this device is its host, as the referee."""
    keeper = keeper_of(request)
    keeper.limits.opens_a_game(request)
    body, most = await request.body(), request.app.state.settings.import_mib * MIB
    if 0 < most < len(body):
        raise Problem(too_large(most))
    seat, token = await asyncio.to_thread(_import, keeper, body)
    note_seat(seat.game_id, seat.role)
    give_token(response, request, seat.game_id, token)
    return await asyncio.to_thread(_shown, keeper, seat)


@router.post(
    "/{game_id}/close",
    status_code=204,
    max_body_size=COMMAND_SIZE,
    response_description="It is closed",
    responses=documented(404, 507),
)
def close(game_id: GameId, _: Decided, request: Request, seat: Annotated[Seat, Depends(host_for)]) -> None:
    """End the game for good, which every open page is told; its dice's seed can be read from now on. Only the host."""
    keeper_of(request).games.close(game_id, seat.name)


def _open(keeper: Keeper, wanted: GameWanted) -> tuple[Seat, str]:
    shares = [wanted.share] if wanted.share else []
    host = (wanted.name, wanted.role)
    made = new_game(wanted.system, wanted.title, host, keeper.games.clock(), shares, wanted.request_id)
    answer = keeper.games.submit_soon(made.host, Envelope("open", 0, wanted.command), made.opening).result()
    if answer.accepted:
        return made.host, made.token
    # Its twin may have been first while this one was on its way.
    if twin := _opened(keeper, wanted):
        return twin
    raise Problem(answer)


def _opened(keeper: Keeper, wanted: GameWanted) -> tuple[Seat, str] | None:
    """The host's seat at the game which the same request opened before. Raises Problem if it asked for another game."""
    record = keeper.games.log.read_game(game_id_of(wanted.request_id)) if wanted.request_id else None
    seed = record.cups[0].seed if record else None
    if record is None or seed is None:
        return None
    token = host_token_of(seed, wanted.request_id)
    seat = keeper.seats.seat_of(token)
    if seat is None:
        raise Problem(problem_details.no_seat())
    answer = keeper.games.submit(seat, Envelope("open", 0, wanted.command))
    asked = (record.system, record.title, seat.name, seat.role)
    if not answer.accepted or asked != (wanted.system, wanted.title, wanted.name, wanted.role):
        detail = "this request has already opened another game"
        raise Problem(problem_details.unreadable("request_id", detail, "a new request_id for a new game"))
    return seat, token


def _import(keeper: Keeper, body: bytes) -> tuple[Seat, str]:
    file: ExportFile = import_game(keeper.games, body)
    return keeper.seats.sit(file.game.id, Role.REFEREE, "", is_host=True)


def _record(keeper: Keeper, game_id: str) -> GameRecord:
    """What is known of a game beside its log, also where its system is unknown. Raises Problem: 404."""
    record = keeper.games.log.read_game(game_id)
    if record is None:
        raise Problem(problem_details.no_such_game(game_id))
    return record


def _shown(keeper: Keeper, seat: Seat) -> GameShown:
    record = _record(keeper, seat.game_id)
    return GameShown(
        **shown(seat).model_dump(),
        system=record.system,
        title=record.title,
        created_at=record.created_at,
        closed_at=record.closed_at,
        closed_by=record.closed_by,
    )


# Deleting a game as JSON

deletion_router = APIRouter(prefix="/api/v1/games/{game_id}", tags=["games"])


class DeletionResponse(BaseModel):
    """How far the deletion of a game has come. Times are ISO 8601, UTC."""

    is_deleted: bool = Field(description="whether every side has agreed and the game is deleted")
    waiting_for: list[Role] = Field(description="the seated sides that have not agreed yet")
    restorable_until: str | None = Field(description="until when the host can restore it; null while it is not deleted")


@deletion_router.post(
    "/deletion",
    max_body_size=SMALL,
    response_description="The game is deleted, or the other sides are asked",
    responses=documented(507),
)
def request_deletion(_: Decided, request: Request, seat: Annotated[Seat, Depends(host_for)]) -> DeletionResponse:
    """Delete a closed game at once, and an open one when each seated side has agreed. Only the host."""
    keeper = keeper_of(request)
    record = keeper.games.log.read_game(seat.game_id)
    return _respond(keeper, keeper.deletions.ask(seat, is_closed=record is not None and record.closed_at is not None))


@deletion_router.post(
    "/deletion/agree",
    max_body_size=SMALL,
    response_description="The game is deleted, or other sides are still asked",
    responses=documented(409, 507),
)
def agree_to_deletion(_: Decided, request: Request, seat: Annotated[Seat, Depends(player_for)]) -> DeletionResponse:
    """Agree for this seat's side that the game is deleted. The last side to agree deletes it."""
    keeper = keeper_of(request)
    deletion = keeper.deletions.agree(seat)
    if deletion is None:
        detail = "nobody has asked to delete this game, or the request was withdrawn"
        raise Problem(problem(409, "no-deletion", "No request to delete", detail, instead="ask the host"))
    return _respond(keeper, deletion)


@deletion_router.post(
    "/deletion/decline",
    status_code=204,
    max_body_size=SMALL,
    response_description="The game stays",
    responses=documented(507),
)
def decline_deletion(_: Decided, request: Request, seat: Annotated[Seat, Depends(player_for)]) -> None:
    """Decline the request to delete the game, or withdraw it as the host. The host can ask again."""
    keeper = keeper_of(request)
    keeper.deletions.withdraw(seat.game_id)
    keeper.hub.notify(seat.game_id)


@deletion_router.post(
    "/restore",
    status_code=204,
    max_body_size=SMALL,
    response_description="The game is there again, with all its seats",
    responses=documented(409, 507),
)
def restore_game(_: Decided, request: Request, seat: Annotated[Seat, Depends(host_of_deleted)]) -> None:
    """Restore a deleted game within seven days. Only the host."""
    if not keeper_of(request).deletions.restore(seat.game_id):
        detail = "this game is not deleted, or was deleted more than seven days ago"
        raise Problem(problem(409, "not-restorable", "Nothing to restore", detail, instead="look on the start page"))


def _respond(keeper: Keeper, deletion: Deletion) -> DeletionResponse:
    if deletion.deleted_at is None:
        keeper.hub.notify(deletion.game_id)
    else:
        keeper.hub.end_game(deletion.game_id)
        keeper.deletions.purge()
    waiting_for = [] if deletion.deleted_at else sorted(keeper.deletions.waiting_for(deletion))
    return DeletionResponse(
        is_deleted=deletion.deleted_at is not None,
        waiting_for=waiting_for,
        restorable_until=deletion.restorable_until,
    )
