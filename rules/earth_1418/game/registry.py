"""The modules of the game as data. The engine fills the list; code below the engine reads it.

What needs all modules is here too: decide a command, apply an event.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

from rules.earth_1418.game.seat_context import EarthTable
from rules.earth_1418.game.state.game import EarthState
from rules.kernel.dice_ledger import kept_under_names
from rules.kernel.explanations import Refusal
from rules.kernel.game_record import Judgement, Keeps, is_set_up, remember
from rules.kernel.play import Past, Recorded, no_past
from rules.kernel.record_module import forget_agreeing, judged, sits_down
from rules.kernel.rule_modules import BeginsGame, Chapter, Chapters
from rules.kernel.seats import Actor, Role

# The list of the game's modules as data. The engine fills it; code below the engine reads it here

_registered: list[Chapter[EarthState, EarthTable]] = []
_record: list[tuple[Keeps[EarthState], type[Any]]] = []


def register(
    listed: Sequence[Chapter[EarthState, EarthTable]], record: Keeps[EarthState], correction: type[Any]
) -> None:
    """Fill the registry. The engine calls this once, when it is loaded. Raises RuntimeError the second time.

    Args:
        listed: the modules, in the order of the play screen.
        record: the record of the game.
        correction: the command that corrects a value of the game.
    """
    if _registered:
        raise RuntimeError("the modules of the game are registered already")
    _registered.extend(listed)
    _record.append((record, correction))


@cache
def chapters() -> Chapters[EarthState, EarthTable]:
    """Return the modules in the order of the play screen, as one. Raises RuntimeError if none is registered."""
    if not _registered:
        raise RuntimeError("no module of the game is registered: import rules.earth_1418.game.engine first")
    return Chapters(tuple(_registered))


def record() -> tuple[Keeps[EarthState], type[Any]]:
    """Return the record and its command of correction. Raises RuntimeError if none is registered."""
    if not _record:
        raise RuntimeError("no record of the game is registered: import rules.earth_1418.game.engine first")
    return _record[0]


# Folds of events into the state


def apply(state: EarthState, recorded: Recorded[Any]) -> EarthState:
    """Fold one event in, in place."""
    event = recorded.event
    if not is_set_up(state, recorded, chapters().opens(event)) and chapters().is_deed(event):
        dice, told = kept_under_names(state, chapters().dice(state, event)), chapters().tells(state, event)
        remember(state, recorded, chapters().name(state, event) or "", dice, state.span, told)
    forget_agreeing(state, recorded)
    state.seq = recorded.seq
    chapters().fold(state, event)
    return state


def after(table: EarthTable, events: Sequence[Any]) -> EarthTable:
    """Return the table for the same seat after events that have not happened yet."""
    made = table.state.copy()
    for event in events:
        apply(made, Recorded(made.seq + 1, event, "not sent", Role.SPECTATOR))
    return EarthTable(made, table.actor)


# Who judges a command


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
