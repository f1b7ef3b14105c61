"""What the record keeps of a rolling barrage, to be set to what lies on the table."""

from collections.abc import Callable, Mapping

from rules.flanders_fields.barrages.game.due import knows_of_barrage
from rules.flanders_fields.barrages.rolling import BandFacts
from rules.flanders_fields.game.state import GameState
from rules.kernel.facts import limits
from rules.kernel.seats import Role

FARTHEST_CM = limits(BandFacts, "start_up_cm")[1]
MOST_TURNS = limits(BandFacts, "duration")[1]


def kept_of_barrage(state: GameState, of: str, role: Role) -> Mapping[str, tuple[int | bool, Callable[[object], bool]]]:
    """Its tracked values, each with what may stand there: how long it lasts, its rear edge, whether it lies."""
    plan = state.plan.barrage(of)
    if plan is None or not knows_of_barrage(state, of, role) or state.barrages[of].lifted:
        return {}
    one = state.barrages[of]
    found: dict[str, tuple[int | bool, Callable[[object], bool]]] = {}
    if role is Role.REFEREE or role.value == plan.side.value:
        found["turns"] = (one.turns, lambda value: _whole(value, 1, MOST_TURNS))
    if one.lies:
        found["rear_cm"] = (round(one.pieces[0].rear_cm), lambda value: _whole(value, 0, FARTHEST_CM))
        found["lies"] = (True, lambda value: value is False)
    return found


def _whole(value: object, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most
