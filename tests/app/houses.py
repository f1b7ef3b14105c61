"""Copies of the house in which rule systems are taken away: their folders, and their lines of the one list."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
HOLD_A_SYSTEM: Final = ("rules", "app/systems", "playsheets", "tests")
OF_THE_PAGES: Final = ("frontend/templates", "frontend/static/dist")
COPIED: Final = ("app", "rules", "playsheets", "migrations", "tests", "docs", *OF_THE_PAGES)
ALONE: Final = """
import sys
sys.meta_path[:] = [one for one in sys.meta_path if not getattr(one, "__module__", "").startswith("__editable__")]
"""
"""Run as Python starts: an environment into which the whole house is installed would lend its modules to the copy."""


def house_without(made: Path, taken_away: Sequence[str], listed: str = "") -> Path:
    """A copy of the house in which nothing of these systems stands, and the value of that name is listed besides."""
    for name in COPIED:
        shutil.copytree(ROOT / name, made / name, ignore=shutil.ignore_patterns("browser", "golden"))
    shutil.copy(ROOT / "pyproject.toml", made)
    _lend_what_is_compiled(made)
    (made / "sitecustomize.py").write_text(ALONE, encoding="utf-8")
    for system in taken_away:
        for name in HOLD_A_SYSTEM:
            shutil.rmtree(made / name / system, ignore_errors=True)
    path = made / "app" / "systems" / "listed.py"
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    left = "".join(one for one in lines if not any(re.search(system, one, re.I) for system in taken_away))
    module, _, value = listed.rpartition(".")
    if listed:
        left = left.replace("\nLISTED", f"\nfrom {module} import {value}\n\nLISTED", 1)
        left = re.sub(r"(LISTED: .*= \(\n)", rf"\1    {value},\n", left, count=1)
    path.write_text(left, encoding="utf-8")
    return made


def _lend_what_is_compiled(made: Path) -> None:
    """What is compiled of the house holds for what is the same in the copy: compiling takes longer than running."""
    if sys.pycache_prefix:
        kept, lent = (Path(sys.pycache_prefix) / one.relative_to(one.anchor) for one in (ROOT, made))
        shutil.rmtree(lent, ignore_errors=True)
        lent.mkdir(parents=True)
        for name in (one for one in COPIED if (kept / one).is_dir() and one not in OF_THE_PAGES):
            (lent / name).symlink_to(kept / name)


def seen_by(house: Path) -> dict[str, str]:
    """The environment of a program in a copy, which sees nothing of the whole house."""
    seen = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHONPATH", "PYTEST"))}
    # What differs in the copy is not compiled over what is lent to it.
    return seen | {"PYTHONPATH": str(house), "PYTHONDONTWRITEBYTECODE": "1"}


def ran(house: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A program run in a copy."""
    return subprocess.run(
        [sys.executable, *arguments], cwd=house, env=seen_by(house), capture_output=True, text=True, check=False
    )
