"""The pages of a game: the home page, the player's table, the referee's board."""

import asyncio
from collections.abc import Iterator
from typing import Annotated, Any, Final

import msgspec
from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import HTMLResponse

from app.games.keeper import keeper_of
from app.pages.odds_bar import FaceBrings, odds_bar
from app.pages.rendering import page
from app.seats.cookies import games_of
from app.seats.guard import anyone, seat_at, seat_for
from app.seats.seat import Seat
from rules.flanders_fields.game import SYSTEM
from rules.kernel.play import Role

router = APIRouter()
ACTIONS: Final = (
    FaceBrings("none", "none", "0"),
    FaceBrings("some", "1 action", "1"),
    FaceBrings("more", "2 actions", "2"),
    FaceBrings("most", "3 actions", "3"),
)
LOG_SHOWN: Final = 30
MOST_IN_ZONE: Final = 4
NO_SCREENS: Final[dict[str, Any]] = {
    "status": 404,
    "heading": "No screens for this game",
    "because": "Its rule system is played through the JSON service only.",
    "instead": "Open a game of Flanders Fields from the home page.",
}
GOINGS: Final = ("cross_country", "close_terrain", "road", "along_trench")


@router.get("/", dependencies=[Depends(anyone)])
async def home(request: Request) -> HTMLResponse:
    """The games at which this device sits; where the setting `demo` is on, one tap to the demonstration game."""
    seats = [seat for game_id in games_of(request) if (seat := await seat_at(game_id, request))]
    games = keeper_of(request).games
    mine = []
    for seat in seats:
        record = await asyncio.wrap_future(games.ask_soon(seat.game_id, lambda game: game.record))
        mine.append({"href": f"/games/{seat.game_id}", "title": record.title, "role": seat.role.value})
    return page("home.html", {"games": mine, "demo": request.app.state.settings.demo})


@router.get("/games/{game_id}")
async def game(
    game_id: str,
    request: Request,
    seat: Annotated[Seat, Depends(seat_for)],
    unit: str = "",
    do: str = "",
    correct: str = "",
    zone: Annotated[int, Query(ge=0, le=MOST_IN_ZONE)] = 0,
    mad_minute: bool = False,
) -> HTMLResponse:
    """The game as this seat may know it; `unit` is the one in hand, `do` what it is about to do.

    `zone` is how many stands stand in a machine gun's beaten zone, `mad_minute` whether a company fires its Mad Minute.
    `correct` names the stand, unit or battalion whose record the referee is about to correct.
    """
    games = keeper_of(request).games
    record = await asyncio.wrap_future(games.ask_soon(game_id, lambda one: one.record))
    if record.system != SYSTEM.key:
        return page("error.html", NO_SCREENS, NO_SCREENS["status"])
    made = await asyncio.wrap_future(games.view_soon(game_id, seat.role))
    told = await asyncio.wrap_future(games.ask_soon(game_id, lambda one: one.told(seat.role)))
    view: dict[str, Any] = msgspec.json.decode(made.body)
    for regiment in (regiment for side in view.get("sides", ()) for regiment in side["regiments"]):
        regiment["options"] = [{"value": one["id"], "word": one["name"]} for one in regiment["battalions"]]
    context = {
        "game_id": game_id,
        "number": made.number,
        "view": view,
        "log": [{"time": "", "says": one["says"]} for one in told[-LOG_SHOWN:][::-1]],
        "here": f"/games/{game_id}",
        "host": seat.is_host,
    }
    if seat.role in (Role.REFEREE, Role.SPECTATOR):
        wrong = next((one for one in _stands(view) if one["id"] == correct), None)
        return page("board.html", context | {"may_act": seat.role is Role.REFEREE, "wrong": wrong, "correct": correct})
    fire = {"zone": zone, "mad_minute": mad_minute}
    return page("table.html", context | fire | {"may_act": _is_in_turn(view, seat), **_work(view, told, unit, do)})


def _is_in_turn(view: dict[str, Any], seat: Seat) -> bool:
    return bool(view["turn"]["side"] == seat.role.value)


def _work(view: dict[str, Any], told: list[dict[str, Any]], unit_id: str, do: str) -> dict[str, Any]:
    """The unit in hand with what it can do, and the step's other units."""
    units = {unit["id"]: unit for unit in _units(view)}
    listed = [units[name] for name in view["turn"]["can_act"] if name in units]
    chosen = units.get(unit_id) if unit_id in view["turn"]["can_act"] else None
    return {
        "rail": [_step(place) for place in _in_sight(view)],
        "may_use": _may_use(view, chosen),
        "chips": [_chip(view, unit, chosen) for unit in listed],
        "unit": chosen,
        "do": do,
        "before": _before(view, chosen) if chosen and not chosen["ordered"] else None,
        "after": _after(told, chosen) if chosen and chosen["ordered"] else None,
        "enemies": list(_enemies(view)),
        "goings": [{"value": going, "word": going.replace("_", " ")} for going in GOINGS],
    }


