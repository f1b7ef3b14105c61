"""Invitations, joining, the host's list of devices."""

import io
from typing import Annotated, Literal

import segno
from fastapi import APIRouter, Depends, Request, Response
from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from app.games import problems
from app.games.keeper import keeper_of
from app.games.problems import Problem
from app.logs import note_seat
from app.seats.addresses import reachable_base
from app.seats.cookies import give_token
from app.seats.guard import anyone, host_for, seat_for
from app.seats.seat import Seat
from rules.kernel.play import Role

SMALL = 4096
PlayerName = Annotated[str, StringConstraints(strip_whitespace=True, max_length=60, pattern=r"^[^\x00-\x1f\x7f]*$")]
DeviceShare = Annotated[str, StringConstraints(max_length=64, pattern=r"^[0-9a-f]*$")]

router = APIRouter(prefix="/api/v1", tags=["seats"], responses=problems.AT_A_GAME)


class Strict(BaseModel):
    """A body with nothing in it that we do not know, and no guessing of types."""

    model_config = ConfigDict(extra="forbid", strict=True)


class SeatShown(BaseModel):
    """A seat, as its own device and the host see it."""

    id: str
    game_id: str
    role: Role
    name: str
    is_host: bool


class DeviceShown(SeatShown):
    """A device in the host's list. Times are ISO 8601, UTC; `revoked_at` is null while the seat holds."""

    created_at: str
    revoked_at: str | None


class InvitationWanted(Strict):
    """Which seat to invite to, and how: `link` (a QR code) or `typed` (eight letters)."""

    role: Annotated[Role, Field(strict=False)]
    kind: Literal["link", "typed"] = "link"


class InvitationShown(BaseModel):
    """A code for one device, good once and until `expires_at` (ten minutes).

    `address` and `qr_svg` only for a link. The code stands behind the #, so that it reaches no log of any server.
    """

    id: str
    role: Role
    kind: Literal["link", "typed"]
    code: str
    expires_at: str
    address: str | None = None
    qr_svg: str | None = None


class Joining(Strict):
    """The code of an invitation, the player's name, and this device's share in the dice (hexadecimal)."""

    code: Annotated[str, StringConstraints(min_length=1, max_length=64)]
    name: PlayerName = ""
    share: DeviceShare = ""


@router.post("/games/{game_id}/invitations", status_code=201, max_body_size=SMALL)
def invite(wanted: InvitationWanted, request: Request, seat: Annotated[Seat, Depends(host_for)]) -> InvitationShown:
    """Make a code that lets one device sit down. Only the host."""
    made = keeper_of(request).seats.invite(seat.game_id, wanted.role, wanted.kind)
    shown = InvitationShown(id=made.id, role=made.role, kind=made.kind, code=made.code, expires_at=made.expires_at)
    if made.kind == "link":
        shown.address = f"{reachable_base(request)}/join#{made.code}"
        shown.qr_svg = qr_svg(shown.address)
    return shown


async def may_try(request: Request) -> None:
    """Refuses an address that guesses, before anything is looked up for it."""
    keeper_of(request).limits.check_address(request)


@router.post("/join", status_code=201, dependencies=[Depends(anyone), Depends(may_try)], max_body_size=SMALL)
def join(joining: Joining, request: Request, response: Response) -> SeatShown:
    """Exchange a code for a seat: the device gets its cookie, the code is used up."""
    keeper, limits = keeper_of(request), keeper_of(request).limits
    limits.check_letters(joining.code)
    joined = keeper.seats.join(joining.code, joining.name)
    if joined is None:
        limits.guessed_wrong(request, joining.code)
        detail = "this code is wrong, used up or too old"
        raise Problem(problems.problem(404, "wrong-code", "Wrong code", detail, instead="ask the host for a new one"))
    seat, token = joined
    note_seat(seat.game_id, seat.role)
    if joining.share:
        keeper.games.add_share(seat.game_id, joining.share)
    give_token(response, request, seat.game_id, token)
    return shown(seat)


@router.get("/games/{game_id}/seat")
def my_seat(seat: Annotated[Seat, Depends(seat_for)]) -> SeatShown:
    """The seat of this device."""
    return shown(seat)


@router.get("/games/{game_id}/seats")
def devices(request: Request, seat: Annotated[Seat, Depends(host_for)]) -> list[DeviceShown]:
    """Every device that ever sat down. Only the host."""
    return [
        DeviceShown(**shown(one.seat).model_dump(), created_at=one.created_at, revoked_at=one.revoked_at)
        for one in keeper_of(request).seats.devices(seat.game_id)
    ]


@router.post("/games/{game_id}/seats/{seat_id}/revoke", status_code=204, max_body_size=SMALL)
def revoke(seat_id: str, request: Request, seat: Annotated[Seat, Depends(host_for)]) -> None:
    """Take a device's seat away at once, its stream with it. Only the host, and not his own."""
    if seat_id == seat.id:
        raise Problem(problems.not_yours("the host cannot take his own seat away"))
    keeper = keeper_of(request)
    if not keeper.seats.revoke(seat.game_id, seat_id):
        raise Problem(problems.problem(404, "no-such-seat", "No such seat", "there is no such device at this game"))
    keeper.hub.end_seat(seat_id)


def shown(seat: Seat) -> SeatShown:
    """A seat as JSON."""
    return SeatShown(id=seat.id, game_id=seat.game_id, role=seat.role, name=seat.name, is_host=seat.is_host)


def qr_svg(address: str) -> str:
    """A QR code as inline SVG, sized by its container."""
    drawn = io.BytesIO()
    segno.make(address, error="m", micro=False).save(drawn, kind="svg", xmldecl=False, omitsize=True, border=4)
    return drawn.getvalue().decode()
