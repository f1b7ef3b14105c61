"""Aircraft: missions and attacks (FF-AIR)."""

from collections.abc import Iterator
from enum import StrEnum
from typing import Any, Final

from rules.flanders_fields.applicability import SHELTER, no_aircraft
from rules.flanders_fields.assault import COMPANIES, ON_FOOT, SUPPORT_WEAPONS, Fighter, below_ground, in_concrete, named
from rules.flanders_fields.fire_areas import BaseInAreaFacts, outline_of
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import Cover
from rules.kernel.dice import D6
from rules.kernel.distances import cm, offset_mm
from rules.kernel.explanations import Considered, Explained, HouseMark, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.lookups import Resolution, no_dice, one_die, thrown
from rules.kernel.polygons import Point, ahead, inside

# Calling aircraft (FF-AIR-05, FF-AIR-06)

CALL = "orders/air"


@dataclass(frozen=True, slots=True, kw_only=True)
class AirMission:
    """A direct air support mission, asked for in its step of the regimental orders."""

    missions_left: int = fact("missions the fire plan still holds, this one included", default=1, least=0, most=9)
    called_this_turn: bool = fact("its side has called for aircraft in this turn", default=False)
    commander: bool = fact("the regiment has its commander", default=True)


@dataclass(frozen=True, slots=True)
class AirCall:
    """Whether the aircraft arrive, and the missions the plan holds after the call."""

    arrives: bool
    missions_left: int


def call_aircraft(facts: AirMission, dice: tuple[D6, ...], book: RuleBook) -> Explained[AirCall] | Refusal:
    """Whether the aircraft asked for arrive this turn (FF-ORD-T6, FF-AIR-05, FF-AIR-06).

    Refuses dates whose sheet has no such mission, a plan without any, a second call and a regiment without commander.
    """
    refused = next(_objections(facts, book), None)
    if refused:
        return refused
    arrives, total, steps = book.behaviour("AMB-34", {"sheet": _by_sheet, "order": _by_order})(dice[0], book)
    gap_64 = book.ruling("GAP-64")
    on_call = gap_64.gives({"on_arrival": False, "each_call": True})
    left = facts.missions_left - int(arrives or on_call)
    mark = None if arrives else gap_64.mark
    used = Step("FF-AIR-15", f"Missions left in the plan: {left}", None, mark)
    return Explained(AirCall(arrives, left), total, (*steps, used))


def _objections(facts: AirMission, book: RuleBook) -> Iterator[Refusal]:
    if not book.table(CALL).has("air_mission"):
        yield Refusal(
            "FF-ORD-T6", f"No air mission can be called in {book.when.month.in_words}", "choose a date from July 1917"
        )
    if not facts.missions_left:
        yield Refusal("FF-AIR-15", "The plan holds no air mission any more", "fight on without aircraft")
    if facts.called_this_turn:
        yield Refusal("FF-AIR-06", "Aircraft are called once in a turn", "call them in the next own turn")
    if not facts.commander:
        yield Refusal("FF-AIR-05", "Aircraft are called by a regiment's commander", "call by a regiment that has one")


def _by_sheet(die: D6, book: RuleBook) -> tuple[bool, int, tuple[Step, ...]]:
    band = book.table(CALL).read("air_mission", die.pips)
    arrives = band.value == "arrives"
    return arrives, die.pips, (band.cites(f"{die.pips}: {_arrival(arrives)}"),)


def _arrival(arrives: bool) -> str:
    return "the aircraft arrive" if arrives else "no aircraft this turn"


def _by_order(die: D6, book: RuleBook) -> tuple[bool, int, tuple[Step, ...]]:
    minus = book.table("orders/master").number("air_mission")
    total = die.pips + minus.value
    ordered = Step(minus.clause, "Ordered as a battery is", minus.value, book.mark("AMB-34"))
    failed = die.pips == book.table("orders/faces").number("fails").value
    band = book.table("orders/artillery").read("without_sight", total)
    arrives = not failed and band.value != "0"
    return arrives, total, (ordered, band.cites(f"{total}: {_arrival(arrives)}"))


