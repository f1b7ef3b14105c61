"""Effects of gas: the gas phase, attacks on stands, and standing in gas (FF-GAS-15 to 27)."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from enum import StrEnum
from fractions import Fraction
from typing import Any, Final

from rules.flanders_fields.applicability import BELOW_GROUND, OF_A_STAND, OF_ARMOUR, SHELTER, no_gas
from rules.flanders_fields.bombardments import AreaResult, AreaShot, AreaShots, dice_for, odds_for, read_dice
from rules.flanders_fields.fire_areas import BaseInAreaFacts, Coverage, Overlap, outline_of
from rules.flanders_fields.fire_eligibility import Shot
from rules.flanders_fields.fire_zones import Waypoint, ZoneAttack, along_the_way
from rules.flanders_fields.gas_clouds import CloudFacts, GasKind, WindFacts, by_card, lie
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import Cover, Firer, FireResult, Side, TargetKind
from rules.kernel.dice import D6
from rules.kernel.distances import offset_mm
from rules.kernel.explanations import Considered, Explained, HouseMark, MoreDice, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.lookups import Resolution, no_dice, thrown
from rules.kernel.polygons import Outline, Point, ahead, inside, moved, overlapping, rectangle

# What gas does to the stands it catches and to those who enter it, and who stands in it (FF-GAS-18 to FF-GAS-27)


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


def _gas_attack_dice(facts: GasAttackFacts, book: RuleBook) -> int:
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


# What a cloud does in a gas phase (FF-GAS-T4)

LASTS, MOVES = "gas/turns", "gas/movement"


class CloudFate(StrEnum):
    """What becomes of a cloud in a gas phase (FF-GAS-T4)."""

    DRIFTS = "drifts"
    SINKS = "sinks"
    LIES = "lies"
    LEAVES_TABLE = "leaves_table"
    SPENT = "spent"
    DISPERSES = "disperses"
    WAITS = "waits"


REMOVED = frozenset({CloudFate.SPENT, CloudFate.DISPERSES})


@dataclass(frozen=True, slots=True, kw_only=True)
class CloudPhaseFacts:
    """A cloud in a gas phase, once the die for the wind has been read. All directions are seen from one edge."""

    cloud: CloudFacts = fact("the cloud as the phase begins", example={"along_cm": 60.0, "up_cm": 60.0})
    wind: WindFacts = fact("its wind", example={"direction_deg": 0, "speed_cm": 17.0})
    phase_of: Side = fact("whose gas phase it is", default=Side.ATTACKER)
    disperses: bool = fact("the die for the wind shows a 6", default=False)
    table_across_cm: float | None = fact(
        "how wide the table is along that edge", default=None, unit="cm", least=1, most=1000
    )
    table_up_cm: float | None = fact("how far up the table goes", default=None, unit="cm", least=1, most=1000)


@dataclass(frozen=True, slots=True)
class CloudPhase:
    """What a cloud did: its fate, whether it attacked, its middle and corners where it ended (cm), its phases now."""

    fate: CloudFate
    attacks: bool
    along_cm: float
    up_cm: float
    corners_cm: tuple[tuple[float, float], ...]
    phases: int


@dataclass(frozen=True, slots=True)
class _Way:
    """A cloud's fate, its outline where the phase begins, its drift in millimetres, and the lines that say why."""

    fate: CloudFate
    start: Outline
    middle: Point
    drift: Point
    steps: tuple[Step, ...]


def cloud_phase(facts: CloudPhaseFacts, dice: tuple[D6, ...], book: RuleBook) -> Explained[CloudPhase] | Refusal:
    """What a cloud does in a gas phase (FF-GAS-09, FF-GAS-15 to FF-GAS-18, FF-GAS-T4).

    No die but by house rule (AMB-446). Refuses gas before there is any, a release in the other side's turn, and a
    turned cloud where clouds are not turned.
    """
    way = _way(facts, dice, book)
    if isinstance(way, Refusal):
        return way
    end = moved([way.middle], way.drift)[0]
    corners = tuple((round(x / 10, 2), round(y / 10, 2)) for x, y in moved(way.start, way.drift))
    waits = way.fate is CloudFate.WAITS
    attacks = not waits and way.fate not in REMOVED
    phases = facts.cloud.phases + (0 if waits else 1)
    found = CloudPhase(way.fate, attacks, round(end[0] / 10, 1), round(end[1] / 10, 1), corners, phases)
    return Explained(found, None, way.steps)


