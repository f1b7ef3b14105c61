"""Conflicts of late commands with events that their device had not seen."""

import hashlib
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from app.games.open_game import OpenGame
from rules.kernel.commands import NOT_ON_STAGE, OnStage
from rules.kernel.consent import SHARE_SEAT
from rules.kernel.explanations import Refusal
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.game_record import PastDeed, WaitingRequest, allowed_to, chain, since
from rules.kernel.play import Past, Recorded
from rules.kernel.prompts import AskKind, Filled, Question
from rules.kernel.record_events import (
    ABOUT_NOTHING,
    ConsentAnswered,
    ConsentAsked,
    ConsentWithdrawn,
    RequestAllowed,
    TakeBack,
    Withheld,
)
from rules.kernel.seats import Actor, Role
from rules.kernel.serialization import NotPlain, plain

# The subject of a late command about the record of a game

REQUEST_EVENTS: Final = (ConsentAsked, Withheld, ConsentAnswered, ConsentWithdrawn, RequestAllowed)
WITHOUT_PROMPTS: Final = frozenset({"answer", "withdraw", "undo", "correct_die"})
"""Kinds of commands that a device sends without a digest of prompts. Their request or deed identifies them."""
OTHER_REQUEST: Final = "the request has changed since it was entered"
ASKED_SINCE: Final = "a side has made a request since it was entered"
UNDONE_WITH_IT: Final = "this would be undone with it"


@dataclass(frozen=True, slots=True)
class Subject:
    """The units, targets and places of a late command, and the events that conflict with it in any case."""

    about: Any
    """A value that names its units, targets and places; None if no later event matters to it."""
    conflicting: Sequence[Recorded[Any]] = ()
    """Missed events that conflict with it, whatever they are about."""
    because: str = ""
    """The reason why they conflict."""


ABOUT_NO_EVENT: Final = Subject(None)


def subject_of(
    game: OpenGame, actor: Actor, command: Mapping[str, Any], missed: Sequence[Recorded[Any]]
) -> Subject | Refusal:
    """Return the subject of a late command. A command that is not about the record is its own subject."""
    kind, state = command.get("kind"), game.state_of(actor.role)
    if kind in ABOUT_NOTHING:
        return ABOUT_NO_EVENT
    if kind in ("answer", "withdraw"):
        return _of_request(game, actor.role, command, missed)
    if kind == "undo" and isinstance(command.get("command_id"), str):
        return _of_taking_back(game, actor, command["command_id"], missed)
    if kind == "correct_die":
        deeds = [deed for deed in _deeds(state) if deed.command_id == command.get("command_id")]
        return _of_deeds(game, actor.role, deeds, missed)
    if kind == "carry_out" and (allowed := allowed_to(state, actor.role)):
        ended = [missing for missing in missed if isinstance(missing.event, RequestAllowed | ConsentWithdrawn)]
        own = [missing for missing in ended if missing.event.by is actor.role]
        return Subject(allowed.command, own, OTHER_REQUEST)
    return Subject(command)


def _of_request(game: OpenGame, role: Role, command: Mapping[str, Any], missed: Sequence[Recorded[Any]]) -> Subject:
    """Return the subject of an answer or a withdrawal. Only an agreement changes the table."""
    others = [missing for missing in missed if isinstance(missing.event, REQUEST_EVENTS)]
    asked = getattr(game.state, "asked", None)
    if others:
        return Subject(None, others, OTHER_REQUEST)
    if not isinstance(asked, WaitingRequest) or command.get("kind") == "withdraw" or command.get("agree") is False:
        return ABOUT_NO_EVENT
    if asked.command.get("kind") == SHARE_SEAT:
        return ABOUT_NO_EVENT
    if asked.command.get("kind") == "undo":
        deeds = since(getattr(game.state, "deeds", None), str(asked.command.get("command_id", "")))
        return _of_deeds(game, role, deeds, missed)
    # A command that this seat may not read names nothing here, so any later event conflicts.
    return Subject(asked.command)


def _of_taking_back(
    game: OpenGame, actor: Actor, command_id: str, missed: Sequence[Recorded[Any]]
) -> Subject | Refusal:
    state = game.state_of(actor.role)
    # An undo closes an open request. The player has not seen this one.
    asked = [missing for missing in missed if isinstance(missing.event, ConsentAsked | Withheld)]
    if asked and getattr(state, "asked", None):
        return Subject(None, asked, ASKED_SINCE)
    outcome = game.system.decide(state, TakeBack(command_id=command_id), actor)
    if isinstance(outcome, Refusal):
        return outcome
    withdrawn = {seq for event in outcome for seq in game.system.taken_back(event)}
    if withdrawn:
        return _of_deeds(game, actor.role, [deed for deed in _deeds(state) if withdrawn & {*deed.seqs}], missed)
    # The other side is asked first. It agrees to undo the deed and everything after it.
    return _of_deeds(game, actor.role, since(getattr(state, "deeds", None), command_id), missed)