def _air_call_named(found: AirCall) -> str:
    return _arrival(found.arrives)


# Attacks by aircraft (FF-AIR)

FACTORS, RESULTS, LINE, RELAYING = "air/factors", "air/results", "air/line", "air/relaying"
MONTH = "1917-11"
REACHED = frozenset({Cover.OPEN, Cover.SOFT, Cover.MEDIUM})
ATTACKED = COMPANIES | ON_FOOT | SUPPORT_WEAPONS


@dataclass(frozen=True, slots=True, kw_only=True)
class AirStand:
    """A stand as aircraft find it."""

    name: str = fact("what the stand is called", example="2nd Platoon")
    fighter: Fighter = fact("what it is", default=Fighter.INFANTRY)
    cover: Cover = fact("what protects it", example="soft", only=in_concrete("fighter"))
    sheltering: bool = fact("it is in a deep shelter", default=False, only=below_ground("fighter"), dated=SHELTER)
    friend: bool = fact("it is on the side of the aircraft", default=False)
    base: BaseInAreaFacts = fact("its base", example={"along_cm": 60.0, "up_cm": 62.0})


@dataclass(frozen=True, slots=True, kw_only=True)
class AirTargetsFacts:
    """The point and the line of an attack, and the stands about it, all measured from one edge."""

    along_cm: float = fact("the named point, along the edge", unit="cm", least=0, most=1000, example=60.0)
    up_cm: float = fact("the named point, up the table", unit="cm", least=0, most=1000, example=60.0)
    direction_deg: int = fact(
        "the line, clockwise from straight ahead", default=0, unit="degrees", least=-180, most=180
    )
    stands: tuple[AirStand, ...] = fact(
        "the stands about it",
        default=(),
        example=[{"name": "2nd Platoon", "cover": "soft", "base": {"along_cm": 60.0, "up_cm": 62.0}}],
        called="name",
    )


def targets(facts: AirTargetsFacts, book: RuleBook) -> Explained[tuple[str, ...]] | Refusal:
    """The stands an attack reaches, in the order in which it attacks them (FF-AIR-04, FF-AIR-07, FF-AIR-T2).

    Refuses dates without aircraft.
    """
    refused = no_aircraft(book)
    if refused:
        return refused
    met = sorted(
        (far, one) for one, stand in enumerate(facts.stands) if (far := distance_mm(facts, stand, book)) is not None
    )
    why = {one: _spared(facts.stands[one], book) for _, one in met}
    open_to_it = [(far, facts.stands[one]) for far, one in met if why[one] is None]
    most = book.table("air/targets").number("most")
    reached = open_to_it[: most.value]
    steps = tuple(_target_line(far, stand, book) for far, stand in reached)
    beyond = tuple(
        Considered(most.clause, f"{stand.name}: beyond the {most.value} targets of an attack")
        for _, stand in open_to_it[most.value :]
    )
    spared = tuple(said for _, one in met if (said := why[one]) is not None)
    lead = Step("FF-AIR-03", f"{len(reached)} of {most.value} targets, nearest first", None, book.mark("AMB-472"))
    return Explained(tuple(stand.name for _, stand in reached), None, (lead, *steps), (*spared, *beyond))


def distance_mm(facts: AirTargetsFacts, stand: AirStand, book: RuleBook) -> float | None:
    """How far from the point the line first meets a base, in millimetres; None if it misses it (AMB-472)."""
    reach = book.table(LINE).number("reach").value
    ways = book.behaviour("AMB-472", {"from_the_point": (0,), "both_ways": (0, 180)})
    point: Point = (float(offset_mm(facts.along_cm)), float(offset_mm(facts.up_cm)))
    base = outline_of(stand.base)
    spans = (inside(base, (point,), ahead(reach, facts.direction_deg + way)) for way in ways)
    return min((span.first * reach for span in spans if span), default=None)


