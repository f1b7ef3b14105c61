"""A table as a log keeps it: pieces with words of a rule system, and those without, kept as they ever were."""

import msgspec
import pytest

from rules.kernel.serialization import build, plain
from rules.tabletop.stands import Spot
from rules.tabletop.terrain import Area, AreaKind, GroundWord, Hill, LaidPiece, LaidTable, Road, Table, laid, table_of

SQUARE = (Spot(0, 0), Spot(0, 100), Spot(100, 100))
WORDS = (GroundWord("cover", "rough"), GroundWord("going", "impractical"))
PLAIN = Table(600, 400, (Area("w", "Wood", AreaKind.WOOD, SQUARE), Road("r", "Road", SQUARE, 40)))
WORDED = Table(600, 400, (Area("w", "Wood", AreaKind.WOOD, SQUARE, words=WORDS), Hill("h", "Hill", SQUARE, 1, WORDS)))


@pytest.mark.parametrize("table", [PLAIN, WORDED])
def test_a_table_comes_back_as_it_was_laid(table: Table) -> None:
    kept = laid("A table", table)
    assert table_of(kept) == table
    for again in (build(LaidTable, plain(kept)), msgspec.json.decode(msgspec.json.encode(kept), type=LaidTable)):
        assert again == kept
        assert table_of(again) == table


def test_a_piece_without_words_is_kept_as_it_was_before_there_were_any() -> None:
    before = ["sort", "id", "name", "line", "kind", "facing_deg", "height", "nation", "strength", "width_mm"]
    before += ["depth_mm", "gaps"]
    for kept in laid("A table", PLAIN).pieces:
        assert kept.words == ()
        assert [*plain(kept)] == [*msgspec.json.decode(msgspec.json.encode(kept))] == before


def test_words_stand_after_everything_that_was_there_before() -> None:
    kept = laid("A table", WORDED).pieces[0]
    assert [*plain(kept)][-1] == [*msgspec.json.decode(msgspec.json.encode(kept))][-1] == "words"
    assert plain(kept)["words"] == [{"of": "cover", "says": "rough"}, {"of": "going", "says": "impractical"}]
    assert kept != LaidPiece(kept.sort, kept.id, kept.name, kept.line, kept.kind)
