"""Visibility and cover (FF-VIS, FF-COV)."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Any

from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import Cover, Ground, Mover, Quality, UnitClass, Work
from rules.kernel.distances import cm, under, within
from rules.kernel.explanations import Considered, Explained, HouseMark, Refusal, Step
from rules.kernel.facts import fact, only
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.lookups import Resolution, no_dice
from rules.kernel.tables import Cited

# Visibility (FF-VIS). All-round, whatever the facing

DISTANCES, VIEWERS, TARGETS = "visibility/distances", "visibility/viewers", "visibility/targets"
OBSTACLES, DEAD_GROUND = "visibility/obstacles", "visibility/dead_ground"


class Viewer(StrEnum):
    """Who looks (FF-VIS-T1, AMB-77)."""

    INFANTRY = "infantry"
    MACHINE_GUN = "machine_gun"
    MORTAR = "mortar"
    CAVALRY = "cavalry"
    COMMAND = "command"
    OBSERVER = "observer"
    ARTILLERY = "artillery"
    VEHICLE = "vehicle"


class Target(StrEnum):
    """What is looked at (FF-VIS-T1, AMB-76)."""

    INFANTRY = "infantry"
    MACHINE_GUN = "machine_gun"
    MORTAR = "mortar"
    COMMAND = "command"
    CAVALRY = "cavalry"
    FIELD_ARTILLERY = "field_artillery"
    HEAVY_ARTILLERY = "heavy_artillery"
    SUPER_HEAVY_ARTILLERY = "super_heavy_artillery"
    VEHICLE = "vehicle"
    BUILDING = "building"
    FIELDWORK = "fieldwork"


SEES_AS: Mapping[UnitClass, Viewer] = {
    UnitClass.RIFLE_COMPANY: Viewer.INFANTRY,
    UnitClass.MACHINE_GUN: Viewer.MACHINE_GUN,
    UnitClass.LMG_PLATOON: Viewer.INFANTRY,
    UnitClass.BLOCK_HOUSE: Viewer.MACHINE_GUN,
    UnitClass.FIELD_GUN: Viewer.ARTILLERY,
    UnitClass.FIELD_HOWITZER: Viewer.ARTILLERY,
    UnitClass.HEAVY_ARTILLERY: Viewer.ARTILLERY,
    UnitClass.SUPER_HEAVY_ARTILLERY: Viewer.ARTILLERY,
    UnitClass.LIGHT_MORTAR: Viewer.MORTAR,
    UnitClass.MEDIUM_MORTAR: Viewer.MORTAR,
    UnitClass.HEAVY_MORTAR: Viewer.MORTAR,
    UnitClass.TANK: Viewer.VEHICLE,
    UnitClass.CAVALRY: Viewer.CAVALRY,
    UnitClass.FLAMETHROWER: Viewer.INFANTRY,
    UnitClass.ANTI_TANK_RIFLE: Viewer.INFANTRY,
    UnitClass.ENGINEERS: Viewer.INFANTRY,
    UnitClass.ARMOURED_CAR: Viewer.VEHICLE,
}
"""Whose eyes the stands of a unit have (FF-VIS-T1, AMB-77)."""

SEEN_AS: Mapping[UnitClass, Target] = {
    UnitClass.RIFLE_COMPANY: Target.INFANTRY,
    UnitClass.MACHINE_GUN: Target.MACHINE_GUN,
    UnitClass.LMG_PLATOON: Target.INFANTRY,
    UnitClass.BLOCK_HOUSE: Target.FIELDWORK,
    UnitClass.FIELD_GUN: Target.FIELD_ARTILLERY,
    UnitClass.FIELD_HOWITZER: Target.FIELD_ARTILLERY,
    UnitClass.HEAVY_ARTILLERY: Target.HEAVY_ARTILLERY,
    UnitClass.SUPER_HEAVY_ARTILLERY: Target.SUPER_HEAVY_ARTILLERY,
    UnitClass.LIGHT_MORTAR: Target.MORTAR,
    UnitClass.MEDIUM_MORTAR: Target.MORTAR,
    UnitClass.HEAVY_MORTAR: Target.MORTAR,
    UnitClass.TANK: Target.VEHICLE,
    UnitClass.CAVALRY: Target.CAVALRY,
    UnitClass.FLAMETHROWER: Target.INFANTRY,
    UnitClass.ANTI_TANK_RIFLE: Target.INFANTRY,
    UnitClass.ENGINEERS: Target.INFANTRY,
    UnitClass.ARMOURED_CAR: Target.VEHICLE,
}
"""What the stands of a unit are to whoever looks at them (FF-VIS-T1, AMB-76)."""

CREWED_TARGETS = frozenset({Target.MACHINE_GUN, Target.MORTAR, Target.FIELD_ARTILLERY})
"""Troops that are Experienced whatever their battalion is (FF-QUA-06)."""


class Obstacle(StrEnum):
    """What lies on the straight line between them; the ground the target stands in is none (AMB-79)."""

    NONE = "none"
    WOOD = "wood"
    BUILDING = "building"
    HILL = "hill"
    STAND = "stand"


FIRED = only("FF-VIS-03", "has_fired", True, "a target that has fired")


@dataclass(frozen=True, slots=True, kw_only=True)
class SightFacts:
    """Somebody looks at something."""

    viewer: Viewer = fact("who looks", example="infantry")
    target: Target = fact("what is looked at", example="infantry")
    range_cm: float = fact("distance between them", unit="cm", least=0, most=1000, example=60)
    in_cover: bool = fact("the target is in terrain, a trench, a building or a wood", example=False)
    has_fired: bool = fact("the target has opened fire", default=False)
    moved_since_firing: bool = fact("it has moved since it fired", default=False, only=FIRED)
    enemy_turn_since_firing: bool = fact("a whole enemy turn has ended since it fired", default=False, only=FIRED)
    target_quality: Quality = fact("the target's grade", default=Quality.EXPERIENCED)
    between: Obstacle = fact("what lies on the line between them", default=Obstacle.NONE)
    on_high_ground: bool = fact("the viewer looks from high ground", default=False)
    behind_cm: float = fact(
        "the target's distance behind that obstacle",
        default=0.0,
        unit="cm",
        least=0,
        most=1000,
        only=only("FF-VIS-06", "between", set(Obstacle) - {Obstacle.NONE}, "a target behind something"),
    )


@dataclass(frozen=True, slots=True)
class Sight:
    """Whether the target is seen, and the distance up to which it could be."""

    seen: bool
    limit_mm: int


def can_see(facts: SightFacts, book: RuleBook) -> Explained[Sight]:
    """Whether a viewer sees a target: within the table's distance and with nothing in the way (FF-VIS-01)."""
    limit = _limit(facts, book)
    near_enough = within(facts.range_cm, limit.value)
    relation = ("within" if under(facts.range_cm, limit.value) else "exactly within") if near_enough else "over"
    viewer = book.table(VIEWERS).word(facts.viewer)
    says = f"{viewer.says} at {facts.range_cm:g} cm, {relation} {cm(limit.value)}: {limit.says.lower()}"
    reach = Step(limit.clause, says, None, limit.house or viewer.house or _sight_mark(facts, book))
    clear, line = _line(facts, book)
    return Explained(Sight(near_enough and clear, limit.value), None, (reach, *line), tuple(_considered(facts, book)))


