"""A ready scenario set up as its page leads two players through it: on its table, inside its zones, in turn."""

from collections.abc import Iterator
from typing import Any

from rules.flanders_fields.game.actions.setup import next_to_deploy, stands_of
from rules.flanders_fields.vocabulary import Side
from rules.kernel.explanations import Refusal
from rules.kernel.serialization import plain
from rules.tabletop.terrain import laid
from tests.game.evening import Evening, played
from tests.systems import ready_tables

GAPS_CM = (3, 1)
STEP_MM = 60
FACING = {Side.ATTACKER: 0, Side.DEFENDER: 180}


def set_up(scenario: str) -> tuple[Evening, list[str]]:
    """The game at its first turn with every stand of the table in its zone, and its formations as they came."""
    ground = ready_tables()[scenario]
    evening = played(scenario, table=plain(laid(ground.name, ground.table)))
    evening.do("referee", "begin_set_up")
    for _ in range(3):
        evening.do("referee", "finish_stage")
    order = []
    while there := next_to_deploy(evening.state, evening.state.book()):
        one = there.formations[0]
        if one.id in evening.state.battalions:
            _drawn_up(evening, there.side, one.id)
        for stand in stands_of(evening.state, one):
            if stand not in evening.state.places:
                _placed(evening, there.side, stand)
        evening.do(there.side.value, "deploy_formation", formation=one.id)
        order.append(one.id)
    return evening, order


def _drawn_up(evening: Evening, side: Side, of: str) -> None:
    for gap in GAPS_CM:
        fields = {"of": of, "layout": "line", "gap_cm": gap, "facing_deg": FACING[side]}
        if any(_done(evening, side, "place_formation", **fields, **spot) for spot in _spots(evening, side)):
            return
    raise AssertionError(f"{of} finds no room in its zone")


def _placed(evening: Evening, side: Side, stand: str) -> None:
    for spot in _spots(evening, side):
        if _done(evening, side, "place_stands", stands=[{"stand": stand, "facing_deg": FACING[side], **spot}]):
            return
    raise AssertionError(f"{stand} finds no room in its zone")


def _done(evening: Evening, side: Side, kind: str, **fields: Any) -> bool:
    return not isinstance(evening.try_(side.value, kind, **fields), Refusal)


def _spots(evening: Evening, side: Side) -> Iterator[dict[str, int]]:
    for zone in evening.state.set_up.zones_of(side):
        for y in range(zone.near_mm + STEP_MM // 2, zone.far_mm, STEP_MM // 2):
            for x in range(zone.left_mm + STEP_MM, zone.right_mm, STEP_MM):
                yield {"x_mm": x, "y_mm": y}
