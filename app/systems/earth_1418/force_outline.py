"""A force of 1418 laid out to be built from the troop chart."""

from collections.abc import Iterator, Set
from typing import Any, Final

from app.forces.outline import EntryKind, FieldOf, New, OutlineOption, OutlineRow
from app.lookups.words import counted, words
from rules.earth_1418.book import EDITION, EarthBook
from rules.earth_1418.chart import OWN_GRADE, ROWLESS, TroopFacts, arm_of, chart_row, resilience_of
from rules.earth_1418.facts import LONGEST_CM, MOST_BASES, MOST_TYPED
from rules.earth_1418.forces.written import EarthForce, ForceFormation, SubUnitWritten
from rules.earth_1418.vocabulary import GUNS, FormationClass, Speed, Terrain, TroopType
from rules.kernel.book import calendar_of
from rules.kernel.documents import without_defaults
from rules.kernel.explain import Refusal

USUAL_BASES: Final = 3
COMPANIES: Final = "ABCD"


def outline(force: EarthForce) -> OutlineRow:
    """The whole of it, its formations, their sub-units."""
    names, book = frozenset(force.names()), force.book
    rows = tuple(_formation(force, n, names, book) for n in range(len(force.formations)))
    bases = sum(one.bases for one in force.sub_units())
    periods = calendar_of(EDITION).periods
    months = f"{periods[0].first} to {periods[-1].last}"
    fields = (
        FieldOf("name", "Name", EntryKind.TEXT, force.name, most=60),
        FieldOf("date", "Month", EntryKind.TEXT, force.date, most=7, hint=months),
    )
    what = f"{counted(len(rows), 'formation')}, {counted(bases, 'base')}"
    return OutlineRow("", "", force.name, what, fields, rows=rows, new=tuple(_new_formations(names)))


def _new_formations(names: Set[str]) -> Iterator[New]:
    for grade in FormationClass:
        name = free("Battalion", names)
        says = f"{_one(grade)} battalion of four companies"
        yield New("formations", says, _battalion(name, grade), "With its companies")
    for grade in FormationClass:
        empty = {"name": free("Formation", names), "grade": grade.value}
        yield New("formations", f"{_one(grade)} formation", empty, "With nothing in it")


def _one(grade: str) -> str:
    """A grade with its article."""
    return f"{'An' if grade[0] in 'aeiou' else 'A'} {grade}"


def _battalion(name: str, grade: FormationClass) -> dict[str, Any]:
    """What we call usual: the book names no establishment (BE-STR-01, BE-STR-02)."""
    own = next(troop for troop, of in OWN_GRADE.items() if of is grade)
    companies = [(f"{letter} Company, {name}", own, 4) for letter in COMPANIES]
    others = [(f"Machine guns, {name}", TroopType.MACHINE_GUNS, 2), (f"Command, {name}", TroopType.COMMAND, 1)]
    units = [{"name": one, "unit": troop.value, "bases": bases} for one, troop, bases in (*companies, *others)]
    return {"name": name, "grade": grade.value, "sub_units": units}


def free(word: str, names: Set[str]) -> str:
    """A name that nothing bears yet: "Battery 2"."""
    return next(name for n in range(1, len(names) + 2) if (name := f"{word} {n}") not in names)


def _formation(force: EarthForce, n: int, names: Set[str], book: EarthBook) -> OutlineRow:
    one, at = force.formations[n], f"formations.{n}"
    grades = tuple(OutlineOption(grade.value, words(grade)) for grade in FormationClass)
    fields = (
        FieldOf(f"{at}.name", "Name", EntryKind.TEXT, one.name, most=60),
        FieldOf(f"{at}.grade", "Class", EntryKind.CHOICE, one.grade.value, grades),
        FieldOf(f"{at}.motorised", "Motor transport", EntryKind.TOGGLE, one.motorised),
    )
    bases = sum(unit.bases for unit in one.sub_units)
    rows = tuple(_sub_unit(one, at, n, k, names, book) for k in range(len(one.sub_units)))
    new = tuple(_new_unit(troop, f"{at}.sub_units", names, book) for troop in TroopType)
    what = f"{words(one.grade)}, {counted(bases, 'base')}{', motorised' if one.motorised else ''}"
    more = New("formations", "One more like it", _copied(one, names))
    return OutlineRow(str(n), at, one.name, what, fields, (), rows, new, more, n > 0, n < len(force.formations) - 1)


def _copied(one: ForceFormation, names: Set[str]) -> dict[str, Any]:
    taken, told = set(names), without_defaults(one)
    for entry in (told, *told.get("sub_units", ())):
        entry["name"] = again(entry["name"], taken)
        taken.add(entry["name"])
    return dict(told)


