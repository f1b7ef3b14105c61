"""From a game, as a seat may see it, to what its prints are made from: nothing else of the game reaches the paper."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from playsheets.flanders_fields.catalogue import SheetWanted
from playsheets.flanders_fields.muster import Command, Level, Muster, Troop
from rules.kernel.months import parse_month
from rules.kernel.rulings import HouseRule
from rules.kernel.seats import Role

Shown = Mapping[str, Any]
REFEREE: Final = Role.REFEREE.value


def wanted_for(view: Shown, large: bool = False, backs: bool = True) -> SheetWanted:
    """What a seat may print of its game: its month, its sheet, its house rules, and whom it knows of."""
    rules = tuple(HouseRule(one["ruling"], one["option"]) for one in view["house_rules"])
    return SheetWanted(view["period"], rules, large, backs, parse_month(view["date"]), muster_of(view))


def muster_of(view: Shown) -> Muster:
    """Everybody whom a view shows."""
    return Muster(view["title"], tuple(_commands(view)), bool(view["gas"]["possible"]))


def _commands(view: Shown) -> Iterator[Command]:
    for side in view["sides"]:
        own = view["you"] in (REFEREE, side["side"])
        for regiment in side["regiments"]:
            level: Level = "division" if regiment["division"] else "regiment"
            yield _command(regiment, side["nation"], level, own)
            for battalion in regiment["battalions"]:
                yield _command(battalion, side["nation"], "battalion", own)


def _command(shown: Shown, nation: str, level: Level, own: bool) -> Command:
    return Command(
        name=shown["name"],
        nation=nation,
        level=level,
        commander=shown["commander"]["name"],
        troops=tuple(_troop(unit) for unit in shown["units"]),
        quality=shown.get("quality", ""),
        storm=shown.get("storm", False),
        platoons=shown.get("started", 0),
        own=own,
    )


def _troop(unit: Shown) -> Troop:
    return Troop(unit["name"], unit["kind"], tuple(stand["name"] for stand in unit["stands"]), unit["type"])
