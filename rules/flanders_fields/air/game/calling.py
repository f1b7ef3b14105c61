"""Calling aircraft, naming their targets, laying a gun again (FF-AIR-05 to -07, -14, -15)."""

from dataclasses import replace

from rules.flanders_fields.air.attacks import (
    LINE,
    AirStand,
    AirTargetsFacts,
    RelayFacts,
    attack,
    relay,
    relay_actions,
    targets,
)
from rules.flanders_fields.air.game.commands import CallAircraft, EndAirAttack, NameAirTargets, RelayGun
from rules.flanders_fields.air.game.events import AircraftCalled, AircraftGone, AirTargetsNamed, GunRelaid
from rules.flanders_fields.air.game.state import AirTarget, Strike
from rules.flanders_fields.air.game.striking import attack_facts
from rules.flanders_fields.air.game.throws import call_key, formerly_called
from rules.flanders_fields.air.missions import AirMission, call_aircraft
from rules.flanders_fields.artillery.areas import BaseInAreaFacts
from rules.flanders_fields.game.dice import faces
from rules.flanders_fields.game.models import fighter_of
from rules.flanders_fields.game.naming import stand_name
from rules.flanders_fields.game.outcomes import ActionSpent, Reasons, reasons
from rules.flanders_fields.game.spending import further_actions
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.game.table import JudgedTable, Judgement
from rules.flanders_fields.vocabulary import Action
from rules.kernel.dice import D6
from rules.kernel.explain import Refusal
from rules.kernel.kept import settle
from rules.kernel.measure import BadDistance, cm

NEEDS = "no_air_mission"
MISSIONS_LEFT = "FF-AIR-15"
DEPTH_CM = 1.0
"""Any depth will do: the line meets the base at its nearer edge."""


def mission_facts(state: GameState, regiment: str) -> AirMission:
    """What a regiment's call looks at."""
    commander = state.stands[state.regiments[regiment].commander]
    free = state.air.free(state.regiments[regiment].side)
    return AirMission(missions_left=free, called_this_turn=state.air.called, commander=commander.alive)


def call(table: JudgedTable, command: CallAircraft) -> Judgement:
    """A die for whether aircraft come (FF-AIR-06, AMB-34); the plan's missions are its side's secret."""
    state = table.state
    refused = table.in_turn() or _not_here(table, command)
    if refused:
        return refused
    dice = settle(state, call_key(state, command.regiment), (command.die,), formerly_called(state))
    if isinstance(dice, Refusal):
        return dice
    facts = mission_facts(state, command.regiment)
    facts = replace(facts, called_this_turn=False, commander=True) if table.overruled else facts
    answer = call_aircraft(facts, faces(dice), table.book)
    if isinstance(answer, Refusal):
        return answer
    told = tuple(step for step in answer.steps if step.clause != MISSIONS_LEFT)
    kept, found = Reasons(answer.total, told, answer.considered), answer.value
    used = state.air.free(state.turn.side) - found.missions_left
    return (AircraftCalled(command.regiment, state.turn.side, dice[0], found.arrives, used, kept),)


def _not_here(table: JudgedTable, command: CallAircraft) -> Refusal | None:
    state, here = table.state, table.here
    regiment = state.regiments.get(command.regiment)
    if regiment is None or regiment.division or regiment.side is not state.turn.side:
        return Refusal("FF-AIR-05", "that is no regiment of this side", "choose one that is")
    if table.overruled or (here and here.step.needs == NEEDS and here.of == regiment.id):
        return None
    return Refusal("FF-AIR-06", "aircraft are called in a step of their own", "go on to it")


