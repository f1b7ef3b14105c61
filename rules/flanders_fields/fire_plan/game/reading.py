"""A side's fire plan from the tables of its scenario."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from rules.flanders_fields.barrages.rolling import SIZES, TURNS, BandFacts
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.game.planned import FirePlan, PlannedBarrage, PlannedFire, PlannedPoint, PlannedWork
from rules.flanders_fields.vocabulary import Side, Work
from rules.kernel.facts import limits
from rules.kernel.measure import cm
from rules.kernel.strict import Reader


def read_plan(entry: Reader, side: Side, weapons: Mapping[str, str], book: RuleBook) -> FirePlan:
    """What a [[side]] plans; `weapons`: its guns by their names. Raises BadData for what no plan may say."""
    heavy = entry.word("heavy_artillery", {"yes": True, "no": False}, "no")
    barrages = entry.tables("rolling_barrage", ())
    return FirePlan(
        heavy_artillery=(side,) if heavy else (),
        barrages=tuple(_barrage(one, side, number, book) for number, one in enumerate(barrages, 1)),
        fires=(
            *(_fire(one, side, f"fire{n}", weapons) for n, one in enumerate(entry.tables("bombardment", ()), 1)),
            *(_shift(one, side, f"shift{n}", weapons) for n, one in enumerate(entry.tables("shift", ()), 1)),
        ),
        works=tuple(_work(one, side, n) for n, one in enumerate(entry.tables("hurricane", ()), 1)),
        points=tuple(_point(one, weapons) for one in entry.tables("aiming_point", ())),
    )


def _fire(entry: Reader, side: Side, name: str, weapons: Mapping[str, str]) -> PlannedFire:
    turn, point = _turn(entry), _point(entry, weapons)
    return PlannedFire(f"{side.value}.{name}", side, point.unit, turn, point.where, point.along_cm, point.up_cm)


def _shift(entry: Reader, side: Side, name: str, weapons: Mapping[str, str]) -> PlannedFire:
    return replace(_fire(entry, side, name, weapons), shift=True)


def _point(entry: Reader, weapons: Mapping[str, str]) -> PlannedPoint:
    point = PlannedPoint(
        entry.word("weapon", weapons), entry.text("where"), float(entry.whole("along_cm")), float(entry.whole("up_cm"))
    )
    entry.close()
    return point


def _work(entry: Reader, side: Side, number: int) -> PlannedWork:
    works = {work.value: work for work in Work if work is not Work.NONE}
    work = PlannedWork(f"{side.value}.work{number}", side, entry.text("name"), entry.word("work", works), _turn(entry))
    entry.close()
    return work


def _turn(entry: Reader) -> int:
    turn = entry.whole("turn") if entry.has("turn") else 1
    if turn < 1:
        raise entry.wrong("turn", f"is {turn}", "write a turn of its side, from 1 on")
    return turn


def together(plans: tuple[FirePlan, ...]) -> FirePlan:
    """The plans of all sides as one."""
    return FirePlan(
        heavy_artillery=tuple(side for plan in plans for side in plan.heavy_artillery),
        barrages=tuple(one for plan in plans for one in plan.barrages),
        fires=tuple(one for plan in plans for one in plan.fires),
        works=tuple(one for plan in plans for one in plan.works),
        points=tuple(one for plan in plans for one in plan.points),
    )


def _barrage(entry: Reader, side: Side, number: int, book: RuleBook) -> PlannedBarrage:
    plan = PlannedBarrage(
        id=f"{side.value}.barrage{number}",
        name=entry.text("name", "Rolling barrage"),
        side=side,
        start_cm=entry.whole("start_cm"),
        speed_cm=entry.whole("speed_cm") if entry.has("speed_cm") else book.table(SIZES).number("speed").value // 10,
        turns=entry.whole("turns") if entry.has("turns") else 0,
        halts=entry.wholes("halts", ()),
        back=entry.wholes("back", ()),
        leads=entry.wholes("leads", ()),
        hurricane=entry.word("hurricane", {"yes": True, "no": False}, "no"),
    )
    entry.close()
    for key, wrong, right in _unwritable(plan, book):
        raise entry.wrong(key, wrong, right)
    return plan


def _unwritable(plan: PlannedBarrage, book: RuleBook) -> Iterator[tuple[str, str, str]]:
    """Every key with what is wrong with it and what would be right (FF-BAR-05 to -09, AMB-356, FF-HUR-07)."""
    for key, value, least, most in (
        ("start_cm", plan.start_cm, *limits(BandFacts, "start_up_cm")),
        ("speed_cm", plan.speed_cm, *limits(BandFacts, "speed_cm")),
    ):
        if not least <= value <= most:
            yield key, f"is {value}", f"write {least} to {most} cm"
    fewest, last = limits(BandFacts, "duration")
    first = book.table(TURNS).number("first_advance").value
    if plan.turns and not fewest <= plan.turns <= last:
        yield "turns", f"is {plan.turns}", f"write {fewest} to {last}, or leave it to the die"
    for key, turns in (("halts", plan.halts), ("back", plan.back)):
        if any(not first <= turn <= (plan.turns or last) for turn in turns):
            yield key, f"is {list(turns)}", f"name turns in which it moves, from turn {first} on"
    lead = book.table(SIZES).number("lead").value
    if any(abs(one) * 10 > lead for one in plan.leads):
        yield "leads", f"is {list(plan.leads)}", f"let no piece lead or lag by more than {cm(lead)}"
    if plan.back and not plan.hurricane:
        yield "back", "is for a hurricane bombardment", "plan a halt"
