"""The open documents as they are written: tables, forces, scenarios and fire plans, ready ones and examples."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from app.documents.tables import write_document as write_table
from app.systems.flanders_fields import fire_plans as plans
from app.systems.flanders_fields import forces
from app.systems.flanders_fields.force_documents import read_document as read_force
from app.systems.flanders_fields.force_documents import write_document as write_force
from app.systems.flanders_fields.scenario_documents import ready_document
from rules.flanders_fields.fire_plan_document import read_plan, write_plan
from rules.flanders_fields.game.scenario_roster import scenarios
from tests.systems import ready_tables

DOCS: Final = Path(__file__).resolve().parents[2] / "docs"


def written() -> dict[str, str]:
    """Every document that the program writes by itself, and the schema of each format."""
    return dict(_written())


def _written() -> Iterator[tuple[str, str]]:
    for name, table in ready_tables().items():
        yield f"table {name}", write_table(table).decode()
    for name in sorted(scenarios()):
        yield f"scenario {name}", ready_document(name).decode()
        for side in ("attacker", "defender"):
            file = json.loads(ready_document(name))[side]["force"]
            yield f"force of the {side}, {name}", write_force(read_force(json.dumps(file).encode())).decode()
    yield "force, the example", write_force(read_force(msgspec.json.encode(forces.SMALL_FORCE))).decode()
    yield "fire plan, the example", write_plan(read_plan(msgspec.json.encode(plans.SMALL_PLAN))).decode()
    for path in sorted(DOCS.glob("*.schema.json")):
        yield f"schema {path.name}", path.read_text(encoding="utf-8")
