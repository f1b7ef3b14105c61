"""What a part of a table of organisation consists of, as a question (FF-TOE)."""

from collections.abc import Iterator

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.forces.lists import ArmyList, PartKey
from rules.flanders_fields.forces.making import element_of
from rules.flanders_fields.forces.organisation import FormationPart, Found, Organisation, PartSort
from rules.flanders_fields.forces.reading import organisation
from rules.flanders_fields.forces.totals import Totals, Weapons, total_of
from rules.flanders_fields.vocabulary import Level, Quality
from rules.kernel.dice import D6
from rules.kernel.explain import Considered, Explained, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.resolve import Resolution, no_dice
from rules.kernel.values import dataclass


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
