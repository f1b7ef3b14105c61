"""Bombardments that fall now: whose they are, and their shots as the rules on attacks see them (BE-ART)."""

from rules.earth_1418.firing.arming import Shooter
from rules.earth_1418.firing.attack import AttackFacts
from rules.earth_1418.firing.resilience import TargetUnit
from rules.earth_1418.game.state import BombardmentGiven, BoundPhase, SharePlanned
from rules.earth_1418.game.table import EarthTable


def falls_now(table: EarthTable, given: BombardmentGiven) -> bool:
    """Whether guns of a bombardment fire in this step (BE-EXE-02, BE-EXE-10)."""
    guns = [table.state.units[gun] for gun in given.guns]
    if table.state.phase is not BoundPhase.EXECUTION:
        return False
    return any(table.bases_that_shoot(gun) and table.steps_of(gun).shoots == table.state.step for gun in guns)


def shots_at(table: EarthTable, given: BombardmentGiven, share: SharePlanned, target: TargetUnit) -> AttackFacts:
    """Shots of a bombardment on a sub-unit as it stands, also of one that may still be written down alone."""
    gun = table.state.units[_best_gun(table, given)]
    # Given after the throw it is one for each target, whatever of its shots fell first (G-27).
    had_it = any(one.fired and (one.bombardment, one.unit) == (given.id, share.unit) for one in table.state.shares)
    has_it = table.book.behaviour("G-27", {"named_before": not given.bonus_spent, "after_rolling": not had_it})
    return AttackFacts(
        shooter=Shooter(unit=gun.unit, bases=max(1, gun.living), begun=len(gun.bases), typed=gun.typed),
        target=target,
        target_bases=max(1, table.state.units[share.unit].living),
        bombardment_shots=share.shots,
        mostly_outside_circle=share.outside,
        with_bonus_die=has_it,
    )


def _best_gun(table: EarthTable, given: BombardmentGiven) -> str:
    """The gun whose bonus the one die of the bombardment has: the best of those that have a base left to fire."""
    bonuses = table.book.table("chart/shooting_bonus")

    def bonus(gun: str) -> int:
        unit = table.state.units[gun]
        return bonuses.number(unit.unit).value if bonuses.has(unit.unit) else unit.typed.bonus

    firing = [gun for gun in given.guns if table.bases_that_shoot(table.state.units[gun])]
    return max(firing or given.guns, key=bonus)


def own_bombardment(table: EarthTable, name: str) -> BombardmentGiven | None:
    """A bombardment of the seat's own; of the other side's it is not even told that there is one."""
    given = table.state.bombardments.get(name)
    return given if given is not None and table.speaks_for(given.side) is None else None
