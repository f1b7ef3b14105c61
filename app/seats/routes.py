"""Routes of seats: invitations, joining, consent of sides and the list of devices."""

import io
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Body, Depends, Path, Request, Response
from pydantic import BaseModel, BeforeValidator, Field, StringConstraints
from pydantic_core import PydanticCustomError

from app.games.app_services import Keeper, keeper_of
from app.games.json_codec import Envelope, System
from app.games.service import GameService
from app.http import problem_details
from app.http.bodies import SMALL, Decided, Strict
from app.http.guards import anyone, give_token, host_for, seat_for, token_of
from app.http.logs import note_seat
from app.http.openapi_fragments import documented
from app.http.problem_details import HttpAnswer, Problem
from app.randomness import JsonValue, new_id
from app.seats.network_addresses import chosen_base, reachable_bases
from app.seats.seat_repository import Device, Seat
from rules.kernel.game_record import agreed_seat
from rules.kernel.seats import Role

# Seats in the log

ASKS: Final = "ask_for_seat"
"""The command by which a side is asked whether another device may see what it sees."""


def name_of(_seat: Seat) -> str:
    """The id of such a command: nobody can guess it, so that no device takes it first."""
    return new_id()


def tell_of_seat(games: GameService, seat: Seat, kind: str, /, **fields: JsonValue) -> None:
    """Write into the log that a device sat down, or that its seat was taken away; nothing in a closed game.

    Raises Problem where it cannot be written.
    """
    system = games.ask(seat.game_id, lambda game: None if game.is_closed or game.sealed else game.system)
    if system is None or kind not in system.kept_commands:
        return
    answer = games.submit_soon(seat, Envelope(name_of(seat), 0, {"kind": kind, **fields}), by_keeper=True).result()
    if not answer.accepted:
        raise Problem(answer)


def sees_side(role: Role, side: Role) -> bool:
    """Return whether a device with a role sees what a side sees."""
    return role in (side, Role.REFEREE)


def sides_to_ask(keeper: Keeper, game_id: str, role: Role, newcomer: Seat | None = None) -> list[Role]:
    """Return the held sides against which the host plays, and whose secrets a device with a role sees.

    The `newcomer` itself holds nothing yet.
    """
    seats = [
        device.seat for device in keeper.seats.sitting(game_id) if newcomer is None or device.seat.id != newcomer.id
    ]
    of_host = {seat.role for seat in seats if seat.is_host and seat.role.plays}
    against = {seat.role for seat in seats if seat.role.plays} - of_host if of_host else set()
    return sorted(side for side in against if sees_side(role, side))


def fields_of_seat(keeper: Keeper, seat: Seat, removed: Iterable[Seat]) -> dict[str, JsonValue]:
    """Return what the log is told of a device that sits down, beside its seat: which sides have to have agreed.

    `removed` are the seats that the device ends as it sits down.
    """
    if any(other.role is seat.role for other in removed):
        return {"replaces": True}
    sides = sides_to_ask(keeper, seat.game_id, seat.role, newcomer=seat)
    sees: list[JsonValue] = [side.value for side in sides if side is not seat.role]
    return {**({"shares": True} if seat.role in sides else {}), **({"sees": sees} if sees else {})}


def check_sides_agreed(keeper: Keeper, game_id: str, role: Role) -> None:
    """Ask each held side whether one more device may see what it sees. Raises Problem: 409 until all have agreed."""
    sides = sides_to_ask(keeper, game_id, role)
    if not sides:
        return
    knows, is_closed, allowed, names = keeper.games.ask(
        game_id,
        lambda game: (
            ASKS in game.system.kept_commands,
            game.is_closed,
            getattr(game.state, "seats_allowed", ()),
            game.seat_names,
        ),
    )
    missing = [side for side in sides if agreed_seat(side, role) not in allowed]
    # A closed game has no secrets any more.
    if is_closed or not knows or not missing:
        return
    side = missing[0]
    host = next(device.seat for device in keeper.seats.sitting(game_id) if device.seat.is_host)
    instead = "try again once it has agreed on its card, or let the host remove its device first"
    try:
        seat = {} if role is side else {"seat": role.value}
        tell_of_seat(keeper.games, host, ASKS, side=side.value, name=names[side], **seat)
    except Problem:
        # Something is being asked already, perhaps this very thing: it is answered first.
        instead = "let what is asked at the table be answered first, then try again"
    detail = f"another device holds the {names[side]} seat, and that side has to agree to one more"
    if role is not side:
        detail = f"the referee's seat sees what the {names[side]} side sees, and that side has to agree to it"
    raise Problem(problem_details.problem(409, "seat-held", "The seat is held", detail, instead=instead))


