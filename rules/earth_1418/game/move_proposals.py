"""Map proposals for moves: allowance, reach, straight ways, ranks (BE-MOV, BE-ASL)."""

from collections.abc import Callable, Sequence
from math import atan2, ceil, degrees, hypot
from typing import Final

from rules.earth_1418.game.map_facts import measurements
from rules.earth_1418.game.map_facts.board import EarthField, base_of, bases_left
from rules.earth_1418.game.map_facts.measurements import kinds, middle_of
from rules.earth_1418.game.map_proposals import NOTHING, Proposals, assault_limit_mm, enemy_near, proposal
from rules.earth_1418.game.seat_context import EarthTable
from rules.earth_1418.game.state.game import SubUnit
from rules.earth_1418.game.state.placement import BasePlace, BasesPlaced, GroundLaid
from rules.earth_1418.movement import LIFTED, MoveAsked, WayPiece, move
from rules.earth_1418.ruleset import TableLength, in_metres
from rules.earth_1418.vocabulary import AdvanceDirection, GroundToCross, Plan, in_plain_words
from rules.kernel.distances import MM_A_CM, mm
from rules.kernel.explanations import Explained, Refusal
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.game_record import Judgement
from rules.kernel.polygons import Outline
from rules.kernel.prompts import Origin, Proposal, Told
from rules.tabletop.placement import NO_TABLE, standing_at
from rules.tabletop.reachable_areas import straight_reach
from rules.tabletop.stands import Bearings, Pose, Spot, abreast

# How far a sub-unit goes in this bound, over whatever ground lies on its way (BE-MOV)


def allowance(table: EarthTable, unit: SubUnit, ground: Sequence[GroundToCross]) -> Explained[TableLength] | Refusal:
    """How far a sub-unit goes in this bound over such ground, an assault at its full distance (BE-MOV-12)."""
    return move(way_facts(table, unit, ground), table.book)


def way_facts(table: EarthTable, unit: SubUnit, ground: Sequence[GroundToCross]) -> MoveAsked:
    """What the rules on movement want to know of a sub-unit and the kinds of ground on its way."""
    formation = table.state.formations[unit.formation]
    command_bases = table.state.command_bases(unit.formation)
    return MoveAsked(
        unit=unit.unit,
        way=tuple(WayPiece(going=one) for one in ground),
        assaulting=unit.plan is Plan.ASSAULT,
        motorised=formation.motorised and table.arm(unit) in LIFTED,
        command_bases=1 if command_bases is None else command_bases,
        bases=max(1, unit.living),
        hampered=unit.hampered,
        typed=unit.typed,
    )


# What the laid table proposes for moves and assaults

FULL_CIRCLE: Final = 360


ROUNDED_DEG: Final = 0.5
"""Places are whole millimetres: half a degree is less than they can tell of a short move."""


def march(table: EarthTable, unit: SubUnit, told: Told) -> dict[str, Proposals]:
    """What a move to a place that was told comes to, by the fact; towards one that is too far, as far as it may."""
    field, x, y = table.field, told.get("x_mm"), told.get("y_mm")
    if field is None or x is None or y is None or not field.of_unit(unit.id):
        return {}
    comes_to = towards(table, unit, Spot(x, y))
    goes = comes_to if told.get("toward", comes_to != (x, y)) else Spot(x, y)
    found = {one.fact: proposal(one) for one in measurements.marched(field, unit.id, goes, table.book)}
    if comes_to != (x, y):
        found["toward"] = (Proposal(True, Origin.MAP, "it does not come there in this bound"),)
    return found


def towards(table: EarthTable, unit: SubUnit, spot: Spot) -> Spot:
    """How far a sub-unit comes straight towards a place: there, or as far as it may over the ground on its way."""
    field = table.field
    if field is None or not field.of_unit(unit.id):
        return spot
    here, (across, up) = (
        measurements.middle_of(field.bases_of(unit.id).values()),
        measurements.step_to(field, unit.id, spot),
    )
    whole_mm = hypot(across, up)

    def crossed(goes_mm: int) -> tuple[GroundToCross, ...]:
        share = min(1.0, goes_mm / whole_mm) if whole_mm else 0.0
        return measurements.going(field, unit.id, (across * share, up * share)) or OPEN_WAY.ground

    far_mm = ceil(whole_mm)
    _, goes_mm = _as_far_as_it_may(table, unit, far_mm, crossed)
    if goes_mm >= whole_mm:
        return spot
    share = goes_mm / whole_mm
    return Spot(here.x_mm + int(across * share), here.y_mm + int(up * share))


def assaulted(table: EarthTable, unit: SubUnit) -> list[str]:
    """The enemies within 300 m, nearest first; nothing where the map does not know."""
    field = table.field
    return measurements.in_reach(field, unit.id, assault_limit_mm(table)) if field and field.of_unit(unit.id) else []


