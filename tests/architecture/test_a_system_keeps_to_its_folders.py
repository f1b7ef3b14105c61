"""A rule system is named in its own folders and in the one list, and nowhere else: nothing was changed for it alone."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).resolve().parents[2]
LOOKED_THROUGH: Final = ("app", "playsheets", "rules", "frontend/src", "frontend/templates", "frontend/styles", "tools")
WRITTEN: Final = frozenset({".py", ".ts", ".html", ".css", ".toml"})
LIST: Final = ROOT / "app" / "plugins.toml"
OF_NO_SYSTEM: Final = ("kernel", "tabletop", "__pycache__")
OF_ONE_BOOK: Final = re.compile(
    r"(?<!force\.)\b(attackers?|defenders?|battalions?|regiments?|barrages?)\b", re.IGNORECASE
)
"""Words that one book has for its sides and formations; the list of forces has always answered `force.battalions`."""
SYSTEMS: Final = sorted(one.name for one in (ROOT / "rules").iterdir() if one.is_dir() and one.name not in OF_NO_SYSTEM)


def elsewhere(system: str) -> Iterator[Path]:
    """Every file that is neither in a folder of the system nor the list."""
    for folder in LOOKED_THROUGH:
        for path in sorted((ROOT / folder).rglob("*")):
            if (
                path.suffix in WRITTEN
                and system not in path.parts
                and path != LIST
                and "node_modules" not in path.parts
            ):
                yield path


def named_in(text: str, system: str) -> bool:
    """Whether a text names a system, as a folder, as a key or by its class."""
    words = (system, system.replace("_", "-"), system.title().replace("_", ""))
    return re.search("|".join(map(re.escape, words)), text) is not None


@pytest.mark.parametrize("system", SYSTEMS)
def test_nothing_outside_its_folders_names_a_system(system: str) -> None:
    assert [
        str(path.relative_to(ROOT)) for path in elsewhere(system) if named_in(path.read_text("utf-8"), system)
    ] == []


def test_what_is_seen_of_any_game_has_no_word_of_one_book() -> None:
    """Another system has other sides and formations, and whoever hears the page read hears these too."""
    seen = {path for system in SYSTEMS for path in elsewhere(system) if not set(SYSTEMS) & set(path.parts)}
    seen = {path for path in seen if path.is_relative_to(ROOT / "frontend")}
    assert [str(path.relative_to(ROOT)) for path in sorted(seen) if OF_ONE_BOOK.search(path.read_text("utf-8"))] == []


def test_systems_are_found_and_a_name_is_seen() -> None:
    assert SYSTEMS == ["earth_1418", "flanders_fields"]
    assert sum(1 for _ in elsewhere("earth_1418")) > 500
    assert all(named_in(text, "earth_1418") for text in ("rules.earth_1418.ruleset", "earth-1418", "class Earth1418:"))
    assert named_in('page("flanders_fields/report.html")', "flanders_fields")
    assert OF_ONE_BOOK.search('aria-label="Own battalions"')
    assert not named_in("L1418-1421", "earth_1418")
