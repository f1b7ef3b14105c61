"""Laying aiming points by an order (FF-ART-14 to FF-ART-20, FF-MTR-11)."""

from rules.flanders_fields.artillery.aiming import Aimed, AimFacts, PointBefore, lay_on
from rules.flanders_fields.artillery.game.commands import LayPoint
from rules.flanders_fields.artillery.game.events import PointLaid
from rules.flanders_fields.artillery.game.state import AimingPoint
from rules.flanders_fields.game.naming import stand_name
from rules.flanders_fields.game.outcomes import reasons
from rules.flanders_fields.game.spending import spend
from rules.flanders_fields.game.state import Orders, Unit
from rules.flanders_fields.game.table import JudgedTable, Judgement
from rules.flanders_fields.vocabulary import MORTARS, Action
from rules.kernel.explain import Explained, Refusal

LONGEST_PLACE = 80


def lay_point(table: JudgedTable, command: LayPoint) -> Judgement:
    """Lay the aiming point of a battery or mortar anew: a redirect action (FF-ART-20, AMB-303)."""
    acting = table.acting(command.unit)
    if isinstance(acting, Refusal):
        return acting
    unit, orders = acting
    refused = place_refused(command.where) or _base_refused(table, unit, command)
    if refused:
        return refused
    answer = _cost(table, unit, orders, command)
    if isinstance(answer, Refusal):
        return answer
    leave = _spends(table, unit, orders, answer)
    if isinstance(leave, Refusal):
        return leave
    where = command.where.strip() or (stand_name(table.state, command.target) if command.target else "")
    point = AimingPoint(unit.id, where, command.along_cm, command.up_cm, laid_on=command.target)
    return (PointLaid(point, answer.value.redirects > 0, reasons(answer)),)


def place_refused(where: str) -> Refusal | None:
    """Refuses more than a name for a place."""
    if len(where) <= LONGEST_PLACE:
        return None
    return Refusal("", "that name of a place is too long", f"use at most {LONGEST_PLACE} letters")


def _cost(table: JudgedTable, unit: Unit, orders: Orders, command: LayPoint) -> Explained[Aimed] | Refusal:
    facts = AimFacts(
        unit_class=unit.kind,
        before=PointBefore.ELSEWHERE if table.state.guns.point_of(unit.id) else PointBefore.NOWHERE,
        actions=max(orders.left, int(table.overruled)),
        on_table=unit.on_table,
        in_arc=command.in_arc or table.overruled,
        open_sights=command.open_sights,
    )
    return lay_on(facts, table.book)


def _spends(table: JudgedTable, unit: Unit, orders: Orders, answer: Explained[Aimed]) -> Refusal | None:
    if not answer.value.redirects:
        return None
    levels = max(stand.levels for stand in table.state.living(unit))
    leave = spend(table, unit, orders, Action.REDIRECT, levels)
    return leave if isinstance(leave, Refusal) else None


def _base_refused(table: JudgedTable, unit: Unit, command: LayPoint) -> Refusal | None:
    """A mortar is laid on an enemy base that is seen or spotted, by house rule on any ground (AMB-392)."""
    target = table.on_table(command.target)
    if command.target and target is None:
        return Refusal("FF-MTR-11", "that stand is not on the table", "choose a stand that is still there")
    anywhere = table.book.behaviour("AMB-392", {"enemy_base": False, "any_ground": True})
    if unit.kind not in MORTARS or anywhere or table.overruled:
        return None
    if target is None or target.side is unit.side:
        return Refusal("FF-MTR-11", "A mortar is laid on an enemy base", "say which stand it is laid on")
    return None
