"""Spending actions on suppression: a platoon, a company, or every face of a block house (FF-SUP-09, FF-SUP-10)."""

from rules.flanders_fields.game.faces import MOST
from rules.flanders_fields.game.outcomes import ActionSpent, StandChange, reasons
from rules.flanders_fields.game.spending import spend as spend_action
from rules.flanders_fields.game.state import Stand, Unit
from rules.flanders_fields.game.table import JudgedTable, Judgement
from rules.flanders_fields.morale.suppression import RecoverFacts, remove_suppression
from rules.flanders_fields.orders.game.commands import RemoveSuppression
from rules.flanders_fields.shelters.block_houses import recover_faces
from rules.flanders_fields.vocabulary import Action
from rules.kernel.explain import Refusal


def remove_level(table: JudgedTable, command: RemoveSuppression) -> Judgement:
    """Spend an action on removing a level (FF-SUP-09, FF-SUP-10, AMB-82)."""
    acting = table.acting(command.unit)
    if isinstance(acting, Refusal):
        return acting
    unit, orders = acting
    living = table.state.living(unit)
    leave = spend_action(table, unit, orders, Action.REMOVE_SUPPRESSION, max(stand.levels for stand in living))
    if isinstance(leave, Refusal):
        return leave
    platoon = next((n for n, stand in enumerate(living) if stand.id == command.stand), 0)
    if living[0].faces:
        return _faces_recover(table, unit, living[0])
    facts = RecoverFacts(unit_class=unit.kind, levels=tuple(stand.levels for stand in living), platoon=platoon)
    answer = remove_suppression(facts, table.book)
    if isinstance(answer, Refusal):
        return _spent_for_nothing(table, unit, answer)
    changes = tuple(
        StandChange(stand.id, levels, on_wire=stand.on_wire)
        for stand, levels in zip(living, answer.value, strict=True)
        if levels != stand.levels
    )
    says = "removes a level of suppression"
    return (ActionSpent(unit.id, Action.REMOVE_SUPPRESSION, says, changes, None, reasons(answer)),)


def _spent_for_nothing(table: JudgedTable, unit: Unit, refused: Refusal) -> Judgement:
    """The refusal, or with an override the action alone: the record has no level that it could take off."""
    if not table.overruled:
        return refused
    says = "spends an action on its suppression"
    return (ActionSpent(unit.id, Action.REMOVE_SUPPRESSION, says, (), None, reasons(refused)),)


def _faces_recover(table: JudgedTable, unit: Unit, house: Stand) -> Judgement:
    """One action takes a level off every face of a block house (SHQ-23)."""
    answer = recover_faces(house.faces, table.book)
    if isinstance(answer, Refusal):
        return _spent_for_nothing(table, unit, answer)
    change = StandChange(house.id, min(max(answer.value), MOST), faces=answer.value)
    says = "removes a level of suppression"
    return (ActionSpent(unit.id, Action.REMOVE_SUPPRESSION, says, (change,), None, reasons(answer)),)
