"""Fire of a plan on its own side: shells, gas and barrages (FF-FPL, FF-ART-28)."""

import dataclasses
from collections.abc import Callable, Hashable, Iterable, Iterator
from itertools import compress
from math import inf
from statistics import mean
from typing import Any, Final

from rules.flanders_fields.applicability import no_gas
from rules.flanders_fields.barrages import SIZES, no_barrage, piece_mm
from rules.flanders_fields.bombardments import PLANNED
from rules.flanders_fields.fire_areas import DeviationFacts, FireAreaKind, landings, why_it_stays
from rules.flanders_fields.fire_plan import (
    BarrageLine,
    BombardmentLine,
    GasLine,
    PlanFinding,
    Reference,
    WeaponLine,
    WrittenPlan,
    advice,
    in_words,
    warning,
)
from rules.flanders_fields.fire_plan_timetable import BarrageCourse, Does, Post, posts_of
from rules.flanders_fields.fire_plan_timetable import course as course_of_barrage
from rules.flanders_fields.game.map_facts import indirect_fire
from rules.flanders_fields.game.map_facts.area_coverage import danger, piece_on, pieces_across, under
from rules.flanders_fields.game.map_facts.board import Field, FieldStand
from rules.flanders_fields.game.map_facts.gas_coverage import Drift, drifts
from rules.flanders_fields.game.map_facts.infantry_advance import (
    ASTRAY_WITHIN_MM,
    AT_THE_START,
    LOOKS_AHEAD,
    InfantryColumn,
    Whereabouts,
    WorkOnWay,
    beyond,
    columns,
    follows,
    limits,
    own_fronts,
    rears,
    spot_of,
    stand_of,
)
from rules.flanders_fields.gas_clouds import (
    SPEEDS,
    CloudFacts,
    Delivery,
    GasKind,
    ReleaseFacts,
    WindFacts,
    planned_middle,
)
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import ARTILLERY, Quality, Side, UnitClass
from rules.kernel.dice import FACES
from rules.kernel.distances import MM_A_CM, cm
from rules.kernel.explanations import Refusal
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.polygons import Outline, moved, rectangle
from rules.tabletop.board_view import Found, rims
from rules.tabletop.stands import Spot
from rules.tabletop.tape_measure import gap_mm
from rules.tabletop.templates import touched

# The own side of a plan, as far as it is on the table or comes up it

_NAMES: Final = 3
_TRENCH_STEP_MM: Final = 20
"""No wider than the narrowest ground that is asked about, a machine gun's strip."""


