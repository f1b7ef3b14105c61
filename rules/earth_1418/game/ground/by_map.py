"""What the laid table proposes for the facts that deeds ask for; nothing where none is laid, or who is not placed."""

from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from math import atan2, ceil, degrees, hypot
from typing import Any, Final

from rules.earth_1418.artillery.bombardments import is_target
from rules.earth_1418.chart import range_of
from rules.earth_1418.game.ground import survey
from rules.earth_1418.game.ground.events import BasesPlaced
from rules.earth_1418.game.ground.field import EarthField, fallen_bases
from rules.earth_1418.game.ground.state import BasePlace
from rules.earth_1418.game.state import BombardmentGiven, SubUnit
from rules.earth_1418.game.table import EarthTable
from rules.earth_1418.game.ways import allowance
from rules.earth_1418.lengths import in_metres
from rules.earth_1418.vocabulary import AdvanceDirection, GroundToCross, Plan, Terrain, in_plain_words
from rules.kernel.asking import Ask, Asks, Origin, Proposal, Told
from rules.kernel.explain import Refusal, Step
from rules.kernel.measure import MM_A_CM, mm, within_mm
from rules.kernel.values import dataclass
from rules.tabletop.placing_deeds import place_asks
from rules.tabletop.proposed import Proposed
from rules.tabletop.stands import Bearings, Spot, StandingBase

Proposals = tuple[Proposal, ...]
NOTHING: Final[Proposals] = ()
FULL_CIRCLE: Final = 360
ROUNDED_DEG: Final = 0.5
"""Places are whole millimetres: half a degree is less than they can tell of a short move."""


def proposal(found: Proposed | None) -> Proposals:
    """What the map has of a fact, as a proposal in plain values."""
    if found is None:
        return NOTHING
    value = found.value.value if isinstance(found.value, Enum) else found.value
    return (Proposal(value, Origin.MAP, found.whence),)


def assault_limit_mm(table: EarthTable) -> int:
    """Within what an assault may be aimed (BE-ASL-01)."""
    return table.book.table("movement/limits").number("assault").value


# ---------- commands and plans ----------


def at(table: EarthTable, asks: Asks[Any], circle_mm: float = 0.0) -> Iterator[Ask]:
    """A place on the table, where one is laid."""
    laid = table.state.ground.laid
    return place_asks(asks, laid.table if laid else None, circle_mm)


def square(table: EarthTable, told: Told) -> Proposals:
    """The square of the grid that a place lies in (BE-ART-01)."""
    field, x, y = table.field, told.get("x_mm"), told.get("y_mm")
    if field is None or x is None or y is None:
        return NOTHING
    return (Proposal(field.squares.reference(Spot(x, y)), Origin.MAP, "the square of that place"),)


def circle_mm(table: EarthTable) -> float:
    """How wide the circle of a bombardment is (BE-ART-06)."""
    return table.field.circle_mm if table.field else 0.0


def aimed_at(table: EarthTable, told: Told) -> Iterator[Step]:
    """The square that a circle is laid in, and who lies under it (BE-ART-01, BE-ART-07)."""
    field, x, y = table.field, told.get("x_mm"), told.get("y_mm")
    if field is None or x is None or y is None:
        return
    yield Step("BE-ART-01", f"Square {field.squares.reference(Spot(x, y))}")
    for one in survey.under(field, Spot(x, y), table.book):
        unit = table.state.units[one.unit]
        is_one = "" if is_target(unit.living, one.bases) else ", no target"
        yield Step("BE-ART-07", f"{unit.name}: {one.bases} of {unit.living} bases under the circle{is_one}")


def enemy_near(table: EarthTable, unit: SubUnit) -> Proposals:
    """Whether an enemy to assault lies within 300 m."""
    field = table.field
    if field is None or not field.of_unit(unit.id):
        return NOTHING
    near = survey.in_reach(field, unit.id, assault_limit_mm(table))
    named = f"{table.state.units[near[0]].name} does" if near else "nobody does"
    return (Proposal(bool(near), Origin.MAP, named),)