def _limit(facts: SightFacts, book: RuleBook) -> Cited[int]:
    row = book.table(VIEWERS).word(facts.viewer).value
    return book.table(DISTANCES).number(f"{row}.{sight_column(facts, book)}")


def sight_column(facts: SightFacts, book: RuleBook) -> str:
    """The column of the sight table a target is read in (FF-VIS-02, FF-VIS-03)."""
    counts_as = book.table(TARGETS).word(facts.target).value
    if counts_as == "works":
        return "works"
    if counts_as == "mounted" or not _hidden(facts, book):
        return "open"
    return "fired" if _betrayed(facts, book) else "in_cover"


def _hidden(facts: SightFacts, book: RuleBook) -> bool:
    return facts.in_cover or book.behaviour("AMB-68", {"fire_only": False, "hides_too": _target_is_trained(facts)})


def _target_is_trained(facts: SightFacts) -> bool:
    return facts.target in CREWED_TARGETS or facts.target_quality is not Quality.RAW


def _betrayed(facts: SightFacts, book: RuleBook) -> bool:
    """Whether its fire still shows where it is."""
    over = {"until_it_moves": facts.moved_since_firing, "enemy_turn": facts.enemy_turn_since_firing}
    return facts.has_fired and not book.behaviour("AMB-75", over)


