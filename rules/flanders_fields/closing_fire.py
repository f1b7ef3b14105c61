"""Closing fire at attackers, and which stands still close (FF-ASL-06 to 10, 24, 28)."""

from collections.abc import Iterator
from enum import StrEnum
from typing import Any

from rules.flanders_fields.applicability import GAS, SHELTER, STORM_BATTALION
from rules.flanders_fields.assault import ARMOUR, COMPANIES, Fighter, starting
from rules.flanders_fields.fire_eligibility import (
    ARTILLERY,
    CREWED,
    MORTARS,
    STORM_FIRERS,
    TANK_WEAPONS,
    Shot,
    may_shoot,
)
from rules.flanders_fields.morale import SOURCES, spreads
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.shooting import FireAction, fire, rolls
from rules.flanders_fields.vocabulary import Cover, Firer, FireResult, Quality, Slope, TargetKind
from rules.kernel.dice import D6
from rules.kernel.distances import cm, mm
from rules.kernel.explanations import Explained, MoreDice, Refusal, Step
from rules.kernel.facts import contradictions, fact, only
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.lookups import Resolution, thrown

MEASURES, POINT_BLANK = "assault/measures", 0.0


class Approach(StrEnum):
    """From where an attacker comes at a stand (FF-ASL-07, FF-ASL-08, FF-ASL-28)."""

    FRONT = "front"
    FLANK = "flank"
    REAR = "rear"


@dataclass(frozen=True, slots=True, kw_only=True)
class ClosingFireFacts:
    """One assaulted stand that is to fire at one stand that assaults it."""

    firer: Firer = fact("what fires in its own defence", example="machine_gun")
    attacker: Fighter = fact("what comes on", default=Fighter.INFANTRY)
    ground_outside: Cover = fact("the attacker's cover on the ground just outside the position", default=Cover.SOFT)
    approach: Approach = fact("where the attacker's centre began its move, seen from the stand", default=Approach.FRONT)
    began_in_arc: bool = fact("the attacker began its move in the stand's arc of fire", default=True)
    began_cm: float = fact(
        "from the stand to where the attacker began its move", default=10.0, unit="cm", least=0, most=1000
    )
    suppressed: bool = fact("the stand (of a block house: the face assaulted) is suppressed", default=False)
    packed: bool = fact(
        "it is limbered or packed",
        default=False,
        only=only("FF-RCB-12", "firer", CREWED - {Firer.BLOCK_HOUSE}, "a weapon with a crew"),
    )
    mounted: bool = fact(
        "it is mounted cavalry", default=False, only=only("FF-DFM-14", "firer", {Firer.CAVALRY}, "cavalry")
    )
    command_stand: bool = fact("it is a command stand", default=False)
    sheltering: bool = fact("it is in a deep shelter", default=False, dated=SHELTER)
    assaulted: bool = fact("it is itself the stand assaulted", default=True)
    has_fired: bool = fact("it has fired at closing attackers in this turn", default=False)
    firer_quality: Quality = fact("the firing stand's grade", default=Quality.EXPERIENCED)
    storm_troops: bool = fact(
        "the firing stand are storm troops",
        default=False,
        only=only("FF-QUA-07", "firer", STORM_FIRERS, "troops on foot and their weapons"),
        dated=STORM_BATTALION,
    )
    firer_in_gas: bool = fact("the firer stands in a gas cloud", default=False, dated=GAS)
    slope: Slope = fact("whether the shot goes uphill or downhill", default=Slope.LEVEL)
    attacker_armour_in_cover: bool = fact(
        "the attacking armour is in cover", default=False, only=only("FF-ARM-01", "attacker", ARMOUR, "armour")
    )
    place_in_beaten_zone: int = fact(
        "place in the beaten zone: 0 is the attacker aimed at, 1 to 3 stands behind it", default=0, least=0, most=3
    )
    partly_in_zone: bool = fact(
        "the attacker lies only partly in the beaten zone",
        default=False,
        only=only("FF-BZN-04", "place_in_beaten_zone", {1, 2, 3}, "a stand behind the first"),
    )
    more_light_guns: bool = fact(
        "the firer are late French or German riflemen, with more light machine guns (house rule)",
        default=False,
        only=only("FF-TOE-13", "firer", {Firer.INFANTRY}, "riflemen"),
    )
    superb_shooting_card: bool = fact("the Superb Shooting card is in force for the firer", default=False)
    good_shooting_card: bool = fact("the Good Shooting card is in force for the firer", default=False)


