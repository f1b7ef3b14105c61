"""The board: table and stands as plain values, distances between stands (AMB-101)."""

from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import ClassVar

from rules.flanders_fields.armour import TankType
from rules.flanders_fields.assault import Fighter
from rules.flanders_fields.game.state.placement import Zone
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import Crossing, Firer, Mover, Quality, Side, UnitClass
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.polygons import Outline, Point
from rules.tabletop import tape_measure
from rules.tabletop.board_view import StandsOnTable
from rules.tabletop.stands import Placed, Pose, StandingBase
from rules.tabletop.table_coordinates import Edge
from rules.tabletop.tape_measure import TapeEnds

# The field


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldStand:
    """A stand on the map, with what of the game a measure depends on.

    `unit_class` is None for a command stand; `formation` is its battalion, or its regiment where it belongs to none.
    `below`: it sits in a deep shelter; `exact`: it has not moved since it was placed, `closing`: only by going in, in
    an assault that is not over; `came_from`: where its last move of this player turn began, if that is known.
    `company_guns`: machine guns of its company, 0 of none. `tank`: which tank it is; None of others.
    """

    name: str
    stand: StandingBase
    side: Side
    unit: str = ""
    formation: str = ""
    unit_class: UnitClass | None = UnitClass.RIFLE_COMPANY
    mover: Mover = Mover.INFANTRY
    firer: Firer | None = Firer.INFANTRY
    fighter: Fighter = Fighter.INFANTRY
    quality: Quality = Quality.EXPERIENCED
    marksmen: bool = False
    levels: int = 0
    on_wire: bool = False
    has_fired: bool = False
    dismounted: bool = False
    packed: bool = False
    below: bool = False
    exact: bool = True
    closing: bool = False
    came_from: Pose | None = None
    company_guns: int = 0
    tank: TankType | None = None

    @property
    def stays(self) -> bool:
        """Who goes in is fired at where it was placed: it stays for as long as its assault lasts."""
        return self.closing


@dataclass(frozen=True, slots=True)
class GroundUnderFire:
    """Ground that a barrage or the fire on an aiming point covers; its corners run clockwise, bent nowhere inwards.

    `swept` is the ground that a barrage has come over to lie there, `unit` whose fire it is.
    """

    name: str
    kind: Crossing
    side: Side
    outline: Outline
    swept: Outline = ()
    unit: str = ""


@dataclass(frozen=True, slots=True)
class CloudOnField:
    """A cloud of gas where it lies."""

    id: str
    name: str
    outline: Outline


@dataclass(frozen=True, slots=True)
class Field(StandsOnTable[FieldStand]):
    """A table with its terrain, the stands that are placed on it by their ids, and what fire and gas lie on it.

    `nations` tells whose trenches are whose, `deployment` where the sides deploy, where that is said.
    """

    edges: ClassVar[Mapping[str, Edge]] = {Side.ATTACKER: Edge.NEAR, Side.DEFENDER: Edge.FAR}

    under_fire: tuple[GroundUnderFire, ...] = ()
    clouds: tuple[CloudOnField, ...] = ()
    nations: Mapping[Side, str] = field(default_factory=dict)
    deployment: tuple[Zone, ...] = ()

    def enemies_of(self, name: str) -> Iterator[tuple[str, FieldStand]]:
        """The placed stands of the other side that are above ground."""
        side = self.stands[name].side
        return ((other, one) for other, one in self.stands.items() if one.side is not side and not one.below)


# How far it is from one stand to another, as a game measures it (AMB-101)


def ends(book: RuleBook) -> TapeEnds:
    """From where on a base a game measures: its nearest edge, by house rule its middle (AMB-101)."""
    return book.behaviour("AMB-101", {"nearest_edges": TapeEnds.EDGES, "centres": TapeEnds.MIDDLES})


def apart_mm(one: Placed, other: Placed, book: RuleBook) -> int:
    """The distance of a range or an order in mm: between the nearest edges, by house rule between the middles.

    Whether bases touch or stand in formation is another matter: that is seen at their edges.
    """
    return tape_measure.apart_mm(one, other, ends(book))


def tape(one: Placed, other: Placed, book: RuleBook) -> tuple[Point, Point]:
    """Where its tape is laid, in mm."""
    return tape_measure.tape(one, other, ends(book))


def measured(book: RuleBook) -> str:
    """Between what a distance was measured, in words."""
    return "base to base" if ends(book) is TapeEnds.EDGES else "middle to middle"


def own_end(book: RuleBook) -> str:
    """From where on a base a distance to a point was measured, in words."""
    return "its base" if ends(book) is TapeEnds.EDGES else "its middle"
