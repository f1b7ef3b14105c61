"""What the players of any game do to its record: taking back, reading a die anew, correcting, overruling, asking.

Alone a side takes back what threw no die and told nobody anything he did not know, within its span; alone it corrects
what costs itself. All else needs the other side's word, or the referee's, unless nobody else was seated since the span
began. A system says what its spans are, what it keeps, and what its own commands do (`Keeps`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from enum import StrEnum
from typing import Any, Final, NamedTuple, Protocol, TypeVar

from rules.kernel.deeds import (
    SOMETHING,
    WITHHELD,
    PastDeed,
    RecordState,
    WaitingRequest,
    agreed_seat,
    allowed_to,
    chain,
    is_of,
    since,
    unused_dice,
)
from rules.kernel.dice import (
    FACES,
    count_unthrown,
    die_at,
    filled_by_chance,
    has_pack,
    is_unthrown,
    unseen,
    unthrown,
    with_dice,
    with_more_dice,
    without_lots,
)
from rules.kernel.explain import Refusal
from rules.kernel.kept import Dice
from rules.kernel.play import Actor, Audience, Past, Role, Seating
from rules.kernel.record_kinds import (
    AnswerRequest,
    AskForSeat,
    CarryOut,
    ConsentAnswered,
    ConsentAsked,
    ConsentWithdrawn,
    Corrected,
    DiceDropped,
    DieReread,
    GiveUpSeat,
    Note,
    Noted,
    Overrule,
    Overruled,
    OverruledAlone,
    RequestAllowed,
    Reread,
    SeatAllowed,
    SeatGivenUp,
    SeatTaken,
    TakeBack,
    TakenBack,
    TakeSeat,
    Withdraw,
    Withheld,
    rolls_at_once,
)
from rules.kernel.values import dataclass

LONGEST_TEXT: Final = 500

S = TypeVar("S", bound="RecordState")
S_contra = TypeVar("S_contra", bound="RecordState", contravariant=True)


class Costs(StrEnum):
    """Which way a correction of a value costs its owner: upwards (or yes), downwards (or no), or neither."""

    MORE = "more"
    LESS = "less"
    NEITHER = "neither"


class Correctable(NamedTuple):
    """A value that can be set to what stands on the table: what it is, what it may be, whose, and what costs him."""

    value: int | float | bool | str
    allowed: Callable[[object], bool]
    costs: Costs = Costs.NEITHER
    owner: Role | None = None

    def read(self, value: Any) -> Any:
        """Return a value as it is kept: a number that can only be a minus or 0 is read without its sign too."""
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        only_takes_away = self.allowed(-1) and not self.allowed(1)
        return -value if is_number and value > 0 and only_takes_away else value

    def hurts(self, after: object) -> bool:
        """Whether its owner is worse off with it."""
        if self.costs is Costs.NEITHER or not isinstance(after, int | float) or not isinstance(self.value, int | float):
            return False
        return after > self.value if self.costs is Costs.MORE else after < self.value


@dataclass(frozen=True, slots=True)
class Correction:
    """A correction that can be made: what follows, what it says, whether it costs `owner`, and whether it is hidden."""

    events: Sequence[Any]
    says: str
    owner: Role | None
    costs_owner: bool
    hidden: bool = False


Judgement = Sequence[Any] | Refusal


class Keeps(Protocol[S_contra]):
    """What a rule system says of its record."""

    @property
    def seating(self) -> Seating:
        """The seats at a game of it."""
        ...

    def span(self, state: S_contra) -> str:
        """Within what a side takes back alone: a player turn, a step, a phase."""
        ...

    def is_shared(self, state: S_contra) -> bool:
        """Whether the present step belongs to both sides at once: each takes back its own newest deed there."""
        ...

    def read(self, values: Mapping[str, object]) -> Any:
        """The command of these values, or a refusal."""
        ...

    def judge(self, state: S_contra, actor: Actor, command: Any, overruled: bool = False) -> Judgement:
        """What a command brings; with `overruled`, although the rules refuse it."""
        ...

    def correction(self, state: S_contra, actor: Actor, command: Any) -> Correction | Refusal:
        """What a correction would do."""
        ...

    def agreed(self, state: S_contra, actor: Actor, values: Mapping[str, object]) -> Judgement | None:
        """What follows where a question of a chapter's own was agreed to; None for a question that is not one."""
        ...

    def is_open(self, state: S_contra, roll: str) -> bool:
        """Whether everybody may know of the dice that lie under the name of a roll."""
        ...

    def audience(self, state: S_contra, event: Any) -> Audience:
        """Who may know of an event that has not happened."""
        ...


