"""What a seat asks for of morale, and of heroes."""

from rules.flanders_fields.game.waiting import GoesOn
from rules.kernel.dice import Throw
from rules.kernel.facts import fact
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class TestMorale:
    """Roll the morale test a battalion owes (FF-MOR-03)."""

    battalion: str = fact("the battalion that is tested")
    die: Throw = fact("its die")
    prussian_discipline: bool = fact("Prussian Discipline is declared", default=False)
    pals: bool = fact("Pals is declared", default=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class TestWeapon:
    """Roll the test of a crewed weapon that supported a battalion which is gone (FF-MOR-06)."""

    weapon: str = fact("the weapon that is tested")
    die: Throw = fact("its die")


@dataclass(frozen=True, slots=True, kw_only=True)
class SupportsAnother:
    """Say that a crewed weapon did not support the battalion that is gone, and has no test to take (AMB-86)."""

    weapon: str = fact("the weapon that did not support that battalion")


@dataclass(frozen=True, slots=True, kw_only=True)
class TryHeroicAction(GoesOn):
    """Try the deed both sides agreed on: success removes the enemy stands named in the agreement (FF-HER-01)."""

    stand: str = fact("the platoon that tries it")
    deed: str = fact("the deed that was agreed on")
    die: Throw = fact("its die")
    removes: tuple[str, ...] = fact("the enemy stands that success removes", default=())
    agreed: bool = fact("both sides agreed on it", default=True)
