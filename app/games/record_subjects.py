"""The subject of a late command about the record of a game: the deed that it undoes, or the request that it answers.

Such a command names no unit and no place. The events of the deed, or the requested command, name them.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from app.games.game import OpenGame
from rules.kernel.deeds import PastDeed, WaitingRequest, allowed_to, chain, since
from rules.kernel.explain import Refusal
from rules.kernel.plain import plain
from rules.kernel.play import Recorded
from rules.kernel.record import SHARE_SEAT
from rules.kernel.record_kinds import (
    ABOUT_NOTHING,
    ConsentAnswered,
    ConsentAsked,
    ConsentWithdrawn,
    RequestAllowed,
    TakeBack,
    Withheld,
)
from rules.kernel.seats import Actor, Role
from rules.kernel.values import dataclass

REQUEST_EVENTS: Final = (ConsentAsked, Withheld, ConsentAnswered, ConsentWithdrawn, RequestAllowed)
WITHOUT_PROMPTS: Final = frozenset({"answer", "withdraw", "take_back", "reread"})
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
    if kind == "take_back" and isinstance(command.get("command_id"), str):
        return _of_taking_back(game, actor, command["command_id"], missed)
    if kind == "reread":
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
    if asked.command.get("kind") == "take_back":
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
