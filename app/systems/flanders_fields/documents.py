"""Saved documents of Flanders Fields: file kinds, repositories, access to fire plans."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Final

from fastapi import Path
from sqlalchemy import Engine
from starlette.requests import HTTPConnection

from app.documents.document_files import FORCE_FORMAT, FileKind
from app.documents.document_repository import DocumentKind, KeptDocument
from app.documents.force_records import RollBook
from app.documents.ownership import SECRETS, Holds, ListedSecret, SecretShelf
from app.documents.tables import TableShelf
from app.games.app_services import Keeper, keeper_of
from app.games.system_extensions import OwnShelves
from app.http import problem_details
from app.systems.flanders_fields.force_documents import ForceShelf
from app.systems.flanders_fields.scenario_documents import FORMAT as SCENARIO_FORMAT
from app.systems.flanders_fields.scenario_documents import SCENARIOS, ScenarioShelf, with_own_scenario
from rules.flanders_fields.fire_plan import WrittenPlan
from rules.flanders_fields.fire_plan_document import FORMAT as PLAN_FORMAT
from rules.flanders_fields.fire_plan_document import read_plan, write_plan
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.vocabulary import KEY
from rules.kernel.frozen_dataclasses import dataclass

# The files of Flanders Fields

FORCE: Final = FileKind(
    "a force of Flanders Fields",
    FORCE_FORMAT,
    "/forces",
    "/api/v1/forces/import",
    "/forces/{id}",
    system=KEY,
    unnamed_with="elements",
)
SCENARIO: Final = FileKind(
    "a scenario of Flanders Fields",
    SCENARIO_FORMAT,
    "/scenarios",
    "/api/v1/scenarios/import",
    "/scenarios/{id}",
    system=KEY,
    unnamed_with="attacker",
)
FIRE_PLAN: Final = FileKind(
    "a fire plan of Flanders Fields",
    PLAN_FORMAT,
    "/plans",
    "/api/v1/fire-plans/import",
    "/plans/{id}",
    system=KEY,
    unnamed_with="side",
)
FILE_KINDS: Final[Sequence[FileKind]] = (FORCE, SCENARIO, FIRE_PLAN)


# Repositories of documents

PlanDraft = KeptDocument[ListedSecret, WrittenPlan]
PLANS: Final = DocumentKind(
    SECRETS, ListedSecret, read_plan, write_plan, lambda plan: {"side": plan.side.value, "name": plan.name}
)


def plan_shelf(engine: Engine) -> SecretShelf[WrittenPlan]:
    """The drafts of fire plans in one database."""
    return SecretShelf(engine, PLANS, SYSTEM.key)


@dataclass(frozen=True, slots=True, eq=False)
class DocumentShelves:
    """Its shelves in one database."""

    fire_plans: SecretShelf[WrittenPlan]
    forces: ForceShelf
    scenarios: ScenarioShelf
    engine: Engine

    @property
    def rolls(self) -> RollBook:
        """The rolls of battalions after games."""
        return RollBook(self.engine)


def open_shelves(engine: Engine, tables: TableShelf) -> OwnShelves:
    """The shelves in a database. What sets up a game may bring a scenario, which stands on tables and forces."""
    forces = ForceShelf(engine)
    shelves = DocumentShelves(plan_shelf(engine), forces, ScenarioShelf(engine, SCENARIOS, SYSTEM.key), engine)
    return OwnShelves(shelves, with_own_scenario(tables, forces))


def shelves_in(keeper: Keeper) -> DocumentShelves:
    """The shelves that a keeper opened."""
    opened = keeper.own[SYSTEM.key].shelves
    if not isinstance(opened, DocumentShelves):
        raise TypeError(f"the shelves of {SYSTEM.key} are opened by its plugin")
    return opened


def shelves_of(connection: HTTPConnection) -> DocumentShelves:
    """The shelves of the application that serves this request."""
    return shelves_in(keeper_of(connection))


# Drafts of fire plans (FF-PLN-01)

PlanId = Annotated[
    str,
    Path(description="the id of a draft, as it stands in its address", examples=["b2r5kq7ydq3xw4ta"], max_length=40),
]


def no_such_plan(plan_id: str) -> problem_details.HttpAnswer:
    """There is no draft of this id, or it is not for this device."""
    detail = f"there is no fire plan {plan_id} here that this device may read"
    return problem_details.not_found("no-such-plan", "No such fire plan", detail, "look in your own list")


holder: Final = Holds(
    "plan_id",
    lambda request: shelves_of(request).fire_plans,
    no_such_plan,
    "a side writes its own plan: the referee only reads it",
)
writer: Final = replace(holder, writes=True)
