"""Making a force from a table of organisation: everything in it, named, graded, its assets given out (FF-TOE)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.forces.force import Element, Force, NotThere, part_of
from rules.flanders_fields.forces.grades import proposed_grade
from rules.flanders_fields.forces.lists import ArmyList
from rules.flanders_fields.forces.organisation import STANDING, Devolves, Organisation, Part, Sort
from rules.flanders_fields.forces.reading import organisation
from rules.flanders_fields.vocabulary import Quality, UnitClass

ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")
ORDINALS = {1: "st", 2: "nd", 3: "rd"}


@dataclass(slots=True)
class _Names:
    """Counts what has been named, so that numbers run through a regiment and through the force."""

    of_all: Counter[str] = field(default_factory=Counter)
    running: Counter[str] = field(default_factory=Counter)

    def name(self, part: Part, number: int, parent: Element | None) -> str:
        """What one of its kind is called until somebody names it."""
        self.of_all[part.name] += 1
        self.running[part.name] += 1
        return part.name.format(
            nth=ordinal(number),
            nth_of_all=ordinal(self.of_all[part.name]),
            roman=ROMAN[(number - 1) % len(ROMAN)],
            letter="ABCDEFGHIJKL"[(number - 1) % 12],
            running=self.running[part.name],
            parent=parent.name if parent else "",
        )


def ordinal(number: int) -> str:
    """A number as it counts: 1st, 2nd, 12th."""
    ending = "th" if 10 < number % 100 < 14 else ORDINALS.get(number % 10, "th")
    return f"{number}{ending}"


def make_force(table: ArmyList, book: RuleBook, name: str = "") -> Force:
    """Everything a table has at the book's date, in full, graded as is proposed.

    Raises NotThere for a table of several things: take one of them with `element_of`.
    """
    found = organisation(table, book)
    if len(found.roots) != 1 or found.nation is None:
        raise NotThere(f"{found.title} is no formation", "make a force of a table and attach them to it")
    root = _element(found, found.roots[0], 1, None, _Names(), "1", proposed_grade(table, book))
    force = Force(name or found.title, found.nation, str(book.when.month), (root,))
    return devolved(force, book)


def element_of(table: ArmyList, part: str, name: str, book: RuleBook, grade: Quality | None = None) -> Element:
    """One part of a table with all that is in it, under an id, its battalions of a grade. Raises NotThere."""
    found = organisation(table, book)
    if part not in found.parts:
        raise NotThere(f"{found.title} has no {part!r}", f"take one of: {', '.join(found.parts)}")
    line = found.parts[part]
    given = grade or proposed_grade(table, book)
    made = _element(found, line, 1, None, _Names(), name, given)
    return replace(made, grade=_own_grade(line, given))


def _own_grade(part: Part, grade: Quality) -> Quality | None:
    """Battalions have a grade, and so have tanks and cavalry that are in none (FF-QLM-12, FF-QLM-13)."""
    graded = part.sort is Sort.BATTALION or part.unit_class in (UnitClass.TANK, UnitClass.CAVALRY)
    return grade if graded else None


def _element(
    table: Organisation,
    part: Part,
    number: int,
    parent: Element | None,
    names: _Names,
    own_id: str,
    grade: Quality,
) -> Element:
    if part.sort is Sort.REGIMENT:
        names.running.clear()
    made = Element(own_id, table.id, part.key, names.name(part, number, parent), _stands(table, part, grade))
    if part.sort is Sort.BATTALION:
        made = replace(made, grade=grade)
    if part.sort in STANDING or part.sort is Sort.COMPANY:
        return made
    inside: list[Element] = []
    for one, count in table.played_inside(part.key):
        for n in range(1, count + 1):
            inside.append(_element(table, one, n, made, names, f"{own_id}.{len(inside) + 1}", grade))
    return replace(made, inside=tuple(inside))


def _stands(table: Organisation, part: Part, grade: Quality) -> int:
    """Its stands; of a company the platoons a battalion of its grade has (FF-TOE-70)."""
    if part.sort is Sort.COMPANY:
        return platoons_of(table, part, grade)
    return part.stands.usual


def platoons_of(table: Organisation, company: Part, grade: Quality) -> int:
    """How many platoons a company has in a battalion of a grade (FF-TOE-04, FF-TOE-70)."""
    (platoon,) = table.inside(company.key)
    return platoon.number(grade) * platoon.stands.usual


def devolved(force: Force, book: RuleBook) -> Force:
    """The force with the assets that serve nobody yet given out as they normally are (FF-FOR-09)."""
    regiments = [one for one in force.all() if part_of(one, book).sort is Sort.REGIMENT]
    given: dict[str, str] = {}
    for asset in force.all():
        if not asset.serves and not _already_given(force, asset, given):
            given |= _given(force, asset, regiments, book)
    return replace(force, elements=tuple(_serving(force.elements, given))) if given else force


def _already_given(force: Force, asset: Element, given: Mapping[str, str]) -> bool:
    return any(one.serves or one.id in given for one in force.above(asset.id))


def _given(force: Force, asset: Element, regiments: Sequence[Element], book: RuleBook) -> Mapping[str, str]:
    how = part_of(asset, book).devolves
    if how is Devolves.ONE_TO_EACH_BATTALION:
        return _to_battalions(force, asset, book)
    if how is Devolves.STAYS or not regiments:
        return {}
    if how is Devolves.TO_THE_LAST_REGIMENT:
        return {asset.id: regiments[-1].id}
    if how is Devolves.ONE_TO_EACH_REGIMENT:
        # Brother assets are counted where they stand: the second brigade of guns goes to the second regiment.
        brothers = [one.id for one in force.all() if (one.table, one.part) == (asset.table, asset.part)]
        return {asset.id: regiments[brothers.index(asset.id) % len(regiments)].id}
    lots = tuple(_lots(asset, book))
    return {one.id: regiments[n % len(regiments)].id for n, one in enumerate(lots)}


def _lots(asset: Element, book: RuleBook) -> Iterator[Element]:
    """What is shared out of an asset: its groups of guns, or its batteries and companies."""
    for one in asset.inside:
        groups = any(part_of(inner, book).sort is Sort.GROUP for inner in one.inside)
        if groups:
            yield from _lots(one, book)
        else:
            yield one


def _to_battalions(force: Force, asset: Element, book: RuleBook) -> Mapping[str, str]:
    """A light mortar serves one battalion of its brigade: its commander alone may order it (FF-TOE-15, GAP-11)."""
    parent = next(iter(force.above(asset.id)), None)
    battalions = [one for one in parent.inside if part_of(one, book).sort is Sort.BATTALION] if parent else []
    mortars = asset.inside or (asset,)
    return {one.id: battalion.id for one, battalion in zip(mortars, battalions, strict=False)}


def _serving(elements: tuple[Element, ...], given: Mapping[str, str]) -> Iterator[Element]:
    for one in elements:
        inside = tuple(_serving(one.inside, given))
        yield replace(one, serves=given.get(one.id, one.serves), inside=inside)