def note(command: Note) -> Judgement:
    """Write something into the log."""
    text = command.text.strip()
    if not text or len(text) > LONGEST_TEXT:
        return Refusal("", "a note is 1 to 500 letters long", "shorten it" if text else "write something")
    return (Noted(text),)


def seat_changed(keeps: Keeps[S], state: S, actor: Actor, command: TakeSeat | GiveUpSeat) -> Judgement:
    """Everybody reads who sat down, and whose seat was taken away.

    Unused dice are dropped with the first opponent, and with one in whose place nobody but other devices held the side.
    """
    if isinstance(command, GiveUpSeat):
        return (SeatGivenUp(actor.role, actor.name, command.by),)
    needed = (*([(actor.role, None)] if command.shares else ()), *((side, actor.role) for side in command.sees))
    for side, seat in needed:
        if state.sitting.get(side.value) and agreed_seat(side, seat) not in state.seats_allowed:
            return Refusal("", "a side that another device holds has not agreed to this device", ASK_FIRST)
    taken = SeatTaken(actor.role, actor.name)
    others = [side for side in state.seated if side != actor.role.value]
    is_first_opponent = len(others) == len(state.seated) == 1 or (command.replaces and len(others) == 1)
    if not actor.role.plays or not is_first_opponent:
        return (taken,)
    return (taken, *_dropped(keeps, state, Audience(others[0])))


ASK_FIRST: Final = "let the side agree on its card, or take the seat of its device away"
SHARE_SEAT: Final = "share_seat"
"""The kind of the question whether another device may sit down at a side."""


def ask_for_seat(state: RecordState, actor: Actor, command: AskForSeat) -> Judgement:
    """Ask a side whether another device may see what it sees: nobody but the side itself answers that."""
    if state.asked:
        return Refusal("", "a request waits for its answer already", "wait for the answer, or withdraw it")
    where = f"{command.name} side" if command.name else "other side"
    words = f"let another device sit down at the {where} and see what it sees"
    asked: dict[str, object] = {"kind": SHARE_SEAT, "of": command.side.value, "side": command.side.value}
    if command.seat is not None:
        words = f"let a device sit down at the {command.seat}'s seat and see what both sides see"
        asked["seat"] = command.seat.value
    return (ConsentAsked(actor.role, words, asked),)


def _dropped(keeps: Keeps[S], state: S, known_to: Audience) -> Iterator[DiceDropped]:
    """The unused dice that a side has seen while nobody sat opposite: open ones, and those that it alone knows."""
    unused = unused_dice(state)
    for audience in (Audience.ALL, known_to):
        is_open = audience is Audience.ALL
        dice = {roll: dice for roll, dice in unused.items() if keeps.is_open(state, roll) is is_open}
        if dice:
            yield DiceDropped(dice, audience)


def no_reason(reason: str, of: str, instead: str) -> Refusal | None:
    """Refuses what has to be given a reason in words and has none, or too long a one."""
    if not reason.strip():
        return Refusal("", f"{of} needs a reason", instead)
    if len(reason) > LONGEST_TEXT:
        return Refusal("", "the reason is too long", f"say it in at most {LONGEST_TEXT} letters")
    return None


NOTHING_THERE: Final = Refusal(
    "", "the record keeps nothing of that name there", "choose what to correct from the list"
)


