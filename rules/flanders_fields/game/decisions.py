"""Decide commands, and preview what each face of their dice would bring."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final, Protocol, TypeVar

from rules.flanders_fields.fire_eligibility import Shot
from rules.flanders_fields.game import tracked_values
from rules.flanders_fields.game.handler_context import JudgedTable
from rules.flanders_fields.game.map_facts.seat_board import consulted
from rules.flanders_fields.game.outcomes import Reasons
from rules.flanders_fields.game.registry import chapters, checks, follows, foreseen_by
from rules.flanders_fields.game.rule_module import Brings, Foreseen, Prospect
from rules.flanders_fields.game.state.game import GameState
from rules.flanders_fields.game.state.placement import NO_GROUND
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.shooting import effect, shot_modifiers
from rules.kernel import undo
from rules.kernel.dice import ALL_D6, Throw
from rules.kernel.explanations import Considered, Refusal, Step
from rules.kernel.game_record import Judgement
from rules.kernel.play import Past, no_past
from rules.kernel.record_events import Reread
from rules.kernel.record_module import sits_down
from rules.kernel.rule_modules import BeginsGame, Command, Event
from rules.kernel.seats import Actor

# Who judges a command


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
    return judged if table.state.ground.laid is None else consulted(table, command, judged)


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


RECORD: Final = tracked_values.FlandersRecord(judge)


# Odds before the dice


def prospects(state: GameState, command: Command, actor: Actor) -> Foreseen:
    """Every die the command would throw, in the order they are read; none where it throws none.

    The dice inside the command do not matter. Refuses whatever the judge refuses for every face.
    """
    foreseen = foreseen_by().get(type(command))
    if foreseen is None:
        return ()
    bare = state.copy()
    bare.thrown = {}
    # What the map would propose is kept beside an outcome and changes none.
    bare.ground = NO_GROUND
    return foreseen(JudgedTable(bare, actor, bare.book()), command)


# What chapters share of telling what dice would bring


class Reasoned(Protocol):
    """An event that says why it came out as it did."""

    @property
    def reasons(self) -> Reasons: ...


E = TypeVar("E", bound=Reasoned)
Judged = Callable[[Throw], Judgement]
"""A judge who is asked about a command with this die in it."""


def all_faces(judged: Judged, brought: Callable[[Sequence[Event]], tuple[Brings, Reasons]]) -> Foreseen:
    """One die of nobody, by its faces; refuses what the judge refuses for any of them."""
    brings, why = list[Brings](), Reasons()
    for face in ALL_D6:
        found = judged(Throw(face.pips))
        if isinstance(found, Refusal):
            return found
        outcome, why = brought(found)
        brings.append(outcome)
    steps = tuple(step for step in why.steps if step.value is not None)
    return (Prospect("", tuple(brings), steps, why.considered),)


def first_event(made: type[E], brings: Callable[[E], Brings]) -> Callable[[Sequence[Event]], tuple[Brings, Reasons]]:
    """What the first event says that follows from a die; raises TypeError where it is of another kind."""

    def brought(found: Sequence[Event]) -> tuple[Brings, Reasons]:
        event = found[0]
        if not isinstance(event, made):
            raise TypeError(f"{type(event).__name__} is not decided by one die")
        return brings(event), event.reasons

    return brought


def _with_die(command: Any, die: Throw) -> object:
    return replace(command, die=die)


def one_die(
    made: type[E],
    of: str,
    brings: Callable[[E], Brings],
    thrown: Callable[[Any, Throw], object] = _with_die,
) -> Callable[[JudgedTable, Any], Foreseen]:
    """Of a command that one die decides: the event it makes, the field that names whose it is, what the event brings.

    `thrown` puts a die into the command.
    """

    def foreseen(table: JudgedTable, command: Any) -> Foreseen:
        found = all_faces(lambda die: decide(table.state, thrown(command, die), table.actor), first_event(made, brings))
        return found if isinstance(found, Refusal) else (replace(found[0], of=getattr(command, of)),)

    return foreseen


def by_shot(shot: Shot, book: RuleBook, bare: Prospect) -> Prospect:
    """A shot by its faces, with what changes its die; `bare` says whom it concerns."""
    found = tuple(shot_modifiers(shot, book))
    return replace(
        bare,
        faces=tuple(effect(shot, face, book).value for face in ALL_D6),
        steps=tuple(finding for finding in found if isinstance(finding, Step)),
        considered=tuple(finding for finding in found if isinstance(finding, Considered)),
    )
