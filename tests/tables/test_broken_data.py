"""Data files broken on purpose: each is refused, and told file, table, key and what would be right.

The first line of every file carries the words of its refusal (or their beginning).
"""

from pathlib import Path

import pytest

from rules.flanders_fields.army_lists import load_organisations, read_guns, read_organisation
from rules.flanders_fields.ruleset import DATA, SOURCES, calendar
from rules.kernel.clauses import load_clauses
from rules.kernel.rulings import load_rulings
from rules.kernel.tables import check_changes, load_table, load_tables
from rules.kernel.toml_reader import BadData

BROKEN = Path(__file__).parent / "broken"
SOUND = """id = "FF-X-1"
title = "A table"
clause = "FF-X-1"
kind = "numbers"
unit = "cm"

[[value]]
key = "infantry"
value = 45
source = ["L1542"]
"""


def _files(kind: str) -> list[Path]:
    return sorted((BROKEN / kind).glob("*.toml"))


def _expected(path: Path) -> str:
    return path.read_text(encoding="utf-8").splitlines()[0].removeprefix("# refused: ")


def _alone(path: Path, folder: Path) -> Path:
    (folder / path.name).write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    return folder


@pytest.mark.parametrize("path", _files("tables"), ids=lambda path: path.stem)
def test_a_broken_table_is_refused(path: Path) -> None:
    with pytest.raises(BadData) as refused:
        load_table(path, calendar(), SOURCES)
    assert str(refused.value).startswith(_expected(path))


@pytest.mark.parametrize("path", _files("rulings"), ids=lambda path: path.stem)
def test_a_broken_ruling_is_refused(path: Path, tmp_path: Path) -> None:
    sound = tmp_path / "sound.toml"
    sound.write_text(SOUND, encoding="utf-8")
    tables = {"FF-X-1": load_table(sound, calendar(), SOURCES)}
    sound.unlink()
    with pytest.raises(BadData) as refused:
        check_changes(load_rulings(_alone(path, tmp_path)), tables)
    assert str(refused.value).startswith(_expected(path))


@pytest.mark.parametrize("path", _files("clauses"), ids=lambda path: path.stem)
def test_a_broken_clause_is_refused(path: Path, tmp_path: Path) -> None:
    with pytest.raises(BadData) as refused:
        load_clauses(_alone(path, tmp_path))
    assert str(refused.value).startswith(_expected(path))


@pytest.mark.parametrize("path", _files("armies"), ids=lambda path: path.stem)
def test_a_broken_table_of_organisation_is_refused(path: Path) -> None:
    with pytest.raises(BadData) as refused:
        read_organisation(path)
    assert str(refused.value).startswith(_expected(path))


@pytest.mark.parametrize("path", _files("guns"), ids=lambda path: path.stem)
def test_a_broken_list_of_guns_is_refused(path: Path) -> None:
    with pytest.raises(BadData) as refused:
        read_guns(path)
    assert str(refused.value).startswith(_expected(path))


def test_a_table_of_organisation_in_two_files_is_refused(tmp_path: Path) -> None:
    for name in ("one.toml", "two.toml"):
        (tmp_path / name).write_text((DATA / "armies" / "british_tanks.toml").read_text(encoding="utf-8"))
    with pytest.raises(BadData, match=r"two\.toml: british_tanks: id stands in two files"):
        load_organisations(tmp_path)


def test_a_table_in_two_files_is_refused(tmp_path: Path) -> None:
    for name in ("one.toml", "two.toml"):
        (tmp_path / name).write_text(SOUND, encoding="utf-8")
    with pytest.raises(BadData, match=r"two\.toml: FF-X-1: id stands in two files; keep one file for each table"):
        load_tables(tmp_path, calendar(), SOURCES)


def test_the_same_files_load_once_they_are_mended(tmp_path: Path) -> None:
    (tmp_path / "sound.toml").write_text(SOUND, encoding="utf-8")
    assert set(load_tables(tmp_path, calendar(), SOURCES)) == {"sound"}
