"""The shape of each base as the map lays it, and platoons of that shape that man a trench (FF-BAS)."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from rules.flanders_fields.base_sizes import BaseKind
from rules.flanders_fields.game.map_facts.board import Field
from rules.flanders_fields.game.map_facts.forecast_targets import known_targets
from rules.flanders_fields.game.stand_types import footprint_of
from rules.flanders_fields.vocabulary import Side
from rules.tabletop.terrain import Trench
from tests.survey import test_every_fact as scenes
from tests.survey.scenes import field, path

MANNED: Final = field(Trench("his", "His Trench", path((0, 60), (240, 60)), 20, "german"))

MEASURES: Final[Mapping[str, Callable[[Field], Any]]] = {
    "bases": lambda _: [footprint_of(kind, scenes.LATE) for kind in BaseKind],
    "a manned trench": lambda _: known_targets(MANNED, Side.ATTACKER, scenes.LATE),
}
