"""Copies of the project without some rule systems: without their folders and their entries in the table of plugins."""

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
TOY_ENTRY: Final = """
[[plugin]]
info = "tests.stage_toy.plugin:{prefix}INFO"
game = "tests.stage_toy.plugin:SERVED"
lookups = "tests.stage_toy.plugin:LOOK_UPS"
service = "tests.stage_toy.plugin:{prefix}SERVICE"
"""
ALONE: Final = """
import sys
sys.meta_path[:] = [one for one in sys.meta_path if not getattr(one, "__module__", "").startswith("__editable__")]
"""
"""Run as Python starts: an environment into which the whole house is installed would lend its modules to the copy."""


def house_without(made: Path, taken_away: Sequence[str], toy: str = "") -> Path:
    """Return a copy of the project without these systems; `toy` is an entry for its table of plugins."""
    for name in COPIED:
        shutil.copytree(ROOT / name, made / name, ignore=shutil.ignore_patterns("browser", "golden"))
    shutil.copy(ROOT / "pyproject.toml", made)
    _lend_what_is_compiled(made)
    (made / "sitecustomize.py").write_text(ALONE, encoding="utf-8")
    for system in taken_away:
        for name in HOLD_A_SYSTEM:
            shutil.rmtree(made / name / system, ignore_errors=True)
    table = made / "app" / "plugins.toml"
    entries = re.split(r"(?=^\[\[plugin\]\])", table.read_text(encoding="utf-8"), flags=re.MULTILINE)
    left = [entry for entry in entries if not any(f".{system}." in entry for system in taken_away)]
    table.write_text("".join([*left, toy]), encoding="utf-8")
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
