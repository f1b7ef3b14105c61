"""P17: from the start of the process to its first answer, and the bare import of what it stands on.

It is a second start: the database is there already, and our modules are compiled as the libraries' are.
"""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Final

from tests.app.test_graceful_stop import asked, port_of, started
from tests.bench.rounds import medians, took

ROUNDS: Final = 7
IMPORT: Final = "import fastapi, sqlmodel, shapely"


def measure() -> Sequence[float]:
    """The service's time to the import's."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    with TemporaryDirectory(prefix="beaten-zone-bench-") as folder:
        found = medians({"service": lambda: serving(Path(folder)), "import": _importing}, ROUNDS)
    return (found["service"] / found["import"],)


def serving(folder: Path) -> float:
    """Seconds from the start of a process, in a folder of its own, to its first answer."""
    began = perf_counter()
    with started(folder, "--port", "0", anew=True) as server:
        assert asked(port_of(server.says), "GET", "/health").status == 200
        return perf_counter() - began


def _importing() -> float:
    return took(lambda: subprocess.run([sys.executable, "-c", IMPORT], check=True))
