"""What happened, in a sentence for the log; and the short name by which a deed is taken back."""

from typing import Final

from rules.flanders_fields.close_combat import Beaten, Winner
from rules.flanders_fields.game.assault_events import AllWentIn, CombatDieThrown, FiredAtClosers, Fought, WentIn
from rules.flanders_fields.game.events import (
    ActionSpent,
    CommanderLost,
    CommanderReplaced,
    ConsentAnswered,
    ConsentAsked,
    Corrected,
    Event,
    Fired,
    GameCreated,
    HeroicActionTried,
    MoraleCalled,
    MoraleTested,
    Noted,
    OrdersRolled,
    Overruled,
    ReinforcementRolled,
    ShotFired,
    StaffBonusAllotted,
    StepBegun,
    SupportDenied,
    SupportLost,
    TakenBack,
    TurnEnded,
    TurnStarted,
    UnitFinished,
    WeaponTested,
)
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.vocabulary import FireResult, MoraleResult
from rules.kernel.play import Throw

RESULTS = {
    FireResult.NO_EFFECT: "no effect",
    FireResult.SUPPRESSED: "suppressed",
    FireResult.KILLED: "killed",
}
MORALE = {
    MoraleResult.ROUT: "routs and leaves the table",
    MoraleResult.RETREAT_40: "retreats 40 cm, suppressed",
    MoraleResult.RETREAT_20: "retreats 20 cm, suppressed",
    MoraleResult.HOLDS: "holds",
}


def counted(number: int, word: str) -> str:
    """'1 action', '2 actions', 'no action'."""
    return f"no {word}" if number == 0 else f"{number} {word}" + ("s" if number != 1 else "")


def die(throw: Throw) -> str:
    """A die and whose it was."""
    return f"die {throw.pips}" + (", rolled here" if throw.source == "rolled" else "")


def stand_name(state: GameState, stand: str) -> str:
    """A stand with its unit and battalion: '2nd Platoon, A Company, 1st Battalion'."""
    one = state.stands[stand]
    if not one.unit:
        return one.name
    unit = unit_name(state, one.unit)
    return unit if one.name == state.units[one.unit].name else f"{one.name}, {unit}"


def unit_name(state: GameState, unit: str) -> str:
    """A unit with its battalion: 'A Company, 1st Battalion'."""
    one = state.units[unit]
    battalion = state.battalion_of(one)
    return f"{one.name}, {battalion.name}" if battalion else one.name


def formation_name(state: GameState, formation: str) -> str:
    """A battalion's or regiment's name."""
    return (state.battalions.get(formation) or state.regiments[formation]).name


def name_of(state: GameState, event: Event) -> str:
    """The name of a deed on the button that takes it back."""
    match event:
        case OrdersRolled(unit=unit):
            return f"{state.units[unit].name}'s order"
        case ActionSpent(unit=unit, says=did):
            return f"{state.units[unit].name}: {did.split(':')[0]}"
        case Fired(unit=unit):
            return f"{state.units[unit].name}'s fire"
        case MoraleTested(battalion=battalion):
            return f"{state.battalions[battalion].name}'s morale test"
        case WeaponTested(weapon=weapon):
            return f"{unit_name(state, weapon)}'s morale test"
        case WentIn(contact=contact):
            return f"{stand_name(state, contact.attacker)} going in"
        case AllWentIn():
            return "the end of the moves into contact"
        case FiredAtClosers(stand=stand):
            return f"{stand_name(state, stand)}'s fire as they close"
        case Fought(attacker=attacker) | CombatDieThrown(attacker=attacker):
            return f"the die in the fight of {stand_name(state, attacker)}"
        case _:
            return says(state, event)


def _closers(state: GameState, event: FiredAtClosers) -> str:
    firer = stand_name(state, event.stand)
    if not event.target:
        return f"{firer} holds its fire as they close"
    results = " and ".join(RESULTS[result] for result in event.results)
    return f"{firer} fires as they close: {stand_name(state, event.target)} {results}"


BEATEN: Final = {
    Beaten.REMOVED: "is destroyed",
    Beaten.CAPTURED: "is captured",
    Beaten.SILENT: "is silenced",
    Beaten.MAY_BE_MANNED: "is taken",
}


def _fight(state: GameState, event: Fought) -> str:
    ours, theirs = event.dice
    thrown = f"{die(ours)} against {die(theirs)}"
    attacker, defender = stand_name(state, event.attacker), stand_name(state, event.defender)
    if event.winner is Winner.DRAW:
        return f"{attacker} and {defender} draw, {thrown}: {attacker} falls back {event.falls_back_cm:g} cm"
    winner, loser = (attacker, defender) if event.winner is Winner.ATTACKER else (defender, attacker)
    return f"{winner} wins its fight, {thrown}: {loser} {BEATEN[event.beaten]}"


def _of_assault(state: GameState, event: WentIn | AllWentIn | FiredAtClosers | CombatDieThrown | Fought) -> str:
    match event:
        case WentIn(contact=contact, follow_up=follow_up):
            how = "goes on into" if follow_up else "goes in against"
            return f"{stand_name(state, contact.attacker)} {how} {stand_name(state, contact.defender)}"
        case AllWentIn(unit=unit):
            return f"{unit_name(state, unit)} has moved into contact"
        case FiredAtClosers():
            return _closers(state, event)
        case CombatDieThrown(attacker=attacker, side=side, die=thrown):
            who = state.side_facts(side).name
            return f"The {who} side throws in the fight of {stand_name(state, attacker)}: {die(thrown)}"
        case Fought():
            return _fight(state, event)


