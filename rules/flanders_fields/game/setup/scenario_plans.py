"""Fire plans, gas attacks and air missions read from the file of a scenario."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from rules.flanders_fields.barrages import SIZES, TURNS, BandFacts
from rules.flanders_fields.game.state.fire_plan import (
    FirePlan,
    Missions,
    PlannedBarrage,
    PlannedFire,
    PlannedGas,
    PlannedPoint,
    PlannedWork,
)
from rules.flanders_fields.gas_clouds import Delivery, GasKind
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import Side, Work
from rules.kernel.distances import cm
from rules.kernel.facts import limits
from rules.kernel.toml_reader import Reader

# A side's fire plan from the tables of its scenario


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


# The gas a scenario's file plans for a side, until its players write their own plans

FARTHEST_CM, LAST_TURN, HALF_TURN = 1000, 99, 180


def planned_gas(entry: Reader, side: Side) -> tuple[PlannedGas, ...]:
    """The tables [[side.gas]] of one side, in the order of their turns. Raises BadData for what cannot be planned.

    One attack a table: kind, delivery, turn, along_cm and up_cm from its own left corner, wind_deg (0 if it is not
    there), and speed_cm for games that write the speed of the wind (GAP-67).
    """
    found = [_attack(one, side) for one in entry.tables("gas", ())]
    return tuple(sorted(found, key=lambda one: one.turn))


def _attack(entry: Reader, side: Side) -> PlannedGas:
    attack = PlannedGas(
        side=side,
        kind=entry.word("kind", {kind.value: kind for kind in GasKind}),
        delivery=entry.word("delivery", {way.value: way for way in Delivery}),
        turn=_within(entry, "turn", 1, LAST_TURN),
        along_cm=float(_within(entry, "along_cm", 0, FARTHEST_CM)),
        up_cm=float(_within(entry, "up_cm", 0, FARTHEST_CM)),
        wind_deg=_within(entry, "wind_deg", -HALF_TURN, HALF_TURN) if entry.has("wind_deg") else 0,
        speed_cm=float(_within(entry, "speed_cm", 0, FARTHEST_CM)) if entry.has("speed_cm") else None,
    )
    if attack.delivery is Delivery.PROJECTOR and side is Side.DEFENDER:
        raise entry.wrong("delivery", "gives projectors to the defender", "deliver it by artillery")
    entry.close()
    return attack


def _within(entry: Reader, key: str, least: int, most: int) -> int:
    number = entry.whole(key)
    if not least <= number <= most:
        raise entry.wrong(key, f"is {number}", f"write a whole number from {least} to {most}")
    return number


# The air missions a scenario's file gives a side, until its players write their own plans

MOST = 9


def planned_missions(entry: Reader, side: Side) -> tuple[Missions, ...]:
    """`air_missions` of one side (FF-AIR-15). Raises BadData for a number that no plan holds."""
    if not entry.has("air_missions"):
        return ()
    number = entry.whole("air_missions")
    if not 1 <= number <= MOST:
        raise entry.wrong("air_missions", f"is {number}", f"write a whole number from 1 to {MOST}, or leave it out")
    return (Missions(side, number),)
