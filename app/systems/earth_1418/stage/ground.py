"""The table of a game as a role knows it: its terrain, the bases on it, circles, clouds, how far moves lead."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from app.games.game import OpenGame
from app.maps.overlays import Overlay, cut_to
from app.maps.stands import PlacedStand
from app.stage.scene import OnGround
from app.systems.earth_1418.stage.board import SIDES, Shown, label
from rules.earth_1418.chart import TYPED
from rules.earth_1418.game.ground.field import EarthField
from rules.earth_1418.game.ground.reach import reach_of
from rules.earth_1418.game.naming import called
from rules.earth_1418.game.state import EarthState
from rules.earth_1418.game.table import EarthTable
from rules.kernel.seats import Actor, Role
from rules.kernel.shapes import circle
from rules.tabletop.stands import Pose, Rectangle, Spot, StandingBase

LAST_KNOWN: Final = "last known here"
FAR: Final = "defender"


def ground(game: OpenGame, role: Role) -> OnGround | None:
    """The table that is laid and what the role knows of it; None where none is."""
    state = game.state_of(role)
    table = EarthTable(state, Actor(role))
    field = table.field
    view: Shown = msgspec.json.decode(game.view(role).body)
    if field is None or not view["begun"]:
        return None
    lies = view["map"]
    overlays = (*_moves(table, field), *_clouds(state, field), *_circles(state, field, lies["aims"]))
    stands = tuple(_stands(view))
    return OnGround(lies["table"]["name"], field.table, stands, overlays, FAR, field.squares)


def _stands(view: Shown) -> Iterator[PlacedStand]:
    units = {unit["id"]: unit for one in view["formations"] for unit in one["sub_units"]}
    marks = {base["id"]: base["mark"] for unit in units.values() for base in unit["bases"]}
    footprint = Rectangle(view["map"]["base_width_mm"], view["map"]["base_depth_mm"])
    named = set[str]()
    for place in view["map"]["places"]:
        unit = units[place["unit"]]
        _, letter, nation = SIDES[unit["side"]]
        pose = Pose(Spot(place["x_mm"], place["y_mm"]), place["facing_deg"])
        # A sub-unit is one body: its name stands once, over the first of its bases.
        first = unit["id"] not in named
        named.add(unit["id"])
        told = [LAST_KNOWN] if place["unsure"] else []
        told += ["injured"] if marks[place["base"]] == "injured" else []
        words = ", ".join((f"{unit['name']}, base {place['base'].rpartition('/')[2]}", *told))
        yield PlacedStand(
            place["base"],
            StandingBase(footprint, pose),
            nation,
            label(unit) if first else "",
            words,
            " ".join(told),
            letter=letter,
        )


def _circles(state: EarthState, field: EarthField, aims: Mapping[str, Any]) -> Iterator[Overlay]:
    """The circles of bombardments that the role knows of (BE-ART-06)."""
    cordons = {one.id for one in state.cordons}
    for name, at in aims.items():
        if name not in cordons:
            spot = Spot(at["x_mm"], at["y_mm"])
            rim = circle(field.circle_mm, (float(spot.x_mm), float(spot.y_mm)))
            said = f"The circle of {called(state, name)}"
            of = called(state, name).removeprefix("the bombardment of ")
            yield Overlay("square", said, cut_to(field.table, rim), labels=((spot, of),), is_preview=False)


def _clouds(state: EarthState, field: EarthField) -> Iterator[Overlay]:
    """Each cordon where it lies, and dashed where it will lie as the next bounds end (BE-GAS-05)."""
    wind = f", wind {TYPED}" if state.wind_typed else ""
    for one in field.clouds:
        said = called(state, one.id)
        yield Overlay("gas", f"{said[:1].upper()}{said[1:]}", cut_to(field.table, one.outline), is_preview=False)
        for n, outline in enumerate(one.in_next_bounds, 1):
            shown = cut_to(field.table, outline)
            label = f"bound {state.bound + n}{wind if n == 1 else ''}"
            labels = ((_middle(shown[0]), label),) if shown else ()
            yield Overlay("gas", f"{said}, in bound {state.bound + n}{wind}", shown, labels=labels)


def _middle(corners: tuple[Spot, ...]) -> Spot:
    return Spot(
        round(sum(one.x_mm for one in corners) / len(corners)), round(sum(one.y_mm for one in corners) / len(corners))
    )


def _moves(table: EarthTable, field: EarthField) -> Iterator[Overlay]:
    """How far those who are to move in this step may go, by the ground that they would touch (BE-MOV-12)."""
    for side in table.sides:
        for unit in table.movers(side):
            outline = reach_of(table, field, unit)
            if outline:
                yield Overlay("reach", f"How far {unit.name} may go", cut_to(field.table, outline))