def _spared(stand: AirStand, book: RuleBook) -> Considered | None:
    """Why a stand on the line is not attacked, or None if it is (FF-AIR-04, AMB-473)."""
    if stand.friend:
        return Considered("FF-AIR-07", f"{stand.name}: its own side is not attacked")
    no = _safe(stand.fighter, stand.cover, stand.sheltering, book)
    return Considered(no.clause, f"{stand.name}: {no.because}") if no else None


def _safe(fighter: Fighter, cover: Cover, sheltering: bool, book: RuleBook) -> Refusal | None:
    """Why aircraft cannot attack it, or None if they can."""
    commander = fighter is Fighter.COMMAND_STAND
    as_infantry = book.behaviour("AMB-473", {"literal": False, "command_too": commander})
    if fighter not in ATTACKED and not as_infantry:
        return Refusal("FF-AIR-07", f"{named(fighter)} is no target of aircraft", "choose a platoon or a weapon")
    if sheltering:
        return Refusal("FF-DSH-02", "aircraft do not reach a deep shelter", "choose another target")
    if cover not in REACHED:
        where = "in fortifications" if cover is Cover.FORTIFIED else f"in {cover.capitalize()} cover"
        return Refusal("FF-AIR-04", f"a stand {where} is safe from aircraft", "choose one in the Open, Soft or Medium")
    return None


def _target_line(far: float, stand: AirStand, book: RuleBook) -> Step:
    mark = book.mark("AMB-473") if stand.fighter is Fighter.COMMAND_STAND else None
    return Step("FF-AIR-07", f"{stand.name}: {cm(round(far))} from the point", None, mark)


class AirResult(StrEnum):
    """How one attack ends (FF-AIR-09 to FF-AIR-11)."""

    DESTROYED = "destroyed"
    SUPPRESSED = "suppressed"
    DRAW = "draw"
    DRIVEN_OFF = "driven_off"
    AIRCRAFT_DESTROYED = "aircraft_destroyed"


@dataclass(frozen=True, slots=True, kw_only=True)
class AirAttackFacts:
    """One target of an attack by aircraft."""

    fighter: Fighter = fact("what is attacked", default=Fighter.INFANTRY)
    cover: Cover = fact("what protects it", example="soft", only=in_concrete("fighter"))
    suppressed: bool = fact("it is suppressed already", default=False)
    sheltering: bool = fact("it is in a deep shelter", default=False, only=below_ground("fighter"), dated=SHELTER)


@dataclass(frozen=True, slots=True)
class AirAttack:
    """How an attack ends: whether the aircraft go on to the next target, whether a machine gun has lost its line, and
    how many further missions are struck from the plan."""

    result: AirResult
    goes_on: bool
    lost_its_line: bool
    missions_struck: int


def attack(facts: AirAttackFacts, dice: tuple[D6, ...], book: RuleBook) -> Explained[AirAttack] | Refusal:
    """One attack by aircraft, their die first, then the target's (FF-AIR-08 to FF-AIR-14).

    The total is the aircraft's lead. Refuses dates without aircraft, and targets that are safe from them.
    """
    refused = no_aircraft(book) or _safe_target(facts, book)
    if refused:
        return refused
    aircraft, target = tuple(aircraft_lines(facts, book)), tuple(target_lines(facts, book))
    ours, theirs = (
        die.pips + sum(step.value or 0 for step in lines if isinstance(step, Step))
        for die, lines in zip(dice, (aircraft, target), strict=False)
    )
    result = _result(ours - theirs, book)
    lines = (*aircraft, *target)
    read = Step(_CLAUSES[result], f"{ours} against {theirs}: {ENDS[result]}")
    steps = tuple(line for line in lines if isinstance(line, Step))
    found = _outcome(result, facts, book)
    considered = tuple(line for line in lines if isinstance(line, Considered))
    return Explained(found, ours - theirs, (*steps, read, *_aftermath(found, facts, book)), considered)


