"""Checks of a force: faults of the document, and findings by the rules (FF-FOR, FF-TOE)."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from rules.flanders_fields.army_lists import (
    STANDING,
    Amount,
    FormationPart,
    Organisation,
    PartSort,
    organisation,
    organisations,
)
from rules.flanders_fields.force_limits import GradesFacts, broken_limits, limits, share_of
from rules.flanders_fields.force_totals import on_a_stand
from rules.flanders_fields.forces import (
    LONGEST_NAME,
    MOST_ELEMENTS,
    MOST_ON_STAND,
    MOST_STANDS,
    Element,
    Force,
    limited_by,
    may_serve,
    ordinal,
    part_of,
    paths,
    places,
    platoons_of,
    serves_with,
)
from rules.flanders_fields.national_rules import USES
from rules.flanders_fields.ruleset import RuleBook, calendar, clauses, rulings
from rules.flanders_fields.vocabulary import CREWED_WEAPONS, ArmyList, PartKey, Quality, Side, Special, UnitClass
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.months import BadMonth, parse_month
from rules.kernel.rulings import BadHouseRule, choose
from rules.kernel.serialization import Misfit

# What is wrong with a force that was written by somebody else

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


# What of a force the rules would have otherwise


@dataclass(frozen=True, slots=True)
class Finding:
    """Something the rules would have otherwise: which clause, of what (empty: of the whole), and what would be right.

    `grave` is what a rule forbids; other findings are advice. `allowed` says that the players have set it aside.
    """

    clause: str
    of: str
    says: str
    instead: str
    grave: bool = True
    allowed: bool = False


def check(force: Force, book: RuleBook, side: Side | None = None) -> tuple[Finding, ...]:
    """Everything of a force the rules would have otherwise, in the order of the force.

    `side` is the one it is to play (None: not known yet). Raises NotThere for parts that no table has.
    """
    found = (one for look in LOOKS for one in look(force, book, side))
    set_aside = {(one.clause, one.of) for one in force.allowed}
    return tuple(replace(one, allowed=(one.clause, one.of) in set_aside) for one in found)


def forbidden(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Those that a rule forbids and nobody has allowed."""
    return tuple(one for one in findings if one.grave and not one.allowed)


def _out_of_time(force: Force, book: RuleBook, _side: Side | None) -> Iterator[Finding]:
    """Tables of another time or army (FF-FOR-19, FF-SPR-17), and what is not there at the date."""
    for table in dict.fromkeys(one.table for one in force.all()):
        one = organisation(table, book)
        if not one.holds(book.when.month):
            span = f"{one.first.in_words} to {one.last.in_words}"
            yield Finding("FF-FOR-19", "", f"{one.title}: not in {book.when.month.in_words}", f"it is for {span}")
        if one.nation not in (None, force.nation):
            yield Finding("FF-SPR-17", "", f"{one.title} is no {force.nation.capitalize()} table", "use one of its own")
    for element in force.all():
        yield from _not_yet(element, book)


def _not_yet(element: Element, book: RuleBook) -> Iterator[Finding]:
    part, month = part_of(element, book), book.when.month.in_words
    if part.unit_class is UnitClass.TANK and not book.table("assault/factors").has("heavy_tank"):
        yield Finding("FF-TYP-09", element.id, f"{element.name}: no tanks in {month}", "from September 1916 on")
    if part.unit_class is UnitClass.BLOCK_HOUSE and not book.table("orders/rolls").has(part.unit_class):
        yield Finding("FF-BLK-01", element.id, f"{element.name}: no block houses in {month}", "from mid 1915 on")
    if element.table is ArmyList.ATTACHED and book.option("GAP-19") == "not_available":
        yield Finding("FF-ORG-12", element.id, f"{element.name}: no table has it", "leave it out")
    elif element.part == PartKey.ARTILLERY_LIAISON and not book.behaviour("GAP-26", {"optional": True, "none": False}):
        yield Finding("FF-TOE-09", element.id, f"{element.name}: no force has one", "leave him out")


def _sizes(force: Force, book: RuleBook, _side: Side | None) -> Iterator[Finding]:
    """Stands and models outside what a table leaves open; fewer are what a force leaves at home (FF-TOE-04)."""
    for element, above in paths(force):
        part = part_of(element, book)
        if part.sort is PartSort.COMPANY:
            yield from _platoons(element, part, above, book)
            continue
        if element.stands and not part.stands.holds(element.stands):
            yield _wrong_size(element, part)
        if element.on_stand and not on_a_stand(part, book).holds(element.on_stand):
            yield _wrong_on_stand(element, part, book)


