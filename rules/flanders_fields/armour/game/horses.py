"""Cavalry on its horses and off them, where house rules give it a choice (FF-CAV-02, FF-CAV-08)."""

from rules.flanders_fields.armour.game.commands import Dismount
from rules.flanders_fields.armour.game.events import Dismounted
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.game.models import ON_FOOT
from rules.flanders_fields.game.outcomes import ActionSpent, Reasons, reasons
from rules.flanders_fields.game.spending import further_actions
from rules.flanders_fields.game.spending import spend as spend_action
from rules.flanders_fields.game.state import Unit
from rules.flanders_fields.game.table import JudgedTable, Judgement
from rules.flanders_fields.movement.cavalry import CavalryFacts, serves_as
from rules.flanders_fields.movement.moves import ACTIONS
from rules.flanders_fields.vocabulary import Action, UnitClass
from rules.kernel.explain import Refusal, Step
from rules.kernel.tables import Cited


def takes_an_action(book: RuleBook) -> bool:
    """Whether getting off the horses, and on them again, takes an action (AMB-52)."""
    return bool(_costs(book).value)


def _costs(book: RuleBook) -> Cited[int]:
    return book.table(ACTIONS).number("dismount")


def leaves_horses(book: RuleBook) -> bool:
    """Whether cavalry may become infantry in play (AMB-490)."""
    return book.behaviour("AMB-490", {"before_play": False, "in_play": True})


def rides(unit: Unit) -> bool:
    """Whether a unit has horses."""
    return unit.kind is UnitClass.CAVALRY and unit.type != ON_FOOT


def dismount(table: JudgedTable, command: Dismount) -> Judgement:
    """Spend an action on the horses (AMB-52, AMB-490). Refuses what the game's rules do not ask for."""
    costs = 1 if command.for_good else max(1, _costs(table.book).value)
    acting = table.acting(command.unit, costs)
    if isinstance(acting, Refusal):
        return acting
    unit, orders = acting
    if not rides(unit):
        return Refusal("FF-CAV-08", f"{unit.name} has no horses", "move it on foot")
    leave = spend_action(table, unit, orders, Action.MOVE, min(stand.levels for stand in table.state.living(unit)))
    if isinstance(leave, Refusal):
        return leave
    if command.for_good:
        answer = serves_as(CavalryFacts(leaves_horses=True, action=True), table.book)
        if isinstance(answer, Refusal):
            return answer
        return (Dismounted(unit.id, False, True, reasons(answer)),)
    if not takes_an_action(table.book):
        return Refusal("FF-CAV-02", "It dismounts as part of its fire, without an action", "fire, or move")
    if unit.dismounted is not command.mount:
        return Refusal("FF-CAV-02", f"{unit.name} is {'mounted' if command.mount else 'dismounted'} already", "go on")
    says = "It mounts" if command.mount else "It dismounts"
    why = Reasons(None, (Step("FF-CAV-02", f"{says} with an action", None, _costs(table.book).house),))
    first = ActionSpent(unit.id, Action.MOVE, "", (), unit.carriage, Reasons())
    return (Dismounted(unit.id, command.mount, False, why), *further_actions(first, costs))
