"""The deeds of the phase of planned fire: whose each is now, and what it asks (FF-BOM-05, FF-HUR-03, FF-PLN-07).

That a line or a work is due only its side knows.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from rules.flanders_fields.artillery.game.areas_hit import stands_by_name
from rules.flanders_fields.artillery.game.bombard.commands import BombardWork, FireByPlan, StrikeFromPlan
from rules.flanders_fields.artillery.game.bombard.due import NEEDS, fires_due, works_due
from rules.flanders_fields.artillery.game.bombard.judge import bombarded
from rules.flanders_fields.artillery.game.bombard.throws import former_work_key, work_key
from rules.flanders_fields.artillery.game.commands import InArea
from rules.flanders_fields.game.offering import dice, has_armour, lying_each, word
from rules.flanders_fields.game.planned import PlannedFire
from rules.flanders_fields.game.seated import SeatDeeds
from rules.flanders_fields.game.state import Unit
from rules.flanders_fields.vocabulary import FIELD_ARTILLERY
from rules.kernel.asking import Ask, Asks, Told
from rules.kernel.explain import Refusal
from rules.kernel.kept import Former, apart
from rules.kernel.plain import build
from rules.kernel.stage import Deed, Possible

FIRE, STRIKE, WORK, STAND = Asks(FireByPlan), Asks(StrikeFromPlan), Asks(BombardWork), Asks(InArea)


def _is_phase(seated: SeatDeeds) -> bool:
    here = seated.table.here if seated.state.turn.running else None
    return here is not None and here.step.needs == NEEDS


def _lines(seated: SeatDeeds) -> Iterator[tuple[PlannedFire, Refusal | None]]:
    """The lines that are due, each with why its fire cannot be brought down, however it is seen on the table."""
    side = seated.state.turn.side
    for line in fires_due(seated.state, seated.table.book) if _is_phase(seated) else ():
        best = FireByPlan(line=line.id, observed=True, sees_target=True)
        yield line, seated.refused_all(side, [best])


def _falling(seated: SeatDeeds) -> Iterator[Possible]:
    for line, barred in _lines(seated):
        yield Possible({"line": line.id}, by=line.side.value, owed=barred is None, barred=barred, secret=True)


def _striking(seated: SeatDeeds) -> Iterator[Possible]:
    """Offered where the table may show that the battery cannot fire; owed where it cannot whatever is seen."""
    for line, cannot in _lines(seated):
        worst = StrikeFromPlan(line=line.id, in_arc=False, in_front_line=True)
        barred = seated.refused_all(line.side, [worst])
        if barred is None:
            yield Possible({"line": line.id}, by=line.side.value, owed=cannot is not None, secret=True)


def _seen(seated: SeatDeeds, told: Told, asks: Asks[FireByPlan] | Asks[StrikeFromPlan]) -> Iterator[Ask | Refusal]:
    unit = _battery(seated, told["line"])
    if not unit.on_table:
        yield asks("observed")
    else:
        yield asks("sees_target")
        yield asks("in_arc")
        if unit.kind in FIELD_ARTILLERY:
            yield asks("in_front_line")
    yield from word(seated, asks.command, told)


def _battery(seated: SeatDeeds, line: str) -> Unit:
    return next(seated.state.units[one.unit] for one in seated.state.plan.fires if one.id == line)


def _fire_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    return _seen(seated, told, FIRE)


def _strike_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    return _seen(seated, told, STRIKE)


def _bombarding(seated: SeatDeeds) -> Iterator[Possible]:
    for work in works_due(seated.state, seated.table.book) if _is_phase(seated) else ():
        barred = seated.waits(BombardWork(work=work.id))
        yield Possible({"work": work.id}, by=work.side.value, owed=barred is None, barred=barred, secret=True)


def _work_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    state, work = seated.state, told["work"]
    of = next(one.side for one in state.plan.works if one.id == work)

    def stands(row: Told) -> Iterator[Ask | Refusal]:
        yield STAND("stand", among=[stand for stand in seated.on_table if state.stands[stand].side is not of])
        yield STAND("cover")
        yield STAND("overlap")
        if seated.table.book.option("AMB-302") == "centre":
            yield STAND("centre_inside")
        if has_armour(state, [row["stand"]]):
            yield STAND("armour_in_cover")

    pieces = _works_of(seated, work)
    if pieces:
        yield WORK("piece", among=("", *pieces))
    yield WORK("stands", row=stands, most=len(seated.on_table))
    command = build(BombardWork, told)
    found = bombarded(seated.table, command)
    if isinstance(found, Refusal):
        yield found
        return
    names = stands_by_name(state, command.stands)
    keys = apart([work_key(work, names[one.name]) for one in found.value.shots])
    kept = lying_each(state, [(key, Former(former_work_key(work), place)) for place, key in enumerate(keys)])
    yield from dice(seated, WORK, told, len(keys), kept)


def _works_of(seated: SeatDeeds, work: str) -> Sequence[str]:
    """The pieces of the map that a planned work may be; none where no map is laid."""
    if seated.field is None:
        return ()
    # The libraries of the map are loaded with the first map, not with the service.
    from rules.flanders_fields.game.survey.positions import works_of

    planned = next(one for one in seated.state.plan.works if one.id == work)
    return [piece.id for piece in works_of(seated.field, planned.side, planned.work)]


BOMBARD_DEEDS: Final[tuple[Deed[SeatDeeds], ...]] = (
    Deed("fire_by_plan", "Fire by the plan", FireByPlan, _falling, _fire_asks, follows=True),
    Deed("strike_from_plan", "Strike it from the plan", StrikeFromPlan, _striking, _strike_asks),
    Deed("bombard_work", "Bombard the work", BombardWork, _bombarding, _work_asks),
)
"""In the order in which they are owed."""
