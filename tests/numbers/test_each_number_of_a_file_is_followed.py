"""Each number of the files that are no tables changed in turn: what has to follow it does."""

import pytest

from rules.earth_1418.game.actions.placement import LayTerrain
from rules.earth_1418.ruleset import EDITION as OF_1418
from rules.flanders_fields.ruleset import DATA
from rules.kernel.serialization import build
from tests.numbers.documents import DOCUMENTS, numbers_of, written

EVERY_USE = [pytest.param(kind, use, id=f"{kind}, {use}") for kind, one in DOCUMENTS.items() for use in one.uses]


@pytest.mark.parametrize(("kind", "use"), EVERY_USE)
def test_what_has_to_follow_a_number_does(kind: str, use: str) -> None:
    of = DOCUMENTS[kind]
    lost = [str(number) for number in of.uses[use].expected(of.files) if not of.follows(use, number)]
    assert not lost, f"{use} does not follow {lost}"


@pytest.mark.parametrize("kind", DOCUMENTS)
def test_each_number_has_something_that_has_to_follow_it(kind: str) -> None:
    of = DOCUMENTS[kind]
    followed = {number for use in of.uses.values() if not use.one_of_each for number in use.expected(of.files)}
    assert followed == {number for file in of.files for number in numbers_of(file)}


def test_every_data_file_with_numbers_is_read_here_or_among_the_tables() -> None:
    """But for the usual base of 1418, which is read once and for all."""
    found = {path for folder in (DATA, OF_1418.folder) for path in folder.rglob("*.toml") if any(numbers_of(path))}
    known = {file for one in DOCUMENTS.values() for file in one.files}
    assert {path for path in found if "tables" not in path.parts} == known | {OF_1418.folder / "bases.toml"}


def test_a_table_that_is_laid_without_a_word_on_bases_has_the_usual_ones() -> None:
    laid = build(LayTerrain, {"table": {"name": "Bare", "width_mm": 1200, "depth_mm": 900, "pieces": []}})
    size = written(OF_1418.folder / "bases.toml")
    assert (laid.base_width_mm, laid.base_depth_mm) == (size["width_mm"], size["depth_mm"])


def test_a_number_that_nothing_follows_is_found() -> None:
    of = DOCUMENTS["scenarios"]
    along = next(one for one in of.uses["game"].expected(of.files) if one.key == "objective.along_cm")
    assert of.follows("game", along)
    assert not of.follows("print", along), "where an objective lies stands on no sheet"
