"""What a seat asks for of a unit that moves."""

from typing import ClassVar

from rules.flanders_fields.game.crossing import ZoneCrossing
from rules.flanders_fields.game.ground.state import Place
from rules.flanders_fields.game.waiting import GoesOn, MovesUnit
from rules.flanders_fields.vocabulary import Carriage, Going
from rules.kernel.dice import Throw
from rules.kernel.facts import fact
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveUnit(GoesOn, MovesUnit):
    """Spend an action on a move over one kind of ground (FF-MOV-01); `zones`: stands that move through fire.

    A tank crushes the `belts` of wire it moves over, and loses way in every trench it crosses (FF-WIR-11, FF-MOV-14).
    `places`: where its stands are afterwards; of those not told only the last place is known.
    """

    may_go_aside: ClassVar[bool] = True
    unit: str = fact("the unit that moves")
    going: Going = fact("the going", default=Going.CROSS_COUNTRY)
    in_column: bool = fact("it moves in column", default=False)
    note: str = fact("what else is said of the move", default="")
    zones: tuple[ZoneCrossing, ...] = fact("its stands that move through a fire zone", default=())
    belts: int = fact("the belts of wire it crushes", default=0)
    trenches_crossed: int = fact("the trenches it crosses", default=0)
    places: tuple[Place, ...] = fact("where its stands are afterwards", default=())


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeCarriage(GoesOn):
    """Pack, unpack, limber or unlimber a weapon for an action (FF-MOV-13)."""

    unit: str = fact("the weapon")
    to: Carriage = fact("how it stands afterwards")


@dataclass(frozen=True, slots=True, kw_only=True)
class CrossWire(GoesOn, MovesUnit):
    """Spend an action on getting stands over one belt of wire; a die a stand where the period asks for one."""

    unit: str = fact("the unit that crosses")
    stands: tuple[str, ...] = fact("the stands that try it")
    dice: tuple[Throw, ...] = fact("a die for each stand", default=())
    belts: int = fact("the belts of wire in a row", default=1)
    zones: tuple[ZoneCrossing, ...] = fact("its stands that move through a fire zone", default=())
    places: tuple[Place, ...] = fact("where its stands are afterwards", default=())
