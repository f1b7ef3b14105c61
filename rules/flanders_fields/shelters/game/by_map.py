"""What the map says of the facts of deep shelters."""

from typing import Final

from rules.flanders_fields.game.book_chapter import MeasuredBy
from rules.flanders_fields.game.outcomes import Asked
from rules.flanders_fields.game.survey import cover, positions
from rules.flanders_fields.game.survey.beside import beside, said_by
from rules.flanders_fields.game.survey.field import Field
from rules.flanders_fields.game.table import JudgedTable
from rules.flanders_fields.shelters.game.commands import ComeUp, GoBelow, HitBelow


def _below(_table: JudgedTable, field: Field, command: GoBelow) -> Asked:
    for name in command.stands:
        yield from beside(positions.in_own_work(field, name), said_by(command), name)


def _up(table: JudgedTable, field: Field, command: ComeUp) -> Asked:
    """In its own turn whether an enemy is in its trench; when that is assaulted, its cover there (FF-DSH-03)."""
    if table.state.turn.side is table.state.stands[command.stand].side:
        found = [one for one in positions.in_own_work(field, command.stand) if one.fact == "enemy_above"]
    else:
        found = list(cover.protection(field, command.stand, table.book)) if command.against else []
    yield from beside(found, said_by(command))


def _hit_below(table: JudgedTable, field: Field, command: HitBelow) -> Asked:
    yield from beside(positions.hit_below(field, command.stand, table.book), said_by(command))


BY_MAP: Final[MeasuredBy] = {
    GoBelow: _below,
    ComeUp: _up,
    HitBelow: _hit_below,
}
