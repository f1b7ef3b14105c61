"""The bands of a distance that matter to a deed: told apart by the tables of the book, each with a figure within it."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from rules.flanders_fields.artillery.deep_suppression import DEPTH
from rules.flanders_fields.artillery.mortars import SQUARES
from rules.flanders_fields.artillery.sos import MEASURES as OF_CALLS
from rules.flanders_fields.barrages.rolling import SIZES
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.cards.effects import MEASURES as OF_CARDS
from rules.flanders_fields.game.models import MOTORS, marksmen, weapon_of
from rules.flanders_fields.game.seated import SeatDeeds
from rules.flanders_fields.game.state import Unit
from rules.flanders_fields.orders.modifiers import REACH
from rules.flanders_fields.shooting.ranges import Distance, greatest_range, least_range, short_range
from rules.flanders_fields.vocabulary import Firer, UnitClass
from rules.kernel.asking import FigureBand, Told

MM_IN_CM: Final = 10
BEYOND_CM: Final = 5.0
"""So far past a limit lies the figure that stands for all beyond it."""
Bands = tuple[FigureBand, ...]


ANY: Final[Bands] = (FigureBand("any distance", 50.0),)
"""Of a weapon for which these tables set no range (FF-RCB-15)."""


class LimitOfBand(NamedTuple):
    """A limit that belongs to what lies within it: its table and its key there."""

    table: str
    key: str

    def cm(self, book: RuleBook) -> float:
        """The limit in cm."""
        return book.table(self.table).number(self.key).value / MM_IN_CM


def within_or_over(limit_cm: float) -> Bands:
    """Two bands: to a limit, itself included, and over it."""
    return (FigureBand(f"up to {limit_cm:g}", limit_cm / 2), FigureBand(f"over {limit_cm:g}", limit_cm + BEYOND_CM))


LIMITS: Final[Mapping[str, LimitOfBand]] = {
    "farthest_platoon_cm": LimitOfBand(REACH, "commander"),
    "battalion_farthest_cm": LimitOfBand(REACH, "commander"),
    "front_trench_cm": LimitOfBand(REACH, "front_line"),
    "own_trench_cm": LimitOfBand(DEPTH, "front_line"),
    "enemy_trench_cm": LimitOfBand(DEPTH, "front_line"),
    "distance_cm": LimitOfBand(SIZES, "strip"),
    "battalion_cm": LimitOfBand(SQUARES, "support"),
    "from_position_cm": LimitOfBand(OF_CALLS, "from_position"),
    "apart_cm": LimitOfBand(OF_CARDS, "apart"),
}
"""Facts of which only counts whether they are beyond a limit, by their names (FF-ORD-15, FF-DSU-05, FF-BAR-23)."""


def of_shots(seated: SeatDeeds, unit: Unit, *, indirect: bool) -> Bands:
    """The bands of a unit's weapon: too near, short range, in range, out of it (FF-RNG-T1, FF-RNG-06, FF-RNG-11)."""
    firer, book = _firer(unit), seated.table.book
    if firer is None:
        return ()
    far = marksmen(seated.state, unit, book)
    asked = Distance(firer=firer, range_cm=1.0, indirect=indirect, long_range_marksmanship=far)
    most, short = greatest_range(asked, book), None if indirect else short_range(firer, book)
    if most is None:
        return ANY
    least, end = least_range(firer, book), most.value / MM_IN_CM
    begins = least.value / MM_IN_CM if least else 0.0
    found = [FigureBand(f"under {begins:g}", begins / 2)] if begins else []
    if short:
        near = short.value / MM_IN_CM
        found.append(FigureBand(f"under {near:g}", near / 2))
        begins = near
    says = f"{begins:g} to {end:g}" if begins else f"up to {end:g}"
    return (*found, FigureBand(says, (begins + end) / 2), FigureBand(f"over {end:g}", end + BEYOND_CM))


def _firer(unit: Unit) -> Firer | None:
    """A block house fires as one; of a tank, whose sides have their own weapons, the machine guns that most have."""
    if unit.kind is UnitClass.BLOCK_HOUSE:
        return Firer.BLOCK_HOUSE
    return Firer.TANK_LMG if unit.kind in MOTORS else weapon_of(unit)


def of_shot(seated: SeatDeeds, kind: str, told: Told) -> Bands:
    """The same of the weapon that a deed is about."""
    stand = seated.state.stands.get(str(told.get("stand", "")))
    unit = seated.state.units.get(str(told.get("unit", "") or (stand.unit if stand else "")))
    return of_shots(seated, unit, indirect=kind == "fire_on_area") if unit else ()


def bands(seated: SeatDeeds, kind: str, name: str, told: Told) -> Bands:
    """The bands of a fact of a deed; none where every figure may make a difference, or none does."""
    if name == "range_cm":
        return of_shot(seated, kind, told)
    limit = LIMITS.get(name)
    return within_or_over(limit.cm(seated.table.book)) if limit else ()