def again(name: str, taken: Set[str]) -> str:
    """The name of one more like it: "A Company 2"."""
    return next(made for n in range(2, len(taken) + 3) if (made := f"{name[:55]} {n}") not in taken)


def _new_unit(troop: TroopType, at: str, names: Set[str], book: EarthBook) -> New:
    arm = arm_of(troop, book)
    bases = 1 if troop in ROWLESS or troop is TroopType.COMMAND else USUAL_BASES
    value = {"name": free(arm.says, names), "unit": troop.value, "bases": bases}
    return New(at, arm.says, value, words(arm.value))


def _sub_unit(one: ForceFormation, within: str, n: int, k: int, names: Set[str], book: EarthBook) -> OutlineRow:
    unit, at = one.sub_units[k], f"{within}.sub_units.{k}"
    troops = tuple(
        OutlineOption(troop.value, arm_of(troop, book).says, words(arm_of(troop, book).value)) for troop in TroopType
    )
    fields = [
        FieldOf(f"{at}.name", "Name", EntryKind.TEXT, unit.name, most=60),
        FieldOf(f"{at}.unit", "What it is", EntryKind.CHOICE, unit.unit.value, troops),
        FieldOf(f"{at}.bases", "Bases", EntryKind.NUMBER, unit.bases, least=1, most=MOST_BASES),
        *(_typed(unit, f"{at}.typed") if unit.unit in ROWLESS else ()),
        *_beginning(unit, at, book),
    ]
    withstands = resilience_of(unit.unit, one.grade, unit.typed, book)
    resilience = "Resilience to be typed" if isinstance(withstands, Refusal) else f"Resilience {withstands.value}"
    what = f"{counted(unit.bases, 'base')}, {arm_of(unit.unit, book).says}, {resilience}"
    more = New(f"{within}.sub_units", "One more like it", {**without_defaults(unit), "name": again(unit.name, names)})
    last = len(one.sub_units) - 1
    facts = tuple(_facts(unit, one.grade, book))
    return OutlineRow(f"{n}.{k}", at, unit.name, what, tuple(fields), facts, (), (), more, k > 0, k < last)


def _beginning(unit: SubUnitWritten, at: str, book: EarthBook) -> Iterator[FieldOf]:
    """How it begins a game."""
    grounds = tuple(OutlineOption(ground.value, words(ground)) for ground in Terrain)
    yield FieldOf(f"{at}.terrain", "It begins on ground that is", EntryKind.CHOICE, unit.terrain.value, grounds)
    if arm_of(unit.unit, book).value in GUNS:
        yield FieldOf(f"{at}.packed", "It begins packed", EntryKind.TOGGLE, unit.packed)
    yield FieldOf(f"{at}.dug_in", "It begins dug in", EntryKind.TOGGLE, unit.dug_in)


def _typed(unit: SubUnitWritten, at: str) -> Iterator[FieldOf]:
    """What the chart has no row for (G-24)."""
    typed = unit.typed
    speeds = (OutlineOption("", "Not said yet"), *(OutlineOption(speed.value, words(speed)) for speed in Speed))
    yield FieldOf(
        f"{at}.speed", "Speed", EntryKind.CHOICE, typed.speed.value if typed.speed else "", speeds, typed=True
    )
    for name, says in (("melee", "Arming in melee"), ("shooting", "Arming in shooting"), ("resilience", "Resilience")):
        told = getattr(typed, name)
        yield FieldOf(
            f"{at}.{name}", says, EntryKind.NUMBER, told, least=0, most=MOST_TYPED, typed=True, may_be_empty=True
        )
    bonus = "Bonus of one die in shooting"
    yield FieldOf(f"{at}.bonus", bonus, EntryKind.NUMBER, typed.bonus, least=0, most=MOST_TYPED, typed=True)
    yield FieldOf(
        f"{at}.range_cm",
        "Range",
        EntryKind.NUMBER,
        typed.range_cm,
        least=0,
        most=LONGEST_CM,
        unit="cm",
        hint="empty: infinite",
        typed=True,
        may_be_empty=True,
    )


def _facts(unit: SubUnitWritten, grade: FormationClass, book: EarthBook) -> Iterator[tuple[str, str]]:
    row = chart_row(TroopFacts(unit=unit.unit, grade=grade, typed=unit.typed), book)
    # What is still to be typed is said by the findings.
    for step in () if isinstance(row, Refusal) else row.steps:
        yield step.says, step.clause
