"""Missions that are not used and observe for the guns, where a house rule lets them (AMB-471)."""

from collections.abc import Iterator

from rules.flanders_fields.air.game.commands import WatchFromAir
from rules.flanders_fields.air.game.events import WatchedFromAir
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.game.outcomes import Reasons
from rules.flanders_fields.game.state import GameState, Unit
from rules.flanders_fields.game.table import JudgedTable, Judgement
from rules.flanders_fields.game.unobserved import why_it_falls_there
from rules.flanders_fields.sight.visibility import from_the_air
from rules.flanders_fields.vocabulary import ARTILLERY
from rules.kernel.explain import Refusal, Step
from rules.kernel.seats import Actor, Role


def watch(table: JudgedTable, command: WatchFromAir) -> Judgement:
    """An unused mission observes the point of a battery, so that its fire does not deviate (FF-DEV-01, AMB-471).

    Each observes one point in a player turn, and is not called to attack in it.
    """
    unit = table.unit(command.unit)
    if isinstance(unit, Refusal):
        return unit
    observed = from_the_air(table.book)
    if observed is None:
        return Refusal("FF-AIR-01", "Aircraft do not observe for the guns", "roll where the fire comes down")
    if table.state.air.free(unit.side) < 1 and not table.overruled:
        return Refusal("FF-AIR-15", "no mission is left that is not used", "roll where the fire comes down")
    stays = _why_not_needed(table, unit)
    if stays:
        return Refusal(stays.clause, stays.says, "keep the aircraft for another point")
    return (WatchedFromAir(unit.id, unit.side, Reasons(None, (observed,))),)


def _why_not_needed(table: JudgedTable, unit: Unit) -> Step | None:
    """Why its fire comes down on its point anyhow; None where somebody has to observe it."""
    going = table.state.guns.arriving
    if table.state.guns.point_of(unit.id) is None or unit.kind not in ARTILLERY:
        return Step("FF-ART-15", f"{unit.name} has no aiming point that aircraft could observe")
    if going and going.unit == unit.id:
        return None if going.deviates else Step("FF-DEV-01", "Where it comes down is known")
    return why_it_falls_there(table, unit)


def may_watch(state: GameState, role: Role, book: RuleBook) -> Iterator[str]:
    """The batteries of the side in turn whose point a mission could observe now; none for a seat of the other side."""
    side = state.turn.side
    knows = role is Role.REFEREE or role.value == side.value
    if not knows or from_the_air(book) is None or not state.turn.running or not state.air.free(side):
        return
    table = JudgedTable(state, Actor(Role.REFEREE), book)
    for unit in state.units.values():
        if (
            unit.side is side
            and state.living(unit)
            and not state.off_table(unit.id)
            and not _why_not_needed(table, unit)
        ):
            yield unit.id
