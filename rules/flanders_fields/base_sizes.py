"""Recommended sizes of bases (FF-BAS)."""

from collections.abc import Mapping
from enum import StrEnum

from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import UnitClass
from rules.kernel.distances import cm
from rules.kernel.explanations import Explained
from rules.kernel.facts import fact
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.lookups import Resolution, no_dice

SHAPES, SIZES, MODELS = "bases/shapes", "bases/sizes", "bases/models"


class BaseKind(StrEnum):
    """What stands on a base (FF-BAS-01 to FF-BAS-13)."""

    BATTALION_COMMAND = "battalion_command"
    INFANTRY = "infantry"
    CAVALRY = "cavalry"
    BATTALION_SUPPORT_WEAPON = "battalion_support_weapon"
    MACHINE_GUN = "machine_gun"
    FLAMETHROWER_OR_ANTI_TANK_RIFLE = "flamethrower_or_anti_tank_rifle"
    HEAVY_SUPPORT_WEAPON = "heavy_support_weapon"
    REGIMENTAL_COMMAND = "regimental_command"
    FIELD_ARTILLERY = "field_artillery"
    HEAVY_ARTILLERY = "heavy_artillery"
    SUPER_HEAVY_ARTILLERY = "super_heavy_artillery"
    TANK = "tank"
    DIVISIONAL_COMMAND = "divisional_command"


STANDS_ON: Mapping[UnitClass, BaseKind] = {
    UnitClass.RIFLE_COMPANY: BaseKind.INFANTRY,
    UnitClass.ENGINEERS: BaseKind.INFANTRY,
    UnitClass.LMG_PLATOON: BaseKind.INFANTRY,
    UnitClass.MACHINE_GUN: BaseKind.MACHINE_GUN,
    # The book gives a block house no size: it is drawn as large as the base of the gun in it.
    UnitClass.BLOCK_HOUSE: BaseKind.MACHINE_GUN,
    UnitClass.FIELD_GUN: BaseKind.FIELD_ARTILLERY,
    UnitClass.FIELD_HOWITZER: BaseKind.FIELD_ARTILLERY,
    UnitClass.HEAVY_ARTILLERY: BaseKind.HEAVY_ARTILLERY,
    UnitClass.SUPER_HEAVY_ARTILLERY: BaseKind.SUPER_HEAVY_ARTILLERY,
    UnitClass.LIGHT_MORTAR: BaseKind.BATTALION_SUPPORT_WEAPON,
    UnitClass.MEDIUM_MORTAR: BaseKind.HEAVY_SUPPORT_WEAPON,
    UnitClass.HEAVY_MORTAR: BaseKind.HEAVY_SUPPORT_WEAPON,
    UnitClass.TANK: BaseKind.TANK,
    UnitClass.ARMOURED_CAR: BaseKind.TANK,
    UnitClass.CAVALRY: BaseKind.CAVALRY,
    UnitClass.FLAMETHROWER: BaseKind.FLAMETHROWER_OR_ANTI_TANK_RIFLE,
    UnitClass.ANTI_TANK_RIFLE: BaseKind.FLAMETHROWER_OR_ANTI_TANK_RIFLE,
}
"""The base of the stands of each class (FF-BAS)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BaseFacts:
    """A stand whose base is wanted."""

    stand: BaseKind = fact("what stands on it", example="infantry")


@dataclass(frozen=True, slots=True)
class Base:
    """The recommended base: its shape in words, width across the front and depth in millimetres.

    `least` to `most` figures or models stand on it; 0 where the tables of organisation alone say how many.
    """

    shape: str
    width_mm: int
    depth_mm: int
    least: int
    most: int


def base_of(facts: BaseFacts, book: RuleBook) -> Explained[Base]:
    """The recommended base of a stand. A guide, not compulsory."""
    shape, sizes = book.table(SHAPES).word(facts.stand), book.table(SIZES)
    width, depth = (sizes.number(f"{facts.stand}.{side}").value for side in ("width", "depth"))
    across = f"{cm(width)} across" if shape.value == "circle" else f"{cm(width)} wide, {cm(depth)} deep"
    least, most = on_it(facts.stand, book)
    step = shape.cites(f"{shape.says}: {shape.value}, {across}{_filled(facts.stand, least, most)}")
    return Explained(Base(shape.value, width, depth, least, most), None, (step,))


def on_it(stand: BaseKind, book: RuleBook) -> tuple[int, int]:
    """How many figures or models stand on a base, least and most (FF-BAS-14, FF-BAS-15); 0 where no text says it."""
    models = book.table(MODELS)
    if not models.has(f"{stand}.least"):
        return 0, 0
    return models.number(f"{stand}.least").value, models.number(f"{stand}.most").value


def _filled(stand: BaseKind, least: int, most: int) -> str:
    if not most:
        return ""
    word = "figure" if stand is BaseKind.INFANTRY else "model"
    number = f"{least} or {most}" if least < most else f"{most}"
    return f", {number} {word}{'s' if most > 1 else ''}"


RESOLUTIONS: tuple[Resolution[BaseFacts, RuleBook], ...] = (
    Resolution("base", "Size of a base", "Bases", BaseFacts, no_dice, lambda facts, _dice, book: base_of(facts, book)),
)
