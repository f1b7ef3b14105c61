"""The fire plan of a side: its lines, grid references and findings (FF-FPL)."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field, replace
from enum import StrEnum
from hashlib import sha256
from typing import Any, Final, NamedTuple, TypeVar

from rules.flanders_fields.gas_clouds import Delivery, GasKind
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import ARTILLERY, HEAVIER_MORTARS, Nation, Side, UnitClass, Work
from rules.kernel.dice import D6
from rules.kernel.distances import cm, mm
from rules.kernel.explanations import Considered, Explained, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.lookups import Resolution, no_dice
from rules.kernel.polygons import Outline

# What stands in a side's fire plan (FF-FPL)

LONGEST_NAME: Final = 80
LONGEST_NOTE: Final = 200
LONGEST_NOTES: Final = 4_000
PLANNED_KINDS: Final = frozenset({*ARTILLERY, *HEAVIER_MORTARS, UnitClass.MACHINE_GUN})
"""What a plan may name: batteries, the larger mortars, and machine guns that fire indirectly (GAP-106)."""
_MOST_MM: Final = 10_000
_LENGTH: Final[Mapping[str, Any]] = {"unit": "mm", "least": 0, "most": _MOST_MM}
_PLACE: Final[Mapping[str, Any]] = {"unit": "mm", "least": -_MOST_MM, "most": _MOST_MM}
_SPEED: Final[Mapping[str, Any]] = {"unit": "mm", "least": 0, "most": 1_000}
_TURN: Final[Mapping[str, Any]] = {"least": 1, "most": 99}
_NAME: Final[Mapping[str, Any]] = {"default": "", "longest": LONGEST_NAME}
_NOTE: Final[Mapping[str, Any]] = {"default": "", "longest": LONGEST_NOTE}
_ID: Final = "what this line is called in the file; no two lines have the same"
_NOTED: Final = "what the players noted beside it"
_WHERE: Final = "what the place is called"


class Duty(StrEnum):
    """Whose weapon it is, and what it is there for (FF-FPL-45, FF-FPL-47, FF-FPL-52)."""

    REGIMENTAL = "regimental"
    DIVISIONAL = "divisional"
    SUPERIMPOSED = "superimposed"


class Reference(NamedTuple):
    """A place: along the side's own rear edge from its own left corner, then up the table (FF-FPL-25)."""

    along_mm: int
    up_mm: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WeaponLine:
    """A battery or mortar and the first point it is registered on (FF-FPL-05, FF-FPL-29 to -36, FF-FPL-41 to -44)."""

    id: str = fact(_ID)
    name: str = fact("what the weapon is called", longest=LONGEST_NAME)
    kind: UnitClass = fact("what it is: a battery, a medium or heavy mortar, a machine gun that fires indirectly")
    duty: Duty = fact("whose weapon it is", default=Duty.REGIMENTAL)
    unit: str = fact("the unit of the game that it is, by its id there", **_NAME)
    at: Reference | None = fact("its first aiming point", default=None, **_PLACE)
    where: str = fact(_WHERE, **_NAME)
    at_call_of: str = fact("who may order a superimposed battery that several share (AMB-376)", **_NAME)
    note: str = fact(_NOTED, **_NOTE)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShiftLine:
    """A move of a weapon's aiming point in one turn, without an order (FF-FPL-06)."""

    id: str = fact(_ID)
    weapon: str = fact("the line of the weapon", **_NAME)
    turn: int | None = fact("in which of its side's turns", default=None, **_TURN)
    at: Reference | None = fact("where its aiming point moves to", default=None, **_PLACE)
    where: str = fact(_WHERE, **_NAME)
    note: str = fact(_NOTED, **_NOTE)


