"""Trenches, works and wire on the map: front lines, SOS positions, belts (FF-SOS, FF-WIR)."""

from typing import Final

from rules.flanders_fields.artillery import FrontLineFacts, Position
from rules.flanders_fields.artillery import front_line as reads_front_line
from rules.flanders_fields.game.map_facts.area_coverage import partly_under_fire
from rules.flanders_fields.game.map_facts.board import Field, FieldStand
from rules.flanders_fields.game.map_facts.cover_and_sight import WORKS, cover_as, protection
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import Mover, Side, UnitClass, Work
from rules.flanders_fields.wire import CROSSERS, WireGap
from rules.kernel.distances import cm
from rules.tabletop.board_view import TOUCH_MM, Proposed, Survey, Surveyed, beside_mm, in_cm, named, values
from rules.tabletop.ground import away_mm, held_by, shares_of
from rules.tabletop.paths import way
from rules.tabletop.stands import Placed, Pose, Spot, StandingBase
from rules.tabletop.terrain import BELT_MM, Area, AreaKind, LaneMaker, Piece, Trench, Wire, points

# Trenches and positions on the map

_WORKS = (AreaKind.STRONG_POINT, AreaKind.BLOCK_HOUSE)


def foremost_trench(field: Field, side: Side) -> Trench | None:
    """The trench of a side's own nation that lies farthest up the table from its edge; None where it has none."""
    nation = field.nations.get(side)
    own = [piece for piece in field.table.pieces if isinstance(piece, Trench) and piece.nation == nation]
    return max(own, key=lambda trench: _farthest_up(field, side, trench), default=None)


def _farthest_up(field: Field, side: Side, trench: Trench) -> float:
    return sum(field.from_edge(side, spot)[1] for spot in trench.path) / len(trench.path)


def from_trench(field: Field, placed: Placed, side: Side, fact: str) -> Proposed | None:
    """How far a base is from the foremost trench of a side; None where that side has no trench on the map."""
    trench = foremost_trench(field, side)
    if trench is None:
        return None
    far = in_cm(away_mm(field.ground, trench.id, placed))
    return Proposed(fact, far, f"{far:g} cm to {named(trench)}, map")


def front_line(field: Field, name: str) -> Survey:
    """How far a battery is from its own and the enemy's foremost trench (FF-DSU)."""
    if not field.has(name):
        return ()
    own = field.stands[name]
    enemy = Side.DEFENDER if own.side is Side.ATTACKER else Side.ATTACKER
    found = (
        from_trench(field, own.stand, own.side, "own_trench_cm"),
        from_trench(field, own.stand, enemy, "enemy_trench_cm"),
    )
    return tuple(_as_sure(field, name, one) for one in found if one)


def in_front_line(field: Field, name: str, unit: UnitClass, book: RuleBook) -> Proposed | None:
    """Whether a battery stands in the front line (FF-DSU-05); None where no trench that counts is on the map."""
    measured = front_line(field, name)
    if not measured:
        return None
    defends = field.stands[name].side is Side.DEFENDER
    found = reads_front_line(FrontLineFacts(unit_class=unit, defender=defends, **values(measured)), book).value
    says = "; ".join(one.whence.removesuffix(", map") for one in measured)
    return Proposed("in_front_line", found.inside, f"{says}, map", field.sure(name))


def works_of(field: Field, side: Side, kind: Work) -> tuple[Trench | Area, ...]:
    """The trenches of the enemy of a side, or the strong points or block houses, the nearest to its edge first."""
    enemy = Side.DEFENDER if side is Side.ATTACKER else Side.ATTACKER
    nation = field.nations.get(enemy)
    found = [piece for piece in field.table.pieces if isinstance(piece, Trench | Area) and _is_of(piece, kind, nation)]
    return tuple(sorted(found, key=lambda piece: min(field.from_edge(side, spot)[1] for spot in points(piece))))


def _is_of(piece: Trench | Area, kind: Work, nation: str | None) -> bool:
    if isinstance(piece, Trench):
        return kind in (Work.TRENCH, Work.STRONG_TRENCH) and piece.nation == nation
    return WORKS.get(piece.kind) is kind