@dataclass(frozen=True, slots=True)
class ClosingFire:
    """What closing fire does: each roll's result, whether the stand closes, whether its company does.

    `stops_short_mm` is how far from contact a suppressed stand stops, 0 where it closes or is dead.
    """

    results: tuple[FireResult, ...]
    closes: bool
    company_closes: bool
    stops_short_mm: int


def closing_fire(
    facts: ClosingFireFacts, dice: tuple[D6, ...], book: RuleBook
) -> Explained[ClosingFire] | Refusal | MoreDice:
    """What an assaulted stand's fire does to a stand that comes on (FF-ASL-06 to -09).

    Refuses stands that do not fire at closing attackers; asks for a further die while one is due.
    """
    refused = next(_objections(facts, book), None)
    if refused:
        return refused
    answer = fire(FireAction(shot=shot_at_closing(facts, book)), dice, book)
    if not isinstance(answer, Explained):
        return answer
    found = _outcome(answer.value, facts, book)
    lead = tuple(_lead(facts, book))
    return Explained(found, None, (*lead, *answer.steps, *_closing(found, facts, book)), answer.considered)


def fires_at_closing(facts: ClosingFireFacts, book: RuleBook) -> Refusal | None:
    """Why a stand does not fire at closing attackers, None if it may (FF-ASL-06, FF-ASL-10, AMB-402)."""
    return next(_objections(facts, book), None) or may_shoot(shot_at_closing(facts, book), book)


def shot_at_closing(facts: ClosingFireFacts, book: RuleBook) -> Shot:
    """The shot that closing fire is: at point-blank range, or from the attacker's start by house rule (AMB-403)."""
    at_armour = facts.attacker in ARMOUR
    return Shot(
        firer=facts.firer,
        range_cm=_distance(facts, book),
        cover=facts.ground_outside,
        target=TargetKind.ARMOUR if at_armour else TargetKind.STAND,
        target_armour_in_cover=at_armour and facts.attacker_armour_in_cover,
        firer_quality=facts.firer_quality,
        storm_troops=facts.storm_troops,
        more_light_guns=facts.more_light_guns,
        firer_in_gas=facts.firer_in_gas,
        slope=facts.slope,
        packed=facts.packed,
        at_assaulters=facts.firer in TANK_WEAPONS and facts.assaulted,
        turned_to_face=_turns(facts, book),
        place_in_beaten_zone=facts.place_in_beaten_zone,
        partly_in_zone=facts.partly_in_zone,
        superb_shooting_card=facts.superb_shooting_card,
        good_shooting_card=facts.good_shooting_card,
    )


def _distance(facts: ClosingFireFacts, book: RuleBook) -> float:
    if not facts.assaulted:
        return facts.began_cm
    return book.behaviour("AMB-403", {"point_blank": POINT_BLANK, "starting_distance": facts.began_cm})


def _turns(facts: ClosingFireFacts, book: RuleBook) -> bool:
    """Whether the stand must turn: tanks fire by their own sectors, block houses from each face (AMB-420, AMB-423)."""
    if facts.firer in TANK_WEAPONS or facts.firer is Firer.BLOCK_HOUSE or not facts.assaulted:
        return False
    ahead = facts.approach is Approach.FRONT
    return not book.behaviour("AMB-404", {"line": ahead, "arc": facts.began_in_arc})


def _objections(facts: ClosingFireFacts, book: RuleBook) -> Iterator[Refusal]:
    """Every reason why a stand does not fire at closing attackers, in rule-book order."""
    yield from contradictions(facts)
    if facts.firer in ARTILLERY | MORTARS:
        yield Refusal("FF-ASL-06", "Artillery and mortars do not fire at closing attackers", "go on to the combat")
    if facts.firer is Firer.GAS:
        yield Refusal("FF-ASL-06", "Gas is no fire of a stand", "name the weapon that is assaulted")
    if facts.firer in TANK_WEAPONS and facts.attacker in ARMOUR:
        yield Refusal("FF-ASL-24", "The tank fires so at infantry only", "go on to the combat")
    if facts.command_stand:
        yield Refusal("FF-CST-01", "Command stands do not fire", "go on to the combat")
    if facts.firer is Firer.CAVALRY and facts.mounted:
        yield Refusal("FF-DFM-14", "Mounted cavalry does not fire", "go on to the combat")
    if facts.suppressed:
        yield Refusal("FF-ASL-10", "It is suppressed and does not fire", "go on to the combat")
    if facts.sheltering:
        yield Refusal("FF-ASL-30", "Nobody fires from a deep shelter", "go on to the combat")
    if facts.firer is Firer.BLOCK_HOUSE and facts.approach is Approach.REAR:
        yield Refusal("FF-ASL-28", "A block house has no face to its rear", "go on to the combat")
    yield from starting(facts.attacker, book)
    yield from _who(facts, book)


