"""Whose formation is set up next, and which it may be (FF-SET-10, AMB-99)."""

from collections import Counter
from collections.abc import Iterator

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.game.state import Battalion, GameState, Regiment
from rules.flanders_fields.turn.setup import DeploymentFacts, deployment_order
from rules.flanders_fields.vocabulary import Fate, Side
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True)
class Next:
    """Whose turn it is to deploy, and what that side has left to choose from."""

    side: Side
    formations: tuple[Battalion | Regiment, ...]


def next_to_deploy(state: GameState, book: RuleBook) -> Next | None:
    """Battalions in their order, then what regiments and divisions have of their own, defender first; None: all stand.

    Battalions off the table are nobody's affair here.
    """
    done = Counter(state.battalions[one].side for one in state.set_up.deployed if one in state.battalions)
    left = {side: tuple(_left(state, side)) for side in Side}
    for side in _order(done, left, book):
        if left[side]:
            return Next(side, left[side])
    for side in (Side.DEFENDER, Side.ATTACKER):
        higher = [one for one in state.regiments.values() if one.side is side and one.id not in state.set_up.deployed]
        if higher:
            return Next(side, tuple(higher))
    return None


def _left(state: GameState, side: Side) -> Iterator[Battalion]:
    for one in state.battalions.values():
        if one.side is side and one.on_table and one.fate is Fate.STANDS and one.id not in state.set_up.deployed:
            yield one


def _order(done: Counter[Side], left: dict[Side, tuple[Battalion, ...]], book: RuleBook) -> Iterator[Side]:
    """The sides in their order, from the place on that is in hand."""
    all_of = {side: done[side] + len(left[side]) for side in Side}
    facts = DeploymentFacts(attacker_battalions=all_of[Side.ATTACKER], defender_battalions=all_of[Side.DEFENDER])
    passed = Counter[Side]()
    for side in map(Side, deployment_order(facts, book).value):
        passed[side] += 1
        if passed[side] > done[side]:
            yield side


def stands_of(state: GameState, formation: Battalion | Regiment) -> tuple[str, ...]:
    """The stands a formation deploys: its commander, and those of its units that stand on the table."""
    units = (state.units[one] for one in formation.units)
    own = (stand.id for unit in units if unit.on_table for stand in state.living(unit))
    return (formation.commander, *own)


def formation_of(state: GameState, stand: str) -> Battalion | Regiment | None:
    """With which formation a stand is deployed."""
    unit = state.units.get(state.stands[stand].unit)
    if unit is None:
        return state.commanding(stand)
    return state.battalions.get(unit.of) or state.regiments.get(unit.of)
