"""Everything a game remembers between two commands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.vocabulary import Carriage, Due, Fate, Level, Quality, Side, UnitClass
from rules.kernel.months import parse_month
from rules.kernel.play import Recorded, Throw
from rules.kernel.rulings import HouseRule


@dataclass(frozen=True, slots=True)
class SideFacts:
    """One side of a game: its role, its nation, the words and letter the screens use."""

    side: Side
    nation: str
    name: str
    letter: str
    regiment_word: str


@dataclass(frozen=True, slots=True)
class SpecialRules:
    """The national rules as this scenario words them (FF-SPR, FF-SCN-22, -32, -33)."""

    long_range_marksmanship: tuple[Side, ...] = ()
    mad_minute: str = ""
    discipline_uses: int = 0
    discipline_for: tuple[str, ...] = ()
    discipline_on: tuple[str, ...] = ()
    reinforcements_from: int = 0
    reinforcements_need: int = 0


@dataclass(frozen=True, slots=True)
class GameFacts:
    """What was settled when the game was created and never changes."""

    title: str
    scenario: str
    scenario_title: str
    date: str
    period: str
    house_rules: tuple[HouseRule, ...]
    sides: tuple[SideFacts, ...]
    special: SpecialRules
    fingerprint: str
    briefing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Stand:
    """One base on the table: its suppression level (0 to 2; the third kills) and its marks."""

    id: str
    unit: str
    name: str
    side: Side
    levels: int = 0
    alive: bool = True
    on_wire: bool = False
    has_fired: bool = False
    in_gas: bool = False


@dataclass(frozen=True, slots=True)
class Unit:
    """What one order roll is made for; `of` is the battalion or regiment whose commander orders it."""

    id: str
    name: str
    side: Side
    kind: UnitClass
    level: Level
    of: str
    stands: tuple[str, ...]
    carriage: Carriage = Carriage.NONE
    mad_minute_spent: bool = False


@dataclass(frozen=True, slots=True)
class Battalion:
    """A battalion: its grade, its commander's stand, what it began with and what has befallen it."""

    id: str
    name: str
    side: Side
    regiment: str
    quality: Quality
    commander: str
    units: tuple[str, ...]
    started: int
    on_table: bool = True
    fired_on: bool = False
    field_promotion: bool = False
    tests: tuple[int, ...] = ()
    fate: Fate = Fate.STANDS
    discipline_left: int = 0
    mad_minute: str = ""
    mad_minute_turn: int = 0


@dataclass(frozen=True, slots=True)
class Regiment:
    """A regiment or brigade: its commander, his staff bonus this turn, the assets he orders himself."""

    id: str
    name: str
    side: Side
    commander: str
    battalions: tuple[str, ...]
    units: tuple[str, ...]
    field_promotion: bool = False
    discipline_left: int = 0
    staff_bonus_to: str = ""
    staff_bonus_spent: bool = False


@dataclass(frozen=True, slots=True)
class Orders:
    """What a unit's order roll gave it this turn: actions earned and left; `declared` what it announced first."""

    earned: int
    left: int
    rolled: bool = True
    crossing_wire: bool = False
    fire_actions: int = 0


@dataclass(frozen=True, slots=True)
class Turn:
    """Where play stands: game turn, whose player turn, the step (empty before the first) and battalion in hand."""

    number: int = 0
    side: Side = Side.ATTACKER
    step: str = ""
    battalion: str = ""
    battalions_done: tuple[str, ...] = ()
    running: bool = False


@dataclass(frozen=True, slots=True)
class DueRoll:
    """Something the rules ask for now: a morale test, a reinforcement roll, a field promotion."""

    kind: Due
    of: str
    threshold: int = 0


@dataclass(frozen=True, slots=True)
class Asked:
    """A request that waits for the other side: `command` is what will be done if it agrees."""

    by: Side
    what: str
    words: str
    command: dict[str, object]


