"""Folding events into the state. Total, and no rule in it: events carry their results."""

from collections.abc import Callable
from typing import Any, Final

from rules.flanders_fields.game.air.record import corrected_air
from rules.flanders_fields.game.air.state import Air
from rules.flanders_fields.game.armour.fold import FACE_VALUES, mark_all_faces, mark_face
from rules.flanders_fields.game.barrage import fold as barrages
from rules.flanders_fields.game.bombard.fold import lay_planned_points
from rules.flanders_fields.game.cards import fold as cards
from rules.flanders_fields.game.changing import (
    change_stands,
    changed,
    let_the_fallen_go,
    settle_due,
    spend,
    under_fire,
)
from rules.flanders_fields.game.chapter_folds import CHAPTER_FOLDS
from rules.flanders_fields.game.dice import order_key, rolls_together
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
    ReinforcementRolled,
    StaffBonusAllotted,
    StepBegun,
    SupportDenied,
    SupportLost,
    TurnEnded,
    TurnStarted,
    UnitFinished,
    WeaponTested,
)
from rules.flanders_fields.game.gas.correcting import corrected_gas
from rules.flanders_fields.game.gas.state import Gas
from rules.flanders_fields.game.ground import fold as ground
from rules.flanders_fields.game.ground.moving import off_their_places
from rules.flanders_fields.game.ground.state import Ground
from rules.flanders_fields.game.guns import fold as guns
from rules.flanders_fields.game.guns.record import corrected as correct_guns
from rules.flanders_fields.game.morale.fold import (
    morale_tested,
    support_denied,
    support_lost,
    use_discipline,
    weapon_tested,
)
from rules.flanders_fields.game.national import fold as national
from rules.flanders_fields.game.national.record import corrected_uses
from rules.flanders_fields.game.plan.record import corrected_plan
from rules.flanders_fields.game.sealing.events import PlanOffered
from rules.flanders_fields.game.setting_up.fold import settled
from rules.flanders_fields.game.shelters import fold as shelters
from rules.flanders_fields.game.state import (
    NO_ORDERS,
    DueRoll,
    GameState,
    Orders,
    Unit,
    span_of,
)
from rules.flanders_fields.game.tells import TELLS
from rules.flanders_fields.game.throws import THROWS
from rules.flanders_fields.game.words import name_of
from rules.flanders_fields.vocabulary import Action, Carriage, DueKind
from rules.kernel.deeds import close_question, fold_question, fold_taken_back, remember
from rules.kernel.kept import kept_under_names
from rules.kernel.play import Recorded
from rules.kernel.record_kinds import (
    ConsentAnswered,
    ConsentAsked,
    ConsentWithdrawn,
    Corrected,
    DieReread,
    Noted,
    Overruled,
    SeatGivenUp,
    SeatTaken,
    TakenBack,
    Withheld,
)

NO_DEED: Final = frozenset(
    {GameCreated, TakenBack, ConsentAsked, ConsentWithdrawn, Withheld, PlanOffered, DieReread, SeatTaken, SeatGivenUp}
)
"""What cannot be taken back; a question that was not agreed to is simply asked again."""


def apply(state: GameState, recorded: Recorded[Event]) -> GameState:
    """Fold one event in, in place."""
    # Read with the first event, not with the service: what tells of stands are events of many chapters.
    from rules.flanders_fields.game.remembering import told

    event = recorded.event
    if type(event) not in NO_DEED and not (isinstance(event, ConsentAnswered) and not event.agreed):
        _remember(state, recorded, event)
    if isinstance(event, TurnStarted):
        state.span_began, state.named = recorded.seq, {}
    if isinstance(event, TakenBack) and state.deeds and state.deeds.command_id == recorded.command_id:
        # Agreeing to a take-back is no deed of its own: taken back in its turn it would bring nothing back.
        state.deeds = state.deeds.before
    state.seq = recorded.seq
    movers = tuple(off_their_places(state, event))
    FOLDS[type(event)](state, event)
    told(state, recorded, movers)
    if state.places:
        ground.moved(state, movers)
        ground.fallen(state)
    return state


def _remember(state: GameState, recorded: Recorded[Event], event: Event) -> None:
    """Keep what was done under its command's name, so that it can be taken back by it."""
    throws, tells = THROWS.get(type(event)), TELLS.get(type(event))
    dice = kept_under_names(state, throws(state, event)) if throws else {}
    told = tells(state, event) if tells else False
    turn = event.turn if isinstance(event, TurnStarted) else state.turn
    remember(state, recorded, name_of(state, event), dice, span_of(turn), told)