def nearest_enemy(table: EarthTable, unit: SubUnit) -> str:
    """Who of the enemy is nearest to a sub-unit, and how far; nothing where the map does not know."""
    field = table.field
    if field is None or not field.of_unit(unit.id):
        return ""

    def look() -> str:
        near = survey.in_reach(field, unit.id, field.table.width_mm + field.table.depth_mm)
        far = survey.apart(field, unit.id, near[0]) if near else None
        return f"{table.state.units[near[0]].name} {far.value:g} cm away" if far else ""

    return field.once(("nearest", unit.id), look)


def nearest_first(table: EarthTable, unit: SubUnit, enemies: Sequence[str]) -> list[str]:
    """The enemies as they lie: those in sight first, the nearest of them foremost."""
    field = table.field
    if field is None or not field.of_unit(unit.id):
        return list(enemies)

    def rank(name: str) -> tuple[bool, bool, float]:
        far = survey.apart(field, unit.id, name)
        seen = survey.in_sight(field, unit.id, name)
        return far is None, not (seen and seen.value), far.value if far else 0.0

    return sorted(enemies, key=rank)


def targets_bring(table: EarthTable, unit: SubUnit, enemies: Sequence[str]) -> tuple[str, ...]:
    """How each target lies: how far, in range or not, in sight or not. The first choice is to shoot at nobody."""
    field = table.field
    if field is None or not field.of_unit(unit.id):
        return ()
    _, reach = range_of(unit.unit, False, unit.typed, table.book)
    return ("", *(_lies(field, unit.id, name, reach, "out of range") for name in enemies))


def assaults_bring(table: EarthTable, unit: SubUnit, enemies: Sequence[str]) -> tuple[str, ...]:
    """How each enemy lies that may be assaulted: how far, in reach or not, in sight or not (BE-ASL-01)."""
    field = table.field
    if field is None or not field.of_unit(unit.id):
        return ()
    limit = assault_limit_mm(table)
    return tuple(_lies(field, unit.id, name, limit, "beyond an assault") for name in enemies)


def _lies(field: EarthField, unit: str, target: str, reach_mm: int | None, beyond: str) -> str:
    far, seen = survey.apart(field, unit, target), survey.in_sight(field, unit, target)
    if far is None or seen is None:
        return "not on the map"
    in_range = reach_mm is None or within_mm(round(far.value * MM_A_CM), reach_mm)
    words = [f"{far.value:g} cm", "" if in_range else beyond, "" if seen.value else "not in sight"]
    return ", ".join(filter(None, words))


# ---------- a bombardment ----------


def _under(table: EarthTable, given: BombardmentGiven) -> dict[str, survey.UnderCircle] | None:
    field, spot = table.field, table.state.ground.aims.get(given.id)
    return None if field is None or spot is None else {one.unit: one for one in survey.under(field, spot, table.book)}


def under_first(table: EarthTable, given: BombardmentGiven, units: Sequence[str]) -> list[str]:
    """Those under the circle alone, where the map knows them and there are any; else whoever is there (BE-ART-07)."""
    under = _under(table, given) or {}
    return [one for one in units if one in under] or list(units)


def under_brings(table: EarthTable, given: BombardmentGiven, units: Sequence[str]) -> tuple[str, ...]:
    """How many of its bases lie under the circle, of each that is offered."""
    under = _under(table, given)
    if under is None:
        return ()
    living = {one: table.state.units[one].living for one in units}
    return tuple(
        f"{under[one].bases if one in under else 0} of {living[one]} bases" for one in under_first(table, given, units)
    )


def bases_under(table: EarthTable, given: BombardmentGiven, target: SubUnit) -> Proposals:
    """How many bases of a target lie under the circle; all of them where nobody can say."""
    under = _under(table, given)
    if under is None:
        return (Proposal(target.living, Origin.ASSUMED, "all of them"),)
    if target.id in under:
        return (Proposal(under[target.id].bases, Origin.MAP, "they lie under the circle"),)
    return (Proposal(0, Origin.MAP, "none of them lies under the circle"),) if stands_on_map(table, target) else NOTHING


