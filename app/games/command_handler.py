"""Command handler: one command against one open game, its drafts and its dice."""

import hashlib
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import field, replace
from typing import Any, Final

import msgspec
from sqlalchemy import Table

from app.games.command_conflicts import conflict_of, names_places
from app.games.command_history import actor_text, past_of
from app.games.drafts import Draft, DraftChange, DraftSheet
from app.games.json_codec import Envelope, Unreadable, overruled, played, read_command
from app.games.open_game import OpenGame
from app.http import problem_details
from app.http.problem_details import HttpAnswer
from app.randomness import Cup, ImpossibleDie, JsonValue, UnfairDie, cup_for, throw
from app.seats.seat_repository import Seat
from app.storage.event_log import (
    COMMANDS,
    DRAFTS,
    EVENTS,
    EventLog,
    GameRecord,
    KeptAnswer,
    Row,
    Staged,
    StoredEvent,
    command_hash,
    link,
)
from rules.kernel.dice import unthrown
from rules.kernel.explanations import Refusal
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.play import Past, Recorded
from rules.kernel.record_events import SEATS_CHANGED, rolls_at_once
from rules.kernel.seats import Actor, Audience, Role
from rules.kernel.serialization import plain

# Tasks of the writer


@dataclass(frozen=True, slots=True)
class GameOpening:
    """The rows a new game begins with; they are written with its first command or not at all."""

    record: GameRecord
    rows: Mapping[Table, Sequence[Row]]


@dataclass(frozen=True, slots=True)
class SentCommand:
    """A command to be judged; `opening` where it begins a game, `by_keeper` where the service sends it itself."""

    seat: Seat
    envelope: Envelope
    opening: GameOpening | None = None
    by_keeper: bool = False


@dataclass(frozen=True, slots=True)
class Queued:
    """A command waiting for its turn, and whoever waits for its answer."""

    sent: SentCommand
    future: Future[HttpAnswer]

    @property
    def game_id(self) -> str:
        """The game it is for."""
        return self.sent.seat.game_id


@dataclass(frozen=True, slots=True)
class GameQuestion:
    """A question about one open game, answered after everything before it is written."""

    game_id: str
    ask: Callable[[OpenGame], Any]
    future: Future[Any]


# The time to correct a mistyped die

TO_REREAD_S: Final = 5.0
"""So long after its answer a mistyped die may be read anew, in seconds."""


def clock_s() -> float:
    """The clock by which that is measured, in seconds from some moment: nobody sets it."""
    return time.monotonic()


def answer_now(game: OpenGame) -> None:
    """The newest deed of a game is answered at this moment."""
    newest = game.log[-1].command_id if game.log else ""
    game.answered = (newest, clock_s())


def left_s(game: OpenGame) -> float:
    """How long a die of the deed that was answered last may still be read anew, in seconds; none where too late."""
    return max(0.0, TO_REREAD_S - (clock_s() - game.answered[1]))


def is_in_time(game: OpenGame, command_id: str) -> bool:
    """Whether a deed was answered last, and so short a while ago that a die of it may be read anew."""
    return command_id == game.answered[0] and clock_s() - game.answered[1] <= TO_REREAD_S


# Drafts in commands

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


# One command in one open game

WRITTEN_SINCE: Final = "your side has written something down"
NOTHING_CHANGES: Final = Refusal("", "this changes nothing", "choose something that does")


Supply = Callable[[str, Mapping[str, JsonValue]], Mapping[str, JsonValue]]
"""What puts into a command the things it names in place of holding them. Raises Unreadable."""


def as_sent(_system: str, command: Mapping[str, JsonValue]) -> Mapping[str, JsonValue]:
    """A command that holds all it needs."""
    return command


@dataclass(frozen=True, slots=True)
class CommandOnItsWay:
    """A command on its way: who sends it, and what is known of the table (see `Actor`).

    `by_keeper`: the service sends it itself, in the name of a seat, and it crosses whatever happened.
    """

    seat: Seat
    envelope: Envelope
    referee_present: bool
    nobody_else: bool = False
    in_time: bool = False
    by_keeper: bool = False

    @property
    def actor(self) -> Actor:
        """The sender as the rules see him."""
        return Actor(self.seat.role, self.seat.name, self.referee_present, self.nobody_else, self.in_time)

    @property
    def sent_hash(self) -> bytes:
        """What tells a repeat from another command under the same id: all that was sent, and by whom."""
        sent = msgspec.json.encode((self.seat.id, self.envelope), order="sorted")
        return hashlib.sha256(sent).digest()


