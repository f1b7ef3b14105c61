"""The files of Flanders Fields: forces, scenarios and fire plans."""

from collections.abc import Sequence
from typing import Final

from app.documents.file_kinds import FORCE_FORMAT, FileKind
from app.systems.flanders_fields.scenarios.document import FORMAT as SCENARIO_FORMAT
from rules.flanders_fields.fire_plan.document import FORMAT as PLAN_FORMAT
from rules.flanders_fields.vocabulary import KEY

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
