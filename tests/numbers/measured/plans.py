"""How far up the table a front reaches, as a reference is written (FF-FPL-25)."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from rules.flanders_fields.game.map_facts.board import Field
from rules.flanders_fields.game.map_facts.infantry_advance import farthest_front
from rules.flanders_fields.vocabulary import Side
from rules.tabletop.terrain import Trench
from tests.survey import test_every_fact as scenes
from tests.survey.scenes import field, path

OWN: Final = field(Trench("own", "Front Street", path((0, 20), (240, 20.5)), 20, "british"))

MEASURES: Final[Mapping[str, Callable[[Field], Any]]] = {
    "a front": lambda _: farthest_front(replace(OWN, nations={Side.ATTACKER: "british"}), Side.ATTACKER, scenes.LATE),
}
