"""Undo: taking back deeds, alone or by consent, reading a mistyped die anew, and what of a log stands."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from typing import Any, Final, TypeVar

from rules.kernel.dice import die_at, with_dice
from rules.kernel.dice_ledger import Dice
from rules.kernel.explanations import Refusal
from rules.kernel.game_record import SOMETHING, Judgement, Keeps, PastDeed, RecordState, ask_other_side, chain, since
from rules.kernel.play import Past, Recorded
from rules.kernel.record_events import ConsentAnswered, DieReread, Reread, TakeBack, TakenBack
from rules.kernel.seats import Actor, Audience, Role

S = TypeVar("S", bound=RecordState)
E = TypeVar("E")


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
    asked: dict[str, object] = {"kind": "undo", "command_id": known[-1].command_id}
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


DEEDS_AT_HAND: Final = 64
"""So many past deeds that everybody knows of are kept in a brief state, and looked through for those a seat may see."""


def withdrawn_by(event: Any) -> Collection[int]:
    """The numbers of the events that an event withdraws."""
    return event.seqs if isinstance(event, TakenBack | DieReread) else ()


def what_stands(log: Sequence[Recorded[E]]) -> Iterator[Recorded[E]]:
    """A log without what was taken back. What withdrew something and was itself withdrawn withdraws nothing."""
    gone: set[int] = set()
    for recorded in reversed(log):
        if recorded.seq not in gone:
            gone.update(withdrawn_by(recorded.event))
    return (recorded for recorded in log if recorded.seq not in gone)


def at_hand(deeds: PastDeed | None) -> Iterator[PastDeed]:
    """The newest deeds, the newest first: what a side alone knows of pushes no other out of a list."""
    told = 0
    for deed in chain(deeds):
        if told >= DEEDS_AT_HAND:
            return
        yield deed
        told += bool(deed.open_name)


def in_brief(deeds: PastDeed | None) -> PastDeed | None:
    """The deeds that are at hand, and nothing before them: so they are no longer the longer the game is."""
    newest: PastDeed | None = None
    for deed in reversed(list(at_hand(deeds))):
        newest = deed._replace(before=newest)
    return newest
