"""Splitting a storm battalion: its companies and support units serve with other battalions (FF-SPR-16, GAP-49)."""

from collections.abc import Iterator
from typing import Any

from rules.flanders_fields.forces.game.commands import AttachStormPart
from rules.flanders_fields.forces.game.events import StormPartAttached
from rules.flanders_fields.forces.storm_parts import StormPartFacts, Whose, serve_with
from rules.flanders_fields.game.models import quality_of
from rules.flanders_fields.game.outcomes import reasons
from rules.flanders_fields.game.state import Battalion, GameState, Unit
from rules.flanders_fields.game.table import JudgedTable, Judgement
from rules.flanders_fields.vocabulary import Fate, UnitClass
from rules.kernel.explain import Refusal
from rules.kernel.seats import Role


def attach(table: JudgedTable, command: AttachStormPart) -> Judgement:
    """Let a part of a storm battalion serve with a battalion: before the game, or in an own turn before its order."""
    state, unit, host = table.state, table.state.units.get(command.unit), _standing(table.state, command.battalion)
    # Another seat is told the same of every unit: it must not learn from the answer who sits in a deep shelter.
    if unit is None or table.may_speak_for(unit.side) or not _part_on_the_table(state, unit):
        return Refusal("FF-SPR-16", "that is no part of a storm battalion on the table", "choose one that is")
    if host is None or host.side is not unit.side or host.id == unit.of:
        return Refusal("FF-SPR-16", "that is no other battalion of its side on the table", "choose one that is")
    refused = _not_now(table, unit)
    if refused:
        return refused
    facts = StormPartFacts(
        storm=_of_storm(state, unit),
        same_regiment=state.regiment_of(unit).id == host.regiment,
        ordered_this_turn=unit.id in state.orders and not table.overruled,
    )
    answer = serve_with(facts, table.book)
    if isinstance(answer, Refusal):
        return answer
    own = _storm_battalion(state, unit)
    keeps = answer.value.ordered_by is Whose.STORM_BATTALION and own is not None and own.id != host.id
    platoons = len(unit.stands) if unit.kind is UnitClass.RIFLE_COMPANY else 0
    ordered_from = own.id if own and keeps else ""
    return (StormPartAttached(unit.id, host.id, ordered_from, platoons, quality_of(state, unit), reasons(answer)),)


def _not_now(table: JudgedTable, unit: Unit) -> Refusal | None:
    turn = table.state.turn
    if table.overruled or turn.number == 0 or (turn.running and turn.side is unit.side):
        return None
    return Refusal("FF-SPR-16", "it is not its player turn", "let it change battalions in the next one")


def _part_on_the_table(state: GameState, unit: Unit) -> bool:
    """Whether it is one of a battalion's units, and there."""
    return unit.of in state.battalions and bool(state.living(unit)) and state.off_table(unit.id) is None


def _standing(state: GameState, name: str) -> Battalion | None:
    battalion = state.battalions.get(name)
    return battalion if battalion and battalion.on_table and battalion.fate is Fate.STANDS else None


def _of_storm(state: GameState, unit: Unit) -> bool:
    battalion = state.battalion_of(unit)
    return unit.storm or (battalion is not None and battalion.storm)


def _storm_battalion(state: GameState, unit: Unit) -> Battalion | None:
    """The storm battalion of its regiment, where that still stands."""
    found = (_standing(state, name) for name in state.regiment_of(unit).battalions)
    return next((one for one in found if one and one.storm), None)


def storm_parts(state: GameState, role: Role) -> Iterator[dict[str, Any]]:
    """The parts of storm battalions that a seat may send to other battalions now, each with those it could serve with.

    Of the other side's nobody is told: who is missing there sits in a deep shelter.
    """
    turn, storming = state.turn, {one.id for one in state.battalions.values() if one.storm}
    for unit in [unit for unit in state.units.values() if unit.storm or unit.of in storming]:
        waits = turn.number and not (turn.running and turn.side is unit.side)
        if waits or (role is not Role.REFEREE and role.value != unit.side.value):
            continue
        if _part_on_the_table(state, unit):
            standing = (_standing(state, name) for name in state.regiment_of(unit).battalions)
            to = [one.id for one in standing if one and one.id != unit.of]
            if to and unit.id not in state.orders:
                yield {"unit": unit.id, "side": unit.side.value, "to": to}