def reaches_nobody(table: EarthTable, unit: SubUnit) -> Proposals:
    """That no enemy lies within 300 m of a sub-unit on the map (BE-ASL-01); nothing where the map does not know."""
    known, whence = enemy_near(table, unit), f"nobody lies within {in_metres(assault_limit_mm(table))}"
    return (Proposal(True, Origin.MAP, whence),) if known and not known[0].value else NOTHING


def assault_way(table: EarthTable, unit: SubUnit, target: str) -> dict[str, Proposals]:
    """How far an enemy is, and what lies on the straight way to him (BE-ASL-01)."""
    field = table.field
    far = measurements.apart(field, unit.id, target) if field else None
    if field is None or far is None:
        return {}
    way = straight_way(table, unit, target)
    kinds = ("road", "rough", "impractical")
    found = {kind: (Proposal(kind in way.ground, Origin.MAP, "on its way"),) for kind in kinds}
    if way.stops_mm is not None:
        whence = "over the ground ahead it would not come there"
        found["moved_cm"] = (Proposal(way.stops_mm / MM_A_CM, Origin.MAP, whence),)
    return {**found, "enemy_cm": proposal(far)}


def assault_ends(table: EarthTable, unit: SubUnit, target: str, goes_cm: float) -> Proposals:
    """The ground on which an assault ends that goes so far, or to its enemy (BE-COV-05, BE-COV-06)."""
    field = table.field
    far = measurements.apart(field, unit.id, target) if field else None
    if field is None or far is None:
        return NOTHING
    step = measurements.straight_at(field, unit.id, target, min(goes_cm, far.value) * MM_A_CM)
    return proposal(measurements.ends_in(field, unit.id, step, table.book))


@dataclass(frozen=True, slots=True)
class StraightWay:
    """The kinds of ground an assault comes from, over and onto, and whether it stops before ground that slows it.

    `stops_mm`: how far it comes then; None where it goes as far as it may.
    """

    ground: tuple[GroundToCross, ...]
    stops_mm: int | None = None


OPEN_WAY: Final = StraightWay((GroundToCross.OPEN,))


def straight_way(table: EarthTable, unit: SubUnit, target: str) -> StraightWay:
    """The straight way of an assault; over open ground where the map does not know.

    What begins beyond where it ends slows nobody (BE-MOV-09, BE-MOV-10). Ground that it would come to only if that did
    not slow it is not come to: it stops before it, at its full rate so far.
    """
    field = table.field
    far = measurements.apart(field, unit.id, target) if field else None
    if field is None or far is None:
        return OPEN_WAY
    far_mm = mm(far.value)

    def crossed(goes_mm: int) -> tuple[GroundToCross, ...]:
        step = measurements.straight_at(field, unit.id, target, goes_mm)
        return measurements.going(field, unit.id, step) or OPEN_WAY.ground

    return _as_far_as_it_may(table, unit, far_mm, crossed)[0]


def _as_far_as_it_may(
    table: EarthTable, unit: SubUnit, far_mm: int, crossed: Callable[[int], tuple[GroundToCross, ...]]
) -> tuple[StraightWay, int]:
    """The farthest that it comes by the ground which it comes over so far (BE-MOV-12), and how far that is."""
    best, reaches_mm, begins_mm = OPEN_WAY, 0, min(1, far_mm)
    while True:
        ground = crossed(begins_mm)
        ends_mm = _last_over(ground, begins_mm, far_mm, crossed)
        goes_mm = _goes_mm(table, unit, ground)
        if goes_mm >= begins_mm or best is OPEN_WAY:
            best = StraightWay(ground, ends_mm if ends_mm < min(goes_mm, far_mm) else None)
            reaches_mm = min(goes_mm, ends_mm)
        if ends_mm >= far_mm:
            return best, reaches_mm
        begins_mm = ends_mm + 1


def _last_over(
    ground: tuple[GroundToCross, ...], begins_mm: int, far_mm: int, crossed: Callable[[int], tuple[GroundToCross, ...]]
) -> int:
    """How far a way leads over no other kinds of ground: what it came over it does not lose."""
    least, most = begins_mm, far_mm
    while least < most:
        middle = (least + most + 1) // 2
        least, most = (middle, most) if crossed(middle) == ground else (least, middle - 1)
    return least


def _goes_mm(table: EarthTable, unit: SubUnit, ground: Sequence[GroundToCross]) -> int:
    found = allowance(table, unit, ground)
    return 0 if isinstance(found, Refusal) else int(found.value.cm * MM_A_CM)


def straight(table: EarthTable, unit: SubUnit, target: str, went_mm: int) -> tuple[BasesPlaced, ...]:
    """Where an assault has come to that went so far straight at an enemy; nothing where the map does not know."""
    field = table.field
    if field is None or not went_mm or not field.bases_of(unit.id) or not field.bases_of(target):
        return ()
    there = measurements.moved_bases(field, unit.id, measurements.straight_at(field, unit.id, target, went_mm))
    places = (BasePlace(name, *pose.spot, pose.facing_deg) for name, pose in there.items())
    return (BasesPlaced(tuple(places)),)


