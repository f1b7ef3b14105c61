"""Combat in a step: planned shots, bombardments and melees (BE-OVW, BE-ART, BE-MEL)."""

from collections.abc import Iterator

from rules.earth_1418.attacks import AttackFacts, Shooter, dice_pool
from rules.earth_1418.game import map_proposals
from rules.earth_1418.game.seat_context import EarthTable
from rules.earth_1418.game.state.game import BombardmentGiven, BoundPhase, ContactMade, SharePlanned, SubUnit
from rules.earth_1418.resilience import TargetUnit, effective_resilience
from rules.earth_1418.troop_chart import bonus_of
from rules.earth_1418.vocabulary import ArmingSide, Terrain
from rules.kernel.dice import FACES
from rules.kernel.explanations import Refusal

# The planned shots that a side may carry out in a step, and why one waits (BE-OVW, BE-EXE)


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
    because = map_proposals.hidden(table, unit, target) or _cannot_be_hurt(table, unit, target)
    return Refusal("BE-OVW-02", because, "it watches until that changes") if because else None


def _cannot_be_hurt(table: EarthTable, unit: SubUnit, target: SubUnit) -> str:
    """Why the best die cannot hurt a target on the ground that the map knows; empty if it can, or nobody knows."""
    ground = map_proposals.terrain(table, target)
    if not ground:
        return ""
    cordon = map_proposals.cordon_of(table, target)
    facts = table.as_target(target, Terrain(ground[0].value), target.left_terrain, cordon)
    found = effective_resilience(facts, table.book)
    bonus = bonus_of(unit.unit, ArmingSide.SHOOTING, unit.typed, table.book)
    if isinstance(found, Refusal):
        return ""
    best, needed = FACES[-1] + (bonus.value or 0), found.value.resilience
    if best >= needed:
        return ""
    return f"no die of it can hurt {target.name}: Resilience {needed}, and its best die comes to {best}"


# Bombardments that fall now (BE-ART)


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


# The melees of a bound (BE-MEL)


def melees(table: EarthTable, side: str) -> Iterator[tuple[ContactMade, str, str]]:
    """Yield each melee in which a sub-unit of a side has yet to strike in this bound: the contact, who, and whom."""
    state = table.state
    if state.phase is not BoundPhase.MELEE:
        return
    for contact in state.contacts:
        at_once = _is_at_once(table, contact)
        for unit, enemy in ((contact.first, contact.second), (contact.second, contact.first)):
            mine, theirs = state.units[unit], state.units[enemy]
            # If both strike at once, a sub-unit strikes with the bases that stood there as the melee began.
            stood = mine.living or (at_once and table.state.at_step.get(unit, 0))
            if mine.side == side and not mine.fought and stood and theirs.living and has_melee_dice(table, mine):
                yield contact, unit, enemy


def _is_at_once(table: EarthTable, contact: ContactMade) -> bool:
    """Whether both sides of a contact strike at once: both assaulted, or by house rule (G-20)."""
    return contact.both or table.book.behaviour("G-20", {"assaulter_first": False, "together": True})


def strikers(table: EarthTable, side: str) -> Iterator[tuple[str, str]]:
    """Yield who of a side may strike now, and whom: once in a bound (BE-MEL-03, BE-BND-04; G-20).

    The assaulter strikes first. If both sides assaulted, both strike at once.
    """
    struck = set[str]()
    for contact, unit, enemy in melees(table, side):
        theirs, at_once = table.state.units[enemy], _is_at_once(table, contact)
        waits = unit != contact.first and not at_once and not theirs.fought and has_melee_dice(table, theirs)
        open_hits = any(one.unit == enemy and one.target == unit for one in table.state.pending.values())
        if not waits and not (open_hits and not at_once) and unit not in struck:
            struck.add(unit)
            yield unit, enemy


def strike_at_once(table: EarthTable, unit: SubUnit, enemy: SubUnit) -> bool:
    """Return whether two sub-units in contact strike at once."""
    pair = {unit.id, enemy.id}
    return any({one.first, one.second} == pair and _is_at_once(table, one) for one in table.state.contacts)


def bases_that_strike(table: EarthTable, unit: SubUnit, enemy: SubUnit) -> int:
    """Return the bases that may strike: as the melee began if both strike at once, else those that are left."""
    at_once = strike_at_once(table, unit, enemy)
    return table.state.at_step.get(unit.id, unit.living) if at_once else unit.living


def has_melee_dice(table: EarthTable, unit: SubUnit) -> bool:
    """Return whether a sub-unit has any dice in melee (BE-ARM-02; G-35)."""
    bases = max(unit.living, table.state.at_step.get(unit.id, 0))
    facts = Shooter(unit=unit.unit, fight=ArmingSide.MELEE, bases=bases, begun=len(unit.bases), typed=unit.typed)
    pool = dice_pool(facts, table.book)
    return not isinstance(pool, Refusal) and pool.value.dice > 0
