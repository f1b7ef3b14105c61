"""Fire of machine guns: the beaten zone (FF-BZN) and indirect fire (FF-IMG)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from fractions import Fraction
from typing import Any, Final

from rules.flanders_fields.applicability import GAS, OF_A_STAND, OF_ARMOUR
from rules.flanders_fields.bombardments import (
    AreaFire,
    AreaShot,
    AreaShots,
    AreaStand,
    dice_for,
    odds_for,
    read_dice,
    shot_at,
)
from rules.flanders_fields.fire_areas import (
    MACHINE_GUN,
    USUAL_COMPANY,
    Coverage,
    attacked_as,
    coverage_step,
    strip_of_a_gun,
)
from rules.flanders_fields.fire_eligibility import (
    MACHINE_GUNS,
    Shot,
    distance_of,
    greatest_range,
    has_no_row,
    may_shoot,
)
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.shooting import effect, volley_odds
from rules.flanders_fields.vocabulary import Cover, Firer, FireResult, Level, TargetKind, UnitClass
from rules.kernel.dice import D6
from rules.kernel.distances import beyond, cm, offset_mm
from rules.kernel.explanations import Considered, Explained, HouseMark, MoreDice, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.lookups import Resolution

# The beaten zone behind a machine gun's first target, as a sequence of shots from measured facts (FF-BZN)

FIRST_TARGET = "first target"
LAST_PLACE: Final = 3
"""The last place in a zone that has a modifier. Stands beyond it, which only an override attacks, take the same."""


class ZoneShare(StrEnum):
    """How much of a base lies in the beaten zone."""

    UNDER_HALF = "under_half"
    HALF = "half"
    WHOLE = "whole"


@dataclass(frozen=True, slots=True, kw_only=True)
class ZoneStand:
    """A stand behind the first target, measured along the line of fire."""

    name: str = fact("What the stand is called", example="2nd Platoon")
    behind_cm: float = fact(
        "From the rear edge of the first base to its near edge; less than 0 if it begins before that edge",
        unit="cm",
        least=-20,
        most=1000,
        example=3.5,
    )
    cover: Cover = fact("What protects it", example="open")
    depth_cm: float = fact("Depth of its base along the line of fire", default=1.5, unit="cm", least=0, most=20)
    in_lane: bool = fact("Some part of its base lies in the lane of fire", default=True)
    share: ZoneShare = fact("How much of its base lies in the zone", default=ZoneShare.HALF)
    target: TargetKind = fact("A stand, or armour", default=TargetKind.STAND)
    target_armour_in_cover: bool = fact("It is armour in cover", default=False, only=OF_ARMOUR)
    target_is_command: bool = fact("It is a command stand", default=False, only=OF_A_STAND)
    direct_sight: bool = fact("The gun sees it", default=True)
    friend: bool = fact("It is on the firer's side", default=False)
    picked: bool = fact("The owner picks it, where a house rule lets the owner pick", default=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class BeatenZoneFacts:
    """A machine gun's fire action: the shot at the first target, and the stands behind it."""

    first: Shot = fact(
        "The shot at the first target", example={"firer": "machine_gun", "range_cm": 30.0, "cover": "open"}
    )
    behind: tuple[ZoneStand, ...] = fact("The stands behind it", default=(), called="name")
    first_depth_cm: float = fact("Depth of the first target's base", default=1.5, unit="cm", least=0, most=20)


@dataclass(frozen=True, slots=True)
class ZoneShot:
    """One shot of the sequence and whom it is for."""

    name: str
    shot: Shot


@dataclass(frozen=True, slots=True)
class ZoneResult:
    """What one stand suffered; `place` is 0 for the first target."""

    name: str
    place: int
    result: FireResult
    total: int


