"""What happened, in a sentence for the log; and the short name by which a deed is taken back."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from rules.flanders_fields.game.air.events import AIR_EVENTS
from rules.flanders_fields.game.air.words import air_thing, corrected_air, name_air, says_air
from rules.flanders_fields.game.armour.events import ARMOUR_EVENTS
from rules.flanders_fields.game.armour.fold import FACE_VALUES
from rules.flanders_fields.game.armour.words import armour_says
from rules.flanders_fields.game.assault.events import (
    ASSAULT_EVENTS,
)
from rules.flanders_fields.game.assault.words import assault_name, assault_says
from rules.flanders_fields.game.barrage.events import BARRAGE_EVENTS
from rules.flanders_fields.game.barrage.words import name_of_barrage, name_of_deed, says_barrage
from rules.flanders_fields.game.bombard.events import BOMBARD_EVENTS
from rules.flanders_fields.game.bombard.words import name_of_bombard, says_bombard
from rules.flanders_fields.game.cards.events import CARD_EVENTS
from rules.flanders_fields.game.cards.words import says_card, short_name
from rules.flanders_fields.game.deep.events import DEEP_EVENTS
from rules.flanders_fields.game.deep.words import name_of_deep, says_deep
from rules.flanders_fields.game.events import (
    ActionSpent,
    CommanderLost,
    CommanderReplaced,
    Event,
    Fired,
    GameCreated,
    HeroicActionTried,
    MoraleCalled,
    MoraleTested,
    OrdersRolled,
    OwnEvent,
    ReinforcementRolled,
    ShotFired,
    StaffBonusAllotted,
    StepBegun,
    SupportDenied,
    SupportLost,
    TurnEnded,
    TurnStarted,
    UnitFinished,
    WeaponTested,
    is_own,
)
from rules.flanders_fields.game.gas.events import GAS_EVENTS
from rules.flanders_fields.game.gas.words import corrected_gas, gas_thing, name_gas, says_gas
from rules.flanders_fields.game.ground.events import GROUND_EVENTS
from rules.flanders_fields.game.ground.words import ground_name, ground_says
from rules.flanders_fields.game.guns import words as guns
from rules.flanders_fields.game.guns.events import GUN_EVENTS
from rules.flanders_fields.game.naming import (
    RESULTS,
    counted,
    die,
    formation_name,
    morale_words,
    stand_name,
    unit_name,
)
from rules.flanders_fields.game.national.events import NATIONAL_EVENTS
from rules.flanders_fields.game.national.record import said_of_uses
from rules.flanders_fields.game.national.words import says_national
from rules.flanders_fields.game.plan.record import planned_thing
from rules.flanders_fields.game.sealing.events import SEALING_EVENTS
from rules.flanders_fields.game.sealing.words import name_of_sealing, says_sealing
from rules.flanders_fields.game.setting_up.events import SETTING_UP_EVENTS
from rules.flanders_fields.game.setting_up.words import says_setting_up
from rules.flanders_fields.game.shelters.events import SHELTER_EVENTS
from rules.flanders_fields.game.shelters.words import shelter_name, shelter_says
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.game.survey.words import overruled_words
from rules.flanders_fields.vocabulary import MoraleResult, Side, Threshold
from rules.kernel.play import Role
from rules.kernel.record_kinds import (
    ConsentAnswered,
    ConsentAsked,
    ConsentWithdrawn,
    Corrected,
    DieReread,
    Noted,
    Overruled,
    RecordEvent,
    SeatGivenUp,
    SeatTaken,
    TakenBack,
    Withheld,
)

Words = Mapping[type[Any], Callable[[GameState, Any], str]]
NAMES: Final[Words] = {
    **dict.fromkeys(AIR_EVENTS.values(), name_air),
    **dict.fromkeys(ASSAULT_EVENTS.values(), assault_name),
    **dict.fromkeys(BARRAGE_EVENTS.values(), name_of_deed),
    **dict.fromkeys(BOMBARD_EVENTS.values(), name_of_bombard),
    **dict.fromkeys(CARD_EVENTS.values(), short_name),
    **dict.fromkeys(DEEP_EVENTS.values(), name_of_deep),
    **dict.fromkeys(GAS_EVENTS.values(), name_gas),
    **dict.fromkeys(GROUND_EVENTS.values(), ground_name),
    **dict.fromkeys(GUN_EVENTS.values(), guns.name_of),
    **dict.fromkeys(SEALING_EVENTS.values(), name_of_sealing),
    **dict.fromkeys(SHELTER_EVENTS.values(), shelter_name),
}
"""How the chapters name their deeds, by the type of the event; the others say the sentence."""
SAYS: Final[Words] = {
    **dict.fromkeys(AIR_EVENTS.values(), says_air),
    **dict.fromkeys(ARMOUR_EVENTS.values(), armour_says),
    **dict.fromkeys(ASSAULT_EVENTS.values(), assault_says),
    **dict.fromkeys(BARRAGE_EVENTS.values(), says_barrage),
    **dict.fromkeys(BOMBARD_EVENTS.values(), says_bombard),
    **dict.fromkeys(CARD_EVENTS.values(), says_card),
    **dict.fromkeys(DEEP_EVENTS.values(), says_deep),
    **dict.fromkeys(GAS_EVENTS.values(), says_gas),
    **dict.fromkeys(GROUND_EVENTS.values(), ground_says),
    **dict.fromkeys(GUN_EVENTS.values(), guns.says),
    **dict.fromkeys(NATIONAL_EVENTS.values(), says_national),
    **dict.fromkeys(SEALING_EVENTS.values(), says_sealing),
    **dict.fromkeys(SETTING_UP_EVENTS.values(), says_setting_up),
    **dict.fromkeys(SHELTER_EVENTS.values(), shelter_says),
}


def name_of(state: GameState, event: Event) -> str:
    """The name of a deed on the button that takes it back: a chapter names its own."""
    if chapter := NAMES.get(type(event)):
        return chapter(state, event)
    match event:
        case OrdersRolled(unit=unit):
            return f"{state.units[unit].name}'s order"
        case ActionSpent(unit=unit, says=did):
            return f"{state.units[unit].name}: {did.split(':')[0]}"
        case Fired(unit=unit):
            return f"{state.units[unit].name}'s fire"
        case MoraleCalled(battalion=battalion) | MoraleTested(battalion=battalion):
            return f"{state.battalions[battalion].name}'s morale test"
        case WeaponTested(weapon=weapon):
            return f"{unit_name(state, weapon)}'s morale test"
        case _:
            return says(state, event)


def _shot(state: GameState, shot: ShotFired) -> str:
    results = " and ".join(RESULTS[result] for result in shot.results)
    return f"{stand_name(state, shot.target)} {results}"


def says(state: GameState, event: Event) -> str:
    """One plain sentence: a chapter has words of its own."""
    sentence = _says(state, event) if is_own(event) else SAYS[type(event)](state, event)
    return f"{sentence}{overruled_words(state, event)}"


def _says(state: GameState, event: OwnEvent) -> str:  # one arm an event: the type checker finds a forgotten one
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
            last = ", the last of the scenario" if state.set_up.ends_with(turn.number, turn.side) else ""
            return f"The {state.side_facts(turn.side).name} side ends turn {turn.number}{last}"
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
        case Fired(unit=unit, shots=shots, mad_minute=mad, on_the_move=moving):
            outcome = "; ".join(_shot(state, shot) for shot in shots)
            how = " its Mad Minute" if mad else " at the end of its move" if moving else ""
            return f"{unit_name(state, unit)} fires{how}: {outcome}"
        case MoraleCalled(battalion=battalion, left=left, started=started):
            return f"{state.battalions[battalion].name} is down to {left} of {started} platoons: morale test"
        case CommanderLost(formation=formation):
            return f"{formation_name(state, formation)} has lost its commander"
        case MoraleTested(battalion=battalion, die=thrown, result=result, retreat_cm=far):
            return f"{state.battalions[battalion].name} {morale_words(result, far)}: {die(thrown)}"
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
        case _:
            return _of_record(state, event)


def says_share_lost(state: GameState, event: MoraleCalled) -> str:
    """The same for those who may not count the battalion's platoons: the test tells the share by itself."""
    share = {Threshold.HALF: "half", Threshold.THREE_QUARTERS: "three quarters"}[event.threshold]
    return f"{state.battalions[event.battalion].name} has lost {share} of its platoons: morale test"


