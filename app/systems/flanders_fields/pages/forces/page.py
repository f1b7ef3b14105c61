"""A force to be built: its tree, the part in hand with its choices, what the rules say of it and what it comes to."""

import asyncio
import json
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from starlette.responses import HTMLResponse

from app.documents.makers import key_of
from app.forces.keys import ForceId
from app.forces.listing import forces_of
from app.forces.shown import listed
from app.games.problems import Problem
from app.lookups.words import month_words
from app.pages.rendering import page
from app.seats.guard import anyone
from app.systems.flanders_fields.forces.document import write_document
from app.systems.flanders_fields.forces.routes import found, ratio_of
from app.systems.flanders_fields.forces.shelf import KeptForce
from app.systems.flanders_fields.forces.shown import RatioShown
from app.systems.flanders_fields.pages.clauses import CLAUSES
from app.systems.flanders_fields.pages.forces.in_hand import bounds, grades, in_hand, to_add
from app.systems.flanders_fields.pages.forces.index import all_contested, months
from app.systems.flanders_fields.pages.forces.record import AfterAGame, game_at, recorded, told_at
from app.systems.flanders_fields.pages.forces.told import (
    bases_of,
    force_told,
    in_short,
    lines_of,
    specials_of,
    weapons_of,
)
from app.systems.flanders_fields.pages.forces.tree import tree_of
from rules.flanders_fields.forces.checking import check
from rules.flanders_fields.forces.force import Element, Force
from rules.flanders_fields.forces.totals import totals
from rules.flanders_fields.game.system import SYSTEM

router = APIRouter()


@router.get("/forces/{force_id}", dependencies=[Depends(anyone)])
async def one_force_page(
    force_id: ForceId,
    request: Request,
    after: Annotated[AfterAGame, Depends()],
    of: str = "",
    against: str = "",
    defends: bool = False,
) -> HTMLResponse:
    """A force; `of`: which part of it is in hand, `against`: which other it is set beside, and whether it defends.

    `game_id`, `fought_as`: a closed game in which the battalion in hand fought, and its id there.

    Whoever made it may change it there; everybody else looks at it, and copies it.
    """
    game = await game_at(request, after)

    def shown() -> HTMLResponse:
        kept = found(request, force_id)
        element = next((one for one in kept.document.all() if one.id == of), None)
        context = {
            **_shown(kept, element, request),
            "in_hand": in_hand(kept.document, element) if element else None,
            "record": recorded(request, kept, element, told_at(game, after, kept.document, element))
            if element
            else None,
            "beside": _beside(kept, against, defends, request),
            "here": f"/forces/{force_id}",
            "clauses": CLAUSES,
        }
        return page("flanders_fields/forces/force.html", context)

    return await asyncio.to_thread(shown)


def _shown(kept: KeptForce, element: Element | None, request: Request) -> dict[str, Any]:
    force, book = kept.document, kept.document.book
    findings, come_to = check(force, book), totals(force, book)
    told = force_told(force, findings)
    picked = {one.ruling: one.option for one in force.house_rules}
    yours = kept.listed.is_made_by(key_of(request))
    return {
        "force": listed(kept.listed, yours),
        "month": month_words(force.date),
        "document": write_document(force).decode() if yours else "",
        "tree": tree_of(force, findings, element.id if element else ""),
        "told": told,
        "about": told.about((one.id for one in element.all()), grades=True) if element else (),
        "short": in_short(come_to),
        "lines": lines_of(come_to),
        "weapons": weapons_of(come_to),
        "bases": bases_of(come_to, book),
        "specials": specials_of(force, book),
        "grades": grades(force, None),
        "bounds": list(bounds(force, None)),
        "to_add": to_add(force, book),
        "dates": months(),
        "rulings": [(one, picked.get(one.id, one.default)) for one in all_contested()],
        "house": book.house_rules,
    }


def _beside(kept: KeptForce, against: str, defends: bool, request: Request) -> dict[str, Any]:
    """Another force set beside this one, and those that may be."""
    others = [one for one in forces_of(request, SYSTEM.key) if one.id != kept.listed.id]
    options = [{"value": one.id, "word": f"{one.name}, {month_words(one.date)}"} for one in others]
    chosen = against if against in {one.id for one in others} else ""
    found_ = _ratio(kept.document, found(request, chosen).document, defends) if chosen else None
    return {"options": options, "chosen": chosen, "defends": defends, "found": found_}


def _ratio(force: Force, other: Force, defends: bool) -> dict[str, Any]:
    pair = (other, force) if defends else (force, other)
    try:
        told: RatioShown | None = ratio_of(*pair)
    except Problem as wrong:
        return {"ratio": None, "problem": json.loads(wrong.answer.body)}
    return {"ratio": told, "attacker": pair[0].name, "defender": pair[1].name}
