"""The pages that nobody opens first: the service reads them when one of them is asked for, and not at its start."""

from typing import Final

from fastapi import APIRouter

from app.pages import (
    basket,
    force_page,
    force_prints,
    forces,
    game_printing,
    game_prints,
    guns,
    new_game,
    plan_forecast,
    plan_prints,
    plans,
    printing,
    report,
    scenario_form,
    scenario_prints,
    style,
    style_map,
    table_editor,
    tables,
)

ROUTERS: Final[tuple[APIRouter, ...]] = (
    new_game.router,
    scenario_form.router,
    report.router,
    game_prints.router,
    plan_prints.router,
    force_prints.router,
    tables.router,
    table_editor.router,
    forces.router,
    force_page.router,
    guns.router,
    plans.router,
    plan_forecast.router,
    printing.router,
    basket.router,
    scenario_prints.router,
    game_printing.router,
    style.router,
    style_map.router,
)
