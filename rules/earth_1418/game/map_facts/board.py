"""The board: terrain, bases and clouds as they are on the map."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from functools import lru_cache
from typing import ClassVar, Final

from rules.earth_1418.artillery import CordonFacts, NothingToKnow, cordon, templates
from rules.earth_1418.game.state.game import CordonLying, EarthState, SubUnit
from rules.earth_1418.game.state.placement import GroundLaid, PieceGround
from rules.earth_1418.ruleset import EarthBook
from rules.earth_1418.vocabulary import BaseMark, CloudKind
from rules.kernel.distances import TENTHS_A_CM, BookLength
from rules.kernel.explanations import Refusal
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.polygons import Outline
from rules.tabletop.board_view import StandsOnTable
from rules.tabletop.stands import Rectangle, Spot, StandingBase
from rules.tabletop.table_coordinates import Edge, Squares
from rules.tabletop.templates import DriftingCloud
from rules.tabletop.terrain import table_of

MM_A_CM: Final = 10


@dataclass(frozen=True, slots=True)
class BaseStanding:
    """A base on the table: `exact` unless its sub-unit has moved since it was placed."""

    name: str
    stand: StandingBase
    side: str
    unit: str
    exact: bool = True
    stays: bool = False


@dataclass(frozen=True, slots=True)
class CloudOn:
    """A cordon where it lies now, and where it will lie at the end of the next bounds."""

    id: str
    kind: CloudKind
    outline: Outline
    in_next_bounds: tuple[Outline, ...] = ()


@dataclass(frozen=True, slots=True)
class EarthField(StandsOnTable[BaseStanding]):
    """The table of a game: what each piece is worth, the clouds on it, the squares of its grid, its circle."""

    edges: ClassVar[Mapping[str, Edge]] = {"attacker": Edge.NEAR, "defender": Edge.FAR}

    worth: Mapping[str, PieceGround] = field(default_factory=dict)
    clouds: tuple[CloudOn, ...] = ()
    least_square_mm: float = 0.0
    circle_mm: float = 0.0

    @property
    def squares(self) -> Squares:
        """The grid that bombardments are ordered on (BE-ART-01)."""
        return Squares(self.table, self.least_square_mm)

    def bases_of(self, unit: str) -> dict[str, StandingBase]:
        """The placed bases of a sub-unit that are left."""
        return {name: one.stand for name, one in self.of_unit(unit).items()}

    def cloud(self, name: str) -> CloudOn | None:
        """A cordon by its name."""
        return next((one for one in self.clouds if one.id == name), None)


FIELDS_KEPT: Final = 32
"""Tables of so many moments are kept: those that several seats ask about by turns."""
BOUNDS_AHEAD: Final = 2
"""So many bounds of drift are drawn before they come."""


def field_of(state: EarthState, book: EarthBook) -> EarthField | None:
    """The table of a game as it stands; None where none is laid."""
    laid = state.ground.laid
    if laid is None:
        return None
    measured = templates(NothingToKnow(), book).value
    standing, clouds = tuple(_standing(state, laid)), tuple(_clouds(state, book))
    return _field(laid, standing, clouds, measured.grid_square.cm * MM_A_CM, measured.circle_across.cm * MM_A_CM)


@lru_cache(maxsize=FIELDS_KEPT)
def _field(
    laid: GroundLaid,
    standing: tuple[BaseStanding, ...],
    clouds: tuple[CloudOn, ...],
    square_mm: float,
    circle_mm: float,
) -> EarthField:
    """Kept, since what is measured on it stays found for as long as nothing on it changes."""
    return EarthField(
        table_of(laid.table),
        {one.name: one for one in standing},
        worth={one.piece: one for one in laid.pieces},
        clouds=clouds,
        least_square_mm=square_mm,
        circle_mm=circle_mm,
    )


def base_of(laid: GroundLaid) -> Rectangle:
    """How large a base is."""
    return Rectangle(laid.base_width_mm, laid.base_depth_mm)


def _standing(state: EarthState, laid: GroundLaid) -> Iterator[BaseStanding]:
    footprint = base_of(laid)
    for unit in state.units.values():
        exact = unit.id not in state.ground.unsure
        for name in bases_left(unit):
            place = state.ground.places.get(name)
            if place is not None:
                yield BaseStanding(name, StandingBase(footprint, place.pose), unit.side, unit.id, exact)


def bases_left(unit: SubUnit) -> Sequence[str]:
    """The bases of a sub-unit that are left, by their names."""
    return [f"{unit.id}/{n}" for n, mark in enumerate(unit.bases, 1) if mark is not BaseMark.KILLED]


def fallen_bases(state: EarthState, unit: str) -> list[StandingBase]:
    """Return where the bases of a sub-unit stood that fell since the step began."""
    laid, places = state.ground.laid, state.ground.places
    if laid is None:
        return []
    names = (f"{unit}/{base + 1}" for base in state.fallen.get(unit, ()))
    return [StandingBase(base_of(laid), places[name].pose) for name in names if name in places]


def _clouds(state: EarthState, book: EarthBook) -> Iterator[CloudOn]:
    for one in state.cordons:
        spot = state.ground.aims.get(one.id)
        if spot is not None and state.wind is not None:
            bounds = range(one.bounds, one.bounds + BOUNDS_AHEAD + 1)
            lies = [_lies(one, spot, state.wind, state, book, after) for after in bounds]
            if lies[0] is not None:
                yield CloudOn(one.id, one.kind, lies[0], tuple(filter(None, lies[1:])))


def _lies(one: CordonLying, spot: Spot, wind: float, state: EarthState, book: EarthBook, bounds: int) -> Outline | None:
    """Where a cordon lies after so many bounds: across the wind, and as far down it as it has drifted (BE-GAS-05)."""
    asked = CordonFacts(
        kind=one.kind,
        batteries=one.batteries,
        wind_towards_deg=wind,
        wind_value=state.settled.wind_value,
        bounds=bounds,
    )
    found = cordon(asked, book)
    if isinstance(found, Refusal):
        return None
    wide, deep, off = (
        BookLength(round(each.cm * TENTHS_A_CM))
        for each in (found.value.length, found.value.depth, found.value.drifted)
    )
    return DriftingCloud(spot, wide, deep, wind, off).outline