def _wrong_size(element: Element, part: FormationPart) -> Finding:
    stands = part.stands
    fewer = element.stands < stands.least
    says = f"{element.name}: {element.stands} of {'at least ' if fewer else 'at most '}"
    says += str(stands.least if fewer else stands.most)
    return Finding(part.clause, element.id, says, f"its table has {stands.in_words}", grave=not fewer)


def _wrong_on_stand(element: Element, part: FormationPart, book: RuleBook) -> Finding:
    word = "models" if part.weapon else "figures"
    says = f"{element.name}: {element.on_stand} {word} on its stand"
    return Finding(part.clause, element.id, says, f"its table has {on_a_stand(part, book).in_words}")


def _platoons(element: Element, part: FormationPart, above: tuple[Element, ...], book: RuleBook) -> Iterator[Finding]:
    table = organisation(element.table, book)
    grade = next((one.grade for one in above if one.grade), Quality.EXPERIENCED)
    usual = platoons_of(table, part, grade)
    (platoon,) = table.inside(part.key)
    if element.stands > max(usual, platoon.count.most if not platoon.count_of else usual):
        says = f"{element.name}: {element.stands} platoons in a {grade.capitalize()} battalion"
        yield Finding(platoon.clause, element.id, says, f"its table has {usual}")
    elif element.stands < usual:
        fewer = f"{element.name}: {element.stands} of its {usual} platoons"
        yield Finding(platoon.clause, element.id, fewer, "the rest stays at home", grave=False)


def _counts(force: Force, book: RuleBook, _side: Side | None) -> Iterator[Finding]:
    """More of a part than its table has, or fewer regiments or battalions than make a formation (FF-TOE-05 to -08)."""
    for element in force.all():
        table = organisation(element.table, book)
        counted = Counter(one.part for one in element.inside if one.table is element.table)
        for part, count in table.played_inside(element.part):
            number = counted[part.key]
            if number > count.most:
                says = f"{element.name}: {number} of {part.title.lower()}, its table has {count.most}"
                yield Finding(part.clause, element.id, says, f"leave {number - count.most} out")
    yield from _small(force, book)
    yield from _extent(force, book)


SMALLEST = {
    PartSort.REGIMENT: ("FF-TOE-06", PartSort.BATTALION, 2, 4),
    PartSort.BATTALION: ("FF-TOE-05", PartSort.COMPANY, 3, 4),
}


def _extent(force: Force, book: RuleBook) -> Iterator[Finding]:
    """A game is of one regiment at least, and of one division at most (FF-FOR-01)."""
    sorts = Counter(part_of(one, book).sort for one in force.all())
    if sorts[PartSort.DIVISION] > 1:
        says = f"{sorts[PartSort.DIVISION]} divisions"
        yield Finding("FF-FOR-01", "", says, "a game is of one division at most", grave=False)
    if force.elements and not sorts[PartSort.REGIMENT]:
        instead = "a game is of one at least: bring in the regiment or brigade it serves with"
        yield Finding("FF-FOR-01", "", f"{force.name} has no regiment or brigade", instead, grave=False)


def _small(force: Force, book: RuleBook) -> Iterator[Finding]:
    for element in force.all():
        sort = part_of(element, book).sort
        companies = [one for one in element.inside if part_of(one, book).sort is PartSort.COMPANY]
        if sort not in SMALLEST or (sort is PartSort.BATTALION and not companies):
            continue
        clause, inner, least, most = SMALLEST[sort]
        number = sum(part_of(one, book).sort is inner for one in element.inside)
        if number < least:
            what = "battalions" if sort is PartSort.REGIMENT else "companies"
            says = f"{element.name}: {number} of {least} to {most} {what}"
            yield Finding(clause, element.id, says, "it is played reduced", grave=False)


def _command(force: Force, book: RuleBook, _side: Side | None) -> Iterator[Finding]:
    """A commander for every regiment and battalion, and one for a division only if it is whole (FF-FOR-08)."""
    for element in force.all():
        sort = part_of(element, book).sort
        commanded = any(part_of(one, book).sort is PartSort.COMMAND for one in element.inside)
        if sort in (PartSort.REGIMENT, PartSort.BATTALION) and not commanded:
            yield Finding("FF-TOE-09", element.id, f"{element.name} has no command stand", "put its commander back")
        if sort is PartSort.DIVISION and commanded:
            yield from _not_whole(element, book)
    yield from _not_raised(force, book)


def _not_raised(force: Force, book: RuleBook) -> Iterator[Finding]:
    """Command stands that nobody on the table waits for: a game leaves them out (FF-TOE-09, FF-TOE-78)."""
    for element, above in paths(force):
        commands = above and part_of(above[0], book).sort in (PartSort.DIVISION, PartSort.REGIMENT, PartSort.BATTALION)
        if part_of(element, book).sort is PartSort.COMMAND and (
            not commands or element.table is ArmyList.BRITISH_TANKS
        ):
            says = f"{element.name} gives no orders in a game"
            instead = "the stand is on the table for its looks, and the game does not list it"
            yield Finding(part_of(element, book).clause, element.id, says, instead, grave=False)


