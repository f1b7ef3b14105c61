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
PAGES: Final = (
    "README.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    *(str(path.relative_to(ROOT)) for path in sorted((ROOT / "docs").rglob("*.md"))),
)
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


def decision_files() -> list[Path]:
    return sorted((ROOT / "docs" / "decisions").glob("*.md"))


def test_decision_records_are_20_or_fewer_and_numbered_without_gaps() -> None:
    numbers = [path.name[:5] for path in decision_files()]
    assert 1 <= len(numbers) <= 20
    assert numbers == [f"{number:04}-" for number in range(1, len(numbers) + 1)]


@pytest.mark.parametrize("path", decision_files(), ids=lambda path: path.stem)
def test_decision_record_has_its_sections_on_one_page(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    title = re.sub(r"[^a-z0-9]+", "-", text.splitlines()[0].partition(". ")[2].lower())
    assert path.stem == f"{path.stem[:4]}-{title}"
    assert text.startswith(f"# {int(path.stem[:4])}. ")
    assert re.findall(r"^## (.*)", text, re.MULTILINE) == ["Status", "Context", "Decision", "Consequences"]
    assert len(text.split()) <= 350


def test_every_decision_that_is_referred_to_exists() -> None:
    numbers = {path.name[:4] for path in decision_files()}
    named = {
        (name, number)
        for name, text in texts()
        for number in re.findall(r"\bdecisions?(?:/| )(\d+)\b", text, re.IGNORECASE)
        if number not in numbers
    }
    assert named == set()


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
    assert f'\n  "version": "{VERSION}",\n' in (ROOT / "frontend" / "package.json").read_text(encoding="utf-8")
    assert f"## [{VERSION}] - " in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