def _sight_mark(facts: SightFacts, book: RuleBook) -> HouseMark | None:
    """The mark of a procedure of this game that chose the column."""
    if _hidden(facts, book) and not facts.in_cover:
        return book.mark("AMB-68")
    return book.mark("AMB-75") if facts.has_fired and facts.in_cover else None


def _line(facts: SightFacts, book: RuleBook) -> tuple[bool, tuple[Step, ...]]:
    """Whether the straight line is clear, and why."""
    obstacle = book.table(OBSTACLES).word(facts.between)
    if obstacle.value == "clear":
        return True, ()
    if not facts.on_high_ground or facts.between is Obstacle.HILL:
        return False, (obstacle.cites(f"{obstacle.says} lies between"),)
    over = Step("FF-VIS-05", f"From high ground it looks over {obstacle.says.lower()}")
    dead = book.table(DEAD_GROUND)
    if not dead.has(facts.between):
        level = Step("FF-VIS-06", "No dead ground behind it", None, book.mark("AMB-78"))
        return True, (over, level) if facts.between in dead.absent else (over,)
    return _past_dead_ground(facts, over, dead.number(facts.between))


def _past_dead_ground(facts: SightFacts, over: Step, dead: Cited[int]) -> tuple[bool, tuple[Step, ...]]:
    hidden = within(facts.behind_cm, dead.value)
    relation = "within" if hidden else "beyond"
    step = dead.cites(f"{dead.says}: {facts.behind_cm:g} cm, {relation} the {cm(dead.value)} of dead ground")
    return not hidden, (over, step)


def _considered(facts: SightFacts, book: RuleBook) -> Iterator[Considered]:
    if facts.between is not Obstacle.NONE and book.table(OBSTACLES).word(facts.between).value == "clear":
        yield Considered("FF-VIS-01", "Stands do not block sight")
    if facts.has_fired and not _betrayed(facts, book):
        yield Considered("FF-VIS-03", "It has fired, but that no longer betrays it")
    if facts.in_cover and sight_column(facts, book) == "open":
        yield Considered("FF-VIS-02", "Mounted troops are seen as in the open")
    if (
        _target_is_trained(facts)
        and not _hidden(facts, book)
        and book.table(TARGETS).word(facts.target).value == "troops"
    ):
        yield Considered("FF-COV-04", "Fieldcraft protects but does not hide")
    yield Considered("FF-VIS-04", "Troops see all round; arcs of fire are another matter")
    if facts.viewer in (Viewer.INFANTRY, Viewer.MACHINE_GUN):
        yield Considered("FF-VIS-08", "Sight does not lengthen a weapon's range")


@dataclass(frozen=True, slots=True, kw_only=True)
class ObserverFacts:
    """Somebody who might observe where fire comes down."""

    viewer: Viewer = fact("who looks", example="observer")
    range_cm: float = fact("from him to the intended point", unit="cm", least=0, most=1000, example=60)
    clear_line: bool = fact("nothing lies on the line between them", default=True)
    deployed: bool = fact("it is in action, not limbered or packed (batteries)", default=True)
    sees_enemy_in_area: bool = fact("he sees an enemy stand in the area", default=True)
    from_the_air: bool = fact("an unused air mission watches this point (house rule)", default=False)


OBSERVERS = (Viewer.COMMAND, Viewer.OBSERVER, Viewer.ARTILLERY)


