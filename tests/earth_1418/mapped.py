"""A table with Red and Blue on its map, what is proposed there, and how a bound is planned.

A base is 30 mm wide and 15 deep. Three in a rank about (300, 200) have their middles at 270, 300 and 330.
"""

from functools import partial
from typing import Any

from rules.earth_1418.game.engine import SYSTEM
from rules.earth_1418.game.map_facts.board import EarthField
from rules.earth_1418.game.seat_context import EarthTable
from rules.kernel.prompts import proposed
from rules.kernel.seats import Actor, Role
from tests.earth_1418.playing import Played, unit

WIDE, DEEP = 1220, 915


def area(name: str, kind: str, left: int, near: int, right: int, far: int) -> dict[str, Any]:
    line = [[left, near], [left, far], [right, far], [right, near]]
    return {"sort": "area", "id": name, "name": name.capitalize(), "kind": kind, "line": line}


def laid(*pieces: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"table": {"name": "A table", "width_mm": WIDE, "depth_mm": DEEP, "pieces": list(pieces)}, **more}


def placed(*pieces: dict[str, Any], blue_at: tuple[int, int] = (300, 500), **more: Any) -> Played:
    """Red at (300, 200) and Blue, three bases each; nothing else but the pieces."""
    game = Played([unit("Red"), unit("Guns", "field_gun", 2)], [unit("Blue")], **more)
    game.do("attacker", "set_table", **laid(*pieces))
    put(game, "Red", 300, 200)
    put(game, "Blue", *blue_at)
    return game


def put(game: Played, name: str, x: int, y: int, **more: Any) -> None:
    game.do(game.unit(name).side, "place_rank", unit=game.id(name), x_mm=x, y_mm=y, **more)


def table_of(game: Played, side: str = "attacker") -> EarthTable:
    return EarthTable(game.state, Actor(Role(side)))


def field_of(game: Played) -> EarthField:
    field = table_of(game).field
    assert field is not None
    return field


def asks(game: Played, side: str, kind: str, about: dict[str, Any], **told: Any) -> dict[str, Any]:
    """What is proposed first of each fact that a deed asks, as if all before it had been told as proposed."""
    asked = partial(SYSTEM.asked, game.state, Actor(Role(side)), kind, about)
    found = proposed(asked, told).filled
    return {one.ask.name: one.ask.proposals[0].value for one in found.questions if one.ask.proposals}


def planned(game: Played, red: tuple[str, str], blue: tuple[str, str], commands: tuple[str, ...]) -> None:
    game.command(*commands)
    game.until("planning", 4)
    game.plan("Red", *red)
    game.plan("Blue", *blue)
    game.ready()


def bombarded(lays: str, x: int, y: int, **more: Any) -> Played:
    game = placed(wind_towards_deg=0, **more)
    put(game, "Guns", 300, 60)
    side = {"unit": game.id("Guns"), "square": "", "lays": lays}
    game.do("attacker", "order_bombardment", **side | {"square": "B3", "x_mm": x, "y_mm": y})
    return game


def box(outline: Any) -> list[float]:
    across, up = zip(*outline, strict=True)
    return [round(one, 1) for one in (min(across), min(up), max(across), max(up))]
