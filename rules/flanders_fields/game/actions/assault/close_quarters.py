"""Handlers of an assault: contacts, closing fire, tests of armour, fights (FF-ASL)."""

from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from typing import Any

from rules.flanders_fields.assault import (
    ARMOUR,
    ON_FOOT,
    AssaultFacts,
    AssaultKind,
    DrawFacts,
    SupportFacts,
    VictorFacts,
    fall_back,
    kind_of,
    may_assault,
    may_support,
    victory,
)
from rules.flanders_fields.close_combat import (
    Beaten,
    CombatFacts,
    Fight,
    FightFacts,
    Line,
    Winner,
    attacker_lines,
    defender_lines,
    fight,
    never_fought,
)
from rules.flanders_fields.closing_fire import ClosingFire, ClosingFireFacts, closing_fire, shot_at_closing
from rules.flanders_fields.fire_zones import ZoneMove
from rules.flanders_fields.game import dice_rolls
from rules.flanders_fields.game.actions.assault.assault_events import (
    AllIn,
    AllWentIn,
    CombatDieThrown,
    FightDecided,
    FireAsTheyClose,
    FiredAtClosers,
    GoIn,
    StandAgainstArmour,
    StoodAgainstArmour,
    ThrowInCombat,
    WentIn,
    approach_to,
    came_up,
    closing_facts,
    closing_key,
    combat_key,
    contact_aimed_at,
    fires_at_another,
    level_met,
    may_fire_again,
    may_fire_at_any,
    side_of,
    standing_key,
    targets_left,
)
from rules.flanders_fields.game.dice_rolls import faces
from rules.flanders_fields.game.fire_effects import Effects, after_losses, shaken_by
from rules.flanders_fields.game.handler_context import JudgedTable, spend
from rules.flanders_fields.game.outcomes import Reasons, StandChange, reasons
from rules.flanders_fields.game.rule_module import Fought, LeavesStep
from rules.flanders_fields.game.stand_types import fighter_of, is_storm, quality_of_stand
from rules.flanders_fields.game.state.assault import Assault, ClosingShot, Contact, Meeting
from rules.flanders_fields.game.state.game import GameState, Stand
from rules.flanders_fields.game.zone_crossings import on_its_way
from rules.flanders_fields.morale import LIMITS, SOURCES, Morale, StandFacts, stands_against_armour
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.shooting import FireAction, rolls
from rules.flanders_fields.vocabulary import Action, FireResult, MoraleResult, Side
from rules.flanders_fields.wire import cm_beyond_wire
from rules.kernel.dice import ALL_D6, D6, Throw
from rules.kernel.dice_ledger import settle
from rules.kernel.distances import BadDistance, mm
from rules.kernel.explanations import Explained, MoreDice, Refusal, Step
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.game_record import Judgement
from rules.kernel.rule_modules import Command, Event, judged_by
from rules.kernel.tables import Cited

# The dice of an assault (FF-ASL-06 to -17)


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
    name = closing_key(table.state, command.stand, command.target)
    dice = settle(table.state, name, command.dice)
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
    settled = settle(state, combat_key(*whose), (command.die,))
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


# A fight before its dice fall (FF-ASL-13, FF-ASL-T1)


@dataclass(frozen=True, slots=True)
class InDuel:
    """One stand of a fight: its side, what it adds to its die and why, and its die where that lies."""

    stand: str
    side: Side
    steps: tuple[Step, ...]
    die: Throw | None

    @property
    def added(self) -> int:
        """What it adds to its die."""
        return sum(step.value or 0 for step in self.steps)


@dataclass(frozen=True, slots=True)
class Duel:
    """Both stands of the next fight, and its winner for each pair of faces: his 1 with 1 to 6, then his 2, and on."""

    attacker: InDuel
    defender: InDuel
    winners: tuple[Winner, ...]


def fought(state: GameState, event: FightDecided) -> Iterator[Fought]:
    """For each side whether it has won a fight, and for each pair of faces whether it would have (FF-ASL-13)."""
    contact = next((one for one in state.contacts() if one.attacker == event.attacker), None)
    if contact is None:
        return
    book = state.book()
    facts = combat_facts(state, contact, book)
    ends = [fight(facts, (ours, theirs), book) for ours in ALL_D6 for theirs in ALL_D6]
    attacker = state.stands[event.attacker].side
    for side, winner in ((attacker, Winner.ATTACKER), (attacker.other, Winner.DEFENDER)):
        wins = [not isinstance(one, Refusal) and one.value.winner is winner for one in ends]
        yield side, event.winner is winner, wins


def duel_of(state: GameState, command: object) -> Duel | None:
    """The fight that a command throws in; None where it throws in none."""
    found = duel(state, state.book()) if isinstance(command, ThrowInCombat) else None
    return found if isinstance(found, Duel) else None


def duel(state: GameState, book: RuleBook) -> Duel | Refusal | None:
    """The next fight of an assault as the rules decide each of its 36 throws; None where none is to be fought."""
    contact = next(iter(state.contacts()), None)
    if contact is None or state.assault is None:
        return None
    facts, attacks = combat_facts(state, contact, book), state.stands[contact.attacker].side
    winners = list[Winner]()
    for ours in ALL_D6:
        for theirs in ALL_D6:
            found = fight(facts, (ours, theirs), book)
            if not isinstance(found, Explained):
                return found
            winners.append(found.value.winner)

    def stands(stand: str, side: Side, lines: tuple[Line, ...]) -> InDuel:
        steps = tuple(line for line in lines if isinstance(line, Step) and line.value is not None)
        die = state.assault.die_of(side) if state.assault else None
        return InDuel(stand, side, steps, die)

    return Duel(
        stands(contact.attacker, attacks, tuple(attacker_lines(facts.combat, book))),
        stands(contact.defender, attacks.other, tuple(defender_lines(facts.combat, book))),
        tuple(winners),
    )


