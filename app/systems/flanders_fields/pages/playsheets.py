"""Pages of playsheets, and of every other print of a game or a document."""

import asyncio
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Final
from urllib.parse import urlencode

import msgspec
from fastapi import APIRouter, Depends, Request
from starlette.datastructures import QueryParams
from starlette.responses import HTMLResponse, Response

from app.documents.forces import ForceId
from app.games.app_services import keeper_of
from app.http.guards import anyone, seat_for
from app.http.problem_details import Problem
from app.lookups.queries import BadAsk
from app.pages.game_pages import NO_SCREENS
from app.pages.lookups.lookup_form import house_rules, month_problem
from app.pages.printing.form_pages import forms_of, pages_of_forms
from app.pages.printing.print_pages import UNKNOWN, choosing_pages, parts_of
from app.pages.rendering import page
from app.printing.printables import (
    Choosing,
    FormsHere,
    NotOffered,
    Printable,
    PrintsOffered,
    Way,
    chosen,
    offered_forms,
    problem_of,
)
from app.seats.seat_repository import Seat
from app.systems.flanders_fields.documents import PlanDraft, holder, shelves_of
from app.systems.flanders_fields.fire_plan_checks import laid_for
from app.systems.flanders_fields.forces import found_force
from app.systems.flanders_fields.print_offers import (
    Known,
    PlanToPrint,
    beside,
    offered,
    offers_of_force,
    offers_of_plan,
    offers_of_scenario,
    secret,
)
from app.systems.flanders_fields.report import reported
from app.systems.flanders_fields.scenarios import ScenarioId, every_scenario, read
from app.systems.flanders_fields.scenarios import found_scenario as routes_found
from app.systems.flanders_fields.screen_board import as_counted
from playsheets.flanders_fields.catalogue import CATALOGUE, PERIODS, SheetWanted, wanted_for
from playsheets.flanders_fields.game_sheets import command_cards
from playsheets.flanders_fields.period_sheets import period_sheet
from playsheets.press import BadJob, FormPart, Part
from rules.flanders_fields.game.actions.shelters import uncounted
from rules.flanders_fields.game.concealment import knows
from rules.flanders_fields.game.scenario_roster import scenarios
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.lookups import QUESTIONS
from rules.flanders_fields.ruleset import calendar, rulings
from rules.flanders_fields.vocabulary import Side
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.months import Month, parse_month
from rules.kernel.rulings import HouseRule

# What of a print is chosen besides the things themselves: large print, and counters on one side


def is_large(query: QueryParams) -> bool:
    """Whether the playsheet is set in large print."""
    return "large" in query


def has_backs(query: QueryParams) -> bool:
    """Whether counters have backs."""
    return "fronts" not in query


def switches(query: QueryParams) -> list[dict[str, object]]:
    """Both as the form shows them."""
    return [
        {"name": "large", "word": "Playsheet in large print", "on": is_large(query)},
        {"name": "fronts", "word": "Counters on one side only", "on": not has_backs(query)},
    ]


# Prints of a force


def forms_of_force(force_id: ForceId, request: Request) -> Any:
    """The forms of a force."""
    force = found_force(request, force_id).document
    return FormsHere(f"/forces/{force_id}", force.name, tuple(offers_of_force(force)))


force_print_router: Final = pages_of_forms("/forces/{force_id}/print", forms_of_force, anyone)


# A draft of a fire plan on paper


async def forms_of_draft(draft: Annotated[PlanDraft, Depends(holder)], request: Request) -> Any:
    """The form, the map and the gun cards of a draft, held against its game's book and table where it has a game."""
    told = await laid_for(keeper_of(request), draft.listed, draft.document)
    against, book = told or (None, None)
    field = against.field if against else None
    laid = PlanToPrint(draft.document, book, field.table if field else None, secret(draft.document))
    offers = await asyncio.to_thread(lambda: tuple(offers_of_plan(laid)))
    # The name of a plan is as secret as the plan: a file on a shared device is named after its side alone.
    named = f"{draft.document.side.value} fire plan"
    return FormsHere(f"/plans/{draft.listed.id}", draft.document.name, offers, named=named)


plan_print_router: Final = pages_of_forms("/plans/{plan_id}/print", forms_of_draft, holder)


# Prints of a scenario

BACK: Final = "/print"
# A scenario says what is planned only where it limits it; plans are written in a game or on their own page.
LEFT_OUT: Final = ("plan", "map", "guns")


def scenarios_to_print(request: Request) -> list[dict[str, str]]:
    """Every scenario there is, ready or written here, with the address of its prints."""
    known = sorted(every_scenario(request), key=lambda one: not one.is_ready)
    return [{"here": f"{BACK}/scenarios/{one.id}", "title": one.title} for one in known]


def forms_of_scenario(scenario_id: ScenarioId, request: Request) -> Any:
    """What is printed of a scenario. Raises Problem: 404."""
    ready = scenarios().get(scenario_id)
    if ready:
        title, offers = ready.title, offers_of_scenario(scenario_id)
    else:
        written = read(request, routes_found(request, scenario_id).document)
        title, offers = written.title, offers_of_scenario(own=written)
    more = {"at": f"{BACK}/scenarios/{scenario_id}", "back": "Printing"}
    return FormsHere(BACK, title, tuple(_of_paper(offers)), more)


