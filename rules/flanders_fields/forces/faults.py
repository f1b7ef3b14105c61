"""What is wrong with a force that was written by somebody else: nothing of it can be trusted until this is silent."""

from collections.abc import Iterator

from rules.flanders_fields.book import calendar, clauses, rulings
from rules.flanders_fields.forces.force import (
    LONGEST_NAME,
    MOST_ELEMENTS,
    MOST_ON_STAND,
    MOST_STANDS,
    Element,
    Force,
    may_serve,
    paths,
    places,
)
from rules.flanders_fields.forces.organisation import STANDING, FormationPart, PartSort
from rules.flanders_fields.forces.reading import organisations
from rules.flanders_fields.vocabulary import CREWED_WEAPONS, UnitClass
from rules.kernel.documents import Misfit
from rules.kernel.months import BadMonth, parse_month
from rules.kernel.rulings import BadHouseRule, choose

DEEPEST = 8
"""More levels than any formation has."""


def faults(force: Force) -> Iterator[Misfit]:
    """Everything that makes a force none, whatever house rules are played; silent for a sound one."""
    yield from _of_the_whole(force)
    seen: set[str] = set()
    for element, above in paths(force):
        if element.id in seen:
            yield Misfit(element.id, "it stands there twice", "an id of its own for each")
        seen.add(element.id)
        yield from _of_one(force, element, above)


def _of_the_whole(force: Force) -> Iterator[Misfit]:
    try:
        calendar().period_of(parse_month(force.date))
    except BadMonth as wrong:
        because, _, instead = str(wrong).partition("; ")
        yield Misfit("", because, instead)
    try:
        choose(rulings(), force.house_rules)
    except BadHouseRule as wrong:
        yield Misfit("", str(wrong), "house rules that can be chosen, each once")
    number = sum(1 for _ in force.all())
    if number > MOST_ELEMENTS:
        yield Misfit("", f"it has {number} parts", f"at most {MOST_ELEMENTS}")
    if not _is_name(force.name):
        yield Misfit("", "it has no name that can be shown", f"a name of 1 to {LONGEST_NAME} letters")
    known = {one.id for one in force.all()}
    for one in force.allowed:
        if one.clause not in clauses() or (one.of and one.of not in known):
            yield Misfit(
                one.of, f"{one.clause} is allowed for nothing that is there", "a clause, and a part of the force"
            )
    yield from _of_its_record(force)


def _of_its_record(force: Force) -> Iterator[Misfit]:
    battalions = {one.id for one in force.all() if _is_battalion(one)}
    for one in force.fought:
        if one.of not in battalions:
            yield Misfit(one.of, f"{one.game} is in the record of no battalion", "a battalion of the force")
        elif one.platoons > one.full or one.drafts > one.full:
            yield Misfit(one.of, f"{one.game}: more platoons than it has at strength", f"at most {one.full}")
        elif one.sources and len(one.sources) != len(one.dice):
            yield Misfit(one.of, f"{one.game}: its dice are not those that are told of", "a source for each die")


def _is_battalion(element: Element) -> bool:
    part = organisations()[element.table].parts.get(element.part)
    return part is not None and part.sort is PartSort.BATTALION


def _is_name(name: str) -> bool:
    return name == name.strip() and 0 < len(name) <= LONGEST_NAME and name.isprintable()


def _of_one(force: Force, element: Element, above: tuple[Element, ...]) -> Iterator[Misfit]:
    table = organisations()[element.table]
    part = table.parts.get(element.part)
    if not _is_name(element.name):
        yield Misfit(element.id, "it has no name that can be shown", f"a name of 1 to {LONGEST_NAME} letters")
    if part is None or part.sort in (PartSort.PLATOON, PartSort.LEVEL_LEFT_OUT):
        yield Misfit(element.id, f"{table.title} has no '{element.part}' that stands by itself", "a part of its table")
        return
    if above and not _belongs(part, element, above[0]):
        yield Misfit(element.id, f"{part.title} is not part of {above[0].name}", "let it serve with that instead")
    yield from _of_its_sort(element, part)
    if element.serves:
        yield from _of_its_host(force, element)


def _belongs(part: FormationPart, element: Element, parent: Element) -> bool:
    """Whether its table has it in that part, as printed or by a house rule; levels left out are seen through."""
    table = organisations()[element.table]
    within = {part.within, *(one.values.get("within", part.within) for one in part.variants)}
    within |= {table.parts[key].within for key in within if key and table.parts[key].sort is PartSort.LEVEL_LEFT_OUT}
    return parent.table is element.table and parent.part in within


def _of_its_sort(element: Element, part: FormationPart) -> Iterator[Misfit]:
    standing = part.sort in STANDING or part.sort is PartSort.COMPANY
    if standing is not (1 <= element.stands <= MOST_STANDS):
        right = f"1 to {MOST_STANDS}" if standing else "no stands: its parts have them"
        yield Misfit(element.id, f"{part.title}: {element.stands} stands", right)
    if element.on_stand and not (part.sort in STANDING and 1 <= element.on_stand <= MOST_ON_STAND):
        right = f"1 to {MOST_ON_STAND}" if part.sort in STANDING else "figures on a command stand or models on a base"
        yield Misfit(element.id, f"{part.title}: {element.on_stand} on a stand", right)
    if standing and element.inside:
        yield Misfit(element.id, f"{part.title} has something in it", "only formations have")
    if part.sort is PartSort.BATTALION and element.grade is None:
        yield Misfit(element.id, "it has no grade", "raw, experienced or veteran")
    if element.grade and (part.unit_class in CREWED_WEAPONS or part.gun or part.sort is PartSort.COMMAND):
        yield Misfit(element.id, f"{part.title} has no grade of its own", "leave it out: crews are always Experienced")
    if element.type and part.unit_class is not UnitClass.TANK:
        yield Misfit(element.id, f"{part.title} is no tank", "a type for tanks only")


def _of_its_host(force: Force, element: Element) -> Iterator[Misfit]:
    found = places(force).get(element.serves)
    if found is None:
        yield Misfit(element.id, f"it serves with {element.serves!r}, which is not there", "a regiment or battalion")
        return
    host, over = found
    line = organisations()[host.table].parts.get(host.part)
    own = organisations()[element.table].parts[element.part]
    if line is None or not may_serve(own.sort, line.sort) or element in (host, *over):
        yield Misfit(
            element.id, f"{element.name} cannot serve with {host.name}", "a regiment, or for a unit a battalion"
        )
