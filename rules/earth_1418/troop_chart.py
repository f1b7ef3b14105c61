"""The troop chart, and the values that players type for types without a row (BE-CHR)."""

from typing import Any, Final

from rules.earth_1418.ruleset import EarthBook, TableLength, of_mm
from rules.earth_1418.vocabulary import Arm, ArmingSide, FormationClass, Speed, TroopType
from rules.kernel.dice import D6
from rules.kernel.distances import mm
from rules.kernel.explanations import Explained, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.lookups import Resolution, no_dice
from rules.kernel.tables import Cited

# Facts that several chapters and a game ask for alike

MOST_TYPED: Final = 20
MOST_BASES: Final = 20
MOST_DICE: Final = 60
LONGEST_CM: Final = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedValues:
    """What the players say of a type that the chart has no row for (G-24). Nothing said: it is asked for."""

    speed: Speed | None = fact("how fast it is", default=None)
    melee: int | None = fact("its Arming in melee", default=None, least=0, most=MOST_TYPED)
    shooting: int | None = fact("its Arming in shooting", default=None, least=0, most=MOST_TYPED)
    bonus: int = fact("the bonus (+n) of one of its dice in shooting", default=0, least=0, most=MOST_TYPED)
    resilience: int | None = fact("its Resilience", default=None, least=0, most=MOST_TYPED)
    range_cm: float | None = fact("its range; none: infinite", unit="cm", default=None, least=0, most=LONGEST_CM)


NOTHING_TYPED: Final = TypedValues()


# The troop chart (BE-CHR)

TYPED: Final = "typed by you"
TABLES: Final = {
    ArmingSide.MELEE: ("chart/melee", "chart/melee_bonus"),
    ArmingSide.SHOOTING: ("chart/shooting", "chart/shooting_bonus"),
}
OWN_GRADE: Final = {
    TroopType.RESERVE_INFANTRY: FormationClass.RESERVE,
    TroopType.LINE_INFANTRY: FormationClass.LINE,
    TroopType.ELITE_INFANTRY: FormationClass.ELITE,
}
ROWLESS: Final = frozenset(
    {
        TroopType.TRENCH_GUN,
        TroopType.ARMOURED_CAR,
        TroopType.SELF_PROPELLED_GUN,
        TroopType.NAVAL_GUN,
        TroopType.RAILWAY_GUN,
    }
)


def arm_of(troop: TroopType, book: EarthBook) -> Cited[str]:
    """Which arm a type belongs to (BE-STR-05, BE-VEH-04 to BE-VEH-06)."""
    return book.table("chart/arms").word(troop)


def is_vehicle(troop: TroopType, book: EarthBook) -> bool:
    """Whether a type is an armoured fighting vehicle: self-propelled guns too (BE-VEH-03, BE-VEH-04)."""
    return arm_of(troop, book).value == Arm.VEHICLE or troop is TroopType.SELF_PROPELLED_GUN


def grade_of(troop: TroopType, grade: FormationClass) -> FormationClass:
    """The class of a formation, as its infantry itself says it."""
    return OWN_GRADE.get(troop, grade)


def resilience_of(troop: TroopType, grade: FormationClass, typed: TypedValues, book: EarthBook) -> Step | Refusal:
    """The built-in Resilience: the chart's, the players', or that of its formation (BE-CHR, G-24).

    A trench gun has what is typed of it; nothing typed, it stands as all Heavy Weapons of its formation do.
    """
    table = book.table("chart/resilience")
    if table.has(troop):
        cited = table.number(troop)
        return cited.because(f"{cited.says}: Resilience {cited.value}")
    as_its_formation = troop not in ROWLESS or (troop is TroopType.TRENCH_GUN and typed.resilience is None)
    if not as_its_formation:
        return _typed(typed.resilience, "Resilience", book, troop)
    cited = book.table("chart/grades").number(grade)
    return cited.because(f"{_name(troop)}, as its formation: Resilience {cited.value}")


def arming_of(troop: TroopType, fight: ArmingSide, typed: TypedValues, book: EarthBook) -> Step | Refusal:
    """The inherent Arming on one side of m/r (BE-ARM-01): the chart's, or the players' (G-24)."""
    dice, _ = TABLES[fight]
    if troop in ROWLESS:
        told = typed.melee if fight is ArmingSide.MELEE else typed.shooting
        return _typed(told, f"Arming in {fight}", book, troop)
    cited = book.table(dice).number(troop)
    return cited.because(f"{cited.says}: Arming {cited.value} in {fight}")


def bonus_of(troop: TroopType, fight: ArmingSide, typed: TypedValues, book: EarthBook) -> Step:
    """What is added to one die on one side of m/r (BE-ARM-06, G-27); 0 where nothing is."""
    if troop in ROWLESS:
        return Step("BE-ARM-06", f"{_name(troop)}: bonus {TYPED}", typed.bonus if fight is ArmingSide.SHOOTING else 0)
    cited = book.table(TABLES[fight][1]).number(troop)
    return cited.because(f"{cited.says}: one die has +{cited.value}")


def speed_of(troop: TroopType, typed: TypedValues, book: EarthBook) -> Cited[int] | Refusal:
    """The speed of a type in millimetres a bound (BE-MOV-01 to BE-MOV-06)."""
    if troop in ROWLESS:
        if typed.speed is None:
            return missing("speed", book, troop)
        return book.table("movement/speeds").number(typed.speed)
    return book.table("movement/speeds").number(book.table("chart/speeds").word(troop).value)


