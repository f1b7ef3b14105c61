"""Eligibility to fire: the facts of a shot, ranges and refusals (FF-RCB, FF-RNG, FF-ARM-03)."""

from collections.abc import Callable, Iterator
from enum import StrEnum

from rules.flanders_fields.applicability import BLOCK_HOUSE, GAS, OF_A_STAND, OF_ARMOUR, STORM_BATTALION
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import Cover, Crossing, Firer, Quality, Slope, TargetKind
from rules.kernel.dice import D6
from rules.kernel.distances import cm, under, within
from rules.kernel.explanations import Considered, Explained, Refusal, Step
from rules.kernel.facts import contradictions, fact, only
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.lookups import Resolution, no_dice
from rules.kernel.tables import BookTable, Cited

# The facts of one shot, and the words for them

ARTILLERY = frozenset({Firer.FIELD_GUN, Firer.FIELD_HOWITZER, Firer.HEAVY_ARTILLERY, Firer.SUPER_HEAVY_ARTILLERY})
FIELD_ARTILLERY = frozenset({Firer.FIELD_GUN, Firer.FIELD_HOWITZER})
MORTARS = frozenset({Firer.LIGHT_MORTAR, Firer.MEDIUM_MORTAR, Firer.HEAVY_MORTAR})
MACHINE_GUNS = frozenset({Firer.MACHINE_GUN, Firer.BLOCK_HOUSE})
CREWED = ARTILLERY | MORTARS | MACHINE_GUNS
TANK_WEAPONS = frozenset({Firer.TANK_GUN, Firer.LIGHT_TANK_GUN, Firer.TANK_LMG})
STORM_FIRERS = frozenset(Firer) - TANK_WEAPONS - {Firer.GAS, Firer.CAVALRY, Firer.BLOCK_HOUSE}
RIFLES = frozenset({Firer.INFANTRY, Firer.LMG, Firer.CAVALRY, Firer.ANTI_TANK_RIFLE})


