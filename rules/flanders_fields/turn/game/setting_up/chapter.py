"""Setting up by the steps of the book as a chapter of the game."""

from collections.abc import Iterator
from typing import Final

from rules.flanders_fields.game.book_chapter import BookChapter
from rules.flanders_fields.game.happening import Became, Happening
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.game.waiting import BeginsTurn, PutsOnMap
from rules.flanders_fields.turn.game.setting_up import fold
from rules.flanders_fields.turn.game.setting_up.commands import BeginSetUp, DeployFormation, FinishStage, HoldObjective
from rules.flanders_fields.turn.game.setting_up.created import GameCreated, SetUpBegun
from rules.flanders_fields.turn.game.setting_up.creating import CreateGame
from rules.flanders_fields.turn.game.setting_up.events import FormationDeployed, ObjectiveHeld, StageFinished
from rules.flanders_fields.turn.game.setting_up.judge import before_this, judge
from rules.flanders_fields.turn.game.setting_up.settled import ScenarioSettled
from rules.flanders_fields.turn.game.setting_up.zones import inside_zones
from rules.kernel.chapters import always, late
from rules.kernel.seats import Audience


def _referee(_state: GameState, _event: object) -> Audience:
    return Audience.REFEREE


def _waits(_state: GameState, event: GameCreated) -> Iterator[Became]:
    """Who begins in reserve, of whom nothing has become yet."""
    return ((one.id, "") for one in event.battalions if not one.on_table)


SETTING_UP: Final[BookChapter] = BookChapter(
    key="setting_up",
    events=(
        Happening(
            kind="game_created", made=GameCreated, fold=fold.created, is_deed=False, heard=_referee, became=_waits
        ),
        Happening(kind="scenario_settled", made=ScenarioSettled, fold=fold.scenario_settled, heard=_referee),
        Happening(kind="set_up_begun", made=SetUpBegun, fold=fold.begun),
        Happening(kind="stage_finished", made=StageFinished, fold=fold.finished),
        Happening(kind="formation_deployed", made=FormationDeployed, fold=fold.formation_deployed, tells=always),
        Happening(kind="objective_held", made=ObjectiveHeld, fold=fold.objective_held, weighs=lambda _event: 8),
    ),
    told=late("rules.flanders_fields.turn.game.setting_up.words", "TOLD"),
    commands={
        "create_game": CreateGame,
        "begin_set_up": BeginSetUp,
        "finish_stage": FinishStage,
        "deploy_formation": DeployFormation,
        "hold_objective": HoldObjective,
    },
    judge=judge,
    waits=before_this,
    lets_wait=(BeginsTurn, PutsOnMap),
    waits_at=11,
    checks=inside_zones,
    deeds=late("rules.flanders_fields.turn.game.setting_up.deeds", "SETTING_UP_DEEDS"),
    views={"set_up_by_steps": late("rules.flanders_fields.turn.game.setting_up.view", "set_up_view")},
    lies=late("rules.flanders_fields.turn.game.setting_up.lying", "LIES"),
)
