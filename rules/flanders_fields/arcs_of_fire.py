"""Arcs of fire of stands and the sectors of a tank (FF-ARC)."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from enum import StrEnum
from math import inf, radians, tan

from rules.flanders_fields.base_sizes import SIZES, BaseKind
from rules.flanders_fields.fire_eligibility import ARTILLERY, MACHINE_GUNS, MORTARS, RIFLES, Distance, greatest_range
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import Firer
from rules.kernel.dice import D6
from rules.kernel.distances import cm, offset_mm
from rules.kernel.explanations import Explained, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.lookups import Resolution, no_dice
from rules.kernel.tables import Cited

_LIKE_INFANTRY = RIFLES | {Firer.FLAMETHROWER}
_HAIR_MM = 1e-6
_QUARTER_TURN = 90
_STANDS_ON: Mapping[Firer, BaseKind] = {
    Firer.INFANTRY: BaseKind.INFANTRY,
    Firer.LMG: BaseKind.INFANTRY,
    Firer.CAVALRY: BaseKind.CAVALRY,
    Firer.ANTI_TANK_RIFLE: BaseKind.FLAMETHROWER_OR_ANTI_TANK_RIFLE,
    Firer.FLAMETHROWER: BaseKind.FLAMETHROWER_OR_ANTI_TANK_RIFLE,
    Firer.MACHINE_GUN: BaseKind.MACHINE_GUN,
    Firer.LIGHT_MORTAR: BaseKind.BATTALION_SUPPORT_WEAPON,
    Firer.MEDIUM_MORTAR: BaseKind.HEAVY_SUPPORT_WEAPON,
    Firer.HEAVY_MORTAR: BaseKind.HEAVY_SUPPORT_WEAPON,
    Firer.FIELD_GUN: BaseKind.FIELD_ARTILLERY,
    Firer.FIELD_HOWITZER: BaseKind.FIELD_ARTILLERY,
    Firer.HEAVY_ARTILLERY: BaseKind.HEAVY_ARTILLERY,
    Firer.SUPER_HEAVY_ARTILLERY: BaseKind.SUPER_HEAVY_ARTILLERY,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Offset:
    """Where a target lies from a stand: from the middle of its front edge, ahead and to the right."""

    firer: Firer = fact("Who fires, and with what", example="infantry")
    width_cm: float | None = fact(
        "Width of the firer's base, or length of the block house face (nothing: the recommended base)",
        default=None,
        unit="cm",
        least=0,
        most=20,
        example=3.0,
    )
    right_cm: float = fact(
        "How far to the right the best placed part of the target lies; left is less than 0",
        unit="cm",
        least=-1000,
        most=1000,
        example=8.0,
    )
    ahead_cm: float = fact(
        "How far ahead of the front edge that part lies; behind is less than 0",
        unit="cm",
        least=-1000,
        most=1000,
        example=20.0,
    )
    centre_right_cm: float | None = fact(
        "How far to the right the middle of the target's base lies", default=None, unit="cm", least=-1000, most=1000
    )
    centre_ahead_cm: float | None = fact(
        "How far ahead the middle of the target's base lies", default=None, unit="cm", least=-1000, most=1000
    )
    company_right_cm: float = fact(
        "How far its company's front reaches beyond the stand to the right", default=0.0, unit="cm", least=0, most=1000
    )
    company_left_cm: float = fact(
        "How far its company's front reaches beyond the stand to the left", default=0.0, unit="cm", least=0, most=1000
    )


@dataclass(frozen=True, slots=True)
class _Room:
    """How far aside a target may lie in mm at its distance ahead, and the value that says so."""

    most_mm: float
    cited: Cited[int]


def in_arc(asked: Offset, book: RuleBook) -> Explained[bool] | Refusal:
    """Whether a target lies in a stand's arc (FF-ARC-02..10); exactly on the edge is in.

    Refuses tanks, whose sectors depend on their type, gas, and a block house whose face was not measured.
    """
    shq_03 = book.ruling("SHQ-03")
    point = shq_03.gives({"any_part": _best_part, "centre": _centre})(asked)
    if isinstance(point, Refusal):
        return point
    right, ahead = point
    room = _room(asked, ahead, book)
    if isinstance(room, Refusal):
        return room
    shq_02 = book.ruling("SHQ-02")
    most_mm = room.most_mm + shq_02.gives({"stand": _stand_only, "company": _rest_of_company})(asked, right)
    house = room.cited.house or book.mark("SHQ-01") or shq_02.mark or shq_03.mark
    if ahead < 0:
        return Explained(False, None, (Step(room.cited.clause, "Behind the line of the front edge", None, house),))
    inside = abs(right) <= most_mm + _HAIR_MM
    allowed = "any distance" if most_mm == inf else f"{most_mm / 10:.4g} cm"
    says = f"{cm(abs(right))} aside, {allowed} allowed at {cm(ahead)} ahead"
    return Explained(inside, None, (Step(room.cited.clause, says, None, house),))


def room_mm(firer: Firer, width_cm: float, ahead_mm: int, book: RuleBook) -> float | Refusal:
    """How far to either side of the middle of its front a target may lie so far ahead (FF-ARC-02..10).

    Endless where a gun may turn all the way aside. Refuses what `in_arc` refuses of the weapon.
    """
    found = _room(Offset(firer=firer, width_cm=width_cm, right_cm=0.0, ahead_cm=0.0), ahead_mm, book)
    return found if isinstance(found, Refusal) else found.most_mm


def _stand_only(_asked: Offset, _right_mm: int) -> int:
    return 0


def _rest_of_company(asked: Offset, right_mm: int) -> int:
    """What the company's front adds on the target's side; only infantry stands in companies (SHQ-02)."""
    if asked.firer is not Firer.INFANTRY:
        return 0
    return offset_mm(asked.company_right_cm if right_mm >= 0 else asked.company_left_cm)


def _best_part(asked: Offset) -> tuple[int, int] | Refusal:
    return offset_mm(asked.right_cm), offset_mm(asked.ahead_cm)


def _centre(asked: Offset) -> tuple[int, int] | Refusal:
    if asked.centre_right_cm is None or asked.centre_ahead_cm is None:
        return Refusal(
            "FF-ARC-01", "this game judges by the middle of the target's base", "measure to its middle as well"
        )
    return offset_mm(asked.centre_right_cm), offset_mm(asked.centre_ahead_cm)


def _room(asked: Offset, ahead_mm: int, book: RuleBook) -> _Room | Refusal:
    kind = _kind_of(asked.firer)
    if isinstance(kind, Refusal):
        return kind
    width_mm = _width(asked, book)
    if isinstance(width_mm, Refusal):
        return width_mm
    half_width = width_mm / 2
    if asked.firer in MACHINE_GUNS:
        angle = book.table("shooting/arc_angles").number(asked.firer)
        each_side = angle.value / 2 + _pivot(asked, book)
        fan_mm = inf if each_side >= _QUARTER_TURN else ahead_mm * tan(radians(each_side))
        pivots = book.mark("SHQ-07") if _pivot(asked, book) else None
        return _Room(half_width + fan_mm, replace(angle, house=angle.house or pivots))
    allowance = book.table("shooting/arcs").number(kind)
    shapes: dict[str, Callable[[Offset, int, RuleBook], float]] = {"rectangle": _full, "fan": _share_of_range}
    share = book.behaviour("SHQ-01", shapes)(asked, ahead_mm, book)
    return _Room(half_width + allowance.value * share, allowance)


def _width(asked: Offset, book: RuleBook) -> int | Refusal:
    """The firer's width in mm: as measured, else that of the recommended base (FF-ARC-T1)."""
    if asked.width_cm is not None:
        return offset_mm(asked.width_cm)
    if asked.firer not in _STANDS_ON:
        return Refusal("FF-BLK-12", "no size of a block house is printed", "measure the length of its face")
    return book.table(SIZES).number(f"{_STANDS_ON[asked.firer]}.width").value


