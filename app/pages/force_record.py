"""The record of a battalion on the page of its force, and the way there from the report of a game."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Final
from urllib.parse import urlencode

from fastapi import Query, Request

from app.games.keeper import keeper_of
from app.lookups.words import month_words
from app.pages.forces import months
from app.tabletops.keys import key_of
from rules.flanders_fields.forces.force import Element, Force, NotThere
from rules.flanders_fields.forces.records import record_of
from rules.flanders_fields.game.from_forces import Brought, raise_side
from rules.flanders_fields.game.report import SideEnd
from rules.kernel.values import dataclass

LONGEST_GAME: Final = 120
Title = Annotated[str, Query(max_length=LONGEST_GAME)]
Short = Annotated[str, Query(max_length=40)]
Lost = Annotated[int, Query(ge=0, le=200)]


@dataclass(frozen=True, slots=True)
class AfterAGame:
    """What the address tells of a game: the battalion, how many platoons it lost, the game and its month."""

    battalion: Short = ""
    lost: Lost = 0
    game: Title = ""
    month: Short = ""


def recorded(force: Force, element: Element, after: AfterAGame) -> dict[str, Any] | None:
    """The record of a battalion, and its form after a game; None for what is no battalion with companies.

    What the address tells of another battalion, or of a game that is in the record already, is not filled in.
    """
    try:
        now = record_of(force, element.id, force.book)
    except NotThere:
        return None
    fought = [one for one in force.fought if one.of == element.id]
    told = after if after.battalion == element.id and not _knows(force, element.id, after) else AfterAGame()
    lost = min(told.lost, now.platoons)
    return {
        "of": element.id,
        "now": now.platoons,
        "full": now.full,
        "lost": lost,
        "wanted": now.drafts_wanted + lost,
        "open": bool(told.game),
        "game": told.game,
        "month": told.month or force.date,
        "months": months(),
        "fought": [{**_told(one), "month": month_words(one.date)} for one in fought],
    }


def _told(one: Any) -> dict[str, Any]:
    return {name: getattr(one, name) for name in ("game", "lost", "drafts", "dice", "grade", "platoons", "full")}


def _knows(force: Force, battalion: str, after: AfterAGame) -> bool:
    return any((one.of, one.game, one.date) == (battalion, after.game, after.month) for one in force.fought)


def carried_on_in(request: Request, side: SideEnd, title: str, date: str) -> Iterator[dict[str, Any]]:
    """The forces made on this device that have every battalion of a side, by name and place, with the way to each."""
    shelf, key = keeper_of(request).forces, key_of(request)
    for listed in shelf.all():
        kept = shelf.get(listed.id) if listed.nation == side.nation and listed.is_made_by(key) else None
        ids = _battalions(kept.force, side) if kept else {}
        if kept and ids:
            ways = [_way(kept.force, listed.id, ids[one.id], one.lost, title, date) for one in side.battalions]
            yield {"name": listed.name, "battalions": ways}


def _battalions(force: Force, side: SideEnd) -> Mapping[str, str]:
    """The battalions of a side in a force, by their ids in the game; empty where they are not the same ones."""
    try:
        raised = raise_side(Brought(force), side.side, force.book)
    except NotThere:
        return {}
    ids = {game: own for own, game in raised.battalions.items()}
    names = {game: force.element(own).name for game, own in ids.items()}
    return ids if names == {one.id: one.name for one in side.battalions} else {}


def _way(force: Force, force_id: str, battalion: str, lost: int, title: str, date: str) -> dict[str, Any]:
    game = title[:LONGEST_GAME]
    after = AfterAGame(battalion, lost, game, date)
    asked = {"of": battalion, "battalion": battalion, "lost": lost, "game": game, "month": date}
    done = next((one for one in force.fought if (one.of, one.game, one.date) == (battalion, game, date)), None)
    says = f"{done.grade.capitalize()}, {done.platoons} of {done.full} platoons" if done else ""
    return {
        "name": force.element(battalion).name,
        "lost": after.lost,
        "href": f"/forces/{force_id}?{urlencode(asked)}",
        "done": says,
    }
