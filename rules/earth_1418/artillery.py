"""Artillery: bombardments, smoke and gas (BE-ART, BE-GAS)."""

from enum import StrEnum
from typing import Any, Final

from rules.earth_1418.ruleset import EarthBook, TableLength, in_words, of_inches
from rules.earth_1418.troop_chart import MOST_BASES, NOTHING_TYPED, TypedValues, arm_of, arming_of
from rules.earth_1418.vocabulary import GUNS, Arm, ArmingSide, CloudKind, Speed, TroopType
from rules.kernel.dice import D6
from rules.kernel.explanations import Considered, Explained, Refusal, Step
from rules.kernel.facts import fact, only
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.lookups import Resolution, no_dice, thrown
from rules.kernel.numerals import counted
from rules.kernel.tables import Cited

# Artillery (BE-ART)

ARTILLERY_CHAPTER: Final = "Artillery"
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


# Smoke and gas (BE-GAS)

GAS_CHAPTER: Final = "Smoke and gas"
KINDS: Final = {CloudKind.IMMEDIATE_GAS: "immediate", CloudKind.DELAYED_GAS: "delayed"}
GASES: Final = frozenset(KINDS)
MOST_WIND: Final = 12
TURN: Final = 360
ACROSS: Final = 90
SIXTH: Final = 60


def not_yet_or_no_more(cloud: CloudKind, book: EarthBook) -> Refusal | None:
    """Why there is no such gas at the date; None where there is (BE-GAS-01, BE-GAS-02)."""
    kinds = book.table("gas/kinds")
    if cloud is CloudKind.SMOKE or kinds.has(KINDS[cloud]):
        return None
    name = cloud.replace("_", " ").capitalize()
    other = "long-delayed gas" if kinds.has("delayed") else "short-term gas" if kinds.has("immediate") else "smoke"
    return Refusal("BE-GAS-01", f"{name}: {kinds.absent[KINDS[cloud]]}", f"choose another date, or {other}")


def gas_weakens(cloud: CloudKind | None, book: EarthBook) -> Step | Considered | Refusal | None:
    """What a cordon that a sub-unit touches does to its Resilience (BE-GAS-02, BE-GAS-03)."""
    if cloud is None:
        return None
    refused = not_yet_or_no_more(cloud, book)
    if refused is not None:
        return refused
    if cloud is CloudKind.IMMEDIATE_GAS:
        return book.table("cover/changes").number("immediate_gas").because("It touches short-term gas")
    says = "Long-delayed gas does nothing to troops" if cloud is CloudKind.DELAYED_GAS else "Smoke weakens nobody"
    return Considered("BE-GAS-02", says)


@dataclass(frozen=True, slots=True, kw_only=True)
class CordonFacts:
    """A cordon of smoke or gas, and the wind."""

    kind: CloudKind = fact("what was fired", default=CloudKind.SMOKE)
    batteries: int = fact("how many batteries fired it", default=1, least=1, most=20, example=2)
    wind_towards_deg: float = fact(
        "where the wind blows to, clockwise from straight up the map",
        unit="degrees",
        default=0.0,
        least=0,
        most=360,
        example=90,
    )
    wind_value: float | None = fact("the scenario's wind value, typed by you", default=None, least=0, most=MOST_WIND)
    bounds: int = fact("bounds that have ended since it was laid", default=0, least=0, most=99, example=2)


@dataclass(frozen=True, slots=True)
class Cordon:
    """Its length across the wind, its depth, which way it lies, how far it drifts in a bound and has drifted."""

    length: TableLength
    depth: TableLength
    lies_deg: float
    drift_a_bound: TableLength
    drifted: TableLength


def cordon(facts: CordonFacts, book: EarthBook) -> Explained[Cordon] | Refusal:
    """The cordon that batteries lay, and where it has drifted to (BE-GAS-01, BE-GAS-04 to BE-GAS-06; G-31, G-32, G-41).

    Refuses gas that its date does not know.
    """
    refused = not_yet_or_no_more(facts.kind, book)
    if refused is not None:
        return refused
    templates = book.table("artillery/templates")
    length, depth = templates.number("cordon_length"), templates.number("cordon_depth")
    drift, steps = drift_inches(facts, book)
    inches = _unit(book)
    total = length.value * facts.batteries
    across = (facts.wind_towards_deg + ACROSS) % (TURN / 2)
    found = Cordon(
        of_inches(total, book),
        of_inches(depth.value, book),
        across,
        of_inches(drift, book),
        of_inches(drift * facts.bounds, book),
    )
    lines = (
        cordon_length(facts.batteries, book),
        Step("BE-GAS-04", f"{depth.value} {inches} deep", None, depth.house),
        Step("BE-GAS-05", f"It lies across the wind, along {across:g} degrees"),
        *steps,
    )
    return Explained(found, None, lines)


def _unit(book: EarthBook) -> str:
    return "in" if book.ruling("G-31").option.key == "inches" else "cm"


def cordon_length(batteries: int, book: EarthBook) -> Step:
    """How long the cordon of so many batteries is, in words (BE-GAS-04; G-31)."""
    each = book.table("artillery/templates").number("cordon_length")
    return Step("BE-GAS-04", f"{batteries} x {each.value} {_unit(book)} long", None, book.ruling("G-31").mark)