def _of_paper(offers: tuple[Printable, ...]) -> Iterator[Printable]:
    return (one for one in offers if one.key.partition("-")[0] not in LEFT_OUT)


scenario_print_router: Final = pages_of_forms(f"{BACK}/scenarios/{{scenario_id}}", forms_of_scenario, anyone)


# Prints of a game


async def forms_of_game(game_id: str, request: Request, seat: Seat) -> FormsHere:
    """The forms of a game that a seat may print, and the drafts of fire plans beside them."""
    view, offers = await offers_of(game_id, request, seat)
    drafts = await asyncio.to_thread(_drafts, game_id, request, seat)
    return FormsHere(f"/games/{game_id}", view["title"], offers, {"view": view, "drafts": drafts})


def _drafts(game_id: str, request: Request, seat: Seat) -> list[dict[str, str]]:
    """The drafts of fire plans that this seat may read, which have prints of their own."""
    sides = [side for side in Side if knows(seat.role, side)]
    found = shelves_of(request).fire_plans.of_game(game_id, sides) if sides else ()
    return [{"name": one.name, "side": one.side, "here": f"/plans/{one.id}/print"} for one in found]


async def offers_of(game_id: str, request: Request, seat: Seat) -> tuple[dict[str, Any], tuple[Printable, ...]]:
    """What a seat sees of a game, and the forms of it that it may print. Raises Problem for a game without screens."""
    games = keeper_of(request).games
    record = await asyncio.wrap_future(games.ask_soon(game_id, lambda one: one.record))
    if record.system != SYSTEM.key:
        raise Problem(NO_SCREENS)
    over = await asyncio.to_thread(reported, keeper_of(request), game_id) if record.closed_at else None
    more = await asyncio.wrap_future(games.ask_soon(game_id, lambda one: beside(one, seat.role)))
    unseen = await asyncio.wrap_future(games.ask_soon(game_id, lambda one: uncounted(one.state, seat.role)))
    seen = msgspec.json.decode((await asyncio.wrap_future(games.view_soon(game_id, seat.role))).body)
    view = as_counted(seen, unseen)
    return view, offered(Known(view, more, over))


# The prints of a game

Seated = Annotated[Seat, Depends(seat_for)]


async def choosing_in_game(game_id: str, request: Request, seat: Seated) -> Any:
    """What can be printed for this game."""
    query = request.query_params
    return (await prints_at(game_id, request, seat, query)).choosing(query)


game_print_router: Final = choosing_pages("/games/{game_id}/sheets", choosing_in_game, seat_for)
game_sheet_router: Final = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)


@game_sheet_router.get("/games/{game_id}/playsheet")
async def playsheet(game_id: str, request: Request, seat: Seated) -> Response:
    """The sheet of this game and the cards of the seat's commands, to be read on the screen."""
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
    offers: tuple[Printable, ...]

    def _forms(self, query: QueryParams) -> tuple[FormPart, ...]:
        try:
            return tuple(map(FormPart, chosen(self.offers, query.getlist("form"))))
        except NotOffered:
            raise BadJob(
                "there is no such form of this game for your seat; choose one of those that are offered"
            ) from None

    def choosing(self, query: QueryParams) -> Choosing[SheetWanted]:
        """What can be chosen: the game's month, sheet and house rules are its own; no address changes them."""
        shown = {
            "here": f"{self.base}/sheets",
            "base": self.base,
            "game": self.wanted.title,
            "of": self.wanted.title,
            "forms": offered_forms(self.offers, query.getlist("form")),
            "month": self.wanted.month,
            "kept_rules": [(rule.ruling, rule.option) for rule in self.wanted.house_rules],
            "switches": switches(query),
            "reads": f"{self.base}/playsheet",
        }
        named = self.wanted.title
        return Choosing(CATALOGUE, lambda _query: self.wanted, shown, of_game=True, more=self._forms, named=named)


async def prints_at(game_id: str, request: Request, seat: Seat, query: QueryParams) -> Here:
    """What the seat may print, with the choices of an address. Raises Problem for a game without screens."""
    view, offers = await offers_of(game_id, request, seat)
    return Here(f"/games/{game_id}", wanted_for(view, is_large(query), has_backs(query)), offers)


# Prints that go into the basket

Parts = tuple[Part, ...]


async def _sheets_of_game(game_id: str, query: QueryParams, request: Request) -> Parts:
    here = await prints_at(game_id, request, await seat_for(game_id, request), query)
    return parts_of(here.choosing(query), query)


async def _forms_of_game(game_id: str, query: QueryParams, request: Request) -> Parts:
    return _forms(await forms_of_game(game_id, request, await seat_for(game_id, request)), query)


async def _of_draft(plan_id: str, query: QueryParams, request: Request) -> Parts:
    return _forms(await forms_of_draft(await holder.opened(plan_id, request), request), query)


