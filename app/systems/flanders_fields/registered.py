"""Flanders Fields as the service has it: its routes, its documents, the page of its games."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import typer
from fastapi import Request
from starlette.responses import HTMLResponse

from app.seats.seat import Seat
from app.systems.registered import Registered, Routes
from rules.flanders_fields.game import SYSTEM


def _at_start() -> Routes:
    from app.systems.flanders_fields.pages.map import page as game_map

    return Routes(pages=(game_map.router,))


def _later() -> Routes:
    from app.systems.flanders_fields import report_routes
    from app.systems.flanders_fields.fire_plans import forecasts, sealing
    from app.systems.flanders_fields.fire_plans import routes as fire_plans
    from app.systems.flanders_fields.forces import routes as forces
    from app.systems.flanders_fields.pages import new_game, report, scenario_form
    from app.systems.flanders_fields.pages.forces import guns
    from app.systems.flanders_fields.pages.forces import index as force_index
    from app.systems.flanders_fields.pages.forces import page as force_page
    from app.systems.flanders_fields.pages.plans import forecast as plan_forecast
    from app.systems.flanders_fields.pages.plans import index as plans
    from app.systems.flanders_fields.pages.printing import (
        basket,
        force_prints,
        game_printing,
        game_prints,
        index,
        plan_prints,
        scenario_prints,
    )
    from app.systems.flanders_fields.scenarios import routes as scenarios

    made = (new_game, scenario_form, report, force_index, force_page, guns, plans, plan_forecast)
    prints = (game_prints, plan_prints, force_prints, index, basket, scenario_prints, game_printing)
    return Routes(
        service=tuple(one.router for one in (report_routes, fire_plans, forecasts, sealing, forces, scenarios)),
        pages=tuple(one.router for one in (*made, *prints)),
    )


def _schemas() -> Mapping[str, Any]:
    from app.systems.flanders_fields.fire_plans.examples import components as of_plans
    from app.systems.flanders_fields.forces.examples import components as of_forces
    from app.systems.flanders_fields.scenarios.examples import components as of_scenarios

    return {**of_plans(), **of_forces(), **of_scenarios()}


def _ready() -> Sequence[dict[str, Any]]:
    from app.systems.flanders_fields.pages.ready import ready_games

    return ready_games()


async def _show_game(game_id: str, request: Request, seat: Seat) -> HTMLResponse:
    from app.systems.flanders_fields.pages.game import show_game

    return await show_game(game_id, request, seat)


def _add_commands(program: typer.Typer) -> None:
    from app.systems.flanders_fields import report_cli
    from app.systems.flanders_fields.printing import cli as printing
    from app.systems.flanders_fields.printing import forms_cli

    for one in (report_cli, printing, forms_cli):
        one.register(program)


FLANDERS_FIELDS: Final = Registered(SYSTEM, _at_start, _later, _schemas, _ready, _show_game, _add_commands)
