"""The game state: sides, formations, units, stands, turn, orders, and all chapters."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import Final, NamedTuple

from rules.flanders_fields.game.state.air import NO_AIR, Air
from rules.flanders_fields.game.state.artillery import Deep, Guns
from rules.flanders_fields.game.state.assault import Assault, Contact
from rules.flanders_fields.game.state.barrages import Barrage
from rules.flanders_fields.game.state.cards import Cards, Deck
from rules.flanders_fields.game.state.fire_plan import FirePlan, SealedPlan, UnsealedPlan
from rules.flanders_fields.game.state.gas import NO_GAS, Gas
from rules.flanders_fields.game.state.national_rules import NO_NATIONAL, National
from rules.flanders_fields.game.state.placement import NO_GROUND, NOTHING_TOLD, LaidGround, Remembered
from rules.flanders_fields.game.state.setup import NO_SET_UP, SetUp
from rules.flanders_fields.game.state.shelters import NO_SHELTERS, Shelters
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import Action, Carriage, DueKind, Fate, Level, Quality, Side, Threshold, UnitClass
from rules.kernel.dice_ledger import Dice
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.game_record import PastDeed, WaitingRequest
from rules.kernel.months import parse_month
from rules.kernel.record_events import RequestAllowed
from rules.kernel.rulings import HouseRule
from rules.kernel.undo import at_hand, in_brief
from rules.tabletop.stands import Pose
from rules.tabletop.terrain import Table, table_of


@dataclass(frozen=True, slots=True)
class SideFacts:
    """One side of a game: its role, its nation, the words and letter the screens use."""

    side: Side
    nation: str
    name: str
    letter: str
    regiment_word: str


@dataclass(frozen=True, slots=True)
class GameSettings:
    """What was settled when the game was created and never changes."""

    title: str
    scenario: str
    scenario_title: str
    date: str
    period: str
    house_rules: tuple[HouseRule, ...]
    sides: tuple[SideFacts, ...]
    specimen_game: bool
    fingerprint: str
    briefing: tuple[str, ...] = ()
    event_cards: Deck = Deck.NONE


@dataclass(frozen=True, slots=True)
class Stand:
    """One base on the table: its suppression level (0 to 2; the third kills) and its marks.

    `faces` are the levels on the front, left and right face of a block house; `levels` is then the highest of them.
    `figures` are those of a command stand, 0 where nobody has told of them.
    """

    id: str
    unit: str
    name: str
    side: Side
    levels: int = 0
    alive: bool = True
    on_wire: bool = False
    has_fired: bool = False
    in_gas: bool = False
    faces: tuple[int, ...] = ()
    figures: int = 0


@dataclass(frozen=True, slots=True)
class Unit:
    """What one order roll is made for; `of` is the battalion or regiment whose commander orders it.

    `type` names the model where the class alone does not say it, such as a tank's; `quality` is its own grade where it
    is not its battalion's, `failed_turn` the game turn in which its last order roll earned nothing, `dismounted` tells
    of cavalry that has given an action to it where a house rule asks for one (AMB-52). `fired_on` and
    `company_suppressions` count where a house rule looks at the company (AMB-15, AMB-81). A battery that is not
    `on_table` fires from behind it, where nothing reaches it (AMB-308); one that is `superimposed` is laid over the
    general barrage, at the call of its regiment or brigade (FF-SUI-01). One of a storm battalion that serves with
    another is `storm` (FF-SPR-16); `ordered_from` is the battalion that orders it, where it serves with another one.
    `company_guns` are the machine guns of the company it is one of, 0 where it is of none (GAP-17).
    """

    id: str
    name: str
    side: Side
    kind: UnitClass
    level: Level
    of: str
    stands: tuple[str, ...]
    carriage: Carriage = Carriage.NONE
    mad_minutes: int = 0
    fired_on: bool = False
    company_suppressions: int = 0
    type: str = ""
    on_table: bool = True
    quality: Quality | None = None
    failed_turn: int = 0
    dismounted: bool = False
    superimposed: bool = False
    storm: bool = False
    ordered_from: str = ""
    company_guns: int = 0


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
    tests: tuple[Threshold, ...] = ()
    fate: Fate = Fate.STANDS
    discipline_used: int = 0
    mad_minute_turn: int = 0
    storm: bool = False


@dataclass(frozen=True, slots=True)
class Regiment:
    """A regiment or brigade: its commander, his staff bonus this turn, the assets he orders himself.

    A `division` has no battalions here: its commander orders the batteries at his own call (FF-ORG-08, AMB-376).
    """

    id: str
    name: str
    side: Side
    commander: str
    battalions: tuple[str, ...]
    units: tuple[str, ...]
    field_promotion: bool = False
    discipline_used: int = 0
    staff_bonus_to: str = ""
    staff_bonus_spent: bool = False
    division: bool = False


class Orders(NamedTuple):
    """What a unit's order roll gave it this turn, and the actions it has spent of it; `done` when it was let go.

    `failed_at_wire` have tried a belt in vain this turn (FF-WIR-07); `forward` are its moves forward (FF-SPR-12). Some
    tanks fire at the end of a move that `moved_last`, `fired_moving` times so far (FF-TNK-02). It has `readied` its
    guns by the change of carriage that is free once a turn (AMB-47). The stands in `over_wire` have just crossed wire
    and may go on into an assault (FF-WIR-05).
    """

    earned: int
    spent: tuple[Action, ...] = ()
    crossing_wire: bool = False
    done: bool = False
    failed_at_wire: tuple[str, ...] = ()
    forward: int = 0
    moved_last: bool = False
    fired_moving: int = 0
    readied: bool = False
    over_wire: tuple[str, ...] = ()

    @property
    def left(self) -> int:
        """Actions still to spend."""
        return 0 if self.done else self.earned - len(self.spent)


NO_ORDERS: Final = Orders(0)


@dataclass(frozen=True, slots=True)
class Turn:
    """Where play stands: game turn, whose player turn, the step and the regiment or battalion that is in hand.

    `running` is false before a player turn has begun; `done` holds the battalions that have gone through their list.
    """

    number: int = 0
    side: Side = Side.ATTACKER
    step: str = ""
    of: str = ""
    done: tuple[str, ...] = ()
    running: bool = False


def span_of(turn: Turn) -> str:
    """The player turn within which a side takes back alone."""
    return f"{turn.number}/{turn.side}"


@dataclass(frozen=True, slots=True)
class DueRoll:
    """Something the rules ask for now: a morale test, a reinforcement roll, a field promotion."""

    kind: DueKind
    of: str
    threshold: str = ""


@dataclass(slots=True, weakref_slot=True)
class GameState:
    """The fold of the log. Values inside are frozen; the dictionaries are replaced value by value in `apply`."""

    facts: GameSettings | None = None
    regiments: dict[str, Regiment] = field(default_factory=dict)
    battalions: dict[str, Battalion] = field(default_factory=dict)
    units: dict[str, Unit] = field(default_factory=dict)
    stands: dict[str, Stand] = field(default_factory=dict)
    turn: Turn = field(default_factory=Turn)
    orders: dict[str, Orders] = field(default_factory=dict)
    due: tuple[DueRoll, ...] = ()
    asked: WaitingRequest | None = None
    heroic_spent: dict[str, int] = field(default_factory=dict)
    thrown: Dice = field(default_factory=dict)
    deeds: PastDeed | None = None
    seq: int = 0
    assault: Assault | None = None
    fired_at_closers: tuple[str, ...] = ()
    guns: Guns = field(default_factory=Guns)
    gas: Gas = NO_GAS
    air: Air = NO_AIR
    cards: Cards = field(default_factory=Cards)
    national: National = NO_NATIONAL
    plan: FirePlan = field(default_factory=FirePlan)
    deep: tuple[Deep, ...] = ()
    barrages: dict[str, Barrage] = field(default_factory=dict)
    shelters: Shelters = NO_SHELTERS
    plan_done: tuple[str, ...] = ()
    ground: LaidGround = NO_GROUND
    places: dict[str, Pose] = field(default_factory=dict)
    sealed: tuple[SealedPlan, ...] = ()
    offered: UnsealedPlan | None = None
    set_up: SetUp = NO_SET_UP
    named: dict[str, int] = field(default_factory=dict)
    span_began: int = 0
    remembered: Remembered = NOTHING_TOLD
    opened_by: str = ""
    allowed: tuple[RequestAllowed, ...] = ()
    seated: tuple[str, ...] = ()
    sitting: dict[str, int] = field(default_factory=dict)
    seats_allowed: tuple[str, ...] = ()

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
            dict(self.thrown),
            self.deeds,
            self.seq,
            self.assault,
            self.fired_at_closers,
            self.guns,
            self.gas,
            self.air,
            self.cards,
            self.national,
            self.plan,
            self.deep,
            dict(self.barrages),
            self.shelters,
            self.plan_done,
            self.ground,
            dict(self.places),
            self.sealed,
            self.offered,
            self.set_up,
            dict(self.named),
            self.span_began,
            self.remembered,
            self.opened_by,
            self.allowed,
            self.seated,
            dict(self.sitting),
            self.seats_allowed,
        )

    def brief(self) -> GameState:
        """The same with the newest deeds only, so that it is no longer the longer the game is."""
        brief = self.copy()
        brief.deeds = in_brief(self.deeds)
        return brief

    def deeds_at_hand(self) -> Iterator[PastDeed]:
        """The newest deeds, the newest first."""
        return at_hand(self.deeds)

    @property
    def table(self) -> Table | None:
        """The table that is laid; a game may do without one."""
        return table_of(self.ground.laid) if self.ground.laid else None

    @property
    def settled(self) -> GameSettings:
        """What was settled at creation. Only for a game that has been created."""
        if self.facts is None:
            raise LookupError("no game has been created yet")
        return self.facts

    def side_facts(self, side: Side) -> SideFacts:
        """The words for one side."""
        for facts in self.settled.sides:
            if facts.side is side:
                return facts
        raise LookupError(f"this game has no side {side!r}")

    def book(self) -> RuleBook:
        """The rule book of this game's date and house rules."""
        return RuleBook.for_game(parse_month(self.settled.date), self.settled.house_rules, self.settled.period)

    def living(self, unit: Unit) -> tuple[Stand, ...]:
        """The stands of a unit that are still on the table."""
        return tuple([stand for name in unit.stands if (stand := self.stands[name]).alive])

    def rifle_stands(self, battalion: Battalion) -> list[Stand]:
        """Every rifle platoon the battalion began with, lost ones included."""
        companies = [unit for name in battalion.units if (unit := self.units[name]).kind is UnitClass.RIFLE_COMPANY]
        return [self.stands[name] for unit in companies for name in unit.stands]

    def platoons_left(self, battalion: Battalion) -> int:
        """How many of its rifle platoons are still there."""
        return len([stand for stand in self.rifle_stands(battalion) if stand.alive])

    def battalion_of(self, unit: Unit) -> Battalion | None:
        """The battalion a unit belongs to; None for regimental assets."""
        return self.battalions.get(unit.of)

    def regiment_of(self, unit: Unit) -> Regiment:
        """The regiment a unit belongs to, directly or through its battalion."""
        battalion = self.battalions.get(unit.of)
        return self.regiments[battalion.regiment if battalion else unit.of]

    def ordered_by(self, unit: Unit) -> Battalion | Regiment:
        """Whose commander gives this unit its orders (AMB-29).

        A battery laid over the barrage is ordered by the regiment of its side in whose step it is called (AMB-376).
        """
        caller = self.regiments.get(self.turn.of)
        if unit.superimposed and caller and caller.side is unit.side:
            return caller
        return self.battalions.get(unit.ordered_from or unit.of) or self.regiments[unit.of]

    def commander_of(self, unit: Unit) -> Stand:
        """The command stand that gives this unit its orders."""
        return self.stands[self.ordered_by(unit).commander]

    def contacts(self) -> tuple[Contact, ...]:
        """The contacts of the present assault that are still to be fought, in their order."""
        if self.assault is None:
            return ()
        found = self.assault.contacts
        return tuple(one for one in found if self.stands[one.attacker].alive and self.stands[one.defender].alive)

    def deep_modifier(self, side: Side) -> int:
        """What deep suppression takes off the orders and calls of a side: 0, -1 or -2 (FF-DSU-04, FF-DSU-08)."""
        return next((one.modifier for one in self.deep if one.side is not side), 0)

    def off_table(self, of: str) -> Battalion | Regiment | None:
        """Whose this is that waits for its arrival, or sits below unknown to the other side; None of what is seen."""
        unit = self.units.get(self.stands[of].unit if of in self.stands else of)
        commanded = None if unit else self.commanding(of)
        holder = unit.of if unit else commanded.id if commanded else of
        if self._sheltered(of):
            return self.battalions.get(holder) or self.regiments[holder]
        battalion = self.battalions.get(holder)
        return battalion if battalion and not battalion.on_table else None

    def _sheltered(self, of: str) -> bool:
        """Whether a stand, or all that is left of a unit, sits below unknown to the other side."""
        if not self.shelters.below:
            return False
        if of in self.units:
            living = self.living(self.units[of])
            return bool(living) and all(self.shelters.hides(stand.id) for stand in living)
        return of in self.stands and self.stands[of].alive and self.shelters.hides(of)

    def commanding(self, stand: str) -> Battalion | Regiment | None:
        """The battalion or regiment a command stand commands; None for any other stand."""
        formations: tuple[Battalion | Regiment, ...] = (*self.battalions.values(), *self.regiments.values())
        return next((formation for formation in formations if formation.commander == stand), None)
