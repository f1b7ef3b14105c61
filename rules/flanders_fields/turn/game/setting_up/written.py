"""A scenario as a club writes it: plain values, without any rule in them."""

from enum import StrEnum

from rules.flanders_fields.forces.force import Force
from rules.flanders_fields.vocabulary import Side
from rules.kernel.rulings import HouseRule
from rules.kernel.values import dataclass
from rules.tabletop.laid import LaidTable


@dataclass(frozen=True, slots=True)
class WrittenZone:
    """Where a side deploys, whole mm from the attacker's rear left corner."""

    left_mm: int
    near_mm: int
    right_mm: int
    far_mm: int


@dataclass(frozen=True, slots=True)
class WrittenReserve:
    """A battalion, by its element's id, that waits off the table; without `needed` as at Mons (FF-SCN-10)."""

    battalion: str
    first_turn: int = 2
    needed: tuple[int, ...] = ()
    where: str = ""


@dataclass(frozen=True, slots=True)
class WrittenAllowance:
    """How many lines of each sort a side may plan; none where it has no fire plan."""

    bombardments: int = 0
    barrages: int = 0
    gas: int = 0
    works: int = 0
    missions: int = 0


class Start(StrEnum):
    """How a part of a force may begin otherwise than the rest of its side."""

    SUPPRESSED = "suppressed"
    TWICE_SUPPRESSED = "twice_suppressed"
    BELOW = "below"
    UNDER_FIRE = "under_fire"
    IN_ACTION = "in_action"
    ON_THE_MOVE = "on_the_move"
    PROMOTED = "promoted"


@dataclass(frozen=True, slots=True)
class WrittenStart:
    """A part of the force, by its element's id, and how it begins: a battalion with all that is in it."""

    of: str
    begins: Start


@dataclass(frozen=True, slots=True)
class WrittenSide:
    """One side: its force, what it is called (empty: after its army), and how it begins.

    `behind_the_table` are the batteries that fire from there, `superimposed` those laid over the barrage (FF-SUI-02),
    both by their elements' ids; `starts` the parts that begin otherwise than `in_action` says, or with a mark on them.
    `heavy_artillery`: an army's heavy guns fire on the enemy's rear (FF-DSU-01).
    """

    force: Force
    name: str = ""
    zones: tuple[WrittenZone, ...] = ()
    reserves: tuple[WrittenReserve, ...] = ()
    behind_the_table: tuple[str, ...] = ()
    superimposed: tuple[str, ...] = ()
    in_action: bool = True
    heavy_artillery: bool = False
    plan: WrittenAllowance = WrittenAllowance()
    starts: tuple[WrittenStart, ...] = ()


@dataclass(frozen=True, slots=True)
class WrittenObjective:
    """What is to be held or done: for whom it counts (None: either), its points, and where it lies if it is a place.

    `holder` has it when play begins; None: nobody.
    """

    name: str
    side: Side | None = None
    points: int = 1
    x_mm: int | None = None
    y_mm: int | None = None
    holder: Side | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenScenario:
    """The whole. `turns` 0: nobody has set a limit. `origin` says what of it is history and what is invented.

    `decides` are lines that say who has won. `limits_plans`: the fire plans have no more than the sides' allowances;
    otherwise each writes what it likes. `specimen_rules`: national rules as in the specimen game of 1914 (FF-SCN-22,
    FF-SCN-32, FF-SCN-33).
    """

    title: str
    date: str
    attacker: WrittenSide
    defender: WrittenSide
    situation: tuple[str, ...] = ()
    origin: str = ""
    special_rules: tuple[str, ...] = ()
    specimen_rules: bool = False
    house_rules: tuple[HouseRule, ...] = ()
    limits_plans: bool = False
    turns: int = 0
    objectives: tuple[WrittenObjective, ...] = ()
    decides: tuple[str, ...] = ()
    table: LaidTable | None = None

    def side(self, side: Side) -> WrittenSide:
        """One of its sides."""
        return self.attacker if side is Side.ATTACKER else self.defender
