"""The planned shots that a side may carry out in a step, and why one waits (BE-OVW, BE-EXE)."""

from collections.abc import Iterator

from rules.earth_1418.chart import bonus_of
from rules.earth_1418.firing.resilience import effective_resilience
from rules.earth_1418.game.ground import by_map
from rules.earth_1418.game.state import SubUnit
from rules.earth_1418.game.table import EarthTable
from rules.earth_1418.vocabulary import ArmingSide, Terrain
from rules.kernel.dice import FACES
from rules.kernel.explain import Refusal


def planned_shots(table: EarthTable, side: str) -> Iterator[tuple[SubUnit, Refusal | None]]:
    """Yield each shot of a side in this step, and why it waits; None if it may be carried out.

    A shot whose own step is over is overwatch. It is left out until its target becomes available (BE-OVW-02; G-08).
    """
    for unit in table.shooters(side):
        waits = waits_for_target(table, unit)
        if waits is None or table.steps_of(unit).shoots == table.state.step:
            yield unit, waits


def waits_for_target(table: EarthTable, unit: SubUnit) -> Refusal | None:
    """Return why a shot is not worked out yet: the map hides its target, or no die can hurt it (BE-OVW-02; G-08)."""
    target = table.state.units[unit.target]
    because = by_map.hidden(table, unit, target) or _cannot_be_hurt(table, unit, target)
    return Refusal("BE-OVW-02", because, "it watches until that changes") if because else None


def _cannot_be_hurt(table: EarthTable, unit: SubUnit, target: SubUnit) -> str:
    """Why the best die cannot hurt a target on the ground that the map knows; empty if it can, or nobody knows."""
    ground = by_map.terrain(table, target)
    if not ground:
        return ""
    cordon = by_map.cordon_of(table, target)
    facts = table.as_target(target, Terrain(ground[0].value), target.left_terrain, cordon)
    found = effective_resilience(facts, table.book)
    bonus = bonus_of(unit.unit, ArmingSide.SHOOTING, unit.typed, table.book)
    if isinstance(found, Refusal):
        return ""
    best, needed = FACES[-1] + (bonus.value or 0), found.value.resilience
    if best >= needed:
        return ""
    return f"no die of it can hurt {target.name}: Resilience {needed}, and its best die comes to {best}"
