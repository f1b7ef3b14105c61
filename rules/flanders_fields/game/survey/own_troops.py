"""The own side of a plan, as far as it is on the table or comes up it: whom its fire and its gas could meet."""

import dataclasses
from collections.abc import Callable, Hashable, Iterable, Iterator
from itertools import compress
from typing import Any, Final

from rules.flanders_fields.barrages.rolling import no_barrage, piece_mm
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.fire_plan.barrages import BarrageCourse as CourseOfBarrage
from rules.flanders_fields.fire_plan.barrages import course as course_of_barrage
from rules.flanders_fields.fire_plan.written import BarrageLine, WrittenPlan
from rules.flanders_fields.game.survey.advance import AT_THE_START, Whereabouts
from rules.flanders_fields.game.survey.field import Field, FieldStand
from rules.flanders_fields.game.survey.followers import LOOKS_AHEAD, InfantryColumn, columns, follows, limits, rears
from rules.flanders_fields.game.survey.plan_lines import own_fronts
from rules.flanders_fields.vocabulary import Quality, Side
from rules.kernel.measure import MM_A_CM
from rules.kernel.shapes import Outline
from rules.kernel.values import dataclass
from rules.tabletop.field import Found
from rules.tabletop.outlines import touched
from rules.tabletop.stands import Spot

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

    def course(self, line: BarrageLine) -> CourseOfBarrage:
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