def _pivot(asked: Offset, book: RuleBook) -> int:
    """Degrees a machine gun may turn before its arc counts; none where both are one limit (SHQ-07)."""
    turns = book.behaviour("SHQ-07", {"one_limit": False, "pivot_first": True, "facing_stays": False})
    return book.table("movement/pivot").number(asked.firer).value if turns and asked.firer is Firer.MACHINE_GUN else 0


def _kind_of(firer: Firer) -> str | Refusal:
    kinds = {"machine_gun": MACHINE_GUNS, "infantry": _LIKE_INFANTRY, "artillery": ARTILLERY, "mortar": MORTARS}
    for kind, firers in kinds.items():
        if firer in firers:
            return kind
    if firer is Firer.GAS:
        return Refusal("FF-ARC-11", "gas has no arc", "")
    return Refusal("FF-ARC-09", "a tank's arc depends on its type", "ask in which of its sectors the target lies")


def _full(_asked: Offset, _ahead_mm: int, _book: RuleBook) -> float:
    return 1.0


def _share_of_range(asked: Offset, ahead_mm: int, book: RuleBook) -> float:
    most = greatest_range(Distance(firer=asked.firer, range_cm=0.0), book)
    return 1.0 if most is None else min(1.0, max(0, ahead_mm) / most.value)