def corrected_words(state: GameState, event: Corrected) -> str:
    """What a correction sets down."""
    return f"{_thing(state, event.of)}: {_as_corrected(event.what, event.after)} ({event.reason})"


def _of_record(state: GameState, event: RecordEvent) -> str:
    match event:
        case Corrected():
            return f"Corrected, {corrected_words(state, event)}"
        case Overruled(clause=clause, because=because, reason=reason, agreed=agreed):
            who = "by agreement" if agreed else "by the referee"
            return f"Overruled {who}, {clause}: {because}{f' ({reason})' if reason else ''}"
        case ConsentAsked(words=words) | Withheld(words=words):
            return f"Asks to {words}"
        case ConsentAnswered(agreed=agreed, words=words):
            return f"{'Agreed' if agreed else 'Not agreed'}: {words}"
        case ConsentWithdrawn(words=words):
            return f"No longer asks to {words}"
        case TakenBack(names=names, after_the_die=after):
            return f"Taken back{' after the die' if after else ''}: {', '.join(names)}"
        case DieReread(name=name, before=before, after=now):
            return f"Mistyped, {name}: a die read as {before} shows {now}"
        case SeatTaken(role=role, name=name):
            return f"{name or 'A device'} takes {_seat(state, role)}"
        case SeatGivenUp(role=role, name=name, by=by):
            return f"{by or 'The host'} takes {_seat(state, role)} away from {name or 'a device'}"
        case Noted(text=text):
            return text