def _in_sight(view: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The places of the formation in hand and of the whole side; of every other formation its first."""
    shown: set[str] = set()
    for place in view["rail"]:
        of = place["of"]
        if of in ("", view["turn"]["of"]):
            yield place
        elif of not in shown and place["state"] != "skip":
            shown.add(of)
            yield place | {"title": place["of_name"], "of_name": "", "label": place["label"] or "", "why": ""}


def _may_use(view: dict[str, Any], unit: dict[str, Any] | None) -> dict[str, bool]:
    """What may still be declared for the order roll of the unit in hand."""
    regiments = [one for side in view["sides"] for one in side["regiments"] if one["units"] or one["battalions"]]
    for regiment in regiments:
        for holder in (regiment, *regiment["battalions"]):
            if unit and any(one["id"] == unit["id"] for one in holder["units"]):
                staff = regiment["staff_bonus_to"] == holder["id"] and not regiment["staff_bonus_spent"]
                return {"staff_bonus": staff, "prussian_discipline": holder["discipline_left"] > 0}
    return {"staff_bonus": False, "prussian_discipline": False}


def _stands(view: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for side in view["sides"]:
        for regiment in side["regiments"]:
            for holder in (regiment, *regiment["battalions"]):
                yield holder["commander"]
                yield from (stand for unit in holder["units"] for stand in unit["stands"])


def _units(view: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        unit
        for side in view["sides"]
        for regiment in side["regiments"]
        for holder in (regiment, *regiment["battalions"])
        for unit in holder["units"]
    ]


def _step(place: dict[str, Any]) -> dict[str, Any]:
    states = {"was": "done", "now": "now", "next": "coming", "skip": "skipped"}
    words = f"{place['title']}, {place['of_name']}" if place["of_name"] else place["title"]
    return {
        # What the plan brings before the first phase has no number in the book.
        "no": place["label"] or place["phase"] or "–",
        "words": words,
        "state": states[place["state"]],
        "reason": place["why"],
    }


def _side_of(view: dict[str, Any], unit: dict[str, Any]) -> dict[str, Any]:
    sides: list[dict[str, Any]] = view["sides"]
    return next(side for side in sides if unit["id"].startswith(side["side"][0]))


def _chip(view: dict[str, Any], unit: dict[str, Any], chosen: dict[str, Any] | None) -> dict[str, Any]:
    alive = sum(stand["alive"] for stand in unit["stands"])
    word = "to order" if not unit["ordered"] else f"{unit['left']} left" if unit["left"] else "done"
    state = "now" if chosen is unit else "done" if unit["ordered"] and not unit["left"] else "open"
    return {
        "name": unit["name"],
        "side": _side_of(view, unit)["nation"],
        "level": unit["levels"],
        "have": alive,
        "of": len(unit["stands"]),
        "state": state,
        "word": word,
        "href": f"?unit={unit['id']}",
    }


def _before(view: dict[str, Any], unit: dict[str, Any]) -> dict[str, Any]:
    preview = view["previews"].get(unit["id"], {})
    pad = {"name": "die", "count": 1, "one": True, "roll": f"order-{unit['id']}-{view['turn']['number']}"}
    if preview:
        pad["odds"] = odds_bar([ACTIONS[actions] for actions in preview["faces"]])
    return {
        "label": "Order roll",
        "name": unit["name"],
        "level": unit["levels"],
        "lines": preview.get("lines", []),
        "pad": pad,
    }


def _after(told: list[dict[str, Any]], unit: dict[str, Any]) -> dict[str, Any] | None:
    rolled = [one for one in told if one["kind"] == "orders_rolled" and one.get("unit") == unit["id"]]
    if not rolled:
        return None
    card = rolled[-1]["card"]
    die = card["dice"][0]
    added = sum(step["value"] or 0 for step in card["steps"])
    sign = f"{added:+d}".replace("-", "\u2212") if added else "±0"
    return {
        "label": unit["name"],
        "dice": (die["pips"],),
        "equation": f"{die['pips']} {sign} = {card['total']}",
        "source": "your own die" if die["source"] == "entered" else "rolled here",
        "outcome": {
            "kind": ("none", "some", "more", "most")[card["outcome"]],
            "word": "action" if card["outcome"] == 1 else "actions",
            "number": card["outcome"],
        },
        "lines": card["steps"],
        "considered": card["considered"],
    }


def _enemies(view: dict[str, Any]) -> Iterator[dict[str, str]]:
    """Every stand of the other side that could be aimed at, as options of the target."""
    for side in view["sides"]:
        battalions = [b for regiment in side["regiments"] for b in regiment["battalions"] if b["on_table"]]
        for battalion in battalions if side["side"] != view["turn"]["side"] else ():
            yield {"value": battalion["commander"]["id"], "word": battalion["commander"]["name"]}
            for unit in battalion["units"]:
                for stand in (one for one in unit["stands"] if one["alive"]):
                    own = "" if stand["name"] == unit["name"] else f"{stand['name']}, "
                    yield {"value": stand["id"], "word": f"{own}{unit['name']}, {battalion['name']}"}
