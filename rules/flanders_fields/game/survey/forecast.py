"""What a plan may expect to do: suppressions and kills by turn on each position that its side knows (FF-FPL).

Expectations are exact: over every landing of fire that nobody observes and every face of each stand's die. Whether a
stand is left at the end depends on what it has suffered before, so that is sampled, with its standard error. Gas is in
`forecast_gas.py`; what falls only if it is ordered is told apart, in `forecast_ordered.py`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from rules.flanders_fields.artillery.bombardments import PLANNED
from rules.flanders_fields.artillery.deviation import DeviationFacts, landings, why_it_stays
from rules.flanders_fields.barrages.fire import Under
from rules.flanders_fields.barrages.rolling import BandFacts, band, no_barrage, piece_mm
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.fire_plan.barrages import course, speed_of
from rules.flanders_fields.fire_plan.written import BarrageLine, BombardmentLine, WorkLine, WrittenPlan
from rules.flanders_fields.game.survey.forecast_faces import BLANK, area_faces, barrage_faces, hurricane_faces
from rules.flanders_fields.game.survey.forecast_gas import gas_salvos, turns_of_gas, way_of_gas
from rules.flanders_fields.game.survey.forecast_left import LeftOut, lines_left_out
from rules.flanders_fields.game.survey.plan_lines import ASTRAY_WITHIN_MM, spot_of, stand_of
from rules.flanders_fields.game.survey.targeted import Targets, cells_near, on_cells
from rules.flanders_fields.game.survey.templates import HeldTemplate, Template, lay_held
from rules.flanders_fields.morale.suppression import LIMITS
from rules.flanders_fields.vocabulary import ARTILLERY, Nation, Side, UnitClass
from rules.kernel.explain import Refusal
from rules.kernel.values import dataclass
from rules.tabletop.chances import Salvo, endured, expected, salvo, surely
from rules.tabletop.stands import Pose, Rectangle, Spot, StandingBase

SAMPLES: Final = 20_000
SEED: Final = 1918
"""Of the samples, so that the same plan is told the same twice."""


@dataclass(frozen=True, slots=True)
class Foreseen:
    """What one position may expect in one turn, of so many platoons in it: suppressions and kills."""

    position: str
    name: str
    platoons: int
    turn: int
    suppressed: float
    killed: float


@dataclass(frozen=True, slots=True)
class AtTheEnd:
    """How many platoons of a position are gone after the whole plan, by samples, and the standard error of that."""

    position: str
    name: str
    platoons: int
    gone: float
    error: float


@dataclass(frozen=True, slots=True)
class Forecast:
    """What a plan may expect to do by itself, turn by turn and by its end, and which lines have no part in that."""

    turns: tuple[Foreseen, ...]
    end: tuple[AtTheEnd, ...]
    left_out: tuple[LeftOut, ...]


def forecast(plan: WrittenPlan, targets: Targets, book: RuleBook) -> Forecast:
    """The forecast of a plan on targets that its side knows of (`targeted.py`)."""
    by_turn = {turn: list(salvos_in(plan, targets, turn, book)) for turn in turns_of(plan, book)}
    most = book.table(LIMITS).number("kills").value
    turns = [one for turn, found in by_turn.items() if found for one in _foreseen(targets, turn, found)]
    end = endured(list(by_turn.values()), most, SAMPLES, SEED)
    left_out = tuple(lines_left_out(plan, targets, book))
    return Forecast(tuple(turns), tuple(_ended(targets, end.gone.tolist(), end.error.tolist())), left_out)


def turns_of(plan: WrittenPlan, book: RuleBook) -> tuple[int, ...]:
    """The turns of its side in which anything is foreseen."""
    acts: tuple[BombardmentLine | WorkLine, ...] = (*plan.bombardments, *plan.works)
    found = {one.turn for one in acts if one.turn}
    if no_barrage(plan.side is Side.ATTACKER, book) is None:
        found |= {one.turn for line in plan.barrages if line.start_mm is not None for one in course(line, book).turns}
    found |= {turn for line in plan.gas for turn in turns_of_gas(line, plan, book)}
    return tuple(sorted(found))


def salvos_in(plan: WrittenPlan, targets: Targets, turn: int, book: RuleBook) -> Iterator[Salvo]:
    """Everything of a plan that falls by itself in a turn of its side, in the order of the sheet; nothing on nobody."""
    if not targets.covers:
        return
    for line in plan.barrages:
        if line.start_mm is not None and no_barrage(plan.side is Side.ATTACKER, book) is None:
            yield from _rolled_over(plan, line, targets, turn, book)
    for gas in plan.gas:
        yield from gas_salvos(gas, plan, targets, turn, book)
    if book.table(PLANNED).has("phase"):
        for fire in plan.bombardments:
            weapon = plan.weapon(fire.weapon)
            if fire.turn == turn and fire.at and weapon and weapon.kind in ARTILLERY:
                yield _falls(plan, fire, weapon.kind, targets, bool(stand_of(targets.field, weapon)), book)
    for work in plan.works:
        if work.turn == turn and work.work:
            yield from _bombarded(plan, work, targets, book)


def _falls(
    plan: WrittenPlan, fire: BombardmentLine, kind: UnitClass, targets: Targets, on_table: bool, book: RuleBook
) -> Salvo:
    """A battery's fire: where it may land, whom it covers there, on the row of its class."""
    assert fire.at
    spot, ahead = spot_of(targets.field, plan.side, fire.at), 1 if plan.side is Side.ATTACKER else -1
    falls = landings(DeviationFacts(on_table=on_table, registered=True), book)
    wide, deep = _sides(spot, book)
    places = [
        StandingBase(
            Rectangle(wide, deep), Pose(Spot(round(spot.x_mm + ahead * right), round(spot.y_mm + ahead * up)), 0)
        )
        for right, up in falls
    ]
    faces = [[BLANK] * len(targets.covers)]
    faces.extend([area_faces(kind, cover, partly, book) for cover in targets.covers] for partly in (True, False))
    stays = why_it_stays(DeviationFacts(on_table=on_table, registered=True, point_used=True), book) is not None
    same = f"{fire.weapon} at {fire.at}" if stays else ""
    return salvo([float(chance) for chance in falls.values()], places, targets.laid, faces, same)