def _way(facts: CloudPhaseFacts, dice: tuple[D6, ...], book: RuleBook) -> _Way | Refusal:
    lying = lie(facts.cloud, book)
    if isinstance(lying, Refusal):
        return lying
    refused = _too_early(facts)
    if refused:
        return refused
    start, middle = lying.outline, lying.middle
    drift = ahead(offset_mm(facts.wind.speed_cm), facts.wind.direction_deg)
    fate, steps = _fate(facts, dice, book)
    still = (0.0, 0.0)
    if fate not in (CloudFate.DRIFTS, CloudFate.SINKS):
        return _Way(fate, start, middle, still, (*lying.steps, *steps))
    if not _on_table(facts, moved(start, drift)):
        fate, steps = CloudFate.LEAVES_TABLE, (*steps, Step("FF-GAS-T1", "It drifts off the table and is removed"))
    return _Way(fate, start, middle, drift, (*lying.steps, *steps))


def _too_early(facts: CloudPhaseFacts) -> Refusal | None:
    if facts.cloud.phases or facts.cloud.owner is facts.phase_of:
        return None
    return Refusal("FF-GAS-09", "Gas is released in its owner's turn", "wait for its owner's gas phase")


def _on_table(facts: CloudPhaseFacts, cloud: Outline) -> bool:
    """Whether any of a cloud is on the table; a table that was not measured has no edge (AMB-451)."""
    if facts.table_across_cm is None or facts.table_up_cm is None:
        return True
    across, up = offset_mm(facts.table_across_cm), offset_mm(facts.table_up_cm)
    return overlapping(rectangle(across, up, 0, (across / 2, up / 2)), cloud) is not None


def _fate(facts: CloudPhaseFacts, dice: tuple[D6, ...], book: RuleBook) -> tuple[CloudFate, tuple[Step, ...]]:
    """What becomes of the cloud, and why: the first reason decides."""
    return next(_fates(facts, dice, book))


def _fates(
    facts: CloudPhaseFacts, dice: tuple[D6, ...], book: RuleBook
) -> Iterator[tuple[CloudFate, tuple[Step, ...]]]:
    cloud, sunk = facts.cloud, has_sunk(facts.cloud, book)
    lead = _in_phase(facts, book)
    if not _its_phase(facts, book):
        yield CloudFate.WAITS, (lead,)
    lines = (lead, *_stays_despite(facts, dice, book))
    if _dispersed(facts, dice, book):
        house = book.mark("AMB-446")
        yield CloudFate.DISPERSES, (lead, Step("FF-GAS-T1", "A 6: it disperses and attacks nobody", None, house))
    if _spent(cloud, sunk, book):
        clause, mark = ("FF-GAS-17", book.mark("AMB-444")) if sunk else ("FF-GAS-15", book.mark("AMB-442"))
        yield CloudFate.SPENT, (lead, Step(clause, f"Its {cloud.phases} turns are over: it is removed", None, mark))
    if sunk:
        yield (
            CloudFate.LIES,
            (*lines, Step("FF-GAS-20", "Sunk: it attacks those who are in it", None, _still(cloud, book))),
        )
    elif cloud.phases < _first_drift(book):
        says = "It attacks where it lies and drifts from the next turn on"
        yield CloudFate.LIES, (*lines, Step("FF-GAS-15", says, None, book.mark("AMB-442")))
    elif cloud.kind is GasKind.DENYING:
        yield CloudFate.SINKS, (*lines, *_sinking(cloud, book))
    else:
        yield CloudFate.DRIFTS, (*lines, _drifting(facts, book))


def _its_phase(facts: CloudPhaseFacts, book: RuleBook) -> bool:
    """Whether a cloud acts in this side's turn (AMB-453)."""
    later = book.behaviour("AMB-453", {"attacker": Side.ATTACKER, "own_turn": facts.cloud.owner})
    return facts.phase_of is (later if facts.cloud.phases else facts.cloud.owner)


def _in_phase(facts: CloudPhaseFacts, book: RuleBook) -> Step:
    if not facts.cloud.phases:
        return Step("FF-GAS-09", "Released in its owner's gas phase")
    theirs = facts.cloud.owner is Side.DEFENDER
    its = "Its phase" if _its_phase(facts, book) else "Not its phase: it neither moves nor attacks"
    return Step("FF-GAS-14", its, None, book.mark("AMB-453") if theirs else None)


