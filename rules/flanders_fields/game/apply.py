"""Folding events into the state. Total, and no rule in it: events carry their results."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, Final, TypeVar

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
from rules.flanders_fields.game.fold_assault import (
    all_went_in,
    combat_die_thrown,
    fired_at_closers,
    fought,
    went_in,
)
from rules.flanders_fields.game.outcomes import StandChange
from rules.flanders_fields.game.state import (
    NO_ORDERS,
    Asked,
    Battalion,
    Deed,
    DueRoll,
    GameState,
    Orders,
    Regiment,
    Stand,
    Unit,
)
from rules.flanders_fields.game.throws import THROWS
from rules.flanders_fields.game.words import name_of
from rules.flanders_fields.vocabulary import Action, Carriage, Due, Fate, MoraleResult
from rules.kernel.play import Recorded

T = TypeVar("T", Battalion, Regiment, Stand, Unit)

NO_DEED: Final = frozenset({GameCreated, TakenBack, ConsentAsked})
"""What cannot be taken back; a question that was not agreed to is simply asked again."""


def apply(state: GameState, recorded: Recorded[Event]) -> GameState:
    """Fold one event in, in place."""
    event = recorded.event
    if type(event) not in NO_DEED and not (isinstance(event, ConsentAnswered) and not event.agreed):
        _remember(state, recorded, event)
    state.seq = recorded.seq
    FOLDS[type(event)](state, event)
    return state


def _remember(state: GameState, recorded: Recorded[Event], event: Event) -> None:
    """Keep what was done under its command's name, so that it can be taken back by it."""
    seq, _, command_id, role, audience = recorded
    throws = THROWS.get(type(event))
    dice = throws(state, event) if throws else {}
    newest = state.deeds
    if newest is not None and newest.command_id == command_id:
        state.deeds = newest._replace(seqs=(*newest.seqs, seq), dice=newest.dice | dice)
        return
    turn = event.turn if isinstance(event, TurnStarted) else state.turn
    now, name = (turn.number, turn.side), name_of(state, event)
    state.deeds = Deed(command_id, role, now, (seq,), name, dice, audience, newest)


def _created(state: GameState, event: GameCreated) -> None:
    state.facts = event.facts
    state.regiments = {one.id: one for one in event.regiments}
    state.battalions = {one.id: one for one in event.battalions}
    state.units = {one.id: one for one in event.units}
    state.stands = {one.id: one for one in event.stands}


def _turn_started(state: GameState, event: TurnStarted) -> None:
    state.turn = event.turn
    state.orders, state.assault, state.fired_at_closers = {}, None, ()
    arrivals = (DueRoll(Due.REINFORCEMENT, name) for name in event.waiting)
    promotions = (DueRoll(Due.FIELD_PROMOTION, name) for name in event.promotions)
    state.due = (*state.due, *(due for due in (*arrivals, *promotions) if due not in state.due))
    for regiment in state.regiments.values():
        if regiment.staff_bonus_to:
            state.regiments[regiment.id] = changed(regiment, staff_bonus_to="", staff_bonus_spent=False)


def _step_begun(state: GameState, event: StepBegun) -> None:
    state.turn, state.assault = event.turn, None
    _change(state, event.recovered)


def _turn_ended(state: GameState, event: TurnEnded) -> None:
    state.turn = event.turn
    state.orders, state.assault = {}, None


def _arrival(state: GameState, event: ReinforcementRolled) -> None:
    _settle(state, Due.REINFORCEMENT, event.battalion)
    if event.arrived:
        battalion = state.battalions[event.battalion]
        state.battalions[event.battalion] = changed(battalion, on_table=True)


def _replaced(state: GameState, event: CommanderReplaced) -> None:
    _settle(state, Due.FIELD_PROMOTION, event.formation)
    state.stands[event.stand.id] = event.stand
    if event.platoon_lost:
        state.stands[event.platoon_lost] = changed(state.stands[event.platoon_lost], alive=False)
    if event.formation in state.battalions:
        state.battalions[event.formation] = changed(state.battalions[event.formation], field_promotion=True)
    else:
        state.regiments[event.formation] = changed(state.regiments[event.formation], field_promotion=True)


def _staff(state: GameState, event: StaffBonusAllotted) -> None:
    state.regiments[event.regiment] = changed(state.regiments[event.regiment], staff_bonus_to=event.battalion)


