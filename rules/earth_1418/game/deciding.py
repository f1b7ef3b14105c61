"""Who judges a command: the record, or its chapter."""

from typing import Any

from rules.earth_1418.game.registry import chapters, record
from rules.earth_1418.game.state import EarthState
from rules.earth_1418.game.table import EarthTable
from rules.kernel.chapters import BeginsGame
from rules.kernel.deeds import Judgement
from rules.kernel.explain import Refusal
from rules.kernel.play import Past, no_past
from rules.kernel.recording import judged, sits_down
from rules.kernel.seats import Actor


def decide(state: EarthState, command: Any, actor: Actor, past: Past = no_past) -> Judgement:
    """Judge one command: the events that follow, or why not. Pure."""
    seated = sits_down(record()[0], state, actor, command)
    if seated is not None:
        return seated
    if isinstance(command, BeginsGame):
        return command.begun(state)
    if state.facts is None:
        return Refusal("", "this game has not been set up", "create it first")
    return judge(EarthTable(state, actor, past), command)


def judge(table: EarthTable, command: Any) -> Judgement:
    """What follows from a command in a game that has begun; while a question is open, all else waits."""
    keeps, correction = record()
    of_record = judged(keeps, table.state, table.actor, command, table.past, decide, correction)
    return chapters().judge(table, command) if of_record is None else of_record
