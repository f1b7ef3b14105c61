"""A game as the page of a draft for it shows it."""

import asyncio
from typing import Any

from fastapi import Request

from app.games.game import OpenGame
from app.games.keeper import keeper_of
from app.seats.guard import seat_at
from app.systems.flanders_fields.fire_plans.checking import flanders_fields
from app.systems.flanders_fields.shelves import PlanDraft
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.fire_plan.checks import OwnWeapon
from rules.flanders_fields.fire_plan.game.draft import force_of
from rules.flanders_fields.fire_plan.game.view import sealed_views
from rules.flanders_fields.vocabulary import Side
from rules.kernel.seats import Role
from rules.kernel.values import dataclass
from rules.tabletop.terrain import Table

Shown = dict[str, Any]


@dataclass(frozen=True, slots=True)
class AtGame:
    """What the page of a game's draft shows of the game: its table and book, the side's weapons, what has been sealed.

    `asks`: the side waits for an answer whether its plan may pass; `is_begun`: somebody has deployed.
    """

    id: str
    title: str
    number: int
    names: dict[str, str]
    book: RuleBook
    table: Table | None
    sealed: list[Shown]
    weapons: tuple[OwnWeapon, ...]
    asks: bool
    is_begun: bool
    is_over: bool

    def sealed_of(self, side: Side) -> Shown | None:
        """The sealed plan of a side."""
        return next((one for one in self.sealed if one["side"] == side.value), None)


async def at_game(request: Request, draft: PlanDraft) -> tuple[AtGame, Role] | None:
    """The game of a draft and the seat that asks; None for a draft of no game, or asked from no seat of it."""
    game_id = draft.listed.game_id
    seat = await seat_at(game_id, request) if game_id else None
    if game_id is None or seat is None:
        return None
    role = seat.role
    own = Side(draft.listed.side)
    soon = keeper_of(request).games.ask_soon(game_id, lambda game: _seen(game, role, own))
    return await asyncio.wrap_future(soon), role


def _seen(game: OpenGame, role: Role, side: Side) -> AtGame:
    state = flanders_fields(game)
    return AtGame(
        id=game.record.id,
        title=game.record.title,
        number=game.numbers[role],
        names={side.side.value: side.name for side in state.settled.sides},
        book=state.book(),
        table=state.table,
        sealed=sealed_views(state, role),
        weapons=force_of(state, side).weapons or (),
        asks=bool(state.offered and state.asked and state.offered.side is side),
        is_begun=bool(state.turn.number or state.turn.running or state.places),
        is_over=bool(game.record.closed_at),
    )
