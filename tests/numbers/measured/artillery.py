"""Rolling barrages turn by turn and who is close behind them; how far off a gun's point may lie."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from rules.flanders_fields.barrages import HOME_MADE, BandFacts
from rules.flanders_fields.fire_plan import BarrageLine
from rules.flanders_fields.fire_plan_timetable import course
from rules.flanders_fields.game.map_facts import area_coverage, weapon_arcs
from rules.flanders_fields.game.map_facts.area_coverage import Rolling, pieces_across
from rules.flanders_fields.game.map_facts.board import Field, GroundUnderFire
from rules.flanders_fields.game.map_facts.previews import station
from rules.flanders_fields.vocabulary import Crossing, Side
from rules.kernel.polygons import rectangle
from tests.survey import test_every_fact as scenes
from tests.survey.scenes import at, field, gun

BAND: Final = GroundUnderFire("It", Crossing.BARRAGE, Side.ATTACKER, rectangle(2400, 200, 0, (1200, 600)))


def _rolls(_: Field) -> list[Any]:
    """Turn by turn with a piece that leads as far as it may, and a planned one that goes as far as the book advises."""
    plan = Rolling("It", Side.ATTACKER, BandFacts(start_up_cm=40.0), (0.0, 10.0))
    stations = [station(field(), plan, turn, scenes.LATE) for turn in range(1, 8)]
    return [*stations, course(BarrageLine(id="b", start_mm=400), scenes.LATE)]


def _close_behind(_: Field) -> list[Any]:
    """As far behind its own barrage as a stand is at risk, and a little farther (FF-BAR-22)."""
    stands = {"near": at(100, 43.25), "far": at(140, 43.15)}
    on = replace(field(**stands), under_fire=(BAND,))
    return [area_coverage.risk(on, name, Side.ATTACKER, scenes.LATE) for name in stands]


def _pieces(_: Field) -> Any:
    # What is always so is not asked of a book: whoever measures by it says here that he reads it.
    return scenes.LATE.table(HOME_MADE).number("barrage_piece"), list(pieces_across(field(), (0.0, 5.0)))


MEASURES: Final[Mapping[str, Callable[[Field], Any]]] = {
    "a barrage that rolls": _rolls,
    "close behind a barrage": _close_behind,
    "pieces of a band": _pieces,
    "an indirect gun": lambda _: weapon_arcs.shapes(field(own=gun(100, 5)), "own", scenes.LATE, indirect=True),
}
