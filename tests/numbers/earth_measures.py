"""What the map of 1418 proposes or draws of tables that are laid for it."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final
from unittest.mock import patch

from rules.earth_1418.game import map_proposals, move_proposals
from rules.earth_1418.game.map_facts import board, measurements
from rules.earth_1418.game.move_proposals import reach_of
from rules.earth_1418.game.state.game import CordonLying, EarthState
from rules.earth_1418.ruleset import EarthBook
from rules.earth_1418.vocabulary import BaseMark, CloudKind, Plan
from rules.tabletop.stands import Spot
from tests.earth_1418.mapped import area, laid, put, table_of
from tests.earth_1418.playing import Played, unit

CAVALRY: Final = {"speed": "slow_cavalry", "melee": 1, "shooting": 1, "resilience": 3}
FAST: Final = {"speed": "fast_infantry", "melee": 1, "shooting": 1, "resilience": 3}
SPEEDS: Final[tuple[tuple[str, dict[str, Any]], ...]] = (
    ("machine_guns", {}),
    ("line_infantry", {}),
    ("medium_tank", {}),
    ("armoured_car", {"typed": CAVALRY}),
    ("mounted_rifles", {}),
    ("melee_cavalry", {}),
)
"""A type of each speed that moves (BE-MOV-01 to BE-MOV-06)."""
RANGES: Final[Mapping[str, int]] = {
    "reserve_infantry": 300,
    "line_infantry": 300,
    "elite_infantry": 400,
    "command": 100,
    "machine_guns": 800,
    "early_mortar": 1200,
    "melee_cavalry": 0,
    "mixed_cavalry": 50,
    "mounted_rifles": 300,
    "lmg_squad": 400,
    "smg_squads": 150,
    "grenadier_squads": 150,
    "mother_tank": 400,
    "medium_tank": 200,
    "field_gun": 2000,
}
"""How far each type shoots, in metres of ground, which are millimetres of the table (BE-CHR-01 to BE-CHR-15)."""
DEEP: Final = 15
"""A base of the usual size, from front to rear, in millimetres."""


def measured(ask: Callable[[], Any], book: EarthBook) -> Any:
    """What comes of it by a book."""
    # What was measured on a table is kept with it, whatever the book was.
    board._field.cache_clear()
    with patch.object(EarthState, "book", lambda _: book):
        return ask()


def _scene() -> Played:
    """Infantry and tanks before a wood, a road and a marsh, guns behind them, an enemy beyond."""
    game = Played([unit("Foot"), unit("Horse", "mounted_rifles"), unit("Guns", "field_gun", 2)], [unit("Enemy")])
    pieces = area("wood", "wood", 200, 230, 400, 300), area("marsh", "marsh", 500, 230, 700, 300)
    game.do("attacker", "set_table", **laid(*pieces))
    for name, x, y in (("Foot", 300, 200), ("Horse", 600, 200), ("Guns", 900, 100), ("Enemy", 300, 515)):
        put(game, name, x, y)
    return game


def _field(game: Played) -> board.EarthField:
    found = table_of(game).field
    assert found is not None
    return found


def _reaches() -> Any:
    game = _scene()
    table = table_of(game)
    return [reach_of(table, _field(game), one) for one in game.state.units.values()]


def _half_in_a_wood() -> Any:
    """The cover of a rank whose bases, 15 mm deep, have their middles on the edge of a wood (BE-COV-04; G-16)."""
    game = _scene()
    put(game, "Foot", 300, 230)
    return measurements.cover(_field(game), game.id("Foot"), table_of(game).book)


def _marches() -> Any:
    game = _scene()
    table = table_of(game)
    return [move_proposals.march(table, game.unit(name), {"x_mm": 600, "y_mm": 320}) for name in ("Foot", "Horse")]


def _templates() -> Any:
    on = _field(_scene())
    return on.circle_mm, on.least_square_mm


def _under() -> Any:
    game = _scene()
    return measurements.under(_field(game), Spot(885, 137), table_of(game).book)


def _assaulted() -> Any:
    game = _scene()
    return move_proposals.assaulted(table_of(game), game.unit("Foot"))


def _speeds() -> Any:
    """How far each goes over open ground; infantry in an assault, and with half its bases injured (BE-INJ-07)."""
    game = _lined_up([unit(kind, kind, 2, **more) for kind, more in SPEEDS])
    foot = game.unit("line_infantry")
    hurt = replace(foot, bases=(BaseMark.INJURED, BaseMark.UNHURT), hurt_in=(0, 0))
    return [_reach(game, one) for one in (*game.state.units.values(), replace(foot, plan=Plan.ASSAULT), hurt)]


def _driven() -> Any:
    """With motor transport: half as far again, and no farther than 12 cm (BE-TRP-03)."""
    game = _lined_up([unit("Slow", "machine_guns", 2), unit("Fast", "trench_gun", 2, typed=FAST)])
    formation = game.unit("Slow").formation
    game.state.formations[formation] = replace(game.state.formations[formation], motorised=True)
    return [_reach(game, game.unit(name)) for name in ("Slow", "Fast")]


def _lined_up(units: list[dict[str, Any]]) -> Played:
    """Sub-units beside each other on a road that leads up the table, each as wide as it takes."""
    game = Played(units, [unit("Enemy")])
    roads = [
        {"sort": "road", "id": f"r{n}", "name": f"Road {n}", "line": [[x, 0], [x, 900]], "width_mm": 100}
        for n, x in enumerate(_columns(units))
    ]
    game.do("attacker", "set_table", **laid(*roads))
    for one, x in zip(units, _columns(units), strict=True):
        put(game, one["name"], x, 200)
    return game


def _columns(units: list[dict[str, Any]]) -> list[int]:
    return [100 + 180 * n for n in range(len(units))]


def _ranges() -> Any:
    """Each type at an enemy who lies as far off as it shoots."""
    mine = [unit(kind, kind, 1) for kind in RANGES]
    game = Played(mine, [unit(f"Enemy {n}", bases=1) for n in range(len(mine))])
    table = {"name": "A table", "width_mm": 2400, "depth_mm": 2400, "pieces": []}
    game.do("attacker", "set_table", table=table)
    found = []
    for n, (kind, far) in enumerate(RANGES.items()):
        put(game, kind, 100 + 60 * n, 100)
        put(game, f"Enemy {n}", 100 + 60 * n, 100 + DEEP + far)
        found.append(map_proposals.targets_bring(table_of(game), game.unit(kind), [game.id(f"Enemy {n}")]))
    return found


def _cover() -> Any:
    """Of buildings and a strong point in one place the better holds (BE-COV-01)."""
    game = Played([unit("Red")], [unit("Blue")])
    places = [area(kind, kind, 200, 150, 400, 250) for kind in ("buildings", "strong_point")]
    game.do("attacker", "set_table", **laid(*places))
    put(game, "Red", 300, 200)
    return measurements.cover(_field(game), game.id("Red"), table_of(game).book)


def _cordon() -> Any:
    """Where smoke lies, and where it will lie after the next bounds (BE-GAS-04, BE-GAS-05)."""
    game = Played([unit("Red")], [unit("Blue")], wind_towards_deg=0)
    game.do("attacker", "set_table", **laid())
    cordon = CordonLying("c", CloudKind.SMOKE, "B3", batteries=1)
    game.state.cordons = (cordon,)
    game.state.ground = replace(game.state.ground, aims={cordon.id: Spot(315, 500)})
    return _field(game).clouds


def _reach(game: Played, one: Any) -> Any:
    return reach_of(table_of(game), _field(game), one)


MEASURES: Final[Mapping[str, Callable[[], Any]]] = {
    "reach": _reaches,
    "march": _marches,
    "templates": _templates,
    "under": _under,
    "assaulted": _assaulted,
    "speeds": _speeds,
    "driven": _driven,
    "ranges": _ranges,
    "cover": _cover,
    "half_in_a_wood": _half_in_a_wood,
    "cordon": _cordon,
}
