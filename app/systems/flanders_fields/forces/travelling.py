"""What a force takes along in its file: which force it is of, and the rolls of its battalions: none is made anew.

What is in their records goes with the document; what was thrown and taken back goes beside it.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from app.forces.rolls import AfterGameRoll, KeptRoll, RollBook
from app.systems.flanders_fields.forces.document import ForceFile, Source, ThrownFile
from app.systems.flanders_fields.forces.shelf import KeptForce
from rules.flanders_fields.forces.force import Fought
from rules.kernel.dice import Throw
from rules.kernel.kept import Rolled

DICE: Final = 2


def numbered(fought: Sequence[Fought]) -> Iterator[tuple[Fought, int]]:
    """The games of one battalion's record with the numbers of their rolls: those that were kept nowhere are counted."""
    nth = 0
    for one in fought:
        nth += not one.game_id
        yield one, 0 if one.game_id else nth


def taken_along(kept: KeptForce, rolls: RollBook) -> Iterator[ThrownFile]:
    """The rolls of a force after games that were kept nowhere, where its records do not have them as they were made."""
    told = set(_in_records(kept.document.fought))
    for one in rolls.of_force(kept.listed.id, kept.listed.line):
        dice = tuple(die.pips for die in one.rolled.dice)
        is_known = (one.roll.of, one.roll.nth, dice) in told
        if one.roll.scope == kept.listed.line and not is_known:
            sources = tuple(_source(die.source) for die in one.rolled.dice)
            rolled = (one.game, one.rolled.lost, one.rolled.drafts, dice, sources)
            yield ThrownFile(one.roll.of, one.roll.nth, *rolled)


def _in_records(fought: Sequence[Fought]) -> Iterator[tuple[str, int, tuple[int, ...]]]:
    for of in dict.fromkeys(one.of for one in fought):
        for one, nth in numbered([each for each in fought if each.of == of]):
            if nth:
                yield of, nth, one.dice


def bring_along(file: ForceFile, kept: KeptForce, rolls: RollBook) -> None:
    """Keep the rolls of a file, marked as brought; where this line has made one already, that one stays."""
    for roll, game, rolled in _brought(file, kept):
        rolls.keep(kept.listed.id, KeptRoll(roll, roll.of, game, rolled, "", brought=True))


def _brought(file: ForceFile, kept: KeptForce) -> Iterator[tuple[AfterGameRoll, str, Rolled]]:
    line = kept.listed.line
    for one in file.thrown or ():
        dice = tuple(Throw(*each) for each in zip(one.dice, one.sources, strict=True))
        yield AfterGameRoll(line, one.of, one.nth), one.game, Rolled(dice, one.lost, one.drafts)
    fought = kept.document.fought
    for of in dict.fromkeys(one.of for one in fought):
        for game, nth in numbered([each for each in fought if each.of == of]):
            if nth and len(game.dice) == DICE:
                sources = game.sources or ("entered",) * DICE
                dice = tuple(Throw(pips, _source(one)) for pips, one in zip(game.dice, sources, strict=False))
                yield AfterGameRoll(line, of, nth), game.game, Rolled(dice, game.lost, game.drafts)


def _source(told: str) -> Source:
    return "rolled" if told == "rolled" else "entered"
