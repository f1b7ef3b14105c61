"""Forces as the JSON service shows them: in the list, checked, whole."""

from typing import Any

from pydantic import BaseModel, Field

from app.forces.shown import ForceFindingShown, ForceShown
from app.shown_as import shown_as
from app.systems.flanders_fields.forces.shelf import KeptForce
from rules.flanders_fields.forces.checking import check
from rules.flanders_fields.forces.totals import totals


class WeaponsShown(BaseModel):
    """Weapons of one make."""

    name: str = Field(description="what they are", examples=["Vickers"])
    unit_class: str = Field(description="as what they are ordered and fire", examples=["machine_gun"])
    stands: int = Field(description="on how many bases")
    models: int = Field(description="how many models")


class TotalsShown(BaseModel):
    """What a force comes to."""

    regiments: int = Field(description="regiments or brigades")
    battalions: int = Field(description="battalions without pioneers")
    pioneers: int = Field(description="battalions of pioneers")
    rifle_stands: int = Field(description="platoons of rifle companies")
    rifle_figures: int = Field(description="figures on them")
    mounted_stands: int = Field(description="stands of horse")
    mounted_figures: int = Field(description="figures on them")
    command_stands: int = Field(description="command stands")
    figures: int = Field(description="figures of men and horses in all")
    stands: int = Field(description="bases in all")
    batteries: int = Field(description="batteries of artillery, without mortars")
    weapons: list[WeaponsShown] = Field(description="weapons by make, in the order of the force")
    bases: dict[str, int] = Field(description="bases by what stands on them")
    counters: dict[str, int] = Field(description="aiming point counters that are wanted, by the piece")


class CheckedForce(ForceShown):
    """A force, what the rules say of it, and what it comes to."""

    findings: list[ForceFindingShown] = Field(
        description="what the rules would have otherwise, in the order of the force"
    )
    totals: TotalsShown = Field(description="what it comes to")


class WholeForce(CheckedForce):
    """A force with its document."""

    document: dict[str, Any] = Field(description="the force as an open document; docs/force-format.md")


class RatioShown(BaseModel):
    """Attackers to defenders."""

    attacker: int = Field(description="rifle platoons that attack", examples=[144])
    defender: int = Field(description="rifle platoons that defend", examples=[72])
    to_one: float = Field(description="how many attack for each that defends", examples=[2.0])
    enough: bool = Field(description="whether they are as many as the rule of thumb wants")
    clause: str = Field(description="the clause of the rule of thumb", examples=["FF-FOR-07"])
    says: str = Field(description="the same in words")


def checked(kept: KeptForce, is_yours: bool) -> CheckedForce:
    """A force with what the rules say of it."""
    return shown_as(CheckedForce, kept.listed, is_yours=is_yours, **_checked(kept))


def whole(kept: KeptForce, is_yours: bool, document: dict[str, Any]) -> WholeForce:
    """A force with its document."""
    return shown_as(WholeForce, kept.listed, is_yours=is_yours, document=document, **_checked(kept))


def _checked(kept: KeptForce) -> dict[str, Any]:
    book = kept.document.book
    return {"findings": check(kept.document, book), "totals": totals(kept.document, book)}
