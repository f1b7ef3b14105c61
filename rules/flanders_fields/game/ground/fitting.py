"""Whether a base fits where it is put: wholly on the table, and not on top of another."""

from collections.abc import Iterator, Mapping, Sequence
from math import isfinite

from rules.flanders_fields.game.bases import base_kind, footprint_of, standing
from rules.flanders_fields.game.ground.state import Place
from rules.flanders_fields.game.naming import stand_name
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.game.table import JudgedTable
from rules.flanders_fields.game.unseen import unseen
from rules.kernel.explain import Refusal
from rules.kernel.measure import cm
from rules.tabletop.placing import NO_TABLE, on_another, standing_at
from rules.tabletop.stands import StandingBase
from rules.tabletop.terrain import Table as Laid

ON_ANOTHER = "FF-BAS-16"


def misplaced(table: JudgedTable, places: Sequence[Place]) -> Refusal | None:
    """Refuses places off the table, and on top of another stand or of each other. All stands are known."""
    laid = table.state.table
    if laid is None:
        return NO_TABLE
    there: dict[str, StandingBase] = {}
    for one in places:
        if not isfinite(one.facing_deg):
            name = stand_name(table.state, one.stand)
            return Refusal("", f"{name} faces no direction", "give a facing of 0 to 360 degrees")
        base = standing_at(one, footprint_of(base_kind(table.state, one.stand), table.book), laid)
        if base is None:
            return _off(table.state, one, laid)
        there[one.stand] = base
    # What is set aside is said to everybody: of stands that not everybody knows of nothing is.
    if table.overruled and not any(unseen(table.state, one) for one in there):
        return None
    return _on_another(table, there)


def _off(state: GameState, place: Place, laid: Laid) -> Refusal:
    size = f"{cm(laid.width_mm)} by {cm(laid.depth_mm)}"
    return Refusal(
        "", f"{stand_name(state, place.stand)} would stand off the table", f"keep its base on the table of {size}"
    )


def _on_another(table: JudgedTable, there: Mapping[str, StandingBase]) -> Refusal | None:
    state = table.state
    above = {name: base for name, base in there.items() if name not in state.shelters.below}
    found = on_another(above, _standing_still(table, there))
    if found is None:
        return None
    names = f"{stand_name(state, found[0])} would lie on top of {stand_name(state, found[1])}"
    return Refusal(ON_ANOTHER, names, "put it beside it")


def _standing_still(table: JudgedTable, there: Mapping[str, StandingBase]) -> Iterator[tuple[str, StandingBase]]:
    """The stands in the way: above the ground, surely where the map has them, and known to whoever places."""
    state = table.state
    for name in state.places:
        if name in there or name in state.ground.unsure or name in state.shelters.below:
            continue
        if table.knows_of(name) and (base := standing(state, name, table.book)):
            yield name, base
