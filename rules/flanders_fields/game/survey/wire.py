"""Wire on the map: the belts before a stand, ways through them and who may use those, whom wire holds (FF-WIR)."""

from typing import Final

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.game.survey.field import Field
from rules.flanders_fields.movement.wire import CROSSERS, WireGap
from rules.flanders_fields.vocabulary import Mover
from rules.kernel.measure import cm
from rules.tabletop.field import TOUCH_MM, beside_mm, named
from rules.tabletop.ground import away_mm
from rules.tabletop.paths import way
from rules.tabletop.proposed import Proposed, Survey
from rules.tabletop.stands import Pose, StandingBase
from rules.tabletop.terrain import BELT_MM, LaneMaker, Wire

MADE_BY: Final = {
    LaneMaker.ENGINEERS: WireGap.CLEARED,
    LaneMaker.GRAPNEL: WireGap.CLEARED,
    LaneMaker.PLANNED: WireGap.CLEARED,
    LaneMaker.TANK: WireGap.CRUSHED,
}
"""A cleared way is for everybody, a crushed track for troops on foot (FF-WIR-10 to FF-WIR-13)."""


def wires_at(field: Field, own: StandingBase) -> tuple[Wire, ...]:
    """The belts that a base touches or is on."""
    wires = (piece for piece in field.table.pieces if isinstance(piece, Wire))
    return tuple(wire for wire in wires if away_mm(field.ground, wire.id, own) <= TOUCH_MM)


def belts(field: Field, name: str) -> Survey:
    """How many belts of 2 cm lie before a stand that is at wire (FF-WIR-08); nothing for one that is not.

    Wire that touches is one piece: a stand at the joint of two belts has the deeper one before it, not both.
    """
    found = wires_at(field, field.stands[name].stand) if field.has(name) else ()
    if not found:
        return ()
    bodies: dict[tuple[int, ...], int] = {}
    for wire in found:
        body = field.ground.bodies[field.ground.number[wire.id]].numbers
        bodies[body] = max(bodies.get(body, 0), _belts(wire))
    count = sum(bodies.values())
    wires = " and ".join(map(named, found))
    return (Proposed("belts", count, f"{wires}: {count} of {cm(BELT_MM)}, map", field.sure(name)),)


def _belts(wire: Wire) -> int:
    return max(1, wire.depth_mm // BELT_MM)


def at_some(field: Field, unit: str, fact: str) -> Proposed | None:
    """Whether any stand of a unit has reached wire; None where none of them is placed."""
    found = touching(field, unit)
    return found and Proposed(fact, found.value, found.whence, found.confidence)


def touching(field: Field, unit: str) -> Proposed | None:
    """Whether engineers touch wire (FF-WIR-10); None where none of them is placed."""
    stands = field.of_unit(unit)
    if not stands:
        return None
    at = [wire for one in stands.values() for wire in wires_at(field, one.stand)]
    says = f"at {named(at[0])}, map" if at else "at no wire, map"
    return Proposed("touching", bool(at), says, field.sure(*stands))


def on_way(field: Field, name: str, poses: tuple[Pose, ...], book: RuleBook) -> Survey:
    """The belts a stand must get over on its way, and whether the move itself brings it up to them (FF-WIR-11)."""
    if not field.has(name) or not poses:
        return ()
    own, sure = field.stands[name], field.sure(name)
    led = way(field.ground, (own.stand.spot, *(pose.spot for pose in poses)), beside_mm(own.stand))
    met = [(one.piece, one.belts(usable(own.mover, book))) for one in led.met if isinstance(one.piece, Wire)]
    crossed = [(wire, count) for wire, count in met if count]
    says = (
        f"{' and '.join(named(wire) for wire, _ in crossed)} on its way, map" if crossed else "no wire on its way, map"
    )
    at_start = {wire.id for wire in wires_at(field, own.stand)}
    up = any(wire.id not in at_start for wire, _ in crossed)
    came = "it came up to the wire with this move, map" if up else "it stood at the wire before, map"
    return (
        Proposed("belts", sum(count for _, count in crossed), says, sure),
        *((Proposed("moved_up_with_it", up, came, sure),) if crossed else ()),
    )


def usable(mover: Mover, book: RuleBook) -> frozenset[LaneMaker]:
    """The lanes that a mover may use: a crushed track only what may also try the wire (FF-WIR-10 to FF-WIR-13)."""
    tries = book.table(CROSSERS).word(mover).value in ("attempt", "crush", "walks_over")
    return frozenset(maker for maker, gap in MADE_BY.items() if tries or gap is WireGap.CLEARED)
