"""The turn as a chapter of the game: set up, made ready for, closed step by step."""

from typing import Final

from rules.earth_1418.game.state import EarthState
from rules.earth_1418.game.table import EarthTable
from rules.earth_1418.turn.game import events as ev
from rules.earth_1418.turn.game import fold
from rules.earth_1418.turn.game.commands import CloseStep, RemoveSubUnits, SayReady
from rules.earth_1418.turn.game.creating import BeginEarth, EarthBegun, begun
from rules.earth_1418.turn.game.judge import close_step, remove_sub_units, say_ready
from rules.kernel.chapters import Chapter, EventKind, always, judged_by, late

TURN: Final[Chapter[EarthState, EarthTable]] = Chapter(
    key="turn",
    events=(
        EventKind(kind="game_created", made=EarthBegun, fold=begun, is_deed=False),
        EventKind(kind="sub_units_removed", made=ev.SubUnitsRemoved, fold=fold.removed),
        EventKind(kind="said_ready", made=ev.SaidReady, fold=fold.ready),
        EventKind(kind="commands_opened", made=ev.CommandsOpened, fold=fold.commands_opened, tells=always),
        EventKind(kind="plans_opened", made=ev.PlansOpened, fold=fold.plans_opened, tells=always),
        EventKind(kind="step_closed", made=ev.StepClosed, fold=fold.closed),
        EventKind(kind="step_began", made=ev.StepBegan, fold=fold.step_began),
        EventKind(kind="bound_ended", made=ev.BoundEnded, fold=fold.bound_ended),
    ),
    told=late("rules.earth_1418.turn.game.words", "TOLD"),
    commands={
        "begin_battle": BeginEarth,
        "ready": SayReady,
        "close_step": CloseStep,
        "remove_sub_units": RemoveSubUnits,
    },
    crosses={"ready": "said_ready", "close_step": "step_closed"},
    judge=judged_by({SayReady: say_ready, CloseStep: close_step, RemoveSubUnits: remove_sub_units}),
    deeds=late("rules.earth_1418.turn.game.deeds", "TURN_DEEDS"),
)
