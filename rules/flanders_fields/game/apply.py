"""Folding events into the state. Total, and no rule in it: events carry their results."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from rules.flanders_fields.game.dice import turn_key
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
    StaffBonusAllotted,
    StandChange,
    StepBegun,
    TakenBack,
    TurnEnded,
    TurnStarted,
    UnitFinished,
)
from rules.flanders_fields.game.state import Asked, Deed, DueRoll, GameState, Orders
from rules.flanders_fields.game.words import name_of
from rules.flanders_fields.vocabulary import Action, Carriage, Due, Fate, MoraleResult
from rules.kernel.play import Recorded, Throw

NO_DEED = (GameCreated, TakenBack, ConsentAsked)


def apply(state: GameState, recorded: Recorded[Event]) -> GameState:
    """Fold one event in, in place."""
    event = recorded.event
    if not isinstance(event, NO_DEED):
        _remember(state, recorded, event)
    state.seq = recorded.seq
    FOLDS[type(event)](state, event)
    return state


def _remember(state: GameState, recorded: Recorded[Event], event: Event) -> None:
    """Keep what was done under its command's name, so that it can be taken back by it."""
    dice = dict(_dice(state, event))
    newest = state.deeds
    if newest is not None and newest.command_id == recorded.command_id:
        state.deeds = replace(newest, seqs=(*newest.seqs, recorded.seq), dice=newest.dice | dice)
        return
    turn = event.turn if isinstance(event, TurnStarted) else state.turn
    name = name_of(state, event)
    state.deeds = Deed(
        recorded.command_id,
        recorded.role,
        (turn.number, turn.side),
        (recorded.seq,),
        name,
        dice,
        recorded.audience,
        newest,
    )


def _dice(state: GameState, event: Event) -> Iterable[tuple[str, tuple[Throw, ...]]]:
    match event:
        case OrdersRolled(unit=unit, die=die):
            yield turn_key(state, "order", unit), (die,)
        case Fired(unit=unit, shots=shots):
            spent = len(state.orders.get(unit, Orders(0)).spent)
            yield turn_key(state, "fire", f"{unit}/{spent}"), tuple(die for shot in shots for die in shot.dice)
        case ActionSpent(unit=unit, dice=dice) if dice:
            spent = len(state.orders.get(unit, Orders(0)).spent)
            yield turn_key(state, "wire", f"{unit}/{spent}"), dice
        case ReinforcementRolled(battalion=battalion, die=die):
            yield turn_key(state, "arrival", battalion), (die,)
        case MoraleTested(battalion=battalion, threshold=threshold, die=die):
            yield f"morale/{battalion}/{threshold}", (die,)
        case HeroicActionTried(player=player, die=die):
            yield f"heroic/{player}", (die,)
        case _:
            return


def _created(state: GameState, event: GameCreated) -> None:
    state.facts = event.facts
    state.regiments = {one.id: one for one in event.regiments}
    state.battalions = {one.id: one for one in event.battalions}
    state.units = {one.id: one for one in event.units}
    state.stands = {one.id: one for one in event.stands}


def _turn_started(state: GameState, event: TurnStarted) -> None:
    state.turn = event.turn
    state.orders = {}
    arrivals = (DueRoll(Due.REINFORCEMENT, name) for name in event.waiting)
    promotions = (DueRoll(Due.FIELD_PROMOTION, name) for name in event.promotions)
    state.due = (*state.due, *(due for due in (*arrivals, *promotions) if due not in state.due))
    for regiment in state.regiments.values():
        if regiment.staff_bonus_to:
            state.regiments[regiment.id] = replace(regiment, staff_bonus_to="", staff_bonus_spent=False)


def _step_begun(state: GameState, event: StepBegun) -> None:
    state.turn = event.turn
    _change(state, event.recovered)


def _turn_ended(state: GameState, event: TurnEnded) -> None:
    state.turn = event.turn
    state.orders = {}


def _arrival(state: GameState, event: ReinforcementRolled) -> None:
    _settle(state, Due.REINFORCEMENT, event.battalion)
    if event.arrived:
        battalion = state.battalions[event.battalion]
        state.battalions[event.battalion] = replace(battalion, on_table=True)


def _replaced(state: GameState, event: CommanderReplaced) -> None:
    _settle(state, Due.FIELD_PROMOTION, event.formation)
    state.stands[event.stand.id] = event.stand
    if event.platoon_lost:
        state.stands[event.platoon_lost] = replace(state.stands[event.platoon_lost], alive=False)
    if event.formation in state.battalions:
        state.battalions[event.formation] = replace(state.battalions[event.formation], field_promotion=True)
    else:
        state.regiments[event.formation] = replace(state.regiments[event.formation], field_promotion=True)


def _staff(state: GameState, event: StaffBonusAllotted) -> None:
    state.regiments[event.regiment] = replace(state.regiments[event.regiment], staff_bonus_to=event.battalion)


def _ordered(state: GameState, event: OrdersRolled) -> None:
    state.orders[event.unit] = Orders(event.actions, (), event.crossing_wire)
    if event.staff_bonus:
        state.regiments[event.staff_bonus] = replace(state.regiments[event.staff_bonus], staff_bonus_spent=True)
    _use_discipline(state, event.discipline)
    _change(state, event.caught)