@dataclass(frozen=True, slots=True)
class OwnTroops:
    """A plan, the field as its side knows it, the grade of its infantry, and the columns in which that comes.

    `front`: places along the front of its side's foremost trench.
    """

    plan: WrittenPlan
    field: Field
    quality: Quality
    columns: tuple[InfantryColumn, ...]
    book: RuleBook
    front: tuple[Spot, ...]
    _found: dict[Hashable, Any] = dataclasses.field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def from_there(self) -> str:
        """What is said of its infantry as it comes, where only its deployment zone tells where it begins."""
        return " from its deployment zone" if any(one.from_zone for one in self.columns) else ""

    def before(self, column: InfantryColumn, turn: int) -> Whereabouts:
        """Where the infantry of a column may be when a turn begins."""
        if turn <= 1:
            return AT_THE_START
        comes = self.once(
            ("comes", column.along_mm), lambda: follows(column, self.limits(column), self.quality, self.book)
        )
        return comes[min(turn - 1, LOOKS_AHEAD) - 1]

    def course(self, line: BarrageLine) -> BarrageCourse:
        """The planned course of a barrage of the plan."""
        return self.once(("course", line), lambda: course_of_barrage(line, self.book))

    def rears(self, line: BarrageLine, column: InfantryColumn) -> tuple[int, ...]:
        """Where the rear edge of a barrage lies before a column in each of its turns, in mm up the table."""
        return rears(line, self.course(line), column.along_mm)

    def limits(self, column: InfantryColumn) -> tuple[float, ...]:
        """How far up the table a column may go in each turn: not into the danger strip of a barrage, in mm."""
        return self.once(("limits", column.along_mm), lambda: limits(self._lie(column), self.book))

    def _lie(self, column: InfantryColumn) -> Iterator[tuple[int, ...]]:
        if no_barrage(self.plan.side is Side.ATTACKER, self.book) is None:
            yield from (self.rears(line, column) for line in self.plan.barrages)

    def once(self, asked: Hashable, find: Callable[[], Found]) -> Found:
        """What is asked of one plan again and again, worked out the first time."""
        if asked not in self._found:
            self._found[asked] = find()
        found: Found = self._found[asked]
        return found

    def placed(self) -> frozenset[str]:
        """The stands of its side on the table, above ground."""
        stands = self.field.stands.items()
        return self.once("placed", lambda: frozenset(name for name, one in stands if self.is_placed(one)))

    def is_placed(self, one: FieldStand) -> bool:
        """Whether a placed stand is one of its side above ground."""
        return one.side is self.plan.side and not one.below

    def comes_under(self, outline: Outline, turn: int) -> float:
        """The greatest chance, of its columns, that its infantry is in an outline when a turn begins."""
        wide, half = self.field.table.width_mm, piece_mm() / 2
        across = [x if self.plan.side is Side.ATTACKER else wide - x for x, _ in outline]
        left, right = min(across), max(across)
        chance = 0.0
        for column in self.columns:
            # Where along the edge it meets the outline, if it does: it comes on all the front of its piece.
            along = min(max((left + right) / 2, column.along_mm - half), column.along_mm + half)
            if left - 1 <= along <= right + 1:
                chance = max(chance, self._in(column, along, outline, turn))
        return chance

    def _in(self, column: InfantryColumn, along_mm: float, outline: Outline, turn: int) -> float:
        places = self.before(column, turn)
        spots = (self._spot(column, along_mm, place.along_mm) for place in places)
        return sum(compress(places.values(), touched(outline, spots)))

    def _spot(self, column: InfantryColumn, along_mm: float, gone_mm: float) -> Spot:
        up = column.start_mm + gone_mm
        return self.field.spot(self.plan.side, along_mm / MM_A_CM, up / MM_A_CM)

    def trench_in(self, outline: Outline) -> bool:
        """Whether an outline covers any of its side's foremost trench."""
        return any(touched(outline, self.front))


