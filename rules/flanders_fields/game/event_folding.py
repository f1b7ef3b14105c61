"""Folding of events into the state, and helpers that the folds of all modules share."""

from collections.abc import Iterable, Sequence
from typing import Any, Final, TypeVar

from rules.flanders_fields.game.log_text import undo_label
from rules.flanders_fields.game.map_facts import stand_placement
from rules.flanders_fields.game.outcomes import StandChange
from rules.flanders_fields.game.registry import chapters, event_specs
from rules.flanders_fields.game.rule_module import Happening
from rules.flanders_fields.game.state.game import NO_ORDERS, Battalion, GameState, Regiment, Stand, Turn, Unit, span_of
from rules.flanders_fields.game.state.placement import ApartTold, CoverTold
from rules.flanders_fields.vocabulary import Action, DueKind
from rules.kernel.dice_ledger import kept_under_names
from rules.kernel.frozen_dataclasses import replace
from rules.kernel.game_record import is_set_up, remember
from rules.kernel.play import Recorded
from rules.kernel.record_module import forget_agreeing
from rules.kernel.rule_modules import Event

# What the folds of all chapters share

T = TypeVar("T", Battalion, Regiment, Stand, Unit)


def changed(value: T, **fields: Any) -> T:
    """A frozen value with these fields changed; the same one where they are so already, as they are most often."""
    for name, new in fields.items():
        if getattr(value, name) != new:
            return replace(value, **fields)
    return value


def settle_due(state: GameState, kind: DueKind, of: str, threshold: str = "") -> None:
    """A roll that was owed has been made."""
    state.due = tuple(
        due for due in state.due if (due.kind, due.of) != (kind, of) or (threshold and due.threshold != threshold)
    )


def change_stands(state: GameState, changes: Iterable[StandChange]) -> None:
    """What an event did to stands."""
    for change in changes:
        stand, on_wire = state.stands[change.stand], change.on_wire and change.alive
        faces = _faces(stand, change)
        if (stand.levels, stand.alive, stand.on_wire, stand.faces) != (change.levels, change.alive, on_wire, faces):
            after = replace(stand, levels=change.levels, alive=change.alive, on_wire=on_wire, faces=faces)
            state.stands[change.stand] = after
    let_the_fallen_go(state)


def _faces(stand: Stand, change: StandChange) -> tuple[int, ...]:
    """The faces of a block house after a change; one that does not tell them apart is of all of them."""
    if change.faces or not stand.faces or change.levels == stand.levels:
        return change.faces or stand.faces
    return tuple(change.levels for _ in stand.faces)


def let_the_fallen_go(state: GameState) -> None:
    """A crewed weapon that has fallen takes no test; a fallen stand is at risk no more, nor a target on its way."""
    if state.due and any(due.kind is DueKind.SUPPORT_LOST for due in state.due):
        standing = {unit.id for unit in state.units.values() if state.living(unit)}
        state.due = tuple(due for due in state.due if due.kind is not DueKind.SUPPORT_LOST or due.of in standing)
    for name, one in state.barrages.items():
        if one.at_risk and not state.stands[one.at_risk.stand].alive:
            state.barrages[name] = replace(one, at_risk=None)
    crossings = state.guns.crossings
    if crossings and not all(state.stands[one.stand].alive for one in crossings):
        waiting = tuple(one for one in crossings if state.stands[one.stand].alive)
        state.guns = replace(state.guns, crossings=waiting)
    strike = state.air.strike
    if strike and not all(state.stands[one.stand].alive for one in strike.targets):
        left = tuple(one for one in strike.targets if state.stands[one.stand].alive)
        state.air = replace(state.air, strike=strike.with_targets(left))


