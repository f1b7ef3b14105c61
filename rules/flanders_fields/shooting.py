"""Shots: modifiers, scores, results and odds (FF-SHO, FF-DFM, FF-NAT, FF-ARM, FF-PSF)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from rules.flanders_fields.applicability import MAD_MINUTE
from rules.flanders_fields.fire_eligibility import (
    ARTILLERY,
    CREWED,
    FIELD_ARTILLERY,
    MACHINE_GUNS,
    MORTARS,
    TANK_WEAPONS,
    Shot,
    armour_is_covered,
    falls_from_above,
    is_indirect,
    leave_by_house_rule,
    may_shoot,
    over_open_sights,
    row_key,
    short_range,
)
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import Cover, Crossing, Firer, FireResult, Quality, Slope, TargetKind
from rules.kernel.dice import ALL_D6, D6
from rules.kernel.distances import beyond, cm, under, within
from rules.kernel.explanations import Considered, Explained, HouseMark, MoreDice, Refusal, Step, set_aside
from rules.kernel.facts import fact, only
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.lookups import Resolution, no_dice, one_die, thrown
from rules.kernel.odds import Odds, odds_of, tally
from rules.kernel.tables import BookTable, Cited, Reach, ScorePair

# Modifiers of a shot in rule-book order (FF-DFM, FF-ARM-T2). The same lines feed the answer and the odds

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


# One shot (FF-RCB, FF-SHO, FF-NAT, FF-ARM, FF-PSF)

_ALWAYS_FAILS = D6(1)


def shoot(shot: Shot, die: D6, book: RuleBook) -> Explained[FireResult] | Refusal:
    """What one shot does to its target: killed, suppressed or no effect (FF-SHO-01, FF-SHO-02, FF-NAT-01).

    Refuses what `may_shoot` refuses.
    """
    return may_shoot(shot, book) or effect(shot, die, book)


def effect(shot: Shot, die: D6, book: RuleBook) -> Explained[FireResult]:
    """What a shot that may be fired does to its target. Raises KeyError if the book has no row for the firer."""
    findings: list[Finding] = [*leave_by_house_rule(shot, book), *shot_modifiers(shot, book)]
    total = die.pips + sum(finding.value or 0 for finding in findings if isinstance(finding, Step))
    cell = scores(shot, book)
    result = _result(cell.value, die, total, shot.direct_sight)
    findings.extend(_table_lines(shot, cell, die, result, book))
    steps = tuple(finding for finding in findings if isinstance(finding, Step))
    return Explained(result, total, steps, tuple(f for f in findings if isinstance(f, Considered)))


def _result(pair: ScorePair, die: D6, total: int, direct_sight: bool) -> FireResult:
    if die == _ALWAYS_FAILS:
        return FireResult.SUPPRESSED if pair.suppress.reach is Reach.AUTOMATIC else FireResult.NO_EFFECT
    if pair.kill.met_by(total, direct_sight):
        return FireResult.KILLED
    return FireResult.SUPPRESSED if pair.suppress.met_by(total, direct_sight) else FireResult.NO_EFFECT


def scores(shot: Shot, book: RuleBook) -> Cited[ScorePair]:
    """The suppress and kill scores a shot is read with (FF-SHO-T1, FF-PSF-T1..T3, FF-ARM-T1)."""
    armour = shot.target is TargetKind.ARMOUR
    rows = book.table("shooting/armour_rows" if armour else "shooting/rows")
    row = rows.word(row_key(shot, rows))
    cell = book.table("shooting/armour_table" if armour else "shooting/firing_table").pair(
        row.value, target_column(shot, book)
    )
    return replace(cell, house=cell.house or row.house)


def target_column(shot: Shot, book: RuleBook) -> str:
    """The column of the table: the target's cover, or open and cover for armour (FF-CVR-11, FF-CVR-12, FF-ARM-01)."""
    if shot.target is TargetKind.ARMOUR:
        return "cover" if armour_is_covered(shot, book) else "open"
    from_anywhere = book.behaviour("SHQ-62", {"same_all_round": _as_given, "enfilade": _enfiladed})
    return from_anywhere(shot)


def _as_given(shot: Shot) -> Cover:
    return shot.cover


def _enfiladed(shot: Shot) -> Cover:
    columns = tuple(Cover)
    return columns[max(0, columns.index(shot.cover) - 1)] if shot.from_the_flank else shot.cover


def _table_lines(shot: Shot, cell: Cited[ScorePair], die: D6, result: FireResult, book: RuleBook) -> Iterator[Finding]:
    pair, column = cell.value, target_column(shot, book)
    if die == _ALWAYS_FAILS and pair.suppress.reach is not Reach.AUTOMATIC:
        yield Step("FF-NAT-01", "A natural 1 always fails", None, cell.house)
        return
    if die == _ALWAYS_FAILS:
        yield Step("FF-NAT-02", "This row suppresses in the Open even on a natural 1")
    line = cell.cites(f"{_heading(shot, column)}: {_reading(pair, result)}")
    yield replace(line, house=line.house or _column_mark(shot, book))
    yield from _why_not_more(pair, shot, result)


