"""What stands in a side's fire plan: the lines of both printed forms, and those the text asks for beside them (FF-FPL).

Lengths are whole millimetres; a place is a reference from the side's own left corner (FF-FPL-25). A line may be
unfinished: what is still to be filled in is None or empty, and the checks say so.
"""

from collections.abc import Iterator, Mapping
from dataclasses import field
from enum import StrEnum
from typing import Any, Final, NamedTuple

from rules.flanders_fields.gas.clouds import Delivery, GasKind
from rules.flanders_fields.vocabulary import ARTILLERY, HEAVIER_MORTARS, Nation, Side, UnitClass, Work
from rules.kernel.facts import fact
from rules.kernel.values import dataclass

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
