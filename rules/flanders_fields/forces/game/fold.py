"""Folding national rules into the state."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from rules.flanders_fields.forces.game.events import MutinyNamed, OrderHelped, ResultSetAside, StormPartAttached
from rules.flanders_fields.forces.game.state import BadResult, Use
from rules.flanders_fields.game.changing import change_stands, changed
from rules.flanders_fields.game.outcomes import StandChange
from rules.flanders_fields.game.state import Battalion, GameState
from rules.flanders_fields.vocabulary import DueKind, MoraleResult, Special, UnitClass


def use(state: GameState, specials: Iterable[Special], battalion: str, unit: str = "") -> None:
    """Rules that a battalion has used for a die; a tank of it uses its own."""
    tank = unit and state.units[unit].kind is UnitClass.TANK
    turn, side = state.turn.number, state.battalions[battalion].side if battalion else state.turn.side
    found = tuple(Use(special, battalion, side, turn, unit if tank else "") for special in specials)
    if found:
        state.national = replace(state.national, uses=(*state.national.uses, *found))


def order_rolled(state: GameState, unit: str, specials: Iterable[Special]) -> None:
    """Play has gone on with an order; Elan is always on and not used up."""
    result_stands(state)
    battalion = state.battalion_of(state.units[unit])
    use(state, (one for one in specials if one is not Special.ELAN), battalion.id if battalion else "", unit)


def may_be_set_aside(state: GameState, battalion: Battalion, changes: Iterable[StandChange], bad: bool) -> None:
    """Keep what a battalion was before a bad result, as long as nothing else comes of it. To be folded before it."""
    stands = (state.stands[change.stand] for change in changes)
    before = tuple(StandChange(one.id, one.levels, one.alive, one.on_wire) for one in stands)
    result = BadResult(battalion.id, battalion.fate, before) if bad else None
    if state.national.bad_result != result:
        state.national = replace(state.national, bad_result=result)


def result_stands(state: GameState) -> None:
    """Play has gone on: the newest bad result is what it is."""
    if state.national.bad_result:
        state.national = replace(state.national, bad_result=None)


def mutiny(state: GameState, event: MutinyNamed) -> None:
    """This battalion is mutinous from now on."""
    use(state, (Special.MUTINY,), event.battalion)
    state.national = replace(state.national, mutinous=(*state.national.mutinous, event.battalion))


def set_aside(state: GameState, event: ResultSetAside) -> None:
    """A bad result does not count."""
    use(state, (Special.STUBBORN_RESISTANCE,), event.battalion)
    state.battalions[event.battalion] = changed(state.battalions[event.battalion], fate=event.fate)
    change_stands(state, event.changes)
    # Those that supported it have nothing to test for.
    state.due = tuple(due for due in state.due if (due.kind, due.threshold) != (DueKind.SUPPORT_LOST, event.battalion))
    result_stands(state)


def helped(state: GameState, event: OrderHelped) -> None:
    """The order has more actions than its die gave."""
    use(state, (event.special,), state.units[event.unit].of, event.unit)
    state.orders[event.unit] = state.orders[event.unit]._replace(earned=event.earned, done=False)
    change_stands(state, event.changes)


def attached(state: GameState, event: StormPartAttached) -> None:
    """It leaves one battalion and joins another, its lost platoons with it."""
    unit = state.units[event.unit]
    left, joined = state.battalions[unit.of], state.battalions[event.battalion]
    rest = tuple(one for one in left.units if one != unit.id)
    state.battalions[left.id] = changed(left, units=rest, started=left.started - event.platoons)
    state.battalions[joined.id] = changed(
        joined, units=(*joined.units, unit.id), started=joined.started + event.platoons
    )
    state.units[unit.id] = changed(
        unit, of=joined.id, storm=True, quality=event.quality, ordered_from=event.ordered_from
    )


def unit_ordered(state: GameState, event: Any) -> None:
    """What was declared for an order is used."""
    order_rolled(state, event.unit, event.specials)


def play_goes_on(state: GameState, _event: object) -> None:
    """The newest bad result is what it is."""
    result_stands(state)


def morale_tested(state: GameState, event: Any) -> None:
    """What was declared for a test is used; a bad result may be set aside as long as nothing else comes of it."""
    use(state, event.specials, event.battalion)
    bad = event.result is not MoraleResult.HOLDS
    may_be_set_aside(state, state.battalions[event.battalion], event.changes, bad)