def _created(state: GameState, event: GameCreated) -> None:
    state.facts = event.facts
    state.regiments = {one.id: one for one in event.regiments}
    state.battalions = {one.id: one for one in event.battalions}
    state.units = {one.id: one for one in event.units}
    state.stands = {one.id: one for one in event.stands}
    state.gas, state.air = Gas(planned=event.gas), Air(missions=event.missions)
    state.plan, state.barrages = event.plan, barrages.planned(event.plan)
    lay_planned_points(state, event.plan)
    state.ground = Ground(event.table)
    if event.settled:
        state.set_up = settled(state.set_up, event.settled)


def _turn_started(state: GameState, event: TurnStarted) -> None:
    state.turn = event.turn
    state.orders, state.assault, state.fired_at_closers = {}, None, ()
    guns.turn_begins(state)
    shelters.turn_begins(state)
    state.gas, state.air = state.gas.in_a_new_turn(), state.air.in_a_new_turn()
    state.ground = state.ground.in_a_new_turn()
    barrages.new_player_turn(state)
    arrivals = (DueRoll(DueKind.REINFORCEMENT, name) for name in event.waiting)
    promotions = (DueRoll(DueKind.FIELD_PROMOTION, name) for name in event.promotions)
    state.due = (*state.due, *(due for due in (*arrivals, *promotions) if due not in state.due))
    for regiment in state.regiments.values():
        if regiment.staff_bonus_to:
            state.regiments[regiment.id] = changed(regiment, staff_bonus_to="", staff_bonus_spent=False)


def _step_begun(state: GameState, event: StepBegun) -> None:
    national.result_stands(state)
    state.turn, state.assault, state.air = event.turn, None, state.air.over()
    change_stands(state, event.recovered)


def _turn_ended(state: GameState, event: TurnEnded) -> None:
    cards.turn_over(state)
    national.result_stands(state)
    state.turn = event.turn
    state.orders, state.assault = {}, None


def _arrival(state: GameState, event: ReinforcementRolled) -> None:
    settle_due(state, DueKind.REINFORCEMENT, event.battalion)
    if event.arrived:
        battalion = state.battalions[event.battalion]
        state.battalions[event.battalion] = changed(battalion, on_table=True)


def _replaced(state: GameState, event: CommanderReplaced) -> None:
    settle_due(state, DueKind.FIELD_PROMOTION, event.formation)
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
    unit = state.units[event.unit]
    if rolls_together(state, unit):
        # It lies there for the other companies too.
        state.thrown = {order_key(state, unit): (event.die,), **state.thrown}
    state.orders[event.unit] = Orders(event.actions, (), event.crossing_wire, forward=event.forward)
    if not event.actions:
        state.units[event.unit] = changed(state.units[event.unit], failed_turn=state.turn.number)
    _over(state)
    if event.staff_bonus:
        state.regiments[event.staff_bonus] = changed(state.regiments[event.staff_bonus], staff_bonus_spent=True)
    use_discipline(state, event.discipline)
    change_stands(state, event.caught)
    national.order_rolled(state, event.unit, event.specials)
    cards.order_rolled(state, event.unit, event.facts, (event.again or event.die).pips, event.cards)


def _over(state: GameState) -> None:
    """Whoever has won a fight does not go on once another unit has done something."""
    if not state.contacts():
        state.assault = None


def _spent(state: GameState, event: ActionSpent) -> None:
    spend(state, event.unit, event.kind, event.failed)
    state.orders[event.unit] = state.orders[event.unit]._replace(moved_last=event.kind is Action.MOVE)
    _over(state)
    if event.kind is Action.MOVE:
        guns.moved(state, event.unit)
    unit = state.units[event.unit]
    if event.kind is Action.REMOVE_SUPPRESSION and _recovers_as_a_whole(state, unit, event):
        unit = changed(unit, company_suppressions=max(0, unit.company_suppressions - 1))
    if event.carriage is not None:
        unit = changed(unit, carriage=event.carriage)
    state.units[event.unit] = unit
    change_stands(state, event.changes)


def _recovers_as_a_whole(state: GameState, unit: Unit, event: ActionSpent) -> bool:
    recovered = {change.stand for change in event.changes}
    return all(not one.levels or one.id in recovered for one in state.living(unit))


