"""The deeds with which a player turn goes on: whose each is now, and what it asks (FF-TRN, FF-SCN-10, FF-CMD-09)."""

from collections.abc import Iterator
from typing import Final

from rules.flanders_fields.game.progress import battalions_of
from rules.flanders_fields.game.seated import NOT_THROWN, SeatDeeds
from rules.flanders_fields.game.state import Battalion
from rules.flanders_fields.orders.modifiers import staff_bonus_in_words
from rules.flanders_fields.turn.game import judge as turns
from rules.flanders_fields.turn.game.commands import (
    AllotStaffBonus,
    EndTurn,
    NextStep,
    PromoteInField,
    RollReinforcement,
    StartTurn,
)
from rules.flanders_fields.vocabulary import DueKind
from rules.kernel.asking import Ask, Asks, Told
from rules.kernel.explain import Refusal
from rules.kernel.stage import AtHand, Deed, Possible, nothing

NEXT, REINFORCEMENT, STAFF = Asks(NextStep), Asks(RollReinforcement), Asks(AllotStaffBonus)


def _starting(seated: SeatDeeds) -> Iterator[Possible]:
    if not seated.state.turn.running:
        barred = seated.waits(StartTurn()) or turns.may_start_turn(seated.table)
        yield Possible(by=seated.in_turn, barred=barred)


def _going_on(seated: SeatDeeds) -> Iterator[Possible]:
    if seated.state.turn.running:
        barred = seated.waits(NextStep()) or turns.may_leave_step(seated.table)
        last = None if barred else turns.step_after(seated.table, "")
        yield Possible(by=seated.in_turn, barred=last if isinstance(last, Refusal) else barred)


def _next_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    if seated.left:
        yield NEXT("battalion", among=seated.left)
    place = turns.step_after(seated.table, told.get("battalion", ""))
    if isinstance(place, Refusal):
        yield place


def _ending(seated: SeatDeeds) -> Iterator[Possible]:
    if seated.state.turn.running:
        barred = seated.waits(EndTurn()) or turns.may_leave_step(seated.table)
        yield Possible(by=seated.in_turn, barred=barred)


def _arriving(seated: SeatDeeds) -> Iterator[Possible]:
    # Of what is off the table only its own side knows.
    for due in seated.state.due:
        if due.kind is DueKind.REINFORCEMENT:
            barred = seated.waits(RollReinforcement(battalion=due.of, die=NOT_THROWN))
            side = seated.state.battalions[due.of].side
            barred = barred or turns.may_roll_reinforcement(seated.of(side), due.of)
            yield Possible({"battalion": due.of}, by=side.value, owed=barred is None, barred=barred, secret=True)


def _arrival_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    yield REINFORCEMENT("die", kept=turns.thrown_for_arrival(seated.table, told["battalion"]))


def _promoting(seated: SeatDeeds) -> Iterator[Possible]:
    for due in seated.state.due:
        if due.kind is DueKind.FIELD_PROMOTION:
            barred = seated.waits(PromoteInField(formation=due.of))
            formation = turns.formation_of(seated.state, due.of)
            barred = barred or turns.may_promote_in_field(seated.of(formation.side), due.of)
            hidden = isinstance(formation, Battalion) and not formation.on_table
            about = {"formation": due.of}
            yield Possible(about, by=formation.side.value, owed=barred is None, barred=barred, secret=hidden)


def _allotting(seated: SeatDeeds) -> Iterator[Possible]:
    without = _without_bonus(seated)
    if seated.state.turn.running and without:
        refused = [seated.waits(AllotStaffBonus(battalion=""))]
        if refused[0] is None:
            refused = [turns.may_get_staff_bonus(seated.table, battalion) for battalion in without]
        yield Possible(by=seated.in_turn, barred=None if None in refused else refused[0])


def _without_bonus(seated: SeatDeeds) -> list[Battalion]:
    """Those that could still be marked: where it is a regiment's own step, of that regiment, and only once."""
    state = seated.state
    of = {state.turn.of} & set(state.regiments) or set(state.regiments)
    giving = {one for one in of if not state.regiments[one].staff_bonus_to}
    return [one for one in battalions_of(state, state.turn.side) if one.regiment in giving]


def _staff_refused(seated: SeatDeeds, battalion: Battalion) -> Refusal | None:
    waiting = seated.waits(AllotStaffBonus(battalion=battalion.id))
    return waiting or turns.may_get_staff_bonus(seated.table, battalion)


def _staff_asks(seated: SeatDeeds, _told: Told) -> Iterator[Ask | Refusal]:
    among = [one.id for one in _without_bonus(seated) if _staff_refused(seated, one) is None]
    yield STAFF("battalion", among=among, reckoned=staff_bonus_in_words(seated.table.book))


TURN_DEEDS: Final[tuple[Deed[SeatDeeds], ...]] = (
    Deed("start_turn", "Start the turn", StartTurn, _starting, nothing, AtHand.ON),
    Deed("roll_reinforcement", "Roll for its arrival", RollReinforcement, _arriving, _arrival_asks),
    Deed("promote_in_field", "Promote in the field", PromoteInField, _promoting, nothing),
    Deed("allot_staff_bonus", "Allot the staff bonus", AllotStaffBonus, _allotting, _staff_asks),
    Deed("next_step", "Next step", NextStep, _going_on, _next_asks, AtHand.ON, place=1),
    Deed("end_turn", "End the turn", EndTurn, _ending, nothing, AtHand.ON),
)
"""In the order in which they are owed."""