def _who(facts: ClosingFireFacts, book: RuleBook) -> Iterator[Refusal]:
    """Only those assaulted, each time; others or fewer times by house rule (AMB-402)."""
    amb_402 = book.ruling("AMB-402")
    in_reach = amb_402.gives({"assaulted": False, "in_reach": True, "once": False})
    if not facts.assaulted and not (in_reach and facts.began_in_arc):
        instead = "fire in its own turn" if not in_reach else "fire with those that bear on the attacker"
        yield Refusal("FF-ASL-06", "Only the stands that are assaulted fire", instead)
    once = amb_402.gives({"assaulted": False, "in_reach": False, "once": True})
    if facts.has_fired and once:
        yield Refusal("FF-ASL-06", "It has fired at closing attackers in this turn", "go on to the combat")


def _outcome(results: tuple[FireResult, ...], facts: ClosingFireFacts, book: RuleBook) -> ClosingFire:
    killed, suppressed = FireResult.KILLED in results, FireResult.SUPPRESSED in results
    reaches_all = suppressed and facts.attacker in COMPANIES and spreads(SOURCES[facts.firer], book)
    company_stops = reaches_all and book.behaviour("AMB-405", {"company": True, "only_hit": False})
    short = min(book.table(MEASURES).number("stops_short").value, mm(facts.began_cm))
    return ClosingFire(
        results=results,
        closes=not killed and not suppressed,
        company_closes=not company_stops,
        stops_short_mm=short if suppressed and not killed else 0,
    )


def _lead(facts: ClosingFireFacts, book: RuleBook) -> Iterator[Step]:
    """Why it may fire, and from where it counts as firing."""
    face = facts.firer is Firer.BLOCK_HOUSE
    says = "The face assaulted fires" if face else "It is not suppressed and fires as they close"
    mark = book.mark("AMB-402") if not facts.assaulted else None
    yield Step("FF-ASL-28" if face else "FF-ASL-06", says, None, mark)
    if _turns(facts, book):
        yield Step("FF-ASL-08", "It turns to face them first: no short range bonus", None, book.mark("AMB-404"))
    elif facts.assaulted:
        amb_403 = book.ruling("AMB-403")
        where = f"{_distance(facts, book):g} cm" if amb_403.mark else "Point-blank"
        yield Step("FF-ASL-07", f"{where}, to its front", None, amb_403.mark or book.mark("AMB-404"))


def _closing(found: ClosingFire, facts: ClosingFireFacts, book: RuleBook) -> Iterator[Step]:
    if found.closes:
        yield Step("FF-ASL-09", "It closes")
    elif not found.stops_short_mm and FireResult.KILLED in found.results:
        yield Step("FF-ASL-09", "It is dead and does not close")
    else:
        yield Step("FF-ASL-09", f"It is suppressed and stops {cm(found.stops_short_mm)} short")
    spread = FireResult.SUPPRESSED in found.results and facts.attacker in COMPANIES
    if spread and spreads(SOURCES[facts.firer], book):
        says = "The others of its company still close" if found.company_closes else "Its company does not close either"
        yield Step("FF-SUP-06", says, None, book.mark("AMB-405"))


def _dice(facts: ClosingFireFacts, book: RuleBook) -> int:
    if next(_objections(facts, book), None):
        return 0
    due = rolls(FireAction(shot=shot_at_closing(facts, book)), book)
    return 0 if isinstance(due, Refusal) else due.value


def _named(found: ClosingFire) -> str:
    if found.closes:
        return "closes"
    return "killed" if FireResult.KILLED in found.results else "suppressed"


RESOLUTIONS: tuple[Resolution[Any, RuleBook], ...] = (
    Resolution(
        "closing_fire",
        "Fire at closing attackers",
        "Close combat",
        ClosingFireFacts,
        _dice,
        closing_fire,
        thrown(closing_fire, _dice, _named),
    ),
)
