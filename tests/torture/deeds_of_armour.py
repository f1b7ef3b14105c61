"""What any evening could do about deep shelters and horses: go below, come up, be found, be hit, dismount."""

import random
from collections.abc import Callable, Iterator
from typing import Any, Final, Protocol

from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.vocabulary import UnitClass
from rules.kernel.play import Role

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
    if any(state.units[name].kind is UnitClass.CAVALRY for name in state.orders):
        yield from [lambda chance: _horses(table, chance)] * 6


def _go_below(table: Table, chance: random.Random) -> None:
    """Some stands of either side, of which the rules let few."""
    stand = table.state.stands[chance.choice(sorted(table.state.stands))]
    stands = [stand.id] if chance.random() < 0.5 else [*table.state.units[stand.unit].stands] if stand.unit else []
    table._send(Role(stand.side.value), "go_below", stands=stands, in_own_work=chance.random() < 0.9)


def _follow_below(table: Table, chance: random.Random) -> None:
    """A unit with an action left, in play."""
    ready = sorted(name for name, orders in table.state.orders.items() if orders.left)
    unit = table.state.units[chance.choice(ready)]
    table._send(Role(unit.side.value), "go_below", stands=[*unit.stands], enemy_above=chance.random() < 0.1)


def _of_one_below(table: Table, die: Die, chance: random.Random) -> None:
    state = table.state
    stand = state.stands[chance.choice([name for name in state.shelters.below if state.stands[name].alive])]
    role, what = Role(stand.side.value), chance.random()
    if what < 0.6:
        met = chance.choice([one.attacker for one in state.contacts()] or [""])
        table._send(role, "come_up", stand=stand.id, die=die(chance), against=met if chance.random() < 0.7 else "")
    elif what < 0.8:
        table._send(role, "hit_below", stand=stand.id, attack=chance.choice(FALLING), die=die(chance))
    else:
        table._send(role, "show_shelter", stand=stand.id)


def _horses(table: Table, chance: random.Random) -> None:
    riders = [name for name in table.state.orders if table.state.units[name].kind is UnitClass.CAVALRY]
    unit = table.state.units[chance.choice(sorted(riders))]
    how = {"mount": chance.random() < 0.5, "for_good": chance.random() < 0.2}
    if not table._send(Role(unit.side.value), "dismount", unit=unit.id, **how) and table.host is Role.REFEREE:
        table._send(table.host, "dismount", overrule="FF-TRN-03", unit=unit.id, **how)
