"""What the dice of aimed fire would bring."""

from dataclasses import replace
from typing import Final

from rules.flanders_fields.game.book_chapter import ForeseenBy
from rules.flanders_fields.game.foreseeing import by_shot
from rules.flanders_fields.game.prospect import Foreseen, Prospect
from rules.flanders_fields.game.table import JudgedTable
from rules.flanders_fields.shooting.game.commands import Fire
from rules.flanders_fields.shooting.game.judge import ShotToFire, aimed
from rules.kernel.explain import Refusal


def _shots(table: JudgedTable, command: Fire) -> Foreseen:
    shots = aimed(table, command)
    return shots if isinstance(shots, Refusal) else tuple(_shot(table, one) for one in shots)


def _shot(table: JudgedTable, one: ShotToFire) -> Prospect:
    found = by_shot(one.shot, table.book, Prospect(one.aim.target, (), throws=one.rolls.value, by=one.aim.firer))
    return replace(found, steps=(*one.lead, *found.steps))


FORESEEN: Final[ForeseenBy] = {
    Fire: _shots,
}
