"""One command against one open game: repeated, stale, unreadable, refused, or done."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from typing import Any, Final

import msgspec

from app.dice import Cup, ImpossibleDie, JsonValue, UnfairDie, cup_for, throw
from app.games import drafting, problems
from app.games.game import OpenGame
from app.games.past import actor_text, past_of
from app.games.problems import HttpAnswer
from app.games.rereading import is_in_time
from app.games.waiting import SentCommand
from app.games.wire import Envelope, Unreadable, overruled, played, read_command
from app.seats.seat import Seat
from app.store.chain import StoredEvent, command_hash, link
from app.store.log import COMMANDS, DRAFTS, EVENTS, EventLog, KeptAnswer, Row, Staged
from rules.kernel.dice import unthrown
from rules.kernel.explain import Refusal
from rules.kernel.plain import plain
from rules.kernel.play import Past, Recorded
from rules.kernel.record_kinds import SEATS_CHANGED, rolls_at_once
from rules.kernel.seats import Actor, Audience, Role
from rules.kernel.values import dataclass

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
            whole = drafting.with_drafts(game, play.seat.role, played(play.envelope))
            command = _thrown(game, play.actor, self._supply(game.system.key, whole))
            value = read_command(game.system, command, play.by_keeper)
        except (UnfairDie, ImpossibleDie) as bad:
            return problems.unreadable(bad.field, str(bad), bad.instead)
        except Unreadable as bad:
            return problems.unreadable(bad.field, bad.because, bad.instead)
        except RecursionError:
            return problems.unreadable("command", "it is nested too deeply", "a command as the pages send it")
        if command.get("kind") in game.system.reaches_back:
            game.be_whole()
        state, past = drafting.judged_on(game, play.seat.role, command["kind"]), past_of(game, self._log.command_of)
        outcome = game.system.decide(state, value, play.actor, past)
        if state is not game.state and not drafting.stays_beside(game, command["kind"], outcome):
            # What comes into the log is judged on the log alone: nothing in it may tell of a draft.
            outcome = game.system.decide(game.state, value, play.actor, past)
        if not isinstance(outcome, Refusal) and outcome:
            return self._happens(game, play, command, outcome, round_)
        refusal = outcome if isinstance(outcome, Refusal) else NOTHING_CHANGES
        return problems.refused(refusal, can_overrule=_can_be_set_aside(game, play.actor, command, refusal))

    def _happens(
        self, game: OpenGame, play: CommandOnItsWay, command: Mapping[str, Any], events: Sequence[Any], round_: Round
    ) -> HttpAnswer:
        """What the rules allow comes into the log, or beside it where it is a draft."""
        role, command_id, before = play.seat.role, play.envelope.command_id, dict(game.numbers)
        if side := drafting.side_of_draft(game, command["kind"], events):
            told = drafting.write_draft(game, role, command_id, command, side, events)
        elif drafting.drafts_taken_back(game, events):
            side, told = drafting.take_drafts_back(game, role, command_id, events)
        else:
            return self._accept(game, play, command, events, round_)
        round_.before.setdefault(game.record.id, before)
        answer = problems.accepted(game.numbers[role], told)
        drafting.keep_answer(game, side, command_id, KeptAnswer(play.sent_hash, answer.body))
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
            return self.kept_answer(game.record.id, play) or problems.other_body(command_id)
        sent_hash, answer = round_.kept[game.record.id, command_id]
        return answer if sent_hash == play.sent_hash else problems.other_body(command_id)

    def _accept(
        self, game: OpenGame, play: CommandOnItsWay, command: Mapping[str, Any], events: Sequence[Any], round_: Round
    ) -> HttpAnswer:
        role, first, seen = play.seat.role, game.next_seq, game.numbers[play.seat.role]
        round_.before.setdefault(game.record.id, dict(game.numbers))
        drafting.before_it_happens(game, role, command, events)
        texts = msgspec.json.encode(command).decode(), actor_text(play.actor, play.envelope.brought)
        sent_hash, hashed = play.sent_hash, command_hash(*texts)
        rows = [self._happen(game, play, event, hashed) for event in events]
        answer = problems.accepted(game.numbers[role], game.told(role, since=seen))
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
    return HttpAnswer(200, kept.answer, problems.JSON) if same else problems.other_body(play.envelope.command_id)


def _stage_drafts(game: OpenGame, round_: Round) -> None:
    rows = [{"game_id": game.record.id, **row._asdict()} for row in game.drafts.taken_rows()]
    if rows:
        round_.staged.add(game.record.id, DRAFTS, rows)


def _hindrance(game: OpenGame, play: CommandOnItsWay, past: Past) -> HttpAnswer | None:
    if game.record.closed_at:
        return problems.game_closed(game.record.closed_at)
    if game.sealed:
        return problems.from_the_future()
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
    # Imported with the first late command, so that the service starts faster.
    from app.games.late_commands import names_places

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
    from app.games.late_commands import conflict_of

    conflict = conflict_of(game, play.actor, past, envelope.command, missed, envelope.prompts)
    if isinstance(conflict, Refusal):
        # The device has read this refusal, and sets it aside with the command.
        is_set_aside = conflict.clause != "" and envelope.overrule == conflict.clause
        can_overrule = _can_be_set_aside(game, play.actor, envelope.command, conflict)
        return None if is_set_aside else problems.refused(conflict, can_overrule)
    return _stale(game, role, seen, conflict.changed, conflict.because) if conflict else None


def _can_be_set_aside(game: OpenGame, actor: Actor, command: Mapping[str, Any], refusal: Refusal) -> bool:
    """Whether overruling a refusal would do anything: the rules are asked, as if it had been sent."""
    if "overrule" not in game.system.commands or command["kind"] == "overrule" or not refusal.clause:
        return False
    overruling = read_command(game.system, overruled(command, refusal.clause, reason="asked whether it could be"))
    return not isinstance(game.system.decide(game.state_of(actor.role), overruling, actor), Refusal)


def _stale(
    game: OpenGame, role: Role, seen: int, named: Sequence[str] = (), because: str = problems.MOVED_ON
) -> HttpAnswer:
    """The answer to a command that comes too late; `named`: the events in its way, in words, where not all are."""
    told = named or [str(one["says"]) for one in game.told(role, since=max(0, seen)) if one.get("says")]
    body = msgspec.Raw(game.view(role).body)
    return problems.stale(game.numbers[role], told or [WRITTEN_SINCE], body, because or problems.MOVED_ON)


def _thrown(game: OpenGame, actor: Actor, command: Mapping[str, JsonValue]) -> Mapping[str, JsonValue]:
    """The command with its dice thrown; those of a request are not: it is carried out once it is agreed to."""
    thrown = throw(command, _cup(game), game.next_seq)
    if command.get("kind") != "overrule" or rolls_at_once(actor):
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