def _use_discipline(state: GameState, formation: str) -> None:
    if formation in state.battalions:
        battalion = state.battalions[formation]
        state.battalions[formation] = replace(battalion, discipline_used=battalion.discipline_used + 1)
    elif formation:
        regiment = state.regiments[formation]
        state.regiments[formation] = replace(regiment, discipline_used=regiment.discipline_used + 1)


def _spent(state: GameState, event: ActionSpent) -> None:
    _spend(state, event.unit, event.kind)
    _change(state, event.changes)
    if event.carriage is not None:
        state.units[event.unit] = replace(state.units[event.unit], carriage=event.carriage)


def _spend(state: GameState, unit: str, kind: Action) -> None:
    orders = state.orders.get(unit, Orders(0))
    earned = max(orders.earned, len(orders.spent) + 1)
    state.orders[unit] = replace(orders, earned=earned, spent=(*orders.spent, kind))


def _fired(state: GameState, event: Fired) -> None:
    _spend(state, event.unit, Action.FIRE)
    for shot in event.shots:
        state.stands[shot.firer] = replace(state.stands[shot.firer], has_fired=True)
    _change(state, event.changes)
    for name in event.fired_on:
        state.battalions[name] = replace(state.battalions[name], fired_on=True)
    if event.mad_minute:
        unit = state.units[event.unit]
        state.units[event.unit] = replace(unit, mad_minutes=unit.mad_minutes + 1)
        battalion = state.battalions[unit.of]
        state.battalions[unit.of] = replace(battalion, mad_minute_turn=state.turn.number)


def _finished(state: GameState, event: UnitFinished) -> None:
    state.orders[event.unit] = replace(state.orders.get(event.unit, Orders(0)), done=True)


def _morale_called(state: GameState, event: MoraleCalled) -> None:
    state.due = (*state.due, DueRoll(Due.MORALE, event.battalion, event.threshold))


def _commander_lost(state: GameState, event: CommanderLost) -> None:
    """The stand itself fell with the change before; his replacement is asked for when the rules say so."""


def _morale_tested(state: GameState, event: MoraleTested) -> None:
    _settle(state, Due.MORALE, event.battalion, event.threshold)
    battalion = state.battalions[event.battalion]
    fate = Fate.ROUTED if event.result is MoraleResult.ROUT else battalion.fate
    state.battalions[event.battalion] = replace(battalion, tests=(*battalion.tests, event.threshold), fate=fate)
    if fate is Fate.ROUTED:
        state.due = tuple(due for due in state.due if due.of != event.battalion)
    _use_discipline(state, event.discipline)
    _change(state, event.changes)


def _deed_tried(state: GameState, event: HeroicActionTried) -> None:
    state.heroic_spent[event.player] = state.heroic_spent.get(event.player, 0) + 1
    unit = state.stands[event.stand].unit
    state.orders[unit] = replace(state.orders.get(unit, Orders(0)))
    _change(state, event.changes)


def _corrected(state: GameState, event: Corrected) -> None:
    if event.of in state.stands and event.what in ("levels", "alive", "on_wire"):
        state.stands[event.of] = replace(state.stands[event.of], **_field(event.what, event.after))
    elif event.of in state.units and event.what == "carriage":
        state.units[event.of] = replace(state.units[event.of], carriage=Carriage(str(event.after)))
    elif event.of in state.orders and event.what == "actions":
        orders = state.orders[event.of]
        state.orders[event.of] = replace(orders, earned=len(orders.spent) + int(event.after), done=False)
    else:
        state.battalions[event.of] = replace(state.battalions[event.of], **_field(event.what, event.after))


def _field(name: str, value: object) -> dict[str, Any]:
    return {name: value}


def _asked(state: GameState, event: ConsentAsked) -> None:
    state.asked = Asked(event.by, event.words, event.command)


def _answered(state: GameState, _event: ConsentAnswered) -> None:
    state.asked = None


def _taken_back(state: GameState, event: TakenBack) -> None:
    state.thrown = {**state.thrown, **event.dice}
    state.asked = None


def _only_said(_state: GameState, _event: Overruled | Noted) -> None:
    """Words for the log; what they lead to follows as events of its own."""


def _settle(state: GameState, kind: Due, of: str, threshold: str = "") -> None:
    state.due = tuple(
        due for due in state.due if (due.kind, due.of) != (kind, of) or (threshold and due.threshold != threshold)
    )


def _change(state: GameState, changes: Iterable[StandChange]) -> None:
    for change in changes:
        stand = state.stands[change.stand]
        state.stands[change.stand] = replace(
            stand, levels=change.levels, alive=change.alive, on_wire=change.on_wire and change.alive
        )


FOLDS: dict[type[Event], Callable[[GameState, Any], None]] = {
    GameCreated: _created,
    TurnStarted: _turn_started,
    StepBegun: _step_begun,
    TurnEnded: _turn_ended,
    ReinforcementRolled: _arrival,
    CommanderReplaced: _replaced,
    StaffBonusAllotted: _staff,
    OrdersRolled: _ordered,
    ActionSpent: _spent,
    Fired: _fired,
    UnitFinished: _finished,
    MoraleCalled: _morale_called,
    CommanderLost: _commander_lost,
    MoraleTested: _morale_tested,
    HeroicActionTried: _deed_tried,
    Corrected: _corrected,
    Overruled: _only_said,
    ConsentAsked: _asked,
    ConsentAnswered: _answered,
    TakenBack: _taken_back,
    Noted: _only_said,
}
