"""What a stand stands in, and which class of cover protects it there (FF-COV, AMB-73)."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.game.survey.field import Field, FieldStand
from rules.flanders_fields.sight.cover import (
    VEHICLES,
    ArmourCover,
    ArmourCoverFacts,
    CoverFacts,
    cover_of,
    cover_of_armour,
)
from rules.flanders_fields.vocabulary import Cover, Ground, Work
from rules.tabletop.field import TOUCH_MM, named, touch
from rules.tabletop.ground import HALF, at_wire, away_mm, caught_share, held_by, share_in
from rules.tabletop.proposed import Proposed, Survey, told, values
from rules.tabletop.shadows import share_behind
from rules.tabletop.stands import middle
from rules.tabletop.terrain import Area, AreaKind, Bridge, Piece, River, Road, Strength, Trench

GROUNDS: Final[Mapping[AreaKind, Ground]] = {
    AreaKind.WOOD: Ground.WOOD,
    AreaKind.BUILDINGS: Ground.VILLAGE,
    AreaKind.MARSH: Ground.MARSH,
    AreaKind.SHELL_TORN: Ground.SHELL_TORN,
    AreaKind.SHATTERED: Ground.SHATTERED,
}
WORKS: Final[Mapping[AreaKind, Work]] = {
    AreaKind.STRONG_POINT: Work.STRONG_POINT,
    AreaKind.BLOCK_HOUSE: Work.BLOCK_HOUSE,
}
SOLID: Final = (AreaKind.BUILDINGS, *WORKS)
"""What a vehicle stands behind."""
DIGGINGS: Final[Mapping[Strength, Work]] = {
    Strength.ORDINARY: Work.TRENCH,
    Strength.STRONG: Work.STRONG_TRENCH,
}
_STRONGEST_GROUND: Final = (
    Ground.VILLAGE,
    Ground.WOOD,
    Ground.MARSH,
    Ground.RIVER_BANK,
    Ground.SHATTERED,
    Ground.SHELL_TORN,
    Ground.MID_STREAM,
)
_STRONGEST_WORK: Final = (Work.BLOCK_HOUSE, Work.STRONG_POINT, Work.STRONG_TRENCH, Work.TRENCH)


class _In(NamedTuple):
    """A ground or work, the pieces that make it, and how much of the base they hold, 0 to 1."""

    what: Ground | Work
    pieces: tuple[str, ...]
    share: float


class _Place(NamedTuple):
    ground: _In
    work: _In

    @property
    def pieces(self) -> tuple[str, ...]:
        """The names of all that it stands in."""
        return (*self.work.pieces, *self.ground.pieces)


def where(field: Field, name: str, book: RuleBook) -> Survey:
    """What a stand stands in, for its class of cover: ground, work, how much of its base, wire, column on a road."""
    return field.once(("where", name, _counts(book)), lambda: _where(field, name, book)) if field.has(name) else ()


def _where(field: Field, name: str, book: RuleBook) -> Survey:
    own, sure = field.stands[name], field.sure(name)
    place, wire = _place(field, name, book), _wire(field, own)
    half, wholly = _shares(place)
    ground = _words(place.ground) or "open ground, map"
    inside = ", ".join(filter(None, (_words(place.work), _words(place.ground)))) or "open ground, map"
    return (
        Proposed("ground", place.ground.what, ground, sure),
        Proposed("work", place.work.what, _words(place.work) or "no trench or work there, map", sure),
        Proposed("half_inside", half, inside, sure),
        Proposed("wholly_inside", wholly, inside, sure),
        Proposed("on_wire", bool(wire) or own.on_wire, wire or _marked(own), sure),
        *_column(field, name),
    )


def cover(field: Field, name: str, book: RuleBook) -> Proposed | None:
    """The class of cover that protects a stand where it stands; None for one that is not on the map, and for armour."""
    if not field.has(name) or field.stands[name].mover in VEHICLES:
        return None
    own = field.stands[name]
    asked = CoverFacts(
        quality=own.quality, mover=own.mover, dismounted=own.dismounted, **values(where(field, name, book))
    )
    found = cover_of(asked, book).value
    because = _because(asked, _place(field, name, book))
    return Proposed("cover", found, f"{found.capitalize()}: {because}, map", field.sure(name))


def cover_as(field: Field, name: str, fact: str, book: RuleBook) -> Proposed | None:
    """The class of cover of a stand, under another name."""
    found = cover(field, name, book)
    return found and Proposed(fact, found.value, found.whence, found.confidence)


def armour_covered(
    field: Field, name: str, book: RuleBook, fact: str = "target_armour_in_cover", firer: str = ""
) -> Proposed | None:
    """Whether armour stands in cover, to whoever fires at it; None for other stands and what is not on the map."""
    if not field.has(name) or field.stands[name].mover not in VEHICLES:
        return None
    found = told(armour_cover(field, name, book, firer), "target_armour_in_cover")
    return found and Proposed(fact, found.value, found.whence, found.confidence)


def protection(field: Field, name: str, book: RuleBook, firer: str = "") -> Survey:
    """What protects a stand: its class of cover; of armour whether it stands in some, or behind some to a firer."""
    found = armour_covered(field, name, book, firer=firer) or cover(field, name, book)
    return (found,) if found else ()


def is_one_of(field: Field, name: str, book: RuleBook, fact: str, *classes: Cover) -> Proposed | None:
    """Whether the cover of a stand is one of these classes."""
    found = cover(field, name, book)
    return found and Proposed(fact, found.value in classes, found.whence, found.confidence)


def armour_cover(field: Field, name: str, book: RuleBook, firer: str = "") -> Survey:
    """What a tank or armoured car stands in, and whether it counts as in cover (FF-ARM-01).

    Half behind a building or a work is in cover to a firer that is on the map.
    """
    if not field.has(name):
        return ()
    sure, found = field.sure(name), where(field, name, book)
    inside = tuple(one for one in found if one.fact in ("ground", "work", "half_inside"))
    facts = (*inside, *behind_building(field, name, firer))
    covered = cover_of_armour(ArmourCoverFacts(**values(facts)), book).value is ArmourCover.COVER
    hidden = next((one for one in facts if one.fact == "behind_building" and one.value), None)
    says = hidden or next(one for one in facts if one.fact == "half_inside")
    return (*facts, Proposed("target_armour_in_cover", covered, says.whence, sure))


def behind_building(field: Field, name: str, firer: str) -> Survey:
    """Whether at least half a base is behind a building or a work, from the middle of who fires at it."""
    solid = {piece.id: named(piece) for piece in field.table.pieces if isinstance(piece, Area) and piece.kind in SOLID}
    if not field.has(name, firer) or not solid:
        return ()
    eye, seen = middle(field.stands[firer].stand), field.stands[name].stand
    share = share_behind(field.ground, solid, eye, seen)
    names = [called for piece, called in solid.items() if share and share_behind(field.ground, [piece], eye, seen)]
    says = f"{share:.0%} of its base behind {' and '.join(names)}, map" if share else "behind no building, map"
    return (Proposed("behind_building", share >= HALF, says, field.sure(name, firer)),)


def is_hidden(field: Field, name: str, book: RuleBook) -> bool:
    """Whether it stands in terrain, a trench, a building or a wood, so that it is harder to see (FF-VIS-02)."""
    place = _place(field, name, book)
    hides = place.ground.what not in (Ground.OPEN, Ground.MID_STREAM, Ground.RIVER_BANK)
    return (hides or place.work.what is not Work.NONE) and _shares(place)[0]


def _counts(book: RuleBook) -> float:
    """How much of a base terrain must hold to count (AMB-73)."""
    return book.behaviour("AMB-73", {"half_the_base": 0.5, "worst": 1.0})


def _place(field: Field, name: str, book: RuleBook) -> _Place:
    """The ground and the work that count, or else those that hold the most of it (AMB-73)."""
    counts = _counts(book)
    return field.once(("place", name, counts), lambda: _placed(field, field.stands[name], counts))


def _placed(field: Field, own: FieldStand, counts: float) -> _Place:
    grounds = _by_kind(field, own, _ground_of, _STRONGEST_GROUND)
    works = _by_kind(field, own, _work_of, _STRONGEST_WORK)
    ground = next((one for one in grounds if one.share >= counts), None)
    work = next((one for one in works if one.share >= counts), None)
    if ground or work:
        return _Place(ground or _bank(field, own) or _In(Ground.OPEN, (), 1.0), work or _In(Work.NONE, (), 1.0))
    bank = _bank(field, own)
    if bank:
        return _Place(bank, _In(Work.NONE, (), 1.0))
    some = max((*grounds, *works), key=lambda one: one.share, default=None)
    if some and isinstance(some.what, Work):
        return _Place(_In(Ground.OPEN, (), 1.0), some)
    return _Place(some or _In(Ground.OPEN, (), 1.0), _In(Work.NONE, (), 1.0))


def _by_kind(
    field: Field,
    own: FieldStand,
    kind_of: Callable[[Piece], Ground | Work | None],
    strongest: tuple[Ground | Work, ...],
) -> list[_In]:
    """What holds some of the base, the strongest first; pieces of a kind side by side hold it together."""
    found = list[_In]()
    shares = held_by(field.ground, own.stand)
    for kind in strongest:
        of_kind = [one.piece for one in shares if kind_of(one.piece) is kind]
        if of_kind:
            found.append(_In(kind, tuple(map(named, of_kind)), share_in(field.ground, of_kind, own.stand)))
    bridged = any(isinstance(one.piece, Bridge) and one.half for one in shares)
    return [one for one in found if not (bridged and one.what is Ground.MID_STREAM)]


def _ground_of(piece: Piece) -> Ground | None:
    if isinstance(piece, River):
        return Ground.MID_STREAM
    return GROUNDS.get(piece.kind) if isinstance(piece, Area) else None


def _work_of(piece: Piece) -> Work | None:
    if isinstance(piece, Trench):
        return DIGGINGS[piece.strength]
    return WORKS.get(piece.kind) if isinstance(piece, Area) else None


def _bank(field: Field, own: FieldStand) -> _In | None:
    """The river at whose bank it stands: it touches the water, and is not half in it (AMB-51)."""
    rivers = (piece for piece in field.table.pieces if isinstance(piece, River))
    touched = [named(river) for river in rivers if away_mm(field.ground, river.id, own.stand) <= TOUCH_MM]
    return _In(Ground.RIVER_BANK, tuple(touched), 1.0) if touched else None


def _shares(place: _Place) -> tuple[bool, bool]:
    least = min(place.ground.share, place.work.share)
    return least >= 0.5, least >= 1


def _words(inside: _In) -> str:
    if not inside.pieces:
        return ""
    share = "all" if inside.share >= 1 else f"{inside.share:.0%}"
    return f"{share} of its base in {' and '.join(inside.pieces)}, map"


def _because(asked: CoverFacts, place: _Place) -> str:
    if asked.on_wire:
        return "on the wire"
    if asked.in_road_column:
        return "close together on a road"
    return " and ".join(place.pieces) if place.pieces and asked.half_inside else "open ground"


def _wire(field: Field, own: FieldStand) -> str:
    """The wire that holds at least half its base, lanes aside; nothing where none does."""
    on_it = [at for at in at_wire(field.ground, own.stand) if at.caught_share]
    alone = [at.wire for at in on_it if at.caught_share >= HALF]
    if not alone and caught_share(field.ground, [at.wire for at in on_it], own.stand) >= HALF:
        alone = [at.wire for at in on_it]
    return ", ".join(f"on {named(wire)}, map" for wire in alone)


def _marked(own: FieldStand) -> str:
    return "marked as on the wire" if own.on_wire else "no wire under it, map"


def _column(field: Field, name: str) -> Iterator[Proposed]:
    """In column or close order on a road: on it, and touching another stand of its unit that is on it too."""
    own = field.stands[name]
    road = _on_road(field, own)
    beside = field.of_unit(own.unit).items() if road and own.unit else ()
    others = (one for other, one in beside if other != name and touch(own.stand, one.stand))
    touched = next((one.name for one in others if _on_road(field, one)), "")
    says = f"touches {touched} on {road}, map" if touched else "not close together on a road, map"
    yield Proposed("in_road_column", bool(touched), says, field.sure(name))


def _on_road(field: Field, own: FieldStand) -> str:
    shares = held_by(field.ground, own.stand)
    return next((named(one.piece) for one in shares if isinstance(one.piece, Road | Bridge) and one.half), "")