def sequence_of_shots(
    facts: BeatenZoneFacts, book: RuleBook, overridden: bool = False
) -> Explained[tuple[ZoneShot, ...]] | Refusal:
    """Whom one fire action of a machine gun hits, in order: the first target, then at most three in its zone.

    FF-BZN-01..09, FF-MGN-04, FF-BLK-10. Refuses what `may_shoot` refuses for the first shot, and other weapons. With
    `overridden` it refuses only a weapon that has no row, and every stand that was named is attacked.
    """
    if facts.first.firer not in MACHINE_GUNS:
        return Refusal("FF-BZN-01", "only machine guns and block houses have a beaten zone", "fire a single shot")
    refused = has_no_row(facts.first, book) if overridden else may_shoot(facts.first, book)
    if refused is not None:
        return refused
    length = zone_length(facts, book)
    inside = [stand for stand in facts.behind if overridden or _lies_inside(stand, length.value)]
    attacked, passed = (_nearest_first(inside), []) if overridden else _attacked(inside, book)
    shots = (ZoneShot(FIRST_TARGET, facts.first), *_zone_shots(facts, attacked))
    outside = [(stand, "not in the zone") for stand in facts.behind if stand not in inside]
    considered = tuple(Considered("FF-BZN-04", f"{stand.name}: {why}") for stand, why in outside + passed)
    return Explained(shots, None, (length.step, *_house_steps(book)), considered)


@dataclass(frozen=True, slots=True)
class _Length:
    value: int
    step: Step


def zone_length(facts: BeatenZoneFacts, book: RuleBook) -> _Length:
    """The zone's length in mm behind the rear edge of the first base (FF-BZN-03)."""
    printed = book.table("shooting/range_limits").number(f"zone.{facts.first.firer}")
    depth = offset_mm(facts.first_depth_cm)
    shq_73 = book.ruling("SHQ-73")
    start = shq_73.gives({"behind_base": 0, "aiming_point": depth})
    shq_11 = book.ruling("SHQ-11")
    cut = shq_11.gives({"not_cut": _not_cut, "cut": _cut_at_range})
    length = cut(facts, max(0, printed.value - start), book)
    house = printed.house or shq_73.mark or shq_11.mark
    return _Length(length, Step(printed.clause, f"Beaten zone of {cm(length)} behind the first base", None, house))


def _not_cut(_facts: BeatenZoneFacts, length_mm: int, _book: RuleBook) -> int:
    return length_mm


def _cut_at_range(facts: BeatenZoneFacts, length_mm: int, book: RuleBook) -> int:
    most = greatest_range(distance_of(facts.first), book)
    if most is None:
        return length_mm
    return max(0, min(length_mm, most.value - offset_mm(facts.first.range_cm) - offset_mm(facts.first_depth_cm)))


def _lies_inside(stand: ZoneStand, length_mm: int) -> bool:
    """Some part of the base overlaps the zone with more than a line."""
    near = offset_mm(stand.behind_cm)
    return stand.in_lane and near < length_mm and near + offset_mm(stand.depth_cm) > 0


_Filter = Callable[[ZoneStand], bool]


def _filters(book: RuleBook) -> Iterator[tuple[_Filter, str]]:
    """What takes a stand out of the sequence, with the words for it."""
    yield book.behaviour("SHQ-15", {"everyone": _any, "enemies_only": _is_enemy}), "a friend"
    yield book.behaviour("SHQ-16", {"first_only": _any, "each": _is_seen}), "not seen"
    yield book.behaviour("SHQ-14", {"any_overlap": _any, "partly_minus_2": _any, "half": _half_in}), "less than half in"
    yield book.behaviour("SHQ-64", {"counts": _any, "skipped": _is_soft}), "armour"
    yield book.behaviour("SHQ-13", {"nearest": _any, "owner": _is_picked}), "spared by the owner"


def _any(_stand: ZoneStand) -> bool:
    return True


def _is_enemy(stand: ZoneStand) -> bool:
    return not stand.friend


def _is_seen(stand: ZoneStand) -> bool:
    return stand.direct_sight


def _half_in(stand: ZoneStand) -> bool:
    return stand.share is not ZoneShare.UNDER_HALF