def corrected(wanted: Correctable, command: Any) -> Corrected | Refusal:
    """What a system's own command to correct a value sets right, where it may be that and is not so already."""
    value = wanted.read(command.value)
    if not wanted.allowed(value):
        return Refusal("", f"{command.value!r} cannot stand there", "enter what stands on the table")
    if value == wanted.value:
        return Refusal("", "that is what the record says already", "nothing needs correcting")
    return Corrected(command.of, command.what, wanted.value, value, command.reason.strip())


def correct(keeps: Keeps[S], state: S, actor: Actor, command: Any) -> Judgement:
    """Set a tracked value to what stands on the table: alone what costs oneself, else with the other side's word."""
    refused = no_reason(command.reason, "a correction", "say in a few words what stands on the table")
    if refused:
        return refused
    found = keeps.correction(state, actor, command)
    if isinstance(found, Refusal):
        return found
    own = found.owner is actor.role and found.costs_owner
    if own or actor.role is Role.REFEREE or actor.nobody_else:
        return found.events
    asked = {"kind": "correct", "command": {"kind": "correct", **values_of(command)}, "reason": command.reason}
    return ask_other_side(
        state, actor, f"correct {found.says}", asked, to_all=f"correct {SOMETHING}" if found.hidden else ""
    )


def overrule(keeps: Keeps[S], state: S, actor: Actor, command: Overrule) -> Judgement:
    """Do what the rules refused: the referee does; a side asks the referee, or the other side where there is none.

    A side that plays alone has nobody to ask: it does so at once. A request throws no die: its command is judged with
    dice that nobody has seen, and is kept without any.
    """
    refused = no_reason(command.reason, "overruling", "say in a few words why the rule is set aside")
    if refused:
        return refused
    at_once = rolls_at_once(actor)
    because, forced = _ruled(keeps, state, actor, command.command, is_thrown=at_once)
    if not isinstance(because, Refusal):
        return Refusal("", "the rules do not refuse this now", "send it without overruling")
    if isinstance(forced, Refusal):
        return forced if forced is because else for_good(forced)
    if at_once:
        event = Overruled if actor.role is Role.REFEREE else OverruledAlone
        return (event(because.clause, because.because, command.reason, agreed=False), *forced)
    asked: dict[str, object] = {
        "kind": "overrule",
        "of": Role.REFEREE.value if actor.referee_present else "",
        "clause": command.clause,
        "command": unthrown(without_lots(command.command)),
        "reason": command.reason,
    }
    words = f"set aside {because.clause}: {because.because}"
    return ask_other_side(state, actor, words, asked, to_all=HIDDEN_RULE if _is_hidden(keeps, state, forced) else "")


HIDDEN_RULE: Final = f"set aside a rule for {SOMETHING}"


def _ruled(
    keeps: Keeps[S], state: S, actor: Actor, values: Mapping[str, object], is_thrown: bool
) -> tuple[Judgement, Judgement]:
    """What the rules say of a command, and what follows where a refusal is set aside; twice the same if none can be.

    Where its dice are not thrown yet it is judged with one that nobody has seen: of a face that calls for no other.
    """
    judged: tuple[Judgement, Judgement] | None = None
    for face in (0,) if is_thrown else FACES:
        inner = _inner(keeps, values if is_thrown else unseen(values, face))
        if isinstance(inner, Refusal):
            return inner, inner
        found = keeps.judge(state, actor, inner), keeps.judge(state, actor, inner, overruled=True)
        judged = judged or found
        if not isinstance(found[1], Refusal):
            return found
    assert judged is not None
    return judged


def _is_hidden(keeps: Keeps[S], state: S, events: Sequence[Any]) -> bool:
    """Whether the other side may not know of what a command brings."""
    return bool(events) and all(keeps.audience(state, event) is not Audience.ALL for event in events)


def for_good(refusal: Refusal) -> Refusal:
    """A refusal that stands although the players would set it aside."""
    return Refusal(refusal.clause, refusal.because, f"{refusal.instead}; this cannot be set aside")


