"""What a seat asks for while a game is set up."""

from rules.flanders_fields.game.cards.state import Deck
from rules.flanders_fields.game.ground.laid import LaidTable
from rules.flanders_fields.game.setting_up.written import WrittenScenario
from rules.flanders_fields.vocabulary import Side
from rules.kernel.rulings import HouseRule
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateGame:
    """Set up a scenario: date (empty: the scenario's), house rules, the names of the sides, the Veteran battalions.

    `event_cards`: without them, with a pack the app shuffles, or with a real one on the table (FF-CRD-01). `table` is
    laid from the start; a game may do without one. `own` is a scenario of one's own in place of a ready one, `scenario`
    then stays empty; it is set up step by step.
    """

    scenario: str = ""
    title: str = ""
    date: str = ""
    period: str = ""
    house_rules: tuple[HouseRule, ...] = ()
    attacker: str = ""
    defender: str = ""
    veterans: tuple[str, ...] = ()
    event_cards: Deck = Deck.NONE
    table: LaidTable | None = None
    own: WrittenScenario | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BeginSetUp:
    """Go through the steps of the book before the first turn (FF-SET-10)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishStage:
    """Say that the present step is done: terrain, works, or one's own plan. For the plans each side says so itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeployFormation:
    """Say that a battalion, or a regiment's own stands, are set up: the other side is next."""

    formation: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldObjective:
    """Note who has an objective of the scenario, by its number from 1 on; without a holder, nobody has it."""

    objective: int
    holder: Side | None = None


SettingUpCommand = BeginSetUp | FinishStage | DeployFormation | HoldObjective

SETTING_UP_COMMANDS: dict[str, type[SettingUpCommand]] = {
    "begin_set_up": BeginSetUp,
    "finish_stage": FinishStage,
    "deploy_formation": DeployFormation,
    "hold_objective": HoldObjective,
}
