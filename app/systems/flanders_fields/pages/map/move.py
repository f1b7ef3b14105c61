"""A move that is tried out on the map of a game: stands put where they would go, what their ways take, its command.

It stands in the page's address until it is confirmed; then it is a move like any other, with where its stands are.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import isfinite
from typing import Any, Final

from starlette.datastructures import QueryParams

from app.games.game import OpenGame
from app.games.wire import Unreadable, read_command
from app.maps.overlays import Overlay
from app.maps.shapes import last_known, to_spot
from app.systems.flanders_fields.pages.map.known import OnMap
from rules.flanders_fields.game.survey.moving_to import Leg, leg, meets, moved_by
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.vocabulary import Action, UnitClass
from rules.kernel.explain import Refusal
from rules.kernel.measure import cm
from rules.kernel.plain import plain
from rules.kernel.play import Actor, Role
from rules.kernel.values import dataclass
from rules.tabletop.field import rim
from rules.tabletop.stands import LONGEST_MM, Pose, Spot

View = Mapping[str, Any]
FULL_TURN: Final = 360
STAYS: Final = frozenset({UnitClass.BLOCK_HOUSE.value})


@dataclass(frozen=True, slots=True)
class TriedOut:
    """A move of a unit before it is confirmed: the poses of its stands, what is laid over the map, the command.

    `lines` tell what the way of each takes, `warned` what it meets besides; `reaches` where one action carries them
    all. `placed` are the places of those that move. `column`: "offered" where all of it lies on a road, or "chosen".
    """

    name: str
    poses: Mapping[str, Pose]
    ways: tuple[Overlay, ...]
    lines: tuple[str, ...]
    warned: tuple[str, ...]
    reaches: bool
    command: Mapping[str, Any]
    placed: tuple[Mapping[str, Any], ...]
    column: str = ""

    def refusal(self, role: Role) -> Callable[[OpenGame], dict[str, str] | None]:
        """Why the game would not take the command now; asked of the game itself, and changing nothing."""

        def asked(game: OpenGame) -> dict[str, str] | None:
            try:
                read = read_command(SYSTEM, self.command)
            except Unreadable as wrong:
                return {"because": wrong.because, "instead": wrong.instead}
            judged = SYSTEM.decide(game.state, read, Actor(role))
            if not isinstance(judged, Refusal):
                return None
            return {"because": judged.because, "instead": judged.instead, "clause": judged.clause}

        return asked


def tried_out(on: OnMap, view: View, sides: Sequence[str], query: QueryParams) -> TriedOut | None:
    """The move that the address asks for, of a unit that may move and its stands on the map; None for nothing."""
    unit, able = query.get("move", ""), may_move(view, sides)
    if unit not in able:
        return None
    poses = _poses(on, unit, query.getlist("at"))
    found = [one for one in (leg(on.field, name, pose, on.book, _column(query)) for name, pose in poses.items()) if one]
    if not found:
        return None
    live = {zone["unit"] for zone in view["guns"]["zones"]}
    move = moved_by(on.field, unit, poses, live, on.book, _column(query))
    fields: dict[str, Any] = plain(move)
    on_road = moved_by(on.field, unit, poses, (), on.book, in_column=True).in_column
    return TriedOut(
        able[unit],
        poses,
        tuple(_ways(on, found, poses)),
        tuple(_lines(on, found)),
        tuple(_met(on, poses)),
        all(one.reaches for one in found),
        {"kind": "move_unit"} | fields,
        tuple(one for one in fields["places"] if one["stand"] in poses),
        "chosen" if _column(query) else "offered" if on_road else "",
    )


def _column(query: QueryParams) -> bool:
    return query.get("column") == "true"


def may_move(view: View, sides: Sequence[str]) -> dict[str, str]:
    """The units of these sides that have an action left in the present step and may spend it on a move: their names."""
    turn = view["turn"]
    if turn["side"] not in sides:
        return {}
    units = (unit for side in view["sides"] for unit in _units(side) if unit["id"] in turn["can_act"])
    return {unit["id"]: unit["name"] for unit in units if unit["left"] and _walks(unit)}


def _units(side: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    for regiment in side["regiments"]:
        yield from regiment["units"]
        for battalion in regiment["battalions"]:
            yield from battalion["units"]


def _walks(unit: Mapping[str, Any]) -> bool:
    return bool(unit["on_table"] and unit["kind"] not in STAYS and Action.MOVE.value in unit["may"])


def _poses(on: OnMap, unit: str, at: Sequence[str]) -> dict[str, Pose]:
    """Where stands of a unit would come to, those left out that stay where they are."""
    read = (_pose(one) for one in at)
    placed = on.field.of_unit(unit)
    told = dict(one for one in read if one)
    return {
        name: told[name]
        for name, own in placed.items()
        if name in told and not own.below and told[name] != own.stand.pose
    }


def _pose(said: str) -> tuple[str, Pose] | None:
    """A stand and its place as the address has them: its id, x, y and facing."""
    name, *numbers = said.split(",")
    try:
        x, y, facing = (float(one) for one in numbers)
    except ValueError:
        return None
    if not all(map(isfinite, (x, y, facing))) or max(abs(x), abs(y)) > LONGEST_MM:
        return None
    return name, Pose(Spot(round(x), round(y)), facing % FULL_TURN)


def _ways(on: OnMap, found: Sequence[Leg], poses: Mapping[str, Pose]) -> Iterator[Overlay]:
    """Where each stand comes from; how far it goes stands at the longest way."""
    farthest = max(found, key=lambda one: one.travel_cm)
    for one in found:
        own, to = on.field.stands[one.stand].stand, poses[one.stand]
        halfway = to_spot(((own.spot.x_mm + to.spot.x_mm) / 2, (own.spot.y_mm + to.spot.y_mm) / 2))
        label = ((halfway, cm(round(one.travel_cm * 10))),) if one is farthest else ()
        yield Overlay("march", "", (tuple(map(to_spot, rim(own))),), ((own.spot, to.spot),), label)


def _lines(on: OnMap, found: Sequence[Leg]) -> Iterator[str]:
    """What the ways take, those that take the same together."""
    alike: dict[str, list[str]] = {}
    for one in found:
        alike.setdefault(_takes(on, one), []).append(on.field.stands[one.stand].name.partition(",")[0])
    return (f"{', '.join(names)}: {said}" for said, names in alike.items())


def _met(on: OnMap, poses: Mapping[str, Pose]) -> Iterator[str]:
    for name, pose in poses.items():
        yield from (f"{on.field.stands[name].name}: {said}" for said in meets(on.field, name, pose, on.book))


def _takes(on: OnMap, one: Leg) -> str:
    wheeled = "" if one.travel_cm == one.straight_cm else f"{one.travel_cm:g} cm by its farthest point; "
    return f"{wheeled}{one.over}; {one.carried}{last_known(on, one.stand)}"
