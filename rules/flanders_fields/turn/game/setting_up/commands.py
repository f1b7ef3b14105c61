"""What a seat asks for while a game is set up."""

from rules.flanders_fields.game.cards_in_force import Deck
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.game.table import Judgement
from rules.flanders_fields.turn.game.setting_up.written import WrittenScenario
from rules.flanders_fields.vocabulary import Side
from rules.kernel.chapters import BeginsGame
from rules.kernel.resolve import fact
from rules.kernel.rulings import HouseRule
from rules.kernel.values import dataclass
from rules.tabletop.laid import LaidTable


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateGame(BeginsGame):
    """Set up a scenario: date (empty: the scenario's), house rules, the names of the sides, the Veteran battalions.

    `event_cards`: without them, with a pack the app shuffles, or with a real one on the table (FF-CRD-01). `table` is
    laid from the start; a game may do without one. `own` is a scenario of one's own in place of a ready one, `scenario`
    then stays empty; it is set up step by step.
    """

    scenario: str = fact("the scenario; none for one of one's own", default="")
    title: str = fact("what the game is called", default="")
    date: str = fact("the month, if not the scenario's", default="")
    period: str = fact("the period, where the scenario leaves it open", default="")
    house_rules: tuple[HouseRule, ...] = fact("the house rules", default=())
    attacker: str = fact("the attacker's name", default="")
    defender: str = fact("the defender's name", default="")
    veterans: tuple[str, ...] = fact("the Veteran battalions", default=())
    event_cards: Deck = fact("how event cards are drawn", default=Deck.NONE)
    table: LaidTable | None = fact("the table that is laid", default=None)
    own: WrittenScenario | None = fact("a scenario of one's own", default=None)

    def begun(self, state: GameState) -> Judgement:
        """The forces of the scenario; what is read of scenarios is loaded with the first one."""
        from rules.flanders_fields.turn.game.setting_up.creating import create_game

        return create_game(state, self)


@dataclass(frozen=True, slots=True, kw_only=True)
class BeginSetUp:
    """Go through the steps of the book before the first turn (FF-SET-10)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishStage:
    """Say that the present step is done: terrain, works, or one's own plan. For the plans each side says so itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeployFormation:
    """Say that a battalion, or a regiment's own stands, are set up: the other side is next."""

    formation: str = fact("the battalion, or the regiment's own stands, set up")


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldObjective:
    """Note who has an objective of the scenario, by its number from 1 on; without a holder, nobody has it."""

    objective: int = fact("the number of the objective")
    holder: Side | None = fact("who has it", default=None)


SettingUpCommand = CreateGame | BeginSetUp | FinishStage | DeployFormation | HoldObjective