def _of_deeds(game: OpenGame, role: Role, deeds: Sequence[PastDeed], missed: Sequence[Recorded[Any]]) -> Subject:
    """Return the subject of deeds: their events that a role may read. A missed event of theirs conflicts."""
    commands = {deed.command_id for deed in deeds}
    events = [*game.log, *(recorded for _, recorded in game.drafts_of(role))]
    known = [recorded for recorded in events if recorded.command_id in commands and recorded.audience.holds(role)]
    revealed = [game.system.event_for(game.state, recorded, role) for recorded in known]
    about = [plain(event) for event in revealed if event is not None]
    return Subject(about, [missing for missing in missed if missing.command_id in commands], UNDONE_WITH_IT)


def _deeds(state: Any) -> Sequence[PastDeed]:
    """Return the deeds that are not undone, the newest first. A system without a record has none."""
    newest = getattr(state, "deeds", None)
    return tuple(chain(newest)) if isinstance(newest, PastDeed) else ()


# Commands that arrive after later events

ASKS_NOTHING: Final = ""
"""The digest of a command that is sent without any prompt."""
DIGEST_LETTERS: Final = 16
STEPS_OF_ID: Final = re.compile(r"[a-z]*\d+|[a-z]+")
POINTS: Final = (("x_mm", "y_mm", 20.0), ("along_cm", "up_cm", 2.0))
"""Names of the two halves of a point, and how near two points are the same place, in their unit."""
SQUARE: Final = "square"
OTHER_PROMPTS: Final = "it asks for other things than when it was entered"

Things = frozenset[tuple[str, ...]]
Point = tuple[str, float, float]


@dataclass(frozen=True, slots=True)
class Conflict:
    """The reason why a late command is not carried out, and what happened since in words."""

    because: str
    changed: Sequence[str] = ()


def digest_of(questions: Iterable[Question]) -> str:
    """Return the digest of the prompts before the first die; answers and proposals do not count."""
    shapes = list(_shapes(questions))
    if not shapes:
        return ASKS_NOTHING
    return hashlib.sha256(msgspec.json.encode(shapes)).hexdigest()[:DIGEST_LETTERS]


def _shapes(questions: Iterable[Question]) -> Iterator[list[Any]]:
    for question in questions:
        ask = question.ask
        if ask.kind is AskKind.DICE:
            return
        rows = [list(_shapes(row)) for row in (*question.rows, question.next_row)]
        among = None if ask.among is None else plain(list(ask.among))
        yield [ask.name, ask.kind.value, among, ask.least, ask.most, ask.per, rows]


def names_places(value: Any) -> bool:
    """Whether a command or an event names places on the table, as that of a drag does."""
    return next(_points(value), None) is not None


def conflict_of(
    game: OpenGame, actor: Actor, past: Past, command: Mapping[str, Any], missed: Sequence[Recorded[Any]], prompts: str
) -> Conflict | Refusal | None:
    """Return why a command that did not know the events `missed` is not carried out; None where it may be.

    Args:
        prompts: the digest that its device sent with it.
    """
    if command.get("kind") in game.system.reaches_back:
        game.be_whole()
    subject = subject_of(game, actor, command, missed)
    if isinstance(subject, Refusal):
        return subject
    if conflicting := subject.conflicting or _touching(game, actor, subject, missed):
        texts = [_says(game, actor, recorded) for recorded in conflicting]
        return Conflict(subject.because if subject.conflicting else "", [text for text in texts if text])
    return _no_longer_offered(game, actor, past, command, prompts)


def _says(game: OpenGame, actor: Actor, recorded: Recorded[Any]) -> str:
    """Return the log text of an event, or of a change of the side's own drafts."""
    state = game.state_of(actor.role) if _is_written(game, recorded) else game.state
    return str(game.system.tell(state, recorded, actor.role).get("says", ""))


def _is_written(game: OpenGame, recorded: Recorded[Any]) -> bool:
    """Return whether this is a change of drafts, which is not in the log."""
    return recorded.seq >= game.next_seq