def _shot(state: GameState, shot: ShotFired) -> str:
    results = " and ".join(RESULTS[result] for result in shot.results)
    return f"{stand_name(state, shot.target)} {results}"


def says(state: GameState, event: Event) -> str:  # one arm an event: the type checker finds a forgotten one
    """One plain sentence."""
    match event:
        # First what happens most: a long log asks for the names of all its deeds when it is opened.
        case Noted(text=text):
            return text
        case UnitFinished(unit=unit):
            return f"{unit_name(state, unit)} is done"
        case GameCreated(facts=facts):
            return f"{facts.title} is set up"
        case TurnStarted(turn=turn):
            return f"Turn {turn.number}: the {state.side_facts(turn.side).name} side begins"
        case StepBegun(turn=turn, title=title):
            return f"{title}, {formation_name(state, turn.of)}" if turn.of else title
        case TurnEnded(turn=turn):
            return f"The {state.side_facts(turn.side).name} side ends turn {turn.number}"
        case ReinforcementRolled(battalion=battalion, die=thrown, arrived=arrived):
            outcome = "arrives" if arrived else "does not arrive yet"
            return f"{state.battalions[battalion].name} {outcome}: {die(thrown)}"
        case CommanderReplaced(formation=formation):
            return f"{formation_name(state, formation)} has a new commander, a field promotion"
        case StaffBonusAllotted(battalion=battalion):
            return f"The staff bonus goes to {state.battalions[battalion].name}"
        case OrdersRolled(unit=unit, die=thrown, actions=actions, again=again):
            second = f", thrown again {die(again)}" if again else ""
            return f"{unit_name(state, unit)}, order: {die(thrown)}{second}, {counted(actions, 'action')}"
        case ActionSpent(unit=unit, says=did):
            return f"{unit_name(state, unit)} {did}"
        case Fired(unit=unit, shots=shots, mad_minute=mad):
            outcome = "; ".join(_shot(state, shot) for shot in shots)
            return f"{unit_name(state, unit)} fires{' its Mad Minute' if mad else ''}: {outcome}"
        case WentIn() | AllWentIn() | FiredAtClosers() | CombatDieThrown() | Fought():
            return _of_assault(state, event)
        case MoraleCalled(battalion=battalion, left=left, started=started):
            return f"{state.battalions[battalion].name} is down to {left} of {started} platoons: morale test"
        case CommanderLost(formation=formation):
            return f"{formation_name(state, formation)} has lost its commander"
        case MoraleTested(battalion=battalion, die=thrown, result=result):
            return f"{state.battalions[battalion].name} {MORALE[result]}: {die(thrown)}"
        case SupportLost(battalion=battalion, weapons=weapons):
            names = ", ".join(unit_name(state, weapon) for weapon in weapons)
            return f"{state.battalions[battalion].name} is gone: those that supported it roll for themselves ({names})"
        case WeaponTested(weapon=weapon, die=thrown, result=result):
            outcome = "stands by its guns" if result is MoraleResult.HOLDS else "abandons its guns"
            return f"{unit_name(state, weapon)} {outcome}: {die(thrown)}"
        case SupportDenied(weapon=weapon, battalion=battalion):
            return f"{unit_name(state, weapon)} did not support {state.battalions[battalion].name}"
        case HeroicActionTried(stand=stand, deed=deed, die=thrown, success=success):
            outcome = "succeeds" if success else "fails, the platoon is destroyed"
            return f"{stand_name(state, stand)}, {deed}: {die(thrown)}, {outcome}"
        case Corrected(of=of, what=what, after=after, reason=reason):
            return f"Corrected, {_thing(state, of)}: {_as_corrected(what, after)} ({reason})"
        case Overruled(clause=clause, because=because, reason=reason, agreed=agreed):
            who = "by agreement" if agreed else "by the referee"
            return f"Overruled {who}, {clause}: {because}{f' ({reason})' if reason else ''}"
        case ConsentAsked(words=words):
            return f"Asks to {words}"
        case ConsentAnswered(agreed=agreed, words=words):
            return f"{'Agreed' if agreed else 'Not agreed'}: {words}"
        case TakenBack(names=names):
            return f"Taken back: {', '.join(names)}"


CORRECTED: Final = {
    ("alive", True): "it stands on the table",
    ("alive", False): "it has been destroyed",
    ("on_wire", True): "it is on the wire",
    ("on_wire", False): "it is clear of the wire",
    ("on_table", True): "it is on the table",
    ("on_table", False): "it is off the table",
    ("fired_on", True): "it has been fired on",
    ("fired_on", False): "it has not been fired on",
    ("field_promotion", True): "its commander is a field promotion",
    ("field_promotion", False): "its commander is the original one",
    ("carriage", "ready"): "its weapon is ready to fire",
    ("carriage", "limbered"): "its weapon is limbered",
    ("carriage", "packed"): "its weapon is packed",
    ("discipline_used", 0): "Prussian Discipline has not been used",
}


def _as_corrected(what: str, after: int | bool | str) -> str:
    if said := CORRECTED.get((what, after)):
        return said
    match what:
        case "levels":
            return f"suppression is {after}"
        case "actions":
            return f"{counted(int(after), 'action')} left"
        case "discipline_used":
            return f"Prussian Discipline has been used {counted(int(after), 'time')}"
        case _:
            return f"{what.replace('_', ' ')} is {after}"


def _thing(state: GameState, of: str) -> str:
    if of in state.stands:
        return stand_name(state, of)
    return unit_name(state, of) if of in state.units else formation_name(state, of)
