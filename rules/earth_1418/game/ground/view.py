"""What a seat may know of the table: all that stands and lies on it, and of what is aimed unseen its own."""

from collections.abc import Iterator, Mapping
from typing import Any

from rules.earth_1418.game.ground.field import bases_left
from rules.earth_1418.game.state import EarthState
from rules.kernel.plain import plain


def map_of(state: EarthState, own: tuple[str, ...]) -> Mapping[str, Any]:
    """The table with its places, under a name of its own; nothing in a game without one."""
    ground = state.ground
    if ground.laid is None:
        return {}
    known = set(aims_known(state, own))
    aims = {name: spot for name, spot in ground.aims.items() if name in known}
    return {
        "map": {
            **plain(ground.laid),
            "places": [
                {**plain(ground.places[name]), "unit": unit.id, "unsure": unit.id in ground.unsure}
                for unit in state.units.values()
                for name in bases_left(unit)
                if name in ground.places
            ],
            "aims": {name: {"x_mm": spot.x_mm, "y_mm": spot.y_mm} for name, spot in aims.items()},
        }
    }


def aims_known(state: EarthState, own: tuple[str, ...]) -> Iterator[str]:
    """The bombardments and cordons of which a seat may know where they lie: its own, and what has fallen."""
    yield from (one.id for one in state.cordons)
    written = (one for chosen in state.sealed.values() for one in chosen.bombardments)
    yield from (one.id for one in (*state.bombardments.values(), *written) if one.side in own or one.bonus_spent)
