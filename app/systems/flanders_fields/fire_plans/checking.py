"""A draft held against the rules, while it is written: in its game, or for the month it says itself."""

import asyncio
from dataclasses import replace
from typing import Any, Final

from app.documents.secret import ListedSecret
from app.games.game import OpenGame
from app.games.keeper import Keeper
from app.systems.flanders_fields.fire_plans.practice import deployment, granted
from app.systems.flanders_fields.grounds import ready_tables
from app.tabletops.shelf import TableShelf
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.fire_plan.checks import as_written_for
from rules.flanders_fields.fire_plan.findings import PlanFinding
from rules.flanders_fields.fire_plan.game.checking import Against, against_of, findings
from rules.flanders_fields.fire_plan.written import WrittenPlan
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.game.survey.field import Field
from rules.flanders_fields.vocabulary import Side
from rules.kernel.measure import cm
from rules.kernel.months import parse_month
from rules.kernel.values import dataclass
from rules.tabletop.terrain import Table, Trench

GONE: Final = "the table it was practised on is no longer in the library"


@dataclass(frozen=True, slots=True)
class Checked:
    """What the checks found, and for which month (1917-11); empty where the plan names none and nothing was tested.

    `against` is what the plan was held against, as far as its side knows it, by which book.
    """

    month: str
    findings: tuple[PlanFinding, ...] = ()
    against: Against | None = None
    book: RuleBook | None = None


async def checked(keeper: Keeper, listed: ListedSecret, plan: WrittenPlan) -> Checked:
    """Everything the rules say of a draft as it is now."""
    told = await laid_for(keeper, listed, plan)
    return Checked("") if told is None else await asyncio.to_thread(_held, plan, *told)


async def laid_for(keeper: Keeper, listed: ListedSecret, plan: WrittenPlan) -> tuple[Against, RuleBook] | None:
    """What a draft is held against: its game; where none is laid there the table it is practised on.

    None where it names no month. Raises LookupError for a game of another system.
    """
    if listed.game_id is None:
        return await asyncio.to_thread(by_itself, plan, keeper.tabletops)
    against, book = await asyncio.wrap_future(
        keeper.games.ask_soon(listed.game_id, lambda game: _in_a_game(game, plan.side))
    )
    if against.field is None:
        found = await asyncio.to_thread(_practised_on, plan, keeper.tabletops)
        against = replace(against, **_known(found), is_laid=False)
    return against, book


def by_itself(plan: WrittenPlan, library: TableShelf | None = None) -> tuple[Against, RuleBook] | None:
    """What a draft without a game is held against; None where it names no month."""
    if not plan.written_for.month:
        return None
    force = replace(as_written_for(plan), **granted(plan.written_for.scenario, plan.side))
    against = Against(force, **_known(_practised_on(plan, library)))
    return against, RuleBook.for_game(parse_month(plan.written_for.month))


def _known(found: Field | str) -> dict[str, Any]:
    return {"why_not": found} if isinstance(found, str) else {"field": found}


def _practised_on(plan: WrittenPlan, library: TableShelf | None) -> Field | str:
    """The table a draft is practised on, as large as the plan says and with a known army; or why there is none."""
    told = plan.written_for
    table = practice_table(told.table, told.scenario, library)
    if table is None:
        return GONE if told.table else "it is written on no table"
    if told.nation is None:
        return "it does not say whose army it is for, so nobody knows which trenches are its own"
    if (table.width_mm, table.depth_mm) != (told.width_mm, told.depth_mm):
        return f"its table is {cm(table.width_mm)} by {cm(table.depth_mm)}, and the plan says otherwise"
    nations = _nations(table, plan.side, told.nation.value)
    return Field(table, nations=nations, deployment=deployment(told.scenario))


def practice_table(table: str, scenario: str, library: TableShelf | None) -> Table | None:
    """The table of the library with an id, or without one the ready table of a scenario."""
    if table:
        kept = library.get(table) if library else None
        return kept.document.table if kept else None
    ready = ready_tables().get(scenario)
    return ready.table if ready else None


def _nations(table: Table, side: Side, own: str) -> dict[Side, str]:
    """Whose trenches are whose: what is not its own is the other's."""
    other = Side.DEFENDER if side is Side.ATTACKER else Side.ATTACKER
    others = (one.nation for one in table.pieces if isinstance(one, Trench) and one.nation != own)
    return {side: own, other: next(others, "")}


def _in_a_game(game: OpenGame, side: Side) -> tuple[Against, RuleBook]:
    state = flanders_fields(game)
    book = state.book()
    return against_of(state, side, book), book


def flanders_fields(game: OpenGame) -> GameState:
    """The state of a game of Flanders Fields. Raises LookupError for another system's, which has no fire plans."""
    if not isinstance(game.state, GameState) or game.state.facts is None:
        raise LookupError("only a game of Flanders Fields has fire plans")
    return game.state


def _held(plan: WrittenPlan, against: Against, book: RuleBook) -> Checked:
    found = findings(plan, against, book)
    return Checked(str(book.when.month), found, against, book)