def own_troops(plan: WrittenPlan, field: Field, quality: Quality, book: RuleBook) -> OwnTroops:
    """The own side of a plan; attackers come straight up the table, defenders stay."""
    comes = columns(field, plan.side, quality, book) if plan.side is Side.ATTACKER else ()
    along = tuple(range(_TRENCH_STEP_MM // 2, field.table.width_mm, _TRENCH_STEP_MM))
    fronts = zip(along, own_fronts(field, plan.side, along), strict=True)
    spots = (field.spot(plan.side, where / MM_A_CM, up / MM_A_CM) for where, up in fronts if up is not None)
    return OwnTroops(plan, field, quality, comes, book, tuple(spots))


def listed(field: Field, stands: Iterable[str]) -> str:
    """Stands in words; of many the first."""
    names = [field.stands[name].name for name in stands]
    more = len(names) - _NAMES
    return ", ".join(names[:_NAMES]) + (f" and {more} more" if more > 0 else "")


def in_a_hundred(chance: float) -> str:
    """A chance in words."""
    return f"in {max(1, round(100 * chance))} of 100 games"


# Fire of a plan on its own side (FF-ART-28)

_FIRE_CLAUSE: Final = "FF-ART-28"
WORTH_SAYING: Final = 0.05
_FARTHER: Final = "lay the point farther off"


def fire_clashes(own: OwnTroops) -> Iterator[PlanFinding]:
    """What a plan's bombardments would do to its own side, and the fire that is ordered on its points."""
    if not own.book.behaviour("AMB-307", {"everyone": True, "enemies_only": False}):
        return
    for line in own.plan.bombardments if own.book.table(PLANNED).has("phase") else ():
        weapon = own.plan.weapon(line.weapon)
        if weapon and weapon.kind in ARTILLERY and line.at and line.turn:
            yield from (one.of(line.id) for one in _clashes(own, line, line.at, line.turn, weapon))
    for weapon in own.plan.weapons:
        for post in posts_of(weapon, own.plan):
            yield from (one.of(post.line) for one in _if_ordered(own, weapon, post))


def _ground(own: OwnTroops, weapon: WeaponLine, at: Reference) -> Outline:
    """What a weapon's fire on a point covers; nothing for a machine gun whose line of fire nobody knows yet."""
    gun = stand_of(own.field, weapon)
    if weapon.kind is UnitClass.MACHINE_GUN and not gun:
        return ()
    kind = FireAreaKind.BATTERY if weapon.kind in ARTILLERY else FireAreaKind(weapon.kind.value)
    return indirect_fire.area(own.field, own.plan.side, kind, spot_of(own.field, own.plan.side, at), own.book, gun)


def _stands_in(own: OwnTroops, outline: Outline) -> list[str]:
    near, stands = [name for name in own.field.near(outline) if name in own.placed()], own.field.stands
    return list(compress(near, touched(outline, (stands[name].stand for name in near))))


def _clashes(
    own: OwnTroops, line: BombardmentLine, at: Reference, turn: int, weapon: WeaponLine
) -> Iterator[PlanFinding]:
    outline = _ground(own, weapon, at)
    if not outline:
        return
    hit = _stands_in(own, outline)
    stays = turn == 1 or own.plan.side is Side.DEFENDER
    if hit:
        says = f"{listed(own.field, hit)} of its own side {'is' if len(hit) == 1 else 'are'} in its area"
        told = (
            warning(_FIRE_CLAUSE, f"{says} in turn {turn}", _FARTHER)
            if stays
            else advice(_FIRE_CLAUSE, f"{says}, unless they have moved by turn {turn}", _FARTHER)
        )
        yield told.on(turn, *rims(own.field, hit))
    elif stays and own.trench_in(outline):
        says = f"It falls on its own front trench at {in_words(at)}"
        yield warning(_FIRE_CLAUSE, says, _FARTHER).on(turn, outline)
    yield from _on_those_who_come(own, outline, turn)
    if not stand_of(own.field, weapon):
        yield from _strays(own, at, outline, hit, turn)


def _on_those_who_come(own: OwnTroops, outline: Outline, turn: int) -> Iterator[PlanFinding]:
    chance = own.comes_under(outline, turn) if turn > 1 else 0.0
    if chance < WORTH_SAYING:
        return
    clear = next((before for before in range(turn - 1, 0, -1) if own.comes_under(outline, before) < WORTH_SAYING), None)
    instead = f"fire there in turn {clear} at the latest" if clear else _FARTHER
    comes = f"Own infantry that goes straight on{own.from_there}"
    says = f"{comes} is in its area in turn {turn} {in_a_hundred(chance)}"
    yield warning(_FIRE_CLAUSE, says, instead).on(turn, outline)


def _if_ordered(own: OwnTroops, weapon: WeaponLine, post: Post) -> Iterator[PlanFinding]:
    """Whom of its own side fire on a point would meet, while the plan leaves the point there (FF-FPL-05, FF-FPL-06)."""
    outline = _ground(own, weapon, post.at)
    if not outline:
        return
    hit, first = _stands_in(own, outline), post.turn
    stays = first == 1 or own.plan.side is Side.DEFENDER
    if hit and stays:
        says = f"Fire that is ordered there hits {listed(own.field, hit)} of its own side"
        yield warning(_FIRE_CLAUSE, says, _FARTHER).on(first, *rims(own.field, hit))
    elif stays and own.trench_in(outline):
        says = f"Fire that is ordered there falls on its own front trench at {in_words(post.at)}"
        yield warning(_FIRE_CLAUSE, says, _FARTHER).on(first, outline)
    # A battery is laid anew by orders as the attack goes on; what stays in its arc all day is said in advance.
    elif weapon.kind not in ARTILLERY:
        yield from _comes_there(own, outline, range(max(2, first), 1 + (post.until or LOOKS_AHEAD)))


def _comes_there(own: OwnTroops, outline: Outline, turns: range) -> Iterator[PlanFinding]:
    """The first turn in which own infantry may be under the fire of a point."""
    chances = ((turn, own.comes_under(outline, turn)) for turn in turns)
    turn, chance = next(((turn, chance) for turn, chance in chances if chance >= WORTH_SAYING), (0, 0.0))
    if turn:
        comes = f"own infantry that goes straight on{own.from_there}"
        says = f"From turn {turn} {comes} may be under it, then {in_a_hundred(chance)}"
        instead = f"order fire there until turn {turn - 1}, and look before it is ordered later"
        yield advice(_FIRE_CLAUSE, says, instead).on(turn, outline)


def _strays(own: OwnTroops, at: Reference, outline: Outline, hit: list[str], turn: int) -> Iterator[PlanFinding]:
    """Own stands that it spares on its point and may strike if it deviates (FF-DEV-01)."""
    falls = DeviationFacts(registered=False)
    if why_it_stays(falls, own.book):
        return
    spot = spot_of(own.field, own.plan.side, at)
    stands = own.field.stands
    near = [
        name
        for name in own.field.near(rectangle(2 * ASTRAY_WITHIN_MM, 2 * ASTRAY_WITHIN_MM, at=spot))
        if own.is_placed(stands[name]) and name not in hit and gap_mm(stands[name].stand, spot) < ASTRAY_WITHIN_MM
    ]
    bases = [stands[name].stand for name in near]
    ways = 1 if own.plan.side is Side.ATTACKER else -1
    chance, struck = 0.0, dict[str, None]()
    for (right, ahead), likely in landings(falls, own.book).items() if near else ():
        there = moved(outline, (ways * right, ways * ahead))
        met = list(compress(near, touched(there, bases)))
        chance += float(likely) if met else 0.0
        struck.update(dict.fromkeys(met))
    if chance >= WORTH_SAYING:
        says = f"If nobody sees it fall, it strays onto {listed(own.field, struck)} {in_a_hundred(chance)}"
        instead = "lay the point farther off, or let it be observed"
        yield advice("FF-DEV-01", says, instead).on(turn, *rims(own.field, struck))


# Gas that would drift home (FF-GAS-19)

_GAS_CLAUSE: Final = "FF-GAS-19"
_TWO_DICE_MM: Final = round(2 * mean(FACES) * MM_A_CM)
"""What two dice make on average, as centimetres."""
_HALF_TURN, _TURN = 180, 360


def gas_clashes(own: OwnTroops) -> Iterator[PlanFinding]:
    """What every gas attack of a plan would do to its own side in the wind it names, which blows as it usually does."""
    if no_gas(own.book) is not None:
        return
    for line in own.plan.gas:
        if line.turn and line.at and line.wind_deg is not None:
            told = next(_home(own, line, line.turn, line.wind_deg), None)
            if told:
                yield told.of(line.id)


def _home(own: OwnTroops, line: GasLine, turn: int, wind_deg: int) -> Iterator[PlanFinding]:
    degrees = wind_deg - _TURN if wind_deg > _HALF_TURN else wind_deg
    speed = line.speed_mm if line.speed_mm is not None else own.book.table(SPEEDS).number("first").value + _TWO_DICE_MM
    found = drifts(
        own.field,
        _cloud(own, line, degrees),
        WindFacts(direction_deg=degrees, speed_cm=speed / 10),
        LOOKS_AHEAD,
        own.book,
    )
    if isinstance(found, Refusal):
        return
    blows = f"with a wind of {cm(speed)} a turn to {wind_deg} degrees"
    for drift in found:
        yield from _met(own, drift, turn + drift.phase - 1, blows)


def _cloud(own: OwnTroops, line: GasLine, degrees: int) -> CloudFacts:
    assert line.at
    facts = ReleaseFacts(
        kind=line.kind or GasKind.OFFENSIVE,
        owner=own.plan.side,
        delivery=line.delivery or Delivery.ARTILLERY,
        along_cm=line.at.along_mm / 10,
        up_cm=line.at.up_mm / 10,
    )
    along, up = planned_middle(facts, own.book)
    turned = own.book.behaviour("AMB-440", {"table": 0, "across_wind": degrees})
    return CloudFacts(kind=facts.kind, owner=own.plan.side, along_cm=along / 10, up_cm=up / 10, turned_deg=turned)


def _met(own: OwnTroops, drift: Drift, turn: int, blows: str) -> Iterator[PlanFinding]:
    """Whom of its own side a cloud meets in one turn, the surest first."""
    away = "choose a wind that blows away from them, or lay it farther off"
    placed = own.placed()
    hit = [name for name in (*drift.fully, *drift.partly) if name in placed]
    grounds = [one for one in (drift.began, drift.way) if one]
    if hit:
        says = f"It comes over {listed(own.field, hit)} of its own side in turn {turn}, {blows}"
        yield warning(_GAS_CLAUSE, says, away).on(turn, *rims(own.field, hit))
    elif not placed and any(map(own.trench_in, grounds)):
        says = f"It comes over its own front trench in turn {turn}, {blows}"
        yield warning(_GAS_CLAUSE, says, away).on(turn, *filter(own.trench_in, grounds))
    chance = max((own.comes_under(one, turn) for one in grounds), default=0.0) if turn > 1 else 0.0
    if chance >= WORTH_SAYING:
        comes = f"own infantry that goes straight on{own.from_there}"
        says = f"It meets {comes} in turn {turn} {in_a_hundred(chance)}, {blows}"
        yield warning(_GAS_CLAUSE, says, "let it come sooner, or lay it farther up the table").on(turn, *grounds)


# Where a plan would meet its own side (FF-FPL)

AS_LIKELY: Final = 0.5
LONGEST_HALT: Final = 6


def clashes(plan: WrittenPlan, field: Field, quality: Quality, book: RuleBook) -> tuple[PlanFinding, ...]:
    """Everything in a plan that would meet its own side; `quality` is that of most of its infantry.

    The field is what the plan's own side knows. Infantry is taken to go straight up the table; defenders stay.
    """
    own = own_troops(plan, field, quality, book)
    return (*_barrages(own), *fire_clashes(own), *gas_clashes(own))


def _barrages(own: OwnTroops) -> Iterator[PlanFinding]:
    if no_barrage(own.plan.side is Side.ATTACKER, own.book) is not None:
        return
    for line in own.plan.barrages:
        if line.start_mm is not None:
            found = (*_begins_on(own, line), *_leaves(own, line), *_comes_back(own, line))
            yield from (one.of(line.id) for one in found)


def _begins_on(own: OwnTroops, line: BarrageLine) -> Iterator[PlanFinding]:
    """Stands of its own side under the band, or right behind it, when it comes down (FF-BAR-11, FF-BAR-22)."""
    sizes, side = own.book.table(SIZES), own.plan.side
    deep, strip = sizes.number("depth").value, sizes.number("strip").value
    lies = tuple(_pieces(own.field, side, line, (line.start_mm or 0), deep))
    hit = [one.stand for one in under(own.field, lies, side, own.book) if own.field.stands[one.stand].side is side]
    if hit:
        says = f"It comes down on {listed(own.field, hit)} of its own side"
        instead = "begin it farther up the table, or set them up behind it"
        yield warning("FF-BAR-11", says, instead).on(1, *rims(own.field, hit))
    close = {name for one in lies for name in own.field.near(one, strip)}
    near = [
        name
        for name, one in own.field.stands.items()
        if name in close
        and one.side is side
        and name not in hit
        and danger(own.field, name, lies, side, strip, own.book)
    ]
    if near:
        says = f"It comes down less than {cm(strip)} before {listed(own.field, near)}"
        instead = "begin it farther up the table, or set them up farther back"
        yield advice("FF-BAR-22", says, instead).on(1, *rims(own.field, near))


def _pieces(field: Field, side: Side, line: BarrageLine, rear_mm: int, deep_mm: int) -> Iterator[Outline]:
    leads = [lead / MM_A_CM for lead in line.leads_mm]
    for across, lead in pieces_across(field, leads):
        rear = rear_mm / MM_A_CM + lead
        yield piece_on(field, side, across, (rear, rear + deep_mm / MM_A_CM))


@dataclass(frozen=True, slots=True)
class Left:
    """A work that a barrage leaves: in which turn, and the chance that the best placed infantry is there by then."""

    work: WorkOnWay
    column: InfantryColumn
    turn: int
    chance: float


def _leaves(own: OwnTroops, line: BarrageLine) -> Iterator[PlanFinding]:
    """Works that are left before the infantry can be there (FF-FPL-17, FF-BAR-10)."""
    best: dict[str, Left] = {}
    for column in own.columns:
        for left in _left(own, line, column):
            known = best.get(left.work.id)
            if known is None or left.chance > known.chance:
                best[left.work.id] = left
    for left in best.values():
        if left.chance < AS_LIKELY:
            yield _too_early(own, line, left)


def _left(own: OwnTroops, line: BarrageLine, column: InfantryColumn) -> Iterator[Left]:
    lies = own.rears(line, column)
    deep = own.book.table(SIZES).number("depth").value
    for work in column.works:
        turn = _leaves_in(lies, deep, work)
        if turn:
            yield Left(work, column, turn, _there(own, column, work, _until(own, column, turn)))


def _leaves_in(rears_mm: tuple[int, ...], deep_mm: int, work: WorkOnWay) -> int | None:
    """The turn in which the band, which was on a work, no longer is; one after its last where it ends there."""
    was_on = False
    for turn, rear in enumerate(rears_mm, 1):
        if rear >= work.far_mm and was_on:
            return turn
        was_on = was_on or rear + deep_mm > work.near_mm
        if rear >= work.far_mm:
            return None
    return len(rears_mm) + 1 if was_on else None


def _until(own: OwnTroops, column: InfantryColumn, turn: int) -> tuple[float, ...]:
    """How far the infantry may go in each turn up to one in which the barrage has just made way."""
    return (*own.limits(column)[: turn - 1], inf)


def _there(own: OwnTroops, column: InfantryColumn, work: WorkOnWay, limits_mm: tuple[float, ...]) -> float:
    at = follows(column, limits_mm, own.quality, own.book)[-1]
    return beyond(at, work.near_mm - column.start_mm)


def _too_early(own: OwnTroops, line: BarrageLine, left: Left) -> PlanFinding:
    ends = left.turn > len(own.rears(line, left.column))
    does = "It ends on" if ends else "It leaves"
    zone = ", the front of its deployment zone," if left.column.from_zone else ""
    comes = f"infantry that goes straight for it from {cm(left.column.start_mm)} up{zone}"
    there = (
        f"is there by then {in_a_hundred(left.chance)}" if left.chance else "cannot be there by then, whatever its dice"
    )
    says = f"{does} {left.work.name} in turn {left.turn}; {comes} {there}"
    told = advice if left.chance else warning
    found = told("FF-BAR-10" if ends else "FF-FPL-17", says, _instead(own, line, left, ends))
    return found.on(left.turn, _across(own, left.column, left.work.near_mm, left.work.far_mm))


def _across(own: OwnTroops, column: InfantryColumn, near_mm: float, far_mm: float) -> Outline:
    """The ground of a column from so far to so far up the table."""
    left, right = column.along_mm - piece_mm() / 2, min(column.along_mm + piece_mm() / 2, own.field.table.width_mm)
    return piece_on(own.field, own.plan.side, (left, right), (near_mm / MM_A_CM, far_mm / MM_A_CM))


def _instead(own: OwnTroops, line: BarrageLine, left: Left, ends: bool) -> str:
    """A halt before it leaves, as long as it takes until the infantry is as likely there as not."""
    before = _until(own, left.column, left.turn)[:-1]
    rear = own.rears(line, left.column)[left.turn - 2]
    waits = rear - own.book.table(SIZES).number("strip").value
    for turns in range(1, LONGEST_HALT + 1):
        chance = _there(own, left.column, left.work, (*before, *([waits] * turns), inf))
        if chance >= AS_LIKELY and not ends:
            many = "1 turn" if turns == 1 else f"{turns} turns"
            at = own.course(line).turns[left.turn - 2].rear_mm
            return f"halt it {cm(at)} up for {many} more: then they are there {in_a_hundred(chance)}"
    return "let it begin nearer to them, and go slower"


def _comes_back(own: OwnTroops, line: BarrageLine) -> Iterator[PlanFinding]:
    """Own infantry that has gone on, under a band that rolls back (FF-BAR-11)."""
    for band in own.course(line).turns:
        if band.does is not Does.ROLLS_BACK:
            continue
        caught = [(_caught(own, line, column, band.turn), column) for column in own.columns]
        chance = max((one for one, _ in caught), default=0.0)
        if chance >= WORTH_SAYING:
            says = f"It rolls back over its own infantry{own.from_there} in turn {band.turn} {in_a_hundred(chance)}"
            deep = own.book.table(SIZES).number("depth").value
            rear = [(own.rears(line, one)[band.turn - 1], one) for met, one in caught if met == chance]
            under = (_across(own, one, near, near + deep) for near, one in rear)
            yield warning("FF-BAR-11", says, "let it roll back sooner, or not so far").on(band.turn, *under)


def _caught(own: OwnTroops, line: BarrageLine, column: InfantryColumn, turn: int) -> float:
    rear = own.rears(line, column)[turn - 1]
    return beyond(own.before(column, turn), rear - column.start_mm + 1)