def _fired(state: GameState, event: Fired) -> None:
    if event.on_the_move:
        orders = state.orders[event.unit]
        state.orders[event.unit] = orders._replace(moved_last=False, fired_moving=orders.fired_moving + 1)
    else:
        spend(state, event.unit, Action.FIRE)
    _over(state)
    for shot in event.shots:
        state.stands[shot.firer] = changed(state.stands[shot.firer], has_fired=True)
    change_stands(state, event.changes)
    under_fire(state, event.fired_on, event.companies)
    if event.mad_minute:
        unit = state.units[event.unit]
        state.units[event.unit] = changed(unit, mad_minutes=unit.mad_minutes + 1)
        battalion = state.battalions[unit.of]
        state.battalions[unit.of] = changed(battalion, mad_minute_turn=state.turn.number)


def _finished(state: GameState, event: UnitFinished) -> None:
    state.orders[event.unit] = state.orders.get(event.unit, NO_ORDERS)._replace(done=True)
    _over(state)


def _morale_called(state: GameState, event: MoraleCalled) -> None:
    state.due = (*state.due, DueRoll(DueKind.MORALE, event.battalion, event.threshold))


def _commander_lost(state: GameState, event: CommanderLost) -> None:
    """The stand itself fell with the change before; his replacement is asked for when the rules say so."""


def _deed_tried(state: GameState, event: HeroicActionTried) -> None:
    state.heroic_spent[event.player] = state.heroic_spent.get(event.player, 0) + 1
    unit = state.stands[event.stand].unit
    state.orders.setdefault(unit, NO_ORDERS)
    change_stands(state, event.changes)
    cards.take_away(state, event.cards)


def _corrected(state: GameState, event: Corrected) -> None:
    told = (state, event.of, event.what, event.after)
    if ground.corrected_place(*told):
        return
    if corrected_gas(*told) or corrected_air(*told) or corrected_plan(*told) or corrected_uses(*told):
        return
    if event.of in state.stands and event.what in ("levels", "alive", "on_wire"):
        state.stands[event.of] = changed(state.stands[event.of], **_field(event.what, event.after))
        mark_all_faces(state, event.of)
    elif event.what in FACE_VALUES:
        mark_face(state, event.of, event.what, int(event.after))
    elif event.what in ("laid", "fired_here"):
        correct_guns(state, event.of, event.what, bool(event.after))
    elif event.of in state.units and event.what == "carriage":
        state.units[event.of] = changed(state.units[event.of], carriage=Carriage(str(event.after)))
    elif event.of in state.orders and event.what == "actions":
        orders = state.orders[event.of]
        state.orders[event.of] = orders._replace(earned=len(orders.spent) + int(event.after), done=False)
    elif event.of in state.barrages:
        barrages.corrected(state, event.of, event.what, event.before, event.after)
    elif event.of in state.regiments:
        state.regiments[event.of] = changed(state.regiments[event.of], **_field(event.what, event.after))
    else:
        state.battalions[event.of] = changed(state.battalions[event.of], **_field(event.what, event.after))
        if event.what == "on_table":
            settle_due(state, DueKind.REINFORCEMENT, event.of)
    let_the_fallen_go(state)


def _field(name: str, value: object) -> dict[str, Any]:
    return {name: value}


def _answered(state: GameState, _event: ConsentAnswered | ConsentWithdrawn) -> None:
    close_question(state)
    state.offered = None


def _taken_back(state: GameState, event: TakenBack) -> None:
    fold_taken_back(state, event)
    state.offered = None


def _only_said(_state: GameState, _event: Overruled | Noted | DieReread | SeatTaken | SeatGivenUp) -> None:
    """Words for the log; what they lead to follows as events of its own."""


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
    **CHAPTER_FOLDS,
    UnitFinished: _finished,
    MoraleCalled: _morale_called,
    CommanderLost: _commander_lost,
    MoraleTested: morale_tested,
    SupportLost: support_lost,
    WeaponTested: weapon_tested,
    SupportDenied: support_denied,
    HeroicActionTried: _deed_tried,
    Corrected: _corrected,
    Overruled: _only_said,
    ConsentAsked: fold_question,
    Withheld: fold_question,
    ConsentAnswered: _answered,
    ConsentWithdrawn: _answered,
    TakenBack: _taken_back,
    Noted: _only_said,
    DieReread: _only_said,
    SeatTaken: _only_said,
    SeatGivenUp: _only_said,
}