def name_targets(table: JudgedTable, command: NameAirTargets) -> Judgement:
    """Whom the aircraft attack, nearest first, three at most (FF-AIR-04, FF-AIR-07)."""
    state, strike = table.state, table.state.air.strike
    if strike is None or strike.named:
        return Refusal("FF-AIR-07", "no aircraft wait for their targets", "go on with the turn")
    refused = table.may_speak_for(strike.side) or _no_targets(table, command)
    if refused:
        return refused
    names = {told.stand: stand_name(state, told.stand) for told in command.targets}
    told_by_name = {names[told.stand]: told for told in command.targets}
    stands = tuple(_on_the_line(table, strike, told, names[told.stand]) for told in command.targets)
    try:
        answer = targets(AirTargetsFacts(along_cm=0.0, up_cm=0.0, stands=stands), table.book)
    except BadDistance as wrong:
        return Refusal("FF-AIR-07", str(wrong), "measure again")
    if isinstance(answer, Refusal):
        return answer
    if table.overruled and not any(_is_safe(table, told) for told in command.targets):
        return (AirTargetsNamed(command.targets, reasons(answer)),)
    if not answer.value:
        reach = table.book.table(LINE).number("reach").value
        why = "; ".join(one.says for one in answer.considered) or f"the line meets none of them within {cm(reach)}"
        return Refusal("FF-AIR-07", why, "name other targets, or let the aircraft go")
    return (AirTargetsNamed(tuple(told_by_name[name] for name in answer.value), reasons(answer)),)


def _is_safe(table: JudgedTable, target: AirTarget) -> bool:
    """Whether no attack on a target can be read, whatever the players allow."""
    return isinstance(attack(attack_facts(table.state, target, table.book), (D6(1), D6(1)), table.book), Refusal)


def _no_targets(table: JudgedTable, command: NameAirTargets) -> Refusal | None:
    if not all(table.on_table(told.stand) for told in command.targets):
        return Refusal("FF-AIR-07", "that stand is not on the table", "name stands that are still there")
    if len({told.stand for told in command.targets}) < len(command.targets):
        return Refusal("FF-AIR-07", "a stand is named twice", "name each stand once")
    return None if command.targets else Refusal("FF-AIR-07", "no target was named", "name one, or let them go")


def _on_the_line(table: JudgedTable, strike: Strike, told: AirTarget, name: str) -> AirStand:
    """A stand told by its distance, as if the line lay straight ahead: the table knows no places yet (AMB-472)."""
    middle = told.distance_cm + DEPTH_CM / 2
    return AirStand(
        name=name,
        fighter=fighter_of(table.state, told.stand, table.book),
        cover=told.cover,
        sheltering=told.sheltering or told.stand in table.state.shelters.below,
        friend=table.state.stands[told.stand].side is strike.side,
        base=BaseInAreaFacts(along_cm=0.0, up_cm=middle, depth_cm=DEPTH_CM),
    )


def let_go(table: JudgedTable, _command: EndAirAttack) -> Judgement:
    """The aircraft leave: the owner names no target, or none that is left (FF-AIR-07)."""
    strike = table.state.air.strike
    if strike is None:
        return Refusal("FF-AIR-08", "no aircraft are over the table", "go on with the turn")
    if strike.named:
        return Refusal("FF-AIR-08", "they attack every target that was named", "throw for the next one")
    return table.may_speak_for(strike.side) or (AircraftGone(strike.side),)


def relay_gun(table: JudgedTable, command: RelayGun) -> Judgement:
    """Lay a machine gun on its line again (FF-AIR-14, AMB-476)."""
    acting = table.acting(command.unit)
    if isinstance(acting, Refusal):
        return acting
    unit, orders = acting
    if unit.id not in table.state.air.off_line:
        return Refusal("FF-AIR-14", f"{unit.name} lies on its line", "spend the action on something else")
    levels = max(stand.levels for stand in table.state.living(unit))
    answer = relay(RelayFacts(actions=orders.left, levels=levels), table.book)
    if isinstance(answer, Refusal):
        return answer
    costs = relay_actions(table.book)
    enough = table.acting(command.unit, costs)
    if isinstance(enough, Refusal):
        return enough
    if (levels or not answer.value.relaid) and not table.overruled:
        return Refusal("FF-SUP-02", f"{unit.name} is suppressed", "remove its suppression first")
    first = ActionSpent(unit.id, Action.REDIRECT, "", (), None, Reasons())
    return (GunRelaid(unit.id, reasons(answer)), *further_actions(first, costs))
