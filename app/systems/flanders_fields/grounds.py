"""The ready tables of Flanders Fields: one document for each scenario whose ground is drawn, under its id."""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final

from app.tabletops.document import NamedTable, read_document
from rules import flanders_fields

GROUNDS: Final = Path(flanders_fields.__file__).parent / "data" / "scenarios" / "grounds"


@lru_cache(maxsize=1)
def ready_tables() -> Mapping[str, NamedTable]:
    """Return the ready tables by the id of their scenario. Raises NotFitting for a broken file."""
    return {path.stem: read_document(path.read_bytes()) for path in sorted(GROUNDS.glob("*.json"))}