def _seat(state: GameState, role: Role) -> str:
    if not role.plays:
        return f"a {role.value}'s seat"
    return f"a seat of the {state.side_facts(Side(role.value)).name} side" if state.facts else "a seat"


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
    ("laid", True): "its aiming point is laid",
    ("laid", False): "it has no aiming point",
    ("fired_here", True): "its point has been fired on",
    ("fired_here", False): "its point has not been fired on",
    ("carriage", "ready"): "its weapon is ready to fire",
    ("carriage", "limbered"): "its weapon is limbered",
    ("carriage", "packed"): "its weapon is packed",
    ("lies", False): "it has lifted",
    ("done", True): "its planned fire is over",
    ("done", False): "its planned fire is still to come",
    ("discipline_used", 0): "Prussian Discipline has not been used",
}


def _as_corrected(what: str, after: int | float | bool | str) -> str:
    if (
        said := CORRECTED.get((what, after))
        or said_of_uses(what, after)
        or corrected_gas(what, after)
        or corrected_air(what, after)
    ):
        return said
    match what:
        case "levels":
            return f"suppression is {after}"
        case face if face in FACE_VALUES:
            return f"suppression on its {face.replace('_', ' ')} is {after}"
        case "modifier":
            return f"it takes {str(after).removeprefix('-')} off orders"
        case "rear_cm":
            return f"its rear edge lies {after} cm up the table"
        case "turns":
            return f"it lasts {after} turns"
        case "actions":
            return f"{counted(int(after), 'action')} left"
        case "facing_deg":
            return f"it faces {after} degrees clockwise from straight up the table"
        case "discipline_used":
            return f"Prussian Discipline has been used {counted(int(after), 'time')}"
        case _:
            return f"{what.replace('_', ' ')} is {after}"


def _thing(state: GameState, of: str) -> str:
    if thing := gas_thing(state, of) or air_thing(state, of) or planned_thing(state, of):
        return thing
    if of in state.barrages:
        return name_of_barrage(state, of)
    if of in state.stands:
        return stand_name(state, of)
    return unit_name(state, of) if of in state.units else formation_name(state, of)
