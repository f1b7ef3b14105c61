"""The dice of an air attack: one of each side, the totals compared (FF-AIR-08 to FF-AIR-14)."""

from rules.flanders_fields.air.attacks import AirAttack, AirAttackFacts, AirResult, attack
from rules.flanders_fields.air.game.commands import ThrowInAirAttack
from rules.flanders_fields.air.game.events import AirAttacked, AirDieThrown
from rules.flanders_fields.air.game.state import AirTarget, Strike
from rules.flanders_fields.air.game.throws import attack_key
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.game.dice import faces
from rules.flanders_fields.game.effects import Effects
from rules.flanders_fields.game.losses import after_losses
from rules.flanders_fields.game.models import fighter_of
from rules.flanders_fields.game.outcomes import reasons
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.game.table import JudgedTable, Judgement
from rules.flanders_fields.vocabulary import Side, SuppressionSource
from rules.kernel.dice import D6, Throw
from rules.kernel.explain import Explained, Refusal
from rules.kernel.kept import settle


def attack_facts(state: GameState, target: AirTarget, book: RuleBook) -> AirAttackFacts:
    """What the attack on a target looks at."""
    return AirAttackFacts(
        fighter=fighter_of(state, target.stand, book),
        cover=target.cover,
        suppressed=state.stands[target.stand].levels > 0,
        sheltering=target.sheltering or target.stand in state.shelters.below,
    )


def throw(table: JudgedTable, command: ThrowInAirAttack) -> Judgement:
    """One side's die in the attack on the next target; with both there it is decided."""
    state, strike = table.state, table.state.air.strike
    refused = table.may_speak_for(command.side) or _not_next(strike, command)
    if refused or strike is None:
        return refused or Refusal("FF-AIR-08", "no aircraft are over the table", "go on with the turn")
    settled = settle(state, attack_key(state, command.target, command.side), (command.die,))
    if isinstance(settled, Refusal):
        return settled
    facts = attack_facts(state, strike.targets[0], table.book)
    other = strike.die_of(command.side.other)
    if other is None:
        judged = attack(facts, (D6(1), D6(1)), table.book)
        event = AirDieThrown(command.target, command.side, settled[0])
        return judged if isinstance(judged, Refusal) else (event,)
    flies = command.side is strike.side
    dice = (settled[0], other) if flies else (other, settled[0])
    answer = attack(facts, faces(dice), table.book)
    return answer if isinstance(answer, Refusal) else _decided(table, strike.targets[0], command.side, dice, answer)


def _not_next(strike: Strike | None, command: ThrowInAirAttack) -> Refusal | None:
    if strike is None or not strike.targets:
        return Refusal("FF-AIR-08", "no target waits for its dice", "name the targets first")
    if strike.targets[0].stand != command.target:
        return Refusal("FF-AIR-08", "another target comes first", "throw for that one")
    if strike.die_of(command.side):
        return Refusal("FF-AIR-08", "this side's die lies there already", "wait for the other side's")
    return None


def _decided(
    table: JudgedTable, target: AirTarget, side: Side, dice: tuple[Throw, Throw], answer: Explained[AirAttack]
) -> Judgement:
    found, effects = answer.value, Effects(table)
    if found.result is AirResult.DESTROYED:
        effects.kill(target.stand)
    elif found.result is AirResult.SUPPRESSED:
        effects.suppress(target.stand, SuppressionSource.AIRCRAFT, target.cover)
    changes = tuple(effects.touched.values())
    event = AirAttacked(
        target=target.stand,
        side=side,
        dice=dice,
        result=found.result,
        goes_on=found.goes_on,
        off_line=table.state.stands[target.stand].unit if found.lost_its_line else "",
        struck=found.missions_struck,
        changes=changes,
        reasons=reasons(answer),
        companies=tuple(sorted(effects.suppressed_units)),
    )
    return (event, *after_losses(table, changes))
