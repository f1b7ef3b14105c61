"""The deeds of the record of a game: the kernel's, with what can be corrected here and the word of this judge."""

from collections.abc import Iterator
from typing import Final

from rules.flanders_fields.game.deciding import decide
from rules.flanders_fields.game.offering import word
from rules.flanders_fields.game.record.commands import Correct
from rules.flanders_fields.game.record.kept import correctable, things_kept
from rules.flanders_fields.game.registry import own_corrections
from rules.flanders_fields.game.seated import SeatDeeds
from rules.flanders_fields.vocabulary import SEATING
from rules.kernel.asking import Ask, AskKind, Asks, Told
from rules.kernel.chapters import Command
from rules.kernel.explain import Refusal
from rules.kernel.record_deeds import deeds_of_record
from rules.kernel.record_kinds import Reread

CORRECT: Final = Asks(Correct)


def _correct_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    """Each thing of which the record keeps a value that the seat may know."""
    named = (of for one in own_corrections() for of in one.named(seated.table))
    yield CORRECT("of", among=[*things_kept(seated.table), *named])
    if own := next(filter(None, (one.choices(told["of"]) for one in own_corrections())), None):
        done, to = own
        yield CORRECT("what", among=done)
        yield CORRECT("value", kind=AskKind.WORD, among=to)
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


def _refused(seated: SeatDeeds, command: Command) -> Refusal | None:
    """The judge's word; of a die that is read anew, what was done before counts too."""
    if not isinstance(command, Reread):
        return seated.refused(command)
    judged = decide(seated.state, command, seated.actor, seated.past)
    return judged if isinstance(judged, Refusal) else None


OF_RECORD: Final = deeds_of_record(SEATING, _refused, Correct, _correct_asks)
