"""The ready tables, held to what their scenarios say. Every number here is from the rule book or the briefing."""

import re
import tomllib
from collections import Counter
from itertools import pairwise
from typing import TypeVar

import pytest

from app.tabletops.document import write_document
from app.tabletops.ready import GROUNDS, ready_tables
from rules.flanders_fields.game.muster import scenarios
from rules.geometry.stands import Spot
from rules.geometry.terrain import Area, AreaKind, Bridge, Hill, Piece, River, Table, Trench, Wire

SOURCES = tomllib.loads((GROUNDS / "sources.toml").read_text(encoding="utf-8"))


def on(key: str) -> Table:
    return ready_tables()[key].table


Kind = TypeVar("Kind", bound=Piece)


def lying(table: Table, sort: type[Kind]) -> list[Kind]:
    return [piece for piece in table.pieces if isinstance(piece, sort)]


def height_at(path: tuple[Spot, ...], x_mm: int) -> float:
    """How far up the table a path from left to right lies at a place along it."""
    for (ax, ay), (bx, by) in pairwise(path):
        if ax <= x_mm <= bx:
            return ay + (by - ay) * (x_mm - ax) / (bx - ax)
    raise AssertionError(f"the path does not come by {x_mm}")


def test_each_belongs_to_a_scenario_and_says_where_it_comes_from() -> None:
    assert set(ready_tables()) == set(SOURCES) == {"mons-1914", "somme-1916", "menin-road-1917"}
    assert set(ready_tables()) <= set(scenarios())
    for key, told in SOURCES.items():
        assert ready_tables()[key].name == scenarios()[key].title
        assert told["because"]
        assert all(re.fullmatch(r"L\d+-\d+", one) for one in told["source"])


def test_trenches_are_as_wide_as_the_strips_they_are_modelled_with() -> None:
    """Strips 1.5 to 2 cm wide (FF-TER-06)."""
    for key in ("somme-1916", "menin-road-1917"):
        assert {one.width_mm for one in lying(on(key), Trench)} <= {15, 20}


def test_the_files_are_as_the_program_writes_them() -> None:
    for path in GROUNDS.glob("*.json"):
        assert path.read_bytes() == write_document(ready_tables()[path.stem])


def test_mons_is_the_usual_table_with_a_river_and_two_bridges() -> None:
    """1.2 by 1.8 m (FF-SET-05); river 60 cm from the British edge, bridges at 40 and 80 of 120 cm (FF-SCN-05, -06)."""
    table = on("mons-1914")
    assert (table.width_mm, table.depth_mm) == (1200, 1800)
    (river,) = lying(table, River)
    assert (river.path[0].x_mm, river.path[-1].x_mm) == (0, 1200)
    assert [height_at(river.path, x) for x in (400, 800)] == [1800 - 600] * 2
    bridges = lying(table, Bridge)
    assert [(one.path[0].x_mm, one.path[-1].x_mm) for one in bridges] == [(400, 400), (800, 800)]
    for bridge in bridges:
        low, high = sorted((bridge.path[0].y_mm, bridge.path[-1].y_mm))
        assert low < 1200 - river.width_mm / 2
        assert high > 1200 + river.width_mm / 2


def test_mons_has_a_few_small_hills_woods_and_a_village_or_two_outside_the_zones() -> None:
    """FF-SCN-07; both sides set up within 15 cm of their edges (FF-SCN-08), where nothing is in their way."""
    table = on("mons-1914")
    kinds = Counter(one.kind for one in lying(table, Area))
    assert kinds[AreaKind.WOOD] >= 2
    assert 1 <= kinds[AreaKind.BUILDINGS] <= 3
    assert len([one for one in lying(table, Hill) if one.height == 1]) >= 3
    assert not [one for one in table.pieces if isinstance(one, Trench | Wire)]
    for area in lying(table, Area):
        assert all(150 <= spot.y_mm <= 1800 - 120 for spot in area.outline), area.name


def test_somme_has_its_trenches_where_the_briefing_and_the_plan_have_them() -> None:
    """British front 25 cm up, 40 cm of no-man's-land, wire, two German trenches 30 cm apart; guns laid at 95."""
    table = on("somme-1916")
    trenches = {one.name: one for one in lying(table, Trench)}
    british, first, second = (trenches[name] for name in ("Russell Row", "Adler Trench", "Dachs Trench"))
    assert (british.nation, first.nation, second.nation) == ("british", "german", "german")
    along = (500, 600, 900)
    assert [round(height_at(british.path, x), -1) for x in along] == pytest.approx([250] * 3, abs=10)
    gaps = [height_at(first.path, x) - height_at(british.path, x) for x in along]
    assert gaps == pytest.approx([400] * 3, abs=20)
    assert [height_at(second.path, x) - height_at(first.path, x) for x in along] == pytest.approx([300] * 3, abs=20)
    assert height_at(second.path, 500) == pytest.approx(950, abs=10)
    assert height_at(second.path, 900) == pytest.approx(950, abs=10)
    wire = next(one for one in lying(table, Wire) if one.name == "Adler wire")
    assert all(height_at(british.path, x) < height_at(wire.path, x) < height_at(first.path, x) for x in along)
    # The German howitzers are laid 120 cm up from their own edge, on the British front.
    assert table.depth_mm - 1200 == pytest.approx(height_at(british.path, 700), abs=15)


def test_menin_road_has_a_thin_line_with_block_houses_and_a_trench_behind() -> None:
    table = on("menin-road-1917")
    kinds = Counter(one.kind for one in lying(table, Area))
    assert kinds[AreaKind.BLOCK_HOUSE] >= 1
    assert kinds[AreaKind.STRONG_POINT] >= 1
    assert kinds[AreaKind.SHELL_TORN] == 1
    assert len(lying(table, Wire)) == 1
    assert all(one.nation == "german" for one in lying(table, Trench))
    assert all(spot.y_mm > 200 for one in lying(table, Trench) for spot in one.path)
    houses = [one for one in lying(table, Area) if one.kind is AreaKind.BLOCK_HOUSE]
    assert all(one.facing_deg is not None and 90 < one.facing_deg < 270 for one in houses)
