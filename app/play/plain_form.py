"""The plain form: a game played without a script."""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Final

import msgspec
from fastapi import APIRouter, Depends, Request
from starlette.datastructures import QueryParams
from starlette.responses import HTMLResponse

from app.games.app_services import Keeper, keeper_of
from app.games.command_history import lines_of
from app.http.guards import seat_for
from app.pages.log_page import closing
from app.pages.rendering import page
from app.play.available_commands import asked_soon, stage_soon
from app.play.command_responses import AskedShown, AskShown, DeedShown, RefusedShown, asked_shown, stage_shown
from app.seats.seat_repository import Seat
from rules.kernel.dice import is_die
from rules.kernel.frozen_dataclasses import dataclass

# The form of a deed

FEW: Final = 6
"""So many choices stand side by side; more are a list."""
NUMBERS: Final = ("number", "cm", "degrees")
NOT_HERE: Final = ("document", "deed")
"""What no field of a form can hold."""


def answered(asks: Sequence[AskShown], told: dict[str, Any], query: QueryParams, prefix: str = "") -> bool:
    """Put the next answers of an address among what is told; whether there was any."""
    found = False
    for ask in asks:
        name = prefix + ask.name
        if ask.kind == "rows":
            found = _rows_answered(ask, told, query, name) or found
        elif not ask.answered and ask.kind != "dice" and (value := _value(ask, name, query)) is not None:
            _put(told, ask.name, value)
            found = True
    return found


def _rows_answered(ask: AskShown, told: dict[str, Any], query: QueryParams, name: str) -> bool:
    """The next row that has answers, by its own asks; as many rows as the address says, and one where one is needed."""
    least = int(ask.minimum or 0) if ask.needed else 0
    wanted = max(least, _count(query.get(f"_rows.{name}", "")))
    wanted = wanted if ask.maximum is None else min(wanted, int(ask.maximum))
    if len(ask.rows) < wanted:
        _put(told, ask.name, [*told.get(ask.name, []), {}])
        return True
    rows = told.get(ask.name, [])
    pairs = zip(ask.rows, rows, strict=False)
    return any(answered(row, rows[n], query, f"{name}.{n}.") for n, (row, _) in enumerate(pairs))


