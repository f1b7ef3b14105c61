"""Everything a seat can ask for. Imperative; dice lie inside, already thrown."""

from typing import Final, TypeGuard, get_args

from rules.flanders_fields.game.air.commands import AIR_COMMANDS, AirCommand
from rules.flanders_fields.game.armour.commands import ARMOUR_COMMANDS, ArmourCommand
from rules.flanders_fields.game.assault.commands import ASSAULT_COMMANDS, AssaultCommand
from rules.flanders_fields.game.barrage.commands import BARRAGE_COMMANDS, BarrageCommand
from rules.flanders_fields.game.bombard.commands import BOMBARD_COMMANDS, BombardCommand
from rules.flanders_fields.game.cards.commands import CARD_COMMANDS, CardCommand
from rules.flanders_fields.game.deep.commands import DEEP_COMMANDS, DeepCommand
from rules.flanders_fields.game.gas.commands import GAS_COMMANDS, GasCommand
from rules.flanders_fields.game.ground.commands import GROUND_COMMANDS, GroundCommand
from rules.flanders_fields.game.ground.state import Place
from rules.flanders_fields.game.guns.commands import GUN_COMMANDS, GunCommand
from rules.flanders_fields.game.guns.state import Crossing as ZoneCrossing
from rules.flanders_fields.game.national.commands import NATIONAL_COMMANDS, NationalCommand
from rules.flanders_fields.game.sealing.commands import SEALING_COMMANDS, SealingCommand
from rules.flanders_fields.game.setting_up.commands import SETTING_UP_COMMANDS, CreateGame, SettingUpCommand
from rules.flanders_fields.game.shelters.commands import SHELTER_COMMANDS, ShelterCommand
from rules.flanders_fields.shelters.block_houses import Face
from rules.flanders_fields.shooting.arcs import Sector
from rules.flanders_fields.vocabulary import Carriage, Cover, Crossing, Going, Slope
from rules.kernel.play import Throw
from rules.kernel.record_kinds import Answer, GiveUpSeat, Note, Overrule, Reread, TakeBack, TakeSeat, Withdraw
from rules.kernel.resolve import fact
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class StartTurn:
    """Begin the player turn that is next."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NextStep:
    """Finish the present step; `battalion` chooses which battalion goes through its list next (FF-TRN-06)."""

    battalion: str = fact("the battalion whose list comes next", default="")


@dataclass(frozen=True, slots=True, kw_only=True)
class EndTurn:
    """End the present player turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RollReinforcement:
    """Roll whether a battalion off the table arrives (FF-SCN-10)."""

    battalion: str = fact("the battalion that may arrive")
    die: Throw = fact("its die")


@dataclass(frozen=True, slots=True, kw_only=True)
class PromoteInField:
    """Put a new command stand on the table for a dead commander (FF-CMD-09)."""

    formation: str = fact("the battalion or regiment that gets a new commander")


@dataclass(frozen=True, slots=True, kw_only=True)
class AllotStaffBonus:
    """Give a regiment's staff bonus of this turn to one of its battalion commanders (FF-ORD-25)."""

    battalion: str = fact("the battalion whose commander gets the staff bonus")


