"""Artillery: shots, the circle, who lies under it, how shots are shared out, packing (BE-ART)."""

from typing import Any, Final

from rules.earth_1418.book import EarthBook
from rules.earth_1418.chart import arm_of, arming_of
from rules.earth_1418.facts import MOST_BASES, NOTHING_TYPED, TypedValues
from rules.earth_1418.lengths import TableLength, in_words, of_inches
from rules.earth_1418.vocabulary import GUNS, Arm, ArmingSide, Speed, TroopType
from rules.kernel.dice import D6
from rules.kernel.explain import Considered, Explained, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.numerals import counted
from rules.kernel.resolve import Resolution, no_dice
from rules.kernel.tables import Cited
from rules.kernel.values import dataclass

CHAPTER: Final = "Artillery"
WHOLE: Final = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Battery:
    """Bases of one type of gun that fire together."""

    unit: TroopType = fact("what they are", example="field_gun")
    bases: int = fact("bases firing", least=1, most=MOST_BASES, example=4)
    typed: TypedValues = fact("what the players say of a type without a row", default=NOTHING_TYPED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Bombarding:
    """The guns of one bombardment."""

    guns: tuple[Battery, ...] = fact("the guns that fire", fewest=1, longest=12)


@dataclass(frozen=True, slots=True)
class Shots:
    """How many shots at most, and how many of them at most on a single target."""

    shots: int
    most_on_one_target: int


def shots_of(facts: Bombarding, book: EarthBook) -> Explained[Shots] | Refusal:
    """The shots of a bombardment (BE-ART-05, BE-ART-08; G-28). Refuses what is no artillery, and untyped dice."""
    steps, total, bases = list[Step](), 0, 0
    for one in facts.guns:
        if arm_of(one.unit, book).value not in GUNS:
            return Refusal("BE-ART-01", "Only artillery bombards", "name guns and howitzers")
        arming = arming_of(one.unit, ArmingSide.SHOOTING, one.typed, book)
        if isinstance(arming, Refusal):
            return arming
        total, bases = total + (arming.value or 0) * one.bases, bases + one.bases
        steps.append(Step(arming.clause, f"{arming.says}, {counted(one.bases, 'base')}", None, arming.house))
    mean = f"{total}/{bases} on the mean" if len(facts.guns) > 1 else f"{total // bases}"
    steps.append(Step("BE-ART-05", f"{mean} x {counted(bases, 'base')}: {counted(total, 'shot')}"))
    most = most_on_one(total, book)
    steps.append(Step("BE-ART-08", f"At most {most} of them on a single target"))
    return Explained(Shots(total, most), None, tuple(steps))


def most_on_one(shots: int, book: EarthBook) -> int:
    """Return how many of the shots may be laid on a single target, rounded down (BE-ART-08; G-28).

    A bombardment of one shot may lay it on a target: half of it, rounded down, would leave nothing to lay.
    """
    return min(shots, max(1, shots * book.table("artillery/shares").number("one_target").value // WHOLE))


@dataclass(frozen=True, slots=True, kw_only=True)
class BaseUnder:
    """A base near the circle, and the shots laid on it."""

    inside_percent: int = fact("how much of it lies inside the circle", least=0, most=WHOLE, example=100)
    shots: int = fact("shots laid on it", default=0, least=0, most=999, example=2)


@dataclass(frozen=True, slots=True, kw_only=True)
class NearTheCircle:
    """A sub-unit near the circle: its bases, each with how much of it lies inside."""

    name: str = fact("what it is called", example="2nd Company")
    bases: tuple[BaseUnder, ...] = fact(
        "its bases", fewest=1, longest=MOST_BASES, example=({"inside_percent": 100, "shots": 2}, {"inside_percent": 40})
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Sharing:
    """The shots of a bombardment as they are shared out under its circle."""

    shots: int = fact("shots of the bombardment at most", least=0, most=999, example=8)
    under: tuple[NearTheCircle, ...] = fact("every sub-unit near the circle", fewest=1, longest=24, called="name")


@dataclass(frozen=True, slots=True)
class TargetUnder:
    """A sub-unit near the circle: whether it is a target, shots on it, and those thrown again if they succeed."""

    name: str
    target: bool
    bases_under: int
    shots: int
    thrown_again: int


@dataclass(frozen=True, slots=True)
class Shared:
    """The targets under the circle, and the shots that are left to share out."""

    targets: tuple[TargetUnder, ...]
    shots_left: int
    most_on_one_target: int


def most_in_words(book: EarthBook) -> str:
    """Which share of the shots may be laid on one target, as a sentence says it (BE-ART-08)."""
    return in_words(book.table("artillery/shares").number("one_target").value)


def share_out(facts: Sharing, book: EarthBook) -> Explained[Shared] | Refusal:
    """Who lies under the circle, and whether shots may be shared out so (BE-ART-07 to BE-ART-10; G-29).

    Refuses shots on who is no target or not under it, too many on one target, and more than there are.
    """
    limit = most_on_one(facts.shots, book)
    outside = book.table("artillery/shares").number("outside").value
    g_29 = book.ruling("G-29")
    per_base = g_29.gives({"sub_unit": False, "base": True})
    rows, steps = list[TargetUnder](), list[Step]()
    for one in facts.under:
        found = _under(one, outside)
        refused = _refused(one, found, limit, per_base, most_in_words(book))
        if refused is not None:
            return refused
        rows.append(found)
        word = "is a target" if found.target else "is none"
        steps.append(
            Step("BE-ART-07", f"{one.name}: {found.bases_under} of {len(one.bases)} bases under it, it {word}")
        )
        if found.thrown_again:
            steps.append(Step("BE-ART-10", f"{one.name}: successes of {found.thrown_again} shots are thrown again"))
    laid = sum(one.shots for one in rows)
    if laid > facts.shots:
        return Refusal("BE-ART-05", f"{laid} shots are laid, there are {facts.shots}", f"lay {facts.shots} at most")
    what = "base" if per_base else "sub-unit"
    steps.append(Step("BE-ART-08", f"At most {limit} on a single {what}", None, g_29.mark))
    return Explained(Shared(tuple(rows), facts.shots - laid, limit), None, tuple(steps))


def is_target(bases: int, under: int) -> bool:
    """Whether a sub-unit takes damage: more than one base under the circle, or its only one (BE-ART-07)."""
    return under > 1 or (bases == 1 and under == 1)


def _under(one: NearTheCircle, outside: int) -> TargetUnder:
    under = sum(base.inside_percent > 0 for base in one.bases)
    again = sum(base.shots for base in one.bases if WHOLE - base.inside_percent > outside)
    return TargetUnder(one.name, is_target(len(one.bases), under), under, sum(base.shots for base in one.bases), again)


def _refused(one: NearTheCircle, found: TargetUnder, limit: int, per_base: bool, share: str) -> Refusal | None:
    if found.shots and not found.target:
        because = f"{one.name} has not more than one base under the circle"
        return Refusal("BE-ART-07", because, "lay the shots on those under it")
    if any(base.shots and not base.inside_percent for base in one.bases):
        return Refusal(
            "BE-ART-07", f"A base of {one.name} with shots is not under the circle", "lay them on one that is"
        )
    most = max(base.shots for base in one.bases) if per_base else found.shots
    if most > limit:
        because = f"{most} shots on one {'base' if per_base else 'target'}"
        return Refusal("BE-ART-08", because, f"lay {limit} at most, {share} of all")
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class NothingToKnow:
    """Nothing has to be known."""


@dataclass(frozen=True, slots=True)
class Templates:
    """The circle across, and the least side of a square of the grid."""

    circle_across: TableLength
    grid_square: TableLength


def templates(_facts: NothingToKnow, book: EarthBook) -> Explained[Templates]:
    """How large circle and grid are (BE-ART-01, BE-ART-06; G-31)."""
    table, mark = book.table("artillery/templates"), book.mark("G-31")
    circle, square = table.number("circle"), table.number("grid_square")
    unit = "in" if mark is None else "cm"
    steps = (
        Step(circle.clause, f"{circle.says}: {circle.value} {unit}", None, mark),
        Step(square.clause, f"{square.says}: {square.value} {unit}", None, mark),
    )
    return Explained(Templates(of_inches(circle.value, book), of_inches(square.value, book)), None, steps)


@dataclass(frozen=True, slots=True, kw_only=True)
class Packing:
    """A gun that is to move or to fire."""

    unit: TroopType = fact("what it is", example="field_gun")
    packed: bool = fact("it is packed", default=False, example=True)
    is_to_move: bool = fact("it is to move; else it is to fire", default=False)


def bounds_to_pack(gun: TroopType, book: EarthBook) -> Cited[int]:
    """How many bounds a gun spends on packing before it moves, and on unpacking before it fires; 0: it need not."""
    own = gun is TroopType.SELF_PROPELLED_GUN
    return book.table("artillery/packing").number(gun if own else "artillery")


def packing(facts: Packing, book: EarthBook) -> Explained[int] | Refusal:
    """How many bounds of packing or unpacking come first (BE-ART-03, BE-VEH-04). Refuses what is no gun."""
    if arm_of(facts.unit, book).value != Arm.ARTILLERY:
        return Refusal("BE-ART-03", "Only artillery on the table packs and unpacks", "name a gun or howitzer")
    speeds = book.table("chart/speeds")
    if facts.is_to_move and speeds.has(facts.unit) and speeds.word(facts.unit).value == Speed.IMMOBILE:
        return Refusal(speeds.word(facts.unit).clause, "It is immobile", "let it fire from where it is")
    cited = bounds_to_pack(facts.unit, book)
    ready = facts.packed is facts.is_to_move
    bounds = 0 if ready else cited.value
    says = (
        "It is ready"
        if ready
        else f"{bounds} bound{'' if bounds == 1 else 's'} of {'packing' if facts.is_to_move else 'unpacking'} first"
    )
    looked = (Considered("BE-ART-04", "It never digs in meanwhile"),) if bounds else ()
    return Explained(bounds, None, (Step(cited.clause, says),), looked)


def _shots(facts: Bombarding, _dice: tuple[D6, ...], book: EarthBook) -> Explained[Shots] | Refusal:
    return shots_of(facts, book)


def _share(facts: Sharing, _dice: tuple[D6, ...], book: EarthBook) -> Explained[Shared] | Refusal:
    return share_out(facts, book)


def _templates(facts: NothingToKnow, _dice: tuple[D6, ...], book: EarthBook) -> Explained[Templates]:
    return templates(facts, book)


def _packing(facts: Packing, _dice: tuple[D6, ...], book: EarthBook) -> Explained[int] | Refusal:
    return packing(facts, book)


RESOLUTIONS: tuple[Resolution[Any, EarthBook], ...] = (
    Resolution("bombardment", "Shots of a bombardment", CHAPTER, Bombarding, no_dice, _shots),
    Resolution("shots_shared", "How shots are shared out", CHAPTER, Sharing, no_dice, _share),
    Resolution("templates", "Circle and grid", CHAPTER, NothingToKnow, no_dice, _templates),
    Resolution("packing", "Packing and unpacking", CHAPTER, Packing, no_dice, _packing),
)
