"""Assaults: stands go in one by one, the assaulted fire, and the contacts are fought in their order (FF-ASL-T3)."""

from collections.abc import Sequence
from dataclasses import fields, replace
from typing import Any

from rules.flanders_fields.assault.after_combat import SupportFacts, VictorFacts, may_support, victory
from rules.flanders_fields.assault.combat_factors import never_fought
from rules.flanders_fields.assault.contact import AssaultFacts, AssaultKind, kind_of, may_assault
from rules.flanders_fields.assault.fighters import ON_FOOT
from rules.flanders_fields.assault.game.close_quarters import combat_facts
from rules.flanders_fields.assault.game.closers import approach_to, may_fire_at_any, targets_left
from rules.flanders_fields.assault.game.commands import AllIn, GoIn
from rules.flanders_fields.assault.game.events import AllWentIn, WentIn
from rules.flanders_fields.assault.game.fold import came_up
from rules.flanders_fields.assault.game.standing import tests_to_stand
from rules.flanders_fields.game.contact import Contact, Meeting
from rules.flanders_fields.game.models import fighter_of
from rules.flanders_fields.game.outcomes import reasons
from rules.flanders_fields.game.spending import spend
from rules.flanders_fields.game.state import GameState, Stand
from rules.flanders_fields.game.table import JudgedTable, Judgement
from rules.flanders_fields.movement.wire import cm_beyond_wire
from rules.flanders_fields.vocabulary import Action, Side
from rules.kernel.chapters import Event
from rules.kernel.explain import Explained, Refusal, Step
from rules.kernel.measure import BadDistance, mm


def go_in(table: JudgedTable, command: GoIn) -> Judgement:
    """Move one stand into contact (FF-ASL-01 to -05, -12, -16)."""
    refused = _stands_refused(table, command)
    if refused:
        return refused
    is_near = command.began_cm <= cm_beyond_wire(table.book)
    follow_up = table.once(_may_move, command.unit, command.stand, is_near)
    if isinstance(follow_up, Refusal):
        return follow_up
    answer = _may(table, command)
    if isinstance(answer, Refusal):
        return answer
    contact = _contact(command)
    refused = _ill_told(table, contact)
    if refused:
        return refused
    goes_on = _goes_on_from_wire(table.state, command.unit, command.stand, is_near)
    first = not follow_up and not goes_on and not _has_moved(table.state, command.unit)
    why = reasons(answer)
    if goes_on:
        says = "It goes on from the wire that it has crossed, without an action"
        why = replace(why, steps=(Step("FF-ASL-22", says), *why.steps))
    return (WentIn(command.unit, contact, first, follow_up, why),)


def _contact(command: GoIn) -> Contact:
    """The contact it makes: all that was measured, side and approach each told by the other."""
    sector, approach = approach_to(command.sector, command.approach)
    measured = {one.name: getattr(command, one.name) for one in fields(Meeting)}
    return Contact(
        attacker=command.stand, defender=command.target, **measured | {"sector": sector, "approach": approach}
    )


def _stands_refused(table: JudgedTable, command: GoIn) -> Refusal | None:
    state = table.state
    own, target = table.on_table(command.stand), table.on_table(command.target)
    if own is None or own.unit != command.unit:
        return Refusal("FF-ASL-02", "that stand does not belong to this unit", "choose a stand that is still there")
    if target is None or target.side is own.side:
        return Refusal("FF-ASL-01", "that is no enemy stand on the table", "choose an enemy stand")
    if own.id in state.shelters.below:
        return Refusal("FF-DSH-01", f"{own.name} sits in a deep shelter", "bring it up first")
    clears = fighter_of(state, own.id, table.book) in ON_FOOT
    if target.id in state.shelters.below and not clears and not table.overruled:
        return Refusal("FF-DSH-04", f"{target.name} sits in a deep shelter", "clear it with infantry")
    refused = table.may_speak_for(own.side)
    if refused:
        return refused
    if state.units[own.unit].dismounted and not table.overruled:
        name = state.units[own.unit].name
        return Refusal("FF-CAV-02", f"{name} has dismounted", "mount with an action first")
    if own.on_wire and not table.overruled:
        return Refusal("FF-WIR-05", f"{own.name} hangs on the wire", "get it across first")
    if any(one.attacker == command.stand for one in state.contacts()):
        return Refusal("FF-ASL-11", f"{own.name} is in contact already", "let it fight that enemy")
    return _support_refused(table, command) if command.supporter else None


def _is_below(state: GameState, stand: Stand) -> bool:
    return stand.id in state.shelters.below


def _support_refused(table: JudgedTable, command: GoIn) -> Refusal | None:
    state, behind = table.state, table.state.stands.get(command.supporter)
    own = state.stands[command.stand]
    if (
        behind is None
        or not behind.alive
        or behind.side is not own.side
        or behind.id == own.id
        or _is_below(state, behind)
    ):
        return Refusal("FF-ASL-12", "that stand cannot support it", "choose a platoon of its own side")
    contacts = state.contacts()
    if any(one.supporter == behind.id for one in contacts):
        return Refusal("FF-ASL-12", f"{behind.name} supports another stand", "choose another platoon")
    facts = SupportFacts(
        supporter=fighter_of(state, behind.id, table.book),
        suppressed=behind.levels > 0,
        in_contact=any(behind.id in (one.attacker, one.defender) for one in contacts),
    )
    answer = may_support(facts, table.book)
    return answer if isinstance(answer, Refusal) and not table.overruled else None