def _safe_target(facts: AirAttackFacts, book: RuleBook) -> Refusal | None:
    no = _safe(facts.fighter, facts.cover, facts.sheltering, book)
    return Refusal(no.clause, f"{no.because[0].upper()}{no.because[1:]}", no.instead) if no else None


def aircraft_lines(facts: AirAttackFacts, book: RuleBook) -> Iterator[Step | Considered]:
    """What the aircraft add to their die (FF-AIR-12, AMB-475)."""
    table = book.table(FACTORS)
    cover, support = table.number(facts.cover), table.number("support_weapon")
    as_infantry = book.mark("AMB-473") if facts.fighter is Fighter.COMMAND_STAND else None
    yield Step(cover.clause, cover.says, cover.value, as_infantry)
    gun = facts.fighter is Fighter.MACHINE_GUN
    amb_475 = book.ruling("AMB-475")
    alone = amb_475.gives({"add": False, "gun_no_support": gun, "suppressed_gun": False})
    if alone:
        yield Step(support.clause, "A machine gun is no support weapon", None, amb_475.mark)
    elif facts.fighter in SUPPORT_WEAPONS:
        yield support.because(support.says)


def target_lines(facts: AirAttackFacts, book: RuleBook) -> Iterator[Step | Considered]:
    """What the target adds to its die (FF-AIR-13, AMB-475)."""
    if facts.fighter is not Fighter.MACHINE_GUN:
        yield Considered("FF-AIR-13", "Only a machine gun adds to its die")
        return
    own = book.table(FACTORS).number("machine_gun")
    amb_475 = book.ruling("AMB-475")
    silent = amb_475.gives({"add": False, "gun_no_support": False, "suppressed_gun": facts.suppressed})
    if silent:
        yield Step(own.clause, "The machine gun is suppressed", None, amb_475.mark)
    else:
        yield own.because(own.says)


def _result(lead: int, book: RuleBook) -> AirResult:
    table = book.table(RESULTS)
    destroyed, suppressed = (table.number(key).value for key in ("destroyed_from", "suppressed_from"))
    if abs(lead) < suppressed:
        return AirResult.DRAW
    if lead > 0:
        return AirResult.DESTROYED if lead >= destroyed else AirResult.SUPPRESSED
    return AirResult.AIRCRAFT_DESTROYED if -lead >= destroyed else AirResult.DRIVEN_OFF


ENDS = {
    AirResult.DESTROYED: "the target is destroyed",
    AirResult.SUPPRESSED: "the target is suppressed",
    AirResult.DRAW: "draw",
    AirResult.DRIVEN_OFF: "the aircraft are driven off",
    AirResult.AIRCRAFT_DESTROYED: "the aircraft are destroyed",
}
_CLAUSES = {
    AirResult.DESTROYED: "FF-AIR-11",
    AirResult.SUPPRESSED: "FF-AIR-10",
    AirResult.DRAW: "FF-AIR-09",
    AirResult.DRIVEN_OFF: "FF-AIR-10",
    AirResult.AIRCRAFT_DESTROYED: "FF-AIR-11",
}


def _outcome(result: AirResult, facts: AirAttackFacts, book: RuleBook) -> AirAttack:
    beaten = result in (AirResult.DRIVEN_OFF, AirResult.AIRCRAFT_DESTROYED)
    lost = facts.fighter is Fighter.MACHINE_GUN and result is not AirResult.DESTROYED
    further = book.behaviour("AMB-474", {"this_mission": 0, "one_more": 1})
    return AirAttack(result, not beaten, lost, further if result is AirResult.AIRCRAFT_DESTROYED else 0)