def _column_mark(shot: Shot, book: RuleBook) -> HouseMark | None:
    """The house rule that shaped which column was read, if one did."""
    if shot.target is TargetKind.ARMOUR:
        return book.mark("SHQ-43") or (book.mark("SHQ-44") if armour_is_covered(shot, book) else None)
    return book.mark("SHQ-62") if shot.from_the_flank else None


def _heading(shot: Shot, column: str) -> str:
    if shot.target is TargetKind.ARMOUR:
        return "Armour in cover" if column == "cover" else "Armour in the open"
    return "Fortifications" if column == Cover.FORTIFIED else column.capitalize()


def _reading(pair: ScorePair, result: FireResult) -> str:
    if result is FireResult.KILLED:
        return f"{pair.kill.least} kills"
    if pair.suppress.reach is Reach.AUTOMATIC:
        return "suppressed automatically"
    if pair.suppress.reach is Reach.NOT_POSSIBLE:
        return "no effect possible"
    sight = " and direct sight" if pair.suppress.direct else ""
    needed = f"{pair.suppress.least}{sight}"
    return f"{needed} suppresses" if result is FireResult.SUPPRESSED else f"needs {needed}"


def _why_not_more(pair: ScorePair, shot: Shot, result: FireResult) -> Iterator[Considered]:
    if pair.suppress.direct and not shot.direct_sight:
        yield Considered("FF-SHO-07", "the firer does not see the target itself")
    if result is FireResult.KILLED:
        return
    if pair.kill.reach is Reach.BY_ASSAULT:
        yield Considered("FF-SHO-04", "only an assault can destroy it")
    elif pair.kill.reach is Reach.NOT_POSSIBLE:
        yield Considered("FF-SHO-06", "this row cannot kill here")
    else:
        yield Considered("FF-SHO-02", f"{pair.kill.least} would kill")


@dataclass(frozen=True, slots=True)
class Needed:
    """What a shot needs: the printed scores, the sum of its modifiers, and the natural faces that do each."""

    suppress: str
    kill: str
    modifier: int
    suppressed_on: tuple[int, ...]
    killed_on: tuple[int, ...]


def needed(shot: Shot, book: RuleBook) -> Explained[Needed] | Refusal:
    """The scores of the firing table for a shot, and the faces that reach them (FF-SHO-T1 to T3, FF-ARM-T1).

    Refuses what `may_shoot` refuses.
    """
    refused = may_shoot(shot, book)
    if refused:
        return refused
    lines = tuple(shot_modifiers(shot, book))
    steps = tuple(line for line in lines if isinstance(line, Step))
    cell = scores(shot, book)
    results = {die.pips: effect(shot, die, book).value for die in ALL_D6}
    answer = Needed(
        suppress=str(cell.value.suppress),
        kill=str(cell.value.kill),
        modifier=sum(step.value or 0 for step in steps),
        suppressed_on=tuple(pips for pips, result in results.items() if result is FireResult.SUPPRESSED),
        killed_on=tuple(pips for pips, result in results.items() if result is FireResult.KILLED),
    )
    heading = _heading(shot, target_column(shot, book))
    line = cell.cites(f"{heading}: {answer.suppress} suppresses, {answer.kill} kills")
    read = replace(line, house=line.house or _column_mark(shot, book))
    return Explained(answer, None, (*steps, read), tuple(line for line in lines if isinstance(line, Considered)))


def shot_odds(shot: Shot, book: RuleBook) -> Odds[FireResult] | Refusal:
    """The exact chance of each result of a shot."""
    return may_shoot(shot, book) or odds_of(lambda die: effect(shot, die, book))


def volley_odds(shots: Sequence[Shot], book: RuleBook) -> Mapping[str, Fraction]:
    """The chance of each tally of shots that may be fired, one die each, written '2 killed, 1 suppressed'."""
    each = [odds_of(lambda die, shot=shot: effect(shot, die, book)) for shot in shots]
    losses = tally(each, _count, _add, (0, 0))
    return {f"{killed} killed, {suppressed} suppressed": p for (killed, suppressed), p in losses.chances.items()}


def _count(result: FireResult) -> tuple[int, int]:
    return int(result is FireResult.KILLED), int(result is FireResult.SUPPRESSED)


