"""What is wrong with a scenario that somebody has written: nothing of it is played until this is silent."""

from collections.abc import Iterator

from rules.flanders_fields.artillery.allotment import SuperimposedFacts, superimposed
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.forces.checking import check, forbidden
from rules.flanders_fields.forces.faults import faults as faults_of_force
from rules.flanders_fields.forces.force import Element, part_of
from rules.flanders_fields.forces.organisation import PartSort
from rules.flanders_fields.turn.game.setting_up.state import LAST_ROLL, TO_THE_EDGE_MM
from rules.flanders_fields.turn.game.setting_up.written import WrittenScenario, WrittenSide, WrittenZone
from rules.flanders_fields.vocabulary import ARTILLERY, FIELD_ARTILLERY, Side, UnitClass
from rules.kernel.documents import Misfit
from rules.kernel.explain import Refusal
from rules.kernel.measure import cm

LONGEST_TITLE, LONGEST_LINE, MOST_LINES = 80, 400, 30
MOST_ZONES, MOST_OBJECTIVES, MOST_TURNS, MOST_PLANNED = 8, 20, 99, 99
MOST_STARTS = 400
LONGEST_MM = TO_THE_EDGE_MM
OUT_OF_TIME = frozenset({"FF-FOR-19", "FF-TYP-09", "FF-BLK-01"})


def faults(written: WrittenScenario, book: RuleBook) -> Iterator[Misfit]:
    """Everything for which a scenario cannot be played at a book's date; silent for a sound one."""
    yield from _of_the_words(written)
    for side in Side:
        yield from _of_a_side(written.side(side), side, book)
        yield from _too_late(written.side(side), side, written.turns)
    yield from _off_the_table(written)
    for number, one in enumerate(written.objectives, 1):
        where = f"objective {number}"
        if not _is_line(one.name, LONGEST_TITLE):
            yield Misfit(where, "it has no name that can be shown", f"1 to {LONGEST_TITLE} letters on one line")
        if not 0 <= one.points <= MOST_PLANNED:
            yield Misfit(where, f"it counts {one.points} points", f"0 to {MOST_PLANNED}")
        if (one.x_mm is None) is not (one.y_mm is None):
            yield Misfit(where, "it is half a place", "both its distances in mm, or neither")
        elif one.x_mm is not None and one.y_mm is not None and not _on_a_table(one.x_mm, one.y_mm):
            yield Misfit(where, "it lies on no table", f"0 to {LONGEST_MM} mm along and up")


def _off_the_table(written: WrittenScenario) -> Iterator[Misfit]:
    """What does not lie on the table that the scenario brings: zones without any ground on it, and objectives."""
    table = written.table
    if table is None:
        return
    size = f"the table is {cm(table.width_mm)} along and {cm(table.depth_mm)} up"
    for side in Side:
        for number, zone in enumerate(written.side(side).zones, 1):
            if _is_zone(zone) and (zone.left_mm >= table.width_mm or zone.near_mm >= table.depth_mm):
                yield Misfit(f"{side.value}, zone {number}", "none of it lies on the table", size)
    for number, one in enumerate(written.objectives, 1):
        x_mm, y_mm = one.x_mm or 0, one.y_mm or 0
        if _on_a_table(x_mm, y_mm) and (x_mm > table.width_mm or y_mm > table.depth_mm):
            yield Misfit(f"objective {number}", "it does not lie on the table", size)


def _too_late(one: WrittenSide, side: Side, turns: int) -> Iterator[Misfit]:
    """Battalions that would first be rolled for when the game is over."""
    for reserve in one.reserves:
        if 0 < turns < reserve.first_turn:
            wrong = f"it first rolls in turn {reserve.first_turn}, and the game ends after turn {turns}"
            yield Misfit(_in(side, reserve.battalion), wrong, "an earlier turn, or a longer game")


def _of_the_words(written: WrittenScenario) -> Iterator[Misfit]:
    if not _is_line(written.title, LONGEST_TITLE):
        yield Misfit("title", "it is none that can be shown", f"1 to {LONGEST_TITLE} letters on one line")
    told = {"situation": written.situation, "special_rules": written.special_rules, "decides": written.decides}
    for name, lines in told.items():
        if len(lines) > MOST_LINES or not all(_is_line(one, LONGEST_LINE) for one in lines):
            yield Misfit(name, "it cannot be shown", f"at most {MOST_LINES} lines of 1 to {LONGEST_LINE} letters")
    if written.origin and not _is_line(written.origin, LONGEST_LINE):
        yield Misfit("origin", "it cannot be shown", f"at most {LONGEST_LINE} letters on one line")
    if not 0 <= written.turns <= MOST_TURNS:
        yield Misfit("turns", f"it ends after turn {written.turns}", f"1 to {MOST_TURNS}, or 0 for no limit")
    if len(written.objectives) > MOST_OBJECTIVES:
        yield Misfit("objectives", f"there are {len(written.objectives)}", f"at most {MOST_OBJECTIVES}")


def _is_line(text: str, longest: int) -> bool:
    return text == text.strip() and 0 < len(text) <= longest and text.isprintable()


