"""Who may touch a draft: the device that practises with it, or its side's seats at its game. Secret from others."""

import asyncio
from typing import Annotated, Final

from fastapi import Path, Request

from app.documents.makers import Holds, key_of
from app.games import problems
from app.games.problems import Problem
from app.logs import note_seat
from app.seats.guard import seat_at
from app.systems.flanders_fields.fire_plans.shelf import PlanDraft
from app.systems.flanders_fields.shelves import shelves_of
from rules.kernel.play import Role
from rules.kernel.values import dataclass

PlanId = Annotated[
    str,
    Path(description="the id of a draft, as it stands in its address", examples=["b2r5kq7ydq3xw4ta"], max_length=40),
]


@dataclass(frozen=True, slots=True)
class HoldsDraft(Holds):
    """A route for who holds the draft in its path. The referee of its game may look (FF-PLN-01), `writes` aside.

    For everybody else there is no such draft: that it exists is a secret too.
    """

    writes: bool = False

    async def __call__(self, plan_id: PlanId, request: Request) -> PlanDraft:
        """The draft. Raises Problem: 404 for who does not hold it, 403 for the referee where it is changed."""
        draft = await asyncio.to_thread(shelves_of(request).fire_plans.get, plan_id)
        if draft is None or not await self._may_look(draft, request):
            raise Problem(no_such_plan(plan_id))
        return draft

    async def _may_look(self, draft: PlanDraft, request: Request) -> bool:
        listed = draft.listed
        if listed.game_id is None:
            return listed.is_held_by(key_of(request))
        seat = await seat_at(listed.game_id, request)
        note_seat(listed.game_id, seat.role if seat else None)
        if seat is not None and seat.role is Role.REFEREE and self.writes:
            raise Problem(problems.not_yours("a side writes its own plan: the referee only reads it"))
        return seat is not None and seat.role in (Role.REFEREE, Role(listed.side))


holder: Final = HoldsDraft()
writer: Final = HoldsDraft(writes=True)


def no_such_plan(plan_id: str) -> problems.HttpAnswer:
    """There is no draft of this id, or it is not for this device."""
    detail = f"there is no fire plan {plan_id} here that this device may read"
    return problems.not_found("no-such-plan", "No such fire plan", detail, "look in your own list")
