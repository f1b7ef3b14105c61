"""What a side has written unseen, and whether it may write yet (BE-CMD, BE-PLN, BE-BND-02)."""

from typing import Final

from rules.earth_1418.game.state import BoundPhase, EarthState, SealedChoices
from rules.earth_1418.game.table import NOT_NOW, EarthTable
from rules.kernel.explain import Refusal

NOTHING_WRITTEN: Final = SealedChoices()


IS_READY: Final = Refusal("", "this side has said that it is ready", "take Ready back first")


def written(state: EarthState, side: str) -> SealedChoices:
    """What a side has written down so far."""
    return state.sealed.get(side, NOTHING_WRITTEN)


def chooses(table: EarthTable, side: str) -> bool:
    """Whether a side has yet to say Ready to its commands, or to the plans of this step."""
    state = table.state
    if side in state.ready:
        return False
    if state.phase is BoundPhase.COMMANDS:
        return True
    return state.phase is BoundPhase.PLANNING and bool(table.planned_in(state.step, side))


def may_write(table: EarthTable, side: str, phase: BoundPhase) -> Refusal | None:
    """Why a side cannot write anything down in a phase; None where it can."""
    refused = table.speaks_for(side)
    if refused is not None or table.state.phase is not phase:
        return refused or NOT_NOW
    if side in table.state.ready:
        return IS_READY
    return None if chooses(table, side) else NOT_NOW


def formations_of(state: EarthState, side: str) -> list[str]:
    """The formations of a side that have a sub-unit left."""
    left = {one.formation for one in state.of_side(side)}
    return [one.id for one in state.formations.values() if one.side == side and one.id in left]


def without_command(state: EarthState, side: str) -> list[str]:
    """The formations of a side for which nothing is written yet."""
    told = {one.formation for one in written(state, side).commands}
    return [one for one in formations_of(state, side) if one not in told]


def bombarding(table: EarthTable, side: str) -> set[str]:
    """The guns of a side that bombard in this bound."""
    rounds = (*table.state.bombardments.values(), *written(table.state, side).bombardments)
    return {gun for given in rounds for gun in given.guns}