@dataclass(frozen=True, slots=True, kw_only=True)
class Shot:
    """One die at one target stand (FF-RCB-04): who fires with what, how far, at whom, and what disturbs the aim."""

    firer: Firer = fact("Who fires, and with what", example="infantry", dated=BLOCK_HOUSE)
    range_cm: float = fact(
        "Distance, nearest edge to nearest edge of the bases", unit="cm", least=0, most=1000, example=20.0
    )
    cover: Cover = fact("What protects the target", example="soft")
    target: TargetKind = fact("A stand, or armour (it has a table of its own)", default=TargetKind.STAND)
    target_armour_in_cover: bool = fact(
        "The armoured target is in cover, a building or the like", default=False, only=OF_ARMOUR
    )
    target_is_command: bool = fact("The target is a command stand", default=False, only=OF_A_STAND)
    in_arc: bool = fact("The target is inside the firer's arc", default=True)
    direct_sight: bool = fact("The firer sees the target", default=True)
    indirect: bool = fact("Indirect fire, on a point the firer need not see", default=False)
    firer_quality: Quality = fact("Quality of the firing stand", default=Quality.EXPERIENCED)
    storm_troops: bool = fact(
        "The firing stand are storm troops",
        default=False,
        only=only("FF-QUA-07", "firer", STORM_FIRERS, "troops on foot and their weapons"),
        dated=STORM_BATTALION,
    )
    firer_in_gas: bool = fact("The firer stands in a gas cloud", default=False, dated=GAS)
    line_crosses: Crossing = fact("What the line of fire enters or passes through", default=Crossing.NOTHING)
    slope: Slope = fact("Whether the shot goes uphill (the target stands higher) or downhill", default=Slope.LEVEL)
    fired_on_the_move: bool = fact("The shot ends a move made in the same action", default=False)
    place_in_beaten_zone: int = fact(
        "Place in the beaten zone: 0 is the first target, 1 to 3 the stands behind it", default=0, least=0, most=3
    )
    partly_in_zone: bool = fact(
        "The stand lies only partly in the beaten zone",
        default=False,
        only=only("FF-BZN-04", "place_in_beaten_zone", {1, 2, 3}, "a stand behind the first target"),
    )
    on_area: bool = fact("The fire covers an area about an aiming point", default=False)
    partly_in_area: bool = fact(
        "The stand lies only partly in that area",
        default=False,
        only=only("FF-ART-25", "on_area", True, "fire that covers an area"),
    )
    moves_through_zone: bool = fact("The stand moves into or through an area already under fire", default=False)
    in_danger_strip: bool = fact("The stand is too close behind its own barrage", default=False)
    superb_shooting_card: bool = fact("The Superb Shooting card is in force for the firer", default=False)
    good_shooting_card: bool = fact("The Good Shooting card is in force for the firer", default=False)
    long_range_marksmanship: bool = fact(
        "The firer are riflemen of the BEF",
        default=False,
        only=only("FF-SPR-01", "firer", {Firer.INFANTRY}, "riflemen"),
    )
    more_light_guns: bool = fact(
        "The firer are late French or German riflemen, with more light machine guns (house rule)",
        default=False,
        only=only("FF-TOE-13", "firer", {Firer.INFANTRY}, "riflemen"),
    )
    calibre_over_75_mm: bool = fact(
        "The field piece has a calibre over 75 mm",
        default=False,
        only=only("FF-ARM-05", "firer", FIELD_ARTILLERY, "field artillery"),
    )
    from_the_flank: bool = fact("The shot comes from the target's flank", default=False)
    stands_in_front: int = fact("Friendly stands directly in front of the firer", default=0, least=0, most=10)
    friends_in_line: bool = fact("Friends stand in the line of fire, not directly in front", default=False)
    at_assaulters: bool = fact("A tank fires at those who assault it", default=False)
    turned_to_face: bool = fact("The firer has just turned to an assault on its flank", default=False)
    firer_is_command: bool = fact("The firer is a command stand", default=False)
    suppressed: bool = fact("The firer is suppressed", default=False)
    packed: bool = fact(
        "The firer is limbered or packed up",
        default=False,
        only=only("FF-RCB-12", "firer", CREWED - {Firer.BLOCK_HOUSE}, "a weapon with a crew"),
    )
    mounted: bool = fact(
        "The firing cavalry is still mounted",
        default=False,
        only=only("FF-DFM-14", "firer", {Firer.CAVALRY}, "cavalry"),
    )


def is_indirect(shot: Shot) -> bool:
    """Whether the shot works through a point rather than the firer's sight: mortars, gas, guns that see nothing.

    In an area it is told of each stand by itself (AMB-304).
    """
    unseeing = shot.firer in ARTILLERY and not shot.direct_sight
    if shot.on_area and shot.firer in ARTILLERY:
        return unseeing
    return shot.indirect or unseeing or shot.firer in MORTARS or shot.firer is Firer.GAS


def over_open_sights(shot: Shot) -> bool:
    """Whether a gun fires directly at what it sees (FF-RNG-07): in an area, of the whole of its fire (AMB-306)."""
    if shot.on_area:
        return shot.firer in ARTILLERY and not shot.indirect
    return shot.firer in ARTILLERY and not is_indirect(shot)


def falls_from_above(shot: Shot) -> bool:
    """Whether neither range nor what lies between disturbs a shot: fire that is not laid by eye."""
    return not over_open_sights(shot) if shot.firer in ARTILLERY else is_indirect(shot)


# How far each weapon reaches, and what counts as short range (FF-RNG)

_SHORT = {
    Firer.INFANTRY: "infantry",
    Firer.CAVALRY: "infantry",
    Firer.ANTI_TANK_RIFLE: "infantry",
    Firer.LMG: "lmg",
    Firer.TANK_GUN: "tank",
    Firer.LIGHT_TANK_GUN: "tank",
    Firer.TANK_LMG: "tank",
    Firer.MACHINE_GUN: "machine_gun",
    Firer.BLOCK_HOUSE: "machine_gun",
}