@dataclass(slots=True)
class GameState:
    """The fold of the log. Values inside are frozen; the dictionaries are replaced value by value in `apply`.

    `past` links every recorded event, newest first; `marks` links earlier states, so that taking back is cheap.
    """

    facts: GameFacts | None = None
    regiments: dict[str, Regiment] = field(default_factory=dict)
    battalions: dict[str, Battalion] = field(default_factory=dict)
    units: dict[str, Unit] = field(default_factory=dict)
    stands: dict[str, Stand] = field(default_factory=dict)
    turn: Turn = field(default_factory=Turn)
    orders: dict[str, Orders] = field(default_factory=dict)
    due: tuple[DueRoll, ...] = ()
    asked: Asked | None = None
    heroic_spent: dict[str, int] = field(default_factory=dict)
    moved_command: dict[str, int] = field(default_factory=dict)
    thrown: dict[str, tuple[Throw, ...]] = field(default_factory=dict)
    withdrawn: tuple[tuple[int, int], ...] = ()
    seq: int = 0
    past: Past | None = None
    marks: Mark | None = None

    def copy(self) -> GameState:
        """An independent state; the frozen values are shared."""
        return GameState(
            self.facts,
            dict(self.regiments),
            dict(self.battalions),
            dict(self.units),
            dict(self.stands),
            self.turn,
            dict(self.orders),
            self.due,
            self.asked,
            dict(self.heroic_spent),
            dict(self.moved_command),
            dict(self.thrown),
            self.withdrawn,
            self.seq,
            self.past,
            self.marks,
        )

    @property
    def settled(self) -> GameFacts:
        """What was settled at creation. Only for a game that has been created."""
        if self.facts is None:
            raise LookupError("no game has been created yet")
        return self.facts

    def side_facts(self, side: Side) -> SideFacts:
        """The words for one side."""
        return next(facts for facts in self.settled.sides if facts.side is side)

    def book(self) -> RuleBook:
        """The rule book of this game's date and house rules."""
        return RuleBook.for_game(parse_month(self.settled.date), self.settled.house_rules, self.settled.period)

    def is_withdrawn(self, seq: int) -> bool:
        """Whether the event of that number was taken back."""
        return any(first <= seq <= last for first, last in self.withdrawn)

    def living(self, unit: Unit) -> tuple[Stand, ...]:
        """The stands of a unit that are still on the table."""
        return tuple(stand for stand in map(self.stands.__getitem__, unit.stands) if stand.alive)

    def rifle_stands(self, battalion: Battalion) -> Iterator[Stand]:
        """Every rifle platoon the battalion began with, lost ones included."""
        for unit in map(self.units.__getitem__, battalion.units):
            if unit.kind is UnitClass.RIFLE_COMPANY:
                yield from map(self.stands.__getitem__, unit.stands)

    def platoons_left(self, battalion: Battalion) -> int:
        """How many of its rifle platoons are still there."""
        return sum(stand.alive for stand in self.rifle_stands(battalion))

    def battalion_of(self, unit: Unit) -> Battalion | None:
        """The battalion a unit belongs to; None for regimental assets."""
        return self.battalions.get(unit.of)

    def regiment_of(self, unit: Unit) -> Regiment:
        """The regiment a unit belongs to, directly or through its battalion."""
        battalion = self.battalions.get(unit.of)
        return self.regiments[battalion.regiment if battalion else unit.of]

    def commander_of(self, unit: Unit) -> Stand:
        """The command stand that gives this unit its orders (AMB-29)."""
        battalion = self.battalions.get(unit.of)
        return self.stands[battalion.commander if battalion else self.regiments[unit.of].commander]


@dataclass(frozen=True, slots=True)
class Past:
    """A recorded event and everything before it."""

    recorded: Recorded[object]
    before: Past | None


@dataclass(frozen=True, slots=True)
class Mark:
    """An earlier state, kept so that taking back need not fold from the beginning."""

    seq: int
    state: GameState
    before: Mark | None