def _inner(keeps: Keeps[S], values: Mapping[str, object]) -> Any:
    inner = keeps.read(without_lots(values))
    if isinstance(inner, Overrule | TakeBack | AnswerRequest | Withdraw | Reread | CarryOut):
        return Refusal("", "that is no command which can be overruled", "send the command that was refused")
    return inner


def ask_other_side(
    state: RecordState,
    actor: Actor,
    words: str,
    asked: dict[str, object],
    *,
    to_all: str = "",
) -> Judgement:
    """The question to the other side; what it may not read is `to_all` for it, and a referee is asked in its place."""
    if state.asked and state.asked.by is not actor.role:
        return Refusal("", "the other side is asking something", "answer that first")
    if not to_all:
        return (ConsentAsked(actor.role, words, asked),)
    whom = Role.REFEREE.value if actor.referee_present else ""
    question: dict[str, object] = {"kind": WITHHELD, "of": whom}
    return Withheld(actor.role, words, asked), ConsentAsked(actor.role, to_all, question)


def answer(keeps: Keeps[S], state: S, actor: Actor, command: AnswerRequest) -> Judgement:
    """Agree or not to what the other side asks; the referee may answer for it."""
    asked = state.asked
    if asked is None:
        return Refusal("", "nobody is asking anything", "go on with the turn")
    if actor.role is asked.by or actor.role.looks_on:
        return Refusal("", "the other side answers this", "wait for it")
    whom = asked.command.get("of")
    if whom and actor.role.value != whom:
        name = keeps.seating.names.get(str(whom), str(whom)).lower()
        answers = name if whom == Role.REFEREE.value else f"{name}'s side"
        return Refusal("", f"the {answers} answers this", "wait for it")
    event = ConsentAnswered(actor.role, command.agree, asked.words)
    if not command.agree:
        return (event,)
    follows = _agreed(keeps, state, actor, asked)
    return follows if isinstance(follows, Refusal) else (event, *follows)


def withdraw(state: RecordState, actor: Actor) -> Judgement:
    """Ask no longer what the other side has not answered, or give up what it agreed to: only the seat that asked."""
    asked, allowed = state.asked, allowed_to(state, actor.role)
    if asked is not None and asked.by is actor.role:
        return (ConsentWithdrawn(actor.role, asked.words),)
    if allowed is not None:
        return (ConsentWithdrawn(actor.role, allowed.words),)
    if asked is None:
        return Refusal("", "nobody is asking anything", "go on with the turn")
    return Refusal("", "the other side asks this", "answer it")


def heard_of_allowed(state: RecordState, event: Overruled | ConsentWithdrawn) -> Audience | None:
    """Who may know that a hidden request was carried out, or given up: its own side; None for everybody."""
    for allowed in state.allowed:
        if isinstance(event, Overruled):
            is_about = is_of(allowed, event, allowed.by)
        else:
            is_about = allowed.by is event.by and not (state.asked and state.asked.by is event.by)
        if allowed.hidden and is_about:
            return Audience(allowed.by.value)
    return None


def _agreed(keeps: Keeps[S], state: S, actor: Actor, asked: WaitingRequest) -> Judgement:
    values = asked.wanted
    if values["kind"] == SHARE_SEAT:
        seat = values.get("seat")
        return (SeatAllowed(Role(str(values["side"])), Role(str(seat)) if seat else None),)
    if values["kind"] == "take_back":
        return withdrawal_of(since(state.deeds, str(values.get("command_id", ""))))
    own = keeps.agreed(state, actor, values)
    if own is not None:
        return own
    asker = Actor(asked.by, actor.name, actor.referee_present)
    inside = values["command"]
    inside = inside if isinstance(inside, Mapping) else {}
    inner = _inner(keeps, inside)
    if isinstance(inner, Refusal):
        return inner
    if values["kind"] == "correct":
        found = keeps.correction(state, asker, inner)
        return found if isinstance(found, Refusal) else found.events
    refused, forced = _ruled(keeps, state, asker, inside, is_thrown=not is_unthrown(inside))
    if isinstance(forced, Refusal):
        return forced
    because = refused if isinstance(refused, Refusal) else Refusal("", "")
    agreed, reason = actor.role is not Role.REFEREE, str(values.get("reason", ""))
    if not is_unthrown(inside) and not asked.withheld:
        return (Overruled(because.clause, because.because, reason, agreed), *forced)
    if not isinstance(refused, Refusal):
        return Refusal("", "the rules do not refuse this any more", "do not agree: it can be sent as usual")
    waits = {"clause": because.clause, "because": because.because, "reason": reason, "span": keeps.span(state)}
    words, hidden = asked.read or asked.words, bool(asked.withheld)
    return (RequestAllowed(asked.by, words, dict(inside), **waits, agreed=agreed, hidden=hidden),)