async def _of_force(force_id: str, query: QueryParams, request: Request) -> Parts:
    return _forms(await asyncio.to_thread(forms_of_force, force_id, request), query)


async def _of_scenario(scenario_id: str, query: QueryParams, request: Request) -> Parts:
    return _forms(await asyncio.to_thread(forms_of_scenario, scenario_id, request), query)


def _forms(here: FormsHere, query: QueryParams) -> Parts:
    return tuple(map(FormPart, forms_of(here.offers, query)))


WAYS: Final[Mapping[str, Way]] = {
    r"/games/([\w-]+)/sheets": _sheets_of_game,
    r"/games/([\w-]+)/print": _forms_of_game,
    r"/plans/([\w-]+)/print": _of_draft,
    r"/forces/([\w-]+)/print": _of_force,
    r"/print/scenarios/([\w-]+)": _of_scenario,
}


# Prints for everybody

router = APIRouter(dependencies=[Depends(anyone)], include_in_schema=False, default_response_class=HTMLResponse)
CHANGES: Final = "changes"


@router.get("/playsheets")
def playsheet_of_a_month(request: Request) -> Response:
    """The playsheet of the month in the address, as a game of that month needs it; without one that of mid war."""
    return _playsheet(_period(request.query_params), _month(request.query_params), request.query_params)


@router.get("/playsheets/{period}")
def period_playsheet(period: str, request: Request) -> Response:
    """A playsheet to be read on the screen, under the house rules of the address."""
    if period not in PERIODS:
        raise Problem(UNKNOWN)
    return _playsheet(period, None, request.query_params)


@router.get("/playsheets/{period}/changes")
def what_changes(period: str, request: Request) -> Response:
    """What the sheet of a period has otherwise than the one before, to be read on the screen."""
    if period not in PERIODS:
        raise Problem(UNKNOWN)
    return _playsheet(period, None, request.query_params, changes=True)


@router.get("/playsheets/{period}/strip")
def turn_strip(period: str, request: Request) -> Response:
    """The sequence of a turn, to be marked on the screen as the turn goes on."""
    if period not in PERIODS:
        raise Problem(UNKNOWN)
    rules, problem = _rules_of(request.query_params)
    context = {"sheet": period_sheet(period, rules), "period": period, "house": _house(request.query_params)}
    return page("flanders_fields/playsheets/strip.html", {**context, "problem": problem})


def _rules_of(query: QueryParams) -> tuple[tuple[HouseRule, ...], dict[str, str] | None]:
    """The house rules of an address; where they are none, the book and what was wrong."""
    try:
        return house_rules(QUESTIONS, query), None
    except BadAsk as bad:
        return (), problem_of(bad)


def _playsheet(period: str, month: Month | None, query: QueryParams, changes: bool = False) -> Response:
    rules, problem = _rules_of(query)
    sheet = SheetWanted(period, rules).changes if changes else period_sheet(period, rules, month)
    thing = CHANGES if changes else "playsheet"
    dated = [("date", str(month))] if month else []
    asked = {"period": period, "month": month, "house": _house(query), "dated": dated, "thing": thing}
    return page(
        "flanders_fields/playsheets/sheet.html", {"sheet": sheet, "periods": PERIODS, "problem": problem, **asked}
    )


def wanted_of(query: QueryParams) -> SheetWanted:
    """For which period or month, and under which house rules, an address prints. Raises BadAsk."""
    return SheetWanted(_period(query), house_rules(QUESTIONS, query), is_large(query), has_backs(query), _month(query))


def _period(query: QueryParams) -> str:
    """The period chosen, otherwise that of the month."""
    asked, dated = query.get("period", ""), _date(query)
    return asked if asked in PERIODS else calendar().period_of(dated).key if dated else "mid"


def _month(query: QueryParams) -> Month | None:
    """The month of the address; none once another period has been chosen."""
    dated = _date(query)
    return dated if dated and calendar().period_of(dated).key == _period(query) else None


def _date(query: QueryParams) -> Month | None:
    return None if month_problem(QUESTIONS, query) or "date" not in query else parse_month(query["date"])


def _house(query: QueryParams) -> list[tuple[str, str]]:
    """The house rules of the address, to be carried on."""
    return [(name, option) for name, option in query.multi_items() if name in rulings()]


def _choosing(request: Request) -> Choosing[SheetWanted]:
    query = request.query_params
    month, house = _month(query), _house(query)
    dated = [("date", str(month))] if month else []
    read = f"/playsheets/{_period(query)}" if month is None else "/playsheets"
    shown = {
        "here": BACK,
        "scenarios": scenarios_to_print(request),
        "periods": [{"value": key, "word": title} for key, title in PERIODS.items()],
        "period": _period(query),
        "house": house,
        "month": month,
        "of": month.in_words if month else "",
        "dated": dated,
        "look_ups": "/lookups",
        "switches": switches(query),
        "reads": f"{read}?{urlencode(dated + house)}" if dated + house else read,
    }
    return Choosing(CATALOGUE, wanted_of, shown)


PRINTS: Final = PrintsOffered(BACK, QUESTIONS.title, CATALOGUE, _choosing, _period, WAYS)
