"""A game played by its stage alone, of whatever rule system: what is owed and offered, and a form drawn from asks."""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Final

import msgspec
from fastapi import APIRouter, Depends, Request
from starlette.datastructures import QueryParams
from starlette.responses import HTMLResponse

from app.games.keeper import Keeper, keeper_of
from app.games.lines import lines_of
from app.pages.closing import closing
from app.pages.rendering import page
from app.seats.guard import seat_for
from app.seats.seat import Seat
from app.stage.answered import answered, shown_form
from app.stage.asking import asked_soon, stage_soon
from app.stage.shown import AskedShown, DeedShown, RefusedShown, asked_shown, stage_shown
from rules.kernel.values import dataclass

router = APIRouter()
LINES: Final = 12
MOST_ANSWERS: Final = 80
OVERRULE, REASON = "_overrule", "_reason"
"""The fields of the address that set a refusal aside."""


@dataclass(frozen=True, slots=True)
class InHand:
    """The deed that is being told: what the stage settled of it, its form, the refusal that it sets aside, and why."""

    deed: DeedShown
    href: str
    form: Mapping[str, Any]
    aside: RefusedShown | None
    reason: str


@router.get("/games/{game_id}/plain")
async def by_its_stage(game_id: str, request: Request, seat: Annotated[Seat, Depends(seat_for)]) -> HTMLResponse:
    """What this seat owes and is offered, whatever is played, and the deed in hand as the address names it."""
    keeper = keeper_of(request)
    games = keeper.games
    record, told, sealed = await asyncio.wrap_future(
        games.ask_soon(game_id, lambda one: (one.record, one.told(seat.role), bool(one.sealed)))
    )
    view = await asyncio.wrap_future(games.view_soon(game_id, seat.role))
    stage = stage_shown(await asyncio.wrap_future(stage_soon(games, seat)))
    said = [one["says"] for one in lines_of(told)]
    context = {
        "game_id": game_id,
        "here": f"/games/{game_id}/plain",
        "title": record.title,
        "number": view.number,
        "hash": view.hash,
        "role": seat.role.value,
        "host": seat.is_host,
        "sealed": sealed,
        "over": closing(record),
        "owed": [_listed(one) for one in stage.owed],
        "offered": list(_by_deed(stage.offered)),
        "waiting": stage.waiting,
        "in_hand": await _in_hand(keeper, seat, [*stage.owed, *stage.offered], request.query_params),
        "log": [{"time": "", "says": says} for says in said[: -LINES - 1 : -1]],
    }
    return page("plain.html", context)


def _listed(deed: DeedShown) -> dict[str, Any]:
    return {"deed": deed, "href": address_of(deed)}


def address_of(deed: DeedShown) -> str:
    """What stands in the address while a deed is in hand."""
    return str(QueryParams({"deed": deed.kind, "about": msgspec.json.encode(deed.about, order="sorted").decode()}))


def _by_deed(deeds: Sequence[DeedShown]) -> Iterator[dict[str, Any]]:
    """The deeds of one name together, those that may be done before those that are barred."""
    for kind in dict.fromkeys(one.kind for one in deeds):
        own = [one for one in deeds if one.kind == kind]
        able = [_listed(one) for one in own if one.barred is None]
        barred = [_listed(one) for one in own if one.barred is not None]
        yield {"kind": kind, "says": own[0].says, "able": able, "barred": barred}


async def _in_hand(keeper: Keeper, seat: Seat, deeds: Sequence[DeedShown], query: QueryParams) -> InHand | None:
    """The deed that the address names, told as far as its form was filled in; None where it is not on the stage.

    What the rules refuse of it is set aside where the address names the clause.
    """
    deed = next((one for one in deeds if address_of(one) == _named(query)), None)
    if deed is None:
        return None

    async def asked(told: Mapping[str, Any], overrule: str) -> AskedShown:
        found = asked_soon(keeper.games, seat, deed.kind, deed.about, told, overrule=overrule)
        return asked_shown(await asyncio.wrap_future(found))

    told, overrule = dict[str, Any](), query.get(OVERRULE, "")
    for _ in range(MOST_ANSWERS):
        now = await asked(told, overrule)
        if not answered(now.asks, told, query):
            break
    refused = (await asked(told, "")).refused if overrule and now.refused is None else None
    return InHand(deed, address_of(deed), shown_form(now, told, query), refused, query.get(REASON, ""))


def _named(query: QueryParams) -> str:
    return str(QueryParams({"deed": query.get("deed", ""), "about": query.get("about", "")}))