def _is_soft(stand: ZoneStand) -> bool:
    return stand.target is not TargetKind.ARMOUR


def _is_picked(stand: ZoneStand) -> bool:
    return stand.picked


def _nearest_first(stands: Sequence[ZoneStand]) -> list[ZoneStand]:
    return sorted(stands, key=lambda stand: max(0, offset_mm(stand.behind_cm)))


def _attacked(inside: Sequence[ZoneStand], book: RuleBook) -> tuple[list[ZoneStand], list[tuple[ZoneStand, str]]]:
    """The stands hit, nearest first (a tie in the order given), and those passed over with the reason."""
    passed: list[tuple[ZoneStand, str]] = []
    left = _nearest_first(inside)
    for stays, why in _filters(book):
        passed.extend((stand, why) for stand in left if not stays(stand))
        left = [stand for stand in left if stays(stand)]
    most = book.table("shooting/counts").number("zone.targets").value
    passed.extend((stand, f"behind the {most} that are hit") for stand in left[most:])
    return left[:most], passed


def _zone_shots(facts: BeatenZoneFacts, attacked: Sequence[ZoneStand]) -> Iterator[ZoneShot]:
    reach = offset_mm(facts.first.range_cm) + offset_mm(facts.first_depth_cm)
    for place, stand in enumerate(attacked, 1):
        yield ZoneShot(
            stand.name,
            replace(
                facts.first,
                place_in_beaten_zone=min(place, LAST_PLACE),
                range_cm=(reach + max(0, offset_mm(stand.behind_cm))) / 10,
                cover=stand.cover,
                target=stand.target,
                target_armour_in_cover=stand.target_armour_in_cover,
                target_is_command=stand.target_is_command,
                direct_sight=stand.direct_sight,
                partly_in_zone=stand.share is not ZoneShare.WHOLE,
                from_the_flank=False,
            ),
        )


def _house_steps(book: RuleBook) -> Iterator[Step]:
    """House rules that shaped the sequence show themselves, whether or not they changed it here."""
    for ruling in ("SHQ-08", "SHQ-10", "SHQ-13", "SHQ-14", "SHQ-15", "SHQ-16", "SHQ-64"):
        mark = book.mark(ruling)
        if mark is not None:
            yield Step("FF-BZN-04", mark.says, None, mark)
    mark = book.table("shooting/counts").number("zone.targets").house
    if mark is not None:
        yield Step("FF-BZN-04", mark.says, None, mark)


def fire_beaten_zone(
    facts: BeatenZoneFacts, dice: tuple[D6, ...], book: RuleBook
) -> Explained[tuple[ZoneResult, ...]] | Refusal | MoreDice:
    """What each stand of the sequence suffers, one die each in its order (FF-BZN-05..08).

    Refuses what `sequence_of_shots` refuses; asks for the dice still missing.
    """
    sequence = sequence_of_shots(facts, book)
    if isinstance(sequence, Refusal):
        return sequence
    missing = len(sequence.value) - len(dice)
    if missing > 0:
        return MoreDice("FF-BZN-07", "one die for each stand in the line of fire", missing)
    steps, considered, results = list(sequence.steps), list(sequence.considered), []
    for one, die in zip(sequence.value, dice, strict=False):
        answer = effect(one.shot, die, book)
        results.append(ZoneResult(one.name, one.shot.place_in_beaten_zone, answer.value, answer.total or 0))
        steps.extend(answer.steps)
        considered.extend(answer.considered)
    return Explained(tuple(results), None, tuple(steps), tuple(considered))


def zone_odds(facts: BeatenZoneFacts, book: RuleBook) -> Mapping[str, Fraction] | Refusal:
    """The chance of each tally of a fire action, written '2 killed, 1 suppressed'."""
    sequence = sequence_of_shots(facts, book)
    if isinstance(sequence, Refusal):
        return sequence
    return volley_odds([one.shot for one in sequence.value], book)


