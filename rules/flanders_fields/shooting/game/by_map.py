"""What the map says of the facts of aimed fire."""

from typing import Final

from rules.flanders_fields.game.book_chapter import MeasuredBy
from rules.flanders_fields.game.in_gas import known_in_gas
from rules.flanders_fields.game.outcomes import Asked
from rules.flanders_fields.game.survey import aiming, zones
from rules.flanders_fields.game.survey.beside import beside, said_by
from rules.flanders_fields.game.survey.field import Field
from rules.flanders_fields.game.table import JudgedTable
from rules.flanders_fields.shooting.game.commands import AimedShot, Fire
from rules.flanders_fields.shooting.game.fold import of_shot
from rules.tabletop.proposed import Survey


def _fire(table: JudgedTable, field: Field, command: Fire) -> Asked:
    first = ""
    for aim in command.shots:
        if aim.behind_cm is None:
            first = aim.target
            found = aiming.aimed(field, aim.firer, aim.target, table.book)
        else:
            found = _in_zone(table, field, aim, first)
        used = said_by(aim) | {"firer_in_gas": known_in_gas(table.state, aim.firer, aim.firer_in_gas)}
        yield from beside(found, used, of_shot(aim.firer, aim.target))


def _in_zone(table: JudgedTable, field: Field, aim: AimedShot, first: str) -> Survey:
    if not field.has(aim.firer, first):
        return ()
    edge = aiming.face_of(aiming.side_of(field, aim.firer, first, table.book))
    found = zones.behind(field, aim.firer, first, table.book, edge)
    return next((one.facts for one in found if one.stand == aim.target), ())


BY_MAP: Final[MeasuredBy] = {
    Fire: _fire,
}
