"""Previews on the map: templates held over it, and barrages and gas still to come."""

from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from enum import StrEnum
from typing import Any, Final

from rules.flanders_fields.applicability import no_gas, no_indirect_guns, no_rolling_barrages
from rules.flanders_fields.barrages import SIZES, band
from rules.flanders_fields.fire_areas import MORTAR_AREAS, Coverage, FireAreaFacts, FireAreaKind, attacked_as, lay
from rules.flanders_fields.fire_plan_timetable import shortest_and_longest
from rules.flanders_fields.game.concealment import knows
from rules.flanders_fields.game.map_facts.area_coverage import (
    Lies,
    Rolling,
    band_facts,
    danger,
    lying,
    piece_on,
    pieces_across,
    under,
)
from rules.flanders_fields.game.map_facts.board import CloudOnField, Field
from rules.flanders_fields.game.map_facts.gas_coverage import caught_by
from rules.flanders_fields.game.state.fire_plan import PlannedGas
from rules.flanders_fields.game.state.game import GameState
from rules.flanders_fields.gas_clouds import (
    CloudFacts,
    ReleaseFacts,
    Wind,
    WindFacts,
    lie,
    planned_middle,
    seen_from,
    sides_of,
)
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import Side
from rules.kernel.explanations import Refusal
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.polygons import Outline
from rules.kernel.seats import Role
from rules.tabletop.board_view import values
from rules.tabletop.stands import Spot

# What of barrages and gas still to come a role may look at ahead


@dataclass(frozen=True, slots=True)
class Drifting:
    """A cloud that lies on the table, or one by plan; the wind is as its owner sees it, None where nobody knows it.

    `heading_deg` is where the plan has the wind blow to, while its speed is still to be thrown.
    """

    name: str
    cloud: CloudFacts
    wind: WindFacts | None = None
    heading_deg: int = 0


@dataclass(frozen=True, slots=True)
class Plans:
    """Barrages and clouds by their ids, and the wind that blows, as the attacker sees it."""

    barrages: Mapping[str, Rolling] = field(default_factory=dict)
    clouds: Mapping[str, Drifting] = field(default_factory=dict)
    wind: Wind | None = None


NO_PLANS: Final = Plans()


def known_plans(state: GameState, role: Role, book: RuleBook) -> Plans:
    """What a role may look at ahead; another side's plan is secret, however much of it has come (FF-PLN-01)."""
    return Plans(dict(_barrages(state, role, book)), dict(_clouds(state, role, book)), state.gas.wind)


def _barrages(state: GameState, role: Role, book: RuleBook) -> Iterator[tuple[str, Rolling]]:
    for plan in state.plan.barrages:
        if knows(role, plan.side):
            one = state.barrages[plan.id]
            # Before its die is thrown it is looked at for as long as it may last.
            lasts = one.turns or (0 if no_rolling_barrages(book) else shortest_and_longest(book)[1])
            facts = band_facts(book, plan, replace(one, turns=lasts), 1)
            bent = book.behaviour("AMB-356", {"planned": True, "straight": False, "free": True})
            name = plan.name if one.turns else f"{plan.name}, as long as it may last"
            yield plan.id, Rolling(name, plan.side, facts, tuple(map(float, plan.leads)) if bent else ())


def _clouds(state: GameState, role: Role, book: RuleBook) -> Iterator[tuple[str, Drifting]]:
    for kept in state.gas.clouds:
        wind = kept.wind or state.gas.wind
        seen = seen_from(kept.owner, wind) if wind else None
        yield kept.id, Drifting(kept.name, kept.facts, _facts(seen) if seen else None)
    # Counted among those it knows of: a number left out would tell of one that it does not.
    mine = (plan for plan in state.gas.planned if knows(role, plan.side))
    for number, plan in enumerate(mine, 1):
        yield f"planned{number}", _planned(plan, state.gas.wind, book)


def _planned(plan: PlannedGas, blows: Wind | None, book: RuleBook) -> Drifting:
    """A planned cloud as it would come down on its point, without deviating."""
    asked = ReleaseFacts(
        kind=plan.kind, owner=plan.side, delivery=plan.delivery, along_cm=plan.along_cm, up_cm=plan.up_cm
    )
    along, up = planned_middle(asked, book)
    across = book.behaviour("AMB-440", {"table": 0, "across_wind": plan.wind_deg})
    cloud = CloudFacts(kind=plan.kind, owner=plan.side, along_cm=along / 10, up_cm=up / 10, turned_deg=across)
    name = f"{plan.kind.capitalize()} gas of turn {plan.turn}"
    if blows:
        return Drifting(name, cloud, _facts(seen_from(plan.side, blows)))
    written = WindFacts(direction_deg=plan.wind_deg, speed_cm=plan.speed_cm) if plan.speed_cm is not None else None
    return Drifting(name, cloud, written, plan.wind_deg)


def _facts(wind: Wind) -> WindFacts:
    return WindFacts(direction_deg=wind.direction_deg, speed_cm=wind.speed_cm)


# A rolling barrage turn by turn, as it would go by its plan (FF-BAR)


@dataclass(frozen=True, slots=True)
class Station:
    """Where a barrage lies in one turn of its side: its pieces from the left, each with its outline on the table.

    `reaches_cm` is from where to where each lies up the table from its side's edge; nothing lies once it has lifted.
    """

    turn: int
    says: str
    reaches_cm: tuple[tuple[float, float], ...] = ()
    lies: tuple[Outline, ...] = ()
    swept: tuple[Outline, ...] = ()
    strip: tuple[Outline, ...] = ()


@dataclass(frozen=True, slots=True)
class Near:
    """The stands a barrage meets: those it comes over or stays on, those in its danger strip with their distance."""

    under: tuple[str, ...] = ()
    endangered: tuple[tuple[str, float], ...] = ()


def station(field: Field, plan: Rolling, turn: int, book: RuleBook) -> Station | Refusal:
    """Where a barrage lies in a turn by its plan. Refuses plans that the chapter refuses."""
    strip_cm = book.table(SIZES).number("strip").value / 10
    reaches, lies, swept, strip = [], list[Outline](), list[Outline](), list[Outline]()
    for across, lead in pieces_across(field, plan.leads):
        answer = band(replace(plan.facts, turn=turn, lead_cm=lead), book)
        if isinstance(answer, Refusal):
            return answer
        at, says = answer.value, answer.steps[0].says
        if not at.on_table:
            return Station(turn, says)
        reaches.append((at.rear_cm, at.front_cm))
        lies.append(piece_on(field, plan.side, across, (at.rear_cm, at.front_cm)))
        swept.append(piece_on(field, plan.side, across, (at.swept_from_cm, at.swept_to_cm)))
        strip.append(piece_on(field, plan.side, across, (at.rear_cm - strip_cm, at.rear_cm)))
    return Station(turn, says, tuple(reaches), tuple(lies), tuple(swept), tuple(strip))


def near(field: Field, plan: Rolling, at: Station, book: RuleBook) -> Near:
    """Whom a barrage would meet in a turn, of the stands as they stand now (FF-BAR-11, FF-BAR-12, FF-BAR-23)."""
    met = tuple(one.stand for one in under(field, (*at.lies, *at.swept), plan.side, book))
    strip_mm = book.table(SIZES).number("strip").value
    behind = ((name, danger(field, name, at.lies, plan.side, strip_mm, book)) for name in field.stands)
    far = tuple((name, float(values(found)["distance_cm"])) for name, found in behind if found)
    return Near(met, tuple(one for one in far if one[0] not in met))


# Templates held over the map for a look. Nothing of it has happened

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