def _sides(spot: Spot, book: RuleBook) -> tuple[int, int]:
    laid = lay_held(HeldTemplate(Template.BATTERY, spot), book)
    assert not isinstance(laid, Refusal)
    return laid.width_mm, laid.depth_mm


def _rolled_over(plan: WrittenPlan, line: BarrageLine, targets: Targets, turn: int, book: RuleBook) -> Iterator[Salvo]:
    """A rolling barrage in one turn: whom its band comes over, or stays on (FF-BAR-11, FF-BAR-12)."""
    planned = course(line, book)
    if turn > len(planned.turns):
        return
    halted = turn in planned.halts
    facts = BandFacts(
        start_up_cm=(line.start_mm or 0) / 10,
        duration=len(planned.turns),
        turn=turn,
        speed_cm=speed_of(line, book) / 10,
        halts=planned.halts,
        back=line.back,
        hurricane=line.hurricane,
    )
    touched = [int(_touches(facts, line, targets, place, book)) * 2 for place in range(len(targets.covers))]
    under = Under.BAND_STAYS if halted else Under.SWEPT
    faces = [barrage_faces(cover, under, book) for cover in targets.covers]
    yield surely(touched, [[BLANK] * len(faces), faces, faces])


def _touches(facts: BandFacts, line: BarrageLine, targets: Targets, place: int, book: RuleBook) -> bool:
    """Whether the band comes over a target in its turn, by the piece of it that lies there."""
    near, far, along = targets.spans[place]
    lead = line.leads_mm[min(along // piece_mm(), len(line.leads_mm) - 1)] / 10 if line.leads_mm else 0.0
    at = _lies(facts, lead, book)
    return at is not None and at[0] < far and near < at[1]


@lru_cache(maxsize=1024)
def _lies(facts: BandFacts, lead_cm: float, book: RuleBook) -> tuple[float, float] | None:
    """From where to where a piece of the band comes in its turn, in mm up the table; None once it has lifted."""
    answer = band(replace(facts, lead_cm=lead_cm), book)
    if isinstance(answer, Refusal) or not answer.value.on_table:
        return None
    return answer.value.swept_from_cm * 10, answer.value.swept_to_cm * 10


def _bombarded(plan: WrittenPlan, work: WorkLine, targets: Targets, book: RuleBook) -> Iterator[Salvo]:
    """A work under the hurricane, if the table has one of that name (FF-HUR-03)."""
    assert work.work
    of = {one.id for one in targets.positions_called(work.name)}
    inside = [2 * (position in of) for position in targets.of]
    if not any(inside):
        return
    faces = [
        hurricane_faces(work, plan.written_for.nation or Nation.GERMAN, plan.side, one, book) for one in targets.covers
    ]
    yield surely(inside, [[BLANK] * len(faces), faces, faces])


def _foreseen(targets: Targets, turn: int, found: Sequence[Salvo]) -> Iterator[Foreseen]:
    suppressed, killed = expected(found).tolist()
    for one in targets.positions:
        first, second = (sum(row[place] for place in one.places) for row in (suppressed, killed))
        if first or second:
            yield Foreseen(one.id, one.name, len(one.places), turn, first, second)


def _ended(targets: Targets, gone: Sequence[float], errors: Sequence[float]) -> Iterator[AtTheEnd]:
    for one in targets.positions if gone else ():
        total = sum(gone[place] for place in one.places)
        if total:
            # Platoons of a position share their salvos: their errors are added, which is never too small.
            yield AtTheEnd(one.id, one.name, len(one.places), total, sum(errors[place] for place in one.places))


@dataclass(frozen=True, slots=True)
class ForecastCell:
    """A cell of the table by its middle in mm, and what a platoon there may expect of a plan's fire in one turn."""

    spot: Spot
    turn: int
    suppressed: float
    killed: float


def heat(plan: WrittenPlan, targets: Targets, book: RuleBook) -> tuple[ForecastCell, ...]:
    """Where a plan's batteries fire and its gas goes, cell by cell and turn by turn; bands and works lie as drawn."""
    fires = replace(plan, barrages=(), works=())
    points = [spot_of(targets.field, plan.side, one.at) for one in plan.bombardments if one.at]
    points += [spot for line in plan.gas for spot in way_of_gas(line, plan, targets.field, book)]
    middles = cells_near(targets.field, points, ASTRAY_WITHIN_MM)
    cells = on_cells(targets.field, plan.side, middles, book)
    return tuple(one for turn in turns_of(fires, book) for one in _warm(fires, cells, turn, book))


def _warm(plan: WrittenPlan, cells: Targets, turn: int, book: RuleBook) -> Iterator[ForecastCell]:
    found = list(salvos_in(plan, cells, turn, book))
    if not found:
        return
    suppressed, killed = expected(found).tolist()
    for stand, first, second in zip(cells.stands, suppressed, killed, strict=True):
        if first or second:
            yield ForecastCell(stand.spot, turn, first, second)
