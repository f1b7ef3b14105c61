"""Map proposals for plans, bombardments, shots and melees."""

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import Any, Final

from rules.earth_1418.artillery import is_target
from rules.earth_1418.game.map_facts import measurements
from rules.earth_1418.game.map_facts.board import EarthField, fallen_bases
from rules.earth_1418.game.seat_context import EarthTable
from rules.earth_1418.game.state.game import BombardmentGiven, SubUnit
from rules.earth_1418.troop_chart import range_of
from rules.earth_1418.vocabulary import Terrain
from rules.kernel.distances import MM_A_CM, within_mm
from rules.kernel.explanations import Step
from rules.kernel.prompts import Ask, Asks, Origin, Proposal, Told
from rules.tabletop.board_view import Proposed
from rules.tabletop.placement import place_asks
from rules.tabletop.stands import Spot, StandingBase

Proposals = tuple[Proposal, ...]
NOTHING: Final[Proposals] = ()


def proposal(found: Proposed | None) -> Proposals:
    """What the map has of a fact, as a proposal in plain values."""
    if found is None:
        return NOTHING
    value = found.value.value if isinstance(found.value, Enum) else found.value
    return (Proposal(value, Origin.MAP, found.whence),)


def assault_limit_mm(table: EarthTable) -> int:
    """Within what an assault may be aimed (BE-ASL-01)."""
    return table.book.table("movement/limits").number("assault").value


# Commands and plans


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
    for one in measurements.under(field, Spot(x, y), table.book):
        unit = table.state.units[one.unit]
        is_one = "" if is_target(unit.living, one.bases) else ", no target"
        yield Step("BE-ART-07", f"{unit.name}: {one.bases} of {unit.living} bases under the circle{is_one}")


def enemy_near(table: EarthTable, unit: SubUnit) -> Proposals:
    """Whether an enemy to assault lies within 300 m."""
    field = table.field
    if field is None or not field.of_unit(unit.id):
        return NOTHING
    near = measurements.in_reach(field, unit.id, assault_limit_mm(table))
    named = f"{table.state.units[near[0]].name} does" if near else "nobody does"
    return (Proposal(bool(near), Origin.MAP, named),)


def nearest_enemy(table: EarthTable, unit: SubUnit) -> str:
    """Who of the enemy is nearest to a sub-unit, and how far; nothing where the map does not know."""
    field = table.field
    if field is None or not field.of_unit(unit.id):
        return ""

    def look() -> str:
        near = measurements.in_reach(field, unit.id, field.table.width_mm + field.table.depth_mm)
        far = measurements.apart(field, unit.id, near[0]) if near else None
        return f"{table.state.units[near[0]].name} {far.value:g} cm away" if far else ""

    return field.once(("nearest", unit.id), look)


def nearest_first(table: EarthTable, unit: SubUnit, enemies: Sequence[str]) -> list[str]:
    """The enemies as they lie: those in sight first, the nearest of them foremost."""
    field = table.field
    if field is None or not field.of_unit(unit.id):
        return list(enemies)

    def rank(name: str) -> tuple[bool, bool, float]:
        far = measurements.apart(field, unit.id, name)
        seen = measurements.in_sight(field, unit.id, name)
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
    far, seen = measurements.apart(field, unit, target), measurements.in_sight(field, unit, target)
    if far is None or seen is None:
        return "not on the map"
    in_range = reach_mm is None or within_mm(round(far.value * MM_A_CM), reach_mm)
    words = [f"{far.value:g} cm", "" if in_range else beyond, "" if seen.value else "not in sight"]
    return ", ".join(filter(None, words))


# A bombardment


def _under(table: EarthTable, given: BombardmentGiven) -> dict[str, measurements.UnderCircle] | None:
    field, spot = table.field, table.state.ground.aims.get(given.id)
    return (
        None
        if field is None or spot is None
        else {one.unit: one for one in measurements.under(field, spot, table.book)}
    )


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


# Shots


def distance(table: EarthTable, unit: SubUnit, target: SubUnit) -> Proposals:
    """How far the target is."""
    return proposal(measurements.apart(table.field, unit.id, target.id)) if table.field else NOTHING


def in_sight(table: EarthTable, unit: SubUnit, target: SubUnit) -> Proposals:
    """Whether the line to it is free."""
    return proposal(measurements.in_sight(table.field, unit.id, target.id)) if table.field else NOTHING


def bases_able(table: EarthTable, unit: SubUnit, target: SubUnit, reach_mm: int | None) -> Proposals:
    """How many bases see it in range (G-37)."""
    return proposal(measurements.able(table.field, unit.id, target.id, reach_mm)) if table.field else NOTHING


def terrain(table: EarthTable, unit: SubUnit) -> Proposals:
    """The ground that a sub-unit is on."""
    return proposal(measurements.cover(table.field, unit.id, table.book)) if table.field else NOTHING


def cordon(table: EarthTable, unit: SubUnit) -> Proposals:
    """The cordon that a sub-unit touches, or none."""
    field = table.field
    if field is None or not field.of_unit(unit.id) or not field.clouds:
        return NOTHING
    found = measurements.touching_cloud(field, unit.id)
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
    seen = measurements.in_sight(field, unit.id, target.id) if field else None
    if field is None or seen is None:
        return ""
    if not seen.value:
        clear = measurements.seen(field, unit.id, target.id, clouds_hide=False)
        return f"{'smoke or gas hides' if clear and any(clear.sees) else 'nobody of it sees'} {target.name}"
    _, reach = range_of(unit.unit, False, unit.typed, table.book)
    far = measurements.apart(field, unit.id, target.id)
    if reach is None or far is None or within_mm(round(far.value * MM_A_CM), reach):
        return ""
    return f"it reaches {reach / MM_A_CM:g} cm, and {target.name} is {far.value:g} cm away"


# Melee


def stands_on_map(table: EarthTable, unit: SubUnit) -> bool:
    """Whether it is known where a sub-unit stands."""
    return table.field is not None and bool(table.field.of_unit(unit.id))


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

    count = measurements.touching(field, unit.id, target.id, fallen(unit), fallen(target))
    if count is None:
        return NOTHING
    return (Proposal(count, Origin.MAP, "they touch" if count else "none of them touches an enemy base"),)