@dataclass(frozen=True, slots=True)
class AtTable:
    """Who sits at a game: whether a referee does, and whether nobody else did since an event (see `Actor`)."""

    referee_present: Callable[[str], bool]
    nobody_else: Callable[[str, Role, int], bool]


def seated(game: OpenGame, seat: Seat, at_table: AtTable) -> Actor:
    """A seat as the rules see it now, with all that is known of the table."""
    game_id = game.record.id
    alone = at_table.nobody_else(game_id, seat.role, game.system.span_began(game.state))
    return Actor(seat.role, seat.name, at_table.referee_present(game_id), alone, is_in_time(game, game.answered[0]))


def as_played(game: OpenGame, sent: SentCommand, at_table: AtTable, is_new: bool) -> CommandOnItsWay:
    """A command with what is known of the table; who else sits there only where the record itself is changed."""
    envelope, game_id = sent.envelope, game.record.id
    present = is_new or at_table.referee_present(game_id)
    reaches_back = (
        bool(envelope.overrule and sent.seat.role.plays) or envelope.command.get("kind") in game.system.reaches_back
    )
    if sent.by_keeper or not reaches_back:
        return CommandOnItsWay(sent.seat, envelope, present, by_keeper=sent.by_keeper)
    alone = at_table.nobody_else(game_id, sent.seat.role, game.system.span_began(game.state))
    in_time = is_in_time(game, str(envelope.command.get("command_id")))
    return CommandOnItsWay(sent.seat, envelope, present, alone, in_time)


@dataclass(slots=True)
class Round:
    """What one transaction does: its rows, the answers they stand for, and the numbers of each game before it.

    `looked_at`: the games known to be as the database has them, but for what this round adds.
    """

    staged: Staged = field(default_factory=Staged)
    kept: dict[tuple[str, str], tuple[bytes, HttpAnswer]] = field(default_factory=dict)
    before: dict[str, dict[Role, int]] = field(default_factory=dict)
    looked_at: set[str] = field(default_factory=set)


