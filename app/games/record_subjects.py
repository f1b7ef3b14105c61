"""What a late command of a game's record is about: the deed that it takes back, or the request that it answers.

Such a command names no unit and no place. The things that it concerns stand in the events of the deed, or in the
command that was asked for.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from app.games.game import OpenGame
from rules.kernel.deeds import PastDeed, WaitingRequest, allowed_to, chain, since
from rules.kernel.explain import Refusal
from rules.kernel.plain import plain
from rules.kernel.play import Actor, Recorded, Role
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
from rules.kernel.values import dataclass

REQUEST_EVENTS: Final = (ConsentAsked, Withheld, ConsentAnswered, ConsentWithdrawn, RequestAllowed)
WITHOUT_PROMPTS: Final = frozenset({"answer", "withdraw", "take_back", "reread"})
"""Kinds of commands that are sent without the digest of their prompts: their request or deed says it all."""
OTHER_REQUEST: Final = "the request has changed since it was entered"
ASKED_SINCE: Final = "a side has asked for something since it was entered"
UNDONE_WITH_IT: Final = "this would be taken back with it"


@dataclass(frozen=True, slots=True)
class Subject:
    """What a late command concerns."""

    about: Any
    """A value that names its units, targets and places; None where no later event matters to it."""
    conflicting: Sequence[Recorded[Any]] = ()
    """The missed events that conflict with it, whatever they are about."""
    because: str = ""
    """Why they do."""


ABOUT_NO_EVENT: Final = Subject(None)


def subject_of(
    game: OpenGame, actor: Actor, command: Mapping[str, Any], missed: Sequence[Recorded[Any]]
) -> Subject | Refusal:
    """Return what a late command concerns; of a command that is not of the record, all that it names."""
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
        own = [one for one in missed if isinstance(one.event, RequestAllowed | ConsentWithdrawn)]
        other = [one for one in own if one.event.by is actor.role]
        return Subject(allowed.command, other, OTHER_REQUEST)
    return Subject(command)


def _of_request(game: OpenGame, role: Role, command: Mapping[str, Any], missed: Sequence[Recorded[Any]]) -> Subject:
    """Return what an answer agrees to. Whoever declines or withdraws a request changes nothing on the table."""
    others = [one for one in missed if isinstance(one.event, REQUEST_EVENTS)]
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
    # Only as far as this seat may read it. What it may not read names nothing, so that any later event conflicts.
    return Subject(asked.command)


def _of_taking_back(
    game: OpenGame, actor: Actor, command_id: str, missed: Sequence[Recorded[Any]]
) -> Subject | Refusal:
    state = game.state_of(actor.role)
    # To take something back closes an open request, which the player has not seen.
    asked = [one for one in missed if isinstance(one.event, ConsentAsked | Withheld)]
    if asked and getattr(state, "asked", None):
        return Subject(None, asked, ASKED_SINCE)
    outcome = game.system.decide(state, TakeBack(command_id=command_id), actor)
    if isinstance(outcome, Refusal):
        return outcome
    withdrawn = {seq for event in outcome for seq in game.system.taken_back(event)}
    if withdrawn:
        return _of_deeds(game, actor.role, [deed for deed in _deeds(state) if withdrawn & {*deed.seqs}], missed)
    # The other side is asked first: it agrees to the deed and to all that was done after it.
    return _of_deeds(game, actor.role, since(getattr(state, "deeds", None), command_id), missed)


def _of_deeds(game: OpenGame, role: Role, deeds: Sequence[PastDeed], missed: Sequence[Recorded[Any]]) -> Subject:
    """Return what deeds are about, by their events that a role may know of. A missed one among them conflicts."""
    commands = {deed.command_id for deed in deeds}
    events = [*game.log, *(recorded for _, recorded in game.drafts_of(role))]
    known = [one for one in events if one.command_id in commands and one.audience.holds(role)]
    about = [plain(event) for one in known if (event := game.system.event_for(game.state, one, role)) is not None]
    return Subject(about, [one for one in missed if one.command_id in commands], UNDONE_WITH_IT)


def _deeds(state: Any) -> Sequence[PastDeed]:
    """Return the deeds that stand, the newest first; none of a system that keeps no record."""
    newest = getattr(state, "deeds", None)
    return tuple(chain(newest)) if isinstance(newest, PastDeed) else ()