def _on_a_table(x_mm: int, y_mm: int) -> bool:
    return 0 <= x_mm <= LONGEST_MM and 0 <= y_mm <= LONGEST_MM


def _of_a_side(one: WrittenSide, side: Side, book: RuleBook) -> Iterator[Misfit]:
    wrong = [Misfit(_in(side, fault.of), fault.because, fault.instead) for fault in faults_of_force(one.force)]
    yield from wrong
    if wrong:
        return
    for finding in forbidden(check(one.force, book, side)):
        if finding.clause in OUT_OF_TIME:
            yield Misfit(_in(side, finding.of), f"{finding.says} ({finding.clause})", finding.instead)
    if one.name and not _is_line(one.name, LONGEST_TITLE):
        yield Misfit(side.value, "its name cannot be shown", f"1 to {LONGEST_TITLE} letters on one line")
    if len(one.zones) > MOST_ZONES:
        yield Misfit(side.value, f"it has {len(one.zones)} deployment zones", f"at most {MOST_ZONES}")
    for number, zone in enumerate(one.zones, 1):
        if not _is_zone(zone):
            right = "its left before its right edge, and its near before its far one"
            yield Misfit(f"{side.value}, zone {number}", "it has no ground in it", right)
    if not all(0 <= number <= MOST_PLANNED for number in _allowance(one)):
        yield Misfit(side.value, "no fire plan has so many lines", f"0 to {MOST_PLANNED} of each sort")
    yield from _of_its_reserves(one, side, book)


def _allowance(one: WrittenSide) -> tuple[int, ...]:
    plan = one.plan
    return plan.bombardments, plan.barrages, plan.gas, plan.works, plan.missions


def _is_zone(zone: WrittenZone) -> bool:
    there = _on_a_table(zone.left_mm, zone.near_mm) and _on_a_table(zone.right_mm, zone.far_mm)
    return there and zone.left_mm < zone.right_mm and zone.near_mm < zone.far_mm


def _of_its_reserves(one: WrittenSide, side: Side, book: RuleBook) -> Iterator[Misfit]:
    known = {element.id: element for element in one.force.all()}
    for reserve in one.reserves:
        where = _in(side, reserve.battalion)
        element = known.get(reserve.battalion)
        if element is None or part_of(element, book).sort is not PartSort.BATTALION:
            yield Misfit(where, "no battalion of that id waits off the table", "the id of a battalion of the force")
        if not 1 <= reserve.first_turn <= LAST_ROLL or not all(1 <= face <= 6 for face in reserve.needed):
            yield Misfit(where, "its arrival cannot be rolled for", "a turn from 1 on, and faces from 1 to 6")
        if len(reserve.needed) > LAST_ROLL or (reserve.where and not _is_line(reserve.where, LONGEST_TITLE)):
            yield Misfit(where, "where it arrives cannot be shown", f"at most {LONGEST_TITLE} letters on one line")
    if len({reserve.battalion for reserve in one.reserves}) < len(one.reserves):
        yield Misfit(side.value, "a battalion waits twice", "each once")
    for number, start in enumerate(one.starts, 1):
        if start.of not in known:
            yield Misfit(_in(side, start.of), f"its beginning {number} is of no part of the force", "the id of a part")
    for where, names in (("stands behind the table", one.behind_the_table), ("is superimposed", one.superimposed)):
        for name in names:
            if not _is_battery(known.get(name), book):
                yield Misfit(_in(side, name), f"no battery of that id {where}", "the id of a battery")
    yield from _of_what_is_superimposed(one, side, book)


def _of_what_is_superimposed(one: WrittenSide, side: Side, book: RuleBook) -> Iterator[Misfit]:
    """More batteries laid over the barrage than a side of that size may have (FF-SUI-02, FF-SUI-03)."""
    named = [part_of(each, book).unit_class for each in one.force.all() if each.id in one.superimposed]
    if not named:
        return
    sorts = [part_of(each, book) for each in one.force.all()]
    regiments = sum(part.sort is PartSort.REGIMENT for part in sorts)
    entire = any(part.sort is PartSort.COMMAND and part.commands is PartSort.DIVISION for part in sorts)
    facts = SuperimposedFacts(regiments=max(regiments, 1), entire_division=entire, side=side)
    allowed = superimposed(facts, book)
    if isinstance(allowed, Refusal):
        yield Misfit(
            side.value, f"{len(named)} batteries are superimposed: {allowed.because} ({allowed.clause})", "none"
        )
        return
    for word, kinds, most in (
        ("field", FIELD_ARTILLERY, allowed.value.field),
        ("heavy", {UnitClass.HEAVY_ARTILLERY}, allowed.value.heavy),
        ("super heavy", {UnitClass.SUPER_HEAVY_ARTILLERY}, allowed.value.super_heavy),
    ):
        there = sum(kind in kinds for kind in named)
        if there > most:
            wrong = f"superimposed {word} batteries: {there}, more than a side of that size has (FF-SUI-02)"
            yield Misfit(side.value, wrong, f"at most {most}")


def _is_battery(element: Element | None, book: RuleBook) -> bool:
    return element is not None and part_of(element, book).unit_class in ARTILLERY


def _in(side: Side, of: str) -> str:
    return f"{side.value}, {of}" if of else side.value
