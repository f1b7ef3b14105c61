"""The deeds of the record of a game: whose each is now, and what it asks. Answering is owed before all else."""

from collections.abc import Iterator
from typing import Final

from rules.flanders_fields.game.cards.record import CAN_BE_HELD, PUT_IN, TAKE_OUT, hand_of, hands
from rules.flanders_fields.game.commands import Correct
from rules.flanders_fields.game.decide.judge import decide
from rules.flanders_fields.game.decide.records import correctable, things_kept
from rules.flanders_fields.game.offering import word
from rules.flanders_fields.game.seated import Seated
from rules.kernel.asking import NEEDED, Ask, AskKind, Asks, Told
from rules.kernel.deeds import chain
from rules.kernel.explain import Refusal
from rules.kernel.plain import build
from rules.kernel.play import Role
from rules.kernel.record import dice_typed, note
from rules.kernel.record_kinds import Answer, Note, Overrule, Reread, TakeBack
from rules.kernel.stage import Deed, Possible

ANSWER, CORRECT, OVERRULE = Asks(Answer), Asks(Correct), Asks(Overrule)
BACK, AGAIN, NOTE = Asks(TakeBack), Asks(Reread), Asks(Note)
LEAST_FACE, MOST_FACE = 1, 6


def _answering(seated: Seated) -> Iterator[Possible]:
    """The side that is asked, or the referee where he is asked in its place."""
    asked = seated.state.asked
    if asked:
        others = (role for role in (Role.ATTACKER, Role.DEFENDER) if role is not asked.by)
        yield Possible(by=str(asked.command.get("of") or next(others).value), owed=True)


def _answer_asks(seated: Seated, told: Told) -> Iterator[Ask | Refusal]:
    yield ANSWER("agree")
    yield from word(seated, Answer, told)


def _always(_seated: Seated) -> Iterator[Possible]:
    yield Possible()


def _correct_asks(seated: Seated, told: Told) -> Iterator[Ask | Refusal]:
    """Each thing of which the record keeps a value that the seat may know."""
    yield CORRECT("of", among=[*things_kept(seated.table), *hands(seated.table)])
    if hand_of(told["of"]):
        yield CORRECT("what", among=[PUT_IN, TAKE_OUT])
        yield CORRECT("value", kind=AskKind.WORD, among=CAN_BE_HELD)
    else:
        kept = correctable(seated.table, told["of"])
        yield CORRECT("what", among=sorted(kept))
        yield CORRECT("value", kind=_kind(kept[told["what"]].value))
    yield CORRECT("reason")
    yield from word(seated, Correct, told)


def _kind(value: int | float | bool | str) -> AskKind:
    """What kind of answer sets a value that is kept."""
    if isinstance(value, bool):
        return AskKind.SWITCH
    return AskKind.TEXT if isinstance(value, str) else AskKind.NUMBER


def _overrule_asks(seated: Seated, told: Told) -> Iterator[Ask | Refusal]:
    """The deed that was refused, as it was sent, and why the rule is set aside."""
    yield OVERRULE("command", kind=AskKind.DEED, usual=NEEDED)
    yield OVERRULE("clause")
    yield OVERRULE("reason", usual=NEEDED)
    yield from word(seated, Overrule, told)


def _taking_back(seated: Seated) -> Iterator[Possible]:
    if any(deed.name_for(seated.actor.role) for deed in chain(seated.state.deeds)):
        yield Possible()


def _back_asks(seated: Seated, told: Told) -> Iterator[Ask | Refusal]:
    known = (deed for deed in chain(seated.state.deeds) if deed.name_for(seated.actor.role))
    yield BACK("command_id", among=["", *(deed.command_id for deed in known)])
    yield from word(seated, TakeBack, told)


def _rereading(seated: Seated) -> Iterator[Possible]:
    """The newest deed of one's own, within five seconds of its answer, where it had a die that was typed in."""
    deed, actor = seated.state.deeds, seated.actor
    if deed is not None and deed.role is actor.role and actor.in_time and not deed.told and not seated.state.asked:
        done = seated.past(deed.command_id)
        if done is not None and any(dice_typed(done.command)):
            yield Possible({"command_id": deed.command_id}, by=actor.role.value)


def _reread_asks(seated: Seated, told: Told) -> Iterator[Ask | Refusal]:
    done = seated.past(told["command_id"])
    yield AGAIN("die", among=list(dice_typed(done.command)) if done else [])
    yield AGAIN("pips", least=LEAST_FACE, most=MOST_FACE)
    judged = decide(seated.state, build(Reread, told), seated.actor, seated.past)
    if isinstance(judged, Refusal):
        yield judged


def _note_asks(_seated: Seated, told: Told) -> Iterator[Ask | Refusal]:
    yield NOTE("text")
    judged = note(Note(text=told["text"]))
    if isinstance(judged, Refusal):
        yield judged


ANSWER_DEEDS: Final[tuple[Deed[Seated], ...]] = (Deed("answer", "Answer", Answer, _answering, _answer_asks),)
RECORD_DEEDS: Final[tuple[Deed[Seated], ...]] = (
    Deed("reread", "Read the die anew", Reread, _rereading, _reread_asks),
    Deed("take_back", "Take back", TakeBack, _taking_back, _back_asks),
    Deed("correct", "Correct", Correct, _always, _correct_asks),
    Deed("overrule", "Set the rule aside", Overrule, _always, _overrule_asks),
    Deed("note", "Write it down", Note, _always, _note_asks),
)
"""They stand below all that is owed."""
