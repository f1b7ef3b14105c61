"""Forces that players make: their parts, checks, sums and files (BE-STR, BE-TRP)."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final

from rules.earth_1418.attacks import Shooter, dice_pool
from rules.earth_1418.resilience import never_digs_in
from rules.earth_1418.ruleset import EarthBook
from rules.earth_1418.troop_chart import (
    MOST_BASES,
    NOTHING_TYPED,
    OWN_GRADE,
    ROWLESS,
    TroopFacts,
    TypedValues,
    arm_of,
    chart_row,
    is_vehicle,
    resilience_of,
    vehicles_on_a_base,
)
from rules.earth_1418.vocabulary import GUNS, Arm, ArmingSide, FormationClass, Terrain, TroopType
from rules.kernel.explanations import Refusal
from rules.kernel.facts import fact
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.months import BadMonth, parse_month
from rules.kernel.rulings import BadHouseRule, HouseRule
from rules.kernel.serialization import (
    Misfit,
    NoDocument,
    NotFitting,
    NotPlain,
    build,
    read_object,
    refuse,
    schema_of_file,
    take_kind,
    without_defaults,
    written,
)

# A force as it is written

LONGEST_NAME: Final = 60
MOST_FORMATIONS: Final = 12
"""Two forces make one game, which has twice as many."""
MOST_SUB_UNITS: Final = 24
MOST_HOUSE_RULES: Final = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class SubUnitWritten:
    """A sub-unit of a force of one's own."""

    name: str = fact("what it is called", longest=LONGEST_NAME)
    unit: TroopType = fact("what it is")
    bases: int = fact("its bases", least=1, most=MOST_BASES)
    terrain: Terrain = fact("the ground it begins on", default=Terrain.OPEN)
    dug_in: bool = fact("it begins dug in", default=False)
    packed: bool = fact("it begins packed", default=False)
    typed: TypedValues = fact("what the players say of a type without a row", default=NOTHING_TYPED)


@dataclass(frozen=True, slots=True, kw_only=True)
class FormationWritten:
    """A formation of a force of one's own."""

    name: str = fact("what it is called", longest=LONGEST_NAME)
    side: str = fact("whose it is: attacker or defender")
    grade: FormationClass = fact("its class")
    motorised: bool = fact("it has motor transport", default=False)
    sub_units: tuple[SubUnitWritten, ...] = fact("its sub-units", fewest=1, longest=24)


@dataclass(frozen=True, slots=True, kw_only=True)
class ForceFormation:
    """A Strategic Formation of a force (BE-STR-01): a side has it only in a game."""

    name: str = fact("what the formation is called", longest=LONGEST_NAME)
    grade: FormationClass = fact("its class")
    motorised: bool = fact("it has motor transport", default=False)
    sub_units: tuple[SubUnitWritten, ...] = fact("its sub-units", default=(), longest=MOST_SUB_UNITS)


@dataclass(frozen=True, slots=True, kw_only=True)
class EarthForce:
    """A force: what it is called, the month and the house rules it is made for, its formations."""

    name: str = fact("what the force is called", longest=LONGEST_NAME)
    date: str = fact("the month it is made for", default="1915-05", longest=7)
    house_rules: tuple[HouseRule, ...] = fact("the house rules it is made for", default=(), longest=MOST_HOUSE_RULES)
    formations: tuple[ForceFormation, ...] = fact("its formations", default=(), longest=MOST_FORMATIONS)

    @property
    def book(self) -> EarthBook:
        """The book at its month and under its house rules. Raises BadMonth and BadHouseRule."""
        made: EarthBook = EarthBook.for_game(parse_month(self.date), self.house_rules)
        return made

    def sub_units(self) -> Iterator[SubUnitWritten]:
        """Those of all formations, in their order."""
        return (unit for one in self.formations for unit in one.sub_units)

    def names(self) -> Iterator[str]:
        """The names of its formations and sub-units."""
        for one in self.formations:
            yield one.name
            yield from (unit.name for unit in one.sub_units)


def is_typed(typed: TypedValues) -> bool:
    """Whether the players have said anything of a type without a row (G-24)."""
    return typed != TypedValues()


# What the book would have otherwise of a force, and what its players have to say before it can be played

CARRIED: Final = frozenset({Arm.INFANTRY, Arm.HEAVY_WEAPON})


@dataclass(frozen=True, slots=True)
class ForceFinding:
    """What is otherwise than the book has it: clause, where (as `0.2`, the third sub-unit of the first formation).

    `grave`: the book forbids it, or no game begins with it; otherwise it is good to know.
    """

    clause: str
    of: str
    name: str
    says: str
    instead: str
    grave: bool = True


def findings(force: EarthForce) -> tuple[ForceFinding, ...]:
    """All of a force, in its order (BE-STR, BE-TRP, BE-DIG-07, BE-ART-03; G-22, G-24)."""
    return tuple(_findings(force, force.book))


