"""Stands that are put down at the corner of the table, so near that their base just lies on it (FF-BAS)."""

from collections.abc import Iterator
from math import ceil
from typing import Final

from rules.flanders_fields.base_sizes import STANDS_ON
from rules.flanders_fields.game.stand_types import base_kind, footprint_of
from rules.flanders_fields.vocabulary import Side, UnitClass
from rules.tabletop.stands import extent
from tests.game.arms_in_play import unit as attached
from tests.game.evening import Evening
from tests.game.ground_in_play import OPEN_FIELD, at, on_a_field
from tests.numbers.followers import Follower
from tests.numbers.judging import judged, with_attached

ON_THE_TABLE: Final = tuple({base: kind for kind, base in STANDS_ON.items()}.values())
"""A class of unit for each base that is no command stand's."""


def positions() -> Iterator[Follower]:
    """One for each base that there is."""
    kinds = tuple(attached(kind, type="heavy_male" if kind is UnitClass.TANK else "") for kind in ON_THE_TABLE)
    yield from _in_the_corner(with_attached("cambrai-1917", {Side.ATTACKER: kinds}, table=OPEN_FIELD))
    yield from _in_the_corner(on_a_field("menin-road-1917"))


def _in_the_corner(evening: Evening) -> Iterator[Follower]:
    found = dict[str, str]()
    for name, stand in evening.state.stands.items():
        unit = evening.state.units.get(stand.unit)
        if stand.side is Side.ATTACKER and (unit is None or unit.on_table):
            found.setdefault(base_kind(evening.state, name), name)
    for name in found.values():
        wide, deep = extent(footprint_of(base_kind(evening.state, name), evening.state.book()))
        there = at(name, ceil(wide / 2), ceil(deep / 2))
        yield judged(evening, "attacker", "place_stands", stands=[there])
