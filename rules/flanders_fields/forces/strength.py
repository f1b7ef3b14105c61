"""How strong forces are against one another, and which assets of a division a part of it brings (FF-FOR)."""

from math import ceil
from typing import Any

from rules.flanders_fields.book import RuleBook
from rules.kernel.dice import D6
from rules.kernel.explain import Considered, Explained, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.measure import offset_mm
from rules.kernel.resolve import Resolution, no_dice
from rules.kernel.values import dataclass

RATIO = "forces/ratio"
HUNDREDTH = 0.01
SCALE = "forces/scale"
MM_IN_A_METRE = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class RatioFacts:
    """Two forces, by the platoons of their rifle companies."""

    attacker: int = fact("rifle platoons that attack", least=0, most=999, example=144)
    defender: int = fact("rifle platoons that defend", least=1, most=999, example=72)


@dataclass(frozen=True, slots=True)
class Ratio:
    """How many platoons attack for each that defends, and whether they are as many as the rule of thumb wants."""

    to_one: float
    enough: bool


def ratio(facts: RatioFacts, book: RuleBook) -> Explained[Ratio] | Refusal:
    """Attackers to defenders (FF-FOR-07, GAP-05). Refuses too few where a house rule asks for them."""
    wanted = book.table(RATIO).number("attackers_to_one")
    enough = facts.attacker >= wanted.value * facts.defender
    to_one = round(facts.attacker / facts.defender, 2)
    if not enough:
        # A platoon too few never reads as if it were enough: 399 against 200 are less than 2 to 1.
        to_one = min(to_one, wanted.value - HUNDREDTH)
    says = f"{facts.attacker} rifle platoons against {facts.defender}: {to_one:g} to 1"
    gap_05 = book.ruling("GAP-05")
    strict = gap_05.gives({"advice": False, "enforced": True})
    if strict and not enough:
        missing = wanted.value * facts.defender - facts.attacker
        return Refusal("FF-FOR-07", says, f"give the attacker {missing} more, or the defender fewer")
    advice = () if enough else (Considered("FF-FOR-07", f"The rule of thumb is {wanted.value} to 1 or more"),)
    found = Ratio(to_one, enough)
    return Explained(found, None, (Step("FF-FOR-07", says, None, gap_05.mark),), advice)


@dataclass(frozen=True, slots=True, kw_only=True)
class DivisionShareFacts:
    """Assets of a division of which not all regiments are there."""

    assets: int = fact("what the whole division has of it", least=1, most=99, example=3)
    regiments: int = fact("regiments or brigades of the whole division", least=1, most=4, example=3)
    fielded: int = fact("of them in the force", least=1, most=4, example=2)


@dataclass(frozen=True, slots=True)
class DivisionShare:
    """The most of an asset that a part of a division brings, and whether its commander is there."""

    assets: int
    commander: bool


def share(facts: DivisionShareFacts, _book: RuleBook) -> Explained[DivisionShare] | Refusal:
    """What a part of a division brings, a fraction counting as one (FF-FOR-08). Refuses more than there are."""
    if facts.fielded > facts.regiments:
        because = f"The division has {facts.regiments}, and {facts.fielded} are in the force"
        return Refusal("FF-FOR-08", because, "count those that are in the force")
    whole = facts.fielded == facts.regiments
    most = share_of(facts.assets, facts.fielded, facts.regiments)
    who = "its commander is there" if whole else "its commander is not on the table"
    says = f"{facts.fielded} of {facts.regiments}: at most {most} of {facts.assets}, and {who}"
    return Explained(DivisionShare(most, whole), None, (Step("FF-FOR-08", says),))


def share_of(assets: int, fielded: int, regiments: int) -> int:
    """In proportion to the regiments fielded; what is left over still brings a whole one."""
    return min(assets, ceil(assets * fielded / regiments))


@dataclass(frozen=True, slots=True, kw_only=True)
class ScaleFacts:
    """What stands on the table, and a distance on it."""

    figures: int = fact("infantry figures", default=0, least=0, most=9999, example=48)
    machine_guns: int = fact("models of machine guns", default=0, least=0, most=999, example=4)
    guns: int = fact("models of guns and howitzers", default=0, least=0, most=999, example=3)
    tanks: int = fact("models of tanks", default=0, least=0, most=999)
    distance_cm: float = fact("a distance on the table", default=0.0, unit="cm", least=0, most=1000, example=180.0)


@dataclass(frozen=True, slots=True)
class Scale:
    """The men, weapons and vehicles they stand for, and the distance on the ground in metres."""

    men: int
    machine_guns: int
    guns: int
    tanks: int
    metres: float


def scale(facts: ScaleFacts, book: RuleBook) -> Explained[Scale]:
    """What figures, models and centimetres stand for, if one wants to know (FF-FOR-02). It decides nothing."""
    table = book.table(SCALE)
    asked = (
        ("men_to_a_figure", facts.figures),
        ("guns_to_a_machine_gun", facts.machine_guns),
        ("guns_to_an_artillery_model", facts.guns),
        ("tanks_to_a_model", facts.tanks),
    )
    told = [(table.number(key), number) for key, number in asked]
    steps = [each.cites(f"{each.says}: {each.value}") for each, number in told if number]
    ground = table.number("ground")
    metres = offset_mm(facts.distance_cm) * ground.value / MM_IN_A_METRE
    if facts.distance_cm:
        steps.append(ground.cites(f"{ground.says}: {ground.value:,}, so {metres:,g} m"))
    men, machine_guns, guns, tanks = (each.value * number for each, number in told)
    found = Scale(men, machine_guns, guns, tanks, metres)
    return Explained(found, None, tuple(steps), (Considered("FF-FOR-02", "No rule asks for it"),))


def _ratio(facts: RatioFacts, _dice: tuple[D6, ...], book: RuleBook) -> Explained[Ratio] | Refusal:
    return ratio(facts, book)


def _share(facts: DivisionShareFacts, _dice: tuple[D6, ...], book: RuleBook) -> Explained[DivisionShare] | Refusal:
    return share(facts, book)


def _scale(facts: ScaleFacts, _dice: tuple[D6, ...], book: RuleBook) -> Explained[Scale] | Refusal:
    return scale(facts, book)


RESOLUTIONS: tuple[Resolution[Any, RuleBook], ...] = (
    Resolution("force_ratio", "Attackers to defenders", "Forces", RatioFacts, no_dice, _ratio),
    Resolution("divisional_share", "A part of a division", "Forces", DivisionShareFacts, no_dice, _share),
    Resolution("scale", "What figures and models stand for", "Forces", ScaleFacts, no_dice, _scale),
)
