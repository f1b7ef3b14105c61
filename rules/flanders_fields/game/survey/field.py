"""The field: what the survey looks at, as plain values, so that no game is needed to ask it."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import field, replace
from typing import TYPE_CHECKING, Any, Final, TypeVar

from rules.flanders_fields.assault.fighters import Fighter
from rules.flanders_fields.game.setting_up.state import Zone
from rules.flanders_fields.vocabulary import Crossing, Firer, Mover, Quality, Side, UnitClass
from rules.kernel.shapes import Outline, circle
from rules.kernel.values import dataclass
from rules.tabletop.measure import gap_mm
from rules.tabletop.proposed import Confidence
from rules.tabletop.stands import Circle, Pose, Spot, Stand, bounds, corners, extent
from rules.tabletop.terrain import Piece, Table

if TYPE_CHECKING:
    from rules.tabletop.ground import Ground

Found = TypeVar("Found")
HALF_TURN: Final = 180
OF_ONE_STAND: Final = ("where", "place")
"""What is found of a stand by where it and those of its unit stand, and by nothing else."""
TOUCH_MM: Final = 1
"""Places are whole millimetres and half a base may not be: who is no farther off than this touches."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A stand on the map, with what of the game a measure depends on.

    `unit_class` is None for a command stand; `formation` is its battalion, or its regiment where it belongs to none.
    `below`: it sits in a deep shelter; `exact`: it has not moved since it was placed, `closing`: only by going in, in
    an assault that is not over; `came_from`: where its last move of this player turn began, if that is known.
    `company_guns`: machine guns of its company, 0 of none.
    """

    name: str
    stand: Stand
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


@dataclass(frozen=True, slots=True)
class UnderFire:
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
class Cloud:
    """A cloud of gas where it lies."""

    id: str
    name: str
    outline: Outline


@dataclass(frozen=True, slots=True)
class Field:
    """A table with its terrain, the stands that are placed on it by their ids, and what fire and gas lie on it.

    `nations` tells whose trenches are whose, `deployment` where the sides deploy, where that is said.
    """

    table: Table
    stands: Mapping[str, Standing] = field(default_factory=dict)
    under_fire: tuple[UnderFire, ...] = ()
    clouds: tuple[Cloud, ...] = ()
    nations: Mapping[Side, str] = field(default_factory=dict)
    deployment: tuple[Zone, ...] = ()
    _found: dict[Hashable, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def ground(self) -> "Ground":
        """The terrain, ready for questions."""
        # Its libraries are loaded with the first question, not with the service.
        from rules.tabletop.ground import ground

        return self.once("ground", lambda: ground(self.table))

    def once(self, asked: Hashable, find: Callable[[], Found]) -> Found:
        """What is asked of one field for many pairs of stands, worked out the first time: nothing moves on it."""
        if asked not in self._found:
            self._found[asked] = find()
        found: Found = self._found[asked]
        return found

    def taking_over(self, before: "Field") -> "Field":
        """The same with what was found on an earlier field of single stands that still stand so, their unit too."""
        if before.table is not self.table:
            return self
        names = {*before.stands, *self.stands}
        changed = {name for name in names if before.stands.get(name) != self.stands.get(name)}
        units = {one.unit for field in (before, self) for name, one in field.stands.items() if name in changed}
        for key, found in before._found.items():
            of = key[1] if isinstance(key, tuple) and key[0] in OF_ONE_STAND else ""
            if of and of not in changed and self.stands[of].unit not in units - {""}:
                self._found[key] = found
        return self

    @property
    def as_placed(self) -> "Field":
        """The same without stands that have moved off their places: nothing is known of them but where they were.

        Who goes in is fired at where it was placed: it stays for as long as its assault lasts.
        """
        known = {name: one for name, one in self.stands.items() if one.exact or one.closing}
        if len(known) == len(self.stands):
            return self
        return self.once("as placed", lambda: replace(self, stands=known))

    def has(self, *ids: str) -> bool:
        """Whether all of these stands are placed."""
        return all(name in self.stands for name in ids)

    def sure(self, *ids: str) -> Confidence:
        """How sure what is measured between these stands is."""
        exact = all(self.stands[name].exact for name in ids)
        return Confidence.EXACT if exact else Confidence.LAST_KNOWN

    def of_unit(self, unit: str) -> dict[str, Standing]:
        """The placed stands of a unit."""
        return {name: one for name, one in self.stands.items() if one.unit == unit}

    def near(self, outline: Outline, within_mm: int = 0) -> list[str]:
        """The placed stands, in their order, that may touch an outline, or be so near it: no other does.

        Their boxes tell. Of the many outlines that a plan has, nearly all lie far from nearly all stands.
        """
        boxes = self.once("boxes", lambda: [(name, *bounds(one.stand)) for name, one in self.stands.items()])
        across, up = zip(*outline, strict=True)
        # A millimetre more is much more than what reckoning with turned bases loses.
        beside = within_mm + 1
        left, near, right, far = min(across) - beside, min(up) - beside, max(across) + beside, max(up) + beside
        return [name for name, x, y, to_x, to_y in boxes if x <= right and to_x >= left and y <= far and to_y >= near]

    def enemies_of(self, name: str) -> Iterator[tuple[str, Standing]]:
        """The placed stands of the other side that are above ground."""
        side = self.stands[name].side
        return ((other, one) for other, one in self.stands.items() if one.side is not side and not one.below)

    def friends_of(self, name: str) -> Iterator[tuple[str, Standing]]:
        """The other placed stands of its own side."""
        side = self.stands[name].side
        return ((other, one) for other, one in self.stands.items() if one.side is side and other != name)

    def spot(self, side: Side, along_cm: float, up_cm: float) -> Spot:
        """The place that a side measures from its own left corner: along its edge, then up the table."""
        along, up = round(along_cm * 10), round(up_cm * 10)
        if side is Side.ATTACKER:
            return Spot(along, up)
        return Spot(self.table.width_mm - along, self.table.depth_mm - up)

    def from_edge(self, side: Side, spot: Spot) -> tuple[float, float]:
        """How far along a side's own edge and up the table from its left corner a place is, in cm."""
        if side is Side.ATTACKER:
            return spot.x_mm / 10, spot.y_mm / 10
        return (self.table.width_mm - spot.x_mm) / 10, (self.table.depth_mm - spot.y_mm) / 10

    def laid(self, side: Side, outline: Outline) -> Outline:
        """A shape that was measured from a side's own left corner, as it lies on the table."""
        if side is Side.ATTACKER:
            return outline
        return tuple((self.table.width_mm - x, self.table.depth_mm - y) for x, y in outline)

    def facing_from(self, side: Side, facing_deg: float) -> float:
        """A direction on the table as a side sees it from its own edge, clockwise from straight ahead, 0 to 360."""
        return facing_deg if side is Side.ATTACKER else (facing_deg + HALF_TURN) % (2 * HALF_TURN)


def moved_to(field: Field, name: str, to: Pose) -> Field:
    """The field with one stand at another place."""
    own = field.stands[name]
    there = replace(own, stand=Stand(own.stand.footprint, to))
    return replace(field, stands={**field.stands, name: there})


def touch(one: Stand, other: Stand) -> bool:
    """Whether two bases touch."""
    return gap_mm(one, other) <= TOUCH_MM


def beside_mm(own: Stand) -> float:
    """How far a base reaches to either side on its way: a road or lane exactly as wide as the base is wide enough."""
    return extent(own.footprint)[0] / 2 - TOUCH_MM


def rim(own: Stand) -> Outline:
    """The edge of a base where it stands, clockwise; of a round one true to a thousandth of its radius."""
    if isinstance(own.footprint, Circle):
        return circle(own.footprint.diameter_mm, own.spot)
    return corners(own)


def rims(field: Field, stands: Iterable[str]) -> tuple[Outline, ...]:
    """The edges of placed stands."""
    return tuple(rim(field.stands[name].stand) for name in stands)


def named(piece: Piece) -> str:
    """What the words of a survey call a piece of terrain."""
    return piece.name or piece.id
