"""Grid references: each side measures from its own edge and its own left corner (FF-FPL-25 to FF-FPL-28)."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.fire_plan.findings import PlanFinding, answered, failed
from rules.flanders_fields.fire_plan.written import Reference, WrittenFor
from rules.flanders_fields.vocabulary import Side
from rules.kernel.dice import D6
from rules.kernel.explain import Explained, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.measure import cm, mm
from rules.kernel.resolve import Resolution, no_dice
from rules.kernel.values import dataclass

REFERENCES = "plans/references"


class GridPlace(NamedTuple):
    """A place on the table: to the right along the attacker's edge from his left corner, then away from it."""

    x_mm: int
    y_mm: int


def reference_of(place: GridPlace, side: Side, table: WrittenFor) -> Reference:
    """What a side writes for a place on a table of that size."""
    written = Reference(*place)
    return written if side is Side.ATTACKER else mirrored(written, table)


def mirrored(at: Reference, table: WrittenFor) -> Reference:
    """The reference of the other side for the same place (FF-FPL-28)."""
    return Reference(table.width_mm - at.along_mm, table.depth_mm - at.up_mm)


def is_on_table(at: Reference, table: WrittenFor) -> bool:
    """Whether a reference lies on a table of that size, its edges included (FF-FPL-67)."""
    return 0 <= at.along_mm <= table.width_mm and 0 <= at.up_mm <= table.depth_mm


def in_words(at: Reference) -> str:
    """A reference as it is read out: '64 cm along, 120 cm up'."""
    return f"{cm(at.along_mm)} along, {cm(at.up_mm)} up"


def reference_findings(at: Reference, table: WrittenFor, book: RuleBook) -> Iterator[PlanFinding]:
    """What is wrong with a reference: off the table, or finer than references are written (FF-FPL-67, GAP-55)."""
    if not is_on_table(at, table):
        instead = f"stay within {cm(table.width_mm)} along and {cm(table.depth_mm)} up"
        yield failed("reference", "FF-FPL-25", f"{in_words(at)} lies off the table", instead, book)
    step = book.table(REFERENCES).number("step")
    if at.along_mm % step.value or at.up_mm % step.value:
        instead = f"write it in steps of {cm(step.value)}"
        yield failed("reference", "FF-FPL-25", f"{in_words(at)} is finer than a reference is written", instead, book)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReferenceFacts:
    """A grid reference of one side, and the table it is on."""

    along_cm: float = fact("along its own edge from its own left corner", unit="cm", least=0, most=1000, example=64.0)
    up_cm: float = fact("then up the table", unit="cm", least=0, most=1000, example=120.0)
    table_width_cm: float = fact("the edge on which it sets up", default=120.0, unit="cm", least=30, most=1000)
    table_length_cm: float = fact("from its edge to the other's", default=180.0, unit="cm", least=30, most=1000)


@dataclass(frozen=True, slots=True)
class OtherSide:
    """The same place as the other side writes it."""

    along_cm: float
    up_cm: float


def grid_reference(facts: ReferenceFacts, book: RuleBook) -> Explained[OtherSide] | Refusal:
    """What the other side writes for the same place (FF-FPL-25, FF-FPL-28).

    Refuses places off the table and references finer than they are written (FF-FPL-67, GAP-55).
    """
    at, table = (
        Reference(mm(facts.along_cm), mm(facts.up_cm)),
        WrittenFor(width_mm=mm(facts.table_width_cm), depth_mm=mm(facts.table_length_cm)),
    )
    other = mirrored(at, table)
    steps = (
        book.table(REFERENCES).number("step").cites(f"{in_words(at)}, from the side's own left corner"),
        Step("FF-FPL-28", f"{in_words(other)} for the other side"),
    )
    return answered(OtherSide(other.along_mm / 10, other.up_mm / 10), steps, reference_findings(at, table, book))


def _asked(facts: ReferenceFacts, _dice: tuple[D6, ...], book: RuleBook) -> Explained[OtherSide] | Refusal:
    return grid_reference(facts, book)


RESOLUTIONS: tuple[Resolution[Any, RuleBook], ...] = (
    Resolution(
        "grid_reference", "What a grid reference is for the other side", "Fire plans", ReferenceFacts, no_dice, _asked
    ),
)