def outside(table: EarthTable, given: BombardmentGiven, target: SubUnit) -> Proposals:
    """Whether the bases under the circle lie more than half outside it (BE-ART-10)."""
    found = (_under(table, given) or {}).get(target.id)
    if found is None:
        return NOTHING
    return (Proposal(found.mostly_outside == found.bases, Origin.MAP, f"{found.mostly_outside} of {found.bases} do"),)


# ---------- shots ----------


def distance(table: EarthTable, unit: SubUnit, target: SubUnit) -> Proposals:
    """How far the target is."""
    return proposal(survey.apart(table.field, unit.id, target.id)) if table.field else NOTHING


def in_sight(table: EarthTable, unit: SubUnit, target: SubUnit) -> Proposals:
    """Whether the line to it is free."""
    return proposal(survey.in_sight(table.field, unit.id, target.id)) if table.field else NOTHING


def bases_able(table: EarthTable, unit: SubUnit, target: SubUnit, reach_mm: int | None) -> Proposals:
    """How many bases see it in range (G-37)."""
    return proposal(survey.able(table.field, unit.id, target.id, reach_mm)) if table.field else NOTHING


def terrain(table: EarthTable, unit: SubUnit) -> Proposals:
    """The ground that a sub-unit is on."""
    return proposal(survey.cover(table.field, unit.id, table.book)) if table.field else NOTHING


def cordon(table: EarthTable, unit: SubUnit) -> Proposals:
    """The cordon that a sub-unit touches, or none."""
    field = table.field
    if field is None or not field.of_unit(unit.id) or not field.clouds:
        return NOTHING
    found = survey.touching_cloud(field, unit.id)
    return (Proposal(found.id if found else "", Origin.MAP, "it touches it" if found else "it touches none"),)


def ground_of(table: EarthTable, unit: SubUnit) -> Terrain:
    """Return the ground that a sub-unit is on: as the map has it, else as it was told last (G-16)."""
    found = terrain(table, unit)
    return Terrain(found[0].value) if found else unit.terrain


def cordon_of(table: EarthTable, unit: SubUnit) -> str:
    """Return the cordon that the map has a sub-unit touch; empty for none (G-33)."""
    return next((str(one.value) for one in cordon(table, unit)), "")


def hidden(table: EarthTable, unit: SubUnit, target: SubUnit) -> str:
    """Why the map has it that a target cannot be shot at now: no free line, or beyond the range (BE-OVW-02)."""
    field = table.field
    seen = survey.in_sight(field, unit.id, target.id) if field else None
    if field is None or seen is None:
        return ""
    if not seen.value:
        clear = survey.seen(field, unit.id, target.id, clouds_hide=False)
        return f"{'smoke or gas hides' if clear and any(clear.sees) else 'nobody of it sees'} {target.name}"
    _, reach = range_of(unit.unit, False, unit.typed, table.book)
    far = survey.apart(field, unit.id, target.id)
    if reach is None or far is None or within_mm(round(far.value * MM_A_CM), reach):
        return ""
    return f"it reaches {reach / MM_A_CM:g} cm, and {target.name} is {far.value:g} cm away"


# ---------- moves and melee ----------


def stands_on_map(table: EarthTable, unit: SubUnit) -> bool:
    """Whether it is known where a sub-unit stands."""
    return table.field is not None and bool(table.field.of_unit(unit.id))


def march(table: EarthTable, unit: SubUnit, told: Told) -> dict[str, Proposals]:
    """What a move to a place that was told comes to, by the fact; towards one that is too far, as far as it may."""
    field, x, y = table.field, told.get("x_mm"), told.get("y_mm")
    if field is None or x is None or y is None or not field.of_unit(unit.id):
        return {}
    comes_to = towards(table, unit, Spot(x, y))
    goes = comes_to if told.get("toward", comes_to != (x, y)) else Spot(x, y)
    found = {one.fact: proposal(one) for one in survey.marched(field, unit.id, goes, table.book)}
    if comes_to != (x, y):
        found["toward"] = (Proposal(True, Origin.MAP, "it does not come there in this bound"),)
    return found