def _count(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 3 else 0


def _value(ask: AskShown, name: str, query: QueryParams) -> Any:
    """The answer in an address, in the type that its ask wants; None where there is none."""
    if ask.kind == "several":
        chosen = [one for one in ask.among or () if str(one) in query.getlist(f"{name}[]")]
        return chosen or None
    text = query.get(name)
    if text is None or (text == "" and ask.kind not in ("one", "word")):
        return None
    if ask.among is not None:
        return next((one for one in ask.among if str(one) == text), None)
    if ask.kind == "switch":
        return text == "true"
    return _number(text) if ask.kind in NUMBERS else text


def _number(text: str) -> int | float | str:
    """What cannot be read as a number stays as it was typed: the answer says what would be right."""
    try:
        found = float(text.replace(",", ".").replace("\u2212", "-"))
    except ValueError:
        return text
    return int(found) if found.is_integer() else found


def _put(told: dict[str, Any], path: str, value: Any) -> None:
    *parts, last = path.split(".")
    for step in parts:
        told = told.setdefault(step, {})
    told[last] = value


def shown_form(now: AskedShown, told: Mapping[str, Any], query: QueryParams) -> dict[str, Any]:
    """The fields of a deed with what was told, its dice, and what is still missing."""
    fields = list(_fields(now.prompts, told, ""))
    return {
        "fields": [one for one in fields if one["as"] != "dice"],
        "dice": _dice(now.prompts),
        "unthrown": list(_unthrown(now.answers, "")),
        "ready": now.ready,
        "missing": None if _waits_for_dice(now) else now.missing,
        "refused": now.refused,
        "elsewhere": any(ask.kind in NOT_HERE and ask.needed for ask in now.prompts),
    }


def _unthrown(told: Any, place: str) -> Iterator[tuple[str, Any]]:
    """The dice of a request by their places: they are sent along unthrown, and thrown once it is agreed to."""
    if isinstance(told, Mapping) and is_die(told):
        if told["pips"] == 0:
            yield place, told
        return
    inside = told.items() if isinstance(told, Mapping) else enumerate(told) if isinstance(told, list) else ()
    for step, value in inside:
        yield from _unthrown(value, f"{place}.{step}" if place else str(step))


def _waits_for_dice(now: AskedShown) -> bool:
    return bool(now.prompts) and now.prompts[-1].kind == "dice" and not now.prompts[-1].answered


def _fields(asks: Sequence[AskShown], told: Mapping[str, Any], prefix: str) -> Iterator[dict[str, Any]]:
    for ask in asks:
        name = prefix + ask.name
        if ask.kind == "rows":
            rows = told.get(ask.name, [])
            shown = [list(_fields(row, rows[n], f"{name}.{n}.")) for n, row in enumerate(ask.rows)]
            more = ask.maximum is None or len(ask.rows) < ask.maximum
            yield {"as": "rows", "name": name, "says": ask.says, "rows": shown, "more": more, "next": len(shown) + 1}
        elif ask.kind != "drawn" and ask.kind not in NOT_HERE:
            yield _field(ask, name, _at(told, ask.name))


def _field(ask: AskShown, name: str, value: Any) -> dict[str, Any]:
    """One field: what it is drawn as, its choices, and what stands in it."""
    usual = value if value is not None else ask.usual
    pairs = zip(ask.among or (), ask.words or (), strict=True)
    options = [{"value": str(one), "word": word[:1].upper() + word[1:]} for one, word in pairs]
    chosen = [str(one) for one in usual] if isinstance(usual, list) else "" if usual is None else str(usual)
    return {
        "as": _drawn_as(ask),
        "name": name,
        "says": ask.says[:1].upper() + ask.says[1:],
        "options": options,
        "chosen": chosen,
        "on": usual,
        "value": "" if usual is None else usual,
        "least": ask.minimum,
        "most": ask.maximum,
        "unit": {"cm": "cm", "degrees": "degrees"}.get(ask.kind, ""),
        "told": value is not None,
    }


def _drawn_as(ask: AskShown) -> str:
    if ask.kind in ("one", "word"):
        return "choice" if len(ask.among or ()) <= FEW else "list"
    if ask.kind == "switch":
        return "yes-no" if ask.usual is None else "toggle"
    return "figure" if ask.kind in NUMBERS else ask.kind


def _at(told: Mapping[str, Any], path: str) -> Any:
    found: Any = told
    for step in path.split("."):
        found = found.get(step) if isinstance(found, Mapping) else None
    return found


def _dice(asks: Sequence[AskShown]) -> list[dict[str, Any]]:
    """The dice that a deed throws, in one pad: the names of the fields in which they lie, or of the list."""
    pads = (_pad(ask) for ask in asks if ask.kind == "dice")
    return [one for one in pads if one["count"]]


def _pad(ask: AskShown) -> dict[str, Any]:
    if ask.per:
        names = [
            f"{ask.per}.{row}.{ask.name}" + ("" if ask.maximum is None else f".{die}")
            for row, count in enumerate(ask.counts)
            for die in range(count)
        ]
        return {"name": " ".join(names), "count": len(names), "one": False, "says": ask.says, "kept": ask.kept}
    count = 1 if ask.maximum is None else int(ask.maximum)
    return {"name": ask.name, "count": count, "one": ask.maximum is None, "says": ask.says, "kept": ask.kept}


# The plain page of a game

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
        "owed": [_listed(one) for one in stage.required],
        "offered": list(_by_deed(stage.available)),
        "waiting": stage.blocked,
        "in_hand": await _in_hand(keeper, seat, [*stage.required, *stage.available], request.query_params),
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
        if not answered(now.prompts, told, query):
            break
    refused = (await asked(told, "")).refused if overrule and now.refused is None else None
    return InHand(deed, address_of(deed), shown_form(now, told, query), refused, query.get(REASON, ""))


def _named(query: QueryParams) -> str:
    return str(QueryParams({"deed": query.get("deed", ""), "about": query.get("about", "")}))
