"""What a command does to the drafts of a game: it is one, it seals those of its side, it takes some back."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from app.dice import JsonValue
from app.games.drafts import Draft, DraftChange, DraftSheet
from app.games.game import OpenGame
from app.store.log import KeptAnswer
from rules.kernel.explain import Refusal
from rules.kernel.play import Recorded
from rules.kernel.seats import Audience, Role

Told = list[dict[str, Any]]


def judged_on(game: OpenGame, role: Role, kind: object) -> Any:
    """The state on which a command of a role is judged: what brings the drafts is judged without them."""
    return game.state if is_sealing(game, kind) else game.state_of(role)


def is_sealing(game: OpenGame, kind: object) -> bool:
    """Whether a command of this kind seals what its side has written."""
    return bool(game.system.drafting.seals) and kind == game.system.drafting.seals


def with_drafts(game: OpenGame, role: Role, command: Mapping[str, JsonValue]) -> Mapping[str, JsonValue]:
    """A command that seals drafts, with those of its side before what it brought itself; any other as it is."""
    if not is_sealing(game, command.get("kind")):
        return command
    side, field = _sealed_side(game, role, command), game.system.drafting.written
    own = {draft.nth: draft.command for draft, recorded in game.drafts_of(role) if recorded.audience.value == side}
    brought = command.get(field, [])
    return {**command, field: [*own.values(), *brought] if isinstance(brought, list) else brought}


def side_of_draft(game: OpenGame, kind: object, events: Sequence[Any]) -> str:
    """Whose draft a command of this kind is, which would bring these events; empty: it is none."""
    if kind not in game.system.drafting.kinds:
        return ""
    audiences = {game.system.audience(game.state, event) for event in events}
    side = audiences.pop().value if len(audiences) == 1 else ""
    return side if side in game.system.seating.sides else ""


def write_draft(
    game: OpenGame, role: Role, command_id: str, command: Mapping[str, JsonValue], side: str, events: Sequence[Any]
) -> Told:
    """Keep a draft of a side in the place of what it had written about the same; what its seat is told of it."""
    first, seen = game.next_seq, game.numbers[role]
    writing = _writing(game, role, command_id, events)
    draft = Draft(writing.nth, command_id, role.value, dict(command), writing.events)
    sheet = _open_sheet(game, side)
    kept = _without(game, side, sheet, _about(game, events))
    game.write(side, DraftSheet(sheet.since, (*kept, draft)), writing)
    recorded = [Recorded(first + n, one, command_id, role, Audience(side)) for n, one in enumerate(events)]
    return _told(game, role, seen, recorded)


def _writing(game: OpenGame, role: Role, command_id: str, events: Sequence[Any]) -> DraftChange:
    """Return the change of a side's drafts by these events, which takes a number for each of them."""
    codec = game.codec
    revealed = tuple((kind := codec.kind(event), codec.version(kind), codec.payload(event)) for event in events)
    return DraftChange(game.next_seq, game.drafts.revisions, len(events), command_id, role.value, revealed)


def drafts_taken_back(game: OpenGame, events: Sequence[Any]) -> Collection[int]:
    """The numbers behind the log that these events withdraw: those of drafts. Empty where they withdraw events too."""
    gone = [seq for event in events for seq in game.system.taken_back(event)]
    return gone if gone and min(gone) >= game.next_seq else ()


def stays_beside(game: OpenGame, kind: object, outcome: Sequence[Any] | Refusal) -> bool:
    """Whether nothing that a command would bring comes into the log: it is refused, a draft, or takes drafts back."""
    if isinstance(outcome, Refusal):
        return True
    return bool(side_of_draft(game, kind, outcome)) or bool(drafts_taken_back(game, outcome))


def take_drafts_back(game: OpenGame, role: Role, command_id: str, events: Sequence[Any]) -> tuple[str, Told]:
    """Drop the drafts that these events withdraw: the side whose they were first, and what the seat is told of it."""
    gone, first, seen = drafts_taken_back(game, events), game.next_seq, game.numbers[role]
    dropped = {draft.nth: recorded.audience.value for draft, recorded in game.drafts_of(role) if recorded.seq in gone}
    told = [event for event in events if game.system.taken_back(event)]
    for side in dict.fromkeys(dropped.values()):
        sheet = _open_sheet(game, side)
        left = tuple(one for one in sheet.drafts if one.nth not in dropped)
        own = [event for event in told if game.system.audience(game.state, event).holds(Role(side))]
        game.write(side, DraftSheet(sheet.since, left), replace(_writing(game, role, command_id, own), many=1))
    recorded = [Recorded(first, one, command_id, role, game.system.audience(game.state, one)) for one in told]
    return next(iter(dropped.values())), _told(game, role, seen, recorded)


def keep_answer(game: OpenGame, side: str, command_id: str, answer: KeptAnswer) -> None:
    """Remember what a writing was answered, so that one that is sent again happens once."""
    game.drafts.put(side, game.drafts.book(side).answered(command_id, answer))


def before_it_happens(game: OpenGame, role: Role, command: Mapping[str, JsonValue], events: Sequence[Any]) -> None:
    """Mark what is sealed by a command that comes into the log, and drop drafts in whose place its events come."""
    if not game.system.drafting.kinds:
        return
    if is_sealing(game, command.get("kind")):
        side = _sealed_side(game, role, command)
        sheet = _open_sheet(game, side)
        if sheet.drafts:
            game.write(side, replace(sheet, sealed=game.next_seq))
        return
    for event in events:
        side = game.system.audience(game.state, event).value
        anew = set(game.system.drafting.about(event))
        if anew and side in game.system.seating.sides:
            sheet = _open_sheet(game, side)
            if sheet.drafts:
                game.write(side, DraftSheet(sheet.since, _without(game, side, sheet, anew)))


def _sealed_side(game: OpenGame, role: Role, command: Mapping[str, JsonValue]) -> str:
    return str(command.get(game.system.drafting.whose, role.value))


def _open_sheet(game: OpenGame, side: str) -> DraftSheet:
    """What a side has written in the present span; nothing where that is sealed."""
    since = game.system.span_began(game.state)
    unsealed = dict(game.drafts.open_sheets(since, game.withdrawn))
    return replace(unsealed.get(side, DraftSheet(since)), sealed=0)


def _without(game: OpenGame, side: str, sheet: DraftSheet, anew: Collection[str]) -> tuple[Draft, ...]:
    """The drafts of a sheet but those of which all is said anew."""
    return tuple(one for one in sheet.drafts if not _about_draft(game, side, one) <= set(anew))


def _about_draft(game: OpenGame, side: str, draft: Draft) -> set[str]:
    return _about(game, [recorded.event for _, recorded in game.drafts.events_of([(side, draft)], game.next_seq)])


def _about(game: OpenGame, events: Sequence[Any]) -> set[str]:
    return {thing for event in events for thing in game.system.drafting.about(event)}


def _told(game: OpenGame, role: Role, seen: int, events: Sequence[Recorded[Any]]) -> Told:
    """What a seat is told of drafts, in the numbers they took."""
    known = [one for one in events if one.audience.holds(role)]
    state = game.state_of(role)
    return [{"number": seen + n, **game.system.tell(state, one, role)} for n, one in enumerate(known, 1)]
