"""Flanders Fields as the service has it: its routes, its documents, the page of its games."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from fastapi import Request
from sqlalchemy import Engine
from starlette.responses import HTMLResponse

from app.games.examples import GameExamples
from app.games.own_shelves import OwnShelves
from app.games.wire import System
from app.registered import LogWords, Registered, Routes
from app.seats.seat import Seat
from app.tabletops.shelf import TableShelf
from rules import flanders_fields
from rules.flanders_fields.vocabulary import KEY, SEATING
from rules.kernel.asking import Proposal
from rules.kernel.play import Actor, Past

if TYPE_CHECKING:
    import typer

    from app.documents.file_kinds import FileKind
    from app.games.report_shown import OwnReport
    from app.lookups.offered import LookUpsOffered
    from app.pages.game_map import GameMap
    from app.printing.offers import FormsHere
    from app.printing.things import PrintsOffered
    from app.stage.scene import Scenery

GROUNDS: Final = Path(flanders_fields.__file__).parent / "data" / "scenarios" / "grounds"


def _system() -> System:
    from rules.flanders_fields.game.system import SYSTEM

    return SYSTEM


def _later() -> Routes:
    from app.pages.lookups.laid_out.index import laid_out_pages
    from app.systems.flanders_fields.fire_plans.forecasts import router as forecasts
    from app.systems.flanders_fields.fire_plans.routes import router as fire_plans
    from app.systems.flanders_fields.fire_plans.sealing import router as sealing
    from app.systems.flanders_fields.forces.routes import router as forces
    from app.systems.flanders_fields.pages.forces.guns import router as guns
    from app.systems.flanders_fields.pages.forces.index import router as force_index
    from app.systems.flanders_fields.pages.forces.page import router as force_page
    from app.systems.flanders_fields.pages.lookups.laid import LAID
    from app.systems.flanders_fields.pages.new_game import router as new_game
    from app.systems.flanders_fields.pages.plans.forecast import router as plan_forecast
    from app.systems.flanders_fields.pages.plans.index import router as plans
    from app.systems.flanders_fields.pages.printing.force_prints import router as force_prints
    from app.systems.flanders_fields.pages.printing.game_printing import router as game_printing
    from app.systems.flanders_fields.pages.printing.index import router as print_index
    from app.systems.flanders_fields.pages.printing.plan_prints import router as plan_prints
    from app.systems.flanders_fields.pages.printing.scenario_prints import router as scenario_prints
    from app.systems.flanders_fields.pages.scenario_form import router as scenario_form
    from app.systems.flanders_fields.scenarios.routes import router as scenarios

    made = (new_game, scenario_form, force_index, force_page, guns, plans, plan_forecast)
    prints = (plan_prints, force_prints, print_index, scenario_prints, game_printing)
    return Routes(
        service=(fire_plans, forecasts, sealing, forces, scenarios),
        pages=(laid_out_pages(LAID), *made, *prints),
    )


def _schemas() -> Mapping[str, Any]:
    from app.systems.flanders_fields.fire_plans.examples import components as of_plans
    from app.systems.flanders_fields.forces.examples import components as of_forces
    from app.systems.flanders_fields.scenarios.examples import components as of_scenarios

    return {**of_plans(), **of_forces(), **of_scenarios()}


def _ready() -> Sequence[dict[str, Any]]:
    from app.systems.flanders_fields.pages.ready import ready_games

    return ready_games()


async def _show_closed(game_id: str, request: Request, seat: Seat) -> HTMLResponse:
    from app.systems.flanders_fields.pages.game import show_closed

    return await show_closed(game_id, request, seat)


async def _show_report(game_id: str, request: Request, seat: Seat) -> HTMLResponse:
    from app.systems.flanders_fields.pages.report import after_action

    return await after_action(game_id, request, seat)


def _own_report() -> OwnReport:
    from app.systems.flanders_fields.report_shown import OWN_REPORT

    return OWN_REPORT


def _look_ups() -> LookUpsOffered:
    from app.systems.flanders_fields.questions import LOOK_UPS

    return LOOK_UPS


def _add_commands(program: typer.Typer) -> None:
    from app.systems.flanders_fields.printing.cli import register as register_print
    from app.systems.flanders_fields.printing.forms_cli import register as register_print_form

    register_print(program)
    register_print_form(program)


def _scenery() -> Scenery:
    from app.systems.flanders_fields.stage.scenery import SCENERY

    return SCENERY


def _game_map() -> GameMap[Any]:
    from app.systems.flanders_fields.pages.map.page import GAME_MAP

    return GAME_MAP


def _known(state: Any, actor: Actor, unit: str, past: Past) -> Mapping[str, Mapping[str, Proposal]]:
    from rules.flanders_fields.game.known_of_stands import known

    return known(state, actor, unit, past)


def _opens(engine: Engine, tables: TableShelf) -> OwnShelves:
    from app.systems.flanders_fields.shelves import open_shelves

    return open_shelves(engine, tables)


def _examples() -> GameExamples:
    from app.systems.flanders_fields.examples import GAME

    return GAME


async def _game_forms(game_id: str, request: Request, seat: Seat) -> FormsHere:
    from app.systems.flanders_fields.pages.printing.game_prints import forms_of_game

    return await forms_of_game(game_id, request, seat)


def _prints() -> PrintsOffered:
    from app.systems.flanders_fields.pages.printing.index import PRINTS

    return PRINTS


def _filters() -> Mapping[str, Callable[..., Any]]:
    from app.systems.flanders_fields.pages.force import rows, standing

    return {"rows": rows, "standing": standing}


def _file_kinds() -> Sequence[FileKind]:
    from app.systems.flanders_fields.file_kinds import FILE_KINDS

    return FILE_KINDS


def _promised_schemas() -> Mapping[str, str]:
    return {
        "PlanFindingShown": "app__fire_plans__routes__FindingShown",
        "ForceNamed": "app__forces__routes__NameWanted",
        "ForecastCellShown": "app__fire_plans__forecasts__CellShown",
        "RuleSetAside": "Allowed",
        "ZoneCrossing": "rules.flanders_fields.game.guns.state.Crossing",
        "Crossing": "rules.flanders_fields.vocabulary.Crossing",
    }


FLANDERS_FIELDS: Final = Registered(
    KEY,
    _system,
    SEATING,
    _later,
    _schemas,
    _ready,
    _show_closed,
    _look_ups,
    _add_commands,
    _scenery,
    _known,
    _opens,
    _examples,
    _filters,
    GROUNDS,
    is_of_unnamed=True,
    game_map=_game_map,
    game_forms=_game_forms,
    show_report=_show_report,
    own_report=_own_report,
    prints=_prints,
    promised_schemas=_promised_schemas,
    edges=("Attacker’s edge", "Defender’s edge"),
    log_words=LogWords(frozenset({"turn_started"}), "Before the first turn", {"hand_corrected": "Corrected"}),
    file_kinds=_file_kinds,
)
