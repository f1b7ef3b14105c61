"""Blows in melee (BE-MEL)."""

from rules.earth_1418.firing.arming import Shooter
from rules.earth_1418.firing.attack import AttackFacts, AttackReady, made_ready
from rules.earth_1418.firing.game.commands import FightHand
from rules.earth_1418.firing.game.volley import fire
from rules.earth_1418.game.melees import strikers
from rules.earth_1418.game.state import SubUnit
from rules.earth_1418.game.table import NOT_NOW, EarthTable
from rules.earth_1418.vocabulary import ArmingSide
from rules.kernel.explain import Refusal
from rules.kernel.record import Judgement


def fight(table: EarthTable, command: FightHand) -> Judgement:
    """Strike in melee (BE-MEL-01 to BE-MEL-04; G-20)."""
    unit = table.state.units.get(command.unit)
    if unit is None or (command.unit, command.target) not in set(strikers(table, unit.side)):
        return NOT_NOW
    refused = table.speaks_for(unit.side)
    if refused is not None:
        return refused
    if command.bases > table.bases_that_shoot(unit):
        return Refusal("BE-MEL-02", f"It has only {unit.living} bases", "count those that touch an enemy base")
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
                typed=unit.typed,
            ),
            target=table.as_target(target, command.terrain, command.other_terrain),
            target_bases=max(1, target.living),
        ),
        table.book,
    )