class RangeBand(StrEnum):
    """Where a distance lies for a weapon."""

    TOO_CLOSE = "too_close"
    SHORT = "short"
    IN_RANGE = "in_range"
    OUT_OF_RANGE = "out_of_range"


@dataclass(frozen=True, slots=True, kw_only=True)
class Distance:
    """A weapon and a measured distance."""

    firer: Firer = fact("Who fires, and with what", example="machine_gun", dated=BLOCK_HOUSE)
    range_cm: float = fact("Distance between the bases", unit="cm", least=0, most=1000, example=35.0)
    indirect: bool = fact("Indirect fire", default=False)
    long_range_marksmanship: bool = fact(
        "The firer are riflemen of the BEF",
        default=False,
        only=only("FF-SPR-01", "firer", {Firer.INFANTRY}, "riflemen"),
    )


def greatest_range(asked: Distance, book: RuleBook) -> Cited[int] | None:
    """The weapon's greatest range in mm, ends included; None where these chapters set none (FF-RNG-02..10).

    None for gas and for the indirect fire of guns, whose areas other chapters govern.
    """
    table = book.table("shooting/ranges")
    if asked.firer is Firer.GAS or (asked.firer in ARTILLERY and asked.indirect):
        return None
    if asked.firer is Firer.MACHINE_GUN and asked.indirect:
        return book.table("artillery/machine_gun_area").number("range")
    if asked.firer is Firer.INFANTRY and asked.long_range_marksmanship and table.has("infantry_long_range"):
        return table.number("infantry_long_range")
    return table.number(asked.firer)


def least_range(firer: Firer, book: RuleBook) -> Cited[int] | None:
    """The least range in mm, itself allowed (FF-RNG-06); None for all but mortars."""
    return book.table("shooting/range_limits").number("least.mortar") if firer in MORTARS else None


def short_range(firer: Firer, book: RuleBook) -> Cited[int] | None:
    """The distance in mm under which a shot is at short range (FF-RNG-11); None for weapons without one."""
    return book.table("shooting/range_limits").number(f"short.{_SHORT[firer]}") if firer in _SHORT else None


def not_at_this_date(row: str, rows: BookTable) -> Refusal | None:
    """Why nobody shoots on a row: a weapon that the date does not know, or that a house rule does not allow yet."""
    if rows.has(row):
        return None
    return Refusal("FF-RCB-06", f"not at this date: {rows.absent[row]}", "choose a weapon of the period")


def judge_range(asked: Distance, book: RuleBook) -> Explained[RangeBand] | Refusal:
    """Where a distance lies for a weapon (FF-RNG-T1): greatest range included, short range excluded.

    Refuses a weapon that the date does not know.
    """
    rows = book.table("shooting/rows")
    refused = not_at_this_date(asked.firer, rows)
    if refused:
        return refused
    band, limit, says = _band(asked, book)
    house = limit.house or rows.word(asked.firer).house if limit else None
    steps = () if limit is None else (Step(limit.clause, f"{asked.range_cm:g} cm {says}", None, house),)
    areas = (Considered("FF-RCB-15", "fire on an area has no range in this list"),) if limit is None else ()
    return Explained(band, None, steps, (*areas, *_long_range_ended(asked, book)))


def _band(asked: Distance, book: RuleBook) -> tuple[RangeBand, Cited[int] | None, str]:
    least, short, most = least_range(asked.firer, book), short_range(asked.firer, book), greatest_range(asked, book)
    if least is not None and under(asked.range_cm, least.value):
        return RangeBand.TOO_CLOSE, least, f"is under {cm(least.value)}"
    if most is not None and not within(asked.range_cm, most.value):
        return RangeBand.OUT_OF_RANGE, most, f"is beyond {cm(most.value)}"
    if short is not None and not asked.indirect and under(asked.range_cm, short.value):
        return RangeBand.SHORT, short, f"is under {cm(short.value)}"
    return RangeBand.IN_RANGE, most, f"is within {cm(most.value)}" if most is not None else ""