def devices_that_see(keeper: Keeper, game_id: str, side: Role) -> Sequence[Device]:
    """Return the devices that see what a side sees, and to which a device that takes the side has to agree.

    The host is among them where it sits at the referee's seat and no other side is held: it plays the others then.
    """
    sitting = keeper.seats.sitting(game_id)
    host = next((device.seat for device in sitting if device.seat.is_host), None)
    if host is None or not side.plays or host.role is side or keeper.games.ask(game_id, lambda game: game.is_closed):
        return []
    seeing = [device for device in sitting if sees_side(device.seat.role, side)]
    if host.role.plays:
        return seeing
    is_alone = all(device.seat.role is side or not device.seat.role.plays for device in sitting)
    return [device for device in seeing if device.seat.is_host and is_alone]


# Invitations

PlayerName = Annotated[
    str,
    StringConstraints(strip_whitespace=True, max_length=60, pattern=r"^[^\x00-\x1f\x7f]*$"),
    Field(description="who sits there, on one line; may be empty"),
]
DeviceShare = Annotated[
    str,
    StringConstraints(max_length=64, pattern=r"^[0-9a-f]*$"),
    Field(description="what this device mixes into every die, hexadecimal; may be empty"),
]
SeatIdGiven = Annotated[str, StringConstraints(max_length=16)]
MOST_LISTED: Final = 100


def _known(value: object) -> object:
    known = [role.value for role in Role.known()]
    if value in known:
        return value
    words = f"{', '.join(map(repr, known[:-1]))} or {known[-1]!r}"
    raise PydanticCustomError("enum", "Input should be {expected}", {"expected": words})


RoleWanted = Annotated[Role, Field(strict=False), BeforeValidator(_known)]
"""A role as a request names it; that the game has such a seat is asked by `check_role`."""


def check_role(system: System, role: Role) -> None:
    """Raises Problem where a system has no such seat."""
    if role not in system.seating.roles:
        seats = ", ".join(one.value for one in system.seating.roles)
        raise Problem(
            problem_details.unreadable("role", f"there is no seat {role.value!r} at this game", f"one of {seats}")
        )


router = APIRouter(prefix="/api/v1", tags=["seats"])


class SeatShown(BaseModel):
    """A seat, as its own device and the host see it."""

    id: str = Field(description="the id of the seat", examples=["sobi6havmby3uso2"])
    game_id: str = Field(description="the game it is at", examples=["3inhppdypjvvtkei"])
    role: Role = Field(description="what it may see and do")
    name: str = Field(description="who sits there; may be empty", examples=["Bea"])
    is_host: bool = Field(description="whether it invites, takes seats away and closes the game")


class DeviceShown(SeatShown):
    """A device in the host's list. Times are ISO 8601, UTC; `revoked_at` is null while the seat holds."""

    created_at: str = Field(description="when it sat down, ISO 8601, UTC")
    revoked_at: str | None = Field(description="when its seat was taken away; null while it holds")


class InvitationWanted(Strict):
    """Which seat to invite to, how, and under which address."""

    role: RoleWanted = Field(description="the seat")
    kind: Literal["link", "typed", "both"] = Field(
        "link", description="a QR code, eight letters to type, or both for the same device"
    )
    base: Annotated[str, StringConstraints(max_length=300)] = Field(
        "",
        description="the address of this server that the invitation names, one of `bases`; "
        "the best one if it is empty or can no longer be reached",
    )


class BaseShown(BaseModel):
    """An address at which other devices may reach this server."""

    base: str = Field(description="the address", examples=["http://192.168.1.20:8014"])
    adapter: str = Field(description="the network adapter that has it; empty if it is not known", examples=["wlan0"])


