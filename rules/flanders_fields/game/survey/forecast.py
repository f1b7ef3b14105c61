"""What a plan may expect to do: suppressions and kills by turn on each position that its side knows (FF-FPL).

Expectations are exact: over every landing of fire that nobody observes and every face of each stand's die. Whether a
stand is left at the end depends on what it has suffered before, so that is sampled, with its standard error. Gas, SOS
calls and fire by order are not foreseen: dice of the wind and the players decide them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from rules.flanders_fields.area_fire import AreaFireFacts, AreaStand, shots_on_area
from rules.flanders_fields.areas import Overlap
from rules.flanders_fields.barrage import BandFacts, band, no_barrage
from rules.flanders_fields.barrage_fire import BarrageFacts, Under, under_the_barrage
from rules.flanders_fields.bombardments import PLANNED, HurricaneFacts, hurricane_shots
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.deviation import DeviationFacts, landings, why_it_stays
from rules.flanders_fields.fire_plan.barrages import course, speed_of
from rules.flanders_fields.fire_plan.written import BarrageLine, BombardmentLine, PlanLine, WorkLine, WrittenPlan
from rules.flanders_fields.game.survey.bands import PIECE_MM
from rules.flanders_fields.game.survey.held import Held, Template, lay_held
from rules.flanders_fields.game.survey.plan_lines import ASTRAY_WITHIN_MM, spot_of, stand_of
from rules.flanders_fields.game.survey.targeted import Targets, cells_near, on_cells
from rules.flanders_fields.shooting import effect
from rules.flanders_fields.shot import Shot
from rules.flanders_fields.suppression import LIMITS
from rules.flanders_fields.vocabulary import ARTILLERY, Cover, FireResult, Nation, Side, UnitClass
from rules.geometry.chances import FIRST, NOTHING, SECOND, Salvo, endured, expected, salvo, surely
from rules.geometry.stands import Pose, Rectangle, Spot, Stand
from rules.kernel.dice import ALL_D6
from rules.kernel.explain import Explained, Refusal
from rules.kernel.values import dataclass

SAMPLES: Final = 20_000
SEED: Final = 1918
"""Of the samples, so that the same plan is told the same twice."""
_RESULTS: Final = {FireResult.NO_EFFECT: NOTHING, FireResult.SUPPRESSED: FIRST, FireResult.KILLED: SECOND}
_BLANK: Final = (NOTHING,) * len(ALL_D6)
Faces = tuple[int, ...]


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
    """What a plan may expect to do, turn by turn and by its end; `left_out` are lines whose effect is not foreseen."""

    turns: tuple[Foreseen, ...]
    end: tuple[AtTheEnd, ...]
    left_out: tuple[str, ...]


def forecast(plan: WrittenPlan, targets: Targets, book: RuleBook) -> Forecast:
    """The forecast of a plan on targets that its side knows of (`targeted.py`)."""
    by_turn = {turn: list(salvos_in(plan, targets, turn, book)) for turn in turns_of(plan, book)}
    most = book.table(LIMITS).number("kills").value
    turns = [one for turn, found in by_turn.items() if found for one in _foreseen(targets, turn, found)]
    end = endured(list(by_turn.values()), most, SAMPLES, SEED)
    unforeseen: tuple[PlanLine, ...] = (*plan.gas, *plan.sos_points, *plan.shifts)
    left_out = tuple(one.id for one in unforeseen)
    return Forecast(tuple(turns), tuple(_ended(targets, end.gone.tolist(), end.error.tolist())), left_out)


def turns_of(plan: WrittenPlan, book: RuleBook) -> tuple[int, ...]:
    """The turns of its side in which anything is foreseen."""
    acts: tuple[BombardmentLine | WorkLine, ...] = (*plan.bombardments, *plan.works)
    found = {one.turn for one in acts if one.turn}
    if no_barrage(plan.side is Side.ATTACKER, book) is None:
        found |= {one.turn for line in plan.barrages for one in course(line, book).turns}
    return tuple(sorted(found))


def salvos_in(plan: WrittenPlan, targets: Targets, turn: int, book: RuleBook) -> Iterator[Salvo]:
    """Everything of a plan that falls by itself in a turn of its side, in the order of the sheet."""
    for line in plan.barrages:
        if line.start_mm is not None and no_barrage(plan.side is Side.ATTACKER, book) is None:
            yield from _rolled_over(plan, line, targets, turn, book)
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
        Stand(Rectangle(wide, deep), Pose(Spot(round(spot.x_mm + ahead * right), round(spot.y_mm + ahead * up)), 0))
        for right, up in falls
    ]
    faces = [[_BLANK] * len(targets.covers)]
    faces.extend([area_faces(kind, cover, partly, book) for cover in targets.covers] for partly in (True, False))
    stays = why_it_stays(DeviationFacts(on_table=on_table, registered=True, point_used=True), book) is not None
    same = f"{fire.weapon} at {fire.at}" if stays else ""
    return salvo([float(chance) for chance in falls.values()], places, targets.laid, faces, same)


def _sides(spot: Spot, book: RuleBook) -> tuple[int, int]:
    laid = lay_held(Held(Template.BATTERY, spot), book)
    assert not isinstance(laid, Refusal)
    return laid.width_mm, laid.depth_mm


@lru_cache(maxsize=512)
def area_faces(kind: UnitClass, cover: Cover, partly: bool, book: RuleBook) -> Faces:
    """What each face of the die does to a platoon in the area of an unseen battery's fire (FF-ART-24 to FF-ART-26)."""
    lies = Overlap.UNDER_HALF if partly else Overlap.WHOLE
    stand = AreaStand(name="it", cover=cover, overlap=lies, centre_inside=not partly)
    found = shots_on_area(AreaFireFacts(unit_class=kind, stands=(stand,)), book)
    return _faces_of(found.value.shots[0].shot, book) if isinstance(found, Explained) and found.value.shots else _BLANK


