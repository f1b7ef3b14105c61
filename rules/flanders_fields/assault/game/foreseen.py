"""What the dice of fire on those who close, and of standing against tanks would bring."""

from dataclasses import replace
from typing import Final

from rules.flanders_fields.assault.closing_fire import shot_at_closing
from rules.flanders_fields.assault.game.closers import closing_facts
from rules.flanders_fields.assault.game.commands import FireAsTheyClose, StandAgainstArmour
from rules.flanders_fields.assault.game.events import StoodAgainstArmour
from rules.flanders_fields.game.book_chapter import ForeseenBy
from rules.flanders_fields.game.deciding import decide
from rules.flanders_fields.game.foreseeing import by_shot, one_die
from rules.flanders_fields.game.prospect import Foreseen, Prospect
from rules.flanders_fields.game.table import JudgedTable
from rules.flanders_fields.shooting.fire_action import FireAction, rolls
from rules.kernel.dice import Throw
from rules.kernel.explain import Refusal


def _closing(table: JudgedTable, command: FireAsTheyClose) -> Foreseen:
    state, book = table.state, table.book
    contact = next((one for one in state.contacts() if one.attacker == command.target), None)
    facts = closing_facts(state, contact, command, book) if contact else None
    if facts is None:
        return ()
    shot = shot_at_closing(facts, book)
    due = rolls(FireAction(shot=shot), book)
    if isinstance(due, Refusal):
        return due
    judged = decide(state, replace(command, dice=(Throw(1),) * due.value), table.actor)
    bare = Prospect(command.target, (), throws=due.value, by=command.stand)
    return judged if isinstance(judged, Refusal) else (by_shot(shot, book, bare),)


FORESEEN: Final[ForeseenBy] = {
    FireAsTheyClose: _closing,
    StandAgainstArmour: one_die(StoodAgainstArmour, "stand", lambda event: event.result),
}
