"""What of a game a seat may print: made of its view, and of the plans it may know, as every channel is."""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from app.games.game import OpenGame
from app.printing.ground import ground_of
from app.printing.offers import Printable
from app.systems.flanders_fields.printing.plans import PlanToPrint, offers_of_plan
from app.systems.flanders_fields.reported import Reported
from playsheets.flanders_fields.forms.referee_sheet import referee_sheet
from playsheets.flanders_fields.forms.report_form import report_form
from playsheets.flanders_fields.forms.roster import roster_form
from playsheets.flanders_fields.forms.scenario_sheet import ScenarioGround, scenario_sheet
from playsheets.flanders_fields.of_game.report import report_of_game
from playsheets.flanders_fields.of_game.rosters import only_for, roster_of_side
from playsheets.flanders_fields.of_game.sheets import hidden, kept_by, played, scenario_of, waiting
from playsheets.forms.content import Form
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.fire_plan.game.draft import TableSize, draft_of
from rules.flanders_fields.fire_plan.written import WrittenFor, WrittenPlan
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.game.unseen import knows
from rules.flanders_fields.vocabulary import Side
from rules.kernel.seats import Role
from rules.kernel.values import dataclass
from rules.tabletop.terrain import Table


@dataclass(frozen=True, slots=True)
class Beside:
    """What forms need beside a view: the rule book, the table everybody sees, and the plans that this role knows."""

    book: RuleBook
    specimen_game: bool
    table: Table | None
    plans: Mapping[str, WrittenPlan]


@dataclass(frozen=True, slots=True)
class Known:
    """A game as a seat may know it; with its report once it is over."""

    view: Mapping[str, Any]
    beside: Beside
    report: Reported | None = None


def beside(game: OpenGame, role: Role) -> Beside:
    """What a role may know beside its view. Raises LookupError for another system's game."""
    if not isinstance(game.state, GameState):
        raise LookupError("only a game of Flanders Fields is printed")
    return beside_of(game.state, role)


def beside_of(state: GameState, role: Role) -> Beside:
    """The same of a state of Flanders Fields."""
    plans = {side.side.value: _plan(state, side.side) for side in state.settled.sides if knows(role, side.side)}
    return Beside(state.book(), state.settled.specimen_game, state.table, plans)


def _plan(state: GameState, side: Side) -> WrittenPlan:
    """The plan that was sealed; before that, what the scenario plans for the side."""
    sealed = next((one.written for one in state.sealed if one.side is side and one.written), None)
    usual, table = WrittenFor(), state.table
    size = TableSize(*((table.width_mm, table.depth_mm) if table else (usual.width_mm, usual.depth_mm)))
    return sealed or draft_of(state, side, size)


def offered(known: Known) -> tuple[Printable, ...]:
    """Every form that this seat may print."""
    return (*_sheets(known), *_rosters(known), *_plans(known))


def _sheets(known: Known) -> Iterator[Printable]:
    says = "situation, table, forces, reserves and special rules, as this seat knows them"
    yield Printable("scenario", "Scenario sheet", says, partial(_scenario, known))
    if known.report:
        says = "what decided it, turn by turn, losses, battalions and dice, from the log"
    else:
        says = "what the game began with and how it stands, to be finished by hand"
    yield Printable("report", "After-action report", says, partial(_report, known))
    if known.view["you"] == "referee":
        says = "hidden units, arrivals, what falls by itself in which turn"
        yield Printable("referee", "Referee’s sheet", says, partial(_referee, known))


def _scenario(known: Known) -> Form:
    table = known.beside.table
    laid = ScenarioGround(table.width_mm, table.depth_mm, ground_of(table)) if table else None
    return scenario_sheet(scenario_of(known.view, laid), known.beside.book)


def _report(known: Known) -> Form:
    if over := known.report:
        return report_of_game(over.report, over.title, over.closed_by, over.closed_at)
    return report_form(known.view["title"], played(known.view), kept_by(known.view))


def _referee(known: Known) -> Form:
    view, more = known.view, known.beside
    names = {side["side"]: side["name"] for side in view["sides"]}
    plans = [(names[side], plan) for side, plan in more.plans.items()]
    return referee_sheet(view["title"], tuple(hidden(view)), tuple(waiting(view)), plans, more.book)


def _rosters(known: Known) -> Iterator[Printable]:
    for side in known.view["sides"]:
        says = f"every stand of the {side['name']} side with boxes for its suppression, as this seat knows it"
        yield Printable(f"roster-{side['side']}", f"{side['name']} roster", says, partial(_roster, known, side["side"]))


def _roster(known: Known, side: str) -> Form:
    roster = roster_of_side(known.view, side, known.beside.specimen_game)
    return roster_form(roster, known.beside.book)


def _plans(known: Known) -> Iterator[Printable]:
    names = {side["side"]: side["name"] for side in known.view["sides"]}
    for side, plan in known.beside.plans.items():
        laid = PlanToPrint(plan, known.beside.book, known.beside.table, only_for(names[side]))
        yield from offers_of_plan(laid, f"-{side}", names[side])
