"""What gas does to the stands it catches and to those who enter it, and who stands in it (FF-GAS-18 to FF-GAS-27)."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from rules.flanders_fields.artillery.area_fire import AreaResult, AreaShot, AreaShots, dice_for, odds_for, read_dice
from rules.flanders_fields.artillery.areas import BaseInAreaFacts, Coverage, Overlap, outline_of
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.gas.clouds import CloudFacts, by_card, lie
from rules.flanders_fields.movement.fire_zones import ZoneAttack
from rules.flanders_fields.movement.zone_paths import Waypoint, along_the_way
from rules.flanders_fields.not_yet import SHELTER, no_gas
from rules.flanders_fields.only_where import BELOW_GROUND, OF_A_STAND, OF_ARMOUR
from rules.flanders_fields.shooting.facts import Shot
from rules.flanders_fields.vocabulary import Cover, Firer, FireResult, TargetKind
from rules.kernel.dice import D6
from rules.kernel.explain import Considered, Explained, HouseMark, MoreDice, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.resolve import Resolution, no_dice, thrown
from rules.kernel.shapes import overlapping
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class GasStand:
    """A stand that a cloud catches. Whose it is does not matter."""

    name: str = fact("what the stand is called", example="2nd Platoon")
    cover: Cover = fact("what protects it", example="medium")
    coverage: Coverage = fact("how the cloud covers its base", default=Coverage.FULLY)
    target: TargetKind = fact("a stand, or armour", default=TargetKind.STAND)
    target_armour_in_cover: bool = fact("it is armour in cover", default=False, only=OF_ARMOUR)
    target_is_command: bool = fact("it is a command stand", default=False, only=OF_A_STAND)
    sheltering: bool = fact("it is in a deep shelter", default=False, only=BELOW_GROUND, dated=SHELTER)


@dataclass(frozen=True, slots=True, kw_only=True)
class GasAttackFacts:
    """One attack of one cloud, and the stands it catches."""

    stands: tuple[GasStand, ...] = fact(
        "the stands it catches", default=(), example=[{"name": "2nd Platoon", "cover": "medium"}], called="name"
    )


def gas_shots(facts: GasAttackFacts, book: RuleBook) -> Explained[AreaShots] | Refusal:
    """Whom an attack catches, a die each, and the stands it spares (FF-GAS-22). Refuses gas before there is any."""
    refused = no_gas(book)
    if refused:
        return refused
    judged = [(stand, _spared(stand, book)) for stand in facts.stands]
    shots = tuple(_shot(stand, book) for stand, why in judged if why is None)
    spared = tuple(why for _, why in judged if why)
    lead = Step("FF-GAS-22", "One die for each stand, friend and enemy alike")
    return Explained(AreaShots(False, shots), None, (*by_card(book), lead), spared)


def _spared(stand: GasStand, book: RuleBook) -> Considered | None:
    if stand.coverage is Coverage.SPARED:
        return Considered("FF-GAS-T3", f"{stand.name}: not touched by the cloud")
    if stand.sheltering and not _reaches_below(book):
        return Considered("FF-DSH-02", f"{stand.name}: in its deep shelter, safe from gas")
    return None


def _reaches_below(book: RuleBook) -> bool:
    """Whether gas harms those in deep shelters (AMB-361)."""
    safe = dict.fromkeys(("kill_on_6", "suppressed_on_4", "heavy_mortars_too"), False)
    return book.behaviour("AMB-361", safe | {"gas_too": True})


def _shot(stand: GasStand, book: RuleBook) -> AreaShot:
    shot = Shot(
        firer=Firer.GAS,
        range_cm=0.0,
        cover=stand.cover,
        target=stand.target,
        target_armour_in_cover=stand.target_armour_in_cover,
        target_is_command=stand.target_is_command,
        direct_sight=False,
        indirect=True,
        on_area=True,
        partly_in_area=stand.coverage is Coverage.PARTLY,
    )
    if stand.sheltering:
        line = Step("FF-DSH-02", f"{stand.name}: gas sinks into its shelter", None, book.mark("AMB-361"))
    else:
        line = Step("FF-GAS-21", f"{stand.name}: {stand.coverage} covered")
    return AreaShot(stand.name, stand.coverage, line, shot)


def attack(
    facts: GasAttackFacts, dice: tuple[D6, ...], book: RuleBook
) -> Explained[tuple[AreaResult, ...]] | Refusal | MoreDice:
    """What gas does to the stands it catches, a die each in the order told (FF-GAS-21 to FF-GAS-24).

    Refuses gas before there is any.
    """
    read = read_dice(gas_shots(facts, book), dice, book)
    if isinstance(read, MoreDice):
        return replace(read, clause="FF-GAS-22", says="one die for each stand the cloud catches")
    if isinstance(read, Refusal):
        return read
    return Explained(read.value.results, None, read.steps, read.considered)


@dataclass(frozen=True, slots=True, kw_only=True)
class EnterFacts:
    """A stand that moves, by whatever kind of move, and the cloud on its way."""

    stand: GasStand = fact(
        "the stand, covered as where the cloud covers most of it", example={"name": "2nd Platoon", "cover": "soft"}
    )
    sunk: bool = fact("the cloud is denying gas that has sunk", default=True)
    began_inside: bool = fact("it was in this cloud before it moved", default=False)
    attacked_this_turn: bool = fact("this cloud has attacked it in this player turn", default=False)


def enter(facts: EnterFacts, dice: tuple[D6, ...], book: RuleBook) -> Explained[ZoneAttack] | Refusal | MoreDice:
    """What gas does to a stand that enters or crosses it (FF-GAS-20): one die if it is attacked, none if not.

    Refuses gas before there is any.
    """
    found = gas_shots(GasAttackFacts(stands=(facts.stand,)), book)
    if isinstance(found, Refusal):
        return found
    free = next(_lets_pass(facts, book), None) or (None if found.value.shots else found.considered[0])
    if free:
        return Explained(ZoneAttack(False), None, (*by_card(book), Step(free.clause, free.says)))
    if not dice:
        return MoreDice("FF-GAS-20", "one die for the stand that moves", 1)
    read = read_dice(found, dice, book)
    if not isinstance(read, Explained):
        return read
    suffered = read.value.results[0]
    stops = suffered.result is not FireResult.NO_EFFECT
    lead = Step("FF-GAS-20", "It enters the gas and is attacked at once", None, _mark(facts, book))
    end = (Step("FF-SUP-02", "It ends its move there"),) if suffered.result is FireResult.SUPPRESSED else ()
    value = ZoneAttack(True, suffered.coverage, suffered.result, stops)
    return Explained(value, suffered.total, (lead, *read.steps, *end), read.considered)


def _mark(facts: EnterFacts, book: RuleBook) -> HouseMark | None:
    return None if facts.sunk else book.mark("AMB-448")


def _lets_pass(facts: EnterFacts, book: RuleBook) -> Iterator[Considered]:
    """Why entering draws no attack, the first reason first (AMB-448)."""
    if not facts.sunk and book.behaviour("AMB-448", {"sunk": True, "drifting_too": False}):
        yield Considered("FF-GAS-20", "Drifting gas does not attack who enters it; it will in its next phase")
    if facts.began_inside:
        yield Considered("FF-GAS-20", "It was in the gas already: walking out draws nothing more")
    if facts.attacked_this_turn:
        yield Considered("FF-GAS-20", "This cloud has attacked it in this turn")


@dataclass(frozen=True, slots=True, kw_only=True)
class GasPathFacts:
    """A cloud that lies still, a base where it starts, and its way, all measured from one edge."""

    cloud: CloudFacts = fact("the cloud", example={"along_cm": 60.0, "up_cm": 75.0})
    base: BaseInAreaFacts = fact(
        "the base where it starts; it keeps its facing", example={"along_cm": 60.0, "up_cm": 90.0}
    )
    way: tuple[Waypoint, ...] = fact("where it goes, point by point", example=[{"along_cm": 60.0, "up_cm": 75.0}])


@dataclass(frozen=True, slots=True)
class GasPath:
    """How a cloud catches a base on its way, whether the base began inside, and where it is covered most (cm)."""

    coverage: Coverage
    began_inside: bool
    at_cm: tuple[float, float] | None


def path(facts: GasPathFacts, book: RuleBook) -> Explained[GasPath] | Refusal:
    """How a cloud catches a base on its way (FF-GAS-20, FF-GAS-21). Refuses a base that does not move."""
    lying = lie(facts.cloud, book)
    if isinstance(lying, Refusal):
        return lying
    if not facts.way:
        return Refusal("FF-GAS-20", "It does not move", "name at least one point of its way")
    area, base = lying.outline, outline_of(facts.base)
    began = overlapping(area, base) is not None
    most = along_the_way(area, base, facts.base, facts.way)
    caught = _coverage(most.overlap)
    where = {
        Coverage.SPARED: "Its way leads past the cloud",
        Coverage.PARTLY: "On its way it is only partly covered",
        Coverage.FULLY: "On its way it is fully covered",
    }
    lines = (*lying.steps, Step("FF-GAS-21", where[caught]))
    started = (Considered("FF-GAS-20", "It begins in the cloud"),) if began else ()
    return Explained(GasPath(caught, began, None if caught is Coverage.SPARED else most.at_cm), None, lines, started)


def _coverage(overlap: Overlap) -> Coverage:
    if overlap is Overlap.NONE:
        return Coverage.SPARED
    return Coverage.FULLY if overlap is Overlap.WHOLE else Coverage.PARTLY


@dataclass(frozen=True, slots=True, kw_only=True)
class InGasFacts:
    """A stand and the cloud it may stand in."""

    overlap: Overlap = fact("how much of its base lies in the cloud, drifting or sunk", example="under_half")


@dataclass(frozen=True, slots=True)
class InGas:
    """Whether a stand counts as in gas, and what that takes off its orders and its fire."""

    in_gas: bool
    orders: int
    fire: int


def stands_in_gas(facts: InGasFacts, book: RuleBook) -> Explained[InGas] | Refusal:
    """Whether a stand counts as in gas (FF-GAS-25, FF-GAS-26, AMB-450). Refuses gas before there is any."""
    refused = no_gas(book)
    if refused:
        return refused
    whole = facts.overlap is Overlap.WHOLE
    amb_450 = book.ruling("AMB-450")
    within = amb_450.gives({"any_part": facts.overlap is not Overlap.NONE, "whole_base": whole})
    orders, fire = book.table("orders/master").number("gas"), book.table("shooting/modifiers").number("firer_in_gas")
    if not within:
        line = Step("FF-GAS-25", "It does not stand in gas", None, amb_450.mark)
        return Explained(InGas(False, 0, 0), None, (*by_card(book), line))
    where = Step("FF-GAS-25", "It stands in gas", None, amb_450.mark)
    fights = Considered("FF-GAS-27", "Gas has no other effect on its fighting")
    lines = (*by_card(book), where, orders.because("Orders to it and by it"), fire.because("Its fire"))
    return Explained(InGas(True, orders.value, fire.value), None, lines, (fights,))


def _dice(facts: GasAttackFacts, book: RuleBook) -> int:
    return dice_for(gas_shots(facts, book))


def _odds(facts: GasAttackFacts, book: RuleBook) -> Mapping[str, Fraction] | Refusal:
    return odds_for(gas_shots(facts, book), book)


def _enter_dice(facts: EnterFacts, book: RuleBook) -> int:
    return int(isinstance(enter(facts, (), book), MoreDice))


def _entered(found: ZoneAttack) -> str:
    return found.result.value if found.attacked else "no attack"


def _path(facts: GasPathFacts, _dice: tuple[D6, ...], book: RuleBook) -> Explained[GasPath] | Refusal:
    return path(facts, book)


def _in_gas(facts: InGasFacts, _dice: tuple[D6, ...], book: RuleBook) -> Explained[InGas] | Refusal:
    return stands_in_gas(facts, book)


RESOLUTIONS: tuple[Resolution[Any, RuleBook], ...] = (
    Resolution("gas_attack", "What gas does to those it catches", "Gas", GasAttackFacts, _dice, attack, _odds),
    Resolution(
        "gas_enter",
        "What gas does to those who enter it",
        "Gas",
        EnterFacts,
        _enter_dice,
        enter,
        thrown(enter, _enter_dice, _entered),
    ),
    Resolution("gas_path", "How a cloud catches a base on its way", "Gas", GasPathFacts, no_dice, _path),
    Resolution("in_gas", "Who stands in gas", "Gas", InGasFacts, no_dice, _in_gas),
)
