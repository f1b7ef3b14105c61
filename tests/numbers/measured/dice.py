"""Where fire that nobody sees may come down, and with what chance: the forecast of a plan reckons with it."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from rules.flanders_fields.fire_areas import DeviationFacts, landings
from rules.flanders_fields.game.map_facts.board import Field
from tests.survey import test_every_fact as scenes

MEASURES: Final[Mapping[str, Callable[[Field], Any]]] = {
    "landings": lambda _: landings(DeviationFacts(), scenes.LATE),
}
