"""Whether an event tells somebody what he had not known: then its deed is not taken back by one side alone.

A barrage tells as it is laid and as it ends, not as it moves; a stand below as it is shown. Deeds with dice are not
taken back alone whatever they tell.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from rules.flanders_fields.game.air.events import WatchedFromAir
from rules.flanders_fields.game.barrage.events import BarrageAdvanced, BarrageLifted
from rules.flanders_fields.game.bombard.events import FiredByPlan, StruckFromPlan, WorkBombarded
from rules.flanders_fields.game.cards.events import CardPlayed, CardPutAside
from rules.flanders_fields.game.events import TurnStarted
from rules.flanders_fields.game.gas.events import GasReleased
from rules.flanders_fields.game.guns.events import AreaFired
from rules.flanders_fields.game.plan.secrets import kept_by
from rules.flanders_fields.game.sealing.events import PlanShown
from rules.flanders_fields.game.setting_up.events import FormationDeployed
from rules.flanders_fields.game.shelters.events import ShelterShown
from rules.flanders_fields.game.shelters.unseen import hidden_from, unseen
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.vocabulary import Side
from rules.kernel.play import Role
from rules.kernel.record_kinds import Corrected


def _always(_state: GameState, _event: object) -> bool:
    return True


def _first_laid(state: GameState, event: BarrageAdvanced) -> bool:
    return not state.barrages[event.barrage].turn


def _shown_above(state: GameState, _event: TurnStarted) -> bool:
    """With the first turn everybody sees who stands above ground of those that were set up unseen."""
    hidden = frozenset[str]().union(*(hidden_from(state, Role(side.value)) for side in Side))
    return any(not state.shelters.hides(stand) for stand in hidden)


def _struck_openly(state: GameState, event: StruckFromPlan) -> bool:
    return kept_by(state, event) is None


def _planned_point(state: GameState, event: AreaFired) -> bool:
    point = state.guns.point_of(event.unit)
    return point is not None and not point.is_open


def _of_the_unseen(state: GameState, event: Corrected) -> bool:
    """It brings a battalion on, or sets down the death of a stand of which the other side did not know."""
    return event.what in ("on_table", "alive") and unseen(state, event.of) is not None


TELLS: Final[Mapping[type, Callable[[GameState, Any], bool]]] = {
    **dict.fromkeys(
        (
            *(FiredByPlan, WorkBombarded, BarrageLifted, GasReleased, WatchedFromAir, PlanShown),
            *(ShelterShown, FormationDeployed, CardPlayed, CardPutAside),
        ),
        _always,
    ),
    TurnStarted: _shown_above,
    BarrageAdvanced: _first_laid,
    StruckFromPlan: _struck_openly,
    AreaFired: _planned_point,
    Corrected: _of_the_unseen,
}
"""By the type of an event; the other kinds tell nothing that was hidden."""
