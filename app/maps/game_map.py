"""The map of a game as a rule system describes it: what is measured on it, and who is listed beside it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from app.games.open_game import OpenGame
from app.maps.layers import StandDrawn
from app.maps.tools import MapTools, SeenOnTable
from app.play.play_screen import OnGround
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.seats import Role

View = Mapping[str, Any]
M = TypeVar("M", bound=SeenOnTable)


@dataclass(frozen=True, slots=True)
class StandListed:
    """A stand beside the map; `drawn` is how it lies on it, None where it does not."""

    id: str
    name: str
    drawn: StandDrawn | None


@dataclass(frozen=True, slots=True)
class FormationListed:
    """A formation with its stands that have not fallen."""

    id: str
    name: str
    stands: Sequence[StandListed]

    @property
    def on_map(self) -> int:
        """How many of its stands lie on the map."""
        return sum(one.drawn is not None for one in self.stands)


@dataclass(frozen=True, slots=True)
class ForceListed:
    """A side beside the map; formations without stands are left out."""

    name: str
    nation: str
    formations: Sequence[FormationListed]


@dataclass(frozen=True, slots=True)
class GameMap(Generic[M]):
    """What a rule system has on the map of a game of it.

    `on` is what its `tools` measure on, as a role may know it; `ground` the table that is laid by a view, None without
    one; `listed` who is told of beside the map, side by side, by what is drawn. `template` draws the page: it knows
    what the tools have to be told. `clauses` are those that it names.
    """

    tools: MapTools[M]
    on: Callable[[OpenGame, Role], M | None]
    ground: Callable[[View], OnGround | None]
    listed: Callable[[View, Mapping[str, StandDrawn]], Sequence[ForceListed]]
    template: str
    clauses: Mapping[str, str]
