"""Everything a seat can ask for. Imperative; dice lie inside, already thrown."""

from dataclasses import dataclass, field

from rules.flanders_fields.closing_fire import Approach
from rules.flanders_fields.vocabulary import Carriage, Cover, Crossing, Going, Side, Slope
from rules.kernel.play import Throw
from rules.kernel.rulings import HouseRule


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateGame:
    """Set up a scenario: date (empty: the scenario's), house rules, the names of the sides, the Veteran battalions."""

    scenario: str
    title: str = ""
    date: str = ""
    period: str = ""
    house_rules: tuple[HouseRule, ...] = ()
    attacker: str = ""
    defender: str = ""
    veterans: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class StartTurn:
    """Begin the player turn that is next."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NextStep:
    """Finish the present step; `battalion` chooses which battalion goes through its list next (FF-TRN-06)."""

    battalion: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EndTurn:
    """End the present player turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RollReinforcement:
    """Roll whether a battalion off the table arrives (FF-SCN-10)."""

    battalion: str
    die: Throw


@dataclass(frozen=True, slots=True, kw_only=True)
class PromoteInField:
    """Put a new command stand on the table for a dead commander (FF-CMD-09)."""

    formation: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AllotStaffBonus:
    """Give a regiment's staff bonus of this turn to one of its battalion commanders (FF-ORD-25)."""

    battalion: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RollOrders:
    """Roll for a unit's orders, with what was measured and what was declared before the die (FF-ORD-02).

    `again` is the second die where a game plays the staff bonus as a re-roll (AMB-13).
    """

    unit: str
    die: Throw
    again: Throw | None = None
    in_gas: bool = False
    commander_in_gas: bool = False
    farthest_platoon_cm: float | None = None
    own_sight: bool = False
    battalion_farthest_cm: float | None = None
    open_sights: bool = False
    crossing_wire: bool = False
    staff_bonus: bool = False
    prussian_discipline: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveSuppression:
    """Spend an action on a level of suppression (FF-SUP-10)."""

    unit: str
    stand: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveUnit:
    """Spend an action on a move over one kind of ground (FF-MOV-01)."""

    unit: str
    going: Going = Going.CROSS_COUNTRY
    in_column: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeCarriage:
    """Pack, unpack, limber or unlimber a weapon for an action (FF-MOV-13)."""

    unit: str
    to: Carriage


@dataclass(frozen=True, slots=True, kw_only=True)
class CrossWire:
    """Spend an action on getting stands over one belt of wire; a die a stand where the period asks for one."""

    unit: str
    stands: tuple[str, ...]
    dice: tuple[Throw, ...] = ()
    belts: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class AimedShot:
    """One stand's fire at one target as measured; `behind_cm` for a stand in a machine gun's beaten zone.

    `passes_over` says that another enemy comes first by target priority; `stands_in_front` counts friendly stands.
    """

    firer: str
    target: str
    range_cm: float
    cover: Cover
    dice: tuple[Throw, ...]
    behind_cm: float | None = None
    in_arc: bool = True
    direct_sight: bool = True
    firer_in_gas: bool = False
    line_crosses: Crossing = Crossing.NOTHING
    slope: Slope = Slope.LEVEL
    from_the_flank: bool = False
    stands_in_front: int = 0
    friends_in_line: bool = False
    passes_over: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Fire:
    """Spend a fire action: a company's stands each once, or a machine gun's first target and its beaten zone."""

    unit: str
    shots: tuple[AimedShot, ...]
    mad_minute: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class GoIn:
    """Move a stand into contact with an enemy stand, as measured; the first of a unit spends its move action.

    After a fight it is the follow-up of a stand that has won (FF-ASL-03, FF-ASL-05, FF-ASL-16).
    """

    unit: str
    stand: str
    target: str
    cover: Cover
    ground_outside: Cover = Cover.SOFT
    approach: Approach = Approach.FRONT
    began_in_arc: bool = True
    began_cm: float = 10.0
    supporter: str = ""
    attacker_cover: Cover = Cover.OPEN
    defender_supported: bool = False
    attacker_with_commander: bool = False
    defender_with_commander: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class AllIn:
    """Say that every stand of the assault has been moved: the assaulted may fire (FF-ASL-05, FF-ASL-06)."""

    unit: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FireAsTheyClose:
    """An assaulted stand's fire at one that assaults it; without a target it holds its fire (FF-ASL-06).

    `range_cm` is for a stand that fires without being assaulted, where a house rule lets it (AMB-402).
    """

    stand: str
    target: str = ""
    dice: tuple[Throw, ...] = ()
    range_cm: float | None = None
    firer_in_gas: bool = False
    slope: Slope = Slope.LEVEL


