"""What the map says of the facts of barrages."""

from typing import Final

from rules.flanders_fields.barrages.game.commands import RiskBarrage, RollUnderBarrage
from rules.flanders_fields.game.book_chapter import MeasuredBy
from rules.flanders_fields.game.outcomes import Asked
from rules.flanders_fields.game.survey import barrage, cover
from rules.flanders_fields.game.survey.beside import beside, said_by
from rules.flanders_fields.game.survey.field import Field
from rules.flanders_fields.game.table import JudgedTable


def _risk(table: JudgedTable, field: Field, command: RiskBarrage) -> Asked:
    plan = table.state.plan.barrage(command.barrage)
    if plan:
        yield from beside(barrage.risk(field, command.stand, plan.side, table.book), said_by(command))


def _under(table: JudgedTable, field: Field, command: RollUnderBarrage) -> Asked:
    plan = table.state.plan.barrage(command.barrage)
    used = said_by(command) | ({} if table.book.option("AMB-352") == "minus_2" else {"overlap": None})
    grounds = barrage.grounds(field, plan.side) if plan else ()
    found = {one.stand: one.facts for one in barrage.under(field, grounds, plan.side, table.book)} if plan else {}
    for name in command.stands if plan else ():
        yield from beside(found.get(name) or cover.protection(field, name, table.book), used, name)


BY_MAP: Final[MeasuredBy] = {
    RiskBarrage: _risk,
    RollUnderBarrage: _under,
}
