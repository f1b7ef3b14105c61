"""The ready tables, held to what their scenarios say. Every number here is from the rule book or the briefing."""

import re
import tomllib
from collections import Counter
from dataclasses import replace
from itertools import count, pairwise
from typing import TypeVar

import pytest

from app.documents.tables import NamedTable, read_document, write_document
from app.systems.flanders_fields.fire_plan_checks import begun_for, by_itself
from app.systems.flanders_fields.scenario_documents import GROUNDS
from rules.earth_1418.game.ready_games import ready_games
from rules.earth_1418.game.state.placement import usual_ground
from rules.flanders_fields.fire_plan import BarrageLine, Severity
from rules.flanders_fields.game.plan_drafts import findings
from rules.flanders_fields.game.scenario_roster import scenarios
from rules.flanders_fields.vocabulary import Side
from rules.tabletop.stands import Spot
from rules.tabletop.terrain import Area, AreaKind, Bridge, Hill, Piece, River, Road, Table, Trench, Wire, laid
from tests.systems import ready_tables

SOURCES = tomllib.loads((GROUNDS / "sources.toml").read_text(encoding="utf-8"))


def ready() -> dict[str, NamedTable]:
    """Those that are drawn for the scenarios of Flanders Fields."""
    return {key: one for key, one in ready_tables().items() if not one.system}


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
    assert set(ready()) == set(SOURCES) <= set(scenarios())
    assert len(ready()) >= 8
    for key, told in SOURCES.items():
        assert ready()[key].name == scenarios()[key].title
        assert told["because"]
        assert all(re.fullmatch(r"L\d+-\d+", one) for one in told["source"])


@pytest.mark.parametrize("side", Side)
def test_the_rules_refuse_nothing_of_what_its_scenario_plans_on_it(side: Side) -> None:
    """FF-FPL-67 to FF-FPL-77: before any stand is placed, what is measured is measured on the ready table."""
    refused = dict[str, list[str]]()
    for key in ready():
        plan = begun_for(key, side, (f"line{number}" for number in count(1)))
        assert plan
        held = by_itself(plan)
        assert held
        assert held[0].field is not None, held[0].why_not
        refused[key] = [one.says for one in findings(plan, *held) if one.severity is Severity.REFUSED]
    assert refused == {key: [] for key in ready()}


def test_a_barrage_of_menin_road_is_held_against_the_zone_of_those_who_follow_it() -> None:
    """They deploy up to 20 cm. From 60 cm on a band is at 100, past the outposts, in turn 3; they are 77 cm away."""
    begun = begun_for("menin-road-1917", Side.ATTACKER, (f"line{number}" for number in count(1)))
    assert begun
    plan = replace(begun, barrages=(BarrageLine(id="b", start_mm=600, turns=6),))
    held = by_itself(plan)
    assert held
    first = next(one.says for one in findings(plan, *held) if one.clause == "FF-FPL-17")
    assert first == (
        "It leaves Wilhelm outposts in turn 3; infantry that goes straight for it from 20 cm up, "
        "the front of its deployment zone, cannot be there by then, whatever its dice"
    )


def test_trenches_are_as_wide_as_the_strips_they_are_modelled_with() -> None:
    """Strips 1.5 to 2 cm wide (FF-TER-06)."""
    for key in ready():
        assert {one.width_mm for one in lying(on(key), Trench)} <= {15, 20}


def test_the_files_are_as_the_program_writes_them() -> None:
    for path in GROUNDS.glob("*.json"):
        assert path.read_bytes() == write_document(ready()[path.stem])


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


def trench(key: str, name: str) -> Trench:
    return next(one for one in lying(on(key), Trench) if one.name == name)


def area(key: str, name: str) -> Area:
    return next(one for one in lying(on(key), Area) if one.name == name)


ALONG = (100, 600, 1100)


def test_artois_has_40_cm_of_open_ground_between_its_trenches_and_a_village_behind() -> None:
    french, german = trench("artois-1915", "Tranchée de Vercingétorix"), trench("artois-1915", "Kaiserstellung")
    assert (french.nation, german.nation) == ("french", "german")
    assert [height_at(german.path, x) - height_at(french.path, x) for x in ALONG] == pytest.approx([400] * 3, abs=20)
    (wire,) = lying(on("artois-1915"), Wire)
    assert all(height_at(french.path, x) < height_at(wire.path, x) < height_at(german.path, x) for x in ALONG)
    assert min(spot.y_mm for spot in area("artois-1915", "Ablain").outline) > max(spot.y_mm for spot in german.path)