# Whether what armour assaults holds its ground, before any fire (FF-ASL-25, FF-MOR-10)


def stand_facts(state: GameState, stand: str, book: RuleBook) -> StandFacts | None:
    """What the roll of an assaulted stand looks at; None where no armour assaults it.

    Cards that help or harm a morale roll count on it, being for any such roll (FF-CRD-12, FF-CRD-15, FF-CRD-27). Pals
    and Prussian Discipline are for a morale test of a battalion, Stubborn Resistance for its result (FF-SPR-03, GAP-41,
    FF-SPR-08, FF-SPR-06): this one is of a stand alone (AMB-92).
    """
    comers = (fighter_of(state, one.attacker, book) for one in state.contacts() if one.defender == stand)
    armour = next((fighter for fighter in comers if fighter in ARMOUR), None)
    if armour is None:
        return None
    return StandFacts(
        defender=fighter_of(state, stand, book),
        quality=quality_of_stand(state, stand),
        attacker=armour,
        bonuses=dice_rolls.morale_bonuses(state, stand),
    )


def tests_to_stand(table: JudgedTable, stand: str) -> bool:
    """Whether an assaulted stand rolls morale before it fights (FF-ASL-25, AMB-421)."""
    facts = stand_facts(table.state, stand, table.book)
    if stand in table.state.shelters.below:
        return False
    return facts is not None and isinstance(stands_against_armour(facts, (), table.book), MoreDice)


def stand_against_armour(table: JudgedTable, command: StandAgainstArmour) -> Judgement:
    """An assaulted stand tests whether it stands; if not, its morale's result is carried out and nobody fights it."""
    going, stand = table.state.assault, table.state.stands.get(command.stand)
    if going is None or stand is None or command.stand not in going.standing:
        return Refusal("FF-ASL-25", "that stand does not test to stand against armour", "go on with the assault")
    refused = table.may_speak_for(stand.side)
    if refused:
        return refused
    name = standing_key(table.state, stand.id)
    dice = settle(table.state, name, (command.die,))
    if isinstance(dice, Refusal):
        return dice
    facts = stand_facts(table.state, stand.id, table.book)
    if facts is None:
        return Refusal("FF-ASL-25", "no armour assaults it any more", "go on with the assault")
    answer = stands_against_armour(facts, faces(dice), table.book)
    if isinstance(answer, Refusal | MoreDice):
        return answer if isinstance(answer, Refusal) else Refusal(answer.clause, answer.says, "throw its die")
    found, morale = answer.value, answer.value.morale
    changes = _changes(table, stand, morale) if morale and not found.stands else ()
    event = StoodAgainstArmour(
        stand=stand.id,
        die=dice[0],
        stands=found.stands,
        result=morale.result if morale else MoraleResult.HOLDS,
        retreat_cm=morale.retreat_cm if morale and not found.stands else 0.0,
        changes=changes,
        reasons=reasons(answer),
        cards=dice_rolls.for_morale(table.state, stand.id),
    )
    return (event, *after_losses(table, changes))


def _changes(table: JudgedTable, stand: Stand, morale: Morale) -> tuple[StandChange, ...]:
    """The stand after a roll that did not hold: gone, or suppressed (FF-MOR-07, AMB-89)."""
    if morale.removed:
        return (StandChange(stand.id, stand.levels, alive=False),)
    levels = {"nothing": stand.levels, "to_one": max(1, stand.levels), "one_more": stand.levels + 1}[morale.suppresses]
    if levels == stand.levels:
        return ()
    last = table.book.table(LIMITS).number("kills").value
    return (StandChange(stand.id, levels, alive=levels < last, on_wire=stand.on_wire and not morale.retreat_cm),)


# Assaults (FF-ASL-T3)


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


# Command handlers


def before_this(table: JudgedTable, command: Command) -> Refusal | None:
    """Refuses what waits while contacts of an assault are still to be fought."""
    if not table.state.contacts():
        return None
    together = table.book.behaviour("AMB-401", {"company": False, "battalion": True})
    if together and table.state.assault and table.state.assault.moving and not isinstance(command, LeavesStep):
        return None
    return Refusal("FF-ASL-05", "an assault is on", "fight its contacts first, or take it back")


def _through_fire(table: JudgedTable, command: GoIn, judged: Judgement) -> Judgement:
    """A stand that goes in through zones, as judged; one that follows up is not attacked on its way (AMB-322)."""
    went = None if isinstance(judged, Refusal) else judged[0]
    if not isinstance(went, WentIn) or not (command.zones or command.places):
        return judged
    follows_up = went.follow_up
    met = tuple(replace(one, stand=command.stand) for one in command.zones)
    how = ZoneMove.FOLLOW_UP if follows_up else ZoneMove.ASSAULT
    return on_its_way(table, replace(command, zones=met), judged, how)


judge = judged_by(
    {
        GoIn: lambda table, command: _through_fire(table, command, go_in(table, command)),
        AllIn: all_in,
        StandAgainstArmour: stand_against_armour,
        FireAsTheyClose: fire_as_they_close,
        ThrowInCombat: throw_in_combat,
    }
)
"""Who judges which command of an assault."""
