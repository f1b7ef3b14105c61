"""The rule systems whose clauses are held against cases: each by the letters with which its clauses begin."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import rules.earth_1418
import rules.flanders_fields
from rules.earth_1418.lookups import QUESTIONS as EARTH_1418
from rules.flanders_fields.lookups import QUESTIONS as FLANDERS_FIELDS
from rules.kernel.clauses import Clause
from rules.kernel.lookups import Questions
from rules.kernel.rulings import Ruling

SYSTEMS: Final[Mapping[str, Questions[Any]]] = {"FF": FLANDERS_FIELDS, "BE": EARTH_1418}
PACKAGES: Final[Mapping[str, Path]] = {
    "FF": Path(rules.flanders_fields.__path__[0]),
    "BE": Path(rules.earth_1418.__path__[0]),
}


def every_clause() -> dict[str, Clause]:
    """The clauses of all systems."""
    return {name: clause for of in SYSTEMS.values() for name, clause in of.clauses.items()}


def every_ruling() -> dict[str, Ruling]:
    """The rulings of all systems; their ids never meet."""
    return {name: ruling for of in SYSTEMS.values() for name, ruling in of.rulings.items()}
