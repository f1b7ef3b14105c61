"""The fire plan as a chapter of the game: nobody plays it, but what it says is kept and can be set right."""

from collections.abc import Mapping, Sequence
from typing import Final

from rules.flanders_fields.fire_plan.game.record import corrected_plan, deep_id, kept_of_plan, planned_thing
from rules.flanders_fields.game.book_chapter import BookChapter
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.game.table import JudgedTable
from rules.kernel.chapters import Corrections, Kept
from rules.kernel.record import Costs
from rules.kernel.record_kinds import Corrected


def _kept(table: JudgedTable, of: str) -> Mapping[str, Kept]:
    return kept_of_plan(table.state, of, table.actor.role)


def _named(state: GameState) -> Sequence[str]:
    fires, works = (line.id for line in state.plan.fires), (work.id for work in state.plan.works)
    return (*fires, *works, *(deep_id(one.side) for one in state.deep))


def _owner(state: GameState, of: str) -> str:
    line = state.plan.line(of)
    return line.side.value if line else ""


def _corrected(state: GameState, event: Corrected) -> bool:
    return corrected_plan(state, event.of, event.what, event.after)


def _secret(state: GameState, event: Corrected) -> str:
    return _owner(state, event.of)


PLAN: Final[BookChapter] = BookChapter(
    key="plan",
    corrections=Corrections(
        kept=_kept,
        fold=_corrected,
        costs={"done": Costs.MORE},
        named=_named,
        owner=_owner,
        secret=_secret,
        thing=planned_thing,
    ),
)
