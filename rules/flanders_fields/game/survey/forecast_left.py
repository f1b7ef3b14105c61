"""Which lines of a plan have no part in what it may expect to do by itself, and why, in words."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from rules.flanders_fields.artillery.bombardments import PLANNED
from rules.flanders_fields.barrages.rolling import no_barrage
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.fire_plan.written import BombardmentLine, GasLine, WeaponLine, WrittenPlan
from rules.flanders_fields.game.survey.targeted import Targets
from rules.flanders_fields.not_yet import no_gas
from rules.flanders_fields.vocabulary import ARTILLERY, Side

_ORDERED: Final = "it falls only if it is ordered: what it then does is told apart"


class LeftOut(NamedTuple):
    """A line of the plan, and why nothing is foreseen of it."""

    line: str
    because: str


def lines_left_out(plan: WrittenPlan, targets: Targets, book: RuleBook) -> Iterator[LeftOut]:
    """Every line that does nothing by itself, or of which it is not known what it does."""
    for weapon in plan.weapons:
        yield LeftOut(weapon.id, _of_a_weapon(weapon, plan))
    for shift in plan.shifts:
        yield LeftOut(shift.id, "it moves a point and fires nothing")
    for line, because in _acting(plan, targets, book):
        if because:
            yield LeftOut(line, because)
    for sos in plan.sos_points:
        yield LeftOut(sos.id, "it falls only if it is called: what it then does is told apart")


def _of_a_weapon(line: WeaponLine, plan: WrittenPlan) -> str:
    """What a weapon does by itself stands in its lines of planned fire."""
    moved = any(one.weapon == line.id and one.at for one in plan.shifts)
    return _ORDERED if line.at or moved else "nobody can order its fire yet: it has no point"


def _acting(plan: WrittenPlan, targets: Targets, book: RuleBook) -> Iterator[tuple[str, str]]:
    for fire in plan.bombardments:
        yield fire.id, _of_fire(fire, plan, book)
    refused = no_barrage(plan.side is Side.ATTACKER, book)
    for barrage in plan.barrages:
        yield barrage.id, _words(refused) or ("" if barrage.start_mm is not None else "it has no start line yet")
    for gas in plan.gas:
        yield gas.id, _of_gas(gas, book)
    for work in plan.works:
        there = any(targets.positions_called(work.name))
        yield work.id, "" if there else "the table has no work of the enemy’s that is called so"


def _words(refused: object) -> str:
    because = getattr(refused, "because", "")
    return f"{because[:1].lower()}{because[1:]}"


def _of_fire(line: BombardmentLine, plan: WrittenPlan, book: RuleBook) -> str:
    weapon = plan.weapon(line.weapon)
    if not book.table(PLANNED).has("phase"):
        return "no fire falls by the plan at this date"
    if weapon is None or weapon.kind not in ARTILLERY:
        return "only batteries fire by the plan"
    return "" if line.at and line.turn else "it has no point or no turn yet"


def _of_gas(line: GasLine, book: RuleBook) -> str:
    refused = no_gas(book)
    if refused:
        return _words(refused)
    missing = [
        name for name, value in (("point", line.at), ("turn", line.turn), ("wind", line.wind_deg)) if value is None
    ]
    return f"it has no {' and no '.join(missing)} yet" if missing else ""
