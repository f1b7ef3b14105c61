"""Consent of the other side: corrections, overrides, requests, seats and notes.

Alone a side takes back what threw no die and told nobody anything he did not know, within its span; alone it corrects
what costs itself. All else needs the other side's word, or the referee's, unless nobody else was seated since the span
began. A system says what its spans are, what it keeps, and what its own commands do (`Keeps`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from typing import Any, Final, TypeVar

from rules.kernel.dice import (
    FACES,
    count_unthrown,
    filled_by_chance,
    has_pack,
    is_unthrown,
    unseen,
    unthrown,
    with_more_dice,
    without_lots,
)
from rules.kernel.explanations import Refusal
from rules.kernel.game_record import (
    SOMETHING,
    Correctable,
    Judgement,
    Keeps,
    RecordState,
    WaitingRequest,
    agreed_seat,
    allowed_to,
    ask_other_side,
    is_of,
    since,
    unused_dice,
)
from rules.kernel.record_events import (
    AnswerRequest,
    AskForSeat,
    CarryOut,
    ConsentAnswered,
    ConsentAsked,
    ConsentWithdrawn,
    Corrected,
    DiceDropped,
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
    TakeSeat,
    Withdraw,
    rolls_at_once,
)
from rules.kernel.seats import Actor, Audience, Role
from rules.kernel.undo import withdrawal_of

LONGEST_TEXT: Final = 500

S = TypeVar("S", bound="RecordState")


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
        "kind": "override",
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
    if values["kind"] == "undo":
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


def values_of(command: Any) -> dict[str, object]:
    """The fields of a command by their names."""
    return {one.name: getattr(command, one.name) for one in fields(command)}
