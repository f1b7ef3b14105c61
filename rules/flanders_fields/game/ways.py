"""What moves a unit may lead through fire, and may tell where its stands are after it."""

from collections.abc import Sequence
from typing import Protocol

from rules.flanders_fields.artillery.game.zones import enters
from rules.flanders_fields.game.crossing import ZoneCrossing
from rules.flanders_fields.game.ground.placing import with_places
from rules.flanders_fields.game.ground.state import Place
from rules.flanders_fields.game.table import JudgedTable, Judgement
from rules.flanders_fields.movement.fire_zones import ZoneMove


class OnItsWay(Protocol):
    """A command that moves a unit: which, through which zones under fire, and where to."""

    @property
    def unit(self) -> str:
        """The unit."""
        ...

    @property
    def zones(self) -> tuple[ZoneCrossing, ...]:
        """Its stands that move through a zone under fire."""
        ...

    @property
    def places(self) -> Sequence[Place]:
        """Where its stands are afterwards."""
        ...


def on_its_way(table: JudgedTable, command: OnItsWay, judged: Judgement, how: ZoneMove) -> Judgement:
    """The same with the zones under fire that it moves through, and where its stands are after it."""
    entered = enters(table, command.unit, judged, command.zones, how)
    return with_places(table, entered, command.unit, command.places)