def _beaten_zone_dice(facts: BeatenZoneFacts, book: RuleBook) -> int:
    sequence = sequence_of_shots(facts, book)
    return 0 if isinstance(sequence, Refusal) else len(sequence.value)


# Indirect machine gun fire (FF-IMG)

NOT_SO = frozenset({UnitClass.BLOCK_HOUSE, UnitClass.LMG_PLATOON, UnitClass.TANK})


@dataclass(frozen=True, slots=True, kw_only=True)
class StripStand(AreaStand):
    """A stand in a gun's strip or near it."""

    whole_in_joined: bool = fact("strips laid edge to edge cover all of its base (house rule)", default=False)
    rolled_for: bool = fact("another gun of the block has attacked it in this fire (house rule)", default=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class IndirectGunFacts:
    """One indirect fire action of one machine gun, and the stands near its point."""

    unit_class: UnitClass = fact("what fires", default=UnitClass.MACHINE_GUN)
    level: Level = fact("whose gun it is", default=Level.REGIMENTAL)
    stands: tuple[StripStand, ...] = fact(
        "the stands in its strip",
        default=(),
        example=[{"name": "2nd Platoon", "cover": "soft", "overlap": "half"}],
        called="name",
    )
    range_cm: float = fact("from the gun to its point", unit="cm", least=0, most=1000, example=60.0)
    in_arc: bool = fact("the point lies in its arc", default=True)
    suppressed: bool = fact("it is suppressed", default=False)
    packed: bool = fact("it is packed", default=False)
    firer_in_gas: bool = fact("it stands in a gas cloud", default=False, dated=GAS)
    company_guns: int = fact("machine guns in its company (house rule)", default=USUAL_COMPANY, least=1, most=12)


def strip_shots(facts: IndirectGunFacts, book: RuleBook, overridden: bool = False) -> Explained[AreaShots] | Refusal:
    """Whom one gun's strip attacks, a die for each (FF-IMG-02 to FF-IMG-05, FF-IMG-09).

    Refuses dates and guns that do not fire indirectly, and points out of arc or range. With `overridden` it refuses
    dates and other weapons alone.
    """
    refused = next(_never(facts, book), None) or (None if overridden else next(_objections(facts, book), None))
    if refused:
        return refused
    width, depth = strip_of_a_gun(facts.company_guns, book)
    shape = width.cites(f"A strip of {cm(width.value)} by {cm(depth.value)}, no sight needed, no deviation")
    caught = [(stand, _caught(stand, book)) for stand in facts.stands]
    shots = tuple(_shot(stand, how, facts, book) for stand, how in caught if how is not Coverage.SPARED)
    spared = tuple(Considered("FF-IMG-04", f"{stand.name}: spared") for stand, how in caught if how is Coverage.SPARED)
    usual = Considered("FF-IMG-09", "No short range, no beaten zone, no target priority")
    steps = (Step(shape.clause, shape.says, None, shape.house or _leave(facts, book)), *_once(facts, book))
    return Explained(AreaShots(False, shots), None, steps, (*spared, usual))


def _caught(stand: StripStand, book: RuleBook) -> Coverage:
    """How the strip attacks a base: each gun by itself, by house rule with its neighbours (AMB-307, AMB-332)."""
    if stand.friend and book.behaviour("AMB-307", {"everyone": False, "enemies_only": True}):
        return Coverage.SPARED
    if stand.rolled_for and book.behaviour("AMB-332", {"apart": False, "joined": False, "one_roll": True}):
        return Coverage.SPARED
    found = attacked_as(stand, book)
    joined = stand.whole_in_joined and book.behaviour("AMB-332", {"apart": False, "joined": True, "one_roll": False})
    return Coverage.FULLY if joined and found is Coverage.PARTLY else found


def _shot(stand: StripStand, caught: Coverage, facts: IndirectGunFacts, book: RuleBook) -> AreaShot:
    shot = replace(
        shot_at(stand, Firer.MACHINE_GUN, facts.range_cm),
        indirect=True,
        direct_sight=False,
        firer_in_gas=facts.firer_in_gas,
        on_area=True,
        partly_in_area=caught is Coverage.PARTLY,
    )
    line = coverage_step(caught, stand.name, book)
    joined = book.mark("AMB-332") if stand.whole_in_joined and caught is Coverage.FULLY else None
    return AreaShot(stand.name, caught, replace(line, house=line.house or joined), shot)


def _once(facts: IndirectGunFacts, book: RuleBook) -> Iterator[Step]:
    """The house rules that leave stands out of the strip's attack."""
    block = book.mark("AMB-332")
    if block and block.option == "one_roll" and any(stand.rolled_for for stand in facts.stands):
        yield Step("FF-IMG-03", "The block rolls once for each stand", None, block)
    friends = book.mark("AMB-307")
    if friends and any(stand.friend for stand in facts.stands):
        yield Step("FF-ART-28", "Friends in the area are spared", None, friends)


def _leave(facts: IndirectGunFacts, book: RuleBook) -> HouseMark | None:
    """The house rule without which this gun could not fire so."""
    limit = book.table(MACHINE_GUN).number("range")
    return book.mark("AMB-330") if facts.level is Level.BATTALION else limit.house


def _never(facts: IndirectGunFacts, book: RuleBook) -> Iterator[Refusal]:
    if facts.unit_class is not UnitClass.MACHINE_GUN:
        because = "It cannot lay its fire so" if facts.unit_class in NOT_SO else "Only machine guns fire so"
        yield Refusal("FF-IMG-01", because, "choose a machine gun")
    rows = book.table("shooting/rows")
    if not rows.has("machine_gun.indirect"):
        yield Refusal("FF-IMG-01", f"Not at this date: {rows.absent['machine_gun.indirect']}", "fire directly")


def _objections(facts: IndirectGunFacts, book: RuleBook) -> Iterator[Refusal]:
    any_gun = book.behaviour("AMB-330", {"regimental": False, "any_gun": True, "range_140": False})
    if facts.level is Level.BATTALION and not any_gun:
        yield Refusal("FF-IMG-01", "A battalion's machine guns do not fire so", "use those of the regiment or above")
    if facts.suppressed:
        yield Refusal("FF-SUP-02", "The gun is suppressed", "remove its suppression first")
    if facts.packed:
        yield Refusal("FF-RCB-12", "The gun is packed", "unpack it first")
    if not facts.in_arc:
        yield Refusal("FF-ARC-06", "The point lies outside its arc", "choose a point in its arc, or turn it first")
    limit = book.table(MACHINE_GUN).number("range")
    if beyond(facts.range_cm, limit.value):
        yield Refusal("FF-IMG-01", f"{facts.range_cm:g} cm is beyond {cm(limit.value)}", "choose a point in range")


def fire_strip(
    facts: IndirectGunFacts, dice: tuple[D6, ...], book: RuleBook
) -> Explained[AreaFire] | Refusal | MoreDice:
    """What each stand in a gun's strip suffers, a die each. Refuses what `strip_shots` refuses."""
    return read_dice(strip_shots(facts, book), dice, book)


def _indirect_fire_dice(facts: IndirectGunFacts, book: RuleBook) -> int:
    return dice_for(strip_shots(facts, book))


def _odds(facts: IndirectGunFacts, book: RuleBook) -> Mapping[str, Fraction] | Refusal:
    return odds_for(strip_shots(facts, book), book)


RESOLUTIONS: tuple[Resolution[Any, RuleBook], ...] = (
    Resolution(
        "beaten_zone",
        "A machine gun's fire action",
        "Beaten zone",
        BeatenZoneFacts,
        _beaten_zone_dice,
        fire_beaten_zone,
        zone_odds,
    ),
    Resolution(
        "indirect_fire",
        "A machine gun's indirect fire",
        "Indirect machine gun fire",
        IndirectGunFacts,
        _indirect_fire_dice,
        fire_strip,
        _odds,
    ),
)
