"""What a seat asks for. The kinds and fields are stored for ever."""

from collections.abc import Mapping
from typing import Any, Final

from rules.earth_1418.bases import USUAL_BASE
from rules.earth_1418.facts import SubUnitWritten
from rules.earth_1418.game.state import BasePlace, Ordered, PieceGround
from rules.earth_1418.vocabulary import FormationClass, HighCommand, Plan, Terrain
from rules.kernel.play import Throw
from rules.kernel.recording import RECORD_COMMANDS
from rules.kernel.resolve import fact
from rules.kernel.rulings import HouseRule
from rules.kernel.values import dataclass
from rules.tabletop.laid import LaidTable


@dataclass(frozen=True, slots=True, kw_only=True)
class FormationWritten:
    """A formation of a force of one's own."""

    name: str = fact("what it is called", longest=60)
    side: str = fact("whose it is: attacker or defender")
    grade: FormationClass = fact("its class")
    motorised: bool = fact("it has motor transport", default=False)
    sub_units: tuple[SubUnitWritten, ...] = fact("its sub-units", fewest=1, longest=24)


@dataclass(frozen=True, slots=True, kw_only=True)
class BeginEarth:
    """Set up a game: a ready one by its name, or with forces of one's own."""

    scenario: str = fact("the ready game; empty for forces of one's own", default="")
    title: str = fact("what it is called", default="", longest=80)
    date: str = fact("the month of the game", default="1915-05")
    house_rules: tuple[HouseRule, ...] = fact("the house rules of the game", default=())
    wind_towards_deg: float | None = fact(
        "where the wind blows to, clockwise from straight up the map", unit="degrees", default=None, least=0, most=360
    )
    wind_value: float | None = fact("the scenario's wind value", default=None, least=0, most=12)
    formations: tuple[FormationWritten, ...] = fact("the formations of both sides", default=(), longest=24)
    on_table: bool = fact("the table of the ready game is laid, and its sub-units stand on it", default=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandFormation:
    """Write what one formation is told (BE-CMD-01); nobody else reads it before both sides are ready."""

    formation: str = fact("the formation")
    command: HighCommand = fact("what it is told")


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderBombardment:
    """Write which guns bombard a square of the grid (BE-ART-01, BE-BND-02)."""

    unit: str = fact("the guns that fire")
    square: str = fact("the square of the grid", longest=12)
    lays: Ordered = fact("what they lay", default=Ordered.SHELLS)
    guns_too: tuple[str, ...] = fact("further guns that fire with them", default=(), longest=24)
    x_mm: int | None = fact("where its circle is laid", default=None, unit="mm", spot="x", mate="y_mm")
    y_mm: int | None = fact("the same, up the table", default=None, unit="mm", spot="y")


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanSubUnit:
    """Write what one sub-unit of the present planning step does (BE-PLN-01)."""

    unit: str = fact("the sub-unit")
    plan: Plan = fact("what it does")
    target: str = fact("at whom it shoots; empty: at nobody")
    packs: bool = fact("it packs or unpacks in this bound", default=False)
    enemy_within_300_m: bool = fact("an enemy to assault lies within 300 m (30 cm)", default=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShareShots:
    """Write how many shots of a bombardment are laid on one sub-unit under its circle (BE-ART-08)."""

    bombardment: str = fact("the bombardment")
    unit: str = fact("the sub-unit under the circle")
    bases_under: int = fact("how many of its bases lie under the circle", least=1, most=20)
    shots: int = fact("shots laid on it; 0: none", least=0, most=60)
    outside: bool = fact("on bases more than half outside the circle", default=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class SayReady:
    """A side is ready with its commands, or with its plans of this step. Who has no plan stays put.

    `written` are its drafts, each with its `kind`, in the order in which they were written.
    """

    side: str = fact("who is ready")
    written: tuple[dict[str, object], ...] = fact(
        "its drafts, as they were sent: the keeper of the game puts them in", default=(), longest=400
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Shoot:
    """A planned shot, or one from overwatch, with what is so on the table (BE-LOS-01, BE-ARM-01)."""

    unit: str = fact("who shoots")
    target: str = fact("at whom")
    distance_cm: float = fact("between the nearest bases", unit="cm", least=0, most=1000)
    terrain: Terrain = fact("the ground the target is on")
    other_terrain: Terrain | None = fact("the other ground it moves from or into", default=None)
    bases_able: int | None = fact("bases within range and with sight", default=None, least=0, most=20)
    mounted: bool = fact("it shoots from the saddle", default=False)
    own_cordon: str = fact("the cordon that the shooter touches; empty: none", default="")
    target_cordon: str = fact("the cordon that the target touches; empty: none", default="")
    dice: tuple[Throw, ...] = fact("its dice, the one with the bonus first", default=())
    in_sight: bool = fact("at least one of its bases has a free line to one of the target's", default=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shell:
    """Shots of a bombardment on one sub-unit under its circle (BE-ART-09)."""

    bombardment: str = fact("the bombardment")
    unit: str = fact("the sub-unit under the circle")
    outside: bool = fact("on bases more than half outside the circle", default=False)
    terrain: Terrain = fact("the ground it is on")
    other_terrain: Terrain | None = fact("the other ground it moves from or into", default=None)
    target_cordon: str = fact("the cordon that it touches; empty: none", default="")
    dice: tuple[Throw, ...] = fact("its dice, the one with the bonus first", default=())


@dataclass(frozen=True, slots=True, kw_only=True)
class LayCordon:
    """Lay the smoke or gas that was ordered (BE-GAS-04). What nobody has said of the wind is asked with the first."""

    bombardment: str = fact("the bombardment")
    wind_towards_deg: float | None = fact(
        "where the wind blows to, clockwise from straight up the map", unit="degrees", default=None, least=0, most=360
    )
    wind_thrown: bool = fact("a die says where the wind blows to (G-42)", default=False)
    wind_value: float | None = fact("the scenario's wind value, for gas", default=None, least=0, most=12)
    dice: tuple[Throw, ...] = fact("the die for the wind", default=(), longest=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class ThrowAgain:
    """Throw again the dice that have to be (BE-VEH-02, BE-ART-10)."""

    unit: str = fact("whose dice")
    target: str = fact("at whom they were thrown")
    dice: tuple[Throw, ...] = fact("the dice thrown again, in their order")


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceHits:
    """Choose which bases take the hits, as the aggressor may (BE-INJ-08, BE-INJ-09)."""

    unit: str = fact("who hit")
    target: str = fact("who is hit")
    bases: tuple[str, ...] = fact("the bases that take them")


@dataclass(frozen=True, slots=True, kw_only=True)
class RecoverBase:
    """The recovery die of an injured platoon that another shooter has under fire (BE-INJ-05)."""

    unit: str = fact("the sub-unit")
    base: str = fact("the injured base")
    die: Throw = fact("its recovery die")


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveSubUnit:
    """Move as planned: over which ground beside open, how far, and in an assault at whom (BE-MOV-12, BE-ASL-01)."""

    unit: str = fact("who moves")
    road: bool = fact("on an intact road", default=False)
    rough: bool = fact("from or into rough ground", default=False)
    impractical: bool = fact("from or into impractical ground", default=False)
    moved_cm: float | None = fact(
        "how far it moves; none: its full distance", unit="cm", default=None, least=0, most=1000
    )
    ends_in: Terrain = fact("the ground it ends on")
    nearer_to_better: bool = fact("it ends nearer to better cover than it was", default=False)
    enemy: str = fact("whom it assaults; empty: nobody", default="")
    enemy_cm: float | None = fact("straight to the enemy's nearest base", unit="cm", default=None, least=0, most=1000)
    x_mm: int | None = fact("where the middle of its rank comes to", default=None, unit="mm", spot="x", mate="y_mm")
    y_mm: int | None = fact("the same, up the table", default=None, unit="mm", spot="y")
    stays: bool = fact("its assault reaches nobody, and it stays where it is", default=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class FightHand:
    """Strike in melee with the bases that touch (BE-MEL-01, BE-MEL-02)."""

    unit: str = fact("who strikes")
    target: str = fact("at whom")
    bases: int = fact("its bases that touch an enemy base", least=1, most=20)
    terrain: Terrain = fact("the ground the enemy is on")
    other_terrain: Terrain | None = fact("the other ground the enemy moves from or into", default=None)
    dice: tuple[Throw, ...] = fact("its dice, the one with the bonus first", default=())


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseStep:
    """A side has nothing more to do in this step; the second that says so closes it."""

    side: str = fact("who closes it")


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectOnTable:
    """Set a tracked value to what stands on the table."""

    of: str = fact("what is corrected")
    what: str = fact("which of its values")
    value: int | float | bool | str = fact("what it is on the table")
    reason: str = fact("why, in a few words", default="", longest=500)


@dataclass(frozen=True, slots=True, kw_only=True)
class LayTerrain:
    """Lay a table, or another one in its place; each piece carries its cover and its going (G-16)."""

    table: LaidTable = fact("the table")
    pieces: tuple[PieceGround, ...] = fact("what pieces are worth, where it is not as usual", default=(), longest=400)
    base_width_mm: int = fact("how wide a base is", unit="mm", default=USUAL_BASE.width_mm, least=5, most=200)
    base_depth_mm: int = fact("how deep a base is", unit="mm", default=USUAL_BASE.depth_mm, least=5, most=200)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceRank:
    """Draw up a sub-unit in one rank, base beside base (BE-STR-02); x, y are the middle of the rank."""

    unit: str = fact("the sub-unit")
    x_mm: int = fact("the middle of its rank, along the attacker's edge", unit="mm", spot="x", mate="y_mm")
    y_mm: int = fact("the middle of its rank, up the table", unit="mm", spot="y")
    facing_deg: float | None = fact(
        "its facing, clockwise from straight up the table; none: as it faces, else towards the enemy's edge",
        default=None,
        unit="degrees",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceBases:
    """Say where single bases stand."""

    bases: tuple[BasePlace, ...] = fact("where each base stands", fewest=1, longest=60)


@dataclass(frozen=True, slots=True, kw_only=True)
class LiftUnit:
    """Take a sub-unit off the map; in the game it stays."""

    unit: str = fact("the sub-unit")


GROUND_COMMANDS: Final[Mapping[str, type[Any]]] = {
    "lay_table": LayTerrain,
    "place_rank": PlaceRank,
    "place_bases": PlaceBases,
    "lift_unit": LiftUnit,
}

DRAFTS: Final[Mapping[str, type[Any]]] = {
    "command_formation": CommandFormation,
    "order_bombardment": OrderBombardment,
    "plan_unit": PlanSubUnit,
    "share_shots": ShareShots,
}
"""What a side writes unseen until it is ready."""

COMMANDS: Final[Mapping[str, type[Any]]] = {
    "begin_battle": BeginEarth,
    **DRAFTS,
    "ready": SayReady,
    "shoot": Shoot,
    "shell": Shell,
    "lay_cordon": LayCordon,
    "throw_again": ThrowAgain,
    "place_hits": PlaceHits,
    "recover": RecoverBase,
    "move": MoveSubUnit,
    "fight": FightHand,
    "close_step": CloseStep,
    **GROUND_COMMANDS,
    "correct": CorrectOnTable,
    **RECORD_COMMANDS,
}
