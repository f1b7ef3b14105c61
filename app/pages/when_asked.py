"""The pages that nobody opens first: the service reads them when one of them is asked for, and not at its start."""

from typing import Final

from fastapi import APIRouter

from app.pages import new_game, report, scenario_form, style, style_map, table_editor, tables
from app.pages.forces import guns
from app.pages.forces import index as forces
from app.pages.forces import page as force_page
from app.pages.lookups import index as lookups
from app.pages.lookups import rulings as lookup_rulings
from app.pages.plans import forecast as plan_forecast
from app.pages.plans import index as plans
from app.pages.printing import basket, force_prints, game_printing, game_prints, plan_prints, scenario_prints
from app.pages.printing import index as printing

ROUTERS: Final[tuple[APIRouter, ...]] = (
    lookup_rulings.router,
    lookups.router,
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