def _follows_up(table: JudgedTable, stand: str) -> bool | Refusal:
    """Whether a stand goes on after a fight it has won; not one that simply joins the assault (FF-ASL-16, AMB-410)."""
    going = table.state.assault
    if going is None or stand not in going.winners:
        return False
    own = table.state.stands[stand]
    facts = VictorFacts(
        side=Side.ATTACKER if own.side is going.side else Side.DEFENDER, follow_ups=going.followed_up.count(stand)
    )
    answer = victory(facts, table.book)
    if answer.value.may_follow_up or table.overruled:
        return True
    return Refusal("FF-ASL-16", answer.considered[-1].says, "go on with the turn")


def units_in(state: GameState) -> set[str]:
    """The units whose stands are in the assault that is on."""
    return {state.stands[one.attacker].unit for one in state.contacts()}


def _has_moved(state: GameState, unit: str) -> bool:
    """Whether stands of this unit are moving in already, with the action it has spent on it."""
    going = state.assault
    return going is not None and going.moving and not going.by_wire and unit in units_in(state)


def _goes_on_from_wire(state: GameState, unit: str, stand: str, is_near: bool) -> bool:
    """Whether a stand that has just crossed wire goes in with what it may go on by (FF-WIR-05, FF-ASL-22).

    With an action left it does so only against an enemy that is near enough: a farther one takes the action.
    """
    going, orders = state.assault, state.orders.get(unit)
    if orders is None or stand not in orders.over_wire:
        return False
    joins = going is not None and going.moving and going.by_wire and unit in units_in(state)
    return joins or ((is_near or not orders.left) and not state.contacts())


def _joins(table: JudgedTable, unit: str) -> bool:
    """Whether a unit may add its moves to those of another one: by house rule within a battalion (AMB-401)."""
    state = table.state
    together = table.book.behaviour("AMB-401", {"company": False, "battalion": True})
    if not together or state.assault is None or not state.assault.moving:
        return False
    return state.units[unit].of in {state.units[one].of for one in units_in(state)}


def _may_move(table: JudgedTable, unit: str, stand: str, is_near: bool) -> bool | Refusal:
    """Whether a stand follows up a fight, or why it may not move in whatever its target is."""
    return _follows_up(table, stand) or _leave(table, unit, stand, is_near) or False


def _leave(table: JudgedTable, name: str, stand: str, is_near: bool) -> Refusal | None:
    """The action of the unit's first stand; those that follow move with it (FF-ASL-03, FF-ASL-05).

    Who goes on from the wire needs none (FF-ASL-22).
    """
    if _has_moved(table.state, name) or _goes_on_from_wire(table.state, name, stand, is_near):
        return table.in_turn()
    if table.state.contacts() and not _joins(table, name):
        return Refusal("FF-ASL-05", "the dice of an assault are being thrown", "finish it first")
    acting = table.acting(name)
    if isinstance(acting, Refusal):
        return acting
    unit, orders = acting
    leave = spend(table, unit, orders, Action.MOVE, table.state.stands[stand].levels)
    return leave if isinstance(leave, Refusal) else None


def _may(table: JudgedTable, command: GoIn) -> Explained[AssaultKind] | Refusal:
    state = table.state
    facts = AssaultFacts(
        attacker=fighter_of(state, command.stand, table.book),
        defender=fighter_of(state, command.target, table.book),
        defender_cover=command.cover,
        attacker_suppressed=state.stands[command.stand].levels > 0,
    )
    answer = may_assault(facts, table.book)
    if isinstance(answer, Refusal) and table.overruled:
        kind = kind_of(facts.attacker, facts.defender, facts.defender_cover, table.book)
        return Explained(kind, None, reasons(answer).steps)
    return answer


def _ill_told(table: JudgedTable, contact: Contact) -> Refusal | None:
    """Refuses what no later die of the assault could be read with: it is told here, and nobody is asked again."""
    never = never_fought(combat_facts(table.state, contact, table.book).combat, table.book)
    if never:
        return never
    try:
        mm(contact.began_cm)
    except BadDistance as wrong:
        return Refusal("FF-ASL-07", str(wrong), "measure again")
    return None


def all_in(table: JudgedTable, command: AllIn) -> Judgement:
    """Every move into contact is finished: now the assaulted may fire (FF-ASL-05, FF-ASL-06)."""
    going = table.state.assault
    if going is None or not going.moving or command.unit not in units_in(table.state):
        return Refusal("FF-ASL-05", "no stand of it is moving into contact", "let a stand go in first")
    refused = table.may_speak_for(table.state.stands[going.contacts[-1].attacker].side)
    if refused:
        return refused
    assaulted = dict.fromkeys(one.defender for one in table.state.contacts())
    firing = tuple(stand for stand in assaulted if may_fire_at_any(table, stand))
    standing = tuple(stand for stand in assaulted if tests_to_stand(table, stand))
    return (AllWentIn(command.unit, firing, standing),)


def fires_once_up(table: JudgedTable, event: Any) -> Sequence[Event]:
    """A stand that comes up out of its shelter, and whether it may fire as they close (FF-DSH-04)."""
    if not event.up or not event.assaulted:
        return (event,)
    after = table.state.copy()
    after.shelters = after.shelters.without(event.stand)
    came_up(after, event)
    return (replace(event, fires=bool(targets_left(JudgedTable(after, table.actor, table.book), event.stand))),)