def observes(facts: ObserverFacts, book: RuleBook) -> Explained[bool]:
    """Whether somebody observes fire on a point, so that it does not deviate (FF-DEV-01, AMB-311, AMB-471)."""
    flying = from_the_air(book) if facts.from_the_air else None
    if flying:
        return Explained(True, None, (flying,))
    amb_311 = book.ruling("AMB-311")
    everybody = amb_311.gives({"officers": False, "any_stand": True, "enemy_seen": False})
    enemy_wanted = amb_311.gives({"officers": False, "any_stand": False, "enemy_seen": True})
    limit = book.table(DISTANCES).number(f"{book.table(VIEWERS).word(facts.viewer).value}.works")
    why_not = (
        (not everybody and facts.viewer not in OBSERVERS, "Only command stands, spotters and batteries observe fire"),
        (facts.viewer is Viewer.ARTILLERY and not facts.deployed, "A battery that is limbered does not observe"),
        (not within(facts.range_cm, limit.value), f"{facts.range_cm:g} cm is over {cm(limit.value)}"),
        (not facts.clear_line, "The line to the point is not clear"),
        (enemy_wanted and not facts.sees_enemy_in_area, "No enemy stand in the area is seen"),
    )
    missing = [says for applies, says in why_not if applies]
    says = missing[0] if missing else f"{facts.range_cm:g} cm, within {cm(limit.value)}: it is observed"
    return Explained(not missing, None, (Step("FF-DEV-01", says, None, amb_311.mark),))


def from_the_air(book: RuleBook) -> Step | None:
    """That an unused air mission observes one point; None where it does not (FF-AIR-01, AMB-471)."""
    amb_471 = book.ruling("AMB-471")
    observing = amb_471.gives({"no": False, "one_point": True})
    if not observing or not book.table("orders/air").has("air_mission"):
        return None
    return Step("FF-AIR-01", "Observed from the air by an unused mission", None, amb_471.mark)


def _observes(facts: ObserverFacts, _dice: object, book: RuleBook) -> Explained[bool] | Refusal:
    return observes(facts, book)


def _sight(facts: SightFacts, _dice: object, book: RuleBook) -> Explained[Sight] | Refusal:
    return can_see(facts, book)


# Cover (FF-COV). Top rule wins

CLASSES = "cover/classes"
CREWED_MOVERS = (
    Mover.MACHINE_GUN,
    Mover.LIGHT_MORTAR,
    Mover.MEDIUM_MORTAR,
    Mover.HEAVY_MORTAR,
    Mover.FIELD_ARTILLERY,
    Mover.HEAVY_ARTILLERY,
    Mover.SUPER_HEAVY_ARTILLERY,
    Mover.BLOCK_HOUSE,
)
VEHICLES = (Mover.HEAVY_TANK, Mover.LIGHT_TANK, Mover.MOTORS)
ON_FOOT = frozenset(
    {
        Mover.INFANTRY,
        Mover.MACHINE_GUN,
        Mover.LIGHT_MORTAR,
        Mover.MEDIUM_MORTAR,
        Mover.HEAVY_MORTAR,
        Mover.COMMAND_ON_FOOT,
    }
)
MOVES = only("FF-BLK-08", "mover", set(Mover) - {Mover.BLOCK_HOUSE}, "anything but a block house")
SHELLED = (Ground.SHELL_TORN, Ground.SHATTERED)


@dataclass(frozen=True, slots=True, kw_only=True)
class CoverFacts:
    """A stand and where it is."""

    quality: Quality = fact("its battalion's grade (crewed weapons always count as Experienced)", example="experienced")
    mover: Mover = fact("what it is", default=Mover.INFANTRY)
    ground: Ground = fact("the ground under it", default=Ground.OPEN)
    work: Work = fact(
        "the trench or work it is in",
        default=Work.NONE,
        only=(
            only(
                "FF-BLK-08",
                "mover",
                ON_FOOT | {Mover.BLOCK_HOUSE},
                "troops on foot and their weapons",
                {Work.BLOCK_HOUSE},
            ),
            only("FF-COV-T2", "ground", set(Ground) - {Ground.MID_STREAM}, "ground that is not under water"),
        ),
    )
    on_wire: bool = fact("caught on wire, or between two belts of it", default=False, only=MOVES)
    in_road_column: bool = fact(
        "in column or close order on a road",
        default=False,
        only=(MOVES, only("FF-FRM-08", "work", {Work.NONE}, "a stand in no trench or work")),
    )
    dismounted: bool = fact(
        "cavalry that has dismounted to fire and not moved since",
        default=False,
        only=only("FF-CAV-02", "mover", {Mover.CAVALRY}, "cavalry"),
    )
    fell_back: bool = fact("it fell back from a drawn assault and has not moved since", default=False, only=MOVES)
    moved_last_turn: bool = fact("it moved in its last own turn", default=False, only=MOVES)
    half_inside: bool = fact("at least half its base is in that ground or work", default=True)
    wholly_inside: bool = fact("its whole base is in that ground or work", default=True)