class Judge:
    """Decides commands in turn and puts what follows into the round's transaction."""

    def __init__(self, log: EventLog, clock: Callable[[], str], supply: Supply = as_sent) -> None:
        self._log = log
        self._clock = clock
        self._supply = supply

    def judge(self, game: OpenGame, play: CommandOnItsWay, round_: Round) -> HttpAnswer:
        """The answer to a command. The game in memory has moved on if it was accepted; the round writes it down."""
        if written := game.drafts.answer_to(play.envelope.command_id):
            return _as_before(written, play)
        if self._was_done(game, play.envelope.command_id):
            return self._repeat(game, play, round_)
        if hindrance := _hindrance(game, play, past_of(game, self._log.command_of)):
            return hindrance
        try:
            whole = with_drafts(game, play.seat.role, played(play.envelope))
            command = _thrown(game, play.actor, self._supply(game.system.key, whole))
            value = read_command(game.system, command, play.by_keeper)
        except (UnfairDie, ImpossibleDie) as bad:
            return problem_details.unreadable(bad.field, str(bad), bad.instead)
        except Unreadable as bad:
            return problem_details.unreadable(bad.field, bad.because, bad.instead)
        except RecursionError:
            return problem_details.unreadable("command", "it is nested too deeply", "a command as the pages send it")
        if command.get("kind") in game.system.reaches_back:
            game.be_whole()
        state, past = judged_on(game, play.seat.role, command["kind"]), past_of(game, self._log.command_of)
        outcome = game.system.decide(state, value, play.actor, past)
        if state is not game.state and not stays_beside(game, command["kind"], outcome):
            # What comes into the log is judged on the log alone: nothing in it may tell of a draft.
            outcome = game.system.decide(game.state, value, play.actor, past)
        if not isinstance(outcome, Refusal) and outcome:
            return self._happens(game, play, command, outcome, round_)
        refusal = outcome if isinstance(outcome, Refusal) else NOTHING_CHANGES
        return problem_details.refused(refusal, can_override=_can_be_set_aside(game, play.actor, command, refusal))

    def _happens(
        self, game: OpenGame, play: CommandOnItsWay, command: Mapping[str, Any], events: Sequence[Any], round_: Round
    ) -> HttpAnswer:
        """What the rules allow comes into the log, or beside it where it is a draft."""
        role, command_id, before = play.seat.role, play.envelope.command_id, dict(game.numbers)
        if side := side_of_draft(game, command["kind"], events):
            told = write_draft(game, role, command_id, command, side, events)
        elif drafts_taken_back(game, events):
            side, told = take_drafts_back(game, role, command_id, events)
        else:
            return self._accept(game, play, command, events, round_)
        round_.before.setdefault(game.record.id, before)
        answer = problem_details.accepted(game.numbers[role], told)
        keep_answer(game, side, command_id, KeptAnswer(play.sent_hash, answer.body))
        _stage_drafts(game, round_)
        return answer

    def _was_done(self, game: OpenGame, command_id: str) -> bool:
        if command_id in game.command_ids:
            return True
        return game.is_brief and self._log.answer_to(game.record.id, command_id) is not None

    def kept_answer(self, game_id: str, play: CommandOnItsWay) -> HttpAnswer | None:
        """The answer to a command that was accepted before, or to another under its id; None where there was none."""
        command_id = play.envelope.command_id
        kept = self._log.answer_to(game_id, command_id)
        return _as_before(kept, play) if kept else None

    def _repeat(self, game: OpenGame, play: CommandOnItsWay, round_: Round) -> HttpAnswer:
        command_id = play.envelope.command_id
        if (game.record.id, command_id) not in round_.kept:
            return self.kept_answer(game.record.id, play) or problem_details.other_body(command_id)
        sent_hash, answer = round_.kept[game.record.id, command_id]
        return answer if sent_hash == play.sent_hash else problem_details.other_body(command_id)

    def _accept(
        self, game: OpenGame, play: CommandOnItsWay, command: Mapping[str, Any], events: Sequence[Any], round_: Round
    ) -> HttpAnswer:
        role, first, seen = play.seat.role, game.next_seq, game.numbers[play.seat.role]
        round_.before.setdefault(game.record.id, dict(game.numbers))
        before_it_happens(game, role, command, events)
        texts = msgspec.json.encode(command).decode(), actor_text(play.actor, play.envelope.brought)
        sent_hash, hashed = play.sent_hash, command_hash(*texts)
        rows = [self._happen(game, play, event, hashed) for event in events]
        answer = problem_details.accepted(game.numbers[role], game.told(role, since=seen))
        round_.kept[game.record.id, play.envelope.command_id] = (sent_hash, answer)
        round_.staged.add(game.record.id, EVENTS, [{"game_id": game.record.id, **row._asdict()} for row in rows])
        round_.staged.add(game.record.id, COMMANDS, [_kept_command(game, play, texts, sent_hash, answer, first)])
        _stage_drafts(game, round_)
        return answer

    def _happen(self, game: OpenGame, play: CommandOnItsWay, event: Any, hashed: bytes) -> StoredEvent:
        audience = Audience(game.system.audience(game.state, event))
        kind, seq, role = game.codec.kind(event), game.next_seq, play.seat.role
        row = StoredEvent(
            seq,
            kind,
            game.codec.version(kind),
            game.codec.payload(event),
            play.envelope.command_id,
            play.seat.id,
            role.value,
            audience.value,
            self._clock(),
        )
        game.head = link(game.head, row, hashed)
        game.fold(Recorded(seq, event, play.envelope.command_id, role, audience))
        game.weight.add_one(seq, row.payload)
        game.hours[seq] = row.written_at
        return row._replace(hash=game.head)


def _as_before(kept: KeptAnswer, play: CommandOnItsWay) -> HttpAnswer:
    """The answer to a command that was sent again; another one under its id is refused."""
    same = kept.sent_hash == play.sent_hash
    return (
        HttpAnswer(200, kept.answer, problem_details.JSON)
        if same
        else problem_details.other_body(play.envelope.command_id)
    )


def _stage_drafts(game: OpenGame, round_: Round) -> None:
    rows = [{"game_id": game.record.id, **row._asdict()} for row in game.drafts.taken_rows()]
    if rows:
        round_.staged.add(game.record.id, DRAFTS, rows)


def _hindrance(game: OpenGame, play: CommandOnItsWay, past: Past) -> HttpAnswer | None:
    if game.record.closed_at:
        return problem_details.game_closed(game.record.closed_at)
    if game.sealed:
        return problem_details.from_the_future()
    role = play.seat.role
    if play.by_keeper:
        return None
    if play.envelope.expected_seq != game.numbers[role] and not _crossed(game, play):
        return _too_late(game, play, past)
    return None


