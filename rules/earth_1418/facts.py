"""Facts that several chapters and a game ask for alike."""

from typing import Final

from rules.earth_1418.vocabulary import FormationClass, Speed, Terrain, TroopType
from rules.kernel.resolve import fact
from rules.kernel.values import dataclass

MOST_TYPED: Final = 20
MOST_BASES: Final = 20
MOST_DICE: Final = 60
LONGEST_CM: Final = 1000
LONGEST_NAME: Final = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedValues:
    """What the players say of a type that the chart has no row for (G-24). Nothing said: it is asked for."""

    speed: Speed | None = fact("how fast it is", default=None)
    melee: int | None = fact("its Arming in melee", default=None, least=0, most=MOST_TYPED)
    shooting: int | None = fact("its Arming in shooting", default=None, least=0, most=MOST_TYPED)
    bonus: int = fact("the bonus (+n) of one of its dice in shooting", default=0, least=0, most=MOST_TYPED)
    resilience: int | None = fact("its Resilience", default=None, least=0, most=MOST_TYPED)
    range_cm: float | None = fact("its range; none: infinite", unit="cm", default=None, least=0, most=LONGEST_CM)


NOTHING_TYPED: Final = TypedValues()


@dataclass(frozen=True, slots=True, kw_only=True)
class SubUnitWritten:
    """A sub-unit of a force of one's own."""

    name: str = fact("what it is called", longest=LONGEST_NAME)
    unit: TroopType = fact("what it is")
    bases: int = fact("its bases", least=1, most=MOST_BASES)
    terrain: Terrain = fact("the ground it begins on", default=Terrain.OPEN)
    dug_in: bool = fact("it begins dug in", default=False)
    packed: bool = fact("it begins packed", default=False)
    typed: TypedValues = fact("what the players say of a type without a row", default=NOTHING_TYPED)


@dataclass(frozen=True, slots=True, kw_only=True)
class FormationWritten:
    """A formation of a force of one's own."""

    name: str = fact("what it is called", longest=LONGEST_NAME)
    side: str = fact("whose it is: attacker or defender")
    grade: FormationClass = fact("its class")
    motorised: bool = fact("it has motor transport", default=False)
    sub_units: tuple[SubUnitWritten, ...] = fact("its sub-units", fewest=1, longest=24)


@dataclass(frozen=True, slots=True, kw_only=True)
class Volley:
    """Dice against one target. The first die thrown is the one that was named for the bonus."""

    dice: int = fact("how many dice", least=0, most=MOST_DICE, example=3)
    bonus: int = fact("added to the die that was named, thrown first", default=0, least=0, most=20, example=1)
    resilience: int = fact("the target's Resilience as it stands", least=-20, most=40, example=4)
    thrown_again: bool = fact("small arms at a vehicle, or shots at a base mostly outside the circle", default=False)
    target_bases: int | None = fact(
        "bases of the target; none: only hits are told", default=None, least=1, most=MOST_BASES, example=3
    )
    injured_bases: int = fact("those of them with an injury, fresh or old", default=0, least=0, most=MOST_BASES)
