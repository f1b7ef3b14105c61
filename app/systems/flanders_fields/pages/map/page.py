"""What the map of a game of Flanders Fields measures, and the stands that are listed beside it."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from app.maps.game_map import ForceListed, FormationListed, GameMap, StandListed
from app.maps.stands import StandDrawn
from app.systems.flanders_fields.pages.clauses import CLAUSES
from app.systems.flanders_fields.pages.map.known import OnMap, on_map
from app.systems.flanders_fields.pages.map.tools import TOOLS
from app.systems.flanders_fields.stage.ground import ground_of

View = Mapping[str, Any]
Drawn = Mapping[str, StandDrawn]


def _forces(view: View, drawn: Drawn) -> list[ForceListed]:
    """The sides by battalions and regiments, each with its stands on the map and beside it."""
    listed = [(side, [_formation(one, drawn) for one in _holders(side)]) for side in view["sides"]]
    return [ForceListed(side["name"], side["nation"], [one for one in all_of if one.stands]) for side, all_of in listed]


def _holders(side: View) -> Iterator[View]:
    for regiment in side["regiments"]:
        yield from (one for one in regiment["battalions"] if one["on_table"])
        yield regiment


def _formation(holder: View, drawn: Drawn) -> FormationListed:
    """One battalion or regiment. A stand that has fallen, or that is not to be seen, is not in it."""
    commander, units = holder["commander"], [one for one in holder["units"] if one["on_table"]]
    named = [(commander, commander["name"])] if commander["id"] else []
    named += [(stand, _called(stand, unit)) for unit in units for stand in unit["stands"]]
    stands = [StandListed(one["id"], name, drawn.get(one["id"])) for one, name in named if one["alive"]]
    return FormationListed(holder["id"], holder["name"], stands)


def _called(stand: View, unit: View) -> str:
    return stand["name"] if stand["name"] == unit["name"] else f"{stand['name']}, {unit['name']}"


GAME_MAP: Final[GameMap[OnMap]] = GameMap(TOOLS, on_map, ground_of, _forces, "flanders_fields/game_map.html", CLAUSES)
