"""The dice of an assault: the fire of the assaulted, and the fights in their order (FF-ASL-06 to -17)."""

from rules.flanders_fields.assault.after_combat import DrawFacts, fall_back
from rules.flanders_fields.assault.close_combat import Beaten, Fight, FightFacts, Winner, fight
from rules.flanders_fields.assault.closing_fire import ClosingFire, ClosingFireFacts, closing_fire, shot_at_closing
from rules.flanders_fields.assault.combat_factors import CombatFacts
from rules.flanders_fields.assault.game.closers import (
    closing_facts,
    contact_aimed_at,
    fires_at_another,
    level_met,
    may_fire_again,
    side_of,
)
from rules.flanders_fields.assault.game.commands import FireAsTheyClose, ThrowInCombat
from rules.flanders_fields.assault.game.events import CombatDieThrown, FightDecided, FiredAtClosers
from rules.flanders_fields.assault.game.state import Assault, ClosingShot
from rules.flanders_fields.assault.game.throws import closing_key, combat_key, formerly_closing, formerly_in_combat
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.game.contact import Contact
from rules.flanders_fields.game.dice import faces
from rules.flanders_fields.game.effects import Effects, shaken_by
from rules.flanders_fields.game.losses import after_losses
from rules.flanders_fields.game.models import fighter_of, is_storm, quality_of_stand
from rules.flanders_fields.game.outcomes import Reasons, StandChange, reasons
from rules.flanders_fields.game.state import GameState, Stand
from rules.flanders_fields.game.table import JudgedTable, Judgement
from rules.flanders_fields.morale.suppression import LIMITS, SOURCES
from rules.flanders_fields.shooting.fire_action import FireAction, rolls
from rules.flanders_fields.vocabulary import FireResult, Side
from rules.kernel.dice import D6, Throw
from rules.kernel.explain import MoreDice, Refusal
from rules.kernel.kept import settle
from rules.kernel.measure import BadDistance
from rules.kernel.tables import Cited


def fire_as_they_close(table: JudgedTable, command: FireAsTheyClose) -> Judgement:
    """An assaulted stand fires at one that comes on, or holds its fire (FF-ASL-06 to -10)."""
    refused = may_fire_as_they_close(table, command.stand)
    if refused:
        return refused
    if not command.target:
        return (FiredAtClosers(command.stand, "", (), (), (), (), (), (), Reasons()),)
    aimed = aimed_at_closer(table, command)
    return aimed if isinstance(aimed, Refusal) else _fires(table, command, *aimed)


def may_fire_as_they_close(table: JudgedTable, name: str) -> Refusal | None:
    """Refuses a stand that may neither fire at closing attackers now nor hold its fire (FF-ASL-05, FF-ASL-06)."""
    state, going = table.state, table.state.assault
    stand = state.stands.get(name)
    if going is None or stand is None or state.off_table(name) or not stand.alive:
        return Refusal("FF-ASL-06", "that stand is not being assaulted", "choose one that is")
    return table.may_speak_for(stand.side) or not_its_moment(table, going, stand)


def aimed_at_closer(
    table: JudgedTable, command: FireAsTheyClose
) -> tuple[Contact, ClosingFireFacts, Cited[int]] | Refusal:
    """The contact it fires at, the facts of that, and how many dice it throws; the dice are not looked at."""
    contact = contact_aimed_at(table.state, command)
    facts = closing_facts(table.state, contact, command, table.book) if contact else None
    if contact is None or facts is None:
        return Refusal("FF-ASL-06", "that attacker does not come at it", "fire at one that assaults it")
    refused = may_fire_again(table, command, contact)
    if refused:
        return refused
    due = rolls(FireAction(shot=shot_at_closing(facts, table.book)), table.book)
    return due if isinstance(due, Refusal) else (contact, facts, due)