class InvitationShown(BaseModel):
    """Codes for one device, good once and until `expires_at` (ten minutes).

    `address` and `qr_svg` only for a link. The code stands behind the #, so that it reaches no log of any server.
    """

    id: str = Field(description="the id of the invitation")
    role: Role = Field(description="the seat")
    kind: Literal["link", "typed", "both"] = Field(description="a QR code, eight letters to type, or both")
    code: str = Field(description="to be sent to `join`, once", examples=["KXW7MQ2D"])
    letters: str | None = Field(None, description="eight letters to type; not for a link alone", examples=["KXWQMTDA"])
    expires_at: str = Field(description="until when it is good, ISO 8601, UTC")
    seconds_left: int = Field(description="for how many seconds it is good", examples=[600])
    base: str = Field(
        description="the address where letters are typed; empty if no other device can reach the service",
        examples=["http://192.168.1.20:8014"],
    )
    bases: list[BaseShown] = Field(description="every address that may be chosen, best first")
    is_here_only: bool = Field(
        description="whether no other device can reach the service: then there is no link either"
    )
    address: str | None = Field(None, description="the page to open; only with a link")
    qr_svg: str | None = Field(None, description="that address as a QR code, SVG; only with a link")


class OpenInvitationShown(BaseModel):
    """An invitation of the last ten minutes, without its code."""

    id: str = Field(description="the id of the invitation")
    role: Role = Field(description="the seat")
    seconds_left: int = Field(description="for how many seconds it is good", examples=[600])
    is_used: bool = Field(description="whether a device has taken the seat with it")


class RecoveryShown(BaseModel):
    """The code that gives the host's seat to a new device, once. It is told here and never again."""

    code: str = Field(description="to be sent to `join`, once", examples=["KXW7MQ2DAAEF7PQ2"])


class Joining(Strict):
    """The code of an invitation, the player's name, and this device's share in the dice (hexadecimal)."""

    code: Annotated[str, StringConstraints(min_length=1, max_length=400)] = Field(
        description="as it was given; the link of an invitation will do too"
    )
    name: PlayerName = ""
    share: DeviceShare = ""
    keep: Annotated[list[SeatIdGiven], Field(max_length=MOST_LISTED)] | None = Field(
        None,
        description="seats that may go on seeing what this side sees, of those that an answer 409 listed; with a list, "
        "even an empty one, every such seat is asked about, without one only those that the rules ask about",
    )
    remove: list[SeatIdGiven] = Field(
        [], max_length=MOST_LISTED, description="of the seats that were listed those that end as this device sits down"
    )


INVITE: Final[Mapping[str, Any]] = {
    "link": {"summary": "A QR code for the {last_side}'s tablet", "value": {"role": "{last_side}"}},
    "typed": {"summary": "Eight letters for a spectator", "value": {"role": "spectator", "kind": "typed"}},
}
JOIN: Final[Mapping[str, Any]] = {
    "join": {"summary": "With the code of an invitation", "value": {"code": "KXW7MQ2D", "name": "Bea", "share": "9f3c"}}
}
WantedInvitation = Annotated[InvitationWanted, Body(openapi_examples=dict(INVITE))]
Joins = Annotated[Joining, Body(openapi_examples=dict(JOIN))]
SeatId = Annotated[str, Path(description="the id of a seat, from the list of devices", examples=["sobi6havmby3uso2"])]


@router.post(
    "/games/{game_id}/invitations",
    status_code=201,
    max_body_size=SMALL,
    response_description="The invitation",
    responses=documented(409, 507),
)
def invite(wanted: WantedInvitation, request: Request, seat: Annotated[Seat, Depends(host_for)]) -> InvitationShown:
    """Make a code that lets one device sit down. Only the host.

    A host who plays needs the word of the other side for one more device at it, or at the referee's seat: it is asked,
    and until it has agreed the answer is 409.
    """
    keeper = keeper_of(request)
    check_role(keeper.games.ask(seat.game_id, lambda game: game.system), wanted.role)
    check_sides_agreed(keeper, seat.game_id, wanted.role)
    made = keeper.seats.invite(seat.game_id, wanted.role, wanted.kind)
    bases = reachable_bases(request)
    reachable = chosen_base(bases, wanted.base)
    told = InvitationShown(
        id=made.id,
        role=made.role,
        kind=wanted.kind,
        code=made.code,
        letters=made.letters or None,
        expires_at=made.expires_at,
        seconds_left=keeper.seats.seconds_left(made.expires_at),
        base=reachable.base if reachable else "",
        bases=[BaseShown(base=one.base, adapter=one.adapter) for one in bases],
        is_here_only=reachable is None,
    )
    if reachable and wanted.kind != "typed":
        told.address = f"{reachable.base}/join#{made.code}"
        told.qr_svg = qr_svg(told.address)
    return told


