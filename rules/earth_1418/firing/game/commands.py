"""What a seat asks for of shots, shells and blows. The kinds and fields are stored for ever."""

from rules.earth_1418.vocabulary import Terrain
from rules.kernel.dice import Throw
from rules.kernel.facts import fact
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Shoot:
    """A planned shot, or one from overwatch, with what is so on the table (BE-LOS-01, BE-ARM-01)."""

    unit: str = fact("who shoots")
    target: str = fact("at whom")
    distance_cm: float = fact("between the nearest bases", unit="cm", least=0, most=1000)
    terrain: Terrain = fact("the ground the target is on")
    other_terrain: Terrain | None = fact("the other ground it moves from or into", default=None)
    bases_able: int | None = fact("bases within range and with sight", default=None, least=0, most=20)
    mounted: bool = fact("it shoots from the saddle", default=False)
    own_cordon: str = fact("the cordon that the shooter touches; empty: none", default="")
    target_cordon: str = fact("the cordon that the target touches; empty: none", default="")
    dice: tuple[Throw, ...] = fact("its dice, the one with the bonus first", default=())
    in_sight: bool = fact("at least one of its bases has a free line to one of the target's", default=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shell:
    """Shots of a bombardment on one sub-unit under its circle (BE-ART-09)."""

    bombardment: str = fact("the bombardment")
    unit: str = fact("the sub-unit under the circle")
    outside: bool = fact("on bases more than half outside the circle", default=False)
    terrain: Terrain = fact("the ground it is on")
    other_terrain: Terrain | None = fact("the other ground it moves from or into", default=None)
    target_cordon: str = fact("the cordon that it touches; empty: none", default="")
    dice: tuple[Throw, ...] = fact("its dice, the one with the bonus first", default=())


@dataclass(frozen=True, slots=True, kw_only=True)
class FightHand:
    """Strike in melee with the bases that touch (BE-MEL-01, BE-MEL-02)."""

    unit: str = fact("who strikes")
    target: str = fact("at whom")
    bases: int = fact("its bases that touch an enemy base", least=0, most=20)
    terrain: Terrain = fact("the ground the enemy is on")
    other_terrain: Terrain | None = fact("the other ground the enemy moves from or into", default=None)
    dice: tuple[Throw, ...] = fact("its dice, the one with the bonus first", default=())
    own_cordon: str = fact("the cordon that it touches; empty: none", default="")
    target_cordon: str = fact("the cordon that the enemy touches; empty: none", default="")
