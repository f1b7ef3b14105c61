"""What could be done on the table of any evening: one is laid, stands are placed, drawn up, put right and lifted."""

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, Protocol

from rules.flanders_fields.game.state.game import GameState
from rules.flanders_fields.vocabulary import Side
from rules.kernel.seats import Role

FIELDS: Final = (
    {"name": "A field", "width_mm": 1200, "depth_mm": 1800, "pieces": []},
    {"name": "A smaller field", "width_mm": 900, "depth_mm": 1000, "pieces": []},
)
FACING: Final = {Side.ATTACKER: 0, Side.DEFENDER: 180}
BESIDE_MM: Final = 60
"""A stand beside another one: wider than any base."""


class Table(Protocol):
    """A game in play, and whoever is its host."""

    state: GameState
    host: Role

    def _send(self, role: Role, kind: str, overrule: str = "", unreadable: bool = False, **fields: Any) -> bool: ...


Deed = Callable[[random.Random], object]


def of_ground(table: Table) -> Iterator[Deed]:
    """What makes sense on the table, the likelier the oftener."""
    if table.state.table is None:
        yield lambda chance: _lay(table, chance)
        return
    yield from [lambda chance: _place(table, chance), lambda chance: _draw_up(table, chance)] * 2
    if table.state.places:
        yield from (lambda chance: _lift(table, chance), lambda chance: _put_right(table, chance))
    if len(table.state.places) > 9:
        yield lambda chance: _lay(table, chance)


def _lay(table: Table, chance: random.Random) -> None:
    table._send(table.host, "set_table", table=chance.choice(FIELDS))


def _place(table: Table, chance: random.Random) -> None:
    stand = chance.choice(list(table.state.stands.values()))
    place = {"stand": stand.id, **_somewhere(chance, stand.side)}
    table._send(Role(stand.side.value), "place_stands", stands=[place])


def _draw_up(table: Table, chance: random.Random) -> None:
    state = table.state
    formations: list[Any] = [*state.units.values(), *state.battalions.values()]
    one = chance.choice(formations)
    layout = chance.choice(("line", "column"))
    table._send(Role(one.side.value), "place_formation", of=one.id, layout=layout, **_somewhere(chance, one.side))


def _somewhere(chance: random.Random, side: Side) -> dict[str, Any]:
    """In the side's own half, as a rule."""
    far = chance.randint(100, 800)
    up = far if side is Side.ATTACKER else 1800 - far
    return {"x_mm": chance.randint(100, 1100), "y_mm": up, "facing_deg": FACING[side] + chance.choice((0, 0, 30.5))}


def moved_to(state: GameState, stands: Sequence[str], chance: random.Random) -> dict[str, Any]:
    """Where stands that move go, side by side, with the command that moves them; as often nobody says it."""
    if state.table is None or not stands or chance.random() < 0.5:
        return {}
    first = _somewhere(chance, state.stands[stands[0]].side)
    there = [first | {"stand": one, "x_mm": first["x_mm"] + BESIDE_MM * place} for place, one in enumerate(stands)]
    return {"places": there}


def _lift(table: Table, chance: random.Random) -> None:
    stand = table.state.stands[chance.choice(list(table.state.places))]
    table._send(Role(stand.side.value), "lift_stands", stands=[stand.id])


def _put_right(table: Table, chance: random.Random) -> None:
    of, what = chance.choice(list(table.state.places)), chance.choice(("along_cm", "up_cm", "facing_deg"))
    table._send(table.host, "correct", of=of, what=what, value=chance.randint(5, 80), reason="measured again")
