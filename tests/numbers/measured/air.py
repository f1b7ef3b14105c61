"""Whom aircraft reach along their line (FF-AIR-07)."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from rules.flanders_fields.game.map_facts import indirect_fire
from rules.flanders_fields.game.map_facts.board import Field
from rules.flanders_fields.vocabulary import Side
from rules.tabletop.stands import Spot
from tests.survey import test_every_fact as scenes
from tests.survey.scenes import enemy, field


def _reached(_: Field) -> Any:
    """One is near the point, one as far from it as they reach."""
    on = field(near=enemy(100, 24), far=enemy(100, 25.8))
    return indirect_fire.on_the_line(on, Side.ATTACKER, Spot(1000, 200), 0, scenes.LATE)


MEASURES: Final[Mapping[str, Callable[[Field], Any]]] = {"aircraft": _reached}