def _missed(game: OpenGame, play: CommandOnItsWay) -> list[Recorded[Any]] | None:
    """Return the events that a device had not seen and that may conflict with its command.

    A device that takes a seat never conflicts, nor do dice that two sides throw at once. Return None if the number of
    the command is wrong, or if changes of its own side's drafts are no longer stored.
    """
    command, role, seen = play.envelope.command, play.seat.role, play.envelope.expected_seq
    crossing = game.system.crosses.get(str(command.get("kind")), "")
    # A late drag must not move a stand that another device has moved since, so places are compared.
    is_drag = not isinstance(play.envelope.prompts, msgspec.UnsetType) and names_places(command)
    missed = game.missed(role, seen) if 0 <= seen < game.numbers[role] else None
    if missed is None:
        return None

    def crosses(recorded: Recorded[Any]) -> bool:
        kind = game.codec.kind(recorded.event)
        return kind in SEATS_CHANGED or (kind == crossing and not (is_drag and names_places(plain(recorded.event))))

    return [recorded for recorded in missed if not crosses(recorded)]


def _crossed(game: OpenGame, play: CommandOnItsWay) -> bool:
    """Whether all that the device had not seen is what may cross its command."""
    return _missed(game, play) == []


def _too_late(game: OpenGame, play: CommandOnItsWay, past: Past) -> HttpAnswer | None:
    """The answer to a command that came after other events; None where it is carried out all the same."""
    seen, role, envelope = play.envelope.expected_seq, play.seat.role, play.envelope
    missed = _missed(game, play)
    if isinstance(envelope.prompts, msgspec.UnsetType) or missed is None:
        return _stale(game, role, seen)
    if not isinstance(envelope.knows, msgspec.UnsetType):
        missed = [one for one in missed if one.command_id not in envelope.knows]
    conflict = conflict_of(game, play.actor, past, envelope.command, missed, envelope.prompts)
    if isinstance(conflict, Refusal):
        # The device has read this refusal, and sets it aside with the command.
        is_set_aside = conflict.clause != "" and envelope.overrule == conflict.clause
        can_override = _can_be_set_aside(game, play.actor, envelope.command, conflict)
        return None if is_set_aside else problem_details.refused(conflict, can_override)
    return _stale(game, role, seen, conflict.changed, conflict.because) if conflict else None


def _can_be_set_aside(game: OpenGame, actor: Actor, command: Mapping[str, Any], refusal: Refusal) -> bool:
    """Whether overruling a refusal would do anything: the rules are asked, as if it had been sent."""
    if "override" not in game.system.commands or command["kind"] == "override" or not refusal.clause:
        return False
    overruling = read_command(game.system, overruled(command, refusal.clause, reason="asked whether it could be"))
    return not isinstance(game.system.decide(game.state_of(actor.role), overruling, actor), Refusal)


def _stale(
    game: OpenGame, role: Role, seen: int, named: Sequence[str] = (), because: str = problem_details.MOVED_ON
) -> HttpAnswer:
    """The answer to a command that comes too late; `named`: the events in its way, in words, where not all are."""
    told = named or [str(one["says"]) for one in game.told(role, since=max(0, seen)) if one.get("says")]
    body = msgspec.Raw(game.view(role).body)
    return problem_details.stale(game.numbers[role], told or [WRITTEN_SINCE], body, because or problem_details.MOVED_ON)


def _thrown(game: OpenGame, actor: Actor, command: Mapping[str, JsonValue]) -> Mapping[str, JsonValue]:
    """The command with its dice thrown; those of a request are not: it is carried out once it is agreed to."""
    thrown = throw(command, _cup(game), game.next_seq)
    if command.get("kind") != "override" or rolls_at_once(actor):
        return thrown
    return {**command, "command": unthrown(command.get("command"))}


def _cup(game: OpenGame) -> Cup:
    return cup_for(game.record.cups, game.next_seq)


def _kept_command(
    game: OpenGame, play: CommandOnItsWay, texts: tuple[str, str], sent_hash: bytes, answer: HttpAnswer, first: int
) -> Row:
    body, actor = texts
    return {
        "game_id": game.record.id,
        "command_id": play.envelope.command_id,
        "seat_id": play.seat.id,
        "role": play.seat.role.value,
        "actor": actor,
        "body": body,
        "sent_hash": sent_hash,
        "answer": answer.body,
        "first_seq": first,
        "last_seq": game.next_seq - 1,
    }