def _ordered(state: GameState, event: OrdersRolled) -> None:
    state.orders[event.unit] = Orders(event.actions, (), event.crossing_wire)
    _over(state)
    if event.staff_bonus:
        state.regiments[event.staff_bonus] = changed(state.regiments[event.staff_bonus], staff_bonus_spent=True)
    _use_discipline(state, event.discipline)
    _change(state, event.caught)


def _over(state: GameState) -> None:
    """Whoever has won a fight does not go on once another unit has done something."""
    if not state.contacts():
        state.assault = None


def _use_discipline(state: GameState, formation: str) -> None:
    if formation in state.battalions:
        battalion = state.battalions[formation]
        state.battalions[formation] = changed(battalion, discipline_used=battalion.discipline_used + 1)
    elif formation:
        regiment = state.regiments[formation]
        state.regiments[formation] = changed(regiment, discipline_used=regiment.discipline_used + 1)


def _spent(state: GameState, event: ActionSpent) -> None:
    _spend(state, event.unit, event.kind, event.failed)
    _over(state)
    unit = state.units[event.unit]
    if event.kind is Action.REMOVE_SUPPRESSION and _recovers_as_a_whole(state, unit, event):
        unit = changed(unit, company_suppressions=max(0, unit.company_suppressions - 1))
    if event.carriage is not None:
        unit = changed(unit, carriage=event.carriage)
    state.units[event.unit] = unit
    _change(state, event.changes)


def _recovers_as_a_whole(state: GameState, unit: Unit, event: ActionSpent) -> bool:
    recovered = {change.stand for change in event.changes}
    return all(not one.levels or one.id in recovered for one in state.living(unit))


def _spend(state: GameState, unit: str, kind: Action, failed: tuple[str, ...] = ()) -> None:
    earned, spent, crossing_wire, done, failed_at_wire = state.orders.get(unit, NO_ORDERS)
    state.orders[unit] = Orders(
        max(earned, len(spent) + 1), (*spent, kind), crossing_wire, done, (*failed_at_wire, *failed)
    )


def _fired(state: GameState, event: Fired) -> None:
    _spend(state, event.unit, Action.FIRE)
    _over(state)
    for shot in event.shots:
        state.stands[shot.firer] = changed(state.stands[shot.firer], has_fired=True)
    _change(state, event.changes)
    _under_fire(state, event.fired_on, event.companies)
    if event.mad_minute:
        unit = state.units[event.unit]
        state.units[event.unit] = changed(unit, mad_minutes=unit.mad_minutes + 1)
        battalion = state.battalions[unit.of]
        state.battalions[unit.of] = changed(battalion, mad_minute_turn=state.turn.number)


def _under_fire(state: GameState, fired_on: tuple[str, ...], companies: tuple[str, ...]) -> None:
    """Who counts as fired on from now, and the companies suppressed as a whole once more."""
    for name in fired_on:
        if name in state.battalions:
            state.battalions[name] = changed(state.battalions[name], fired_on=True)
        else:
            state.units[name] = changed(state.units[name], fired_on=True)
    for name in companies:
        company = state.units[name]
        state.units[name] = changed(company, company_suppressions=company.company_suppressions + 1)


def _went_in(state: GameState, event: WentIn) -> None:
    if event.first:
        _spend(state, event.unit, Action.MOVE)
    went_in(state, event)


def _fired_at_closers(state: GameState, event: FiredAtClosers) -> None:
    if event.target:
        state.stands[event.stand] = changed(state.stands[event.stand], has_fired=True)
    _change(state, event.changes)
    _under_fire(state, event.fired_on, event.companies)
    fired_at_closers(state, event)


def _fought(state: GameState, event: Fought) -> None:
    _change(state, event.changes)
    fought(state, event)


def _finished(state: GameState, event: UnitFinished) -> None:
    state.orders[event.unit] = state.orders.get(event.unit, NO_ORDERS)._replace(done=True)
    _over(state)


def _morale_called(state: GameState, event: MoraleCalled) -> None:
    state.due = (*state.due, DueRoll(Due.MORALE, event.battalion, event.threshold))


def _commander_lost(state: GameState, event: CommanderLost) -> None:
    """The stand itself fell with the change before; his replacement is asked for when the rules say so."""


