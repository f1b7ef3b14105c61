"""The map of a game as a seat may know it: terrain, stands, fire and gas on it."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

import msgspec

from app.games.open_game import OpenGame
from app.maps.layers import Overlay, PlacedStand, cut_to
from app.play.play_screen import Drag, OnGround
from rules.flanders_fields.game.log_text import unit_name
from rules.flanders_fields.game.map_facts.board import Field
from rules.flanders_fields.game.map_facts.previews import NO_PLANS, Plans, known_plans
from rules.flanders_fields.game.map_facts.seat_board import field_of
from rules.flanders_fields.game.state.game import GameState
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import Crossing, Side
from rules.kernel.distances import MM_A_CM
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.seats import Role
from rules.tabletop.stands import Circle, Pose, Rectangle, Spot, StandingBase
from rules.tabletop.terrain import LaidTable, table_of

# The table of a game as a role knows it

Shown = Mapping[str, Any]
ARM_MM: Final = 25
"""How far the cross of an aiming point reaches from its middle."""
LAST_KNOWN: Final = "last known here"
BELOW: Final = "in a deep shelter"
DRAGS: Final = (Drag("move_unit", "places"), Drag("place_stands", "stands"))
"""What dragging a stand is: a move of its unit, if that has one; else it is only placed."""


def ground(game: OpenGame, role: Role) -> OnGround | None:
    """The table that is laid and what the role knows of it; None where none is."""
    view: Shown = msgspec.json.decode(game.view(role).body)
    own = {side["side"] for side in view["sides"] if role is Role.REFEREE or role.value == side["side"]}
    found = ground_of(view, own)
    field = field_of(game.state, role, game.state.book())
    lies = (*lying(field), *aimed_at(field, game.state, view["guns"]["points"])) if field else ()
    return found and replace(found, overlays=(*lies, *found.overlays), drags=DRAGS)


def ground_of(view: Shown, moved: Collection[str] = ()) -> OnGround | None:
    """The table that is laid by a view, with who stands on it and where the sides deploy; None where none is.

    `moved` are the sides whose stands the reader may drag.
    """
    lies = view.get("map")
    if lies is None:
        return None
    table = table_of(msgspec.convert(lies["table"], LaidTable))
    nations = {side["side"]: side["nation"] for side in view["sides"]}
    stands = tuple(_placed(one, nations[one["side"]], one["side"] in moved) for one in lies["places"])
    return OnGround(lies["table"]["name"], table, stands, tuple(_zones(view)), Side.DEFENDER.value)


def _placed(place: Shown, nation: str, moves: bool) -> PlacedStand:
    """A stand as it is drawn."""
    width, depth = place["width_mm"], place["depth_mm"]
    footprint = Circle(width) if place["round"] else Rectangle(width, depth)
    pose = Pose(Spot(place["x_mm"], place["y_mm"]), place["facing_deg"])
    told = {name: words for name, words in {"unsure": LAST_KNOWN, "below": BELOW}.items() if place.get(name)}
    said = ", ".join((place["name"], *told.values()))
    state, label = " ".join(told), _label(place["name"])
    return PlacedStand(place["stand"], StandingBase(footprint, pose), nation, label, said, state, moves)


def _label(name: str) -> str:
    """What stands on the map beside a stand: 'A Company, 1st' of the 1st platoon of that company."""
    own, *holders = name.split(", ")
    return f"{holders[0]}, {own.partition(' ')[0]}" if len(holders) > 1 else own


def _zones(view: Shown) -> Iterator[Overlay]:
    """Where each side deploys, while the sides do."""
    set_up = view["set_up_by_steps"]
    table = view["map"] and view["map"]["table"]
    names = {side["side"]: side["name"] for side in view["sides"]}
    for zone in set_up["zones"] if table and set_up["under_way"] else ():
        right, far = min(zone["right_mm"], table["width_mm"]), min(zone["far_mm"], table["depth_mm"])
        corners = ((zone["left_mm"], zone["near_mm"]), (right, zone["near_mm"]), (right, far), (zone["left_mm"], far))
        name = f"Deployment zone, {names[zone['side']]}"
        yield Overlay("zone", name, areas=(tuple(Spot(*one) for one in corners),))


def aimed_at(field: "Field", state: GameState, points: Shown) -> Iterator[Overlay]:
    """Aiming points that a seat may know and on which nothing lies yet (FF-ART-18): a cross, drawn by its reference."""
    for unit, point in points.items():
        if point["zone"] or point["along_cm"] is None or point["up_cm"] is None:
            continue
        x, y = round(point["along_cm"] * MM_A_CM), round(point["up_cm"] * MM_A_CM)
        arms = (((x - ARM_MM, y), (x + ARM_MM, y)), ((x, y - ARM_MM), (x, y + ARM_MM)))
        side = state.units[unit].side
        lines = tuple(tuple(Spot(round(a), round(b)) for a, b in field.laid(side, arm)) for arm in arms)
        yield Overlay("point", f"The aiming point of {unit_name(state, unit)} lies here", lines=lines, is_preview=False)


def lying(field: "Field") -> Iterator[Overlay]:
    """Fire and gas that lie on the table."""
    for fire in field.under_fire:
        kind = "band" if fire.kind is Crossing.BARRAGE else "square"
        said = f"{fire.name[:1].upper()}{fire.name[1:]} lies here"
        yield Overlay(kind, said, cut_to(field.table, fire.outline), is_preview=False)
        if fire.swept:
            swept = cut_to(field.table, fire.swept)
            yield Overlay("danger", f"{said}: ground it has come over", swept, is_preview=False)
    for cloud in field.clouds:
        yield Overlay("gas", f"{cloud.name} lies here", cut_to(field.table, cloud.outline), is_preview=False)


# The map of a game as a seat may know it


@dataclass(frozen=True, slots=True)
class OnMap:
    """The field as a seat may know it, the rules of the game, and what of fire and gas to come the seat knows."""

    field: Field
    book: RuleBook
    plans: Plans = NO_PLANS

    @property
    def whose(self) -> Mapping[str, str]:
        """The nation of each side."""
        return {side.value: nation for side, nation in self.field.nations.items()}


def on_map(game: OpenGame, role: Role) -> OnMap | None:
    """The map of a game as a role may know it; None where no table is laid."""
    state = game.state
    if state.ground.laid is None:
        return None
    book = state.book()
    field = field_of(state, role, book)
    return OnMap(field, book, known_plans(state, role, book)) if field else None
