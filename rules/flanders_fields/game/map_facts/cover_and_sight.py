"""Cover of a stand (FF-COV) and lines of sight between stands (FF-VIS), measured on the map."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple

from rules.flanders_fields.game.map_facts.board import Field, FieldStand, apart_mm, measured
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.sight import (
    DEAD_GROUND,
    OBSTACLES,
    SEEN_AS,
    SEES_AS,
    VEHICLES,
    ArmourCover,
    ArmourCoverFacts,
    CoverFacts,
    ObserverFacts,
    Obstacle,
    SightFacts,
    Target,
    Viewer,
    can_see,
    cover_of,
    cover_of_armour,
    observes,
)
from rules.flanders_fields.vocabulary import Cover, Ground, Work
from rules.kernel.distances import cm
from rules.tabletop.board_view import TOUCH_MM, Confidence, Proposed, Survey, in_cm, named, told, touch, values
from rules.tabletop.ground import HALF, at_wire, away_mm, caught_share, height_at, held_by, share_in
from rules.tabletop.lines_of_sight import Effect, InTheWay, LineOfSight, Looking, Screen, line_of_sight, share_behind
from rules.tabletop.stands import Placed, Spot, StandingBase, middle
from rules.tabletop.terrain import Area, AreaKind, Bridge, Hill, Piece, River, Road, Strength, Trench

# What a stand stands in, and which class of cover protects it there (FF-COV, AMB-73)

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


# Who sees what on the map (FF-VIS)

SCREENS: Final = {Obstacle.WOOD: AreaKind.WOOD, Obstacle.BUILDING: AreaKind.BUILDINGS}


def viewer_of(own: FieldStand) -> Viewer:
    """Whose eyes a stand has."""
    return SEES_AS[own.unit_class] if own.unit_class else Viewer.COMMAND


def target_of(own: FieldStand) -> Target:
    """What a stand is to whoever looks at it."""
    return SEEN_AS[own.unit_class] if own.unit_class else Target.COMMAND


def looking(book: RuleBook) -> Looking:
    """What blocks sight in this game (FF-VIS-01, FF-VIS-06, AMB-78, AMB-79)."""
    obstacles, dead = book.table(OBSTACLES), book.table(DEAD_GROUND)
    return Looking(
        tuple(
            Screen(kind, dead.number(obstacle).value if dead.has(obstacle) else None)
            for obstacle, kind in SCREENS.items()
            if obstacles.word(obstacle).value == "blocks"
        ),
        hills_block=obstacles.word(Obstacle.HILL).value == "blocks",
        stands_block=obstacles.word(Obstacle.STAND).value == "blocks",
    )


def line(field: Field, viewer: Placed, target: Placed, book: RuleBook) -> LineOfSight:
    """The line between two stands or places, with all that is on it."""
    others = [one.stand for one in field.stands.values()]
    return line_of_sight(field.ground, viewer, target, looking(book), others)


def sight(field: Field, viewer: str, target: str, book: RuleBook) -> Survey:
    """What the map says of one stand that looks at another: distance, cover, what lies between them."""
    if not field.has(viewer, target):
        return ()
    one, other, sure = field.stands[viewer], field.stands[target], field.sure(viewer, target)
    far = in_cm(apart_mm(one.stand, other.stand, book))
    hidden = is_hidden(field, target, book)
    where = "it stands in cover, map" if hidden else "it stands in the open, map"
    return (
        Proposed("range_cm", far, f"{far:g} cm {measured(book)}, map", sure),
        Proposed("in_cover", hidden, where, field.sure(target)),
        *_between(line(field, one.stand, other.stand, book), sure),
    )


def sees(field: Field, viewer: str, target: str, book: RuleBook) -> Proposed | None:
    """Whether one stand sees another, with what decides it; None where one of them is not on the map."""
    found = sight(field, viewer, target, book)
    if not found:
        return None
    one, other = field.stands[viewer], field.stands[target]
    asked = SightFacts(
        viewer=viewer_of(one),
        target=target_of(other),
        has_fired=other.has_fired,
        target_quality=other.quality,
        **values(found),
    )
    answer = can_see(asked, book)
    far = f"{asked.range_cm:g} cm"
    between = next(said.whence for said in found if said.fact == "between")
    if answer.value.seen:
        says = f"{far}, within {cm(answer.value.limit_mm)}; {between}"
    elif round(asked.range_cm * 10) > answer.value.limit_mm:
        says = f"{far}, over the {cm(answer.value.limit_mm)} at which it is seen, map"
    else:
        says = between
    return Proposed("direct_sight", answer.value.seen, says, found[0].confidence)


def sees_point(field: Field, viewer: str, spot: Spot, book: RuleBook) -> Survey:
    """What the map says of somebody who might observe a point: how far it is, whether the line to it is clear."""
    if not field.has(viewer):
        return ()
    one, sure = field.stands[viewer], field.sure(viewer)
    far = in_cm(apart_mm(one.stand, spot, book))
    seen = line(field, one.stand, spot, book)
    return (
        Proposed("range_cm", far, f"{far:g} cm to the point, map", sure),
        Proposed("clear_line", seen.seen, _on_the_line(seen), sure),
    )


def observed(field: Field, viewer: str, spot: Spot, book: RuleBook) -> Proposed | None:
    """Whether a stand observes fire on a point, for one that is on the map and in action (FF-DEV-01)."""
    found = sees_point(field, viewer, spot, book)
    if not found:
        return None
    own = field.stands[viewer]
    asked = ObserverFacts(viewer=viewer_of(own), deployed=not own.packed, **values(found))
    answer = observes(asked, book)
    says = f"{own.name}: {answer.steps[0].says}, map" if found[1].value else f"{own.name}: {found[1].whence}"
    return Proposed("observed", answer.value, says, field.sure(viewer))


def _between(seen: LineOfSight, sure: Confidence) -> Survey:
    """What lies between, as the chapter asks for it: the first thing that hides, else one that is looked over."""
    hiding = next((one for one in seen.in_the_way if one.hides), None)
    over = next((one for one in seen.in_the_way if _looked_over(one)), None)
    told = hiding or over
    says = _on_the_line(seen)
    if told is None:
        return (Proposed("between", Obstacle.NONE, says, sure),)
    high = told.effect is not Effect.BLOCKS
    height = f"it stands at height {seen.viewer_height}, the target at {seen.target_height}, map"
    behind = in_cm(told.behind_mm)
    return (
        Proposed("between", _obstacle(told), says, sure),
        Proposed("on_high_ground", high, height, sure),
        Proposed("behind_cm", behind, f"{behind:g} cm behind {_name(told)}, map", sure),
    )


def _looked_over(one: InTheWay) -> bool:
    return one.effect is Effect.LOOKED_OVER and not isinstance(one.what, Hill | StandingBase)


def _on_the_line(seen: LineOfSight) -> str:
    hiding = next((one for one in seen.in_the_way if one.hides), None)
    if hiding is None:
        return "nothing in the way, map"
    if hiding.effect is Effect.DEAD_GROUND:
        return f"in the dead ground behind {_name(hiding)}, {cm(hiding.behind_mm)} from it, map"
    return f"{_name(hiding)} lies between, {cm(hiding.enters_mm)} along the line, map"


def _name(one: InTheWay) -> str:
    return "another stand" if isinstance(one.what, StandingBase) else named(one.what)


def _obstacle(one: InTheWay) -> Obstacle:
    if isinstance(one.what, StandingBase):
        return Obstacle.STAND
    if isinstance(one.what, Hill):
        return Obstacle.HILL
    kinds = {kind: obstacle for obstacle, kind in SCREENS.items()}
    return kinds[one.what.kind]  # type: ignore[union-attr]  # what blocks is a screen, and screens are areas


def height(field: Field, placed: Placed) -> int:
    """How high a place lies, in contours."""
    return height_at(field.ground, placed)
