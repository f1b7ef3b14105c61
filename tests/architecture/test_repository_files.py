"""Test the settings of continuous integration and of the commit hooks against the project's own."""

import re
import tomllib
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[2]
WORKFLOW: Final = (ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8")
HOOKS: Final = (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")


def project() -> dict[str, Any]:
    """Return the content of pyproject.toml."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def test_ci_runs_the_same_command_as_a_clean_checkout() -> None:
    assert "\n      - run: .ci/run\n" in WORKFLOW


def test_ci_covers_the_oldest_python_and_that_of_the_image() -> None:
    versions = re.findall(r'"(3\.\d+)"', WORKFLOW)
    image = re.findall(r"^FROM python:(3\.\d+)-", (ROOT / "Dockerfile").read_text(encoding="utf-8"), re.MULTILINE)
    assert project()["project"]["requires-python"] == f">={versions[0]}"
    assert set(image) == {versions[-1]}


def test_ci_uses_the_database_version_of_the_containers() -> None:
    images = re.findall(r"image: (postgres:\S+)", WORKFLOW + (ROOT / "docker-compose.yml").read_text(encoding="utf-8"))
    assert len(images) == 2
    assert len(set(images)) == 1


def test_commit_hooks_run_locked_tools() -> None:
    tools = re.findall(r"entry: \.venv/bin/(\S+)", HOOKS)
    locked = [re.match(r"[\w-]+", requirement)[0] for requirement in project()["dependency-groups"]["dev"]]  # type: ignore[index]
    assert set(tools) == {"ruff", "codespell", "mypy"}
    assert set(tools) <= set(locked)
