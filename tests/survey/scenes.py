"""Fields for the tests of the survey, laid by hand in centimetres; places are those of the middle of a base."""

from typing import Any, Final

from rules.flanders_fields.assault import Fighter
from rules.flanders_fields.game.map_facts.board import Field, FieldStand
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import Firer, Mover, Side, UnitClass
from rules.kernel.months import parse_month
from rules.kernel.rulings import HouseRule
from rules.tabletop.stands import Circle, Footprint, Pose, Rectangle, Spot, StandingBase
from rules.tabletop.terrain import Area, AreaKind, Piece, Table

INFANTRY: Final = Rectangle(30, 15)
GUN: Final = Rectangle(20, 20)
COMMAND: Final = Circle(20)
TANK: Final = Rectangle(30, 60)
FIELD_GUN: Final = Rectangle(40, 60)
LONG_CM, DEEP_CM = 240, 120


def book(month: str = "1916-07", **house: str) -> RuleBook:
    """The rule book of a month; house rules by their ruling, with an underscore for its dash."""
    rules = tuple(HouseRule(ruling.replace("_", "-"), option) for ruling, option in house.items())
    return RuleBook.for_game(parse_month(month), rules)


def at(
    along_cm: float,
    up_cm: float,
    facing: float = 0,
    side: Side = Side.ATTACKER,
    base: Footprint = INFANTRY,
    **more: Any,
) -> FieldStand:
    """A platoon, or whatever is named, with its middle there."""
    stand = StandingBase(base, Pose(Spot(round(along_cm * 10), round(up_cm * 10)), facing))
    told: dict[str, Any] = {"name": "a platoon", "stand": stand, "side": side}
    return FieldStand(**told | more)


def enemy(along_cm: float, up_cm: float, facing: float = 180, base: Footprint = INFANTRY, **more: Any) -> FieldStand:
    """The same of the defender, who looks towards the attacker's edge."""
    return at(along_cm, up_cm, facing, Side.DEFENDER, base, **more)


def gun(along_cm: float, up_cm: float, facing: float = 0, side: Side = Side.ATTACKER, **more: Any) -> FieldStand:
    """A machine gun."""
    told = {"unit_class": UnitClass.MACHINE_GUN, "mover": Mover.MACHINE_GUN, "firer": Firer.MACHINE_GUN}
    return at(along_cm, up_cm, facing, side, GUN, **told | {"fighter": Fighter.MACHINE_GUN, "name": "a gun"} | more)


def commander(along_cm: float, up_cm: float, side: Side = Side.ATTACKER, **more: Any) -> FieldStand:
    """A command stand."""
    told: dict[str, Any] = {"unit_class": None, "mover": Mover.COMMAND_ON_FOOT, "firer": None}
    told |= {"fighter": Fighter.COMMAND_STAND, "name": "the commander"}
    return at(along_cm, up_cm, 0, side, COMMAND, **told | more)


def area(kind: AreaKind, left: float, near: float, right: float, far: float, name: str = "") -> Area:
    """Terrain in a rectangle, in cm."""
    corners = ((left, near), (left, far), (right, far), (right, near))
    outline = tuple(Spot(round(x * 10), round(y * 10)) for x, y in corners)
    return Area(name or kind.value, name or kind.value, kind, outline)


def field(*pieces: Piece, **stands: FieldStand) -> Field:
    """A table of 240 by 120 cm with these pieces and stands."""
    return Field(Table(LONG_CM * 10, DEEP_CM * 10, pieces), stands)


def path(*places: tuple[float, float]) -> tuple[Spot, ...]:
    """A path in cm."""
    return tuple(Spot(round(x * 10), round(y * 10)) for x, y in places)