@router.get("/games/{game_id}/invitations", response_description="The invitations, the oldest first")
def invitations(request: Request, seat: Annotated[Seat, Depends(host_for)]) -> list[OpenInvitationShown]:
    """Every invitation that has not expired, used or not. Only the host."""
    return [
        OpenInvitationShown(id=one.id, role=one.role, seconds_left=one.seconds_left, is_used=one.is_used)
        for one in keeper_of(request).seats.open_invitations(seat.game_id)
    ]


@router.post(
    "/games/{game_id}/recovery-code",
    status_code=201,
    max_body_size=SMALL,
    response_description="The code",
    responses=documented(507),
)
def make_recovery_code(_: Decided, request: Request, seat: Annotated[Seat, Depends(host_for)]) -> RecoveryShown:
    """Make the code that gives the host's seat to a new device; an older one is void. Only the host."""
    made = keeper_of(request).seats.make_recovery_code(seat.game_id, seat.role)
    return RecoveryShown(code=made.code)


async def may_try(request: Request) -> None:
    """Refuses an address that guesses, before anything is looked up for it."""
    keeper_of(request).limits.check_address(request)


@router.post(
    "/join",
    status_code=201,
    dependencies=[Depends(anyone), Depends(may_try)],
    max_body_size=SMALL,
    response_description="The seat: this device has its cookie now",
    responses=documented(404, 409, 429, 507),
)
def join(joining: Joins, request: Request, response: Response) -> SeatShown:
    """Exchange a code for a seat: the device gets its cookie, the code is used up, and everybody reads who sat down.

    A device holds one seat at a game: only one that looked on may take another in its place. Where the host plays, a
    side that a device holds has to agree to one more device that sees what it sees: it is asked, and the code stays
    good. A device that takes a side has to say of every other that sees what it sees whether it may: an answer 409
    lists them. The host's recovery code gives the host's seat to this device and takes it from the one that held it.
    """
    keeper, limits = keeper_of(request), keeper_of(request).limits
    limits.check_letters(joining.code)
    before = _held_already(joining.code, request)
    invited = keeper.seats.invited(joining.code)
    removed = _seats_to_remove(keeper, joining, *invited) if invited else []
    joined = keeper.seats.join(joining.code, joining.name)
    if joined is None:
        limits.guessed_wrong(request, joining.code)
        detail = "this code is wrong, used up or too old"
        raise Problem(problem_details.not_found("wrong-code", "Wrong code", detail, "ask the host for a new one"))
    seat, token = joined
    note_seat(seat.game_id, seat.role)
    _tell_who_sat_down(keeper, seat, removed)
    for given_up in [*_hosts_before(keeper, seat), *removed, *([before] if before else ())]:
        _take_away(keeper, given_up, by=seat.name)
    if joining.share:
        keeper.games.add_share(seat.game_id, joining.share)
    give_token(response, request, seat.game_id, token)
    return shown(seat)


@router.get("/games/{game_id}/seat", response_description="The seat")
def my_seat(seat: Annotated[Seat, Depends(seat_for)]) -> SeatShown:
    """The seat of this device."""
    return shown(seat)


@router.get("/games/{game_id}/seats", response_description="The devices, the host's first")
def devices(request: Request, seat: Annotated[Seat, Depends(host_for)]) -> list[DeviceShown]:
    """Every device that ever sat down. Only the host."""
    return [
        DeviceShown(**shown(one.seat).model_dump(), created_at=one.created_at, revoked_at=one.revoked_at)
        for one in keeper_of(request).seats.devices(seat.game_id)
    ]


