"""What Flanders Fields keeps beside its games: drafts of fire plans, forces with their rolls, scenarios."""

from typing import Final

from sqlalchemy import Engine
from starlette.requests import HTTPConnection

from app.documents.secret import SECRETS, ListedSecret, SecretShelf
from app.documents.shelf import DocumentKind, KeptDocument
from app.forces.rolls import RollBook
from app.games.keeper import Keeper, keeper_of
from app.games.own_shelves import OwnShelves
from app.systems.flanders_fields.forces.shelf import ForceShelf
from app.systems.flanders_fields.scenarios.named import with_own_scenario
from app.systems.flanders_fields.scenarios.shelf import SCENARIOS, ScenarioShelf
from app.tabletops.shelf import TableShelf
from rules.flanders_fields.fire_plan.document import read_plan, write_plan
from rules.flanders_fields.fire_plan.written import WrittenPlan
from rules.flanders_fields.game.system import SYSTEM
from rules.kernel.values import dataclass

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
