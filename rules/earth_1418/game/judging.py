"""Who judges which command, and which deeds there are."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from rules.earth_1418.game import choosing, creating, firing, moving, stepping
from rules.earth_1418.game import commands as asked
from rules.earth_1418.game.choosing_deeds import CHOOSING_DEEDS
from rules.earth_1418.game.firing_deeds import FIRING_DEEDS
from rules.earth_1418.game.ground import judge as ground
from rules.earth_1418.game.ground.deeds import GROUND_DEEDS
from rules.earth_1418.game.recording import OF_RECORD, EarthRecord
from rules.earth_1418.game.state import EarthState
from rules.earth_1418.game.table import EarthTable
from rules.earth_1418.vocabulary import SEATING
from rules.kernel.explain import Refusal
from rules.kernel.play import Actor, Past, no_past
from rules.kernel.recording import judged, sits_down
from rules.kernel.stage import Deed

Judgement = Sequence[Any] | Refusal
JUDGES: Final[Mapping[type[Any], Callable[[EarthTable, Any], Judgement]]] = {
    **choosing.DRAFT_JUDGES,
    asked.SayReady: choosing.say_ready,
    asked.Shoot: firing.shoot,
    asked.Shell: firing.shell,
    asked.LayCordon: firing.lay_cordon,
    asked.ThrowAgain: firing.throw_again,
    asked.PlaceHits: firing.place,
    asked.RecoverBase: moving.recover,
    asked.MoveSubUnit: moving.move_unit,
    asked.FightHand: firing.fight,
    asked.CloseStep: stepping.close_step,
    asked.LayTerrain: ground.lay_table,
    asked.PlaceRank: ground.place_rank,
    asked.PlaceBases: ground.place_bases,
    asked.LiftUnit: ground.lift_unit,
}
DEEDS: Final[tuple[Deed[EarthTable], ...]] = (
    *OF_RECORD.first,
    *CHOOSING_DEEDS,
    *moving.MOVING_DEEDS,
    *FIRING_DEEDS,
    *stepping.STEPPING_DEEDS,
    *GROUND_DEEDS,
    *OF_RECORD.last,
)
"""What may be done in a game that has begun; what is owed stands in this order."""


def decide(state: EarthState, command: Any, actor: Actor, past: Past = no_past) -> Judgement:
    """Judge one command: the events that follow, or why not. Pure."""
    seated = sits_down(SEATING, actor, command)
    if seated is not None:
        return seated
    if isinstance(command, asked.BeginEarth):
        return creating.create(state, command)
    if state.facts is None:
        return Refusal("", "this game has not been set up", "create it first")
    return judge(EarthTable(state, actor, past), command)


def judge(table: EarthTable, command: Any) -> Judgement:
    """What follows from a command in a game that has begun; while a question is open, all else waits."""
    of_record = judged(RECORD, table.state, table.actor, command, table.past, decide, asked.CorrectOnTable)
    return JUDGES[type(command)](table, command) if of_record is None else of_record


RECORD: Final = EarthRecord(judge)
