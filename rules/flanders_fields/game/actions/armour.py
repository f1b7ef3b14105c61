"""Ways through wire, and cavalry on and off its horses (FF-WIR, FF-CAV)."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from rules.flanders_fields.armour import BRITISH_HEAVIES
from rules.flanders_fields.game.event_folding import spend
from rules.flanders_fields.game.handler_context import JudgedTable, each_action, further_actions
from rules.flanders_fields.game.handler_context import spend as spend_action
from rules.flanders_fields.game.log_text import unit_name
from rules.flanders_fields.game.map_facts import trenches_and_wire
from rules.flanders_fields.game.map_facts.board import Field
from rules.flanders_fields.game.outcomes import ActionSpent, Asked, Reasons, beside, reasons, said_by, told_reasons
from rules.flanders_fields.game.rule_module import BookChapter, Happening, MeasuredBy
from rules.flanders_fields.game.seat_context import SeatDeeds, each, word
from rules.flanders_fields.game.stand_types import ON_FOOT, tank_type
from rules.flanders_fields.game.state.game import GameState, Unit
from rules.flanders_fields.movement import ACTIONS, CavalryFacts, serves_as
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import Action, UnitClass
from rules.flanders_fields.wire import Clearer, ClearWireFacts, clear_wire
from rules.kernel.commands import Deed, Possible, nothing
from rules.kernel.distances import cm
from rules.kernel.explanations import Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.game_record import Judgement
from rules.kernel.prompts import Ask, Asks, Told
from rules.kernel.rule_modules import Telling, judged_by
from rules.kernel.serialization import build
from rules.kernel.tables import Cited

# Commands


@dataclass(frozen=True, slots=True, kw_only=True)
class ClearWire:
    """Spend an action on a way through the wire: engineers that touch it, or a tank with grapnels (FF-WIR-10, -12)."""

    unit: str = fact("the unit that clears a way")
    belts: int = fact("the belts of wire in a row", default=1)
    touching: bool = fact("its stands touch the wire", default=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Dismount:
    """Spend an action on getting off the horses, or on them again; `for_good` leaves them behind (AMB-52, AMB-490)."""

    unit: str = fact("the cavalry")
    mount: bool = fact("it gets on its horses again", default=False)
    for_good: bool = fact("it leaves its horses behind", default=False)


# Events


@dataclass(frozen=True, slots=True)
class Dismounted:
    """A cavalry unit got off its horses or on them; `for_good`: it is infantry from now on."""

    unit: str
    mounted: bool
    for_good: bool
    reasons: Reasons


ArmourEvent = Dismounted


# Folds of events into the state


def dismounted(state: GameState, event: Dismounted) -> None:
    """An action is spent on it; whoever leaves the horses for good is infantry."""
    spend(state, event.unit, Action.MOVE)
    unit = state.units[event.unit]
    kind = ON_FOOT if event.for_good else unit.type
    state.units[event.unit] = replace(unit, dismounted=not event.mounted and not event.for_good, type=kind)


# Ways through wire that engineers and tanks make (FF-WIR-10 to -12)


def clears_wire(unit: Unit) -> Clearer | None:
    """How a unit makes a way through wire with an action; None if it does not."""
    if unit.kind is UnitClass.ENGINEERS:
        return Clearer.ENGINEERS
    return Clearer.GRAPNEL_TANK if unit.kind is UnitClass.TANK and tank_type(unit) in BRITISH_HEAVIES else None


def make_way(table: JudgedTable, command: ClearWire) -> Judgement:
    """Spend an action on a gap in the wire (FF-WIR-10, FF-WIR-12). Which tanks have grapnels the players know."""
    acting = table.acting(command.unit)
    if isinstance(acting, Refusal):
        return acting
    unit, orders = acting
    by = clears_wire(unit)
    if by is None:
        because = f"{unit.name} clears no wire"
        return Refusal("FF-WIR-10", because, "clear it with engineers or a British heavy tank with grapnels")
    leave = spend_action(table, unit, orders, Action.MOVE, min(stand.levels for stand in table.state.living(unit)))
    if isinstance(leave, Refusal):
        return leave
    answer = clear_wire(ClearWireFacts(by=by, belts=command.belts, touching=command.touching), table.book)
    if isinstance(answer, Refusal):
        return answer
    way = answer.value
    says = f"clears a gap in the wire, {cm(way.width_mm)} wide and {cm(way.depth_mm)} deep"
    if not way.actions:
        return Refusal("FF-WIR-11", f"{unit.name} makes a way as it moves", "move over the wire")
    enough = table.acting(command.unit, way.actions)
    if isinstance(enough, Refusal):
        return enough
    return each_action(ActionSpent(unit.id, Action.MOVE, says, (), None, reasons(answer)), way.actions)


# Cavalry on its horses and off them, where house rules give it a choice (FF-CAV-02, FF-CAV-08)


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


# Command handlers

judge = judged_by({ClearWire: make_way, Dismount: dismount})
"""Who judges which command about wire or horses."""


# Availability and prompts (FF-WIR-10, FF-WIR-12, FF-CAV-02)

CLEAR = Asks(ClearWire)


def _clearing(seated: SeatDeeds) -> Iterator[Possible]:
    return each(seated, lambda unit: [ClearWire(unit=unit.id)], lambda unit: clears_wire(unit) is not None)


def _clear_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    yield CLEAR("belts")
    yield CLEAR("touching")
    yield from word(seated, ClearWire, told)


def _horses(seated: SeatDeeds) -> Iterator[Possible]:
    """Off the horses or on them again where that takes an action, and away from them for good (AMB-52, AMB-490)."""
    for unit in seated.able:
        if rides(unit) and takes_an_action(seated.table.book):
            yield _off_or_on(seated, unit, {"mount": True} if unit.dismounted else {})
        if rides(unit) and leaves_horses(seated.table.book):
            yield _off_or_on(seated, unit, {"for_good": True})


def _off_or_on(seated: SeatDeeds, unit: Unit, how: dict[str, bool]) -> Possible:
    about = {"unit": unit.id, **how}
    return Possible(about, by=unit.side.value, barred=seated.refused_all(unit.side, [build(Dismount, about)]))


ARMOUR_DEEDS: Final[tuple[Deed[SeatDeeds], ...]] = (
    Deed("clear_wire", "Clear wire", ClearWire, _clearing, _clear_asks),
    Deed("dismount", "Horses", Dismount, _horses, nothing),
)
"""In the order in which they stand below a unit."""


# Views of a seat


def extra_deeds(unit: Unit, book: RuleBook) -> list[str]:
    """What a unit may spend an action on besides the usual: clear_wire, dismount, mount, leave_horses."""
    found = ["clear_wire"] if clears_wire(unit) else []
    if rides(unit):
        found += (["mount"] if unit.dismounted else ["dismount"]) if takes_an_action(book) else []
        found += ["leave_horses"] if leaves_horses(book) else []
    return found


# Log text


def armour_says(state: GameState, event: ArmourEvent) -> str:
    """One plain sentence."""
    if event.for_good:
        return f"{unit_name(state, event.unit)} leaves its horses behind and fights on as infantry"
    return f"{unit_name(state, event.unit)} {'mounts' if event.mounted else 'dismounts'}"


def armour_card(event: Dismounted) -> dict[str, Any]:
    """Why it gets off its horses, or on them."""
    return {"outcome": "horses"} | told_reasons(event.reasons)


TOLD: Final = Telling(armour_says, card=armour_card)


# Map facts of the commands


def _clear(table: JudgedTable, field: Field, command: ClearWire) -> Asked:
    at = trenches_and_wire.touching(field, command.unit)
    found = [one for name in field.of_unit(command.unit) for one in trenches_and_wire.belts(field, name)][:1]
    yield from beside([*found, *((at,) if at else ())], said_by(command))


BY_MAP: Final[MeasuredBy] = {
    ClearWire: _clear,
}


# The rule module

ARMOUR: Final[BookChapter] = BookChapter(
    key="armour",
    events=(Happening(kind="dismounted", made=Dismounted, fold=dismounted),),
    told=TOLD,
    commands={
        "clear_wire": ClearWire,
        "dismount": Dismount,
    },
    judge=judge,
    deeds=ARMOUR_DEEDS,
    by_map=BY_MAP,
)
