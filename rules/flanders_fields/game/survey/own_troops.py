"""The own side of a plan, as far as it is on the table or comes up it: whom its fire and its gas could meet."""

from collections.abc import Iterable, Iterator
from typing import Final

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.fire_plan.written import WrittenPlan
from rules.flanders_fields.game.survey.advance import AT_THE_START, Whereabouts
from rules.flanders_fields.game.survey.bands import PIECE_MM
from rules.flanders_fields.game.survey.field import Field
from rules.flanders_fields.game.survey.followers import LOOKS_AHEAD, Column, columns, follows, limits
from rules.flanders_fields.game.survey.plan_lines import own_fronts
from rules.flanders_fields.vocabulary import Quality, Side
from rules.geometry.outlines import touches
from rules.geometry.stands import Spot
from rules.kernel.measure import MM_A_CM
from rules.kernel.shapes import Outline
from rules.kernel.values import dataclass

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
    columns: tuple[Column, ...]
    book: RuleBook
    front: tuple[Spot, ...]

    @property
    def from_there(self) -> str:
        """What is said of its infantry as it comes, where only its deployment zone tells where it begins."""
        return " from its deployment zone" if any(one.from_zone for one in self.columns) else ""

    def before(self, column: Column, turn: int) -> Whereabouts:
        """Where the infantry of a column may be when a turn begins."""
        if turn <= 1:
            return AT_THE_START
        limit = limits(self.plan, column.along_mm, self.book)
        return follows(column, limit[: min(turn - 1, LOOKS_AHEAD)], self.quality, self.book)[-1]

    def placed(self) -> Iterator[str]:
        """The stands of its side on the table, above ground."""
        return (name for name, one in self.field.stands.items() if one.side is self.plan.side and not one.below)

    def comes_under(self, outline: Outline, turn: int) -> float:
        """The greatest chance, of its columns, that its infantry is in an outline when a turn begins."""
        return max((self._in(column, outline, turn) for column in self.columns), default=0.0)

    def _in(self, column: Column, outline: Outline, turn: int) -> float:
        along, places = self._along(column, outline), self.before(column, turn).items()
        return sum(chance for place, chance in places if touches(outline, self._spot(column, along, place.along_mm)))

    def _along(self, column: Column, outline: Outline) -> float:
        """Where along the edge a column meets an outline, if it does: it comes on all the front of its piece."""
        wide, half = self.field.table.width_mm, PIECE_MM / 2
        across = [x if self.plan.side is Side.ATTACKER else wide - x for x, _ in outline]
        middle = (min(across) + max(across)) / 2
        return min(max(middle, column.along_mm - half), column.along_mm + half)

    def _spot(self, column: Column, along_mm: float, gone_mm: float) -> Spot:
        up = column.start_mm + gone_mm
        return self.field.spot(self.plan.side, along_mm / MM_A_CM, up / MM_A_CM)

    def trench_in(self, outline: Outline) -> bool:
        """Whether an outline covers any of its side's foremost trench."""
        return any(touches(outline, spot) for spot in self.front)


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
