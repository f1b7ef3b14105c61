"""What the planner sees of whom its side knows on the table, and how far the weapon in hand reaches from there."""

from collections.abc import Iterator

from app.maps.overlays import Overlay, cut_to
from app.maps.stands import PlacedStand
from app.systems.flanders_fields.pages.plans.seen import Seen
from rules.flanders_fields.fire_plan.written import BombardmentLine, ShiftLine, WeaponLine
from rules.flanders_fields.game.survey import arcs
from rules.flanders_fields.game.survey.plan_lines import stand_of
from rules.flanders_fields.shooting.ranges import Distance, greatest_range, least_range
from rules.flanders_fields.vocabulary import MORTARS, Firer, UnitClass
from rules.kernel.explain import Refusal
from rules.kernel.measure import cm
from rules.kernel.shapes import Outline, circle
from rules.tabletop.stands import Circle, StandingBase, extent

OF_ARCS = (*MORTARS, UnitClass.MACHINE_GUN)


def known_stands(seen: Seen) -> Iterator[PlacedStand]:
    """Every stand the plan's side knows of, as on its own map of the game; nothing of it is moved here."""
    for name, one in seen.known.stands.items() if seen.known else ():
        nation = seen.known.nations.get(one.side, "") if seen.known else ""
        own, *holders = one.name.split(", ")
        label = f"{holders[0]}, {own.partition(' ')[0]}" if len(holders) > 1 else own
        state = " ".join(filter(None, ("" if one.exact else "unsure", "below" if one.below else "")))
        yield PlacedStand(name, one.stand, nation, label, one.name, state)


def weapon_in_hand(seen: Seen) -> WeaponLine | None:
    """The weapon of the line in hand: itself, or the one that it moves or fires."""
    line = seen.in_hand
    if isinstance(line, WeaponLine):
        return line
    return seen.plan.weapon(line.weapon) if isinstance(line, ShiftLine | BombardmentLine) else None


def reach_of_it(seen: Seen) -> Iterator[Overlay]:
    """The ground in the arc and range of the weapon in hand where it stands, and the ground too near to it."""
    weapon = weapon_in_hand(seen)
    name = stand_of(seen.known, weapon) if seen.known and weapon else ""
    if not (weapon and name and seen.known):
        return
    own = seen.known.stands[name]
    found = arcs.shapes(seen.known, name, seen.book, indirect=True)
    if own.firer is None or isinstance(found, Refusal) or weapon.kind not in OF_ARCS:
        return
    says = f"{weapon.name}: {_measures(own.firer, seen)}"
    yield Overlay("arc", says, cut_to(seen.table, *found.values()))
    least = least_range(own.firer, seen.book)
    if least:
        too_near = _around(own.stand, least.value)
        yield Overlay("near", f"Under {cm(least.value)} from it", cut_to(seen.table, too_near))


def _around(stand: StandingBase, gap_mm: int) -> Outline:
    """Everything so near to a round base; of another one as near to the circle around it."""
    wide, deep = extent(stand.footprint)
    across = wide if isinstance(stand.footprint, Circle) else max(wide, deep)
    return circle(across + 2 * gap_mm, stand.spot)


def reach_words(seen: Seen) -> str:
    """What the point of the weapon in hand may be, in words; empty for a line that has no weapon."""
    weapon = weapon_in_hand(seen)
    if weapon is None:
        return ""
    if weapon.kind not in OF_ARCS:
        return "Its point may be anywhere on the table: a battery’s indirect fire has no range here."
    placed = bool(seen.known and stand_of(seen.known, weapon))
    where = "as it is drawn" if placed else "measured once it stands on the map"
    return f"Its point: {_measures(Firer(weapon.kind.value), seen)}; {where}."


def _measures(firer: Firer, seen: Seen) -> str:
    """From how near to how far, and that it is in the arc."""
    least = least_range(firer, seen.book)
    most = greatest_range(Distance(firer=firer, range_cm=0.0, indirect=True), seen.book)
    near = f"from {cm(least.value)} " if least else ""
    far = f"{near}to {cm(most.value)} from it" if most else ""
    return ", ".join(filter(None, (far, "in its arc")))