def _add(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    return one[0] + other[0], one[1] + other[1]


def _resolve(shot: Shot, dice: tuple[D6, ...], book: RuleBook) -> Explained[FireResult] | Refusal:
    return shoot(shot, dice[0], book)


def _needed(shot: Shot, _dice: tuple[D6, ...], book: RuleBook) -> Explained[Needed] | Refusal:
    return needed(shot, book)


# All rolls of one stand at one target for one fire action (FF-SHO-08)

Results = tuple[FireResult, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FireAction:
    """One stand's fire action at one target."""

    shot: Shot = fact("The shot")
    mad_minute: bool = fact(
        "The company fires its Mad Minute",
        default=False,
        only=only("FF-SPR-02", "shot.firer", {Firer.INFANTRY}, "a rifle company"),
        dated=MAD_MINUTE,
    )
    renault: bool = fact(
        "The firer is a Renault tank", default=False, only=only("FF-TNK-07", "shot.firer", TANK_WEAPONS, "a tank")
    )
    next_target: Shot | None = fact(
        "The shot at the closest remaining target, where a house rule allows it", default=None
    )


def rolls(action: FireAction, book: RuleBook) -> Cited[int] | Refusal:
    """How many dice a fire action gives at its target (FF-SHO-08..10, FF-SPR-02, FF-TNK-07).

    Refuses the Mad Minute to others than riflemen, and after the British list of 1914-15.
    """
    counts, firer = book.table("shooting/counts"), action.shot.firer
    if action.mad_minute:
        if firer is not Firer.INFANTRY:
            return Refusal("FF-SPR-02", "the Mad Minute is for rifle companies", "fire as usual")
        if not counts.has("rolls.mad_minute"):
            return Refusal("FF-SPR-02", counts.absent["rolls.mad_minute"], "fire as usual")
        return counts.number("rolls.mad_minute")
    at_armour = firer is Firer.TANK_LMG and action.shot.target is TargetKind.ARMOUR
    moving = action.renault and firer is Firer.TANK_LMG and action.shot.fired_on_the_move
    own = "rolls.renault_on_the_move" if moving else f"rolls.{firer}"
    key = "rolls.tank_lmg_at_armour" if at_armour else own
    return counts.number(key if counts.has(key) else "rolls.one")


def fire(action: FireAction, dice: tuple[D6, ...], book: RuleBook) -> Explained[Results] | Refusal | MoreDice:
    """The results of a fire action's rolls in order; a kill ends them (FF-RCB-04, FF-SHO-08, SHQ-63).

    Refuses what `rolls` and `may_shoot` refuse; asks for a further die while one is due.
    """
    due = rolls(action, book)
    if isinstance(due, Refusal):
        return due
    return may_shoot(action.shot, book) or _throw(action, due, dice, book)


def _throw(action: FireAction, due: Cited[int], dice: tuple[D6, ...], book: RuleBook) -> Explained[Results] | MoreDice:
    results: list[FireResult] = []
    count = f"{due.value} rolls at one target" if due.value > 1 else "One roll at one target"
    steps = [due.cites(count)] if due.value > 1 or due.house else []
    shot: Shot | None = action.shot
    thrown = list(dice)
    for roll in range(due.value):
        if shot is None:
            return _answer(results, steps, (Considered(due.clause, "the target is dead, the second roll is lost"),))
        if not thrown:
            return MoreDice(due.clause, f"roll {roll + 1} at the target", due.value - roll)
        answer = effect(shot, thrown.pop(0), book)
        results.append(answer.value)
        steps.extend(answer.steps)
        follows = _after(action, shot, answer.value, book)
        if follows is not None and follows is not shot:
            steps.append(
                Step(due.clause, "The next roll goes to the closest remaining target", None, book.mark("SHQ-63"))
            )
        shot = follows
    return _answer(results, steps, ())


def _answer(results: list[FireResult], steps: list[Step], considered: tuple[Considered, ...]) -> Explained[Results]:
    return Explained(tuple(results), None, tuple(steps), considered)


def _after(action: FireAction, shot: Shot, result: FireResult, book: RuleBook) -> Shot | None:
    """What the next roll is thrown at: the same target while it lives (SHQ-63)."""
    if result is not FireResult.KILLED:
        return shot
    follows = book.behaviour("SHQ-63", {"lost": None, "next_target": action.next_target})
    return follows if follows is not None and may_shoot(follows, book) is None else None


def _dice(action: FireAction, book: RuleBook) -> int:
    due = rolls(action, book)
    return 0 if isinstance(due, Refusal) else due.value


RESOLUTIONS: tuple[Resolution[Any, RuleBook], ...] = (
    Resolution("shot", "A shot", "Shooting", Shot, one_die, _resolve, thrown(_resolve, one_die)),
    Resolution("scores", "What a shot needs", "Shooting", Shot, no_dice, _needed),
    Resolution(
        "fire_action",
        "All rolls of a fire action at one target",
        "Shooting",
        FireAction,
        _dice,
        fire,
        thrown(fire, _dice, ", ".join),
    ),
)
