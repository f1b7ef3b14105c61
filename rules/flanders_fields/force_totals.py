"""Totals of a force and of a part of an army list: stands, weapons and bases (FF-TOE)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from rules.flanders_fields.army_lists import (
    STANDING,
    Amount,
    FormationPart,
    Found,
    Organisation,
    PartSort,
    organisation,
)
from rules.flanders_fields.base_sizes import STANDS_ON, BaseKind, on_it
from rules.flanders_fields.forces import Element, Force, element_of, part_of
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import ARTILLERY, MORTARS, ArmyList, Level, PartKey, Quality, UnitClass
from rules.kernel.dice import D6
from rules.kernel.explanations import Considered, Explained, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.lookups import Resolution, no_dice

# On what a force stands (FF-TOE-18 to FF-TOE-30)

COMMANDS: Mapping[PartSort, BaseKind] = {
    PartSort.DIVISION: BaseKind.DIVISIONAL_COMMAND,
    PartSort.REGIMENT: BaseKind.REGIMENTAL_COMMAND,
    PartSort.BATTALION: BaseKind.BATTALION_COMMAND,
}


def base_of_part(part: FormationPart) -> BaseKind:
    """What a stand of a part is based on: a command stand by whose it is (FF-TOE-18 to FF-TOE-30)."""
    if part.unit_class is not None:
        return STANDS_ON[part.unit_class]
    return COMMANDS[part.commands]


def on_a_stand(part: FormationPart, book: RuleBook) -> Amount:
    """The figures or models on a stand of a part: the usual number, and between which one chooses.

    A table prints a range for some command stands; the base of a field battery takes one model or two (FF-TOE-26).
    """
    if part.sort not in STANDING or part.on_stand.is_open:
        return part.on_stand
    least, most = on_it(base_of_part(part), book)
    usual = part.on_stand.usual
    return Amount(usual, least, most) if least < most and least <= usual <= most else part.on_stand


def on_stand_of(element: Element, book: RuleBook) -> int:
    """The figures or models on each stand of an element, as they were chosen or as its table has them."""
    return element.on_stand or part_of(element, book).on_stand.usual


# What a force comes to (FF-TOE-149 to FF-TOE-164)


@dataclass(frozen=True, slots=True)
class Weapons:
    """Weapons of one make: their class, and how many stands with how many models of them there are.

    Each stand of guns or mortars is one battery, with an aiming point and a counter of its own (FF-TOE-11).
    """

    name: str
    unit_class: UnitClass
    stands: int
    models: int

    @property
    def has_counters(self) -> bool:
        """Whether each of them is laid on an aiming point."""
        return self.unit_class in ARTILLERY | MORTARS


@dataclass(frozen=True, slots=True)
class Totals:
    """Everything a force puts on the table; `figures` are those of men and horses, command stands among them."""

    regiments: int
    battalions: int
    pioneers: int
    rifle_stands: int
    rifle_figures: int
    mounted_stands: int
    mounted_figures: int
    command_stands: int
    command_figures: int
    figures: int
    weapons: tuple[Weapons, ...]
    bases: Mapping[BaseKind, int]

    @property
    def stands(self) -> int:
        """Every base of the force."""
        return sum(self.bases.values())

    @property
    def batteries(self) -> int:
        """Batteries of artillery, without mortars."""
        return sum(one.stands for one in self.weapons if one.unit_class in ARTILLERY)

    def models(self, name: str) -> int:
        """How many models of a weapon there are, by its name."""
        return sum(one.models for one in self.weapons if one.name == name)

    @property
    def counters(self) -> Mapping[str, int]:
        """How many aiming point counters of each gun and mortar are wanted (FF-TOE-11)."""
        return {one.name: one.stands for one in self.weapons if one.has_counters}


@dataclass(frozen=True, slots=True)
class _Line:
    """One standing element as it counts: its part, its class, what it is drawn as, its stands and what is on each."""

    sort: PartSort
    unit_class: UnitClass | None
    weapon: str
    stands: int
    on_stand: int
    base: BaseKind


def totals(force: Force, book: RuleBook) -> Totals:
    """What a force comes to under a book. Raises NotThere for parts that no table has."""
    return total_of(force.elements, book)


def total_of(elements: Iterable[Element], book: RuleBook) -> Totals:
    """What some elements come to, with all that is in them."""
    every = [one for element in elements for one in element.all()]
    sorts = Counter(part_of(one, book).sort for one in every)
    pioneers = sum(part_of(one, book).pioneers for one in every)
    lines = list(_lines(every, book))
    rifles = [one for one in lines if one.unit_class is UnitClass.RIFLE_COMPANY]
    mounted = [one for one in lines if one.unit_class is UnitClass.CAVALRY]
    commands = [one for one in lines if one.sort is PartSort.COMMAND]
    bases: Counter[BaseKind] = Counter()
    for one in lines:
        bases[one.base] += one.stands
    return Totals(
        regiments=sorts[PartSort.REGIMENT],
        battalions=sorts[PartSort.BATTALION] - pioneers,
        pioneers=pioneers,
        rifle_stands=_stands(rifles),
        rifle_figures=_figures(rifles),
        mounted_stands=_stands(mounted),
        mounted_figures=_figures(mounted),
        command_stands=_stands(commands),
        command_figures=_figures(commands),
        figures=_figures(one for one in lines if not one.weapon),
        weapons=tuple(_weapons(lines)),
        bases=dict(sorted(bases.items())),
    )


def _stands(lines: Iterable[_Line]) -> int:
    return sum(one.stands for one in lines)


def _figures(lines: Iterable[_Line]) -> int:
    return sum(one.stands * one.on_stand for one in lines)


def _lines(elements: Iterable[Element], book: RuleBook) -> Iterator[_Line]:
    for one in elements:
        part = part_of(one, book)
        if part.sort is PartSort.COMPANY:
            (platoon,) = organisation(one.table, book).inside(part.key)
            kind = part.unit_class or UnitClass.RIFLE_COMPANY
            yield _Line(PartSort.PLATOON, kind, "", one.stands, platoon.on_stand.usual, STANDS_ON[kind])
        elif one.stands:
            on_stand, base = on_stand_of(one, book), base_of_part(part)
            yield _Line(part.sort, part.unit_class, part.weapon, one.stands, on_stand, base)


def _weapons(lines: Iterable[_Line]) -> Iterator[Weapons]:
    armed = [one for one in lines if one.weapon and one.unit_class]
    for name, kind in dict.fromkeys((one.weapon, one.unit_class) for one in armed):
        same = [one for one in armed if (one.weapon, one.unit_class) == (name, kind)]
        if kind is not None:
            yield Weapons(name, kind, _stands(same), _figures(same))


# What a part of a table of organisation consists of, as a question (FF-TOE)


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedFacts:
    """A part of a table of organisation."""

    table: ArmyList = fact("the table of organisation", example="british_1915")
    part: PartKey = fact("the formation or unit of that table", example="infantry_battalion")
    quality: Quality = fact("the grade of its battalions", default=Quality.EXPERIENCED)


@dataclass(frozen=True, slots=True)
class Listed:
    """How many of a part are in the one above it, between which numbers one chooses, and what one of them is.

    `stands` are its own stands, or the platoons of a company; `on_stand` are figures or models on each,
    between which numbers one chooses. What follows is everything in it together.
    """

    count: int
    count_least: int
    count_most: int
    stands: int
    stands_least: int
    stands_most: int
    on_stand: int
    on_stand_least: int
    on_stand_most: int
    found: Found
    ordered_by: Level
    regiments: int
    battalions: int
    pioneers: int
    rifle_stands: int
    rifle_figures: int
    mounted_stands: int
    mounted_figures: int
    command_stands: int
    weapons: tuple[Weapons, ...]


def describe_part(facts: ListedFacts, book: RuleBook) -> Explained[Listed] | Refusal:
    """One part of a table with everything in it (FF-TOE-31 to FF-TOE-164). Refuses parts that the table has not."""
    table = organisation(facts.table, book)
    part = table.parts.get(facts.part)
    if part is None:
        known = ", ".join(one.title for one in table.parts.values())
        return Refusal("FF-TOE-01", f"{table.title} has no {facts.part.replace('_', ' ')}", f"choose one of: {known}")
    if facts.table is ArmyList.ATTACHED and not book.behaviour("GAP-19", {"attached": True, "not_available": False}):
        return Refusal("FF-ORG-12", f"{part.title}: no table has it", "choose a unit of a table")
    if facts.part is PartKey.ARTILLERY_LIAISON and not book.behaviour("GAP-26", {"optional": True, "none": False}):
        return Refusal(part.clause, f"{part.title}: no force has one", "choose another unit")
    found = total_of((element_of(facts.table, facts.part, "1", book, facts.quality),), book)
    # A part that a house rule does away with is told with its count of none.
    considered = tuple(_considered(table, part, book))
    steps = (*_steps(table, part, facts), *_armed(part, found))
    return Explained(_listed(table, part, facts.quality, found), None, steps, considered)


def _armed(part: FormationPart, found: Totals) -> Iterator[Step]:
    """All weapons of a formation, in one line."""
    if found.weapons and part.sort is not PartSort.UNIT:
        weapons = ", ".join(f"{one.models} × {one.name}" for one in found.weapons)
        yield Step(part.clause, f"All weapons in it: {weapons}")


def _listed(table: Organisation, part: FormationPart, grade: Quality, found: Totals) -> Listed:
    inner = next(iter(table.inside(part.key)), part) if part.sort is PartSort.COMPANY else part
    count = part.count_for(grade)
    open_stands = inner.count_for(grade) if part.sort is PartSort.COMPANY else part.stands
    return Listed(
        count=count.usual,
        count_least=count.least,
        count_most=count.most,
        stands=inner.number(grade) if part.sort is PartSort.COMPANY else part.stands.usual,
        stands_least=open_stands.least,
        stands_most=open_stands.most,
        on_stand=inner.on_stand.usual,
        on_stand_least=inner.on_stand.least,
        on_stand_most=inner.on_stand.most,
        found=part.found,
        ordered_by=level_of(table, part),
        regiments=found.regiments,
        battalions=found.battalions,
        pioneers=found.pioneers,
        rifle_stands=found.rifle_stands,
        rifle_figures=found.rifle_figures,
        mounted_stands=found.mounted_stands,
        mounted_figures=found.mounted_figures,
        command_stands=found.command_stands,
        weapons=found.weapons,
    )


def level_of(table: Organisation, part: FormationPart) -> Level:
    """Whose commander orders it where it stands in its table (FF-TOE-05 to FF-TOE-08)."""
    over = (one.sort for one in table.above(part.key))
    sort = next((one for one in over if one in (PartSort.BATTALION, PartSort.REGIMENT)), PartSort.DIVISION)
    return {PartSort.BATTALION: Level.BATTALION, PartSort.REGIMENT: Level.REGIMENTAL}.get(sort, Level.DIVISIONAL)


def _steps(table: Organisation, part: FormationPart, facts: ListedFacts) -> Iterator[Step]:
    yield Step(part.clause, _line(table, part, facts.quality), None, part.house)
    for one in table.inside(part.key):
        yield Step(one.clause, _line(table, one, facts.quality), None, one.house)


def _line(table: Organisation, part: FormationPart, grade: Quality) -> str:
    where = f" in each {table.parts[part.within].title.lower()}" if part.within else ""
    number = part.number(grade)
    range_of = f" ({part.count.least} to {part.count.most})" if part.count.is_open else ""
    said = f"{part.title}: {number}{range_of}{where}"
    if not part.stands.most:
        return said
    span = f" to {part.stands.most}" if part.stands.is_open else ""
    what = "models" if part.weapon else "stands"
    stands = f"{part.stands.least}{span} {what if part.stands.most > 1 else what[:-1]}"
    on_stand = "" if part.weapon and part.on_stand.usual == 1 else f" of {part.on_stand.usual}"
    if part.on_stand.is_open:
        on_stand += f" ({part.on_stand.least} to {part.on_stand.most}, as one likes)"
    return f"{said}, {stands}{on_stand}"


def _considered(table: Organisation, part: FormationPart, book: RuleBook) -> Iterator[Considered]:
    if part.because:
        yield Considered(part.clause, part.because)
    yield from table.out_of_time(book)


def _describe(facts: ListedFacts, _dice: tuple[D6, ...], book: RuleBook) -> Explained[Listed] | Refusal:
    return describe_part(facts, book)


RESOLUTIONS: tuple[Resolution[ListedFacts, RuleBook], ...] = (
    Resolution(
        "organisation", "What a formation consists of", "Tables of organisation", ListedFacts, no_dice, _describe
    ),
)