def leads_astray(table: EarthTable, unit: SubUnit, spot: Spot) -> Refusal | None:
    """Return why a Move does not keep the direction of its formation's ADVANCE (BE-CMD-07; G-44); None if it does."""
    field, bearings = table.field, bearings_of(table, unit)
    if field is None or bearings is None or not field.of_unit(unit.id):
        return None
    across, up = measurements.step_to(field, unit.id, spot)
    if not across and not up:
        return None
    off = abs((degrees(atan2(across, up)) - bearings.middle_deg + FULL_CIRCLE / 2) % FULL_CIRCLE - FULL_CIRCLE / 2)
    if off <= bearings.off_deg + ROUNDED_DEG:
        return None
    direction = in_plain_words(table.state.directions[unit.formation])
    because = f"It was told to advance {direction}, and this leads {off:.0f} degrees off"
    return Refusal("BE-CMD-07", because, f"keep within {bearings.off_deg:g} degrees of that direction")


def bearings_of(table: EarthTable, unit: SubUnit) -> Bearings | None:
    """Return the bearings that a Move under ADVANCE may have (BE-CMD-07; G-44); None for any other move."""
    direction = table.state.directions.get(unit.formation)
    if direction is None or unit.plan is not Plan.MOVE:
        return None
    turned = list(AdvanceDirection).index(direction) * FULL_CIRCLE / len(AdvanceDirection)
    return Bearings(EarthField.ahead_of(unit.side) + turned, table.book.table("commands/direction").number("off").value)


def walked_into(table: EarthTable, unit: SubUnit, places: Sequence[BasePlace]) -> str:
    """Return the enemy that a move to these places touches on its way or at its end; empty if none (BE-ASL-04).

    An enemy that the sub-unit touches before the move counts only at the end: it may walk away from him.
    """
    field = table.field
    return measurements.met_on_the_way(field, unit.id, {one.base: one.pose for one in places}) if field else ""


# How far a sub-unit may go in this bound from where it stands, whichever way

FASTEST: Final = (GroundToCross.ROAD,)


def reach_of(table: EarthTable, field: EarthField, unit: SubUnit) -> Outline:
    """The outline of where the middle of its rank may come to; nothing where it is not placed or cannot move.

    A Move under ADVANCE keeps near its direction (BE-CMD-07; G-44).
    """
    bases = field.bases_of(unit.id)
    farthest = _most_mm(table, unit, FASTEST)
    if not bases or not farthest:
        return ()

    def most(numbers: frozenset[int]) -> float:
        return _most_mm(table, unit, kinds(field, numbers) or (GroundToCross.OPEN,))

    within = bearings_of(table, unit)
    if within is not None:
        within = Bearings(within.middle_deg, max(within.off_deg, ROUNDED_DEG))
    return straight_reach(field.ground, middle_of(bases.values()), farthest, most, within)


def _most_mm(table: EarthTable, unit: SubUnit, ground: tuple[GroundToCross, ...]) -> float:
    found = allowance(table, unit, ground)
    return 0.0 if isinstance(found, Refusal) else found.value.cm * MM_A_CM


# Where a sub-unit comes to stand in a rank, and whether its bases fit on the table there


def ranked(table: EarthTable, unit: SubUnit, spot: Spot, facing_deg: float | None) -> tuple[BasePlace, ...]:
    """The places of a sub-unit in one rank, its middle at a spot; it faces as it did, else the enemy's edge."""
    laid, places, names = table.state.ground.laid, table.state.ground.places, bases_left(unit)
    if laid is None:
        return ()
    before = next((places[name].facing_deg for name in names if name in places), None)
    usual = EarthField.ahead_of(unit.side)
    facing = facing_deg if facing_deg is not None else before if before is not None else usual
    return in_rank(laid, names, spot, facing)


def in_rank(ground: GroundLaid, bases: Sequence[str], spot: Spot, facing_deg: float) -> tuple[BasePlace, ...]:
    """Bases side by side in one rank, its middle at a spot."""
    poses = abreast([base_of(ground)] * len(bases), Pose(spot, facing_deg))
    return tuple(BasePlace(name, *pose.spot, pose.facing_deg) for name, pose in zip(bases, poses, strict=True))


def placed(table: EarthTable, places: Sequence[BasePlace]) -> Judgement:
    """Bases go where they were told to stand, if they lie on the table there."""
    laid = table.state.ground.laid
    if laid is None:
        return NO_TABLE
    if any(standing_at(one, base_of(laid), laid.table) is None for one in places):
        return Refusal("", "it would stand beyond the edge of the table", "place it wholly on the table")
    return (BasesPlaced(tuple(places)),)