def _not_whole(division: Element, book: RuleBook) -> Iterator[Finding]:
    """Fewer regiments than usual may still be a whole division, where its table leaves their number open (GAP-06)."""
    there, count = _regiments(division, book)
    if there < count.usual:
        says = f"{division.name} has {there} of {count.usual} regiments, and its commander is there"
        instead = "leave him out, or bring every regiment"
        yield Finding("FF-FOR-08", division.id, says, instead, grave=there < count.least)


def _regiments(division: Element, book: RuleBook) -> tuple[int, Amount]:
    """How many regiments of a division are there, and how many it has."""
    table = organisation(division.table, book)
    own = (count for part, count in table.played_inside(division.part) if part.sort is PartSort.REGIMENT)
    there = sum(part_of(one, book).sort is PartSort.REGIMENT for one in division.inside)
    return there, next(own, Amount(there, there, there))


def _shares(force: Force, book: RuleBook, _side: Side | None) -> Iterator[Finding]:
    """Assets of a division that is not whole, beyond its share of them (FF-FOR-08)."""
    for element in force.all():
        if part_of(element, book).sort is not PartSort.DIVISION:
            continue
        there, count = _regiments(element, book)
        if 0 < there < count.usual:
            yield from _beyond(element, there, count.usual, book)


def _beyond(division: Element, there: int, usual: int, book: RuleBook) -> Iterator[Finding]:
    table = organisation(division.table, book)
    assets = Counter(
        (part.key, part.title)
        for one in division.all()
        if (part := part_of(one, book)).sort is PartSort.UNIT and _is_asset(table, part)
    )
    for (key, title), number in assets.items():
        all_of_it = _in_division(table, table.parts[key])
        most = share_of(all_of_it, there, usual)
        if number > most:
            says = f"{title}: {number} of {all_of_it} with {there} of {usual} regiments"
            yield Finding("FF-FOR-08", division.id, says, f"bring at most {most}", grave=False)


def _is_asset(table: Organisation, part: FormationPart) -> bool:
    return all(above.sort in (PartSort.DIVISION, PartSort.GROUP) for above in table.above(part.key))


def _in_division(table: Organisation, part: FormationPart) -> int:
    number = part.count.usual
    for above in table.above(part.key):
        number *= above.count.usual
    return number


def _grades(force: Force, book: RuleBook, _side: Side | None) -> Iterator[Finding]:
    """Grades outside the limits of their table (FF-QLM-17 to FF-QLM-25)."""
    for facts in grades_of(force, book):
        for limit, number in broken_limits(facts, limits(facts, book), book):
            says = f"{limit.says}: {number} of {facts.battalions}"
            yield Finding(limit.clause, "", says, f"have {limit.in_words}")


def grades_of(force: Force, book: RuleBook) -> Iterator[GradesFacts]:
    """How many of a force have each grade, for each table of organisation that limits them (FF-QLM)."""
    graded: dict[ArmyList, list[Element]] = {}
    for one in force.all():
        if one.grade and _counts_for_grades(one, book):
            graded.setdefault(limited_by(one.table, part_of(one, book).unit_class), []).append(one)
    for table, elements in graded.items():
        numbers = Counter(one.grade for one in elements)
        yield GradesFacts(
            table=table,
            raw=numbers[Quality.RAW],
            experienced=numbers[Quality.EXPERIENCED],
            veteran=numbers[Quality.VETERAN],
            divisions=max(1, sum(part_of(one, book).sort is PartSort.DIVISION for one in force.all())),
            nation=force.nation,
        )


def _counts_for_grades(element: Element, book: RuleBook) -> bool:
    part = part_of(element, book)
    counted = not part.pioneers or book.behaviour("GAP-23", {"as_infantry": True, "bare": False})
    return counted and part.sort in (PartSort.BATTALION, PartSort.UNIT, PartSort.COMPANY, PartSort.GROUP)


