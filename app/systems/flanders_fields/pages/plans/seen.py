"""A draft of a fire plan as its page looks at it: on which table, by which book, in which turn, what is in hand."""

from collections.abc import Mapping
from functools import cached_property
from typing import Final

from app.systems.flanders_fields.fire_plans.forecasts import Worked
from rules.flanders_fields.barrages.rolling import no_barrage
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.fire_plan.barrages import BarrageCourse, course
from rules.flanders_fields.fire_plan.lying import last_turn
from rules.flanders_fields.fire_plan.written import (
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
from rules.flanders_fields.game.survey.field import Field
from rules.flanders_fields.vocabulary import Side
from rules.kernel.measure import MM_A_CM
from rules.kernel.values import dataclass
from rules.tabletop.stands import Spot
from rules.tabletop.terrain import Table

FEWEST_TURNS: Final = 6
LETTERS: Final[Mapping[type[PlanLine], str]] = {
    WeaponLine: "",
    ShiftLine: "M",
    BombardmentLine: "B",
    BarrageLine: "R",
    GasLine: "G",
    WorkLine: "W",
    SosLine: "S",
}
"""What stands before the number of a line, in the lists and on the counters of the map."""


@dataclass(frozen=True)
class Seen:
    """A plan on its table. `turn` 0 is the whole of it, before the first turn; `line` is in hand (empty: none).

    `writes` is whether whoever looks may change it, `across` from which edge he looks, `until` the last turn of which
    the checks tell something. `formations` are the side's regiments and divisions by id and name; `known` is the table
    with whom the plan's side knows of on it, where that is the table that is drawn; `foreseen` is its forecast, where
    that is asked for and worked out.
    """

    plan: WrittenPlan
    table: Table
    book: RuleBook
    turn: int = 0
    line: str = ""
    across: bool = False
    writes: bool = True
    until: int = 0
    formations: tuple[tuple[str, str], ...] = ()
    known: Field | None = None
    foreseen: Worked | None = None

    @cached_property
    def field(self) -> Field:
        """The table, with nobody on it."""
        return Field(self.table)

    @cached_property
    def labels(self) -> Mapping[str, str]:
        """What every line is called on its counter, by its id: 1, 2, G1."""
        return labels_of(self.plan)

    @cached_property
    def courses(self) -> Mapping[str, BarrageCourse]:
        """How each barrage rolls, by its line; none at a date or for a side that has no barrage."""
        if no_barrage(self.plan.side is Side.ATTACKER, self.book) is not None:
            return {}
        return {line.id: course(line, self.book) for line in self.plan.barrages}

    @property
    def last(self) -> int:
        """The last turn worth a look: the one after everything of the plan is over."""
        rolling = max((len(one.turns) for one in self.courses.values()), default=0)
        return max(FEWEST_TURNS, last_turn(self.plan), rolling + 1, self.until)

    @property
    def in_hand(self) -> PlanLine | None:
        """The line in hand."""
        return self.plan.line(self.line) if self.line else None

    def spot(self, at: Reference) -> Spot:
        """Where a reference of the plan's side lies on the table."""
        return self.field.spot(self.plan.side, at.along_mm / MM_A_CM, at.up_mm / MM_A_CM)

    def is_in_hand(self, *lines: str) -> bool:
        """Whether one of these lines is in hand."""
        return bool(self.line) and self.line in lines


def labels_of(plan: WrittenPlan) -> Mapping[str, str]:
    """What every line of a plan is called in short, by its id: 1, 2, G1."""
    found, many = dict[str, str](), dict[type[PlanLine], int]()
    for line in plan.lines():
        many[type(line)] = many.get(type(line), 0) + 1
        found[line.id] = f"{LETTERS[type(line)]}{many[type(line)]}"
    return found


def cm(millimetres: int) -> str:
    """A length in centimetres without its unit: 24.5, 30."""
    return f"{millimetres / MM_A_CM:g}"