def towards(table: EarthTable, unit: SubUnit, spot: Spot) -> Spot:
    """How far a sub-unit comes straight towards a place: there, or as far as it may over the ground on its way."""
    field = table.field
    if field is None or not field.of_unit(unit.id):
        return spot
    here, (across, up) = survey.middle_of(field.bases_of(unit.id).values()), survey.step_to(field, unit.id, spot)
    whole_mm = hypot(across, up)

    def crossed(goes_mm: int) -> tuple[GroundToCross, ...]:
        share = min(1.0, goes_mm / whole_mm) if whole_mm else 0.0
        return survey.going(field, unit.id, (across * share, up * share)) or OPEN_WAY.ground

    far_mm = ceil(whole_mm)
    _, goes_mm = _as_far_as_it_may(table, unit, far_mm, crossed)
    if goes_mm >= whole_mm:
        return spot
    share = goes_mm / whole_mm
    return Spot(here.x_mm + int(across * share), here.y_mm + int(up * share))


def assaulted(table: EarthTable, unit: SubUnit) -> list[str]:
    """The enemies within 300 m, nearest first; nothing where the map does not know."""
    field = table.field
    return survey.in_reach(field, unit.id, assault_limit_mm(table)) if field and field.of_unit(unit.id) else []


def reaches_nobody(table: EarthTable, unit: SubUnit) -> Proposals:
    """That no enemy lies within 300 m of a sub-unit on the map (BE-ASL-01); nothing where the map does not know."""
    known, whence = enemy_near(table, unit), f"nobody lies within {in_metres(assault_limit_mm(table))}"
    return (Proposal(True, Origin.MAP, whence),) if known and not known[0].value else NOTHING


def assault_way(table: EarthTable, unit: SubUnit, target: str) -> dict[str, Proposals]:
    """How far an enemy is, and what lies on the straight way to him (BE-ASL-01)."""
    field = table.field
    far = survey.apart(field, unit.id, target) if field else None
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
    far = survey.apart(field, unit.id, target) if field else None
    if field is None or far is None:
        return NOTHING
    step = survey.straight_at(field, unit.id, target, min(goes_cm, far.value) * MM_A_CM)
    return proposal(survey.ends_in(field, unit.id, step, table.book))


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
    far = survey.apart(field, unit.id, target) if field else None
    if field is None or far is None:
        return OPEN_WAY
    far_mm = mm(far.value)

    def crossed(goes_mm: int) -> tuple[GroundToCross, ...]:
        step = survey.straight_at(field, unit.id, target, goes_mm)
        return survey.going(field, unit.id, step) or OPEN_WAY.ground

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
    there = survey.moved_bases(field, unit.id, survey.straight_at(field, unit.id, target, went_mm))
    places = (BasePlace(name, *pose.spot, pose.facing_deg) for name, pose in there.items())
    return (BasesPlaced(tuple(places)),)


def leads_astray(table: EarthTable, unit: SubUnit, spot: Spot) -> Refusal | None:
    """Return why a Move does not keep the direction of its formation's ADVANCE (BE-CMD-07; G-44); None if it does."""
    field, bearings = table.field, bearings_of(table, unit)
    if field is None or bearings is None or not field.of_unit(unit.id):
        return None
    across, up = survey.step_to(field, unit.id, spot)
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
    return survey.met_on_the_way(field, unit.id, {one.base: one.pose for one in places}) if field else ""


def touching(table: EarthTable, unit: SubUnit, target: SubUnit, with_fallen: bool) -> Proposals:
    """Propose how many bases touch one of the enemy's (BE-MEL-02).

    Args:
        with_fallen: whether bases count that fell in this step, because both sides strike at once.
    """
    field = table.field
    if field is None:
        return NOTHING

    def fallen(of: SubUnit) -> Sequence[StandingBase]:
        is_placed = of.id not in table.state.ground.unsure
        return fallen_bases(table.state, of.id) if with_fallen and is_placed else ()

    count = survey.touching(field, unit.id, target.id, fallen(unit), fallen(target))
    if count is None:
        return NOTHING
    return (Proposal(count, Origin.MAP, "they touch" if count else "none of them touches an enemy base"),)