def _mortars(force: Force, book: RuleBook, _side: Side | None) -> Iterator[Finding]:
    """Light mortars answer to a battalion, the larger ones never do (FF-TOE-15, GAP-11)."""
    for element in force.all():
        kind = part_of(element, book).unit_class
        if kind not in (UnitClass.LIGHT_MORTAR, UnitClass.MEDIUM_MORTAR, UnitClass.HEAVY_MORTAR):
            continue
        host = serves_with(force, element, book)
        in_battalion = host is not None and part_of(host, book).sort is PartSort.BATTALION
        of_brigades = book.behaviour("GAP-11", {"attached": False, "brigade": host is not None})
        if kind is UnitClass.LIGHT_MORTAR and not in_battalion and not of_brigades:
            yield Finding("FF-TOE-15", element.id, f"{element.name} is with no battalion", "attach it to one")
        if kind is not UnitClass.LIGHT_MORTAR and in_battalion:
            yield Finding("FF-TOE-15", element.id, f"{element.name} is with a battalion", "attach it to a regiment")


def _storm(force: Force, book: RuleBook, side: Side | None) -> Iterator[Finding]:
    """Storm battalions: attackers, from 1918, one for each regiment, and under it (FF-SPR-09, FF-SPR-15)."""
    storms = [one for one in force.all() if (one.table, one.part) == (ArmyList.GERMAN_STORM, "storm_battalion")]
    uses = book.table(USES)
    if storms and not uses.has(Special.STORM_BATTALION):
        because = uses.absent[Special.STORM_BATTALION].capitalize()
        yield Finding("FF-SPR-09", "", f"{because}", "choose a later date, or leave it out")
    if storms and side is Side.DEFENDER:
        yield Finding("FF-SPR-15", "", "Storm battalions attack", "leave it out of a defending force")
    under = Counter[str]()
    for one in storms:
        host = serves_with(force, one, book)
        if host is None or part_of(host, book).sort is not PartSort.REGIMENT:
            yield Finding("FF-SPR-15", one.id, f"{one.name} is under no regiment", "attach it to one")
            continue
        under[host.id] += 1
        if uses.has(Special.STORM_BATTALION) and under[host.id] > uses.number(Special.STORM_BATTALION).value:
            says = f"{one.name} is the {ordinal(under[host.id])} under {host.name}"
            yield Finding("FF-SPR-15", one.id, says, "one for each regiment")


def _in_hand(force: Force, book: RuleBook, _side: Side | None) -> Iterator[Finding]:
    """Assets that nobody on the table commands: no regiment, and no division with its commander (FF-FOR-09)."""
    commanded = {
        one.id
        for one in force.all()
        if part_of(one, book).sort is PartSort.DIVISION
        and any(part_of(inner, book).sort is PartSort.COMMAND for inner in one.inside)
    }
    for element, above in paths(force):
        part = part_of(element, book)
        own = part.sort is PartSort.UNIT or (part.sort is PartSort.BATTALION and part.within != "" and part.pioneers)
        inside = any(part_of(one, book).sort is PartSort.BATTALION for one in above)
        if own and not inside and serves_with(force, element, book) is None and not commanded & {o.id for o in above}:
            yield Finding("FF-FOR-09", element.id, f"{element.name} serves nobody", "attach it to a regiment")


def _under_no_regiment(force: Force, book: RuleBook, _side: Side | None) -> Iterator[Finding]:
    """Battalions that no regiment or brigade commands (FF-TOE-06), but for pioneers and storm battalions."""
    if not any(part_of(one, book).sort is PartSort.REGIMENT for one in force.all()):
        return
    for element in force.all():
        part = part_of(element, book)
        apart = part.pioneers or element.table is ArmyList.GERMAN_STORM
        host = serves_with(force, element, book)
        if (
            part.sort is PartSort.BATTALION
            and not apart
            and (host is None or part_of(host, book).sort is not PartSort.REGIMENT)
        ):
            instead = "attach it to one, or the first one has it"
            yield Finding("FF-TOE-06", element.id, f"{element.name} is under no regiment", instead, grave=False)


BY_BATTALIONS = frozenset(UnitClass) - CREWED_WEAPONS - {UnitClass.TANK, UnitClass.ARMOURED_CAR}
"""Foot and horse: nobody but the commander of a battalion orders them."""


def _without_battalion(force: Force, book: RuleBook, _side: Side | None) -> Iterator[Finding]:
    """Foot and horse that serve with no battalion (FF-TOE-06)."""
    for element in force.all():
        if part_of(element, book).unit_class not in BY_BATTALIONS:
            continue
        host = serves_with(force, element, book)
        if host is None or part_of(host, book).sort is not PartSort.BATTALION:
            says = f"{element.name} is with no battalion, and only battalions order it"
            yield Finding("FF-TOE-06", element.id, says, "attach it to one, or the first one has it", grave=False)


Look = Callable[[Force, RuleBook, Side | None], Iterator[Finding]]
LOOKS: tuple[Look, ...] = (
    _out_of_time,
    _counts,
    _sizes,
    _command,
    _shares,
    _in_hand,
    _under_no_regiment,
    _without_battalion,
    _mortars,
    _grades,
    _storm,
)
