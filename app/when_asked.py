"""The answers of the JSON service that nobody asks for first: read with the first of them, and not at the start."""

from typing import Final

from fastapi import APIRouter

from app.fire_plans import forecasts, sealing
from app.fire_plans import routes as fire_plans
from app.forces import routes as forces
from app.lookups import routes as lookups
from app.scenarios import routes as scenarios
from app.tabletops import routes as tabletops

ROUTERS: Final[tuple[APIRouter, ...]] = (
    lookups.router,
    tabletops.router,
    fire_plans.router,
    forecasts.router,
    sealing.router,
    forces.router,
    scenarios.router,
)
