"""The prints of a game: its own sheet, cards and counters, as the seat may know it, on the screen and as one PDF.

Its forms can be put into the same file.
"""

from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Depends, Request
from starlette.datastructures import QueryParams
from starlette.responses import HTMLResponse, Response

from app.pages.printing.form import form, pdf
from app.pages.printing.form import picture as picture_of
from app.pages.rendering import page
from app.printing.things import Choosing
from app.seats.guard import seat_for
from app.seats.seat import Seat
from app.systems.flanders_fields.pages.printing.game_prints import offers_of
from app.systems.flanders_fields.pages.printing.switches import has_backs, is_large, switches
from playsheets.flanders_fields.catalogue import CATALOGUE, SheetWanted
from playsheets.flanders_fields.of_game.mustered import wanted_for
from playsheets.press import BadJob, FormPart
from rules.kernel.values import dataclass

if TYPE_CHECKING:
    from app.printing.offers import Printable

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)
Seated = Annotated[Seat, Depends(seat_for)]


@router.get("/games/{game_id}/sheets")
async def printing(game_id: str, request: Request, seat: Seated) -> Response:
    """What can be printed for this game, what of it was chosen, and how its pages will look."""
    query = request.query_params
    return await form((await prints_at(game_id, request, seat, query)).choosing(query), request)


@router.get("/games/{game_id}/sheets/file")
async def file(game_id: str, request: Request, seat: Seated) -> Response:
    """The chosen things as one PDF."""
    query = request.query_params
    here = await prints_at(game_id, request, seat, query)
    return await pdf(here.choosing(query), request, here.wanted.title)


@router.get("/games/{game_id}/sheets/pages/{number}")
async def picture(game_id: str, number: int, request: Request, seat: Seated) -> Response:
    """One page of the chosen things as a picture, counted from 1."""
    query = request.query_params
    return await picture_of((await prints_at(game_id, request, seat, query)).choosing(query), number, request)


@router.get("/games/{game_id}/playsheet")
async def playsheet(game_id: str, request: Request, seat: Seated) -> Response:
    """The sheet of this game and the cards of the seat's commands, to be read on the screen."""
    from playsheets.flanders_fields.command_cards import command_cards

    here = await prints_at(game_id, request, seat, request.query_params)
    wanted = here.wanted
    cards = command_cards(wanted.muster, wanted.values) if wanted.muster else ()
    ways = {"base": here.base, "here": f"{here.base}/sheets", "game": wanted.title}
    return page("flanders_fields/playsheets/of_game.html", {**ways, "sheet": wanted.sheet, "cards": cards})


@dataclass(frozen=True, slots=True)
class Here:
    """What a seat may print of its game: sheets and counters, and the forms beside them."""

    base: str
    wanted: SheetWanted
    offers: "tuple[Printable, ...]"

    def _forms(self, query: QueryParams) -> tuple[FormPart, ...]:
        from app.printing.offers import NotOffered, chosen

        try:
            return tuple(FormPart(one) for one in chosen(self.offers, query.getlist("form")))
        except NotOffered:
            raise BadJob(
                "there is no such form of this game for your seat; choose one of those that are offered"
            ) from None

    def choosing(self, query: QueryParams) -> Choosing[SheetWanted]:
        """What can be chosen: the game's month, sheet and house rules are its own; no address changes them."""
        asked = query.getlist("form")
        forms = [{"key": one.key, "title": one.title, "says": one.says, "on": one.key in asked} for one in self.offers]
        shown = {
            "here": f"{self.base}/sheets",
            "base": self.base,
            "game": self.wanted.title,
            "of": self.wanted.title,
            "forms": forms,
            "month": self.wanted.month,
            "kept_rules": [(rule.ruling, rule.option) for rule in self.wanted.house_rules],
            "switches": switches(query),
            "reads": f"{self.base}/playsheet",
        }
        return Choosing(CATALOGUE, lambda _query: self.wanted, shown, of_game=True, more=self._forms)


async def prints_at(game_id: str, request: Request, seat: Seat, query: QueryParams) -> Here:
    """What the seat may print, with the choices of an address. Raises Problem for a game without screens."""
    view, offers = await offers_of(game_id, request, seat)
    return Here(f"/games/{game_id}", wanted_for(view, is_large(query), has_backs(query)), offers)