def cover_of(facts: CoverFacts, book: RuleBook) -> Explained[Cover]:
    """The cover class of a stand: the highest rule that applies decides, cover does not add up (FF-COV-T2)."""
    house = None if facts.wholly_inside else book.mark("AMB-73")
    return _class_of(_as_counted(facts, book), book, house)


def deciding_case(facts: CoverFacts, book: RuleBook) -> str:
    """The row of the table of cover that decides (FF-COV-T2)."""
    return next(key for key, applies in _cases(_as_counted(facts, book), book) if applies)


def _as_counted(facts: CoverFacts, book: RuleBook) -> CoverFacts:
    """Where a stand that is only partly inside counts as standing."""
    settle = book.behaviour("AMB-73", {"half_the_base": _by_half_the_base, "worst": _by_the_worst})
    return settle(facts, book)


def _by_half_the_base(facts: CoverFacts, _book: RuleBook) -> CoverFacts:
    return facts if facts.half_inside else _outside(facts)


def _by_the_worst(facts: CoverFacts, book: RuleBook) -> CoverFacts:
    if facts.wholly_inside:
        return facts
    classes = tuple(Cover)
    return min((_outside(facts), facts), key=lambda place: classes.index(_class_of(place, book, None).value))


def _outside(facts: CoverFacts) -> CoverFacts:
    return replace(facts, ground=Ground.OPEN, work=Work.NONE)


def _class_of(facts: CoverFacts, book: RuleBook, house: HouseMark | None) -> Explained[Cover]:
    table = book.table(CLASSES)
    applying = [key for key, applies in _cases(facts, book) if applies]
    first = table.word(applying[0])
    says = f"{first.says}: {first.value.capitalize()}"
    step = Step(first.clause, says, None, first.house or house or _cover_mark(applying[0], facts, book))
    below = (table.word(key) for key in applying[1:-1])
    also = tuple(Considered(row.clause, f"{row.says}: a higher rule decides") for row in below)
    return Explained(Cover(first.value), None, (step,), also + tuple(_looked_at(facts, applying, book)))


def _cases(facts: CoverFacts, book: RuleBook) -> Iterator[tuple[str, bool]]:
    """Every case in the order of the table, with whether it applies; the last always does."""
    village, wood = facts.ground is Ground.VILLAGE, facts.ground is Ground.WOOD
    block_house = facts.work is Work.BLOCK_HOUSE or facts.mover is Mover.BLOCK_HOUSE
    dug = facts.work in (Work.TRENCH, Work.STRONG_TRENCH, Work.STRONG_POINT)
    yield "on_wire", facts.on_wire
    yield "mounted", _rides(facts, book) and not (village or wood)
    yield "road_column", facts.in_road_column and _column_is_open(facts, book)
    yield "mid_stream", facts.ground is Ground.MID_STREAM
    yield "village_block_house", block_house and village
    yield "block_house", block_house
    yield "village_work", dug and village
    yield "strong_work", facts.work in (Work.STRONG_TRENCH, Work.STRONG_POINT)
    yield "village", village
    yield "wood_trench", dug and wood
    yield "trench", dug
    yield "wood", wood
    yield "marsh", facts.ground is Ground.MARSH
    yield "river_bank", facts.ground is Ground.RIVER_BANK
    yield "shell_holes", facts.ground in SHELLED and _uses_shell_holes(facts, book)
    yield "fell_back", facts.fell_back and facts.mover not in VEHICLES
    yield "fieldcraft", _mover_is_trained(facts)
    yield "nothing", True


def _raw(facts: CoverFacts) -> bool:
    return facts.quality is Quality.RAW and facts.mover not in CREWED_MOVERS


def _mover_is_trained(facts: CoverFacts) -> bool:
    return not _raw(facts) and facts.mover not in VEHICLES


