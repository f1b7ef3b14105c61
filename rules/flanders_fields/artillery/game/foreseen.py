"""What the dice of shells, of calls for them, and of deep suppression would bring."""

from dataclasses import replace
from typing import Final

from rules.flanders_fields.artillery.area_fire import AreaShots
from rules.flanders_fields.artillery.deviation import ALL_DICE
from rules.flanders_fields.artillery.game.areas_hit import stands_by_name
from rules.flanders_fields.artillery.game.bombard.commands import BombardWork, FireByPlan
from rules.flanders_fields.artillery.game.bombard.judge import bombarded
from rules.flanders_fields.artillery.game.bombard.judge import judge as judge_bombard
from rules.flanders_fields.artillery.game.commands import CallSos, FireOnArea, FireOnMover, InArea, RollDeviation
from rules.flanders_fields.artillery.game.deep.commands import RollDeepSuppression
from rules.flanders_fields.artillery.game.deep.events import DeepSuppressionRolled
from rules.flanders_fields.artillery.game.deep.judge import judge as judge_deep
from rules.flanders_fields.artillery.game.events import Deviated, MoverFiredOn, SosCalled
from rules.flanders_fields.artillery.game.falling import on_area
from rules.flanders_fields.game.book_chapter import ForeseenBy
from rules.flanders_fields.game.deciding import decide
from rules.flanders_fields.game.foreseeing import all_faces, by_shot, first_event, one_die
from rules.flanders_fields.game.outcomes import Reasons
from rules.flanders_fields.game.prospect import Brings, Foreseen, OffOrders, Prospect
from rules.flanders_fields.game.table import JudgedTable
from rules.kernel.dice import ALL_D6, Throw
from rules.kernel.explain import Refusal


def _on_area(table: JudgedTable, command: FireOnArea) -> Foreseen:
    found = on_area(table, command)
    if isinstance(found, Refusal):
        return found
    return _by_shots(table, command.stands, found.aimed.value)


def _deviation(table: JudgedTable, command: RollDeviation) -> Foreseen:
    """The first die alone: whether the fire falls on its point."""
    brings = list[Brings]()
    for face in ALL_D6:
        thrown = replace(command, dice=(Throw(face.pips), *[Throw(1)] * (ALL_DICE - 1)))
        judged = decide(table.state, thrown, table.actor)
        if isinstance(judged, Refusal):
            return judged
        brings.append(int(isinstance(judged[0], Deviated) and judged[0].clock is None))
    return (Prospect(command.unit, tuple(brings)),)


def _on_mover(table: JudgedTable, command: FireOnMover) -> Foreseen:
    brings, why = list[Brings](), Reasons()
    for face in ALL_D6:
        judged = decide(table.state, replace(command, die=Throw(face.pips)), table.actor)
        if isinstance(judged, Refusal):
            return judged
        if isinstance(judged[0], MoverFiredOn):
            brings.append(judged[0].result)
            why = judged[0].reasons
    steps = tuple(step for step in why.steps if step.value is not None)
    return (Prospect(command.stand, tuple(brings), steps, why.considered),)


def _by_plan(table: JudgedTable, command: FireByPlan) -> Foreseen:
    judged = judge_bombard(table, command)
    return judged if isinstance(judged, Refusal) else ()


def _in_work(table: JudgedTable, command: BombardWork) -> Foreseen:
    """A die for each enemy stand in the work, in the order told."""
    found = bombarded(table, command)
    if isinstance(found, Refusal):
        return found
    return _by_shots(table, command.stands, found.value)


def _by_shots(table: JudgedTable, told: tuple[InArea, ...], found: AreaShots) -> Foreseen:
    stands = stands_by_name(table.state, told)
    return tuple(by_shot(one.shot, table.book, Prospect(stands[one.name], ())) for one in found.shots)


def _deep(table: JudgedTable, command: RollDeepSuppression) -> Foreseen:
    throws = len(command.dice)
    found = all_faces(
        lambda die: judge_deep(table, replace(command, dice=(die,) * throws)),
        first_event(DeepSuppressionRolled, lambda event: OffOrders(event.modifier, bool(event.among))),
    )
    return found if isinstance(found, Refusal) else (replace(found[0], throws=throws),)


FORESEEN: Final[ForeseenBy] = {
    FireOnArea: _on_area,
    RollDeviation: _deviation,
    CallSos: one_die(SosCalled, "unit", lambda event: int(event.answered)),
    FireOnMover: _on_mover,
    FireByPlan: _by_plan,
    BombardWork: _in_work,
    RollDeepSuppression: _deep,
}
