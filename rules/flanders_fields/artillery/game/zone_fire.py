"""Fire of zones at stands that move through them (FF-MVZ-02, FF-MVZ-07)."""

from rules.flanders_fields.artillery.game.commands import FireOnMover
from rules.flanders_fields.artillery.game.events import MoverFiredOn
from rules.flanders_fields.artillery.game.falling import source_of
from rules.flanders_fields.artillery.game.throws import formerly_met, mover_key
from rules.flanders_fields.artillery.game.zones import zone_facts
from rules.flanders_fields.game.dice import faces
from rules.flanders_fields.game.effects import Effects, shaken_by
from rules.flanders_fields.game.losses import after_losses
from rules.flanders_fields.game.outcomes import reasons
from rules.flanders_fields.game.table import JudgedTable, Judgement
from rules.flanders_fields.movement.fire_zones import attack_on_the_way
from rules.flanders_fields.vocabulary import FireResult
from rules.kernel.explain import MoreDice, Refusal
from rules.kernel.kept import settle


def fire_on_mover(table: JudgedTable, command: FireOnMover) -> Judgement:
    """The die of a zone at a stand that moves through it; whoever fires there throws it (FF-MVZ-02, FF-MVZ-07)."""
    state = table.state
    met = next((one for one in state.guns.crossings if (one.zone, one.stand) == (command.zone, command.stand)), None)
    if met is None:
        return Refusal("FF-MVZ-02", "no such stand is moving through that zone", "go on with the turn")
    refused = table.may_speak_for(state.units[met.zone].side)
    if refused:
        return refused
    met_there = (state, met.zone, met.stand)
    dice = settle(state, mover_key(*met_there), (command.die,), formerly_met(*met_there))
    if isinstance(dice, Refusal):
        return dice
    answer = attack_on_the_way(zone_facts(state, met), faces(dice), table.book)
    if isinstance(answer, Refusal | MoreDice):
        return answer if isinstance(answer, Refusal) else Refusal(answer.clause, answer.says, "enter the die")
    effects = Effects(table)
    if answer.value.result is FireResult.KILLED:
        effects.kill(met.stand)
    elif answer.value.result is FireResult.SUPPRESSED:
        effects.suppress(met.stand, source_of(state.units[met.zone]), met.cover)
    changes = tuple(effects.touched.values())
    event = MoverFiredOn(
        crossing=met,
        die=dice[0],
        coverage=answer.value.coverage,
        result=answer.value.result,
        stops=answer.value.stops,
        changes=changes,
        fired_on=tuple(shaken_by(table, (met.stand,), effects)),
        companies=tuple(sorted(effects.suppressed_units)),
        reasons=reasons(answer),
    )
    return (event, *after_losses(table, changes))