@router.post(
    "/games/{game_id}/seats/{seat_id}/revoke",
    status_code=204,
    max_body_size=SMALL,
    response_description="The seat is taken away",
    responses=documented(404, 507),
)
def revoke(seat_id: SeatId, _: Decided, request: Request, seat: Annotated[Seat, Depends(host_for)]) -> None:
    """Take a device's seat away at once, its stream with it. Only the host, and not his own."""
    if seat_id == seat.id:
        raise Problem(problem_details.not_yours("the host cannot take his own seat away"))
    keeper = keeper_of(request)
    devices = {device.seat.id: device.seat for device in keeper.seats.sitting(seat.game_id)}
    if seat_id not in devices or not _take_away(keeper, devices[seat_id], by=seat.name):
        detail = "there is no such device at this game"
        raise Problem(
            problem_details.not_found("no-such-seat", "No such seat", detail, "choose one from the list of devices")
        )


def _held_already(code: str, request: Request) -> Seat | None:
    """The seat of a looker-on that this device gives up for a better one. Raises Problem where it holds any other."""
    seats = keeper_of(request).seats
    game_id = seats.game_of(code)
    token = token_of(request, game_id) if game_id else None
    seated = seats.seat_of(token) if token else None
    if seated is None or seated.game_id != game_id:
        return None
    if seated.role is Role.SPECTATOR:
        return seated
    detail = f"this device sits at this table already, at the {seated.role}'s seat"
    instead = "let the other player use his own device, or open the table"
    raise Problem(problem_details.problem(409, "seated-already", "Seated already", detail, instead=instead))


def _hosts_before(keeper: Keeper, seat: Seat) -> list[Seat]:
    """Return the seats that a new host's device replaces: a game has one host."""
    if not seat.is_host:
        return []
    sitting = (device.seat for device in keeper.seats.sitting(seat.game_id))
    return [other for other in sitting if other.is_host and other.id != seat.id]


def _seats_to_remove(keeper: Keeper, joining: Joining, game_id: str, role: Role) -> list[Seat]:
    """Return the seats that end as a device takes a role. Raises Problem: 409 while somebody has to be asked first."""
    check_sides_agreed(keeper, game_id, role)
    seeing = devices_that_see(keeper, game_id, role)
    asked_about = [device for device in seeing if joining.keep is not None or not device.seat.is_host]
    removed = [device.seat for device in asked_about if device.seat.id in joining.remove and not device.seat.is_host]
    answered = {*(joining.keep or ()), *(seat.id for seat in removed)}
    if any(device.seat.id not in answered for device in asked_about):
        raise Problem(_others_see(keeper, game_id, asked_about))
    return removed


def _others_see(keeper: Keeper, game_id: str, devices: Sequence[Device]) -> HttpAnswer:
    names = keeper.games.ask(game_id, lambda game: game.seat_names)
    others = [
        {
            "id": device.seat.id,
            "name": device.seat.name,
            "seat": names[device.seat.role],
            "is_host": device.seat.is_host,
            "since": device.created_at,
        }
        for device in devices
    ]
    detail = "other devices see what this side sees"
    instead = "say of each whether it may stay"
    return problem_details.problem(
        409, "others-see", "Other devices see this side", detail, instead=instead, others=others
    )


def _tell_who_sat_down(keeper: Keeper, seat: Seat, removed: Sequence[Seat]) -> None:
    """Into the log; a seat of which nobody would read is not taken."""
    try:
        tell_of_seat(keeper.games, seat, "take_seat", **fields_of_seat(keeper, seat, removed))
    except Problem:
        keeper.seats.revoke(seat.game_id, seat.id)
        raise


def _take_away(keeper: Keeper, seat: Seat, by: str) -> bool:
    done = keeper.seats.revoke(seat.game_id, seat.id)
    keeper.hub.end_seat(seat.id)
    if done:
        tell_of_seat(keeper.games, seat, "give_up_seat", by=by)
    return done


def shown(seat: Seat) -> SeatShown:
    """A seat as JSON."""
    return SeatShown(id=seat.id, game_id=seat.game_id, role=seat.role, name=seat.name, is_host=seat.is_host)


def qr_svg(address: str) -> str:
    """A QR code as inline SVG, sized by its container."""
    import segno

    drawn = io.BytesIO()
    segno.make(address, error="m", micro=False).save(drawn, kind="svg", xmldecl=False, omitsize=True, border=4)
    return drawn.getvalue().decode()
