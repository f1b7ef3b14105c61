"""Shells of a bombardment as they fall (BE-ART)."""

from rules.earth_1418.firing.attack import AttackFacts, made_ready
from rules.earth_1418.firing.game.commands import Shell
from rules.earth_1418.firing.game.throws import pending_key
from rules.earth_1418.firing.game.volley import fire
from rules.earth_1418.game.bombarding import falls_now, own_bombardment, shots_at
from rules.earth_1418.game.state import SharePlanned
from rules.earth_1418.game.table import NOT_NOW, EarthTable
from rules.kernel.explain import Refusal
from rules.kernel.record import Judgement


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
