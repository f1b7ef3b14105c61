"""A force at another date or under other house rules: what was as its table had it follows, what was chosen stays."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.forces.force import Element, Force, part_of
from rules.flanders_fields.forces.making import devolved, element_of, platoons_of
from rules.flanders_fields.forces.organisation import Organisation, PartSort
from rules.flanders_fields.forces.reading import organisation
from rules.flanders_fields.forces.trimming import only_what_is_there
from rules.flanders_fields.vocabulary import Quality
from rules.kernel.rulings import HouseRule
from rules.kernel.values import dataclass


def settled(force: Force, date: str, house_rules: Iterable[HouseRule]) -> Force:
    """The force in another month, as 1916-07, and under these house rules alone.

    Sizes and numbers that were the usual ones become the usual ones of its table then. Raises BadMonth and
    BadHouseRule.
    """
    fresh = replace(force, date=date, house_rules=tuple(house_rules))
    change = _Change(force.book, fresh.book)
    elements = tuple(change.follow(one, None) for one in force.elements)
    return only_what_is_there(_given_out(force, replace(fresh, elements=elements)))


def _given_out(before: Force, fresh: Force) -> Force:
    """What served where it usually does serves where it usually does now; what was attached by hand stays there."""
    own = {one.id: one.serves for one in before.all()}
    then, now = _usual_hosts(before), _usual_hosts(fresh)
    serves = {one: now[one] if own.get(one, "") == then.get(one, "") else own[one] for one in now}
    return replace(fresh, elements=tuple(_serving(one, serves) for one in fresh.elements))


def _usual_hosts(force: Force) -> Mapping[str, str]:
    nobody: Mapping[str, str] = {}
    bare = replace(force, elements=tuple(_serving(one, nobody) for one in force.elements))
    return {one.id: one.serves for one in devolved(bare, force.book).all()}


def _serving(element: Element, serves: Mapping[str, str]) -> Element:
    inside = tuple(_serving(one, serves) for one in element.inside)
    return replace(element, serves=serves.get(element.id, ""), inside=inside)


@dataclass(frozen=True, slots=True)
class _Change:
    """From one book to another."""

    before: RuleBook
    after: RuleBook

    def follow(self, element: Element, grade: Quality | None) -> Element:
        """An element with what is in it; `grade` is that of the battalion around it."""
        own = element.grade or grade
        if element.stands:
            return self._resized(element, own or Quality.EXPERIENCED)
        inside = [self.follow(one, own) for one in element.inside]
        return replace(element, inside=tuple(self._numbered(replace(element, inside=tuple(inside)), own)))

    def _resized(self, element: Element, grade: Quality) -> Element:
        old, new = (_usual(element, grade, book) for book in (self.before, self.after))
        return replace(element, stands=new) if new and element.stands == old else element

    def _numbered(self, element: Element, grade: Quality | None) -> Iterator[Element]:
        """What is in a formation, with as many of each as its table has then, where it had as many as before."""
        there = Counter(one.part for one in element.inside)
        old, new = (_numbers(organisation(element.table, book), element.part) for book in (self.before, self.after))
        moved = {key: new.get(key, 0) for key in {*old, *new} if there[key] == old.get(key, 0)}
        seen = Counter[str]()
        for one in element.inside:
            seen[one.part] += 1
            if seen[one.part] <= moved.get(one.part, MANY):
                yield one
        taken = {one.id for one in element.all()}
        for key, number in moved.items():
            for beside in range(there[key], number):
                own_id = next(f"{element.id}.{n}" for n in range(1, MANY) if f"{element.id}.{n}" not in taken)
                taken.add(own_id)
                yield element_of(element.table, key, own_id, self.after, grade, element, beside)


MANY = 1000
"""More than there are of anything in a formation."""


def _usual(element: Element, grade: Quality, book: RuleBook) -> int:
    part = part_of(element, book)
    if part.sort is PartSort.COMPANY:
        return platoons_of(organisation(element.table, book), part, grade)
    return part.stands.usual


def _numbers(table: Organisation, part: str) -> dict[str, int]:
    return {one.key: count.usual for one, count in table.played_inside(part)}
