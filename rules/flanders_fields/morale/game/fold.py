"""Folding what morale tests do: to battalions, to the crewed weapons that supported them."""

from collections.abc import Iterator

from rules.flanders_fields.game.changing import (
    change_stands,
    changed,
    settle_due,
    use_discipline,
)
from rules.flanders_fields.game.losses import CommanderLost, MoraleCalled, SupportLost
from rules.flanders_fields.game.outcomes import gone
from rules.flanders_fields.game.state import (
    NO_ORDERS,
    DueRoll,
    GameState,
)
from rules.flanders_fields.morale.game.events import HeroicActionTried, MoraleTested, SupportDenied, WeaponTested
from rules.flanders_fields.vocabulary import DueKind, Fate, MoraleResult

ROUT_WEIGHS, RETREAT_WEIGHS, COMMANDER_WEIGHS = 8, 5, 4
"""How many lost bases these weigh in the report of a game, besides what they cost."""


def morale_tested(state: GameState, event: MoraleTested) -> None:
    """A battalion has taken its test: what becomes of it, and what it has used for it."""
    settle_due(state, DueKind.MORALE, event.battalion, event.threshold)
    battalion = state.battalions[event.battalion]
    fate = Fate.ROUTED if event.result is MoraleResult.ROUT else battalion.fate
    state.battalions[event.battalion] = changed(battalion, tests=(*battalion.tests, event.threshold), fate=fate)
    if fate is Fate.ROUTED:
        state.due = tuple(due for due in state.due if due.of != event.battalion)
    use_discipline(state, event.discipline)
    change_stands(state, event.changes)


def support_lost(state: GameState, event: SupportLost) -> None:
    """Crewed weapons may have a test to take."""
    state.due = (*state.due, *(DueRoll(DueKind.SUPPORT_LOST, weapon, event.battalion) for weapon in event.weapons))


def weapon_tested(state: GameState, event: WeaponTested) -> None:
    """A crewed weapon has taken its test."""
    settle_due(state, DueKind.SUPPORT_LOST, event.weapon, event.battalion)
    change_stands(state, event.changes)


def support_denied(state: GameState, event: SupportDenied) -> None:
    """A crewed weapon has no test to take."""
    settle_due(state, DueKind.SUPPORT_LOST, event.weapon, event.battalion)


def morale_called(state: GameState, event: MoraleCalled) -> None:
    """A battalion owes a test."""
    state.due = (*state.due, DueRoll(DueKind.MORALE, event.battalion, event.threshold))


def commander_lost(state: GameState, event: CommanderLost) -> None:
    """The stand itself fell with the change before; his replacement is asked for when the rules say so."""


def deed_tried(state: GameState, event: HeroicActionTried) -> None:
    """A player has used his heroic action."""
    state.heroic_spent[event.player] = state.heroic_spent.get(event.player, 0) + 1
    unit = state.stands[event.stand].unit
    state.orders.setdefault(unit, NO_ORDERS)
    change_stands(state, event.changes)


def retreats(state: GameState, event: MoraleTested) -> Iterator[str]:
    """The stands of a battalion that retreats."""
    if event.retreat_cm:
        yield state.battalions[event.battalion].commander
        for unit in state.battalions[event.battalion].units:
            yield from state.units[unit].stands


def test_weighs(event: MoraleTested) -> int:
    """A rout, and a retreat."""
    return ROUT_WEIGHS if event.result is MoraleResult.ROUT else RETREAT_WEIGHS if event.retreat_cm else 0


def leave_after_test(event: MoraleTested) -> list[str]:
    """Those in rout; else what was abandoned, since a further level may kill by house rule (AMB-89)."""
    if event.result is MoraleResult.ROUT:
        return gone(event.changes)
    return [one for one in gone(event.changes) if {one, one.rpartition(".")[0]} & {*event.removed}]


def weapon_leaves(event: WeaponTested) -> list[str]:
    """The weapon in rout."""
    return gone(event.changes)
