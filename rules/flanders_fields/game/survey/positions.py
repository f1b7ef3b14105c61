"""Trenches and positions on the map: whose foremost trench is how far off, and what an SOS point lies before."""

from rules.flanders_fields.artillery.deep_suppression import FrontLineFacts
from rules.flanders_fields.artillery.deep_suppression import front_line as reads_front_line
from rules.flanders_fields.artillery.sos import Position
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.game.survey.areas import partly_under_fire
from rules.flanders_fields.game.survey.cover import WORKS, cover_as, protection
from rules.flanders_fields.game.survey.field import Field, FieldStand
from rules.flanders_fields.vocabulary import Side, UnitClass, Work
from rules.tabletop.field import named
from rules.tabletop.ground import away_mm, held_by, shares_of
from rules.tabletop.proposed import Proposed, Survey, Surveyed, in_cm, values
from rules.tabletop.stands import Placed, Spot
from rules.tabletop.terrain import Area, AreaKind, Piece, Trench, points

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
