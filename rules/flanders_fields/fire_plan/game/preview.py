"""What the dice of planned fire would bring: the judges themselves, asked for every face."""

from dataclasses import replace

from rules.flanders_fields.artillery.game.areas_hit import names_of
from rules.flanders_fields.artillery.game.bombard.commands import BombardWork, FireByPlan
from rules.flanders_fields.artillery.game.bombard.judge import bombarded
from rules.flanders_fields.artillery.game.bombard.judge import judge as judge_bombard
from rules.flanders_fields.artillery.game.deep.commands import RollDeepSuppression
from rules.flanders_fields.artillery.game.deep.events import DeepSuppressionRolled
from rules.flanders_fields.artillery.game.deep.judge import judge as judge_deep
from rules.flanders_fields.barrages.game.commands import (
    RiskBarrage,
    RollBarrageTurns,
    RollUnderBarrage,
    SufferBarrage,
)
from rules.flanders_fields.barrages.game.events import BarrageFell, BarrageRisked, BarrageTurnsRolled
from rules.flanders_fields.barrages.game.judge import judge as judge_barrage
from rules.flanders_fields.barrages.game.striking import asked_under
from rules.flanders_fields.game.outcomes import Reasons
from rules.flanders_fields.game.prospect import Brings, OffOrders, Prospect
from rules.flanders_fields.game.table import JudgedTable, Judgement
from rules.flanders_fields.shooting.facts import Shot
from rules.flanders_fields.shooting.modifiers import shot_modifiers
from rules.flanders_fields.shooting.shot import effect
from rules.kernel.dice import ALL_D6
from rules.kernel.explain import Considered, Refusal, Step
from rules.kernel.play import Throw

OneDie = RollDeepSuppression | RollBarrageTurns | RiskBarrage | SufferBarrage
Planned = OneDie | RollUnderBarrage | FireByPlan | BombardWork


def planned_prospects(table: JudgedTable, command: Planned) -> tuple[Prospect, ...] | Refusal:
    """Every die the command would throw. Refuses what its judge refuses for every face."""
    if isinstance(command, RollUnderBarrage):
        return _under(table, command)
    if isinstance(command, BombardWork):
        return _in_work(table, command)
    if isinstance(command, FireByPlan):
        judged = judge_bombard(table, command)
        return judged if isinstance(judged, Refusal) else ()
    brings, why = list[Brings](), Reasons()
    for face in ALL_D6:
        judged = _judged(table, command, Throw(face.pips))
        if isinstance(judged, Refusal):
            return judged
        outcome, why = _brought(judged)
        brings.append(outcome)
    steps = tuple(step for step in why.steps if step.value is not None)
    throws = len(command.dice) if isinstance(command, RollDeepSuppression) else 1
    return (Prospect(_of(table, command), tuple(brings), steps, why.considered, throws),)


def _in_work(table: JudgedTable, command: BombardWork) -> tuple[Prospect, ...] | Refusal:
    """A die for each enemy stand in the work, in the order told."""
    found = bombarded(table, command)
    if isinstance(found, Refusal):
        return found
    stands = {name: stand for stand, name in names_of(table.state, command.stands).items()}
    return tuple(_shot(table, stands[one.name], one.shot) for one in found.value.shots)


def _shot(table: JudgedTable, stand: str, shot: Shot) -> Prospect:
    findings = tuple(shot_modifiers(shot, table.book))
    return Prospect(
        stand,
        tuple(effect(shot, face, table.book).value for face in ALL_D6),
        tuple(one for one in findings if isinstance(one, Step)),
        tuple(one for one in findings if isinstance(one, Considered)),
    )


def _judged(table: JudgedTable, command: OneDie, die: Throw) -> Judgement:
    if isinstance(command, RollDeepSuppression):
        return judge_deep(table, replace(command, dice=(die,) * len(command.dice)))
    return judge_barrage(table, replace(command, die=die))


def _of(table: JudgedTable, command: OneDie) -> str:
    match command:
        case RiskBarrage(stand=stand):
            return stand
        case SufferBarrage(barrage=barrage):
            at_risk = table.state.barrages[barrage].at_risk
            return at_risk.stand if at_risk else ""
        case _:
            return ""


def _brought(judged: Judgement) -> tuple[Brings, Reasons]:
    match judged:
        case (DeepSuppressionRolled(modifier=modifier, among=among, reasons=why), *_):
            return OffOrders(modifier, bool(among)), why
        case (BarrageTurnsRolled(turns=turns, reasons=why), *_):
            return turns, why
        case (BarrageRisked(at_risk=at_risk, reasons=why), *_):
            return int(at_risk is None), why
        case (BarrageFell(struck=(hit, *_)), *_):
            return hit.result, hit.reasons
        case _:
            raise TypeError("not decided by one die")


def _under(table: JudgedTable, command: RollUnderBarrage) -> tuple[Prospect, ...] | Refusal:
    """A die for each stand that takes one, as if it stood there alone."""
    asked = asked_under(table, command)
    if isinstance(asked, Refusal):
        return asked
    found = list[Prospect]()
    for stand, rolls in asked:
        if rolls:
            brings, why = list[Brings](), Reasons()
            for face in ALL_D6:
                alone = replace(command, stands=(stand.id,), dice=(Throw(face.pips),))
                judged = judge_barrage(table, alone)
                if isinstance(judged, Refusal):
                    return judged
                outcome, why = _brought(judged)
                brings.append(outcome)
            steps = tuple(step for step in why.steps if step.value is not None)
            found.append(Prospect(stand.id, tuple(brings), steps, why.considered))
    return tuple(found)
