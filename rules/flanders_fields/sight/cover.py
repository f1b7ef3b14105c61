"""Cover: which class protects a stand (FF-COV). Top rule wins."""

from collections.abc import Iterator
from dataclasses import replace
from enum import StrEnum
from typing import Any

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.vocabulary import Cover, Ground, Mover, Quality, Work
from rules.kernel.contradictions import only
from rules.kernel.explain import Considered, Explained, HouseMark, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.resolve import Resolution, no_dice
from rules.kernel.values import dataclass

CLASSES = "cover/classes"
CREWED = (
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
    step = Step(first.clause, says, None, first.house or house or _house(applying[0], facts, book))
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
    yield "fieldcraft", _trained(facts)
    yield "nothing", True


def _raw(facts: CoverFacts) -> bool:
    return facts.quality is Quality.RAW and facts.mover not in CREWED


def _trained(facts: CoverFacts) -> bool:
    return not _raw(facts) and facts.mover not in VEHICLES


def _rides(facts: CoverFacts, book: RuleBook) -> bool:
    dismounting_helps = book.behaviour("AMB-52", {"part_of_firing": True, "one_action": True, "always_open": False})
    return facts.mover is Mover.CAVALRY and not (facts.dismounted and dismounting_helps)


def _column_is_open(facts: CoverFacts, book: RuleBook) -> bool:
    return book.behaviour("AMB-104", {"open": True, "trained_soft": not _trained(facts)})


def _uses_shell_holes(facts: CoverFacts, book: RuleBook) -> bool:
    raw = _raw(facts)
    uses = book.behaviour(
        "AMB-69", {"halted": not (raw and facts.moved_last_turn), "everyone": True, "raw_open": not raw}
    )
    return uses and facts.mover not in VEHICLES


def _house(case: str, facts: CoverFacts, book: RuleBook) -> HouseMark | None:
    """The mark of a procedure of this game that decided the case."""
    if facts.dismounted and case == "mounted":
        return book.mark("AMB-52")
    if facts.in_road_column and _trained(facts) and case != "road_column":
        return book.mark("AMB-104")
    return book.mark("AMB-69") if facts.ground in SHELLED and _raw(facts) else None


def _looked_at(facts: CoverFacts, applying: list[str], book: RuleBook) -> Iterator[Considered]:
    if _raw(facts) and facts.ground in SHELLED and "shell_holes" not in applying:
        yield Considered("FF-COV-03", "Raw troops get nothing from these shell holes")
    if _raw(facts) and applying == ["nothing"]:
        yield Considered("FF-COV-04", "Raw troops have no fieldcraft")
    if not facts.half_inside and book.mark("AMB-73") is None:
        yield Considered("FF-COV-T2", "Less than half the base lies in it")


def _resolve(facts: CoverFacts, _dice: object, book: RuleBook) -> Explained[Cover] | Refusal:
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
    Resolution("cover", "Class of cover", "Cover", CoverFacts, no_dice, _resolve),
    Resolution("armour_cover", "Armour: in the open or in cover", "Cover", ArmourCoverFacts, no_dice, _armour),
)
