"""What the plan brings in phase 4 of this turn."""

from rules.flanders_fields.artillery.area_fire import AreaStand
from rules.flanders_fields.artillery.bombardments import PLANNED, HurricaneFacts, hurricane_shots
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.game.planned import PlannedFire, PlannedWork
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.not_yet import no_hurricane
from rules.flanders_fields.vocabulary import Nation, Side
from rules.kernel.explain import Explained

NEEDS = "nothing_planned"
"""The word of the step in which it falls (data/sequence.toml)."""


def fires_due(state: GameState, book: RuleBook) -> tuple[PlannedFire, ...]:
    """The lines of the side in turn that name this turn and are not done; none of a battery that is lost.

    In 1914 they only shift points (AMB-06, AMB-309); by house rule no line does.
    """
    fires, shifts = book.table(PLANNED).has("phase"), book.behaviour("AMB-309", {"offered": True, "not_offered": False})
    now = (line for line in state.plan.fires if line.side is state.turn.side and line.turn == state.turn.number)
    now = (line for line in now if (shifts if line.shift else fires))
    return tuple(line for line in now if line.id not in state.plan_done and state.living(state.units[line.unit]))


def works_due(state: GameState, book: RuleBook) -> tuple[PlannedWork, ...]:
    """The works that the hurricane bombardment of the side in turn falls on now (FF-HUR-01, AMB-373).

    None where its army, the date or an earlier attack on the work rules it out.
    """
    now = (work for work in state.plan.works if work.side is state.turn.side and work.turn == state.turn.number)
    left = (work for work in now if work.id not in state.plan_done)
    return tuple(one for one in left if isinstance(hurricane_shots(work_facts(state, one, ()), book), Explained))


def work_facts(state: GameState, work: PlannedWork, stands: tuple[AreaStand, ...]) -> HurricaneFacts:
    """What the hurricane bombardment of a work looks at."""
    fallen = (one for one in state.plan.works if one.id in state.plan_done)
    return HurricaneFacts(
        work=work.work,
        stands=stands,
        nation=Nation(state.side_facts(work.side).nation),
        side=work.side,
        turn=state.turn.number,
        planned_turn=work.turn,
        attacked_before=any(one.side is work.side and one.name == work.name for one in fallen),
    )


def hurricane_falls(state: GameState, side: Side, book: RuleBook) -> bool:
    """Whether a side's bombardment is a hurricane; at a date that knows none a plan of one counts as any other."""
    return state.plan.hurricane(side) and no_hurricane(book) is None
