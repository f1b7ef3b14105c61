"""Templates held over the map for a look: how they would lie and whom they would cover. Nothing of it has happened."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, Final

from rules.flanders_fields.artillery.areas import MORTAR_AREAS, Coverage, FireAreaFacts, FireAreaKind, attacked_as, lay
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.game.survey.areas import Lies, lying
from rules.flanders_fields.game.survey.field import CloudOnField, Field
from rules.flanders_fields.game.survey.gas import caught_by
from rules.flanders_fields.gas.clouds import CloudFacts, lie, sides_of
from rules.flanders_fields.not_yet import no_gas, no_indirect_guns
from rules.flanders_fields.vocabulary import Side
from rules.kernel.explain import Refusal
from rules.kernel.shapes import Outline
from rules.kernel.values import dataclass
from rules.tabletop.proposed import values
from rules.tabletop.stands import Spot

HALF_TURN: Final = 180
STILL: Final = (0.0, 0.0)


class Template(StrEnum):
    """The areas that can be laid on the table: fire by its weapon, gas by its side."""

    BATTERY = "battery"
    SOS = "sos"
    LIGHT_MORTAR = "light_mortar"
    MEDIUM_MORTAR = "medium_mortar"
    HEAVY_MORTAR = "heavy_mortar"
    MACHINE_GUN = "machine_gun"
    ATTACKER_GAS = "attacker_gas"
    DEFENDER_GAS = "defender_gas"


GAS: Final[Mapping[Template, Side]] = {Template.ATTACKER_GAS: Side.ATTACKER, Template.DEFENDER_GAS: Side.DEFENDER}


@dataclass(frozen=True, slots=True)
class HeldTemplate:
    """A template with its middle at a place of the table, turned so many degrees clockwise from along its edges."""

    template: Template
    middle: Spot
    turned_deg: int = 0


@dataclass(frozen=True, slots=True)
class LaidTemplate:
    """How a held template lies on the table: its outline, how wide and how deep it is in mm."""

    outline: Outline
    width_mm: int
    depth_mm: int


@dataclass(frozen=True, slots=True)
class Covering:
    """The stands on the map by how a template covers them."""

    fully: tuple[str, ...] = ()
    partly: tuple[str, ...] = ()
    spared: tuple[str, ...] = ()


def templates_of(book: RuleBook) -> tuple[Template, ...]:
    """The templates there are at a game's date."""
    guns = () if no_indirect_guns(book) is None else (Template.MACHINE_GUN,)
    gas = () if no_gas(book) is None else tuple(GAS)
    return tuple(one for one in Template if one not in guns and one not in gas)


def may_be_turned(template: Template, book: RuleBook) -> bool:
    """Whether a template may lie otherwise than along the table's edges (AMB-301, AMB-313, AMB-440)."""
    if template in GAS:
        return book.behaviour("AMB-440", {"table": False, "across_wind": True})
    return bool(_turned_by(FireAreaKind(template), book))


def lies_like_its_target(template: Template, book: RuleBook) -> bool:
    """Whether it lies as the base lies that it is laid on: the squares of mortars (FF-MTR-T1)."""
    return template not in GAS and _turned_by(FireAreaKind(template), book) == "laid_on_deg"


def _turned_by(kind: FireAreaKind, book: RuleBook) -> str:
    """The fact of the chapter that turns an area; nothing where none does."""
    if kind is FireAreaKind.MACHINE_GUN:
        return "line_of_fire_deg"
    if kind is FireAreaKind.SOS:
        return book.behaviour("AMB-313", {"table": "", "trace": "position_deg"})
    mortar = kind in MORTAR_AREAS
    by_line = "" if mortar else "line_of_fire_deg"
    usual = "laid_on_deg" if mortar else ""
    return book.behaviour("AMB-301", {"table": usual, "line_of_fire": by_line, "owner": "laid_deg"})


def lay_held(wanted: HeldTemplate, book: RuleBook) -> LaidTemplate | Refusal:
    """How a held template lies; it is the same from either edge. Refuses what the chapter refuses."""
    turned = _half_turns(wanted.turned_deg) if may_be_turned(wanted.template, book) else 0
    owner = GAS.get(wanted.template)
    if owner:
        return _cloud(owner, wanted.middle, turned, book)
    kind = FireAreaKind(wanted.template)
    turning: dict[str, Any] = {_turned_by(kind, book): turned} if turned else {}
    if "line_of_fire_deg" in turning and kind is FireAreaKind.BATTERY:
        turning["on_table"] = True
    along, up = wanted.middle.x_mm / 10, wanted.middle.y_mm / 10
    found = lay(FireAreaFacts(kind=kind, point_along_cm=along, point_up_cm=up, **turning), book)
    return found if isinstance(found, Refusal) else LaidTemplate(found.outline, found.width_mm, found.depth_mm)


def _cloud(owner: Side, at: Spot, turned: int, book: RuleBook) -> LaidTemplate | Refusal:
    facts = CloudFacts(owner=owner, along_cm=at.x_mm / 10, up_cm=at.y_mm / 10, turned_deg=turned)
    found = lie(facts, book)
    return found if isinstance(found, Refusal) else LaidTemplate(found.outline, *sides_of(owner, book))


def _half_turns(degrees: int) -> int:
    """The same direction from -90 to under 90: a rectangle turned about lies as it did."""
    return (degrees + HALF_TURN // 2) % HALF_TURN - HALF_TURN // 2


def covering(field: Field, template: Template, outline: Outline, book: RuleBook) -> Covering:
    """Every stand on the map by how a template there covers it; who sits in a deep shelter is spared."""
    how = _in_gas if template in GAS else _under_fire
    found: dict[Coverage, list[str]] = {one: [] for one in Coverage}
    covered = how(field, outline, book)
    for name in field.stands:
        found[covered.get(name, Coverage.SPARED)].append(name)
    return Covering(tuple(found[Coverage.FULLY]), tuple(found[Coverage.PARTLY]), tuple(found[Coverage.SPARED]))


def _in_gas(field: Field, outline: Outline, book: RuleBook) -> dict[str, Coverage]:
    caught = caught_by(field, CloudOnField("", "the cloud", outline), STILL, book)
    return {one.stand: values(one.facts)["coverage"] for one in caught}


def _under_fire(field: Field, outline: Outline, book: RuleBook) -> dict[str, Coverage]:
    above = {name: own.stand for name, own in field.stands.items() if not own.below}
    return {name: attacked_as(Lies(*lying(outline, own)), book) for name, own in above.items()}