LAPSED: Final = Refusal("", "this was agreed for a time that is over", "ask again, or withdraw the request")


def carry_out(keeps: Keeps[S], state: S, actor: Actor, command: CarryOut) -> Judgement:
    """Do what was agreed to: the command as it was asked for, with dice that are thrown only now.

    It is refused where the table has changed so that the rules say something else of it.
    """
    allowed = allowed_to(state, actor.role)
    if allowed is None:
        return Refusal("", "nothing that was agreed to waits to be carried out", "send the command itself")
    if allowed.span != keeps.span(state):
        return LAPSED
    due = count_unthrown(allowed.command)
    if len(command.dice) != due:
        return Refusal("", f"this takes {due} dice, not {len(command.dice)}", f"throw {due}")
    if has_pack(allowed.command) and not (command.pack and command.pack.shuffled):
        return Refusal("", "the pack is shuffled by the service", "send it as not shuffled yet")
    refused, _ = _ruled(keeps, state, actor, allowed.command, is_thrown=False)
    if not isinstance(refused, Refusal):
        return Refusal("", "the rules do not refuse this any more", "withdraw the request and send the command itself")
    if (refused.clause, refused.because) != (allowed.clause, allowed.because):
        changed = f"the table has changed since this was agreed: {refused.because}"
        return Refusal(refused.clause, changed, "withdraw the request, or ask again")
    inner = _inner(keeps, filled_by_chance(allowed.command, command.dice, command.pack))
    if isinstance(inner, Refusal):
        return inner
    forced = keeps.judge(state, actor, with_more_dice(inner, command.more), overruled=True)
    if isinstance(forced, Refusal):
        return forced
    return (Overruled(allowed.clause, allowed.because, allowed.reason, allowed.agreed), *forced)


def take_back(keeps: Keeps[S], state: S, actor: Actor, command: TakeBack) -> Judgement:
    """Take back the newest deed, or all since a named one: alone where it weighs nothing, else by consent."""
    deeds = _wanted(keeps, state, actor, command.command_id)
    # What only the other side knows of changes nothing of what is answered here.
    known = [deed for deed in deeds if deed.name_for(actor.role)]
    if not known or known[-1] is not deeds[-1]:
        return Refusal("", "there is nothing of that name to take back", "choose a deed from the log")
    if all(_is_alone(keeps, state, actor, deed) for deed in known):
        return (*_moot(state, actor), *withdrawal_of(known))
    if actor.role is Role.REFEREE or actor.nobody_else:
        unseen = actor.role is not Role.REFEREE and any(deed.dice for deed in deeds)
        return (*_moot(state, actor), *withdrawal_of(deeds, after_the_die=unseen))
    asked: dict[str, object] = {"kind": "take_back", "command_id": known[-1].command_id}
    named = [deed.open_words for deed in known if deed.open_name]
    if any(not deed.open_name for deed in known):
        whole = ", ".join(deed.words for deed in known)
        return ask_other_side(
            state, actor, f"take back {whole}", asked, to_all=f"take back {', '.join([*named, SOMETHING])}"
        )
    return ask_other_side(state, actor, f"take back {', '.join(named)}", asked)


