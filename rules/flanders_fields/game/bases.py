"""The base each stand of a game is on, as a shape on the table (FF-BAS)."""

from functools import lru_cache

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.forces.bases import STANDS_ON, BaseFacts, BaseKind, base_of
from rules.flanders_fields.game.state import GameState, Regiment
from rules.tabletop.stands import Circle, Footprint, Rectangle, StandingBase


def base_kind(state: GameState, stand: str) -> BaseKind:
    """What stands on the base of a stand of the game."""
    unit = state.units.get(state.stands[stand].unit)
    if unit is not None:
        return STANDS_ON[unit.kind]
    formation = state.commanding(stand)
    if isinstance(formation, Regiment):
        return BaseKind.DIVISIONAL_COMMAND if formation.division else BaseKind.REGIMENTAL_COMMAND
    return BaseKind.BATTALION_COMMAND


@lru_cache(maxsize=256)
def footprint_of(kind: BaseKind, book: RuleBook) -> Footprint:
    """The recommended base as a shape; where square or circle is left open, the square that is named first."""
    base = base_of(BaseFacts(stand=kind), book).value
    return Circle(base.width_mm) if base.shape == "circle" else Rectangle(base.width_mm, base.depth_mm)


def standing(state: GameState, stand: str, book: RuleBook) -> StandingBase | None:
    """A stand on its base where it was placed; None for one that is not on the map."""
    pose = state.places.get(stand)
    return StandingBase(footprint_of(base_kind(state, stand), book), pose) if pose else None