@dataclass(frozen=True, slots=True, kw_only=True)
class ThrowInCombat:
    """One side's die in the fight of this attacking stand, which is the next one (FF-ASL-13)."""

    attacker: str
    side: Side
    die: Throw


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishUnit:
    """Let a unit go with actions unspent; it cannot be come back to this turn (FF-TRN-05)."""

    unit: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TestMorale:
    """Roll the morale test a battalion owes (FF-MOR-03)."""

    battalion: str
    die: Throw
    prussian_discipline: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TestWeapon:
    """Roll the test of a crewed weapon that supported a battalion which is gone (FF-MOR-06)."""

    weapon: str
    die: Throw


@dataclass(frozen=True, slots=True, kw_only=True)
class SupportsAnother:
    """Say that a crewed weapon did not support the battalion that is gone, and has no test to take (AMB-86)."""

    weapon: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TryHeroicAction:
    """Try the deed both sides agreed on: success removes the enemy stands named in the agreement (FF-HER-01)."""

    stand: str
    deed: str
    die: Throw
    removes: tuple[str, ...] = ()
    agreed: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Correct:
    """Set a tracked value to what stands on the table.

    `what` is levels, alive or on_wire of a stand; carriage or actions of a unit; fired_on or on_table of a battalion;
    field_promotion or discipline_used of a battalion or regiment. `of` names it.
    """

    of: str
    what: str
    value: int | bool | str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Overrule:
    """Do what the rules refused. Needs the referee, or the other side where there is none."""

    clause: str
    command: dict[str, object] = field(default_factory=dict)
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeBack:
    """Take back the newest deed, or everything since (and with) the deed of that command id."""

    command_id: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """Agree or not to what the other side asks."""

    agree: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """Write something into the log."""

    text: str


Command = (
    CreateGame
    | StartTurn
    | NextStep
    | EndTurn
    | RollReinforcement
    | PromoteInField
    | AllotStaffBonus
    | RollOrders
    | RemoveSuppression
    | MoveUnit
    | ChangeCarriage
    | CrossWire
    | Fire
    | GoIn
    | AllIn
    | FireAsTheyClose
    | ThrowInCombat
    | FinishUnit
    | TestMorale
    | TestWeapon
    | SupportsAnother
    | TryHeroicAction
    | Correct
    | Overrule
    | TakeBack
    | Answer
    | Note
)

COMMANDS: dict[str, type[Command]] = {
    "create_game": CreateGame,
    "start_turn": StartTurn,
    "next_step": NextStep,
    "end_turn": EndTurn,
    "roll_reinforcement": RollReinforcement,
    "promote_in_field": PromoteInField,
    "allot_staff_bonus": AllotStaffBonus,
    "roll_orders": RollOrders,
    "remove_suppression": RemoveSuppression,
    "move_unit": MoveUnit,
    "change_carriage": ChangeCarriage,
    "cross_wire": CrossWire,
    "fire": Fire,
    "go_in": GoIn,
    "all_in": AllIn,
    "fire_as_they_close": FireAsTheyClose,
    "throw_in_combat": ThrowInCombat,
    "finish_unit": FinishUnit,
    "test_morale": TestMorale,
    "test_weapon": TestWeapon,
    "supports_another": SupportsAnother,
    "try_heroic_action": TryHeroicAction,
    "correct": Correct,
    "overrule": Overrule,
    "take_back": TakeBack,
    "answer": Answer,
    "note": Note,
}