def not_its_moment(table: JudgedTable, going: Assault, stand: Stand) -> Refusal | None:
    """Refuses a stand that does not fire at closing attackers at this point of the assault (FF-ASL-05, AMB-402)."""
    if going.moving:
        return Refusal("FF-ASL-05", "stands are still moving in", "wait until all have moved")
    if going.standing:
        name = table.state.stands[going.standing[0]].name
        return Refusal("FF-ASL-25", f"{name} tests first whether it stands", "throw its die first")
    aside = table.book.behaviour("AMB-402", {"assaulted": False, "in_reach": bool(going.firing), "once": False})
    fired_aside = stand.id in table.state.fired_at_closers
    if stand.id in going.firing or (aside and not fired_aside and stand.side is not going.side):
        return None
    return Refusal("FF-ASL-06", f"{stand.name} does not fire at closing attackers now", "go on with the assault")


def _fires(
    table: JudgedTable, command: FireAsTheyClose, contact: Contact, facts: ClosingFireFacts, due: Cited[int]
) -> Judgement:
    if len(command.dice) != due.value:
        return Refusal(due.clause, f"{due.value} dice are thrown at this target", f"enter {due.value}")
    name, former = closing_key(table.state, command.stand, command.target), formerly_closing(table.state, command.stand)
    dice = settle(table.state, name, command.dice, former)
    if isinstance(dice, Refusal):
        return dice
    try:
        answer = closing_fire(facts, faces(dice), table.book)
    except BadDistance as wrong:
        return Refusal("FF-ASL-07", str(wrong), "measure again")
    if isinstance(answer, Refusal | MoreDice):
        return answer if isinstance(answer, Refusal) else Refusal(answer.clause, answer.says, "enter every die")
    effects = Effects(table)
    for result in answer.value.results:
        if result is FireResult.KILLED:
            effects.kill(contact.attacker)
        elif result is FireResult.SUPPRESSED:
            effects.suppress(contact.attacker, SOURCES[facts.firer], facts.ground_outside)
    changes = tuple(effects.touched.values())
    kept = Reasons(None, (*answer.steps, *effects.steps), answer.considered)
    side = side_of(contact, command)
    stopped = _stopped(table.state, contact, answer.value)
    event = FiredAtClosers(
        stand=command.stand,
        target=contact.attacker,
        dice=dice,
        results=answer.value.results,
        changes=changes,
        stopped=stopped,
        fired_on=tuple(shaken_by(table, (contact.attacker,), effects)),
        companies=tuple(sorted(effects.suppressed_units)),
        reasons=kept,
        more=fires_at_another(table, ClosingShot(command.stand, contact.attacker, side), stopped),
        sector=side,
    )
    return (event, *after_losses(table, changes))


def _stopped(state: GameState, contact: Contact, found: ClosingFire) -> tuple[str, ...]:
    """The stands that do not close: the one hit, and its company where the suppression stops it (AMB-405)."""
    if found.closes:
        return ()
    if found.company_closes:
        return (contact.attacker,)
    unit = state.units[state.stands[contact.attacker].unit]
    return tuple(one.attacker for one in state.contacts() if one.attacker in unit.stands)


def combat_facts(state: GameState, contact: Contact, book: RuleBook) -> FightFacts:
    """What the fight of a contact looks at."""
    going = state.assault
    attacker, defender = state.stands[contact.attacker], state.stands[contact.defender]
    behind = state.stands.get(contact.supporter)
    facts = CombatFacts(
        attacker=fighter_of(state, attacker.id, book),
        defender=fighter_of(state, defender.id, book),
        attacker_quality=quality_of_stand(state, attacker.id),
        defender_quality=quality_of_stand(state, defender.id),
        attacker_storm_troops=is_storm(state, attacker.id),
        defender_storm_troops=is_storm(state, defender.id),
        defender_cover=contact.cover,
        supported=behind is not None and behind.alive and not behind.levels,
        attacker_levels=attacker.levels,
        defender_levels=level_met(state, contact),
        attacker_cover=contact.attacker_cover,
        defender_supported=contact.defender_supported,
        attacker_with_commander=contact.attacker_with_commander,
        defender_with_commander=contact.defender_with_commander,
        sheltering=defender.id in state.shelters.below,
        attacker_in_gas=attacker.in_gas,
        defender_in_gas=defender.in_gas,
    )
    return FightFacts(combat=facts, defender_has_fought=going is not None and defender.id in going.fought)