class Sector(StrEnum):
    """The four sides of a tank."""

    FRONT = "front"
    LEFT = "left"
    RIGHT = "right"
    REAR = "rear"
    NONE = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class TankOffset:
    """Where a target lies from a tank: from the middle of its front edge, ahead and to the right."""

    right_cm: float = fact(
        "How far to the right the target lies; left is less than 0", unit="cm", least=-1000, most=1000, example=4.0
    )
    ahead_cm: float = fact(
        "How far ahead of the front edge it lies; behind is less than 0",
        unit="cm",
        least=-1000,
        most=1000,
        example=-3.0,
    )
    width_cm: float = fact("Width of the tank's base", default=3.0, unit="cm", least=0, most=20)
    length_cm: float = fact("Length of the tank's base", default=6.0, unit="cm", least=0, most=20)


def tank_sector(asked: TankOffset, book: RuleBook) -> Explained[Sector]:
    """Which side of a tank a target lies on (FF-ARC-09, SHQ-25).

    On a front corner's ray it is the front, on a rear corner's the flank.
    """
    shq_25 = book.ruling("SHQ-25")
    reading = shq_25.gives({"corner_rays": _by_rays, "corridors": _by_corridors})
    sector = reading(asked, book)
    says = "On none of its sides" if sector is Sector.NONE else f"On its {sector} side"
    return Explained(sector, None, (Step("FF-ARC-09", says, None, shq_25.mark),))


def _by_rays(asked: TankOffset, _book: RuleBook) -> Sector:
    right, ahead = offset_mm(asked.right_cm), offset_mm(asked.ahead_cm)
    beside = abs(right) - offset_mm(asked.width_cm) / 2
    if ahead >= 0 and beside <= ahead:
        return Sector.FRONT
    if beside < 0 or ahead < -offset_mm(asked.length_cm) - beside:
        return Sector.REAR
    return Sector.RIGHT if right > 0 else Sector.LEFT


def _by_corridors(asked: TankOffset, book: RuleBook) -> Sector:
    """Straight ahead and straight sideways, with the infantry's room on each side."""
    right, ahead = offset_mm(asked.right_cm), offset_mm(asked.ahead_cm)
    half_width, length = offset_mm(asked.width_cm) / 2, offset_mm(asked.length_cm)
    room = book.table("shooting/arcs").number("infantry").value
    if abs(right) <= half_width + room and (ahead >= 0 or ahead <= -length):
        return Sector.FRONT if ahead >= 0 else Sector.REAR
    if abs(right) >= half_width and -length - room <= ahead <= room:
        return Sector.RIGHT if right > 0 else Sector.LEFT
    return Sector.NONE


def _arc(facts: Offset, _dice: tuple[D6, ...], book: RuleBook) -> Explained[bool] | Refusal:
    return in_arc(facts, book)


def _sector(facts: TankOffset, _dice: tuple[D6, ...], book: RuleBook) -> Explained[Sector]:
    return tank_sector(facts, book)


RESOLUTIONS: tuple[Resolution[Offset, RuleBook] | Resolution[TankOffset, RuleBook], ...] = (
    Resolution("arc", "Is it in the arc?", "Arcs of fire", Offset, no_dice, _arc),
    Resolution("tank_sector", "Which side of the tank?", "Arcs of fire", TankOffset, no_dice, _sector),
)
