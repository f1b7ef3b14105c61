"""Who shoots, whose shells fall and who strikes, each before its dice (BE-LOS, BE-EXE, BE-OVW, BE-ART, BE-MEL)."""

from rules.earth_1418.firing.arming import Shooter
from rules.earth_1418.firing.attack import AttackFacts, AttackReady, made_ready
from rules.earth_1418.firing.game.commands import FightHand, Shell, Shoot
from rules.earth_1418.firing.game.throws import pending_key
from rules.earth_1418.firing.game.volley import fire
from rules.earth_1418.game.bombarding import falls_now, own_bombardment, shots_at
from rules.earth_1418.game.melees import bases_that_strike, strikers
from rules.earth_1418.game.state import SharePlanned, SubUnit
from rules.earth_1418.game.table import NOT_NOW, EarthTable
from rules.earth_1418.vocabulary import ArmingSide
from rules.kernel.deeds import Judgement
from rules.kernel.explain import Refusal


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
    if table.overruled:
        return None
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
            bases_able=None if table.overruled and command.bases_able == 0 else command.bases_able,
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
    if command.target not in table.state.units:
        return NOT_NOW
    if command.target != unit.target and not table.overruled:
        return Refusal("BE-PLN-01", "That is not whom it planned to shoot at", "shoot as planned")
    ready = made_ready(shot_facts(table, command, unit), table.book)
    if isinstance(ready, Refusal):
        return ready
    return fire(table, "shoot", unit.side, unit.id, command.target, ready, command.dice, command.terrain)


def shares_now(table: EarthTable, side: str) -> list[SharePlanned]:
    """Shots of a side's bombardments that fall in this step (BE-EXE-02, BE-EXE-10)."""
    state = table.state
    return [
        one
        for one in state.shares
        if not one.fired
        and state.bombardments[one.bombardment].side == side
        and state.units[one.unit].living
        and falls_now(table, state.bombardments[one.bombardment])
    ]


def shell_facts(table: EarthTable, command: Shell, share: SharePlanned) -> AttackFacts:
    """Shots of a bombardment that falls now as the rules on attacks see them."""
    hit = table.state.units[share.unit]
    target = table.as_target(hit, command.terrain, command.other_terrain, command.target_cordon)
    return shots_at(table, table.state.bombardments[share.bombardment], share, target)


def shell(table: EarthTable, command: Shell) -> Judgement:
    """Shots of a bombardment fall on one sub-unit (BE-ART-09, BE-ART-10)."""
    given = own_bombardment(table, command.bombardment)
    if given is None:
        return NOT_NOW
    wanted = (command.bombardment, command.unit, command.outside)
    found = (one for one in shares_now(table, given.side) if (one.bombardment, one.unit, one.outside) == wanted)
    share = next(found, None)
    if share is None or pending_key(given.id, command.unit) in table.state.pending:
        return NOT_NOW
    ready = made_ready(shell_facts(table, command, share), table.book)
    if isinstance(ready, Refusal):
        return ready
    return fire(table, "shell", given.side, given.id, command.unit, ready, command.dice, command.terrain, share)


def fight(table: EarthTable, command: FightHand) -> Judgement:
    """Strike in melee (BE-MEL-01 to BE-MEL-04; G-20)."""
    unit = table.state.units.get(command.unit)
    if unit is None or (command.unit, command.target) not in set(strikers(table, unit.side)):
        return NOT_NOW
    refused = table.speaks_for(unit.side)
    if refused is not None:
        return refused
    most = bases_that_strike(table, unit, table.state.units[command.target])
    if command.bases > most:
        return Refusal("BE-MEL-02", f"It has only {most} bases", "count those that touch an enemy base")
    ready = fight_ready(table, command, unit)
    if isinstance(ready, Refusal):
        return ready
    return fire(table, "fight", unit.side, unit.id, command.target, ready, command.dice, command.terrain)


def fight_ready(table: EarthTable, command: FightHand, unit: SubUnit) -> AttackReady | Refusal:
    """A blow in melee before its dice."""
    target = table.state.units[command.target]
    return made_ready(
        AttackFacts(
            shooter=Shooter(
                unit=unit.unit,
                fight=ArmingSide.MELEE,
                bases=command.bases,
                begun=len(unit.bases),
                gas=table.cloud(command.own_cordon),
                typed=unit.typed,
            ),
            target=table.as_target(target, command.terrain, command.other_terrain, command.target_cordon),
            target_bases=max(1, target.living),
        ),
        table.book,
    )
