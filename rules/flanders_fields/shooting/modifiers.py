"""Modifiers of a shot in rule-book order (FF-DFM, FF-ARM-T2). The same lines feed the answer and the odds."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.shooting.facts import (
    ARTILLERY,
    CREWED,
    FIELD_ARTILLERY,
    MACHINE_GUNS,
    MORTARS,
    Shot,
    falls_from_above,
    is_indirect,
    over_open_sights,
)
from rules.flanders_fields.shooting.ranges import short_range
from rules.flanders_fields.vocabulary import Crossing, Firer, Quality, Slope, TargetKind
from rules.kernel.explain import Considered, HouseMark, Step, set_aside
from rules.kernel.measure import beyond, cm, under, within
from rules.kernel.tables import BookTable

Finding = Step | Considered

_SHORT_RANGE_BONUS = {
    Firer.INFANTRY: "infantry_short",
    Firer.CAVALRY: "infantry_short",
    Firer.ANTI_TANK_RIFLE: "infantry_short",
    Firer.LMG: "lmg_short",
    Firer.TANK_GUN: "tank_short",
    Firer.LIGHT_TANK_GUN: "tank_short",
    Firer.TANK_LMG: "tank_lmg_short",
    Firer.MACHINE_GUN: "machine_gun_short",
    Firer.BLOCK_HOUSE: "machine_gun_short",
}


def shot_modifiers(shot: Shot, book: RuleBook) -> Iterator[Finding]:
    """Every modifier of a shot and what was looked at in vain, in the order of the printed lists (FF-DFM-16)."""
    if shot.target is TargetKind.ARMOUR:
        general = book.behaviour("SHQ-38", {"all": _all_general, "own_only": _none, "not_short": _but_short})
        yield from general(shot, book)
        yield from _against_armour(shot, book)
    else:
        yield from _all_general(shot, book)
    if shot.firer is Firer.GAS:
        yield from _in_cloud(shot, book.table("gas/coverage"))
    else:
        yield from _in_area(shot, book.table("artillery/area_modifiers"))


def _in_cloud(shot: Shot, table: BookTable) -> Iterator[Finding]:
    if shot.partly_in_area:
        yield table.number("partly").because("Only partly covered by the cloud")


def _in_area(shot: Shot, table: BookTable) -> Iterator[Finding]:
    """What an area takes off its die at whatever it catches (FF-ART-25, FF-MVZ-02, FF-MVZ-06)."""
    if shot.partly_in_area:
        yield table.number("partly").because("Only partly in the area")
    if shot.moves_through_zone:
        yield table.number("moving").because("It moves through a fire zone")
    if shot.in_danger_strip:
        yield table.number("danger_strip").because("Too close behind its own barrage")


def _all_general(shot: Shot, book: RuleBook) -> Iterator[Finding]:
    yield from _at_short_range(shot, book)
    yield from _without_short(shot, book)


def _without_short(shot: Shot, book: RuleBook) -> Iterator[Finding]:
    for part in (_in_zone, _through_fire, _far_over_open_sights, _firer_and_target, _cards):
        yield from part(shot, book)


def _but_short(shot: Shot, book: RuleBook) -> Iterator[Finding]:
    yield set_aside("FF-ARM-T2", "no short-range bonus against armour", book.mark("SHQ-38"))
    yield from _without_short(shot, book)


def _none(_shot: Shot, book: RuleBook) -> Iterator[Finding]:
    yield set_aside("FF-ARM-T2", "only the modifiers of the armour table", book.mark("SHQ-38"))


def _modifiers(book: RuleBook) -> BookTable:
    return book.table("shooting/modifiers")


def _at_short_range(shot: Shot, book: RuleBook) -> Iterator[Finding]:
    limit = short_range(shot.firer, book)
    if limit is None or is_indirect(shot):
        return
    bonus = _modifiers(book).number(_SHORT_RANGE_BONUS[shot.firer])
    amb_420 = book.ruling("AMB-420")
    if shot.turned_to_face:
        yield Considered("FF-ASL-08", "it had to turn to face the assault: no short-range bonus")
    elif shot.at_assaulters and amb_420.gives({"own_numbers": False, "no_short_range": True}):
        yield set_aside("FF-ASL-24", "no short-range bonus at those who assault it", amb_420.mark)
    elif not under(shot.range_cm, limit.value):
        exactly = "exactly, " if within(shot.range_cm, limit.value) else ""
        yield Considered(bonus.clause, f"{shot.range_cm:g} cm, {exactly}not under {cm(limit.value)}")
    elif shot.firer in MACHINE_GUNS and shot.place_in_beaten_zone:
        yield Considered("FF-BZN-06", "the short-range bonus is for the first target only")
    else:
        yield bonus.because(f"{shot.range_cm:g} cm, under {cm(limit.value)}")


_ZONE_PLACES = {1: "zone_1", 2: "zone_2", 3: "zone_3"}
_ORDINALS = {1: "First", 2: "Second", 3: "Third"}


def _in_zone(shot: Shot, book: RuleBook) -> Iterator[Finding]:
    place, table = shot.place_in_beaten_zone, _modifiers(book)
    if not place:
        return
    if not table.has(_ZONE_PLACES[place]):
        yield set_aside("FF-BZN-05", table.absent[_ZONE_PLACES[place]], book.mark("SHQ-37"))
    else:
        yield table.number(_ZONE_PLACES[place]).because(f"{_ORDINALS[place]} target in the beaten zone")
    if shot.partly_in_zone and table.has("zone_partly"):
        yield table.number("zone_partly").because("Only partly in the beaten zone")


def _through_fire(shot: Shot, book: RuleBook) -> Iterator[Finding]:
    """Into or through a barrage, less if uphill (FF-DFM-07, FF-DFM-08)."""
    counts = book.behaviour("SHQ-36", {"barrage": _only_barrage, "any_area": _any_area})
    if not counts(shot.line_crosses):
        return
    nobody: frozenset[Firer] = frozenset()
    hindered = book.behaviour("AMB-308", {"open_sights": nobody, "barrage_too": ARTILLERY | MORTARS})
    if falls_from_above(shot) and shot.firer not in hindered:
        yield Considered("FF-DFM-07", "indirect fire takes no barrage modifier")
        return
    if not _modifiers(book).has("barrage"):
        yield Considered("FF-DFM-07", _modifiers(book).absent["barrage"])
        return
    eased = book.behaviour("SHQ-35", {"target_higher": _up, "firer_higher": _down, "either": _sloping})
    key = "barrage_uphill" if eased(shot.slope) else "barrage"
    step = _modifiers(book).number(key).because("Into or through a barrage" + (", uphill" if eased(shot.slope) else ""))
    yield replace(step, house=step.house or _barrage_mark(shot, book))


def _barrage_mark(shot: Shot, book: RuleBook) -> HouseMark | None:
    """The house rule by which a barrage weakens this shot, or weakens it so much."""
    above = book.mark("AMB-308") if falls_from_above(shot) else None
    return above or book.mark("SHQ-36") or book.mark("SHQ-35")


def _only_barrage(crossing: Crossing) -> bool:
    return crossing is Crossing.BARRAGE


def _any_area(crossing: Crossing) -> bool:
    return crossing is not Crossing.NOTHING


def _up(slope: Slope) -> bool:
    return slope is Slope.UPHILL


def _down(slope: Slope) -> bool:
    return slope is Slope.DOWNHILL


def _sloping(slope: Slope) -> bool:
    return slope is not Slope.LEVEL


def _far_over_open_sights(shot: Shot, book: RuleBook) -> Iterator[Finding]:
    """The bands 100 to 150 (150 included) and beyond (FF-DFM-09, FF-DFM-10)."""
    shq_60 = book.ruling("SHQ-60")
    suffer = shq_60.gives({"field_artillery": FIELD_ARTILLERY, "all_artillery": ARTILLERY})
    if shot.firer not in suffer or not over_open_sights(shot):
        return
    limits = book.table("shooting/range_limits")
    near, far = limits.number("open_sights.from").value, limits.number("open_sights.far").value
    if under(shot.range_cm, near):
        yield Considered("FF-DFM-09", f"{shot.range_cm:g} cm, under {cm(near)}")
        return
    band = "open_sights_150_200" if beyond(shot.range_cm, far) else "open_sights_100_150"
    step = _modifiers(book).number(band).because(f"{shot.range_cm:g} cm over open sights")
    yield replace(step, house=step.house or shq_60.mark)


def _firer_and_target(shot: Shot, book: RuleBook) -> Iterator[Finding]:
    table = _modifiers(book)
    if shot.firer_in_gas and shot.firer is not Firer.GAS:
        yield table.number("firer_in_gas").because("The firer is in gas")
    yield from _at_command_stand(shot, book)
    yield from _raw(shot, book)
    if shot.firer is Firer.CAVALRY:
        yield table.number("cavalry").because("Cavalry fires dismounted")
    if shot.fired_on_the_move:
        yield table.number("on_the_move").because("Fires at the end of its move")
    if shot.at_assaulters:
        own_defence = book.table("assault/tank_fire").number("at_assaulters")
        yield own_defence.because(own_defence.says)
    if shot.storm_troops and table.has("storm_troops"):
        yield table.number("storm_troops").because("Storm troops")
    if shot.more_light_guns and table.has("more_light_guns"):
        yield table.number("more_light_guns").because("More light machine guns in each platoon")


def _at_command_stand(shot: Shot, book: RuleBook) -> Iterator[Finding]:
    if not shot.target_is_command:
        return
    shq_55 = book.ruling("SHQ-55")
    counts = shq_55.gives({"every_attack": _any_attack, "aimed_only": _aimed})
    if counts(shot):
        yield _modifiers(book).number("command_stand").because("The target is a command stand")
    else:
        yield set_aside("FF-DFM-12", "the shot was not aimed at the command stand", shq_55.mark)


def _any_attack(_shot: Shot) -> bool:
    return True


def _aimed(shot: Shot) -> bool:
    return not is_indirect(shot) and not shot.place_in_beaten_zone and not shot.on_area


def _raw(shot: Shot, book: RuleBook) -> Iterator[Finding]:
    """Raw firers; crewed weapons count as Experienced (FF-DFM-13, SHQ-34, SHQ-67)."""
    table = _modifiers(book)
    if shot.firer_quality is not Quality.RAW or shot.firer is Firer.GAS:
        return
    if not table.has("raw"):
        yield set_aside("FF-DFM-13", table.absent["raw"], book.mark("SHQ-34"))
        return
    if shot.firer in _always_experienced(book):
        yield Considered("FF-DFM-13", "a crewed weapon always counts as Experienced")
        return
    step = table.number("raw").because("Raw troops fire")
    house = (book.mark("SHQ-34") or book.mark("SHQ-67")) if shot.firer in CREWED else None
    yield replace(step, house=step.house or house)


def _always_experienced(book: RuleBook) -> frozenset[Firer]:
    nobody: frozenset[Firer] = frozenset()
    crewed = book.behaviour("SHQ-34", {"firer": CREWED, "none": CREWED, "crewed_too": nobody})
    local = frozenset({Firer.BLOCK_HOUSE})
    return crewed - book.behaviour("SHQ-67", {"experienced": nobody, "battalion_grade": local})


def _cards(shot: Shot, book: RuleBook) -> Iterator[Finding]:
    if shot.superb_shooting_card:
        yield _modifiers(book).number("superb_shooting").because("Superb Shooting card")
    if shot.good_shooting_card:
        yield _modifiers(book).number("good_shooting").because("Good Shooting card")


def _against_armour(shot: Shot, book: RuleBook) -> Iterator[Finding]:
    table = book.table("shooting/armour_modifiers")
    if shot.firer is Firer.ANTI_TANK_RIFLE:
        yield table.number("anti_tank_rifle").because("Anti-tank rifle")
    if shot.firer in FIELD_ARTILLERY and not is_indirect(shot):
        yield from _far_field_artillery(shot, book)
    shq_42 = book.ruling("SHQ-42")
    howitzer = shq_42.gives({"both": _any_attack, "direct_only": _is_direct})
    if shot.firer is Firer.FIELD_HOWITZER:
        if howitzer(shot):
            yield table.number("field_howitzer").because("Field howitzer against armour")
        else:
            yield set_aside("FF-ARM-06", "indirect fire of the howitzer", shq_42.mark)


def _is_direct(shot: Shot) -> bool:
    return not is_indirect(shot)


def _far_field_artillery(shot: Shot, book: RuleBook) -> Iterator[Finding]:
    """Field artillery firing directly over 75 (FF-ARM-05)."""
    readings: dict[str, Callable[[Shot, RuleBook], bool]] = {
        "range": _over_range,
        "calibre": _over_calibre,
        "not_with_bands": _over_range_below_bands,
    }
    penalty = book.table("shooting/armour_modifiers").number("field_artillery_far")
    shq_39 = book.ruling("SHQ-39")
    if shq_39.gives(readings)(shot, book):
        step = penalty.because(f"Field artillery at {shot.range_cm:g} cm")
        yield replace(step, house=step.house or shq_39.mark)
    else:
        says = f"{shot.range_cm:g} cm, the modifier for firing over 75 does not apply"
        yield set_aside(penalty.clause, says, shq_39.mark)


def _over_range(shot: Shot, book: RuleBook) -> bool:
    return beyond(shot.range_cm, book.table("shooting/range_limits").number("armour.field_artillery").value)


def _over_calibre(shot: Shot, _book: RuleBook) -> bool:
    return shot.calibre_over_75_mm


def _over_range_below_bands(shot: Shot, book: RuleBook) -> bool:
    return _over_range(shot, book) and under(
        shot.range_cm, book.table("shooting/range_limits").number("open_sights.from").value
    )
