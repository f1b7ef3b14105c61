"""A draft held against the rules, while it is written: in its game, or for the month it says itself."""

import asyncio
from dataclasses import dataclass

from app.fire_plans.shelf import Listed
from app.games.game import OpenGame
from app.games.keeper import Keeper
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.fire_plan.checks import Force, as_written_for, check
from rules.flanders_fields.fire_plan.findings import Finding
from rules.flanders_fields.fire_plan.written import WrittenPlan
from rules.flanders_fields.game.plan.draft import force_of
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.vocabulary import Side
from rules.kernel.months import parse_month


@dataclass(frozen=True, slots=True)
class Checked:
    """What the checks found, and for which month (1917-11); empty where the plan names none and nothing was tested."""

    month: str
    findings: tuple[Finding, ...] = ()


async def checked(keeper: Keeper, listed: Listed, plan: WrittenPlan) -> Checked:
    """Everything the rules say of a draft as it is now."""
    if listed.game_id is None:
        return await asyncio.to_thread(_by_itself, plan)
    soon = keeper.games.ask_soon(listed.game_id, lambda game: _in_a_game(game, plan.side))
    return await asyncio.to_thread(_held, plan, *await asyncio.wrap_future(soon))


def _by_itself(plan: WrittenPlan) -> Checked:
    if not plan.written_for.month:
        return Checked("")
    return _held(plan, as_written_for(plan), RuleBook.for_game(parse_month(plan.written_for.month)))


def _in_a_game(game: OpenGame, side: Side) -> tuple[Force, RuleBook]:
    state = flanders_fields(game)
    return force_of(state, side), state.book()


def flanders_fields(game: OpenGame) -> GameState:
    """The state of a game of Flanders Fields. Raises LookupError for another system's, which has no fire plans."""
    if not isinstance(game.state, GameState) or game.state.facts is None:
        raise LookupError("only a game of Flanders Fields has fire plans")
    return game.state


def _held(plan: WrittenPlan, force: Force, book: RuleBook) -> Checked:
    return Checked(str(book.when.month), check(plan, force, book))