@dataclass(frozen=True, slots=True, kw_only=True)
class RollOrders:
    """Roll for a unit's orders, with what was measured and what was declared before the die (FF-ORD-02).

    `again` is the second die where a game plays the staff bonus as a re-roll (AMB-13). Who stands in gas the game
    knows, unless it is told otherwise. `commander_sees_it`: a battery ordered although the lines are down (GAP-86).
    `goes_forward`: a French unit is told to, with Elan (FF-SPR-05).
    """

    unit: str = fact("the unit that is ordered")
    die: Throw = fact("its order roll")
    again: Throw | None = fact("the second die of the staff bonus", default=None)
    in_gas: bool | None = fact("the unit stands in gas", default=None)
    commander_in_gas: bool | None = fact("its commander stands in gas", default=None)
    farthest_platoon_cm: float | None = fact(
        "from the company's commander to its farthest platoon", default=None, unit="cm"
    )
    own_sight: bool = fact("the battery or mortar itself sees the enemy", default=False)
    battalion_farthest_cm: float | None = fact(
        "from the command stand to the battalion's farthest stand", default=None, unit="cm"
    )
    open_sights: bool = fact("the unit fires over open sights", default=False)
    front_trench_cm: float | None = fact("from the command stand to the front trench", default=None, unit="cm")
    crossing_wire: bool = fact("the unit is crossing wire", default=False)
    staff_bonus: bool = fact("the staff bonus is used for this roll", default=False)
    prussian_discipline: bool = fact("Prussian Discipline is declared", default=False)
    commander_sees_it: bool = fact("its commander sees the battery himself", default=False)
    pals: bool = fact("Pals is declared", default=False)
    professionalism: bool = fact("Professionalism is declared", default=False)
    goes_forward: bool = fact("the unit is told to go forward, with Elan", default=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveSuppression:
    """Spend an action on a level of suppression (FF-SUP-10)."""

    unit: str = fact("the unit that spends an action")
    stand: str = fact("the stand that loses a suppression level", default="")


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveUnit:
    """Spend an action on a move over one kind of ground (FF-MOV-01); `zones`: stands that move through fire.

    A tank crushes the `belts` of wire it moves over, and loses way in every trench it crosses (FF-WIR-11, FF-MOV-14).
    `places`: where its stands are afterwards; of those not told only the last place is known.
    """

    unit: str = fact("the unit that moves")
    going: Going = fact("the going", default=Going.CROSS_COUNTRY)
    in_column: bool = fact("it moves in column", default=False)
    note: str = fact("what else is said of the move", default="")
    zones: tuple[ZoneCrossing, ...] = fact("its stands that move through a fire zone", default=())
    belts: int = fact("the belts of wire it crushes", default=0)
    trenches_crossed: int = fact("the trenches it crosses", default=0)
    places: tuple[Place, ...] = fact("where its stands are afterwards", default=())


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeCarriage:
    """Pack, unpack, limber or unlimber a weapon for an action (FF-MOV-13)."""

    unit: str = fact("the weapon")
    to: Carriage = fact("how it stands afterwards")


@dataclass(frozen=True, slots=True, kw_only=True)
class CrossWire:
    """Spend an action on getting stands over one belt of wire; a die a stand where the period asks for one."""

    unit: str = fact("the unit that crosses")
    stands: tuple[str, ...] = fact("the stands that try it")
    dice: tuple[Throw, ...] = fact("a die for each stand", default=())
    belts: int = fact("the belts of wire in a row", default=1)
    zones: tuple[ZoneCrossing, ...] = fact("its stands that move through a fire zone", default=())
    places: tuple[Place, ...] = fact("where its stands are afterwards", default=())


@dataclass(frozen=True, slots=True, kw_only=True)
class AimedShot:
    """One stand's fire at one target as measured; `behind_cm` for a stand in a machine gun's beaten zone.

    `passes_over` says that another enemy comes first by target priority; `stands_in_front` counts friendly stands.
    `sector` is the side of the tank, or the face of the block house, that fires; `face` the face of a block house that
    is hit; `armour_in_cover` tells of an armoured target that it stands in a building or the like.
    """

    firer: str = fact("the stand that fires")
    target: str = fact("the stand fired at")
    range_cm: float = fact("from the firer to the target", unit="cm")
    cover: Cover = fact("the target's cover")
    dice: tuple[Throw, ...] = fact("the dice of the shot")
    behind_cm: float | None = fact("from the first target to this one behind it", default=None, unit="cm")
    in_arc: bool = fact("the target is in the firer's arc", default=True)
    direct_sight: bool = fact("the firer sees the target itself", default=True)
    firer_in_gas: bool | None = fact("the firer stands in gas", default=None)
    line_crosses: Crossing = fact("what the line of fire passes between", default=Crossing.NOTHING)
    slope: Slope = fact("how the firer stands above or below the target", default=Slope.LEVEL)
    from_the_flank: bool = fact("the fire comes from the flank", default=False)
    stands_in_front: int = fact("friendly stands in front of the firer", default=0)
    friends_in_line: bool = fact("friendly stands are in the line of fire", default=False)
    passes_over: bool = fact("another enemy comes first by target priority", default=False)
    sector: Sector = fact("the side of the tank, or the face of the block house, that fires", default=Sector.NONE)
    face: Face | None = fact("the face of the block house that is hit", default=None)
    armour_in_cover: bool = fact("the armoured target stands in a building or the like", default=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fire:
    """Spend a fire action: a company's stands each once, or a machine gun's first target and its beaten zone.

    A tank fires at as many targets as its type allows, a block house from each face. `on_the_move`: at the end of the
    move action a tank has just made, which spends no action of its own (FF-TNK-02).
    """

    unit: str = fact("the unit that fires")
    shots: tuple[AimedShot, ...] = fact("the shots")
    mad_minute: bool = fact("it fires a Mad Minute", default=False)
    on_the_move: bool = fact("it fires at the end of its move", default=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishUnit:
    """Let a unit go with actions unspent; it cannot be come back to this turn (FF-TRN-05)."""

    unit: str = fact("the unit that is done")


@dataclass(frozen=True, slots=True, kw_only=True)
class TestMorale:
    """Roll the morale test a battalion owes (FF-MOR-03)."""

    battalion: str = fact("the battalion that is tested")
    die: Throw = fact("its die")
    prussian_discipline: bool = fact("Prussian Discipline is declared", default=False)
    pals: bool = fact("Pals is declared", default=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class TestWeapon:
    """Roll the test of a crewed weapon that supported a battalion which is gone (FF-MOR-06)."""

    weapon: str = fact("the weapon that is tested")
    die: Throw = fact("its die")


@dataclass(frozen=True, slots=True, kw_only=True)
class SupportsAnother:
    """Say that a crewed weapon did not support the battalion that is gone, and has no test to take (AMB-86)."""

    weapon: str = fact("the weapon that did not support that battalion")


@dataclass(frozen=True, slots=True, kw_only=True)
class TryHeroicAction:
    """Try the deed both sides agreed on: success removes the enemy stands named in the agreement (FF-HER-01)."""

    stand: str = fact("the platoon that tries it")
    deed: str = fact("the deed that was agreed on")
    die: Throw = fact("its die")
    removes: tuple[str, ...] = fact("the enemy stands that success removes", default=())
    agreed: bool = fact("both sides agreed on it", default=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Correct:
    """Set a tracked value to what stands on the table.

    `what` is levels, alive or on_wire of a stand; front_face, left_face or right_face of a block house; carriage or
    actions of a unit; fired_on or on_table of a battalion; field_promotion or discipline_used of a battalion or
    regiment; in_gas of a stand; along_cm, up_cm or facing_deg of a stand on the map; along_cm, up_cm, phases or
    on_table of a cloud; direction_deg or speed_cm of the wind.
    `of` names it.
    """

    of: str = fact("what is set right")
    what: str = fact("which of its values")
    value: int | float | bool | str = fact("what stands on the table")
    reason: str = fact("why, in a few words")


OwnCommand = (
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
    | Reread
    | Withdraw
    | TakeSeat
    | GiveUpSeat
)
OWN_COMMANDS: Final = frozenset(get_args(OwnCommand))

Command = (
    OwnCommand
    | AirCommand
    | ArmourCommand
    | AssaultCommand
    | BarrageCommand
    | BombardCommand
    | CardCommand
    | NationalCommand
    | DeepCommand
    | GasCommand
    | GroundCommand
    | GunCommand
    | SealingCommand
    | SettingUpCommand
    | ShelterCommand
)

GOES_ON: Final = (
    RollOrders,
    RemoveSuppression,
    MoveUnit,
    ChangeCarriage,
    CrossWire,
    Fire,
    FinishUnit,
    NextStep,
    EndTurn,
    TryHeroicAction,
)
"""What takes a turn further, and waits while something has to be settled first."""


def is_own(command: Command) -> TypeGuard[OwnCommand]:
    """Whether a command is the game's own, and no chapter's."""
    return type(command) in OWN_COMMANDS


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
    **ARMOUR_COMMANDS,
    **ASSAULT_COMMANDS,
    **SEALING_COMMANDS,
    **SETTING_UP_COMMANDS,
    **SHELTER_COMMANDS,
    **GUN_COMMANDS,
    **GAS_COMMANDS,
    **GROUND_COMMANDS,
    **AIR_COMMANDS,
    **CARD_COMMANDS,
    **NATIONAL_COMMANDS,
    **DEEP_COMMANDS,
    **BARRAGE_COMMANDS,
    **BOMBARD_COMMANDS,
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
    "reread": Reread,
    "withdraw": Withdraw,
}

KEPT_COMMANDS: dict[str, type[Command]] = {"take_seat": TakeSeat, "give_up_seat": GiveUpSeat}
"""What only the keeper of a game sends."""
