"""The place of a stand, set to where it stands on the table."""

from collections.abc import Callable
from typing import Final

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.game.bases import standing
from rules.flanders_fields.game.ground.fold import pose_with
from rules.flanders_fields.game.state import GameState
from rules.kernel.measure import MM_A_CM
from rules.tabletop.placing import lies_on
from rules.tabletop.stands import StandingBase

Kept = dict[str, tuple[int | float | bool | str, Callable[[object], bool]]]
FARTHEST_CM: Final = 1000
FULL_TURN: Final = 360


def kept_of_places(state: GameState, of: str, book: RuleBook) -> Kept:
    """How far along and up the table a stand is, and its facing; nothing for one that is not on the map."""
    base, laid = standing(state, of, book) if of in state.places else None, state.table
    if base is None or laid is None:
        return {}

    def fits(what: str, least: int, most: int) -> Callable[[object], bool]:
        def allowed(value: object) -> bool:
            if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value <= most:
                return False
            return lies_on(StandingBase(base.footprint, pose_with(base.pose, what, value)), laid)

        return allowed

    return {
        "along_cm": (base.spot.x_mm / MM_A_CM, fits("along_cm", 0, FARTHEST_CM)),
        "up_cm": (base.spot.y_mm / MM_A_CM, fits("up_cm", 0, FARTHEST_CM)),
        "facing_deg": (base.facing_deg, fits("facing_deg", 0, FULL_TURN)),
    }
