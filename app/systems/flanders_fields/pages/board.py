"""The referee's board: what stands on the table, what is asked of both sides, and the record about to be corrected; and
how a closed game stood."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from starlette.datastructures import QueryParams

from app.pages.people import People
from app.systems.flanders_fields.pages.correcting import correction
from app.systems.flanders_fields.pages.force import owed_in
from app.systems.flanders_fields.pages.forms.air import air_drafts
from app.systems.flanders_fields.pages.forms.assault import assault_drafts, assault_shown
from app.systems.flanders_fields.pages.forms.before_the_dice import Foreseen
from app.systems.flanders_fields.pages.forms.cards import card_drafts, card_table
from app.systems.flanders_fields.pages.forms.gas import gas_form
from app.systems.flanders_fields.pages.forms.guns import gun_drafts
from app.systems.flanders_fields.pages.forms.planned import NO_WORKS, Works, planned_drafts
from app.systems.flanders_fields.pages.forms.shelter import shelter_drafts, shelter_shown
from app.systems.flanders_fields.pages.on_map.filled_in import NOTHING, MapTold
from app.systems.flanders_fields.pages.owed import owed_drafts
from app.systems.flanders_fields.pages.table import air_shown, gas_shown
from app.systems.flanders_fields.pages.turn_rail import overview

ON_CARDS: Final = ("you", "deep", "barrages", "bombard", "air")


def board_drafts(
    view: dict[str, Any], query: QueryParams, map_told: MapTold = NOTHING, works: Works = NO_WORKS
) -> dict[str, dict[str, Any]]:
    """The commands of both sides being filled in, under the names of their forms; their dice have not been thrown."""
    found = owed_drafts(view["due"], query) | assault_drafts(view, query, map_told) | gas_form(view, query).drafts(view)
    found |= (
        card_drafts(view, query, map_told.of)
        | planned_drafts(view, query, map_told, works)
        | gun_drafts(view, None, "", query)
    )
    return found | shelter_drafts(view, query, map_told) | air_drafts(view)


def board(
    view: dict[str, Any],
    told: Sequence[dict[str, Any]],
    query: QueryParams,
    foreseen: Mapping[str, Foreseen],
    map_told: MapTold = NOTHING,
    works: Works = NO_WORKS,
) -> dict[str, Any]:
    """What board.html shows beside the game itself; `foreseen` is what the drafts would bring."""
    people = People(view)
    correct = query.get("correct", "")
    return {
        "lying": lying(view),
        "rail": overview(view),
        "owed": owed_in(view),
        "people": people,
        "house": {rule["ruling"]: rule["option"] for rule in view["house_rules"]},
        "correcting": correction(view, correct) if correct else None,
        "foreseen": foreseen,
        "cards_shown": card_table(view, told, query, map_told.of),
        "map_told": map_told,
        "works": works,
        **assault_shown(view, query, foreseen, map_told),
        **gas_shown(view, gas_form(view, query), foreseen, people),
        **shelter_shown(view, query, foreseen, people, map_told),
        **air_shown(view, query, foreseen, people),
    }


def lying(view: dict[str, Any]) -> dict[str, Any]:
    """Of a view what the cards about plans show; no stands, so that what those do leaves these cards alone."""
    sides = [{name: side[name] for name in ("side", "name")} for side in view["sides"]]
    running = {"running": view["turn"]["running"]}
    return {name: view[name] for name in ON_CARDS} | {"sides": sides, "turn": running}


def in_the_end(view: dict[str, Any]) -> dict[str, Any]:
    """What closed.html shows beside the game: whose seat it is."""
    own = next((side["name"] for side in view["sides"] if side["side"] == view["you"]), view["you"].capitalize())
    return {"seat": own, "owed": owed_in(view)}
