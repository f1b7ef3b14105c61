"""What the map says of the facts of cards."""

from typing import Final

from rules.flanders_fields.cards.game.commands import PlayCard, SayWhatItTakes
from rules.flanders_fields.cards.game.deeds import SHELL, SNIPER, WIRING
from rules.flanders_fields.game.book_chapter import MeasuredBy
from rules.flanders_fields.game.outcomes import Asked
from rules.flanders_fields.game.survey import cards, cover, shooting, wire
from rules.flanders_fields.game.survey.beside import beside, said_by
from rules.flanders_fields.game.survey.field import Field
from rules.flanders_fields.game.survey.points import spot_of
from rules.flanders_fields.game.table import JudgedTable
from rules.flanders_fields.vocabulary import Cover, Side


def _card(table: JudgedTable, field: Field, command: PlayCard) -> Asked:
    """Whether a sniper's target is safe from him, whether a company has come to the wire it cuts (FF-CRD-09, -19)."""
    held = next((one for one in table.state.cards.held if one.card == command.card), None)
    if held and held.acts_as == SNIPER:
        found = cover.is_one_of(field, command.on, table.book, "fortified", Cover.FORTIFIED)
    elif held and held.acts_as == WIRING:
        found = wire.at_some(field, command.on, "at_wire") if held.side is Side.ATTACKER else None
    else:
        found = None
    yield from beside((found,) if found else (), said_by(command))


def _taken(table: JudgedTable, field: Field, command: SayWhatItTakes) -> Asked:
    """How far apart the two stands are that a card takes, and who lies how under a shell."""
    if len(command.on) == 2 and field.has(*command.on):
        yield from beside((shooting.distance(field, *command.on, table.book, "apart_cm"),), said_by(command))
    yield from _shelled(table, field, command)


def _shelled(table: JudgedTable, field: Field, command: SayWhatItTakes) -> Asked:
    awaited, told = table.state.cards.awaited, {one.stand: said_by(one) for one in command.shelled}
    if awaited is None or awaited.acts_as != SHELL:
        return
    spot = spot_of(field, awaited.chooser, command.along_cm, command.up_cm, "")
    for one in cards.under_a_shell(field, awaited.chooser, spot, tuple(told), table.book):
        yield from beside(one.facts, told.get(one.stand, {"overlap": "none"}), one.stand)


BY_MAP: Final[MeasuredBy] = {
    PlayCard: _card,
    SayWhatItTakes: _taken,
}
