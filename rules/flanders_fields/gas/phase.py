"""What a cloud does in a gas phase: it drifts, sinks, lies or goes, and catches bases on its way (FF-GAS-T4)."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from enum import StrEnum
from fractions import Fraction
from typing import Any, Final

from rules.flanders_fields.artillery.areas import BaseInAreaFacts, Coverage, outline_of
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.gas.clouds import CloudFacts, GasKind, lie
from rules.flanders_fields.gas.wind import WindFacts
from rules.flanders_fields.vocabulary import Side
from rules.kernel.dice import D6
from rules.kernel.explain import Explained, HouseMark, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.measure import offset_mm
from rules.kernel.resolve import Resolution, thrown
from rules.kernel.shapes import Outline, Point, ahead, inside, moved, overlapping, rectangle
from rules.kernel.values import dataclass

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


def _dice(facts: CloudPhaseFacts, book: RuleBook) -> int:
    """One die where a cloud throws its own (AMB-446)."""
    if isinstance(lie(facts.cloud, book), Refusal) or not _its_phase(facts, book):
        return 0
    return int(_own_6(book) and bool(facts.cloud.phases) and not _lasts_on(facts.cloud, book))


def _sweep_dice(facts: SweepFacts, book: RuleBook) -> int:
    return _dice(facts.phase, book)


def _fate_of(found: CloudPhase) -> str:
    return found.fate.value


def _attacks_of(found: Swept) -> str:
    return " and ".join(found.attacks) or "no attack"


def _phase_odds(facts: CloudPhaseFacts, book: RuleBook) -> Mapping[str, Fraction] | Refusal:
    return thrown(cloud_phase, _dice, _fate_of)(facts, book)


GAS_PHASE: Final[Resolution[Any, RuleBook]] = Resolution(
    "gas_phase", "What a cloud does in a gas phase", "Gas", CloudPhaseFacts, _dice, cloud_phase, _phase_odds
)

RESOLUTIONS: tuple[Resolution[Any, RuleBook], ...] = (
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