def has_sunk(cloud: CloudFacts, book: RuleBook) -> bool:
    """Whether denying gas has sunk before its phase, or sinks without a drift (FF-GAS-16)."""
    if cloud.kind is not GasKind.DENYING:
        return False
    sinks_at_once = not book.table(LASTS).number("denying_drifts").value
    return sinks_at_once or cloud.phases >= turns_of(cloud.kind, book)


def turns_of(kind: GasKind, book: RuleBook) -> int:
    """How many gas phases a cloud goes through before it is spent, or sinks where it is denying gas."""
    drifts = book.table(LASTS).number("drifts" if kind is GasKind.OFFENSIVE else "denying_drifts")
    return drifts.value + _first_drift(book)


def _first_drift(book: RuleBook) -> int:
    return book.table(LASTS).number("first_drift").value


def _still(cloud: CloudFacts, book: RuleBook) -> HouseMark | None:
    """The house rule by which a cloud has sunk without a drift (AMB-443)."""
    return None if cloud.phases else book.mark("AMB-443")


def _own_6(book: RuleBook) -> bool:
    return book.behaviour("AMB-446", {"all": False, "own_6": True})


def _lasts_on(cloud: CloudFacts, book: RuleBook) -> bool:
    """Whether a 6 leaves sunk gas where it is (AMB-444)."""
    proof = book.behaviour("AMB-444", {"by_a_6": False, "end_of_game": True, "six_turns": True})
    return proof and has_sunk(cloud, book)


def _dispersed(facts: CloudPhaseFacts, dice: tuple[D6, ...], book: RuleBook) -> bool:
    return bool(facts.cloud.phases) and not _lasts_on(facts.cloud, book) and _shows_6(facts, dice, book)


def _shows_6(facts: CloudPhaseFacts, dice: tuple[D6, ...], book: RuleBook) -> bool:
    """Whether the die that is read for this cloud disperses it: the wind's, or its own (AMB-446)."""
    if _own_6(book):
        return bool(dice) and book.table(MOVES).read("wind", dice[0].pips).value == "disperses"
    return facts.disperses


def _stays_despite(facts: CloudPhaseFacts, dice: tuple[D6, ...], book: RuleBook) -> Iterator[Step]:
    """The house rules by which a 6 for the wind has left this cloud on the table."""
    if not facts.cloud.phases or not (facts.disperses or dice):
        return
    if _lasts_on(facts.cloud, book):
        yield Step("FF-GAS-17", "A 6 does not touch sunk gas", None, book.mark("AMB-444"))
    elif _own_6(book) and dice:
        yield Step("FF-GAS-T1", f"{dice[0].pips} on its own die: it stays", None, book.mark("AMB-446"))


def _spent(cloud: CloudFacts, sunk: bool, book: RuleBook) -> bool:
    """Whether a cloud has lasted as long as it can (FF-GAS-15, AMB-444)."""
    if cloud.kind is GasKind.OFFENSIVE:
        return cloud.phases >= turns_of(cloud.kind, book)
    ends = book.behaviour("AMB-444", {"by_a_6": False, "end_of_game": False, "six_turns": True})
    return sunk and ends and cloud.phases >= book.table(LASTS).number("drifts").value


def _sinking(cloud: CloudFacts, book: RuleBook) -> Iterator[Step]:
    house = book.mark("AMB-442") if cloud.phases else None
    yield Step("FF-GAS-16", "It drifts once, attacks on its way, and sinks where it ends", None, house)


def _drifting(facts: CloudPhaseFacts, book: RuleBook) -> Step:
    drift = facts.cloud.phases + 1 - _first_drift(book)
    of = book.table(LASTS).number("drifts").value
    wind = facts.wind
    says = f"Drift {drift} of {of}: {wind.speed_cm:g} cm at {wind.direction_deg} degrees, attacking on its way"
    return Step("FF-GAS-15", says, None, book.mark("AMB-442"))


