"""What the documents promise is there, and what is there is in the documents."""

import re
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from app import VERSION

ROOT: Final = Path(__file__).resolve().parents[2]
PAGES: Final = ("README.md", "CONTRIBUTING.md", *(f"docs/{name.name}" for name in sorted((ROOT / "docs").glob("*.md"))))
# Absolute folders of somebody's machine.
MACHINE_PATH: Final = re.compile(r"(?<![\w/.:-])/(home|Users|root|work)/")
LINK: Final = re.compile(r"\]\((?!https?://|#|mailto:)([^)#\s]+)")


@cache
def project_files() -> tuple[Path, ...]:
    """Every file that is, or would be, committed."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT,
        capture_output=True,
        check=True,
        text=True,
    ).stdout
    return tuple(path for name in listed.split("\0") if name and (path := ROOT / name).is_file())


def texts() -> Iterator[tuple[str, str]]:
    """The name and the text of every file that is text."""
    for path in project_files():
        try:
            yield str(path.relative_to(ROOT)), path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue


def make_targets() -> list[str]:
    return re.findall(r"^([a-z]+):.*##", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)


def test_every_make_target_stands_in_the_documents() -> None:
    told = "\n".join((ROOT / page).read_text(encoding="utf-8") for page in PAGES)
    assert len(make_targets()) >= 8
    assert [
        target for target in make_targets() if f"`make {target}" not in told and f"make {target}\n" not in told
    ] == []


def test_every_make_target_that_the_documents_name_exists() -> None:
    for page in PAGES:
        named = re.findall(r"`make ([a-z]+)", (ROOT / page).read_text(encoding="utf-8"))
        assert set(named) <= set(make_targets()), page


@pytest.mark.parametrize("page", PAGES)
def test_every_link_to_a_file_leads_somewhere(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    missing = [link for link in LINK.findall(text) if not ((ROOT / page).parent / link).exists()]
    assert missing == []


def test_no_file_names_a_folder_of_somebodys_machine() -> None:
    assert [name for name, text in texts() if MACHINE_PATH.search(text)] == []


def test_every_decision_says_why_and_what_else_there_was() -> None:
    decisions = sorted((ROOT / "docs" / "decisions").glob("[0-9]*.md"))
    assert len(decisions) >= 6
    for number, path in enumerate(decisions, 1):
        text = path.read_text(encoding="utf-8")
        assert path.name.startswith(f"{number:04}-")
        assert all(head in text for head in ("## Why", "## What follows", "## What else was possible")), path.name


def test_locks_carry_hashes_and_no_addresses() -> None:
    for path in sorted((ROOT / "locks").glob("*.txt")):
        text = path.read_text(encoding="utf-8")
        assert "://" not in text, path.name
        pinned = re.findall(r"^[a-z0-9][^ ]*==[^\n]*\n(.*\n)", text, re.MULTILINE)
        assert pinned
        assert all("--hash=sha256:" in following for following in pinned), path.name
    assert '"resolved"' not in (ROOT / "frontend" / "package-lock.json").read_text(encoding="utf-8")


def test_the_version_is_the_same_everywhere() -> None:
    assert f'\nversion = "{VERSION}"\n' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert f"## {VERSION}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
