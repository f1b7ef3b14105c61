"""What everybody whom a seat knows of is called at the table."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from app.systems.flanders_fields.pages.force import Shown


def names_in(view: Mapping[str, Any]) -> dict[str, str]:
    """What every commander, unit and stand in a view is called."""
    return dict(_names(view["sides"]))


def units_in(view: Mapping[str, Any]) -> list[Shown]:
    """Every unit in a view, those of regiments before those of their battalions."""
    return [
        unit
        for side in view["sides"]
        for regiment in side["regiments"]
        for holder in (regiment, *regiment["battalions"])
        for unit in holder["units"]
    ]


def _names(sides: Iterable[Shown]) -> Iterator[tuple[str, str]]:
    """With its battalion, for three of them have an A Company."""
    for holder in _holders(sides):
        yield holder["commander"]["id"], holder["commander"]["name"]
        for unit in holder["units"]:
            yield unit["id"], f"{unit['name']}, {holder['name']}"
            for stand in unit["stands"]:
                named = stand["name"] if stand["name"] == unit["name"] else f"{stand['name']}, {unit['name']}"
                yield stand["id"], f"{named}, {holder['name']}"


def _holders(sides: Iterable[Shown]) -> Iterator[Shown]:
    for side in sides:
        for regiment in side["regiments"]:
            yield from (*regiment["battalions"], regiment)
