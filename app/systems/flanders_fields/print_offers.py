"""Printable forms of a game, a force, a fire plan and a scenario."""

from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

from app.documents.document_files import FileKind, WrongFile, read_path
from app.games.open_game import OpenGame
from app.printing.printables import Printable, ground_of
from app.systems.flanders_fields.documents import FIRE_PLAN, FORCE
from app.systems.flanders_fields.force_documents import read_document
from app.systems.flanders_fields.report import Reported
from playsheets.flanders_fields.barrage_map import barrage_map
from playsheets.flanders_fields.fire_plan_forms import gun_cards, plan_form
from playsheets.flanders_fields.game_forms import (
    ScenarioGround,
    hidden,
    kept_by,
    played,
    referee_sheet,
    scenario_of,
    scenario_sheet,
    waiting,
)
from playsheets.flanders_fields.report_form import report_form, report_of_game
from playsheets.flanders_fields.rosters import only_for, roster_form, roster_of_force, roster_of_side
from playsheets.forms import Form
from playsheets.press import BadJob
from rules.flanders_fields.fire_plan import WrittenFor, WrittenPlan
from rules.flanders_fields.fire_plan_document import read_plan
from rules.flanders_fields.forces import Force, NotThere
from rules.flanders_fields.game.concealment import knows
from rules.flanders_fields.game.plan_drafts import TableSize, draft_of
from rules.flanders_fields.game.setup.custom_scenarios import WrittenScenario
from rules.flanders_fields.game.state.game import GameState
from rules.flanders_fields.game.system import SYSTEM, as_set_up
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import Side
from rules.kernel.explanations import Refusal
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.months import BadMonth, parse_month
from rules.kernel.rulings import HouseRule
from rules.kernel.seats import Role
from rules.kernel.serialization import NotFitting
from rules.tabletop.terrain import Table

# Prints of a fire plan

FORMS: Final = {
    "plan": ("fire plan", "every line of the plan, and what happens turn by turn"),
    "map": ("barrage map", "the plan on the table to scale, with lift lines and their turns"),
    "guns": ("gun cards", "a card for each battery and mortar, turn by turn"),
}


@dataclass(frozen=True, slots=True)
class PlanToPrint:
    """A plan with the rule book and the table it is held against; `kept` says who may read it."""

    plan: WrittenPlan
    book: RuleBook | None
    table: Table | None
    kept: str

    @property
    def ground(self) -> Table | None:
        """The table, where it is as large as the one the plan was written for."""
        of = self.plan.written_for
        same = self.table and (self.table.width_mm, self.table.depth_mm) == (of.width_mm, of.depth_mm)
        return self.table if same else None


def offers_of_plan(laid: PlanToPrint, named: str = "", whose: str = "") -> Iterator[Printable]:
    """The forms of one plan; `named` follows their names in addresses, `whose` stands before their titles."""
    plan, book, kept = laid.plan, laid.book, laid.kept
    pieces = ground_of(laid.ground, across=plan.side is Side.DEFENDER)
    made = {
        "plan": partial(plan_form, plan, book, kept),
        "map": partial(barrage_map, plan, book, kept, pieces),
        "guns": partial(gun_cards, plan, book, kept),
    }
    for key, (title, says) in FORMS.items():
        called = f"{whose} {title}" if whose else title.capitalize()
        yield Printable(f"{key}{named}", called, says, made[key])


def by_itself(plan: WrittenPlan, house_rules: tuple[HouseRule, ...] = ()) -> PlanToPrint:
    """A plan with nothing but what it says itself."""
    month = plan.written_for.month
    book = RuleBook.for_game(parse_month(month), house_rules) if month else None
    return PlanToPrint(plan, book, None, secret(plan))


def secret(plan: WrittenPlan) -> str:
    """Who may read a plan before it falls (FF-FPL-77)."""
    return f"Secret until it falls: for the {plan.side} and the referee only"


# Prints of a game


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
        yield Printable(
            f"roster-{side['side']}", f"{side['name']} roster", says, partial(_game_roster, known, side["side"])
        )


def _game_roster(known: Known, side: str) -> Form:
    roster = roster_of_side(known.view, side, known.beside.specimen_game)
    return roster_form(roster, known.beside.book)


def _plans(known: Known) -> Iterator[Printable]:
    names = {side["side"]: side["name"] for side in known.view["sides"]}
    for side, plan in known.beside.plans.items():
        laid = PlanToPrint(plan, known.beside.book, known.beside.table, only_for(names[side]))
        yield from offers_of_plan(laid, f"-{side}", names[side])


# Forms of files and scenarios

HouseRules = tuple[HouseRule, ...]


def offers_of_force(force: Force, house_rules: HouseRules = ()) -> Iterator[Printable]:
    """What is printed of a force, by its own house rules if none are named.

    Raises BadJob, when it is made, for parts that no table has.
    """
    book = RuleBook.for_game(parse_month(force.date), house_rules or force.house_rules)
    yield Printable(
        "roster", "Roster", "every stand with boxes for its suppression", partial(_force_roster, force, book)
    )


def offers_of_plan_file(path: Path, house_rules: HouseRules = ()) -> Iterator[Printable]:
    """What is printed of the file of a fire plan. Raises BadJob."""
    try:
        return offers_of_plan(by_itself(read_plan(_bytes(path, FIRE_PLAN)), house_rules))
    except (NotFitting, BadMonth) as bad:
        raise BadJob(f"{path}: {bad}") from bad


def _force_roster(force: Force, book: RuleBook) -> Any:
    try:
        return roster_form(roster_of_force(force, book), book)
    except NotThere as missing:
        raise BadJob(str(missing)) from missing


def read_force(path: Path) -> Force:
    """The force of a file. Raises BadJob."""
    try:
        return read_document(_bytes(path, FORCE))
    except NotFitting as bad:
        raise BadJob(f"{path}: {bad}") from bad


def _bytes(path: Path, kind: FileKind) -> bytes:
    try:
        return read_path(path, kind)
    except WrongFile as wrong:
        raise BadJob(f"{path}: {wrong}") from wrong
    except OSError as failed:
        raise BadJob(f"{path} cannot be read: {failed.strerror or failed}") from failed


def offers_of_scenario(
    scenario: str = "", house_rules: HouseRules = (), own: WrittenScenario | None = None
) -> tuple[Printable, ...]:
    """What is printed of a scenario, ready or own, before its first turn, as its referee has it. Raises BadJob."""
    state = as_set_up(scenario, own, house_rules)
    if isinstance(state, Refusal):
        raise BadJob(f"{state.because}; {state.instead}")
    return offered(Known(dict(SYSTEM.view(state, Role.REFEREE)), beside_of(state, Role.REFEREE)))