def _findings(force: EarthForce, book: EarthBook) -> Iterator[ForceFinding]:
    if not force.formations:
        yield ForceFinding("BE-STR-01", "", "", "It has no formation yet", "add one: a battalion, or a regiment")
    yield from _named_twice(force)
    for number, one in enumerate(force.formations):
        yield from _of_formation(one, str(number), book)
        for n, unit in enumerate(one.sub_units):
            yield from _of_unit(unit, one, f"{number}.{n}", book)


def _named_twice(force: EarthForce) -> Iterator[ForceFinding]:
    names = Counter(name.strip() for name in force.names())
    for name, times in names.items():
        if times > 1:
            says = f"{times} of its formations and sub-units are called {name}"
            yield ForceFinding("BE-STR-02", "", name, says, "tell them apart by their names")


def _of_formation(one: ForceFormation, of: str, book: EarthBook) -> Iterator[ForceFinding]:
    if not one.sub_units:
        yield ForceFinding("BE-STR-02", of, one.name, "It has no sub-unit yet", "add its companies, guns and command")
        return
    if not one.motorised:
        return
    arms = {Arm(arm_of(unit.unit, book).value) for unit in one.sub_units}
    if Arm.INFANTRY not in arms:
        says = "Only infantry with its heavy weapons is carried by motor transport"
        yield ForceFinding("BE-TRP-04", of, one.name, says, "let it go without, or give it infantry")
    elif uncarried := sorted(unit.name for unit in one.sub_units if arm_of(unit.unit, book).value not in CARRIED):
        says = f"Motor transport brings nothing for {', '.join(uncarried)}"
        yield ForceFinding("BE-TRP-04", of, one.name, says, "their own speed counts", grave=False)
    if not any(unit.unit is TroopType.COMMAND for unit in one.sub_units):
        says = "Without its command bases a formation has nothing from its motor transport"
        yield ForceFinding("BE-TRP-06", of, one.name, says, "give it a command base", grave=False)


def _of_unit(unit: SubUnitWritten, formation: ForceFormation, of: str, book: EarthBook) -> Iterator[ForceFinding]:
    row = chart_row(TroopFacts(unit=unit.unit, grade=formation.grade, typed=unit.typed), book)
    if isinstance(row, Refusal):
        yield _refused(row, of, unit)
    elif is_typed(unit.typed) and unit.unit not in ROWLESS:
        says = f"The chart has a row for it: what was typed of {unit.name} counts for nothing"
        yield ForceFinding(arm_of(unit.unit, book).clause, of, unit.name, says, "leave it to the chart", grave=False)
    own = OWN_GRADE.get(unit.unit)
    if own is not None and own is not formation.grade:
        says = f"{own.capitalize()} infantry in a {formation.grade} formation: planned for as {formation.grade}"
        yield ForceFinding("BE-STR-06", of, unit.name, says, f"{formation.grade} infantry is usual", grave=False)
    yield from _on_the_table(unit, of, book)
    pool = dice_pool(Shooter(unit=unit.unit, bases=unit.bases, fight=ArmingSide.SHOOTING, typed=unit.typed), book)
    if isinstance(pool, Refusal) and not isinstance(row, Refusal):
        yield _refused(pool, of, unit)


def _on_the_table(unit: SubUnitWritten, of: str, book: EarthBook) -> Iterator[ForceFinding]:
    """How it begins: dug in, packed."""
    digs = never_digs_in(unit.unit, book) if unit.dug_in else None
    if digs is not None:
        yield ForceFinding(digs.clause, of, unit.name, digs.because, "let it begin in the open or in cover")
    if unit.packed and (arm_of(unit.unit, book).value not in GUNS or unit.unit is TroopType.SELF_PROPELLED_GUN):
        says = "Only artillery that has to be unpacked begins packed"
        yield ForceFinding("BE-ART-03", of, unit.name, says, "let it begin ready", grave=False)


def _refused(refusal: Refusal, of: str, unit: SubUnitWritten) -> ForceFinding:
    return ForceFinding(refusal.clause, of, unit.name, refusal.because, refusal.instead)


# What a force comes to. The book has no points: bases, their dice and what they withstand are what is weighed


@dataclass(frozen=True, slots=True)
class Sums:
    """What it comes to, everybody fresh. `bases` by arm, in the order of the chart; dice of all that have values.

    `motor_bases`: bases of lorries beside, one a motorised formation (BE-TRP-02). `vehicles`: how many models at least
    and at most (BE-VEH-03). `typed`: sub-units whose values the players have typed (G-24).
    """

    formations: int
    sub_units: int
    bases: int
    of_arm: tuple[tuple[Arm, int], ...]
    of_resilience: tuple[tuple[int, int], ...]
    melee_dice: int
    shooting_dice: int
    motor_bases: int
    vehicles: tuple[int, int]
    typed: int


