"""Who takes part in a game, as far as the seat that prints may know: what its sheet and its cards are made for."""

from typing import Final, Literal

from rules.kernel.values import dataclass

Level = Literal["battalion", "regiment", "division"]
FIELD: Final = ("field_gun", "field_howitzer")
ARTILLERY: Final = (*FIELD, "heavy_artillery", "super_heavy_artillery")
HEAVY_MORTARS: Final = ("medium_mortar", "heavy_mortar")
MORTARS: Final = ("light_mortar", *HEAVY_MORTARS)
ARMOUR: Final = ("tank", "armoured_car")


@dataclass(frozen=True, slots=True)
class Troop:
    """A unit as it is ordered: its name, its class, the type of a tank, its own grade, and the names of its stands."""

    name: str
    kind: str
    stands: tuple[str, ...]
    type: str = ""
    quality: str = ""


@dataclass(frozen=True, slots=True)
class Command:
    """A commander with what he orders. `platoons` are the rifle platoons a battalion began with, `own` whether the
    seat that prints has it in hand."""

    name: str
    nation: str
    level: Level
    commander: str
    troops: tuple[Troop, ...]
    quality: str = ""
    storm: bool = False
    platoons: int = 0
    own: bool = True


@dataclass(frozen=True, slots=True)
class Muster:
    """Everybody a seat knows of in a game; `gas` where the game may see any."""

    title: str
    commands: tuple[Command, ...]
    gas: bool = True

    @property
    def nations(self) -> tuple[str, ...]:
        """The armies in the field, those that move first before the others."""
        return tuple(dict.fromkeys(command.nation for command in self.commands))

    def has(self, *kinds: str, level: str = "") -> bool:
        """Whether any unit is of one of the classes, in a battalion or ("regimental") above it where that matters."""
        return any(troop.kind in kinds for one in self._at(level) for troop in one.troops)

    def _at(self, level: str) -> tuple[Command, ...]:
        if not level:
            return self.commands
        return tuple(one for one in self.commands if (one.level == "battalion") == (level == "battalion"))

    def graded(self, quality: str) -> bool:
        """Whether any battalion or unit has the grade; storm troops count as Veteran."""
        return any(
            one.quality == quality
            or (quality == "veteran" and one.storm)
            or any(troop.quality == quality for troop in one.troops)
            for one in self.commands
        )