def range_of(troop: TroopType, mounted: bool, typed: TypedValues, book: EarthBook) -> tuple[str, int | None]:
    """The clause of its range, and the range in millimetres; None where it is infinite (BE-CHR, G-25)."""
    if troop in ROWLESS:
        return "BE-ART-02", None if typed.range_cm is None else mm(typed.range_cm)
    saddle = book.table("chart/mounted")
    table = saddle if mounted and saddle.has(troop) else book.table("chart/ranges")
    if table.has(troop):
        cited = table.number(troop)
        return cited.clause, cited.value
    return book.table("chart/shooting").number(troop).clause, None


def missing(what: str, book: EarthBook, troop: TroopType) -> Refusal:
    """What the players have to type, since the chart has no row for it (G-24)."""
    clause = arm_of(troop, book).clause
    return Refusal(clause, f"The chart has no {what} for a {_name(troop).lower()}", f"type its {what}")


def _typed(told: int | None, what: str, book: EarthBook, troop: TroopType) -> Step | Refusal:
    if told is None:
        return missing(what, book, troop)
    return Step(arm_of(troop, book).clause, f"{_name(troop)}: {what} {told}, {TYPED}", told)


def _name(troop: TroopType) -> str:
    return troop.replace("_", " ").capitalize()


@dataclass(frozen=True, slots=True, kw_only=True)
class TroopFacts:
    """A type of troops, and the class of the formation it belongs to."""

    unit: TroopType = fact("what it is", example="machine_guns")
    grade: FormationClass = fact("the class of its formation", default=FormationClass.LINE)
    typed: TypedValues = fact("what the players say of a type without a row", default=NOTHING_TYPED)


@dataclass(frozen=True, slots=True)
class OnABase:
    """How many models stand on a base, at least and at most."""

    fewest: int
    most: int


def vehicles_on_a_base(book: EarthBook) -> OnABase:
    """How many armoured vehicles stand on a base, fewer where they are heavier (BE-VEH-03)."""
    table = book.table("chart/vehicles")
    return OnABase(table.number("fewest").value, table.number("most").value)


@dataclass(frozen=True, slots=True)
class TroopRow:
    """A row of the chart: arm, speed, dice and bonus of either side, Resilience, range (None: infinite).

    `vehicles_on_a_base` is None for all but armoured vehicles.
    """

    arm: str
    heavy_weapon: bool
    vehicle: bool
    speed: TableLength
    melee: int
    melee_bonus: int
    shooting: int
    shooting_bonus: int
    resilience: int
    range: TableLength | None
    mounted_range: TableLength | None
    vehicles_on_a_base: OnABase | None = None


def chart_row(facts: TroopFacts, book: EarthBook) -> Explained[TroopRow] | Refusal:
    """What the chart says of a type (BE-CHR-01 to BE-CHR-18). Refuses one without a row until its values are typed."""
    speed = speed_of(facts.unit, facts.typed, book)
    resilience = resilience_of(facts.unit, facts.grade, facts.typed, book)
    dice = [arming_of(facts.unit, fight, facts.typed, book) for fight in (ArmingSide.MELEE, ArmingSide.SHOOTING)]
    bonus = [bonus_of(facts.unit, fight, facts.typed, book) for fight in (ArmingSide.MELEE, ArmingSide.SHOOTING)]
    for one in (speed, resilience, *dice):
        if isinstance(one, Refusal):
            return one
    assert not isinstance(speed, Refusal)
    assert isinstance(resilience, Step)
    counted = [one.value or 0 for one in dice if isinstance(one, Step)]
    arm = arm_of(facts.unit, book)
    on_foot = range_of(facts.unit, False, facts.typed, book)
    models = vehicles_on_a_base(book) if is_vehicle(facts.unit, book) else None
    saddle = range_of(facts.unit, True, facts.typed, book) if facts.unit is TroopType.MOUNTED_RIFLES else None
    row = TroopRow(
        arm=arm.value,
        heavy_weapon=arm.value == Arm.HEAVY_WEAPON,
        vehicle=is_vehicle(facts.unit, book),
        speed=of_mm(speed.value),
        melee=counted[0],
        melee_bonus=bonus[0].value or 0,
        shooting=counted[1],
        shooting_bonus=bonus[1].value or 0,
        resilience=resilience.value or 0,
        range=None if on_foot[1] is None else of_mm(on_foot[1]),
        mounted_range=None if saddle is None or saddle[1] is None else of_mm(saddle[1]),
        vehicles_on_a_base=models,
    )
    moves = Step(speed.clause, f"{speed.says}: {speed.value / 10:g} cm a bound", None, speed.house)
    shown = (
        Step(one.clause, one.says, None, one.house) for one in (*dice, *bonus, resilience) if isinstance(one, Step)
    )
    reach = Step(on_foot[0], "Range infinite" if on_foot[1] is None else f"Range {on_foot[1]} m")
    based = (Step("BE-VEH-03", f"{models.fewest} to {models.most} vehicles on a base"),) if models else ()
    return Explained(row, None, (arm.cites(f"Its arm: {arm.value.replace('_', ' ')}"), moves, *shown, reach, *based))


def _row(facts: TroopFacts, _dice: tuple[D6, ...], book: EarthBook) -> Explained[TroopRow] | Refusal:
    return chart_row(facts, book)


RESOLUTIONS: tuple[Resolution[Any, EarthBook], ...] = (
    Resolution("troop", "A row of the troop chart", "Troop chart", TroopFacts, no_dice, _row),
)