def in_work(field: Field, side: Side, piece: str, book: RuleBook) -> tuple[Surveyed, ...]:
    """The placed enemies of a side above ground with at least half their base in a work, by id: cover (FF-HUR-03)."""
    return tuple(
        Surveyed(name, (_inside_of(field, name, piece), *protection(field, name, book)))
        for name, own in sorted(field.stands.items())
        if own.side is not side and not own.below and _is_in(field, own, piece)
    )


def _inside_of(field: Field, name: str, piece: str) -> Proposed:
    where = named(field.ground.pieces[field.ground.number[piece]])
    return Proposed("in_it", True, f"it stands in {where}, map", field.sure(name))


def _is_in(field: Field, own: FieldStand, piece: str) -> bool:
    return any(at.piece.id == piece and at.half for at in held_by(field.ground, own.stand))


def front_trench(field: Field, unit: str) -> Proposed | None:
    """How far the nearest stand of a unit is from its own side's front trench (FF-DSU)."""
    stands = field.of_unit(unit)
    found = [
        _as_sure(field, name, one)
        for name, own in stands.items()
        if (one := from_trench(field, own.stand, own.side, "front_trench_cm"))
    ]
    return min(found, key=lambda one: float(one.value), default=None)


def sos_position(field: Field, side: Side, spot: Spot) -> Survey:
    """What a point lies before, and how far from it: the nearest position of the side that calls (FF-SOS-03)."""
    trench = foremost_trench(field, side)
    works = [piece for piece in field.table.pieces if isinstance(piece, Area) and piece.kind in _WORKS]
    pieces: list[Trench | Area] = [*([trench] if trench else []), *works]
    if not pieces:
        return ()
    nearest = min(pieces, key=lambda piece: away_mm(field.ground, piece.id, spot))
    far = in_cm(away_mm(field.ground, nearest.id, spot))
    position, who = _held(field, side, nearest)
    return (
        Proposed("from_position_cm", far, f"{far:g} cm to {named(nearest)}, map"),
        Proposed("position", position, f"{named(nearest)}: {who}, map"),
    )


def _held(field: Field, side: Side, piece: Trench | Area) -> tuple[Position, str]:
    stands, number = tuple(field.stands.values()), field.ground.number[piece.id]
    shares = field.once("shares", lambda: shares_of(field.ground, [one.stand for one in stands]))
    inside = [one for one, share in zip(stands, shares[:, number].tolist(), strict=True) if share]
    if any(one.side is not side for one in inside):
        return Position.HELD_BY_THE_ENEMY, "held by the enemy"
    if isinstance(piece, Trench):
        return Position.FRONT_TRENCH, "its front trench"
    return (Position.OCCUPIED_WORK, "occupied") if inside else (Position.EMPTY_WORK, "nobody placed in it")


def in_own_work(field: Field, name: str) -> Survey:
    """Whether a stand is in a trench or strong point of its side, and whether an enemy is in it (FF-DSH-01)."""
    if not field.has(name):
        return ()
    own, sure = field.stands[name], field.sure(name)
    works = [at.piece for at in held_by(field.ground, own.stand) if at.half and _is_work(field, at.piece, own)]
    if not works:
        return (Proposed("in_own_work", False, "in no trench or strong point of its side, map", sure),)
    above = [one.name for _, one in field.enemies_of(name) if _inside(field, one, works[0].id)]
    said = f"{', '.join(above)} in {named(works[0])}, map" if above else f"no enemy in {named(works[0])}, map"
    return (
        Proposed("in_own_work", True, f"in {named(works[0])}, map", sure),
        Proposed("enemy_above", bool(above), said, sure),
    )


def hit_below(field: Field, name: str, book: RuleBook) -> Survey:
    """Of an attack on the work over a stand that sits below: how the enemy's fire lies there, and the work's cover."""
    found = (partly_under_fire(field, name, book), cover_as(field, name, "trench", book))
    return tuple(one for one in found if one is not None)


def _is_work(field: Field, piece: Piece, own: FieldStand) -> bool:
    if isinstance(piece, Trench):
        return piece.nation == field.nations.get(own.side)
    return isinstance(piece, Area) and piece.kind is AreaKind.STRONG_POINT


def _inside(field: Field, one: FieldStand, piece_id: str) -> bool:
    return any(at.piece.id == piece_id for at in held_by(field.ground, one.stand))


def _as_sure(field: Field, name: str, one: Proposed) -> Proposed:
    return Proposed(one.fact, one.value, one.whence, field.sure(name))


# Wire on the map (FF-WIR)

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