def spend(state: GameState, unit: str, kind: Action, failed: tuple[str, ...] = ()) -> None:
    """An action of a unit is spent; `failed` are the stands that tried the wire in vain."""
    orders = state.orders.get(unit, NO_ORDERS)
    state.orders[unit] = orders._replace(
        earned=max(orders.earned, len(orders.spent) + 1),
        spent=(*orders.spent, kind),
        failed_at_wire=(*orders.failed_at_wire, *failed),
        moved_last=False,
        over_wire=(),
    )


def under_fire(state: GameState, fired_on: tuple[str, ...], companies: tuple[str, ...]) -> None:
    """Who counts as fired on from now, and the companies suppressed as a whole once more."""
    for name in fired_on:
        if name in state.battalions:
            state.battalions[name] = changed(state.battalions[name], fired_on=True)
        else:
            state.units[name] = changed(state.units[name], fired_on=True)
    for name in companies:
        company = state.units[name]
        state.units[name] = changed(company, company_suppressions=company.company_suppressions + 1)


def others_act(state: GameState) -> None:
    """Whoever has won a fight or crossed wire does not go on once another unit has done something."""
    if not state.contacts():
        state.assault = None
    stay_at_the_wire(state)


def stay_at_the_wire(state: GameState) -> None:
    """Nobody goes on from the wire any more (FF-WIR-05)."""
    for unit, orders in state.orders.items():
        if orders.over_wire:
            state.orders[unit] = orders._replace(over_wire=())


def use_discipline(state: GameState, formation: str) -> None:
    """A commander has used his Prussian Discipline once more."""
    if formation in state.battalions:
        battalion = state.battalions[formation]
        state.battalions[formation] = changed(battalion, discipline_used=battalion.discipline_used + 1)
    elif formation:
        regiment = state.regiments[formation]
        state.regiments[formation] = changed(regiment, discipline_used=regiment.discipline_used + 1)


# Folds of events into the state


def apply(state: GameState, recorded: Recorded[Event]) -> GameState:
    """Fold one event in, in place."""
    event = recorded.event
    kind = event_specs()[type(event)]
    begins = kind.kind == BEGINS
    if not is_set_up(state, recorded, chapters().opens(event)) and chapters().is_deed(event):
        _remember(state, recorded, kind, getattr(event, "turn", state.turn) if begins else state.turn)
    if begins:
        state.span_began, state.named = recorded.seq, {}
    forget_agreeing(state, recorded)
    state.seq = recorded.seq
    movers = tuple(kind.moves(state, event)) if kind.moves else ()
    chapters().fold(state, event)
    # Most events neither move anybody nor tell anything of him: a long log is folded without a look at what is kept.
    if movers or kind.forgets or kind.covers or kind.apart:
        _told(state, recorded, kind, movers)
    if state.places:
        stand_placement.moved(state, movers)
        stand_placement.fallen(state)
    return state


BEGINS: Final = "turn_started"
"""The event with which a player turn begins, and the span in which a side takes back alone."""


def _remember(state: GameState, recorded: Recorded[Event], kind: Happening, turn: Turn) -> None:
    """Keep what was done in the span of a turn under its command's name, so that it can be taken back by it."""
    event = recorded.event
    dice = kept_under_names(state, kind.dice(state, event)) if kind.dice else {}
    told = bool(kind.tells and kind.tells(state, event))
    remember(state, recorded, undo_label(state, event), dice, span_of(turn), told)


def _told(state: GameState, recorded: Recorded[Event], kind: Happening, moved: Sequence[str]) -> None:
    """Forget what no longer holds of the stands that moved, and remember what the event tells."""
    event = recorded.event
    kept = state.remembered.without((*moved, *(kind.forgets(state, event) if kind.forgets else ())))
    at = (recorded.command_id, recorded.audience)
    state.remembered = kept.with_told(
        [CoverTold(stand, cover, *at) for stand, cover in (kind.covers(event) if kind.covers else ())],
        [ApartTold(one, other, cm, *at) for one, other, cm in (kind.apart(event) if kind.apart else ())],
    )
