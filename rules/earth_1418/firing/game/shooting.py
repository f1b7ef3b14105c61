"""Planned shots, and those from overwatch (BE-LOS, BE-EXE, BE-OVW)."""

from rules.earth_1418.firing.arming import Shooter
from rules.earth_1418.firing.attack import AttackFacts, made_ready
from rules.earth_1418.firing.game.commands import Shoot
from rules.earth_1418.firing.game.volley import fire
from rules.earth_1418.game.state import SubUnit
from rules.earth_1418.game.table import NOT_NOW, EarthTable
from rules.kernel.explain import Refusal
from rules.kernel.record import Judgement


def may_shoot(table: EarthTable, unit: str) -> SubUnit | Refusal:
    """The sub-unit that carries out its planned shot now (BE-EXE-01 to BE-EXE-09, BE-OVW-02; G-39)."""
    found = table.state.units.get(unit)
    refused = NOT_NOW if found is None else table.speaks_for(found.side)
    if found is None or refused is not None:
        return refused or NOT_NOW
    if found not in list(table.shooters(found.side)):
        return NOT_NOW
    return in_its_turn(table, found) or found


def in_its_turn(table: EarthTable, unit: SubUnit) -> Refusal | None:
    """Why a shot waits for those of the side that said Ready last (BE-BND-04; G-39); None where it does not."""
    together = table.book.behaviour("G-39", {"together": True, "in_turn": False})
    first = table.state.ready_last
    if together or unit.side == first or first in table.state.closed or not table.may_yet_shoot(first):
        return None
    return Refusal("BE-BND-04", "The side that said Ready last shoots first (G-39)", "wait for its shots")


def shot_facts(table: EarthTable, command: Shoot, unit: SubUnit) -> AttackFacts:
    """A planned shot as the rules on attacks see it."""
    target = table.state.units[command.target]
    return AttackFacts(
        shooter=Shooter(
            unit=unit.unit,
            bases=table.bases_that_shoot(unit),
            bases_able=command.bases_able,
            begun=len(unit.bases),
            assaulting=table.on_its_way(unit, table.state.step),
            gas=table.cloud(command.own_cordon),
            typed=unit.typed,
        ),
        target=table.as_target(target, command.terrain, command.other_terrain, command.target_cordon),
        target_bases=max(1, target.living),
        distance_cm=None if table.overruled else command.distance_cm,
        free_line=command.in_sight or table.overruled,
        mounted=command.mounted,
    )


def shoot(table: EarthTable, command: Shoot) -> Judgement:
    """Carry out a planned shot (BE-LOS-01, BE-ARM-05, BE-VEH-02, BE-BND-04)."""
    unit = may_shoot(table, command.unit)
    if isinstance(unit, Refusal):
        return unit
    if command.target != unit.target:
        return Refusal("BE-PLN-01", "That is not whom it planned to shoot at", "shoot as planned")
    ready = made_ready(shot_facts(table, command, unit), table.book)
    if isinstance(ready, Refusal):
        return ready
    return fire(table, "shoot", unit.side, unit.id, command.target, ready, command.dice, command.terrain)
