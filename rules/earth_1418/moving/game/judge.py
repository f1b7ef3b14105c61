"""Moves as planned, assaults that make contact, and recovery before them (BE-MOV, BE-ASL, BE-INJ-05)."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rules.earth_1418.commanding.plans import CoverSought, find_cover
from rules.earth_1418.firing.injuries import Recovering, recovery
from rules.earth_1418.game.ground import by_map, moves_by_map
from rules.earth_1418.game.ground.ranks import placed, ranked
from rules.earth_1418.game.state import SIDES, ContactMade, SubUnit
from rules.earth_1418.game.table import NOT_NOW, EarthTable
from rules.earth_1418.game.ways import allowance, way_facts
from rules.earth_1418.moving.digging import Leaving, leave_position
from rules.earth_1418.moving.game.commands import MoveSubUnit, RecoverBase
from rules.earth_1418.moving.game.events import RecoveryRolled, SubUnitMoved
from rules.earth_1418.moving.game.throws import recovery_key
from rules.earth_1418.moving.movement import AssaultAsked, MoveAsked, assault, move
from rules.earth_1418.turn.order import TwoMoved, TwoMoves, meeting
from rules.earth_1418.vocabulary import FireNow, GroundToCross, Plan
from rules.kernel.deeds import Judgement
from rules.kernel.dice import D6
from rules.kernel.explain import Explained, Refusal, Step
from rules.kernel.kept import settle
from rules.kernel.measure import MM_A_CM, mm
from rules.tabletop.stands import Spot


def move_facts(table: EarthTable, command: MoveSubUnit, unit: SubUnit) -> MoveAsked:
    """What the rules on movement want to know of a sub-unit and the way that was told."""
    return way_facts(table, unit, ground_on(command))


def ground_on(command: MoveSubUnit) -> list[GroundToCross]:
    """The kinds of ground on the way; open where nothing else is told."""
    told = {
        GroundToCross.ROAD: command.road,
        GroundToCross.ROUGH: command.rough,
        GroundToCross.IMPRACTICAL: command.impractical,
    }
    return [kind for kind, there in told.items() if there] or [GroundToCross.OPEN]


def move_unit(table: EarthTable, command: MoveSubUnit) -> Judgement:
    """Move as planned (BE-MOV-12, BE-CMD-05, BE-DIG-03, BE-DIG-06, BE-ASL-01 to BE-ASL-04)."""
    unit = table.state.units.get(command.unit)
    refused = NOT_NOW if unit is None else table.speaks_for(unit.side)
    if unit is None or refused is not None:
        return refused or NOT_NOW
    if unit not in list(table.movers(unit.side)):
        return NOT_NOW
    if unit.plan is Plan.ASSAULT and command.stays and not command.enemy:
        return (_moved(table, unit, command, 0, None, (Step("BE-ASL-01", "It reaches nobody: it stays where it is"),)),)
    if unit.plan is Plan.ASSAULT:
        return _assault(table, command, unit)
    if command.enemy:
        return Refusal("BE-ASL-04", "Nobody walks into contact", "plan an assault for that")
    return _walk(table, command, unit)


def _walk(table: EarthTable, command: MoveSubUnit, unit: SubUnit) -> Judgement:
    if command.toward and command.x_mm is not None and command.y_mm is not None:
        comes_to = moves_by_map.towards(table, unit, Spot(command.x_mm, command.y_mm))
        command = replace(command, x_mm=comes_to.x_mm, y_mm=comes_to.y_mm)
    found = move(move_facts(table, command, unit), table.book)
    if isinstance(found, Refusal):
        return found
    moved_cm = found.value.cm if command.moved_cm is None else command.moved_cm
    if moved_cm > found.value.cm and not table.overruled:
        because = f"It is {moved_cm:g} cm, and {unit.name} goes {found.value.cm:g} cm at most over that ground"
        return Refusal(found.steps[0].clause, because, f"move {found.value.cm:g} cm at most")
    if unit.plan is Plan.FIND_COVER and moved_cm:
        sought = CoverSought(
            terrain=by_map.ground_of(table, unit),
            ends_in=command.ends_in,
            unit=unit.unit,
            nearer_to_better=command.nearer_to_better,
        )
        covered = find_cover(sought, table.book)
        if isinstance(covered, Refusal) and not table.overruled:
            return covered
    went = (_moved(table, unit, command, int(moved_cm * MM_A_CM), None, found.steps),)
    return _comes_to(table, unit, command, went)


def _comes_to(table: EarthTable, unit: SubUnit, command: MoveSubUnit, went: Sequence[Any]) -> Judgement:
    """A move, and where the rank stands after it, where that was told."""
    if command.x_mm is None or command.y_mm is None:
        return went
    astray = moves_by_map.leads_astray(table, unit, Spot(command.x_mm, command.y_mm))
    if astray is not None and not table.overruled:
        return astray
    places = ranked(table, unit, Spot(command.x_mm, command.y_mm), None)
    there = placed(table, places)
    if isinstance(there, Refusal):
        return there
    met = moves_by_map.walked_into(table, unit, places)
    if met and not table.overruled:
        enemy = table.state.units[met].name
        return Refusal("BE-ASL-04", f"It would walk into {enemy}", f"end clear of {enemy}, or plan an assault")
    return (*went, *there)


def _moved(
    table: EarthTable, unit: SubUnit, command: MoveSubUnit, moved_mm: int, contact: ContactMade | None, steps: Any
) -> SubUnitMoved:
    """What becomes of a sub-unit that moves; a position that is left in the open is rough ground (BE-DIG-06)."""
    stood_in = by_map.ground_of(table, unit)
    left = leave_position(Leaving(terrain=stood_in, moved_cm=moved_mm / 10), table.book).value
    came_from = left.position if unit.dug_in and moved_mm else stood_in
    short_of = command.enemy if contact is None else ""
    return SubUnitMoved(unit.id, moved_mm, command.ends_in, came_from, contact, short_of, tuple(steps))


def _assault(table: EarthTable, command: MoveSubUnit, unit: SubUnit) -> Judgement:
    enemy = table.state.units.get(command.enemy)
    if enemy is None or enemy.side == unit.side or not enemy.living or command.enemy_cm is None:
        return Refusal("BE-ASL-01", "An assault is aimed straight at an enemy", "name him and how far he is")
    facts = move_facts(table, command, unit)
    asked = AssaultAsked(assaulter=facts, distance_cm=command.enemy_cm, stops_cm=command.moved_cm)
    found = assault(asked, table.book, overridden=table.overruled)
    if isinstance(found, Refusal):
        return found
    meets = _meeting(table, unit, enemy, command.enemy_cm, found.value.move.cm)
    if meets is not None and meets.value.touch:
        # Half of the way is the other's: whoever comes second makes the contact, for both.
        # Its share is read to the whole millimetre; the tape says what is left to the other.
        went = int(meets.value.first_cm * MM_A_CM)
        moved = _moved(table, unit, command, went, None, (*found.steps, *meets.steps))
        return (moved, *moves_by_map.straight(table, unit, enemy.id, went))
    went = min(mm(command.enemy_cm), int(found.value.move.cm * MM_A_CM))
    both = _assaulted_too(table, unit, enemy)
    contact = ContactMade(unit.id, enemy.id, table.state.bound, both) if found.value.contact else None
    return (
        _moved(table, unit, command, went, contact, found.steps),
        *moves_by_map.straight(table, unit, enemy.id, went),
    )


def _assaulted_too(table: EarthTable, unit: SubUnit, enemy: SubUnit) -> bool:
    """Whether an enemy assaults a sub-unit in this bound that assaults it: it came halfway, made contact, or will."""
    now = table.state.bound
    pair = {unit.id, enemy.id}
    known = [one for one in table.state.contacts if {one.first, one.second} == pair and one.bound == now]
    if any(one.both or one.first == enemy.id for one in known):
        return True
    if enemy.moved:
        return enemy.plan is Plan.ASSAULT and enemy.assaulting == unit.id
    return _assaults(table, enemy, unit)


def _assaults(table: EarthTable, unit: SubUnit, target: SubUnit) -> bool:
    """Whether a sub-unit that has yet to move assaults a target: it planned to shoot at it, or reaches nobody else."""
    if unit.plan is not Plan.ASSAULT:
        return False
    near = moves_by_map.assaulted(table, unit)
    return unit.target == target.id or (unit.target not in near and near == [target.id])


def _meeting(
    table: EarthTable, unit: SubUnit, enemy: SubUnit, gap_cm: float, reach_cm: float
) -> Explained[TwoMoved] | None:
    """How far each goes of two that assault each other in one step (BE-ASL-04; G-43); None where they do not."""
    if not gap_cm or not _assaults(table, enemy, unit) or enemy not in list(table.movers(enemy.side)):
        return None
    way = moves_by_map.straight_way(table, enemy, unit.id)
    theirs = allowance(table, enemy, way.ground)
    if isinstance(theirs, Refusal):
        return None
    stops_cm = theirs.value.cm if way.stops_mm is None else way.stops_mm / MM_A_CM
    facts = TwoMoves(
        gap_cm=gap_cm,
        first_move_cm=reach_cm,
        second_move_cm=min(theirs.value.cm, stops_cm),
        first_ready_last=table.state.ready_last == unit.side,
    )
    return meeting(facts, table.book)


def recovering(table: EarthTable, unit: SubUnit, cordon: str) -> Recovering:
    """An injured platoon of a sub-unit that another shooter has under fire, as it stands (BE-INJ-05, BE-GAS-03)."""
    stands = table.as_target(unit, by_map.ground_of(table, unit), unit.left_terrain, cordon)
    return Recovering(platoon=stands, under_fire=FireNow.ANOTHER_SHOOTER)


def recover(table: EarthTable, command: RecoverBase) -> Judgement:
    """Roll for an injured platoon that another shooter has under fire (BE-INJ-05; G-14)."""
    due = {f"{unit.id}/{base + 1}": (unit, base) for side in SIDES for unit, base in table.recovering(side)}
    found = due.get(command.base)
    if found is None or found[0].id != command.unit:
        return NOT_NOW
    unit, base = found
    refused = table.speaks_for(unit.side)
    if refused is not None:
        return refused
    thrown = settle(table.state, recovery_key(table.state, unit.id, base), (command.die,))
    if isinstance(thrown, Refusal):
        return thrown
    judged_die = recovery(recovering(table, unit, command.cordon), (D6(thrown[0].pips),), table.book)
    if isinstance(judged_die, Refusal):
        return judged_die
    return (RecoveryRolled(unit.id, base, thrown[0], judged_die.value, judged_die.steps),)
