"""Clouds that drift or are planned, and a wind that nobody has thrown yet."""

from collections.abc import Callable, Mapping
from functools import cache
from itertools import product
from typing import Any, Final

from app.systems.flanders_fields.pages.map_tools import mean_speed
from rules.flanders_fields.game.map_facts.board import Field
from rules.flanders_fields.game.map_facts.gas_coverage import drifts
from rules.flanders_fields.game.map_facts.previews import known_plans
from rules.flanders_fields.gas_clouds import CloudFacts, GasKind, WindFacts
from rules.flanders_fields.vocabulary import ATTACKER, Side
from tests.game.evening import Evening, played
from tests.survey import test_every_fact as scenes
from tests.survey.scenes import enemy, field

WIND: Final = WindFacts(direction_deg=0, speed_cm=5.0)


def _drifts(_: Field) -> list[Any]:
    """Each kind of cloud of each side, for as long as it lasts."""
    clouds = [CloudFacts(kind=kind, owner=side, along_cm=100, up_cm=30) for kind, side in product(GasKind, Side)]
    return [drifts(field(foe=enemy(100, 40)), one, WIND, 9, scenes.LATE) for one in clouds]


@cache
def _somme() -> Evening:
    """A game in which gas is planned from projectors (FF-GAS-04)."""
    return played("somme-1916")


MEASURES: Final[Mapping[str, Callable[[Field], Any]]] = {
    "clouds that drift": _drifts,
    "planned gas": lambda _: known_plans(_somme().state, ATTACKER, scenes.LATE).clouds,
    "a wind not thrown": lambda _: mean_speed(scenes.LATE),
}
