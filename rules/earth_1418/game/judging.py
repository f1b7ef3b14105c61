"""Who judges which command, and which deeds there are."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from rules.earth_1418.game import choosing, creating, firing, moving, stepping
from rules.earth_1418.game import commands as asked
from rules.earth_1418.game.choosing_deeds import CHOOSING_DEEDS
from rules.earth_1418.game.firing_deeds import FIRING_DEEDS
from rules.earth_1418.game.recording import OF_RECORD, EarthRecord
from rules.earth_1418.game.state import EarthState
from rules.earth_1418.game.table import EarthTable
from rules.kernel import record
from rules.kernel import record_kinds as kinds
from rules.kernel.explain import Refusal
from rules.kernel.play import Actor, Past, Role, no_past
from rules.kernel.stage import Deed

Judgement = Sequence[Any] | Refusal
JUDGES: Final[Mapping[type[Any], Callable[[EarthTable, Any], Judgement]]] = {
    asked.CommandFormation: choosing.command_formation,
    asked.OrderBombardment: choosing.order_bombardment,
    asked.PlanSubUnit: choosing.plan_unit,
    asked.ShareShots: choosing.share_shots,
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
}
DEEDS: Final[tuple[Deed[EarthTable], ...]] = (
    *OF_RECORD.first,
    *CHOOSING_DEEDS,
    *moving.MOVING_DEEDS,
    *FIRING_DEEDS,
    *stepping.STEPPING_DEEDS,
    *OF_RECORD.last,
)
"""What may be done in a game that has begun; what is owed stands in this order."""


def decide(state: EarthState, command: Any, actor: Actor, past: Past = no_past) -> Judgement:
    """Judge one command: the events that follow, or why not. Pure."""
    if isinstance(command, kinds.TakeSeat | kinds.GiveUpSeat):
        return record.seat_changed(actor, command)
    if actor.role is Role.SPECTATOR:
        return Refusal("", "a spectator only looks on", "ask the host for a seat")
    if isinstance(command, asked.BeginEarth):
        return creating.create(state, command)
    if state.facts is None:
        return Refusal("", "this game has not been set up", "create it first")
    return judge(EarthTable(state, actor, past), command)


def judge(table: EarthTable, command: Any) -> Judgement:
    """What follows from a command in a game that has begun; while a question is open, all else waits."""
    state, actor = table.state, table.actor
    match command:
        case kinds.Note():
            return record.note(command)
        case kinds.TakeBack():
            return record.take_back(RECORD, state, actor, command)
        case kinds.Answer():
            return record.answer(RECORD, state, actor, command)
        case kinds.Withdraw():
            return record.withdraw(state, actor)
        case kinds.Overrule():
            return record.overrule(RECORD, state, actor, command)
        case kinds.Reread():
            return record.reread(state, actor, command, table.past, decide)
        case asked.CorrectOnTable():
            return record.correct(RECORD, state, actor, command)
    return JUDGES[type(command)](table, command)


RECORD: Final = EarthRecord(judge)
