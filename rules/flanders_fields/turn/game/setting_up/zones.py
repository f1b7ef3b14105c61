"""Whether stands deploy where their side may, as they are placed on the map (FF-SET-07, FF-SCN-08)."""

from rules.flanders_fields.game.ground.events import StandsPlaced
from rules.flanders_fields.game.ground.state import Place, Zone
from rules.flanders_fields.game.naming import stand_name
from rules.flanders_fields.game.table import JudgedTable, Judgement
from rules.flanders_fields.game.unseen import is_set_up, unseen
from rules.flanders_fields.turn.game.setting_up.state import TO_THE_EDGE_MM
from rules.kernel.chapters import Event
from rules.kernel.explain import Refusal
from rules.kernel.measure import cm
from rules.tabletop.laid import LaidTable

WHERE = "FF-SET-07"


def inside_zones(table: JudgedTable, judged: Judgement) -> Judgement:
    """The same, or a refusal of the first stand that would deploy outside the zones of its side.

    Who does not go through the steps of the book deploys where the players like, as in every game without zones.
    What is set aside is said to everybody, so of stands that not everybody knows of nothing can be.
    """
    state = table.state
    by_steps = state.set_up.stage is not None and is_set_up(state)
    if isinstance(judged, Refusal) or not state.set_up.zones or not by_steps:
        return judged
    outside = (refused for event in judged if (refused := _outside(table, event)))
    return next(outside, judged)


def _outside(table: JudgedTable, event: Event) -> Refusal | None:
    if not isinstance(event, StandsPlaced):
        return None
    state = table.state
    for one in event.places:
        side = state.stands[one.stand].side
        zones = state.set_up.zones_of(side)
        open_to_all = table.overruled and unseen(state, one.stand) is None
        if zones and not open_to_all and not any(_holds(table, zone, one) for zone in zones):
            because = f"{stand_name(state, one.stand)} would stand outside the deployment zone of its side"
            return Refusal(WHERE, because, f"keep its base {zone_words(zones, state.ground.laid)}")
    return None


def _holds(table: JudgedTable, zone: Zone, place: Place) -> bool:
    # Geometry is loaded with the first map that is asked, not with the service.
    from rules.flanders_fields.game.bases import base_kind, footprint_of
    from rules.tabletop.placing import HAIR_MM
    from rules.tabletop.stands import StandingBase, bounds

    base = StandingBase(footprint_of(base_kind(table.state, place.stand), table.book), place.pose)
    left, near, right, far = bounds(base)
    across = left >= zone.left_mm - HAIR_MM and right <= zone.right_mm + HAIR_MM
    return across and near >= zone.near_mm - HAIR_MM and far <= zone.far_mm + HAIR_MM


def zone_words(zones: tuple[Zone, ...], laid: LaidTable | None) -> str:
    """Where a side deploys, as the table would say it: from the attacker's edge, and along it where that says more."""
    return ", or ".join(_words(zone, laid) for zone in zones)


def _words(zone: Zone, laid: LaidTable | None) -> str:
    width, depth = (laid.width_mm, laid.depth_mm) if laid else (TO_THE_EDGE_MM - 1, TO_THE_EDGE_MM - 1)
    up = f"{cm(zone.near_mm)} to {cm(zone.far_mm)} up from the attacker's edge"
    if zone.far_mm > depth:
        up = f"from {cm(zone.near_mm)} up from the attacker's edge to the other edge"
    if not zone.left_mm and zone.right_mm >= width:
        return up
    right = "the right edge" if zone.right_mm > width else cm(zone.right_mm)
    return f"{up} and {cm(zone.left_mm)} to {right} along it"