def _morale_tested(state: GameState, event: MoraleTested) -> None:
    _settle(state, Due.MORALE, event.battalion, event.threshold)
    battalion = state.battalions[event.battalion]
    fate = Fate.ROUTED if event.result is MoraleResult.ROUT else battalion.fate
    state.battalions[event.battalion] = changed(battalion, tests=(*battalion.tests, event.threshold), fate=fate)
    if fate is Fate.ROUTED:
        state.due = tuple(due for due in state.due if due.of != event.battalion)
    _use_discipline(state, event.discipline)
    _change(state, event.changes)


def _support_lost(state: GameState, event: SupportLost) -> None:
    state.due = (*state.due, *(DueRoll(Due.SUPPORT_LOST, weapon, event.battalion) for weapon in event.weapons))


def _weapon_tested(state: GameState, event: WeaponTested) -> None:
    _settle(state, Due.SUPPORT_LOST, event.weapon, event.battalion)
    _change(state, event.changes)


def _support_denied(state: GameState, event: SupportDenied) -> None:
    _settle(state, Due.SUPPORT_LOST, event.weapon, event.battalion)


def _deed_tried(state: GameState, event: HeroicActionTried) -> None:
    state.heroic_spent[event.player] = state.heroic_spent.get(event.player, 0) + 1
    unit = state.stands[event.stand].unit
    state.orders.setdefault(unit, NO_ORDERS)
    _change(state, event.changes)


def _corrected(state: GameState, event: Corrected) -> None:
    if event.of in state.stands and event.what in ("levels", "alive", "on_wire"):
        state.stands[event.of] = changed(state.stands[event.of], **_field(event.what, event.after))
    elif event.of in state.units and event.what == "carriage":
        state.units[event.of] = changed(state.units[event.of], carriage=Carriage(str(event.after)))
    elif event.of in state.orders and event.what == "actions":
        orders = state.orders[event.of]
        state.orders[event.of] = orders._replace(earned=len(orders.spent) + int(event.after), done=False)
    elif event.of in state.regiments:
        state.regiments[event.of] = changed(state.regiments[event.of], **_field(event.what, event.after))
    else:
        state.battalions[event.of] = changed(state.battalions[event.of], **_field(event.what, event.after))
        if event.what == "on_table":
            _settle(state, Due.REINFORCEMENT, event.of)
    _call_no_lost_weapons(state)


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


def changed(value: T, **fields: Any) -> T:
    """A frozen value with these fields changed; the same one where they are so already, as they are most often."""
    for name, new in fields.items():
        if getattr(value, name) != new:
            return replace(value, **fields)
    return value


def _settle(state: GameState, kind: Due, of: str, threshold: str = "") -> None:
    state.due = tuple(
        due for due in state.due if (due.kind, due.of) != (kind, of) or (threshold and due.threshold != threshold)
    )


def _change(state: GameState, changes: Iterable[StandChange]) -> None:
    for change in changes:
        stand, on_wire = state.stands[change.stand], change.on_wire and change.alive
        if (stand.levels, stand.alive, stand.on_wire) != (change.levels, change.alive, on_wire):
            state.stands[change.stand] = replace(stand, levels=change.levels, alive=change.alive, on_wire=on_wire)
    _call_no_lost_weapons(state)


def _call_no_lost_weapons(state: GameState) -> None:
    """A crewed weapon that has fallen meanwhile has no test to take."""
    if any(due.kind is Due.SUPPORT_LOST for due in state.due):
        standing = {unit.id for unit in state.units.values() if state.living(unit)}
        state.due = tuple(due for due in state.due if due.kind is not Due.SUPPORT_LOST or due.of in standing)


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
    WentIn: _went_in,
    AllWentIn: all_went_in,
    FiredAtClosers: _fired_at_closers,
    CombatDieThrown: combat_die_thrown,
    Fought: _fought,
    UnitFinished: _finished,
    MoraleCalled: _morale_called,
    CommanderLost: _commander_lost,
    MoraleTested: _morale_tested,
    SupportLost: _support_lost,
    WeaponTested: _weapon_tested,
    SupportDenied: _support_denied,
    HeroicActionTried: _deed_tried,
    Corrected: _corrected,
    Overruled: _only_said,
    ConsentAsked: _asked,
    ConsentAnswered: _answered,
    TakenBack: _taken_back,
    Noted: _only_said,
}
