"""What is printed of a fire plan: its form, its map, its gun cards; and where it may be printed, who may read it."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from app.printing.ground import ground_of
from app.printing.offers import Printable
from playsheets.flanders_fields.forms.barrage_map import barrage_map
from playsheets.flanders_fields.forms.gun_cards import gun_cards
from playsheets.flanders_fields.forms.plan_form import plan_form
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.fire_plan.written import WrittenPlan
from rules.flanders_fields.vocabulary import Side
from rules.kernel.months import parse_month
from rules.kernel.rulings import HouseRule
from rules.kernel.values import dataclass
from rules.tabletop.terrain import Table

FORMS: Final = {
    "plan": ("fire plan", "every line of the plan, and what happens turn by turn"),
    "map": ("barrage map", "the plan on the table to scale, with lift lines and their turns"),
    "guns": ("gun cards", "a card for each battery and mortar, turn by turn"),
}


@dataclass(frozen=True, slots=True)
class PlanToPrint:
    """A plan with the rule book and the table it is held against; `kept` says who may read it."""

    plan: WrittenPlan
    book: RuleBook | None
    table: Table | None
    kept: str

    @property
    def ground(self) -> Table | None:
        """The table, where it is as large as the one the plan was written for."""
        of = self.plan.written_for
        same = self.table and (self.table.width_mm, self.table.depth_mm) == (of.width_mm, of.depth_mm)
        return self.table if same else None


def offers_of_plan(laid: PlanToPrint, named: str = "", whose: str = "") -> Iterator[Printable]:
    """The forms of one plan; `named` follows their names in addresses, `whose` stands before their titles."""
    plan, book, kept = laid.plan, laid.book, laid.kept
    pieces = ground_of(laid.ground, across=plan.side is Side.DEFENDER)
    made = {
        "plan": partial(plan_form, plan, book, kept),
        "map": partial(barrage_map, plan, book, kept, pieces),
        "guns": partial(gun_cards, plan, book, kept),
    }
    for key, (title, says) in FORMS.items():
        called = f"{whose} {title}" if whose else title.capitalize()
        yield Printable(f"{key}{named}", called, says, made[key])


def by_itself(plan: WrittenPlan, house_rules: tuple[HouseRule, ...] = ()) -> PlanToPrint:
    """A plan with nothing but what it says itself."""
    month = plan.written_for.month
    book = RuleBook.for_game(parse_month(month), house_rules) if month else None
    return PlanToPrint(plan, book, None, secret(plan))


def secret(plan: WrittenPlan) -> str:
    """Who may read a plan before it falls (FF-FPL-77)."""
    return f"Secret until it falls: for the {plan.side} and the referee only"
