"""Everybody a seat knows of: what they are called at the table, and the stands its forms let it choose from."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

Shown = dict[str, Any]


class People:
    """Everybody in a view. Worked out when a form asks: most changes of a game ask nothing about them."""

    def __init__(self, view: Shown) -> None:
        self._you: str = view["you"]
        self._sides: list[Shown] = view["sides"]

    @cached_property
    def names(self) -> dict[str, str]:
        """What every unit and stand is called."""
        return dict(_names(self._sides))

    @cached_property
    def everybody(self) -> list[Shown]:
        """The stands of both sides on the table, commanders among them, to choose from: the other side's first."""
        return stands_of(sorted(self._sides, key=lambda side: bool(side["side"] == self._you)))

    @cached_property
    def enemies(self) -> list[Shown]:
        """The stands of the other side, commanders among them."""
        return stands_of(side for side in self._sides if side["side"] != self._you)

    @cached_property
    def friends(self) -> list[Shown]:
        """The stands of this seat's own side, commanders among them."""
        return stands_of(side for side in self._sides if side["side"] == self._you)

    @cached_property
    def own(self) -> list[Shown]:
        """The stands of this seat's own side without its commanders."""
        return stands_of((side for side in self._sides if side["side"] == self._you), commanders=False)


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


def stands_of(sides: Iterable[Shown], commanders: bool = True) -> list[Shown]:
    """The stands on the table by formation and unit, as the picker takes them."""
    seen = [_stands(holder, commanders) for holder in _holders(sides) if holder.get("on_table", True)]
    return [holder for holder in seen if holder["units"]]


def _stands(holder: Mapping[str, Any], commanders: bool) -> Shown:
    chief = holder["commander"]
    units = [{"name": "Command", "stands": [chief | {"no": "C.O."}]}] if commanders and chief["alive"] else []
    for unit in holder["units"]:
        stands = [stand | {"no": str(n)} for n, stand in enumerate(unit["stands"], 1) if stand["alive"]]
        units += [{"name": unit["name"], "stands": stands}] if stands and unit["on_table"] else []
    return {"name": holder["name"], "units": units}