def _wanted(keeps: Keeps[S], state: S, actor: Actor, command_id: str) -> tuple[PastDeed, ...]:
    # In a step that both sides share its own deeds are each one's to take back, whatever the other did meanwhile.
    shared = keeps.is_shared(state)
    if command_id:
        named = since(state.deeds, command_id)
        own = tuple(deed for deed in named if deed.role is actor.role)
        is_own = shared and own and own[-1] is named[-1] and all(_is_alone(keeps, state, actor, one) for one in own)
        return own if is_own else named
    if not shared:
        newest_known = next((deed for deed in chain(state.deeds) if deed.name_for(actor.role)), None)
        return since(state.deeds, newest_known.command_id) if newest_known else ()
    newest = next((deed for deed in chain(state.deeds) if deed.role is actor.role), None)
    return (newest,) if newest and newest.span == keeps.span(state) else ()


def _is_alone(keeps: Keeps[S], state: S, actor: Actor, deed: PastDeed) -> bool:
    """Whether a side takes back a deed alone: its own of this span, of which no die and no news came."""
    return deed.role is actor.role and deed.span == keeps.span(state) and deed.is_light


def _moot(state: RecordState, actor: Actor) -> tuple[Any, ...]:
    """A take-back leaves no question open. That it is closed all may hear, what was taken back perhaps not."""
    return (ConsentAnswered(actor.role, agreed=False, words=state.asked.words),) if state.asked else ()


def withdrawal_of(deeds: Sequence[PastDeed], after_the_die: bool = False) -> tuple[Any, ...]:
    """Everybody hears of the deeds that everybody knew of; where there is none, each side hears of its own."""
    told = tuple(deed.open_name for deed in deeds if deed.open_name)
    if told or not deeds:
        return (_taken_back(deeds, told, Audience.ALL, after_the_die),)
    audiences = dict.fromkeys(deed.audience for deed in deeds)
    by_audience = {who: tuple(deed for deed in deeds if deed.audience is who) for who in audiences}
    return tuple(
        _taken_back(own, tuple(deed.name for deed in own), who, after_the_die) for who, own in by_audience.items()
    )


def _taken_back(
    deeds: Sequence[PastDeed], names: tuple[str, ...], audience: Audience, after_the_die: bool
) -> TakenBack:
    dice = Dice()
    for deed in deeds:
        dice = deed.dice | dice
    seqs = tuple(sorted(seq for deed in deeds for seq in deed.seqs))
    return TakenBack(seqs, names, dice, audience, after_the_die and bool(dice))


def reread(
    state: RecordState, actor: Actor, command: Reread, past: Past, decide: Callable[[Any, Any, Actor], Judgement]
) -> Judgement:
    """Read a mistyped die of one's own anew: the deed is judged again on the state before it, with the other face."""
    deed, done = state.deeds, past(command.command_id)
    if deed is None or done is None or deed.command_id != command.command_id or deed.role is not actor.role:
        return Refusal("", "somebody has done something since, or it is not your deed", "ask to take it back")
    if not actor.in_time:
        return Refusal("", "a die is read anew within five seconds of its result", "ask to take it back")
    if deed.told:
        return Refusal("", "it has shown something that was hidden", "ask to take it back")
    if state.asked:
        return Refusal("", "something is being asked", "wait for the answer")
    die = die_at(done.command, command.die)
    if die is None or not die.by_hand:
        return Refusal("", "that is no die of your own in this deed", "name one that you threw and typed in")
    if command.pips not in range(1, 7) or command.pips == die.pips:
        return Refusal("", f"the die was read as {die.pips}", "enter the other face, 1 to 6, that it shows")
    dice = {command.die: replace(die, pips=command.pips)}
    judged = decide(done.before(), with_dice(done.command, dice), done.actor)
    if isinstance(judged, Refusal):
        return judged
    audience = Audience.ALL if deed.open_name else deed.audience
    name = deed.open_name or deed.name
    return (DieReread(deed.seqs, name, command.die, die.pips, command.pips, audience), *judged)


def values_of(command: Any) -> dict[str, object]:
    """The fields of a command by their names."""
    return {one.name: getattr(command, one.name) for one in fields(command)}
