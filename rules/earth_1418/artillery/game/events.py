"""What has happened of smoke and gas. The kinds and fields are stored for ever."""

from rules.earth_1418.game.state import CordonLying
from rules.kernel.dice import Throw
from rules.kernel.explain import Step
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True)
class CordonLaid:
    """Smoke or gas lies on the table; with the first what was told of the wind: its die, and its value for gas."""

    bombardment: str
    cordon: CordonLying
    wind: float
    steps: tuple[Step, ...]
    dice: tuple[Throw, ...] = ()
    wind_value: float | None = None

    @property
    def is_wind_typed(self) -> bool:
        """Whether it says where the wind blows to and no die does: a wind that is known has no line of its own."""
        return not self.dice and any(one.clause == "BE-GAS-07" for one in self.steps)