def drift_inches(facts: CordonFacts, book: EarthBook) -> tuple[float, tuple[Step, ...]]:
    """How far a cordon drifts in a bound, in the book's unit (BE-GAS-05, BE-GAS-06; G-32)."""
    base = book.table("artillery/templates").number("drift")
    g_32 = book.ruling("G-32")
    immediate = facts.kind is CloudKind.IMMEDIATE_GAS
    with_wind = g_32.gives({"gas_with_wind": immediate, "always_three": False, "wind_for_all": True})
    wind = (facts.wind_value or 0) if with_wind else 0
    clause = "BE-GAS-06" if immediate and with_wind else base.clause
    says = f"{base.value} and {wind:g} for the wind" if with_wind else f"{base.value}"
    typed = " (typed by you)" if with_wind and facts.wind_value is not None else ""
    lines = [Step(clause, f"It drifts {says}{typed} as each bound ends", None, g_32.mark)]
    if with_wind and facts.wind_value is None:
        lines.append(Step("BE-GAS-06", "The scenario gives no wind value: 0", None, g_32.mark))
    return base.value + wind, tuple(lines)


@dataclass(frozen=True, slots=True, kw_only=True)
class WindAsked:
    """Where the wind blows to: entered from the scenario, or thrown for."""

    entered_deg: float | None = fact(
        "where it blows to by the scenario, clockwise from straight up the map; none: a die is thrown",
        unit="degrees",
        default=None,
        least=0,
        most=360,
    )


def wind(facts: WindAsked, dice: tuple[D6, ...], book: EarthBook) -> Explained[float] | Refusal:
    """Where the wind blows to, in degrees clockwise from straight up the map (BE-GAS-07; G-42)."""
    if facts.entered_deg is not None:
        step = Step("BE-GAS-07", f"{facts.entered_deg:g} degrees, typed by you")
        return Explained(float(facts.entered_deg % TURN), None, (step,))
    g_42 = book.ruling("G-42")
    if not g_42.gives({"sixths": True, "entered_only": False}):
        return Refusal("BE-GAS-07", "By house rule nobody throws for the wind (G-42)", "enter where it blows to")
    towards = dice[0].pips * SIXTH % TURN
    says = f"A {dice[0].pips}: {towards} degrees, by a table of ours (G-42)"
    return Explained(float(towards), dice[0].pips, (Step("BE-GAS-07", says, None, g_42.mark),))


def _wind_dice(facts: WindAsked, book: EarthBook) -> int:
    thrown_for = facts.entered_deg is None and book.behaviour("G-42", {"sixths": True, "entered_only": False})
    return int(thrown_for)


class Inside(StrEnum):
    """How much of a sub-unit lies in a cordon (BE-GAS-09)."""

    NOT = "not"
    PARTLY = "partly"
    WHOLLY = "wholly"


@dataclass(frozen=True, slots=True, kw_only=True)
class ThroughFacts:
    """A line of sight and a cordon near it."""

    kind: CloudKind = fact("what the cordon is made of", default=CloudKind.SMOKE)
    transparent: bool = fact("it is a transparent gas", default=False, only=only("BE-GAS-08", "kind", GASES, "gas"))
    firer_inside: Inside = fact("how much of the firer lies in it", default=Inside.NOT)
    target_inside: Inside = fact("how much of the target lies in it", default=Inside.NOT)
    between: bool = fact("the line between them crosses it", default=False, example=True)


def sight_through(facts: ThroughFacts, book: EarthBook) -> Explained[bool] | Refusal:
    """Whether a cordon leaves a line of sight free (BE-GAS-02, BE-GAS-08, BE-GAS-09; G-34)."""
    refused = not_yet_or_no_more(facts.kind, book)
    if refused is not None:
        return refused
    if facts.transparent:
        return Explained(True, None, (Step("BE-GAS-08", "Transparent gas hides nothing"),))
    clause = "BE-GAS-02" if facts.kind is CloudKind.DELAYED_GAS else "BE-GAS-09"
    if facts.firer_inside is Inside.WHOLLY:
        return Explained(False, None, (Step(clause, "Wholly in it: it cannot see out"),))
    if facts.target_inside is Inside.WHOLLY:
        return Explained(False, None, (Step(clause, "The target lies wholly in it: it cannot be seen"),))
    if facts.firer_inside is Inside.PARTLY:
        return Explained(True, None, (Step("BE-GAS-09", "Partly in it: it shoots out freely"),))
    if facts.between:
        return Explained(False, None, (Step(clause, "The cordon lies between them"),))
    return Explained(True, None, (Step(clause, "The cordon is not in the way"),))


def _cordon(facts: CordonFacts, _dice: tuple[D6, ...], book: EarthBook) -> Explained[Cordon] | Refusal:
    return cordon(facts, book)


def _through(facts: ThroughFacts, _dice: tuple[D6, ...], book: EarthBook) -> Explained[bool] | Refusal:
    return sight_through(facts, book)


def _degrees(value: float) -> str:
    return f"{value:g} degrees"


RESOLUTIONS: tuple[Resolution[Any, EarthBook], ...] = (
    Resolution("bombardment", "Shots of a bombardment", ARTILLERY_CHAPTER, Bombarding, no_dice, _shots),
    Resolution("shots_shared", "How shots are shared out", ARTILLERY_CHAPTER, Sharing, no_dice, _share),
    Resolution("templates", "Circle and grid", ARTILLERY_CHAPTER, NothingToKnow, no_dice, _templates),
    Resolution("packing", "Packing and unpacking", ARTILLERY_CHAPTER, Packing, no_dice, _packing),
    Resolution("cordon", "A cordon and its drift", GAS_CHAPTER, CordonFacts, no_dice, _cordon),
    Resolution(
        "wind", "Where the wind blows to", GAS_CHAPTER, WindAsked, _wind_dice, wind, thrown(wind, _wind_dice, _degrees)
    ),
    Resolution("sight_through_cloud", "Sight through smoke and gas", GAS_CHAPTER, ThroughFacts, no_dice, _through),
)
