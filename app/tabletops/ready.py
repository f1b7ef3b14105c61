"""Tables that lie ready: one document for each scenario whose ground is drawn, under the scenario's own id."""

from collections.abc import Mapping
from functools import lru_cache

from app.tabletops.document import NamedTable, read_document


@lru_cache(maxsize=1)
def ready_tables() -> Mapping[str, NamedTable]:
    """The ready tables by the id of their scenario, in the order of years. Raises NotFitting for a broken file."""
    from app.systems.listed import LISTED

    drawn = [path for one in LISTED if one.grounds is not None for path in one.grounds.glob("*.json")]
    found = {path.stem: read_document(path.read_bytes()) for path in drawn}
    found |= {name: table for one in LISTED for name, table in one.ready_tables().items()}
    return dict(sorted(found.items(), key=lambda one: (one[0].rpartition("-")[2], one[0])))
