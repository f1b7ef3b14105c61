"""Who judges a command: its chapter, once nothing is to be settled first."""

from typing import Final

from rules.flanders_fields.game.record import kept
from rules.flanders_fields.game.registry import chapters, checks, follows
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.game.table import JudgedTable, Judgement
from rules.kernel import undo
from rules.kernel.chapters import BeginsGame, Command
from rules.kernel.explain import Refusal
from rules.kernel.play import Past, no_past
from rules.kernel.record_kinds import Reread
from rules.kernel.recording import sits_down
from rules.kernel.seats import Actor


def decide(state: GameState, command: Command, actor: Actor, past: Past = no_past) -> Judgement:
    """Judge one command: the events that follow, or why the rules do not allow it. Pure."""
    seated = sits_down(RECORD, state, actor, command)
    if seated is not None:
        return seated
    if isinstance(command, BeginsGame):
        return command.begun(state)
    if state.facts is None:
        return Refusal("", "this game has not been set up", "create it first")
    if isinstance(command, Reread):
        return undo.reread(state, actor, command, past, decide)
    table = JudgedTable(state, actor, state.book())
    judged = judge(table, command)
    if isinstance(judged, Refusal):
        return judged
    return (*judged, *(event for added in follows() for event in added(state, judged, table.book)))


def judge(table: JudgedTable, command: Command) -> Judgement:
    """What follows from a command, with what the map had proposed where a table is laid."""
    judged = ruled(table, command)
    return judged if table.state.ground.laid is None else _beside_the_map(table, command, judged)


def ruled(table: JudgedTable, command: Command) -> Judgement:
    """Hand a command to the chapter that knows it; while something is to be settled first, the others wait."""
    first = waits(table, command)
    if first:
        return first
    judged = chapters().judge(table, command)
    for check in checks():
        judged = check(table, judged)
    return judged


def waits(table: JudgedTable, command: Command) -> Refusal | None:
    """What a command waits for that is to be settled first, of whatever chapter, unless that is set aside."""
    return None if table.overruled else chapters().waits(table, command)


def _beside_the_map(table: JudgedTable, command: Command, judged: Judgement) -> Judgement:
    """The same with what the map had proposed; its libraries are loaded with the first map that is asked."""
    from rules.flanders_fields.game.survey.consulted import consulted

    return consulted(table, command, judged)


RECORD: Final = kept.FlandersRecord(judge)