def _faces_of(shot: Shot, book: RuleBook) -> Faces:
    return tuple(_RESULTS[effect(shot, face, book).value] for face in ALL_D6)


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
    yield surely(touched, [[_BLANK] * len(faces), faces, faces])


def _touches(facts: BandFacts, line: BarrageLine, targets: Targets, place: int, book: RuleBook) -> bool:
    """Whether the band comes over a target in its turn, by the piece of it that lies there."""
    near, far, along = targets.spans[place]
    lead = line.leads_mm[min(along // PIECE_MM, len(line.leads_mm) - 1)] / 10 if line.leads_mm else 0.0
    at = _lies(facts, lead, book)
    return at is not None and at[0] < far and near < at[1]


@lru_cache(maxsize=1024)
def _lies(facts: BandFacts, lead_cm: float, book: RuleBook) -> tuple[float, float] | None:
    """From where to where a piece of the band comes in its turn, in mm up the table; None once it has lifted."""
    answer = band(replace(facts, lead_cm=lead_cm), book)
    if isinstance(answer, Refusal) or not answer.value.on_table:
        return None
    return answer.value.swept_from_cm * 10, answer.value.swept_to_cm * 10


@lru_cache(maxsize=128)
def barrage_faces(cover: Cover, under: Under, book: RuleBook) -> Faces:
    """What each face does to a platoon under the band (FF-BAR-13 to FF-BAR-16)."""
    facts = BarrageFacts(cover=cover, under=under)
    answers = [under_the_barrage(facts, (face,), book) for face in ALL_D6]
    return tuple(_RESULTS[one.value.result] if isinstance(one, Explained) else NOTHING for one in answers)


def _bombarded(plan: WrittenPlan, work: WorkLine, targets: Targets, book: RuleBook) -> Iterator[Salvo]:
    """A work under the hurricane, if the table has one of that name (FF-HUR-03)."""
    assert work.work
    called = " ".join(work.name.casefold().split())
    of = {one.id for one in targets.positions if " ".join(one.name.casefold().split()) in called and one.name}
    inside = [2 * (position in of) for position in targets.of]
    if not any(inside):
        return
    faces = [
        hurricane_faces(work, plan.written_for.nation or Nation.GERMAN, plan.side, one, book) for one in targets.covers
    ]
    yield surely(inside, [[_BLANK] * len(faces), faces, faces])


@lru_cache(maxsize=128)
def hurricane_faces(work: WorkLine, nation: Nation, side: Side, cover: Cover, book: RuleBook) -> Faces:
    """What each face does to a platoon in a work under the hurricane (FF-HUR-03, FF-HUR-04)."""
    assert work.work
    turn = work.turn or 1
    stand = AreaStand(name="it", cover=cover)
    facts = HurricaneFacts(work=work.work, stands=(stand,), nation=nation, side=side, turn=turn, planned_turn=turn)
    found = hurricane_shots(facts, book)
    return _faces_of(found.value.shots[0].shot, book) if isinstance(found, Explained) and found.value.shots else _BLANK


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
class Cell:
    """A cell of the table by its middle in mm, and what a platoon there may expect of a plan's fire in one turn."""

    spot: Spot
    turn: int
    suppressed: float
    killed: float


def heat(plan: WrittenPlan, targets: Targets, book: RuleBook) -> tuple[Cell, ...]:
    """Where a plan's batteries fire, cell by cell and turn by turn; bands and works are drawn as they lie anyway."""
    fires = replace(plan, barrages=(), works=())
    points = [spot_of(targets.field, plan.side, one.at) for one in plan.bombardments if one.at]
    middles = cells_near(targets.field, points, ASTRAY_WITHIN_MM)
    cells = on_cells(targets.field, plan.side, middles, book)
    return tuple(one for turn in turns_of(fires, book) for one in _warm(fires, cells, turn, book))


def _warm(plan: WrittenPlan, cells: Targets, turn: int, book: RuleBook) -> Iterator[Cell]:
    found = list(salvos_in(plan, cells, turn, book))
    if not found:
        return
    suppressed, killed = expected(found).tolist()
    for stand, first, second in zip(cells.stands, suppressed, killed, strict=True):
        if first or second:
            yield Cell(stand.spot, turn, first, second)
