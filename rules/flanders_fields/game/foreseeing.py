"""What chapters share of telling what dice would bring: a judge asked for every face, and the faces of a shot."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Protocol, TypeVar

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.game.deciding import decide
from rules.flanders_fields.game.outcomes import Reasons
from rules.flanders_fields.game.prospect import Brings, Foreseen, Prospect
from rules.flanders_fields.game.table import JudgedTable, Judgement
from rules.flanders_fields.shooting.facts import Shot
from rules.flanders_fields.shooting.modifiers import shot_modifiers
from rules.flanders_fields.shooting.shot import effect
from rules.kernel.chapters import Event
from rules.kernel.dice import ALL_D6, Throw
from rules.kernel.explain import Considered, Refusal, Step


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
