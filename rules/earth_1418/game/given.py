"""What a scenario gives of a game, or its players have typed where none does: each once, with its mark (G-24)."""

from collections.abc import Iterator, Mapping
from typing import Any

from rules.earth_1418.chart import TYPED
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True)
class Given:
    """A value of the game, by which clause it counts, and whether the players typed it."""

    clause: str
    name: str
    value: str
    typed: bool

    @property
    def marked(self) -> str:
        """The value with its mark."""
        return f"{self.value}, {TYPED}" if self.typed else self.value


def given(view: Mapping[str, Any]) -> Iterator[Given]:
    """The month, which decides of gas; the wind as far as it is known; what the chart has no row for."""
    yield Given("BE-GAS-01", "Month", view["date"], typed=not view["scenario"])
    if view["wind_towards_deg"] is not None:
        towards = f"towards {view['wind_towards_deg']:g} degrees"
        yield Given("BE-GAS-07", "Wind", towards, typed=view.get("wind_typed", False))
    if view["wind_value"] is not None:
        # No ready game gives one: whoever has one has it of his players.
        yield Given("BE-GAS-06", "Value of the wind", f"{view['wind_value']:g}", typed=True)


def typed_of_units(view: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The sub-units whose values were typed, by their names, with what was."""
    units = (unit for one in view["formations"] for unit in one["sub_units"])
    return ((unit["name"], unit["typed"]) for unit in units if "typed" in unit)
