"""What the dice of barrages would bring."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from rules.flanders_fields.barrages.game.commands import RiskBarrage, RollBarrageTurns, RollUnderBarrage, SufferBarrage
from rules.flanders_fields.barrages.game.events import BarrageFell, BarrageRisked, BarrageTurnsRolled
from rules.flanders_fields.barrages.game.judge import judge
from rules.flanders_fields.barrages.game.striking import asked_under
from rules.flanders_fields.game.book_chapter import ForeseenBy
from rules.flanders_fields.game.foreseeing import Judged, all_faces, first_event
from rules.flanders_fields.game.outcomes import Reasons
from rules.flanders_fields.game.prospect import Brings, Foreseen, Prospect
from rules.flanders_fields.game.table import JudgedTable
from rules.kernel.chapters import Event
from rules.kernel.explain import Refusal


def _turns(table: JudgedTable, command: RollBarrageTurns) -> Foreseen:
    return all_faces(
        lambda die: judge(table, replace(command, die=die)), first_event(BarrageTurnsRolled, lambda event: event.turns)
    )


def _risk(table: JudgedTable, command: RiskBarrage) -> Foreseen:
    found = all_faces(
        lambda die: judge(table, replace(command, die=die)),
        first_event(BarrageRisked, lambda event: int(event.at_risk is None)),
    )
    return found if isinstance(found, Refusal) else (replace(found[0], of=command.stand),)


def _suffer(table: JudgedTable, command: SufferBarrage) -> Foreseen:
    found = all_faces(lambda die: judge(table, replace(command, die=die)), _struck)
    if isinstance(found, Refusal):
        return found
    at_risk = table.state.barrages[command.barrage].at_risk
    return (replace(found[0], of=at_risk.stand if at_risk else ""),)


def _struck(judged: Sequence[Event]) -> tuple[Brings, Reasons]:
    match judged:
        case (BarrageFell(struck=(hit, *_)), *_):
            return hit.result, hit.reasons
        case _:
            raise TypeError("not decided by one die")


def _under(table: JudgedTable, command: RollUnderBarrage) -> Foreseen:
    """A die for each stand that takes one, as if it stood there alone."""
    asked = asked_under(table, command)
    if isinstance(asked, Refusal):
        return asked
    found = list[Prospect]()
    for stand, rolls in asked:
        if rolls:
            faces = all_faces(_alone(table, replace(command, stands=(stand.id,))), _struck)
            if isinstance(faces, Refusal):
                return faces
            found.append(replace(faces[0], of=stand.id))
    return tuple(found)


def _alone(table: JudgedTable, command: RollUnderBarrage) -> Judged:
    return lambda die: judge(table, replace(command, dice=(die,)))


FORESEEN: Final[ForeseenBy] = {
    RollBarrageTurns: _turns,
    RiskBarrage: _risk,
    SufferBarrage: _suffer,
    RollUnderBarrage: _under,
}