def _long_range_ended(asked: Distance, book: RuleBook) -> tuple[Considered, ...]:
    """What to say of Long Range Marksmanship where it is claimed and no longer holds (FF-SPR-01)."""
    if not asked.long_range_marksmanship or book.table("shooting/ranges").has("infantry_long_range"):
        return ()
    return (Considered("FF-SPR-01", f"Long Range Marksmanship has ended by {book.when.month.in_words}"),)


def _resolve(facts: Distance, _dice: tuple[D6, ...], book: RuleBook) -> Explained[RangeBand] | Refusal:
    return judge_range(facts, book)


RESOLUTIONS: tuple[Resolution[Distance, RuleBook], ...] = (
    Resolution("range", "Is it in range?", "Weapon ranges", Distance, no_dice, _resolve),
)


# Whether a shot may be fired at all (FF-RCB-06..12, FF-RNG, FF-ARM-03)

_INDIRECT = ARTILLERY | MORTARS | {Firer.MACHINE_GUN, Firer.GAS}
_MOVING_FIRE = frozenset({Firer.TANK_LMG})


def may_shoot(shot: Shot, book: RuleBook) -> Refusal | None:
    """Why a shot is not allowed, or None if it is.

    A stand in the beaten zone is hit without having been aimed at, so arc, sight and range bind the first target only.
    """
    return next(_objections(shot, book), None)


def _objections(shot: Shot, book: RuleBook) -> Iterator[Refusal]:
    yield from contradictions(shot)
    yield from _by_state(shot, book)
    yield from _by_kind_of_fire(shot)
    yield from _by_weapon(shot, book)
    if not shot.place_in_beaten_zone:
        yield from _by_position(shot, book)
        yield from _by_range(shot, book)
    yield from _covered_armour(shot, book)


def _by_state(shot: Shot, book: RuleBook) -> Iterator[Refusal]:
    if shot.firer_is_command:
        yield Refusal("FF-CST-01", "command stands do not fire", "fire with the stands they command")
    if shot.suppressed:
        yield Refusal("FF-RCB-07", "the firer is suppressed", "remove its suppression with an action first")
    if shot.packed:
        yield Refusal("FF-RCB-12", "the firer is limbered or packed up", "unpack it with an action first")
    if shot.firer is Firer.CAVALRY and shot.mounted and book.table("movement/actions").number("dismount").value:
        yield Refusal("FF-DFM-14", "mounted cavalry does not fire", "dismount with an action first")


def _by_kind_of_fire(shot: Shot) -> Iterator[Refusal]:
    if shot.indirect and shot.firer not in _INDIRECT:
        yield Refusal("FF-RCB-03", "this weapon does not fire indirectly", "fire directly at what it sees")
    on_area = shot.on_area or shot.partly_in_area or shot.moves_through_zone or shot.in_danger_strip
    if on_area and shot.firer not in _INDIRECT:
        yield Refusal("FF-ART-15", "this weapon fires at a stand, not on an area", "fire a single shot")
    if shot.at_assaulters and shot.firer not in TANK_WEAPONS:
        yield Refusal("FF-ASL-24", "only a tank's fire in its own defence has this minus", "leave it out")
    if shot.place_in_beaten_zone and shot.firer not in MACHINE_GUNS:
        yield Refusal("FF-BZN-01", "only machine guns and block houses have a beaten zone", "fire at the first target")


def has_no_row(shot: Shot, book: RuleBook) -> Refusal | None:
    """Why no die can be read for a shot, whatever the players set aside: its weapon has no row at the date."""
    rows = book.table("shooting/rows")
    return not_at_this_date(row_key(shot, rows), rows)


def _by_weapon(shot: Shot, book: RuleBook) -> Iterator[Refusal]:
    unknown = has_no_row(shot, book)
    if unknown:
        yield unknown
    every_renault = _MOVING_FIRE | {Firer.LIGHT_TANK_GUN}
    moving = book.behaviour(
        "SHQ-28", {"by_version": _MOVING_FIRE, "all_renaults": every_renault, "single_roll": _MOVING_FIRE}
    )
    if shot.fired_on_the_move and shot.firer not in moving:
        yield Refusal("FF-DFM-15", "only LMG-armed tanks fire at the end of a move", "fire with an action of its own")


