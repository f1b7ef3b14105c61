"""What the dice of cards would bring."""

from typing import Final

from rules.flanders_fields.artillery.area_fire import shots_on_area
from rules.flanders_fields.cards.game.commands import PlayCard, SayWhatItTakes
from rules.flanders_fields.cards.game.events import CardPlayed
from rules.flanders_fields.cards.game.taking import shell_facts, under_the_shell
from rules.flanders_fields.game.book_chapter import ForeseenBy
from rules.flanders_fields.game.deciding import decide
from rules.flanders_fields.game.foreseeing import by_shot, one_die
from rules.flanders_fields.game.prospect import Foreseen, Prospect
from rules.flanders_fields.game.table import JudgedTable
from rules.kernel.explain import Refusal


def _shell(table: JudgedTable, command: SayWhatItTakes) -> Foreseen:
    refused = under_the_shell(table, command)
    if refused or not command.shelled:
        return refused or ()
    found = shots_on_area(shell_facts(table.state, command.shelled), table.book)
    if isinstance(found, Refusal):
        return found
    judged = decide(table.state, command, table.actor)
    if isinstance(judged, Refusal):
        return judged
    shots = zip(command.shelled, found.value.shots, strict=True)
    return tuple(by_shot(one.shot, table.book, Prospect(under.stand, ())) for under, one in shots)


FORESEEN: Final[ForeseenBy] = {
    PlayCard: one_die(CardPlayed, "on", lambda event: len(event.changes)),
    SayWhatItTakes: _shell,
}