def sums(force: EarthForce) -> Sums:
    """The sums of a force (BE-ARM-02, BE-STR-02, BE-TRP-02, BE-VEH-03)."""
    book = force.book
    units = [(unit, one.grade) for one in force.formations for unit in one.sub_units]
    arms, withstand = Counter[Arm](), Counter[int]()
    for unit, grade in units:
        arms[Arm(arm_of(unit.unit, book).value)] += unit.bases
        built_in = resilience_of(unit.unit, grade, unit.typed, book)
        if not isinstance(built_in, Refusal):
            withstand[built_in.value or 0] += unit.bases
    armour = sum(unit.bases for unit, _ in units if is_vehicle(unit.unit, book))
    models = vehicles_on_a_base(book)
    return Sums(
        formations=len(force.formations),
        sub_units=len(units),
        bases=sum(unit.bases for unit, _ in units),
        of_arm=tuple((arm, arms[arm]) for arm in Arm if arms[arm]),
        of_resilience=tuple(sorted(withstand.items())),
        melee_dice=sum(dice_of(unit, ArmingSide.MELEE, book) or 0 for unit, _ in units),
        shooting_dice=sum(dice_of(unit, ArmingSide.SHOOTING, book) or 0 for unit, _ in units),
        motor_bases=sum(one.motorised for one in force.formations),
        vehicles=(armour * models.fewest, armour * models.most),
        typed=sum(unit.unit in ROWLESS for unit, _ in units),
    )


def dice_of(unit: SubUnitWritten, fight: ArmingSide, book: EarthBook) -> int | None:
    """Its dice with every base (BE-ARM-02); None where its values are still to be typed."""
    pool = dice_pool(Shooter(unit=unit.unit, bases=unit.bases, fight=fight, typed=unit.typed), book)
    return None if isinstance(pool, Refusal) else pool.value.dice


# A force as one open JSON file

FORMAT: Final = "beaten-zone-force"
VERSION: Final = 1
SYSTEM_NAMED: Final = "earth-1418"
MOST_BYTES: Final = 400_000
"""The longest file that is read: one with the most formations and sub-units, all of them typed, takes a quarter."""
USUAL: Final = "a force of Battle for 2mm Earth 1418 that was saved here"
NO_SIGN: Final = re.compile(r"[\x00-\x1f\x7f]")
_IN_A_UNIT: Final = re.compile(r"formations\.(\d+)\.sub_units\.(\d+)\.?(.*)")
_IN_A_FORMATION: Final = re.compile(r"formations\.(\d+)\.?(.*)")


def read_force(data: bytes) -> EarthForce:
    """The force in a file. Raises NotFitting, and then nothing of it has been taken in."""
    try:
        told = read_object(data, MOST_BYTES, USUAL)
        take_kind(told, (FORMAT, VERSION), USUAL)
    except NoDocument as bad:
        raise NotFitting(Misfit("", bad.because, bad.instead)) from None
    system = told.pop("system", None)
    if system != SYSTEM_NAMED:
        found = f"of {system!r:.60}" if system is not None else "of no system that it names"
        raise NotFitting(Misfit("", f"this is a force {found}", f'one that says "system": "{SYSTEM_NAMED}"'))
    try:
        force = build(EarthForce, told)
    except NotPlain as bad:
        raise NotFitting(_unfitting(bad, told)) from None
    refuse(_faults(force))
    return force


def _unfitting(bad: NotPlain, told: Mapping[str, Any]) -> Misfit:
    """What the reader found, said of the sub-unit or formation it found it in."""
    if within := _IN_A_UNIT.fullmatch(bad.field):
        formation, number, rest = int(within[1]), int(within[2]), within[3]
        entry = told["formations"][formation]["sub_units"][number]
        of = _called(entry, f"sub-unit {number + 1} of formation {formation + 1}")
    elif within := _IN_A_FORMATION.fullmatch(bad.field):
        number, rest = int(within[1]), within[2]
        of = _called(told["formations"][number], f"formation {number + 1}")
    else:
        of, rest = "", bad.field
    return Misfit(of, f"{rest}: {bad.wrong}" if rest else bad.wrong, bad.right)


def _called(entry: object, otherwise: str) -> str:
    name = entry.get("name") if isinstance(entry, Mapping) else None
    return name[:60] if isinstance(name, str) and name.strip() else otherwise


def _faults(force: EarthForce) -> Iterator[Misfit]:
    """What no page could show and no game begin with, though each field fits by itself."""
    for name in (force.name, *force.names()):
        if not name.strip() or NO_SIGN.search(name):
            yield Misfit("", f"{name!r:.60} is no name", "letters on one line")
    try:
        _ = force.book
    except (BadMonth, BadHouseRule) as bad:
        because, _, instead = str(bad).partition("; ")
        yield Misfit("", because, instead)


def write_force(force: EarthForce) -> bytes:
    """The file of a force as people may read it, a line for each formation, as `read_force` takes it."""
    return written(document_of(force))


def document_of(force: EarthForce) -> dict[str, Any]:
    """The same as plain values, with only what is filled in; month and formations always."""
    told = without_defaults(force)
    given = {"name": told.pop("name"), "date": force.date, "formations": told.pop("formations", [])}
    told.pop("date", None)
    return {"format": FORMAT, "version": VERSION, "system": SYSTEM_NAMED, **given, **told}


def file_schema(place: str = "#/$defs/{name}") -> dict[str, Any]:
    """The file as a JSON schema; `place`: how what stands inside of it is referred to."""
    return schema_of_file(EarthForce, {"format": FORMAT, "version": VERSION, "system": SYSTEM_NAMED}, place)
