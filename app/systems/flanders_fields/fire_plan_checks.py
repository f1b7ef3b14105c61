"""Checks of a fire plan draft against its game, its scenario or a practice table."""

import asyncio
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

from app.documents.ownership import ListedSecret
from app.documents.tables import TableShelf
from app.games.app_services import Keeper
from app.games.open_game import OpenGame
from app.systems.flanders_fields.scenario_documents import ready_tables
from rules.flanders_fields.fire_plan import PlanFinding, WrittenFor, WrittenPlan
from rules.flanders_fields.fire_plan_checks import as_written_for
from rules.flanders_fields.fire_plan_document import renamed
from rules.flanders_fields.game.map_facts.board import Field
from rules.flanders_fields.game.plan_drafts import Against, TableSize, against_of, draft_of, findings, force_of
from rules.flanders_fields.game.state.game import GameState
from rules.flanders_fields.game.state.placement import Zone
from rules.flanders_fields.game.system import as_set_up
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import Side
from rules.kernel.distances import cm
from rules.kernel.explanations import Refusal
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.months import parse_month
from rules.tabletop.terrain import Table, Trench

# Practice plans


def begun_for(scenario: str, side: Side, ids: Iterator[str]) -> WrittenPlan | None:
    """What a side of a scenario begins with, its lines called by these ids; None where there is no such scenario."""
    state = _set_up(scenario)
    if state is None:
        return None
    ground, usual = ready_tables().get(scenario), WrittenFor()
    size = TableSize(ground.table.width_mm, ground.table.depth_mm) if ground else None
    return renamed(draft_of(state, side, size or TableSize(usual.width_mm, usual.depth_mm)), ids)


@lru_cache(maxsize=64)
def granted(scenario: str, side: Side) -> Mapping[str, Any]:
    """What a scenario gives a side beyond its troops: gas attacks, air missions; nothing where there is none such."""
    state = _set_up(scenario) if scenario else None
    if state is None:
        return {}
    force = force_of(state, side)
    return {"gas_attacks": force.gas_attacks, "air_missions": force.air_missions}


@lru_cache(maxsize=64)
def deployment(scenario: str) -> tuple[Zone, ...]:
    """Where the sides of a scenario deploy; nothing where there is none such or nobody says."""
    state = _set_up(scenario) if scenario else None
    return state.set_up.zones if state else ()


def _set_up(scenario: str) -> GameState | None:
    """The game as it would be set up; nothing is kept of it."""
    state = as_set_up(scenario)
    return None if isinstance(state, Refusal) else state


# The check of a draft

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