@dataclass(frozen=True, slots=True, kw_only=True)
class BombardmentLine:
    """A battery's fire in one turn, without an order (FF-FPL-24, GAP-61)."""

    id: str = fact(_ID)
    weapon: str = fact("the line of the battery", **_NAME)
    turn: int | None = fact("in which of its side's turns", default=None, **_TURN)
    at: Reference | None = fact("the middle of what it fires on", default=None, **_PLACE)
    where: str = fact(_WHERE, **_NAME)
    note: str = fact(_NOTED, **_NOTE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Halt:
    """A line on which a rolling barrage stops, and for how many turns (FF-FPL-17)."""

    up_mm: int = fact("how far up the table its rear edge then lies", **_LENGTH)
    turns: int = fact("for how many turns it stops there", default=1, **_TURN)


@dataclass(frozen=True, slots=True, kw_only=True)
class BarrageLine:
    """A rolling barrage (FF-FPL-13 to -18, FF-FPL-32, FF-FPL-33); distances are those of its rear edge."""

    id: str = fact(_ID)
    name: str = fact("what the barrage is called", **_NAME)
    start_mm: int | None = fact("how far up the table it begins", default=None, **_LENGTH)
    speed_mm: int | None = fact("how far it goes in a turn; nothing: as the book recommends", default=None, **_SPEED)
    turns: int | None = fact("how many turns it lasts, as rolled; nothing: not rolled yet", default=None, **_TURN)
    halts: tuple[Halt, ...] = fact("where it stops", default=(), longest=20)
    back: tuple[int, ...] = fact("turns in which it rolls back (hurricane)", default=(), longest=20, **_TURN)
    leads_mm: tuple[int, ...] = fact(
        "how far each piece of 30 cm, from the left, is ahead of the rest; behind is less than 0",
        default=(),
        longest=40,
        unit="mm",
        least=-1000,
        most=1000,
    )
    hurricane: bool = fact("it covers a hurricane bombardment", default=False)
    note: str = fact(_NOTED, **_NOTE)


@dataclass(frozen=True, slots=True, kw_only=True)
class GasLine:
    """A gas attack (FF-FPL-07 to -11, FF-FPL-37 to -39)."""

    id: str = fact(_ID)
    kind: GasKind | None = fact("offensive or denying", default=None)
    delivery: Delivery | None = fact("what brings it", default=None)
    turn: int | None = fact("in which of its side's turns it comes", default=None, **_TURN)
    at: Reference | None = fact(
        "its middle; for projectors the front of the forward trench below it", default=None, **_PLACE
    )
    where: str = fact(_WHERE, **_NAME)
    wind_deg: int | None = fact(
        "where the wind shall blow to, clockwise from straight ahead", default=None, unit="degrees", least=0, most=359
    )
    speed_mm: int | None = fact("the wind's speed a turn, where it is written (GAP-67)", default=None, **_SPEED)
    note: str = fact(_NOTED, **_NOTE)


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkLine:
    """A work of the enemy's that a hurricane bombardment falls on once (FF-FPL-19, FF-FPL-20)."""

    id: str = fact(_ID)
    name: str = fact("which work it is", **_NAME)
    work: Work | None = fact("what it is", default=None)
    turn: int | None = fact("in which of its side's turns", default=1, **_TURN)
    note: str = fact(_NOTED, **_NOTE)


@dataclass(frozen=True, slots=True, kw_only=True)
class SosLine:
    """A point before a defended position, noted for SOS calls (FF-FPL-21, GAP-76)."""

    id: str = fact(_ID)
    weapon: str = fact("the line of the battery that answers there; nothing: any", **_NAME)
    at: Reference | None = fact("the middle of its area", default=None, **_PLACE)
    where: str = fact(_WHERE, **_NAME)
    note: str = fact(_NOTED, **_NOTE)


PlanLine = WeaponLine | ShiftLine | BombardmentLine | BarrageLine | GasLine | WorkLine | SosLine


@dataclass(frozen=True, slots=True, kw_only=True)
class Allowed:
    """What the players let pass although the rules object: the finding by its key, and why."""

    finding: str = fact("the finding by its key", longest=120)
    because: str = fact("why it is let pass", **_NOTE)


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenFor:
    """What a plan was written for; the table's size is needed to know where its places lie."""

    width_mm: int = fact("the edge on which the sides set up", default=1200, unit="mm", least=300, most=_MOST_MM)
    depth_mm: int = fact("from one side's edge to the other's", default=1800, unit="mm", least=300, most=_MOST_MM)
    scenario: str = fact("the scenario by its id", **_NAME)
    table: str = fact("the table it is practised on, by its id in the library of the service", **_NAME)
    month: str = fact("the date of the game, such as 1917-11", **_NAME)
    nation: Nation | None = fact("whose army the side is", default=None)
    regiments: int | None = fact("regiments or brigades of the side", default=None, least=1, most=12)
    entire_division: bool = fact("they are an entire division", default=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenPlan:
    """One side's fire plan (FF-FPL-01, FF-FPL-04). It is secret from the other side until its fire falls."""

    name: str = fact("what the plan is called", longest=LONGEST_NAME)
    side: Side = fact("whose plan it is")
    written_for: WrittenFor = field(default_factory=WrittenFor)
    weapons: tuple[WeaponLine, ...] = fact("batteries and mortars", default=(), longest=60)
    shifts: tuple[ShiftLine, ...] = fact("planned moves of aiming points", default=(), longest=150)
    bombardments: tuple[BombardmentLine, ...] = fact("planned fire", default=(), longest=250)
    barrages: tuple[BarrageLine, ...] = fact("rolling barrages", default=(), longest=6)
    gas: tuple[GasLine, ...] = fact("gas attacks", default=(), longest=30)
    works: tuple[WorkLine, ...] = fact("works under a hurricane bombardment", default=(), longest=60)
    sos_points: tuple[SosLine, ...] = fact("points noted for SOS calls", default=(), longest=60)
    air_missions: int = fact("ground attack missions", default=0, least=0, most=9)
    notes: str = fact("notes", default="", longest=LONGEST_NOTES)
    allowed: tuple[Allowed, ...] = fact("what is let pass by agreement", default=(), longest=100)

    def lines(self) -> Iterator[PlanLine]:
        """Every line in the order of the sheet."""
        yield from self.weapons
        yield from self.shifts
        yield from self.bombardments
        yield from self.barrages
        yield from self.gas
        yield from self.works
        yield from self.sos_points

    def line(self, of: str) -> PlanLine | None:
        """The line of that id."""
        return next((one for one in self.lines() if one.id == of), None)

    def weapon(self, of: str) -> WeaponLine | None:
        """The weapon whose line has that id."""
        return next((one for one in self.weapons if one.id == of), None)


# What a check of a fire plan finds (FF-FPL-67 to -77)

V = TypeVar("V")
TESTS = "plans/tests"


class Severity(StrEnum):
    """How a finding is taken: refused by the rules, unusual by the book, or only worth a thought."""

    REFUSED = "refused"
    WARNING = "warning"
    ADVICE = "advice"


@dataclass(frozen=True, slots=True)
class Happens:
    """In which of its side's turns something of a plan would happen, and where on the table: ground, or bases."""

    turn: int
    areas: tuple[Outline, ...]


@dataclass(frozen=True, slots=True)
class PlanFinding:
    """One thing a plan is told: the test, the clause it follows from, what is so, and what would be right.

    `line` is the line of the plan it is about; where that is empty, `part` is the list or field of the plan, and where
    both are, it is the plan as a whole. `allowed` is why the players let it pass (None: they do not); `happens` is when
    and where it shows on the table, for what does.
    """

    test: str
    clause: str
    severity: Severity
    says: str
    instead: str
    line: str = ""
    part: str = ""
    allowed: str | None = None
    happens: Happens | None = None

    @property
    def key(self) -> str:
        """The name by which it is let pass. It is another one as soon as anything about it has changed."""
        told = "\n".join((self.clause, self.line, self.says))
        return f"{self.test}/{sha256(told.encode()).hexdigest()[:12]}"

    @property
    def stands(self) -> bool:
        """Whether the rules refuse it and nobody has let it pass."""
        return self.severity is Severity.REFUSED and self.allowed is None

    def of(self, line: str) -> "PlanFinding":
        """The same about a line of the plan."""
        return replace(self, line=line)

    def on(self, turn: int, *areas: Outline) -> "PlanFinding":
        """The same, which happens in that turn of its side on such ground."""
        return replace(self, happens=Happens(turn, tuple(one for one in areas if one)))

    def within(self, part: str) -> "PlanFinding":
        """The same about a list or a field of the plan."""
        return replace(self, part=part)


def failed(test: str, clause: str, says: str, instead: str, book: RuleBook) -> PlanFinding:
    """A test that is failed; the book's table says how that is taken."""
    asked = book.table(TESTS).word(test)
    return PlanFinding(asked.clause, clause, Severity(asked.value), says, instead)


def refused_by(test: str, refusal: Refusal, book: RuleBook) -> PlanFinding:
    """A test that is failed because a chapter refuses what is planned."""
    return failed(test, refusal.clause, refusal.because, refusal.instead, book)


def advice(clause: str, says: str, instead: str) -> PlanFinding:
    """Something that no rule forbids."""
    return PlanFinding(clause, clause, Severity.ADVICE, says, instead)


def warning(clause: str, says: str, instead: str) -> PlanFinding:
    """Something that no rule forbids and that will hardly be meant."""
    return PlanFinding(clause, clause, Severity.WARNING, says, instead)


def answered(value: V, steps: Iterable[Step], findings: Iterable[PlanFinding]) -> Explained[V] | Refusal:
    """The answer to a question about a plan: the first refusal, or the value with what else was found."""
    told = tuple(findings)
    for one in told:
        if one.severity is Severity.REFUSED:
            return Refusal(one.clause, one.says, one.instead)
    warned = (Step(one.clause, f"{one.says}: {one.instead}") for one in told if one.severity is Severity.WARNING)
    noted = (Considered(one.clause, f"{one.says}: {one.instead}") for one in told if one.severity is Severity.ADVICE)
    return Explained(value, None, (*steps, *warned), tuple(noted))


# Grid references (FF-FPL-25 to FF-FPL-28)

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
