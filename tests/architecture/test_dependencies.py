"""Compare docs/dependencies.md with the dependencies that are declared."""

import json
import re
import tomllib
from collections import Counter
from itertools import chain
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
ROW: Final = re.compile(r"^\| `(?P<name>[^`]+)` \| (?P<purpose>.+) \|$", re.MULTILINE)
NAME: Final = re.compile(r"[A-Za-z0-9._-]+")
"""The name at the start of a requirement such as `psycopg[binary]>=3.3`."""


def declared_dependencies() -> list[str]:
    """Return the names of all direct dependencies of the service, the tests and the pages."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    package = json.loads((ROOT / "frontend" / "package.json").read_text(encoding="utf-8"))
    requirements = chain(project["project"]["dependencies"], *project["dependency-groups"].values())
    names = [match[0] for requirement in requirements if (match := NAME.match(requirement))]
    return [*names, *package["dependencies"], *package["devDependencies"]]


def documented_dependencies() -> list[tuple[str, str]]:
    """Return the name and the purpose in each row of the page."""
    return ROW.findall((ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8"))


def test_dependencies_have_one_row_each() -> None:
    names = Counter(name for name, _ in documented_dependencies())
    assert len(names) > 20
    assert names == Counter(declared_dependencies())


def test_dependency_purposes_are_short_and_differ() -> None:
    purposes = [purpose for _, purpose in documented_dependencies()]
    assert [purpose for purpose in purposes if len(purpose.split()) > 20] == []
    assert len(set(purposes)) == len(purposes)
