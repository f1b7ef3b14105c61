"""P10: what 100 drawn paths over 60 pieces of terrain cost, and where a move carries a stand from 20 spots.

Paths: shapely keeps the ground of each going as one prepared shape, cuts each path with it and adds up lengths; ours
gives the stretches, what is met in order, and the actions besides. Reach: scipy's Dijkstra search over the same
lattice with the same sixteen ways from each node, its graph built from the same rates, up to the same limit.
"""

from collections.abc import Sequence
from math import hypot
from random import Random
from typing import Final

import numpy as np
import shapely
from scipy.sparse import coo_array, csr_array
from scipy.sparse.csgraph import dijkstra
from shapely.geometry.base import BaseGeometry

from rules.tabletop.ground import TableGround, ground
from rules.tabletop.paths import Rates, cost, ways
from rules.tabletop.reachable_areas import NEIGHBOURS, Lattice, Singles, shares, slowness
from rules.tabletop.stands import Spot
from rules.tabletop.terrain import Area, AreaKind, Line, Piece, River, Road, Stream, Trench, Wire
from tests.bench import scene
from tests.bench.rounds import medians, took

ROUNDS: Final = 9
PATHS, SPOTS = 100, 20
MOVE_MM: Final = 200
CLOSE: Final[dict[str, int | None]] = {AreaKind.WOOD: 100, AreaKind.BUILDINGS: 100, AreaKind.MARSH: 100}
RATES: Final = Rates(MOVE_MM, {**CLOSE, AreaKind.SHELL_TORN: 150, AreaKind.SHATTERED: 100}, None, frozenset(CLOSE), 100)


def measure() -> Sequence[float]:
    """shapely's time to ours for the paths; ours to scipy's for the map, both from the rates at the nodes.

    Then ours for the paths over twice the areas to ours.
    """
    chance = Random(1918)
    on = ground(scene.country(chance))
    paths = [scene.path(chance, 6) for _ in range(PATHS)]
    asked = [(lattice, slowness(on, lattice, RATES)) for lattice in _lattices(chance)]
    goings = Goings(on)
    _agree(on, goings, paths, asked)
    more = ground(scene.doubled(on.table, chance))
    found = medians(
        {
            "paths": lambda: took(lambda: [cost(way, RATES) for way in ways(on, paths)]),
            "shapely": lambda: took(lambda: [goings.lengths(path) for path in paths]),
            "twice": lambda: took(lambda: [cost(way, RATES) for way in ways(more, paths)]),
            "reach": lambda: took(lambda: [shares(*one, 1) for one in asked]),
            "scipy": lambda: took(lambda: [by_scipy(*one) for one in asked]),
        },
        ROUNDS,
    )
    ours = found["paths"]
    return found["shapely"] / ours, found["reach"] / found["scipy"], found["twice"] / ours


def _lattices(chance: Random) -> Sequence[Lattice]:
    spots = (Spot(chance.randrange(scene.WIDTH_MM), chance.randrange(scene.DEPTH_MM)) for _ in range(SPOTS))
    return [Lattice.about(spot, MOVE_MM) for spot in spots]


def _agree(on: TableGround, goings: "Goings", paths: Sequence[Line], asked: Sequence[tuple[Lattice, Singles]]) -> None:
    """Both must find the same: lengths in close terrain off the road, and no node that only the search reaches."""
    for path, way in zip(paths, ways(on, paths), strict=True):
        close = sum(one.length_mm for one in way.stretches if not one.road and any(a.kind in CLOSE for a in one.areas))
        theirs = goings.lengths(path)[0]
        assert abs(close - theirs) < 0.1, f"{close} mm of close terrain, by shapely {theirs}"
    for lattice, taken in asked:
        ours, search = shares(lattice, taken, 1), by_scipy(lattice, taken)
        assert not ((search <= 1) & (ours > 1.0001)).any(), "a node that only the search reaches"


class Goings:
    """The table in shapely's hands: all ground of one going as one shape, close terrain without its roads."""

    def __init__(self, on: TableGround) -> None:
        def of(*kinds: type[Piece] | AreaKind) -> BaseGeometry:
            pieces = zip(on.pieces, on.shapes, strict=True)
            return shapely.union_all([shape for piece, shape in pieces if _is_of(piece, kinds)])

        roads = of(Road)
        self.close = of(*map(AreaKind, CLOSE)).difference(roads)
        shelled = (of(kind).difference(roads) for kind in (AreaKind.SHELL_TORN, AreaKind.SHATTERED))
        self.others = [*shelled, roads, of(Trench), of(Stream, River), of(Wire)]
        shapely.prepare([self.close, *self.others])

    def lengths(self, path: Line) -> list[float]:
        """How long a path is in each going, close terrain first."""
        line = shapely.LineString(path)
        return [float(line.intersection(going).length) for going in (self.close, *self.others)]


def _is_of(piece: Piece, kinds: Sequence[type[Piece] | AreaKind]) -> bool:
    return type(piece) in kinds or (isinstance(piece, Area) and piece.kind in kinds)


def by_scipy(lattice: Lattice, taken: Singles) -> Singles:
    """The search from node to node, over a graph of those one can be on."""
    nodes = np.arange(taken.size).reshape(taken.shape)
    starts, ends, weights = [], [], []
    for up, right in NEIGHBOURS:
        here = slice(0, taken.shape[0] - up), slice(max(0, -right), taken.shape[1] - max(0, right))
        there = slice(up, None), slice(max(0, right), taken.shape[1] - max(0, -right))
        weight = (taken[here] + taken[there]) * (hypot(up, right) * lattice.step_mm / 2)
        possible = np.isfinite(weight)
        starts.append(nodes[here][possible])
        ends.append(nodes[there][possible])
        weights.append(weight[possible])
    pairs = np.concatenate(starts), np.concatenate(ends)
    graph = csr_array(coo_array((np.concatenate(weights), pairs), shape=(taken.size, taken.size)))
    middle = lattice.nodes * taken.shape[1] + lattice.nodes
    found: Singles = dijkstra(graph, directed=False, indices=middle, limit=1).reshape(taken.shape)
    return found
