"""Concealment: stands and units that the other side may not know of yet (FF-DSH-01)."""

from collections.abc import Iterator
from functools import lru_cache

from rules.flanders_fields.assault import Fighter
from rules.flanders_fields.game.stand_types import fighter_of
from rules.flanders_fields.game.state.game import Battalion, GameState, Regiment, Stand
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.shelters import ShelterFacts, may_shelter
from rules.flanders_fields.vocabulary import Nation, Side
from rules.kernel.explanations import Refusal
from rules.kernel.seats import Role


def is_set_up(state: GameState) -> bool:
    """Whether the sides still place their stands: the first turn has not begun."""
    return state.turn.number == 0 and not state.turn.running


def on_table(state: GameState) -> list[Stand]:
    """The living stands that can be met on the table: all that neither wait, hide below nor are behind it."""
    away = {one.id for one in state.battalions.values() if not one.on_table}
    units = {one.id for one in state.units.values() if one.on_table and one.of not in away}
    hidden = {*state.shelters.below} - {*state.shelters.known}
    absent = hidden | {state.battalions[one].commander for one in away}
    living = [stand for stand in state.stands.values() if stand.alive and stand.id not in absent]
    return [stand for stand in living if not stand.unit or stand.unit in units]


def unseen(state: GameState, of: str) -> Battalion | Regiment | None:
    """Whose this stand, unit or battalion is, if the other side may not know of it; None if it may."""
    hidden = state.off_table(of)
    if not is_set_up(state):
        return None if hidden and _fell_in_sight(state, of) else hidden
    if hidden:
        return hidden
    stand = state.stands.get(state.units[of].stands[0] if of in state.units else of)
    return _holder(state, stand) if stand and _sets_up_unseen(state, stand, state.book()) else None


def _fell_in_sight(state: GameState, of: str) -> bool:
    """Whether some of a unit on the table has been destroyed: then it is known, whoever of it sits below."""
    unit = state.units.get(of)
    if unit is None or waiting(state, of):
        return False
    return any(not state.stands[name].alive for name in unit.stands)


def waiting(state: GameState, of: str) -> Battalion | None:
    """The battalion of a stand or unit, while it is off the table."""
    unit = state.units.get(state.stands[of].unit if of in state.stands else of)
    holder = state.battalions.get(unit.of) if unit else state.commanding(of)
    return holder if isinstance(holder, Battalion) and not holder.on_table else None


def hidden_from(state: GameState, role: Role) -> frozenset[str]:
    """The stands that a role does not know of, but for those of battalions off the table."""
    if role is Role.REFEREE:
        return frozenset()
    below = (state.stands[name] for name in state.shelters.below if state.shelters.hides(name))
    hidden = [stand for stand in below if stand.alive]
    if is_set_up(state):
        hidden += _set_up_unseen(state)
    return frozenset(stand.id for stand in hidden if stand.side != role.value)


def _set_up_unseen(state: GameState) -> Iterator[Stand]:
    """The stands that might yet begin below: most armies have no shelters, and none of their stands is looked at."""
    book = state.book()
    sides = [one.side for one in state.settled.sides if any(are_for(fighter, one.nation, book) for fighter in Fighter)]
    return (one for one in state.stands.values() if one.side in sides and _sets_up_unseen(state, one, book))


def _sets_up_unseen(state: GameState, stand: Stand, book: RuleBook) -> bool:
    """Whether it might yet begin below, for all the other side knows; whether it has fallen makes no difference."""
    nation = state.side_facts(stand.side).nation
    return stand.id not in state.shelters.known and are_for(fighter_of(state, stand.id, book), nation, book)


def _holder(state: GameState, stand: Stand) -> Battalion | Regiment | None:
    of = state.units[stand.unit].of if stand.unit else ""
    return state.battalions.get(of) or state.regiments.get(of) or state.commanding(stand.id)


def have_shelters(state: GameState, side: Side, book: RuleBook) -> bool:
    """Whether an army has deep shelters at all at this date."""
    return are_for(Fighter.INFANTRY, state.side_facts(side).nation, book)


@lru_cache(maxsize=256)
def are_for(fighter: Fighter, nation: str, book: RuleBook) -> bool:
    """Whether such stands of an army may go below where a shelter is marked."""
    facts = ShelterFacts(fighter=fighter, nation=Nation(nation), marked=True)
    return not isinstance(may_shelter(facts, book), Refusal)


def shown_above(state: GameState, _event: object) -> bool:
    """With the first turn everybody sees who stands above ground of those that were set up unseen."""
    hidden = frozenset[str]().union(*(hidden_from(state, Role(side.value)) for side in Side))
    return any(not state.shelters.hides(stand) for stand in hidden)


def may_hide_below(state: GameState, side: Side) -> bool:
    """Whether stands of a side may sit below unseen: asked of the rules, so that the answer tells nothing of the game.

    Where the players have overruled them and somebody does sit below, it may.
    """
    return have_shelters(state, side, state.book()) or any(
        state.stands[one].side is side for one in state.shelters.below
    )


def knows(role: Role, side: Side) -> bool:
    """Whether a role may know what a side keeps to itself."""
    return role is Role.REFEREE or role.value == side.value
