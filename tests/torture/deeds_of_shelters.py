"""What any evening could do about deep shelters: go below, come up, be found, be hit."""

import random
from collections.abc import Callable, Iterator
from typing import Any, Final, Protocol

from rules.flanders_fields.game.concealment import have_shelters
from rules.flanders_fields.game.state.game import GameState
from rules.kernel.seats import Role

FALLING: Final = ("super_heavy_artillery", "heavy_mortar", "gas", "small_arms")


class Table(Protocol):
    """A game in play, and whoever is its host."""

    state: GameState
    host: Role

    def _send(self, role: Role, kind: str, overrule: str = "", unreadable: bool = False, **fields: Any) -> bool: ...


Die = Callable[[random.Random], dict[str, Any]]


def of_shelters(table: Table, die: Die) -> Iterator[Callable[[random.Random], object]]:
    """What makes sense, the likelier the oftener: most of all before the first turn."""
    state = table.state
    if not state.turn.number and not state.turn.running:
        yield from [lambda chance: _go_below(table, chance)] * 4
    elif any(orders.left for orders in state.orders.values()):
        yield lambda chance: _follow_below(table, chance)
    if any(state.stands[name].alive for name in state.shelters.below):
        yield from [lambda chance: _of_one_below(table, die, chance)] * (8 if state.assault else 3)
    if hidden := [name for name in state.shelters.below if state.stands[name].alive and state.shelters.hides(name)]:
        yield from [lambda chance: _show(table, chance.choice(hidden))] * 2


def _go_below(table: Table, chance: random.Random) -> None:
    """Some stands of either side, of which the rules let few."""
    state = table.state
    able = [one for one in sorted(state.stands) if have_shelters(state, state.stands[one].side, state.book())]
    stand = state.stands[chance.choice(able if able and chance.random() < 0.8 else sorted(state.stands))]
    stands = [stand.id] if chance.random() < 0.5 else [*state.units[stand.unit].stands] if stand.unit else []
    table._send(Role(stand.side.value), "go_below", stands=stands, in_own_work=chance.random() < 0.9)


def _follow_below(table: Table, chance: random.Random) -> None:
    """A unit with an action left, in play."""
    ready = sorted(name for name, orders in table.state.orders.items() if orders.left)
    unit = table.state.units[chance.choice(ready)]
    table._send(Role(unit.side.value), "go_below", stands=[*unit.stands], enemy_above=chance.random() < 0.1)


def _of_one_below(table: Table, die: Die, chance: random.Random) -> None:
    state = table.state
    below = [state.stands[name] for name in state.shelters.below if state.stands[name].alive]
    may_try = [one for one in below if one.side is state.turn.side and one.unit not in state.orders]
    stand = chance.choice(may_try if may_try and chance.random() < 0.9 else below)
    role, what = Role(stand.side.value), chance.random()
    if what < 0.6:
        met = chance.choice([one.attacker for one in state.contacts()] or [""])
        table._send(role, "come_up", stand=stand.id, die=die(chance), against=met if chance.random() < 0.7 else "")
    elif what < 0.8:
        table._send(role, "hit_below", stand=stand.id, attack=chance.choice(FALLING), die=die(chance))
    else:
        _show(table, stand.id)


def _show(table: Table, stand: str) -> None:
    table._send(Role(table.state.stands[stand].side.value), "show_shelter", stand=stand)