def _rides(facts: CoverFacts, book: RuleBook) -> bool:
    dismounting_helps = book.behaviour("AMB-52", {"part_of_firing": True, "one_action": True, "always_open": False})
    return facts.mover is Mover.CAVALRY and not (facts.dismounted and dismounting_helps)


def _column_is_open(facts: CoverFacts, book: RuleBook) -> bool:
    return book.behaviour("AMB-104", {"open": True, "trained_soft": not _mover_is_trained(facts)})


def _uses_shell_holes(facts: CoverFacts, book: RuleBook) -> bool:
    raw = _raw(facts)
    uses = book.behaviour(
        "AMB-69", {"halted": not (raw and facts.moved_last_turn), "everyone": True, "raw_open": not raw}
    )
    return uses and facts.mover not in VEHICLES


def _cover_mark(case: str, facts: CoverFacts, book: RuleBook) -> HouseMark | None:
    """The mark of a procedure of this game that decided the case."""
    if facts.dismounted and case == "mounted":
        return book.mark("AMB-52")
    if facts.in_road_column and _mover_is_trained(facts) and case != "road_column":
        return book.mark("AMB-104")
    return book.mark("AMB-69") if facts.ground in SHELLED and _raw(facts) else None


def _looked_at(facts: CoverFacts, applying: list[str], book: RuleBook) -> Iterator[Considered]:
    if _raw(facts) and facts.ground in SHELLED and "shell_holes" not in applying:
        yield Considered("FF-COV-03", "Raw troops get nothing from these shell holes")
    if _raw(facts) and applying == ["nothing"]:
        yield Considered("FF-COV-04", "Raw troops have no fieldcraft")
    if not facts.half_inside and book.mark("AMB-73") is None:
        yield Considered("FF-COV-T2", "Less than half the base lies in it")


def _cover(facts: CoverFacts, _dice: object, book: RuleBook) -> Explained[Cover] | Refusal:
    return cover_of(facts, book)


class ArmourCover(StrEnum):
    """The two columns of the armour table (FF-ARM-01)."""

    OPEN = "open"
    COVER = "cover"


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmourCoverFacts:
    """A tank or armoured car and where it is."""

    ground: Ground = fact("the ground under it", default=Ground.OPEN)
    work: Work = fact("the trench or work it is in", default=Work.NONE)
    behind_building: bool = fact("at least half its base is behind a building or a work", default=False)
    half_inside: bool = fact("at least half its base is in that ground or work", default=True)


def cover_of_armour(facts: ArmourCoverFacts, book: RuleBook) -> Explained[ArmourCover]:
    """Whether armour counts as in the open or in cover when it is shot at (FF-ARM-01, SHQ-43)."""
    shq_43 = book.ruling("SHQ-43")
    hides = shq_43.gives({"solid": _hides_armour, "any_cover": _covers_anything})(facts)
    covered = facts.behind_building or (hides and facts.half_inside)
    says = "Half its base is covered: in cover" if covered else "Nothing solid covers half its base: in the open"
    step = Step("FF-ARM-01", says, None, shq_43.mark)
    answer = ArmourCover.COVER if covered else ArmourCover.OPEN
    return Explained(answer, None, (step,), (Considered("FF-COV-04", "Armour has no fieldcraft"),))


def _hides_armour(facts: ArmourCoverFacts) -> bool:
    return facts.ground in (Ground.WOOD, Ground.VILLAGE)


def _covers_anything(facts: ArmourCoverFacts) -> bool:
    return facts.ground not in (Ground.OPEN, Ground.MID_STREAM) or facts.work is not Work.NONE


def _armour(facts: ArmourCoverFacts, _dice: object, book: RuleBook) -> Explained[ArmourCover] | Refusal:
    return cover_of_armour(facts, book)


RESOLUTIONS: tuple[Resolution[Any, RuleBook], ...] = (
    Resolution("visibility", "Who sees what", "Visibility", SightFacts, no_dice, _sight),
    Resolution("observed", "Whether fire is observed", "Visibility", ObserverFacts, no_dice, _observes),
    Resolution("cover", "Class of cover", "Cover", CoverFacts, no_dice, _cover),
    Resolution("armour_cover", "Armour: in the open or in cover", "Cover", ArmourCoverFacts, no_dice, _armour),
)
