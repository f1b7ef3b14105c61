"""Tables that lie ready: one document for each scenario whose ground is drawn, under the scenario's own id."""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final

from app.tabletops.document import NamedTable, read_document

GROUNDS: Final = Path(__file__).resolve().parents[2] / "rules" / "flanders_fields" / "data" / "scenarios" / "grounds"


@lru_cache(maxsize=1)
def ready_tables() -> Mapping[str, NamedTable]:
    """The ready tables by the id of their scenario, in the order of their years. Raises NotATable for a broken file."""
    found = {path.stem: read_document(path.read_bytes()) for path in GROUNDS.glob("*.json")}
    return dict(sorted(found.items(), key=lambda one: (one[0].rpartition("-")[2], one[0])))