def test_cambrai_has_two_belts_before_its_trench_and_two_block_houses_behind() -> None:
    german = trench("cambrai-1917", "Siegfried trench")
    belts = lying(on("cambrai-1917"), Wire)
    assert len(belts) == 2
    assert all(200 < height_at(one.path, x) < height_at(german.path, x) for one in belts for x in ALONG)
    houses = [one for one in lying(on("cambrai-1917"), Area) if one.kind is AreaKind.BLOCK_HOUSE]
    assert len(houses) == 2
    assert all(spot.y_mm > max(each.y_mm for each in german.path) for one in houses for spot in one.outline)


def test_amiens_has_its_trench_50_cm_up_and_its_village_where_the_guns_are_laid() -> None:
    """The road runs from edge to edge; the plan fires at the village 60 along, 110 up, then at the road at 125."""
    german = trench("amiens-1918", "Outer line")
    assert [height_at(german.path, x) for x in ALONG] == pytest.approx([500] * 3, abs=15)
    (wire,) = lying(on("amiens-1918"), Wire)
    assert all(height_at(wire.path, x) < height_at(german.path, x) for x in ALONG)
    village = area("amiens-1918", "Harbonnières").outline
    assert min(spot.x_mm for spot in village) < 600 < max(spot.x_mm for spot in village)
    assert min(spot.y_mm for spot in village) < 1100 < max(spot.y_mm for spot in village)
    road = next(one for one in lying(on("amiens-1918"), Road) if one.name == "Roman road")
    assert (road.path[0].y_mm, road.path[-1].y_mm) == (0, 1800)
    assert min(abs(spot.x_mm - 600) + abs(spot.y_mm - 1250) for spot in road.path) <= 10


def test_march_1918_has_40_cm_of_no_mans_land_a_strong_point_and_a_second_trench() -> None:
    german, first, second = (trench("michael-1918", one) for one in ("Großer Graben", "Forward Trench", "Battle Line"))
    assert (german.nation, first.nation, second.nation) == ("german", "british", "british")
    assert [height_at(first.path, x) - height_at(german.path, x) for x in ALONG] == pytest.approx([400] * 3, abs=20)
    assert all(height_at(second.path, x) > height_at(first.path, x) + 250 for x in ALONG)
    (redoubt,) = [one for one in lying(on("michael-1918"), Area) if one.kind is AreaKind.STRONG_POINT]
    # The gas of the plan is laid on it: 60 along, 60 up.
    assert min(spot.x_mm for spot in redoubt.outline) < 600 < max(spot.x_mm for spot in redoubt.outline)
    assert min(spot.y_mm for spot in redoubt.outline) < 600 < max(spot.y_mm for spot in redoubt.outline)
    (wire,) = lying(on("michael-1918"), Wire)
    assert all(height_at(german.path, x) < height_at(wire.path, x) < height_at(first.path, x) for x in ALONG)


def test_aisne_has_a_river_along_the_edge_40_cm_of_open_ground_and_a_trench_on_the_ridge() -> None:
    (river,) = lying(on("aisne-1918"), River)
    first, second = trench("aisne-1918", "Première ligne"), trench("aisne-1918", "Seconde ligne")
    assert (first.nation, second.nation) == ("french", "french")
    bank = [height_at(river.path, x) + river.width_mm / 2 for x in ALONG]
    assert max(bank) <= 80
    assert [height_at(first.path, x) - edge for x, edge in zip(ALONG, bank, strict=True)] == pytest.approx(
        [410] * 3, abs=20
    )
    ridge = next(one for one in lying(on("aisne-1918"), Hill) if one.height == 1)
    assert all(
        min(spot.y_mm for spot in ridge.outline) < height_at(second.path, x) < max(spot.y_mm for spot in ridge.outline)
        for x in ALONG
    )


def test_the_tables_of_every_system_lie_ready_with_the_worth_of_their_pieces() -> None:
    """The library has a table of 1418 as its ready game lays it: each piece with the cover and going it has there."""
    games = {name: game.ground for name, game in ready_games().items() if game.ground}
    tables = {key: one for key, one in ready_tables().items() if one.system == "earth-1418"}
    assert set(tables) == set(games) >= {"brisefer-ridge", "ormeval-crossroads"}
    for key, named in tables.items():
        assert usual_ground(laid(named.name, named.table), ()) == games[key].pieces
        assert read_document(write_document(named)) == named