def _aftermath(found: AirAttack, facts: AirAttackFacts, book: RuleBook) -> Iterator[Step]:
    if found.lost_its_line:
        yield Step("FF-AIR-14", "The machine gun has turned on the aircraft and lost its line")
    if found.result is AirResult.SUPPRESSED:
        yield Step("FF-SUP-06", "Suppression by aircraft stays on the stand that was hit")
    if found.goes_on:
        yield Step("FF-AIR-08", "They go on to the next target, if there is one")
    else:
        yield Step(_CLAUSES[found.result], "The mission is over", None, _struck(found, book))


def _struck(found: AirAttack, book: RuleBook) -> HouseMark | None:
    return book.mark("AMB-474") if found.missions_struck else None


@dataclass(frozen=True, slots=True, kw_only=True)
class RelayFacts:
    """A machine gun that has turned on aircraft, in its next turn."""

    actions: int = fact("actions its die has earned", default=1, least=0, most=3)
    levels: int = fact("suppression levels on it", default=0, least=0, most=2)


@dataclass(frozen=True, slots=True)
class Relaid:
    """Whether the gun is back on its line, and the actions left to fire with."""

    relaid: bool
    fire_actions: int


def relay_actions(book: RuleBook) -> int:
    """How many actions it takes to lay a machine gun on its line again (FF-AIR-14); only of dates with aircraft."""
    return book.table(RELAYING).number("relay").value


def relay(facts: RelayFacts, book: RuleBook) -> Explained[Relaid] | Refusal:
    """What a machine gun that has lost its line may still do (FF-AIR-14, FF-MGN-08). Refuses dates without aircraft."""
    refused = no_aircraft(book)
    if refused:
        return refused
    cost = book.table(RELAYING).number("relay")
    left = facts.actions - facts.levels - cost.value
    recovering = (Step("FF-SUP-02", f"{facts.levels} to be free of suppression first"),) if facts.levels else ()
    says = "one action lays it on its line again" if left >= 0 else "no action is left to lay it on its line again"
    return Explained(Relaid(left >= 0, max(0, left)), None, (*recovering, cost.cites(says.capitalize())))


def _targets(facts: AirTargetsFacts, _dice: tuple[D6, ...], book: RuleBook) -> Explained[tuple[str, ...]] | Refusal:
    return targets(facts, book)


def _relay(facts: RelayFacts, _dice: tuple[D6, ...], book: RuleBook) -> Explained[Relaid] | Refusal:
    return relay(facts, book)


def _two_dice(facts: AirAttackFacts, book: RuleBook) -> int:
    return 0 if no_aircraft(book) or _safe_target(facts, book) else 2


def _air_attack_named(found: AirAttack) -> str:
    return ENDS[found.result]


AIR_ATTACK: Final[Resolution[Any, RuleBook]] = Resolution(
    "air_attack",
    "An attack by aircraft",
    "Air support",
    AirAttackFacts,
    _two_dice,
    attack,
    # The best for the aircraft first.
    thrown(attack, _two_dice, _air_attack_named, ENDS.values()),
    example_month=MONTH,
)


RESOLUTIONS: tuple[Resolution[Any, RuleBook], ...] = (
    Resolution(
        key="air_mission",
        title="Whether the aircraft arrive",
        chapter="Air support",
        facts=AirMission,
        dice=one_die,
        resolve=call_aircraft,
        odds=thrown(call_aircraft, one_die, _air_call_named),
        example_month="1917-11",
    ),
    Resolution(
        "air_targets",
        "Whom aircraft attack",
        "Air support",
        AirTargetsFacts,
        no_dice,
        _targets,
        example_month=MONTH,
    ),
    AIR_ATTACK,
    Resolution(
        "air_relay",
        "A machine gun that shot at aircraft",
        "Air support",
        RelayFacts,
        no_dice,
        _relay,
        example_month=MONTH,
    ),
)
