"""Recovery of those whom another shooter has under fire, before moves (BE-INJ-05)."""

from rules.earth_1418.firing.injuries import Recovering, recovery
from rules.earth_1418.game.state import SIDES, SubUnit
from rules.earth_1418.game.table import NOT_NOW, EarthTable
from rules.earth_1418.moving.game.commands import RecoverBase
from rules.earth_1418.moving.game.events import RecoveryRolled
from rules.earth_1418.moving.game.throws import recovery_key
from rules.earth_1418.vocabulary import FireNow
from rules.kernel.dice import D6
from rules.kernel.explain import Refusal
from rules.kernel.kept import settle
from rules.kernel.record import Judgement


def recovering(table: EarthTable, unit: SubUnit) -> Recovering:
    """An injured platoon of a sub-unit that another shooter has under fire, as it stands (BE-INJ-05)."""
    return Recovering(
        platoon=table.as_target(unit, unit.terrain, unit.left_terrain), under_fire=FireNow.ANOTHER_SHOOTER
    )


def recover(table: EarthTable, command: RecoverBase) -> Judgement:
    """Roll for an injured platoon that another shooter has under fire (BE-INJ-05; G-14)."""
    due = {f"{unit.id}/{base + 1}": (unit, base) for side in SIDES for unit, base in table.recovering(side)}
    found = due.get(command.base)
    if found is None or found[0].id != command.unit:
        return NOT_NOW
    unit, base = found
    refused = table.speaks_for(unit.side)
    if refused is not None:
        return refused
    thrown = settle(table.state, recovery_key(table.state, unit.id, base), (command.die,))
    if isinstance(thrown, Refusal):
        return thrown
    judged_die = recovery(recovering(table, unit), (D6(thrown[0].pips),), table.book)
    if isinstance(judged_die, Refusal):
        return judged_die
    return (RecoveryRolled(unit.id, base, thrown[0], judged_die.value, judged_die.steps),)
