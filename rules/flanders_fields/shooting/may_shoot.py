"""Whether a shot may be fired at all: every 'no' with its clause (FF-RCB-06..12, FF-RNG, FF-ARM-03)."""

from collections.abc import Callable, Iterator

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.shooting.facts import (
    ARTILLERY,
    MACHINE_GUNS,
    MORTARS,
    RIFLES,
    TANK_WEAPONS,
    Shot,
    falls_from_above,
    is_indirect,
)
from rules.flanders_fields.shooting.ranges import Distance, RangeBand, greatest_range, judge_range, not_at_this_date
from rules.flanders_fields.vocabulary import Firer, TargetKind
from rules.kernel.contradictions import contradictions
from rules.kernel.explain import Refusal, Step
from rules.kernel.measure import cm, under, within
from rules.kernel.tables import BookTable

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