def _touching(game: OpenGame, actor: Actor, subject: Subject, missed: Sequence[Recorded[Any]]) -> list[Recorded[Any]]:
    """Return the missed events with the same unit, target or place; every event where the command is about a step."""
    about, role = subject.about, actor.role
    if about is None:
        return []
    words = {word for word in _strings(about) if word not in game.command_ids}
    sides = game.system.seating.sides
    known = game.system.names(game.state_of(role), role, words)
    things: Things = frozenset(_steps(word) for word in known if word not in sides)
    points, squares = list(_points(about)), set(_squares(about))
    of_a_step = not things and not points and not squares

    def touches(recorded: Recorded[Any]) -> bool:
        event = game.system.event_for(game.state, recorded, role)
        if of_a_step or event is None:
            return True
        if undone := game.system.taken_back(recorded.event):
            # An undone draft is no longer stored: it may have been about anything of its side.
            return _is_written(game, recorded) or any(touches(event) for event in _known_of(game, role, undone))
        told = plain(event)
        named = {_steps(word) for word in _strings(told) if " " not in word and word not in sides}
        same_place = any(_is_same(one, other) for one in points for other in _points(told))
        return _meet(things, named) or same_place or not squares.isdisjoint(_squares(told))

    return [one for one in missed if touches(one)]


def _known_of(game: OpenGame, role: Role, seqs: Collection[int]) -> Iterator[Recorded[Any]]:
    """Return the events with these numbers that a role may read."""
    return (recorded for recorded in game.log if recorded.seq in seqs and recorded.audience.holds(role))


def _no_longer_offered(
    game: OpenGame, actor: Actor, past: Past, command: Mapping[str, Any], prompts: str
) -> Conflict | Refusal | None:
    state, kind = game.state_of(actor.role), str(command.get("kind"))
    stage = game.system.stage(state, actor, past)
    told = {name: value for name, value in command.items() if name != "kind"}
    deeds = [one for one in (*stage.owed, *stage.offered) if one.kind == kind and _is_of(one, told)]
    if not deeds:
        return Conflict(NOT_ON_STAGE.because)
    deed = max(deeds, key=lambda one: (one.barred is None, len(one.about)))
    about = plain(dict(deed.about))
    rest = {name: value for name, value in told.items() if name not in about}
    if deed.barred:
        return deed.barred
    if deed.at_once:
        return None if prompts == ASKS_NOTHING else Conflict(OTHER_PROMPTS)
    filled: Filled[Any] = game.system.asked(state, actor, kind, about, rest, past)
    if isinstance(filled.found, Refusal):
        return filled.found
    if digest_of(filled.questions) == prompts or (kind in WITHOUT_PROMPTS and prompts == ASKS_NOTHING):
        return None
    # A drag answers the prompts that its device read before any answer.
    untold: Filled[Any] = game.system.asked(state, actor, kind, about, {}, past)
    is_whole = not isinstance(filled.found, NotPlain)
    return None if is_whole and digest_of(untold.questions) == prompts else Conflict(OTHER_PROMPTS)


def _is_of(deed: OnStage, told: Mapping[str, Any]) -> bool:
    about: Mapping[str, Any] = plain(dict(deed.about))
    return all(name in told and told[name] == value for name, value in about.items())


def _strings(value: Any) -> Iterator[str]:
    yield from (str(one) for one in _leaves(value) if isinstance(one, str))


def _leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, Mapping):
        for one in value.values():
            yield from _leaves(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _leaves(one)
    else:
        yield value


def _inside(value: Any) -> Iterator[Mapping[str, Any]]:
    """Every object with named fields in a value, the value itself included."""
    if isinstance(value, Mapping):
        yield value
    for one in value.values() if isinstance(value, Mapping) else value if isinstance(value, list | tuple) else ():
        yield from _inside(one)


def _points(value: Any) -> Iterator[Point]:
    for one in _inside(value):
        for first, second, _ in POINTS:
            if isinstance(one.get(first), int | float) and isinstance(one.get(second), int | float):
                yield first, one[first], one[second]


def _squares(value: Any) -> Iterator[str]:
    yield from (str(one[SQUARE]) for one in _inside(value) if isinstance(one.get(SQUARE), str) and one[SQUARE])


def _is_same(one: Point, other: Point) -> bool:
    reach = next(near for first, _, near in POINTS if first == one[0])
    return one[0] == other[0] and abs(one[1] - other[1]) <= reach and abs(one[2] - other[2]) <= reach


def _steps(thing: str) -> tuple[str, ...]:
    """An id by the things that hold it: a1.1.c1.p2 is a stand of the unit a1.1.c1, and f1u2/1 a base of f1u2."""
    return tuple(STEPS_OF_ID.findall(thing.lower()))


def _meet(things: Collection[tuple[str, ...]], named: Collection[tuple[str, ...]]) -> bool:
    return any(one[: len(other)] == other[: len(one)] for one in things for other in named if one and other)
