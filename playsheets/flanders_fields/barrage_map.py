"""The barrage map: a fire plan on the table, with the marks of its lines (FF-FPL)."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby, pairwise
from math import cos, radians, sin
from typing import Final

from playsheets.forms import (
    BESIDE,
    GROUND_SAYS,
    Block,
    Chart,
    ChartPiece,
    Form,
    Frame,
    Ledger,
    LedgerColumn,
    Mark,
    Passage,
    Path,
    Point,
    edges,
    framed,
    ground,
    ledger,
)
from playsheets.shapes import Ring, Stroke, Words, cross
from rules.flanders_fields.applicability import no_gas_of_its_own
from rules.flanders_fields.barrages import SIZES, no_barrage, piece_mm
from rules.flanders_fields.fire_areas import FireAreaFacts, FireAreaKind, area_of
from rules.flanders_fields.fire_plan import (
    BarrageLine,
    BombardmentLine,
    GasLine,
    PlanLine,
    Reference,
    ShiftLine,
    SosLine,
    WeaponLine,
    WorkLine,
    WrittenPlan,
)
from rules.flanders_fields.fire_plan_timetable import BandInTurn, Does, course
from rules.flanders_fields.gas_clouds import Delivery, GasKind, ReleaseFacts, planned_middle, sides_of
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import ARTILLERY, MORTARS, Side, UnitClass
from rules.kernel.distances import cm
from rules.kernel.explanations import Refusal

# What the lines of a fire plan are called on paper

LETTERS: Final[Mapping[type[PlanLine], str]] = {BarrageLine: "B", GasLine: "G", WorkLine: "W", SosLine: "S"}
"""Weapons have a number alone; what is fired by one is told by it and a turn."""


Aimed = ShiftLine | BombardmentLine
"""What one weapon does in one turn."""


@lru_cache(maxsize=8)
def marks(plan: WrittenPlan) -> Mapping[str, str]:
    """The mark of every weapon, barrage, gas attack, work and SOS point, by the id of its line: 1, B1, G2."""
    found: dict[str, str] = {}
    counts: dict[str, int] = {}
    for line in plan.lines():
        if isinstance(line, WeaponLine) or type(line) in LETTERS:
            letter = LETTERS.get(type(line), "")
            counts[letter] = counts.get(letter, 0) + 1
            found[line.id] = f"{letter}{counts[letter]}"
    return found


def along_and_up(at: Reference | None) -> tuple[str, str]:
    """A reference in centimetres as two entries; two blanks where it is still to be written."""
    return (centimetres(at.along_mm), centimetres(at.up_mm)) if at else ("", "")


def centimetres(length_mm: int | None) -> str:
    """A length without its unit, or a blank."""
    return "" if length_mm is None else cm(length_mm).removesuffix(" cm")


def weapon_of(plan: WrittenPlan, of: str) -> str:
    """A weapon by its mark and name; a blank where none is named."""
    weapon = plan.weapon(of)
    return f"No. {marks(plan)[of]}, {weapon.name}" if weapon else ""


def spelled_out(value: str | None) -> str:
    """A word of the rules as it is written on paper."""
    return value.replace("_", " ") if value else ""


# The barrage map (FF-FPL)

LABELS: Final = 36.0
LINES_APART: Final = 3.6
ARROW: Final = 7.0
CORNER_MM: Final = 22
KEY: Final = (
    LedgerColumn("Mark", 2),
    LedgerColumn("What", 7),
    LedgerColumn("Along, cm", 3),
    LedgerColumn("Up, cm", 3),
    LedgerColumn("When", 9),
)


def barrage_map(plan: WrittenPlan, book: RuleBook | None, kept: str, pieces: tuple[ChartPiece, ...] = ()) -> Form:
    """The map and its key. `book` of the plan's month: without one nothing that depends on a date is drawn.

    `pieces` are the ground as far as it is known, from the side's own left corner.
    """
    frame = framed(plan.written_for.width_mm, plan.written_for.depth_mm)
    drawn = _Drawing(plan, book, frame)
    shapes = (*ground(pieces, frame), *drawn.shapes())
    own = f"{plan.side.capitalize()}’s own edge"
    names = (*edges(frame, own, f"{plan.side.other.capitalize()}’s edge"), *shapes, *drawn.labels())
    alt = f"The table from the {plan.side}’s edge with {len(plan.weapons)} weapons, {len(plan.gas)} gas attacks"
    chart = Chart(
        "The table", frame.says(), BESIDE + frame.width + LABELS, frame.total_depth, names, f"{alt} and lift lines."
    )
    blocks: list[Block] = [chart, *_keys(plan, book)]
    blocks += [Passage("", (GROUND_SAYS,))] if pieces else []
    return Form("map", "Barrage map", plan.name, tuple(blocks), kept)


class _Drawing:
    """What of a plan is drawn where."""

    def __init__(self, plan: WrittenPlan, book: RuleBook | None, frame: Frame) -> None:
        self._plan, self._book, self._frame = plan, book, frame
        self._marks = marks(plan)

    def shapes(self) -> Iterator[Mark]:
        """From below to above: band, lift lines, clouds, areas, crosses with their marks."""
        for barrage in self._plan.barrages:
            yield from self._band(barrage)
        for gas in self._plan.gas:
            yield from self._cloud(gas)
        for line in self._plan.sos_points:
            if line.at:
                yield from self._area(FireAreaKind.SOS, line.at, 0.3, "dashed")
        for weapon in self._plan.weapons:
            if weapon.at:
                yield from self._area(kind_of_area(weapon.kind), weapon.at, 0.2, "solid")
        yield from self._ways()
        yield from self._points()

    def _band(self, line: BarrageLine) -> Iterator[Mark]:
        """Where it begins, hatched, and the rear edge of every later place of it."""
        lies = list(_lying(self._plan, line, self._book))
        if not lies or self._book is None:
            return
        depth = self._book.table(SIZES).number("depth").value
        near, far = (self._stepped(line, lies[0].rear_mm + more) for more in (0, depth))
        yield Path((*near, *reversed(far)), closed=True, weight=0.15, fill="hatch")
        for rear in dict.fromkeys(one.rear_mm for one in lies):
            yield Path(self._stepped(line, rear), weight=0.5)
        yield Path(self._stepped(line, lies[-1].rear_mm + depth), weight=0.3, dash="dashed")

    def _stepped(self, line: BarrageLine, up_mm: int) -> tuple[Point, ...]:
        """A line across the table, piece by piece ahead or behind, kept on the table."""
        wide, deep = self._plan.written_for.width_mm, self._plan.written_for.depth_mm
        found: list[Point] = []
        for number, begins in enumerate(range(0, wide, piece_mm())):
            lead = line.leads_mm[number] if number < len(line.leads_mm) else 0
            at = min(max(up_mm + lead, 0), deep)
            found += [self._frame.at(begins, at), self._frame.at(min(begins + piece_mm(), wide), at)]
        return tuple(found)

    def _cloud(self, line: GasLine) -> Iterator[Mark]:
        if line.at is None or self._book is None or no_gas_of_its_own(self._book):
            return
        along, up = planned_middle(_released(line, self._plan.side), self._book)
        wide, deep = sides_of(self._plan.side, self._book)
        corners = ((-wide, -deep), (wide, -deep), (wide, deep), (-wide, deep))
        outline = tuple(self._frame.at(along + x / 2, up + y / 2) for x, y in corners)
        yield Path(outline, closed=True, weight=0.3, fill="dots")
        if line.wind_deg is not None:
            yield from _arrow(self._frame.at(along, up), line.wind_deg)
        # Not in its middle, where the arrow of the wind begins.
        yield from self._mark(self._marks[line.id], (along - wide / 2, up + deep / 2 - CORNER_MM))

    def _area(self, kind: FireAreaKind, at: Reference, weight: float, dash: str) -> Iterator[Mark]:
        if self._book is None:
            return
        found = area_of(
            FireAreaFacts(kind=kind, point_along_cm=at.along_mm / 10, point_up_cm=at.up_mm / 10), self._book
        )
        if not isinstance(found, Refusal):
            corners = tuple(self._frame.at(along * 10, up * 10) for along, up in found.value.corners_cm)
            yield Path(corners, closed=True, weight=weight, dash=dash)

    def _ways(self) -> Iterator[Mark]:
        """The way of each point through its planned moves."""
        for weapon in self._plan.weapons:
            moves = sorted((one for one in self._plan.shifts if one.weapon == weapon.id), key=lambda one: one.turn or 0)
            stops = [one for one in (weapon.at, *(move.at for move in moves)) if one]
            for begins, ends in pairwise(stops):
                yield Path((self._frame.at(*begins), self._frame.at(*ends)), weight=0.3, dash="dotted")

    def _points(self) -> Iterator[Mark]:
        """A cross at every point, with the marks of all that is aimed there."""
        for at, said in _aimed(self._plan, self._marks).items():
            x, y = self._frame.at(*at)
            yield from cross(x, y, 1.6)
            yield Ring(x, y, 1.6, 0.3)
            yield from self._mark(", ".join(said), at)

    def _mark(self, said: str, at: tuple[float, float]) -> Iterator[Mark]:
        """Words beside a place, on the side where there is room."""
        x, y = self._frame.at(*at)
        wide = len(said) * 1.45 + 0.8
        right = at[0] < self._plan.written_for.width_mm * 0.75
        begins = x + 2.2 if right else x - 2.2 - wide
        yield Path(_box(begins, y - 1.7, wide, 3.4), closed=True, weight=0, fill="paper")
        yield Words(begins + 0.4, y, said, 7.5, bold=True, anchor="start")

    def labels(self) -> Iterator[Mark]:
        """The turns of every lift line, beside the table; where lines lie close, a stroke leads to each."""
        wanted = sorted(self._lifts(), key=lambda one: -one[0])
        below = float("-inf")
        edge = self._frame.at(self._plan.written_for.width_mm, 0)[0]
        for up_mm, said in wanted:
            y = self._frame.at(0, min(max(up_mm, 0), self._plan.written_for.depth_mm))[1]
            at = max(y, below + LINES_APART)
            below = at
            yield Stroke(edge, y, edge + 3, at, 0.2)
            yield Words(edge + 3.8, at, said, 7.5, anchor="start")

    def _lifts(self) -> Iterator[tuple[int, str]]:
        for line in self._plan.barrages:
            lies = list(_lying(self._plan, line, self._book))
            for rear, turns in groupby(lies, key=lambda one: one.rear_mm):
                last = len(line.leads_mm) * piece_mm() >= self._plan.written_for.width_mm
                lead = line.leads_mm[(self._plan.written_for.width_mm - 1) // piece_mm()] if last else 0
                yield rear + lead, f"{self._marks[line.id]} {_turns(list(turns))}: {centimetres(rear)} cm"


def _lying(plan: WrittenPlan, line: BarrageLine, book: RuleBook | None) -> Iterator[BandInTurn]:
    if book is None or no_barrage(plan.side is Side.ATTACKER, book) is not None:
        return
    yield from (one for one in course(line, book).turns if 0 <= one.rear_mm <= plan.written_for.depth_mm)


def _turns(turns: Sequence[BandInTurn]) -> str:
    first, last = turns[0].turn, turns[-1].turn
    span = f"turn {first}" if first == last else f"turns {first}–{last}"
    halts = any(one.does is Does.HALTS for one in turns)
    return f"{span}, halt" if halts else span


def _aimed(plan: WrittenPlan, called: Mapping[str, str]) -> Mapping[Reference, list[str]]:
    found: dict[Reference, list[str]] = defaultdict(list)
    called_points: tuple[WeaponLine | SosLine, ...] = (*plan.weapons, *plan.sos_points)
    for line in called_points:
        if line.at:
            found[line.at].append(called[line.id])
    aimed: tuple[Aimed, ...] = (*plan.shifts, *plan.bombardments)
    for one in aimed:
        if one.at and one.weapon in called:
            found[one.at].append(f"{called[one.weapon]} T{one.turn or '?'}")
    return found


def kind_of_area(kind: UnitClass) -> FireAreaKind:
    """Whose area the fire of a weapon covers."""
    if kind in MORTARS:
        return FireAreaKind(kind)
    return FireAreaKind.BATTERY if kind in ARTILLERY else FireAreaKind.MACHINE_GUN


def _released(line: GasLine, owner: Side) -> ReleaseFacts:
    at, turn = line.at or Reference(0, 0), line.turn or 1
    return ReleaseFacts(
        kind=line.kind or GasKind.OFFENSIVE,
        owner=owner,
        delivery=line.delivery or Delivery.ARTILLERY,
        along_cm=at.along_mm / 10,
        up_cm=at.up_mm / 10,
        planned_turn=turn,
        turn=turn,
    )


def _arrow(at: Point, degrees: int) -> Iterator[Mark]:
    """Where the wind shall blow to, from the middle of the cloud."""
    east, north = sin(radians(degrees)), cos(radians(degrees))
    tip = (at[0] + ARROW * east, at[1] - ARROW * north)
    yield Stroke(*at, *tip, 0.5)
    for turn in (150, -150):
        barb = radians(degrees + turn)
        yield Stroke(*tip, tip[0] + 2 * sin(barb), tip[1] - 2 * cos(barb), 0.5)


def _box(x: float, y: float, wide: float, deep: float) -> tuple[Point, ...]:
    return ((x, y), (x + wide, y), (x + wide, y + deep), (x, y + deep))


def _keys(plan: WrittenPlan, book: RuleBook | None) -> Iterator[Ledger]:
    rows = (*_barrages(plan, book), *_weapons(plan), *_gases(plan), *_sos(plan))
    if rows:
        yield ledger("What the marks are", KEY, rows, says="T4: in the side’s fourth turn")


Rows = Iterable[tuple[str, ...]]


def _barrages(plan: WrittenPlan, book: RuleBook | None) -> Rows:
    for line in plan.barrages:
        lies = _lying(plan, line, book)
        each = (f"T{one.turn} {centimetres(one.rear_mm)}{' halts' if one.does is Does.HALTS else ''}" for one in lies)
        yield (marks(plan)[line.id], line.name or "rolling barrage", "", centimetres(line.start_mm), ", ".join(each))


def _weapons(plan: WrittenPlan) -> Rows:
    for one in plan.weapons:
        yield (marks(plan)[one.id], one.name, *along_and_up(one.at), "first point" if one.at else "no point yet")
    for move in plan.shifts:
        yield (
            "",
            weapon_of(plan, move.weapon),
            *along_and_up(move.at),
            f"moves there in turn {move.turn or ''}".strip(),
        )
    for fire in plan.bombardments:
        yield (
            "",
            weapon_of(plan, fire.weapon),
            *along_and_up(fire.at),
            f"fires there in turn {fire.turn or ''}".strip(),
        )


def _gases(plan: WrittenPlan) -> Rows:
    for one in plan.gas:
        what = " ".join(
            filter(None, (spelled_out(one.kind), "gas by" if one.delivery else "gas", spelled_out(one.delivery)))
        )
        wind = "" if one.wind_deg is None else f", wind to {one.wind_deg}°"
        yield (marks(plan)[one.id], what, *along_and_up(one.at), f"in turn {one.turn or '?'}{wind}")


def _sos(plan: WrittenPlan) -> Rows:
    for one in plan.sos_points:
        yield (marks(plan)[one.id], f"SOS point, {one.where}".rstrip(", "), *along_and_up(one.at), "when it is called")