def row_key(shot: Shot, rows: BookTable) -> str:
    """The key a table of rows lists the firer under: indirect fire has its own where the book tells them apart."""
    indirect = f"{shot.firer}.indirect"
    known = rows.has(indirect) or indirect in rows.absent
    return indirect if known and is_indirect(shot) else shot.firer


def _by_position(shot: Shot, book: RuleBook) -> Iterator[Refusal]:
    if not shot.in_arc:
        yield Refusal("FF-RCB-09", "the target is outside the arc", "turn the firer with a move action first")
    if not shot.direct_sight and not is_indirect(shot):
        yield Refusal("FF-RCB-06", "the firer does not see the target", "fire at a target it sees")
    ranks = book.table("shooting/counts").number("ranks")
    if shot.stands_in_front > ranks.value:
        because = f"{shot.stands_in_front} friendly stands are directly in front, {ranks.value} may be fired over"
        yield Refusal(ranks.clause, because, "fire with the stands further forward")
    blocked = book.behaviour("SHQ-17", {"no_block": False, "forbid": True})
    if shot.friends_in_line and blocked and not is_indirect(shot):
        yield Refusal("FF-RCB-06", "friends stand in the line of fire (house rule)", "choose a line without friends")


def _by_range(shot: Shot, book: RuleBook) -> Iterator[Refusal]:
    asked = distance_of(shot)
    answer = judge_range(asked, book)
    if isinstance(answer, Refusal):
        yield answer
    elif answer.value in (RangeBand.OUT_OF_RANGE, RangeBand.TOO_CLOSE):
        step = answer.steps[0]
        yield Refusal(step.clause, step.says, "fire at a target in range")


def leave_by_house_rule(shot: Shot, book: RuleBook) -> Iterator[Step]:
    """The house rules that move a limit this shot keeps to: a changed range, more ranks that may be fired over."""
    if shot.place_in_beaten_zone:
        return
    most = greatest_range(distance_of(shot), book)
    if most and most.house:
        yield most.cites(f"{shot.range_cm:g} cm is within {cm(most.value)}")
    ranks = book.table("shooting/counts").number("ranks")
    if shot.stands_in_front and ranks.house:
        yield ranks.cites(f"{ranks.value} stands in front may be fired over")


def distance_of(shot: Shot) -> Distance:
    """The facts about range in a shot."""
    return Distance(
        firer=shot.firer,
        range_cm=shot.range_cm,
        indirect=falls_from_above(shot),
        long_range_marksmanship=shot.long_range_marksmanship,
    )


def _covered_armour(shot: Shot, book: RuleBook) -> Iterator[Refusal]:
    """Rifles engage armour in cover at short range only (FF-ARM-03, SHQ-44)."""
    if shot.target is not TargetKind.ARMOUR or shot.firer not in RIFLES or not armour_is_covered(shot, book):
        return
    limit = book.table("shooting/range_limits").number("armour.infantry_cover")
    near: Callable[[float, int], bool] = book.behaviour("SHQ-44", {"under": under, "inclusive": within})
    if not near(shot.range_cm, limit.value):
        because = f"{shot.range_cm:g} cm is not short range ({cm(limit.value)}); armour in cover is out of reach"
        yield Refusal(limit.clause, because, "close in, or fire at armour in the open")


def armour_is_covered(shot: Shot, book: RuleBook) -> bool:
    """Whether armour counts as in cover: buildings and the like, or any cover at all (SHQ-43)."""
    return book.behaviour("SHQ-43", {"solid": _solid, "any_cover": _any_cover})(shot)


def _solid(shot: Shot) -> bool:
    return shot.target_armour_in_cover


def _any_cover(shot: Shot) -> bool:
    return shot.target_armour_in_cover or shot.cover != "open"