@dataclass(frozen=True, slots=True, kw_only=True)
class SweepFacts:
    """A cloud in a gas phase and a base, both measured from one edge."""

    phase: CloudPhaseFacts = fact(
        "the cloud in its phase",
        example={"cloud": {"along_cm": 60.0, "up_cm": 60.0}, "wind": {"direction_deg": 0, "speed_cm": 17.0}},
    )
    base: BaseInAreaFacts = fact("the base", example={"along_cm": 60.0, "up_cm": 78.0})


@dataclass(frozen=True, slots=True)
class Swept:
    """How often a cloud attacks a base in a phase, and how it covers it each time."""

    attacks: tuple[Coverage, ...]


def sweep(facts: SweepFacts, dice: tuple[D6, ...], book: RuleBook) -> Explained[Swept] | Refusal:
    """How a cloud catches a base in a phase (FF-GAS-18, FF-GAS-19, FF-GAS-21). Refuses what `cloud_phase` refuses."""
    way = _way(facts.phase, dice, book)
    if isinstance(way, Refusal):
        return way
    if way.fate is CloudFate.WAITS or way.fate in REMOVED:
        return Explained(Swept(()), None, way.steps)
    base = outline_of(facts.base)
    found = tuple(one for one in _times(way, base, book) if one is not Coverage.SPARED)
    return Explained(Swept(found), None, (*way.steps, *_caught(found, way, book)))


def _times(way: _Way, base: Outline, book: RuleBook) -> Iterator[Coverage]:
    """Every attack of the phase: one, by house rule one where it starts and one on its path (AMB-447)."""
    twice = book.behaviour("AMB-447", {"once": False, "start_and_path": way.drift != (0.0, 0.0)})
    if twice:
        yield _covered(replace(way, drift=(0.0, 0.0)), base, book)
    yield _covered(way, base, book)


def _covered(way: _Way, base: Outline, book: RuleBook) -> Coverage:
    # A cloud that drifts over a base is a base that moves the other way through a cloud that stays.
    back = (-way.drift[0], -way.drift[1])
    if overlapping(way.start, base, back) is None:
        return Coverage.SPARED
    at_the_end = inside(way.start, moved(base, back)) is not None
    ever = inside(way.start, base, back) is not None
    fully = book.behaviour("AMB-449", {"one_moment": ever, "end_position": at_the_end})
    return Coverage.FULLY if fully else Coverage.PARTLY


def _caught(found: tuple[Coverage, ...], way: _Way, book: RuleBook) -> Iterator[Step]:
    if not found:
        yield Step("FF-GAS-T3", "The cloud does not touch it")
    drifts = way.drift != (0.0, 0.0)
    twice = book.mark("AMB-447") if len(found) > 1 else None
    for one in found:
        says = "Fully covered" if one is Coverage.FULLY else "Only partly covered"
        yield Step("FF-GAS-21", says, None, twice or (book.mark("AMB-449") if drifts else None))


def _gas_phase_dice(facts: CloudPhaseFacts, book: RuleBook) -> int:
    """One die where a cloud throws its own (AMB-446)."""
    if isinstance(lie(facts.cloud, book), Refusal) or not _its_phase(facts, book):
        return 0
    return int(_own_6(book) and bool(facts.cloud.phases) and not _lasts_on(facts.cloud, book))


def _sweep_dice(facts: SweepFacts, book: RuleBook) -> int:
    return _gas_phase_dice(facts.phase, book)


def _fate_of(found: CloudPhase) -> str:
    return found.fate.value


def _attacks_of(found: Swept) -> str:
    return " and ".join(found.attacks) or "no attack"


def _phase_odds(facts: CloudPhaseFacts, book: RuleBook) -> Mapping[str, Fraction] | Refusal:
    return thrown(cloud_phase, _gas_phase_dice, _fate_of)(facts, book)


GAS_PHASE: Final[Resolution[Any, RuleBook]] = Resolution(
    "gas_phase", "What a cloud does in a gas phase", "Gas", CloudPhaseFacts, _gas_phase_dice, cloud_phase, _phase_odds
)


RESOLUTIONS: tuple[Resolution[Any, RuleBook], ...] = (
    Resolution(
        "gas_attack", "What gas does to those it catches", "Gas", GasAttackFacts, _gas_attack_dice, attack, _odds
    ),
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
    GAS_PHASE,
    Resolution(
        "gas_sweep",
        "How a cloud catches a base",
        "Gas",
        SweepFacts,
        _sweep_dice,
        sweep,
        thrown(sweep, _sweep_dice, _attacks_of),
    ),
)
