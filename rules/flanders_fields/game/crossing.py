"""A stand on its way through a zone under fire, as any deed that moves stands tells of it."""

from rules.flanders_fields.artillery.areas import Overlap
from rules.flanders_fields.movement.fire_zones import ZoneMove
from rules.flanders_fields.vocabulary import Cover
from rules.kernel.facts import fact
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True)
class ZoneCrossing:
    """A stand on its way through a zone, as the players see it where most of its base is covered (AMB-323)."""

    zone: str = fact("the fire zone")
    stand: str = fact("the stand that moves through it")
    cover: Cover = fact("its cover there")
    overlap: Overlap = fact("how much of its base the zone covers", default=Overlap.WHOLE)
    centre_inside: bool = fact("the middle of its base is inside", default=True)
    straight_out: bool = fact("it moves straight out of the zone", default=False)
    move: ZoneMove = fact("what kind of move it is", default=ZoneMove.MOVE_ACTION)
    armour_in_cover: bool = fact("the armour stands in a building or the like", default=False)
