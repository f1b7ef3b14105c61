"""Folding what morale tests do: to battalions, to the crewed weapons that supported them."""

from rules.flanders_fields.game.cards import fold as cards
from rules.flanders_fields.game.changing import change_stands, changed, settle_due
from rules.flanders_fields.game.events import MoraleTested, SupportDenied, SupportLost, WeaponTested
from rules.flanders_fields.game.national import fold as national
from rules.flanders_fields.game.state import DueRoll, GameState
from rules.flanders_fields.vocabulary import DueKind, Fate, MoraleResult


def use_discipline(state: GameState, formation: str) -> None:
    """A commander has used his Prussian Discipline once more."""
    if formation in state.battalions:
        battalion = state.battalions[formation]
        state.battalions[formation] = changed(battalion, discipline_used=battalion.discipline_used + 1)
    elif formation:
        regiment = state.regiments[formation]
        state.regiments[formation] = changed(regiment, discipline_used=regiment.discipline_used + 1)


def morale_tested(state: GameState, event: MoraleTested) -> None:
    """A battalion has taken its test: what becomes of it, and what it has used for it."""
    settle_due(state, DueKind.MORALE, event.battalion, event.threshold)
    battalion = state.battalions[event.battalion]
    national.use(state, event.specials, event.battalion)
    national.may_be_set_aside(state, battalion, event.changes, event.result is not MoraleResult.HOLDS)
    fate = Fate.ROUTED if event.result is MoraleResult.ROUT else battalion.fate
    state.battalions[event.battalion] = changed(battalion, tests=(*battalion.tests, event.threshold), fate=fate)
    if fate is Fate.ROUTED:
        state.due = tuple(due for due in state.due if due.of != event.battalion)
    use_discipline(state, event.discipline)
    change_stands(state, event.changes)
    cards.take_away(state, event.cards)


def support_lost(state: GameState, event: SupportLost) -> None:
    """Crewed weapons may have a test to take."""
    state.due = (*state.due, *(DueRoll(DueKind.SUPPORT_LOST, weapon, event.battalion) for weapon in event.weapons))


def weapon_tested(state: GameState, event: WeaponTested) -> None:
    """A crewed weapon has taken its test."""
    settle_due(state, DueKind.SUPPORT_LOST, event.weapon, event.battalion)
    change_stands(state, event.changes)
    cards.take_away(state, event.cards)


def support_denied(state: GameState, event: SupportDenied) -> None:
    """A crewed weapon has no test to take."""
    settle_due(state, DueKind.SUPPORT_LOST, event.weapon, event.battalion)