def throw_in_combat(table: JudgedTable, command: ThrowInCombat) -> Judgement:
    """One side's die in the next fight; with both there it is decided (FF-ASL-11 to -15, -17)."""
    refused = table.may_speak_for(command.side) or _not_next(table, command)
    if refused:
        return refused
    state, contact = table.state, table.state.contacts()[0]
    whose = (state, contact.attacker, contact.defender, command.side)
    settled = settle(state, combat_key(*whose), (command.die,), formerly_in_combat(*whose))
    if isinstance(settled, Refusal):
        return settled
    other = state.assault.die_of(command.side.other) if state.assault else None
    if other is None:
        event = CombatDieThrown(contact.attacker, contact.defender, command.side, settled[0])
        judged = fight(combat_facts(state, contact, table.book), (D6(1), D6(1)), table.book)
        return judged if isinstance(judged, Refusal) else (event,)
    attacks = state.stands[contact.attacker].side is command.side
    return _decided(table, contact, command.side, (settled[0], other) if attacks else (other, settled[0]))


def _not_next(table: JudgedTable, command: ThrowInCombat) -> Refusal | None:
    state, going, contacts = table.state, table.state.assault, table.state.contacts()
    if going is None or not contacts:
        return Refusal("FF-ASL-11", "no fight is to be fought", "go on with the turn")
    if going.moving:
        return Refusal("FF-ASL-05", "stands are still moving in", "finish the moves first")
    if going.standing:
        name = state.stands[going.standing[0]].name
        return Refusal("FF-ASL-25", f"{name} tests first whether it stands", "throw its die first")
    if going.firing:
        name = state.stands[going.firing[0]].name
        return Refusal("FF-ASL-06", f"{name} may still fire as they close", "let it fire or hold its fire first")
    if contacts[0].attacker != command.attacker:
        name = state.stands[contacts[0].attacker].name
        return Refusal("FF-ASL-11", f"the next fight is that of {name}", "throw for that one")
    if going.die_of(command.side):
        return Refusal("FF-ASL-13", "this side's die lies there already", "wait for the other side's")
    return None


def _decided(table: JudgedTable, contact: Contact, side: Side, dice: tuple[Throw, Throw]) -> Judgement:
    answer = fight(combat_facts(table.state, contact, table.book), faces(dice), table.book)
    if isinstance(answer, Refusal):
        return answer
    changes, back_cm = _after(table, contact, answer.value)
    found = answer.value
    once = table.book.behaviour("AMB-406", {"each_in_turn": False, "once": True})
    once = once or answer.value.beaten is Beaten.MAY_BE_MANNED
    others = (one.attacker for one in table.state.contacts() if once and one.defender == contact.defender)
    event = FightDecided(
        attacker=contact.attacker,
        defender=contact.defender,
        side=side,
        dice=dice,
        winner=found.winner,
        beaten=found.beaten,
        falls_back_cm=back_cm,
        changes=changes,
        over=tuple(dict.fromkeys((contact.attacker, *others))),
        reasons=reasons(answer),
    )
    return (event, *after_losses(table, changes))


def _after(table: JudgedTable, contact: Contact, found: Fight) -> tuple[tuple[StandChange, ...], float]:
    """The stands after a fight, and how far the attacker falls back from a draw."""
    state = table.state
    if found.beaten is not Beaten.NOBODY:
        lost = state.stands[contact.attacker if found.winner is Winner.DEFENDER else contact.defender]
        if found.beaten is Beaten.MAY_BE_MANNED:
            # Its crew is gone, and the battalion that took it gives it another (FF-BLK-04, AMB-423).
            return (StandChange(lost.id, 0, faces=tuple(0 for _ in lost.faces)),), 0.0
        return (StandChange(lost.id, lost.levels, alive=False),), 0.0
    facts = DrawFacts(attacker=fighter_of(state, contact.attacker, table.book), supported=bool(contact.supporter))
    back = fall_back(facts, table.book).value
    names = (contact.attacker, *((contact.supporter,) if contact.supporter else ()))
    suppressed = (state.stands[name] for name in names) if back.suppressed else ()
    last = table.book.table(LIMITS).number("kills").value
    changes = tuple(StandChange(one.id, one.levels + 1, alive=one.levels + 1 < last) for one in suppressed)
    return changes, back.distance_mm / 10
