"""Changes to a force: names, grades, sizes, attachments, and its move to another date."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace

from rules.flanders_fields.armour import TankType
from rules.flanders_fields.army_lists import STANDING, Organisation, PartSort, organisation
from rules.flanders_fields.forces import (
    FORMATIONS,
    LONGEST_NAME,
    MOST_ELEMENTS,
    MOST_ON_STAND,
    MOST_STANDS,
    Element,
    Force,
    NotThere,
    RuleSetAside,
    changed,
    devolved,
    element_of,
    may_serve,
    part_of,
    paths,
    platoons_of,
)
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import ArmyList, Quality, UnitClass
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.rulings import HouseRule

# Changing a force


def renamed(force: Force, element: str, name: str) -> Force:
    """The force with something called otherwise, and what is called after it; with no `element` the force itself.

    Raises NotThere for no name, or one that is too long.
    """
    written = name.strip()
    if not 0 < len(written) <= LONGEST_NAME or not written.isprintable():
        raise NotThere("that is no name", f"write 1 to {LONGEST_NAME} letters")
    if not element:
        return replace(force, name=written)
    return changed(force, element, lambda one: _renamed(one, written))


def _renamed(element: Element, name: str) -> Element:
    """Its commander, too, is called after it: "Commander, 10th Lincolns"."""
    after = f", {element.name}"
    inside = (
        replace(one, name=f"{one.name.removesuffix(after)}, {name}"[:LONGEST_NAME].rstrip())
        if one.name.endswith(after)
        else one
        for one in element.inside
    )
    return replace(element, name=name, inside=tuple(inside))


def graded_throughout(force: Force, formation: str, grade: Quality, book: RuleBook) -> Force:
    """The force with every battalion of a formation (empty: every one) of a grade, and what has a grade of its own.

    Raises NotThere where there is none of them.
    """
    inside = list(force.element(formation).all() if formation else force.all())
    named = [one.id for one in inside if part_of(one, book).sort is PartSort.BATTALION or one.grade]
    if not named:
        raise NotThere("nothing in it has a grade", "choose a battalion, or what has battalions")
    for one in named:
        force = graded(force, one, grade, book)
    return force


def graded(force: Force, battalion: str, grade: Quality, book: RuleBook) -> Force:
    """The force with a battalion, or a unit with a grade of its own, of another grade.

    Companies whose size hangs on the grade follow, where they had the size of the grade before (FF-TOE-70). Raises
    NotThere for what has its grade from its battalion, and for crewed weapons (FF-QLM-07).
    """
    element = force.element(battalion)
    if part_of(element, book).sort is not PartSort.BATTALION and element.grade is None:
        raise NotThere(f"{element.name} has no grade of its own", "choose the grade of its battalion")
    return changed(force, battalion, lambda one: _graded(one, grade, book))


def _graded(element: Element, grade: Quality, book: RuleBook) -> Element:
    table, before = organisation(element.table, book), element.grade or grade
    inside: list[Element] = []
    for one in element.inside:
        part = part_of(one, book)
        usual = part.sort is PartSort.COMPANY and one.stands == platoons_of(table, part, before)
        inside.append(replace(one, stands=platoons_of(table, part, grade)) if usual else one)
    return replace(element, grade=grade, inside=tuple(inside))


def resized(force: Force, element: str, stands: int) -> Force:
    """The force with a company of so many platoons, or a unit of so many stands or models. Raises NotThere."""
    found = force.element(element)
    if not found.stands or not 1 <= stands <= MOST_STANDS:
        instead = f"write 1 to {MOST_STANDS}, or leave it out of the force"
        raise NotThere(f"{found.name} cannot have {stands} stands", instead)
    return changed(force, element, lambda one: replace(one, stands=stands))


def filled(force: Force, element: str, on_stand: int, book: RuleBook) -> Force:
    """The force with so many figures or models on each stand of a command stand or unit. Raises NotThere."""
    found = force.element(element)
    part = part_of(found, book)
    if part.sort not in STANDING or not 1 <= on_stand <= MOST_ON_STAND:
        instead = f"write 1 to {MOST_ON_STAND} for a command stand or a unit"
        raise NotThere(f"{found.name} cannot have {on_stand} on a stand", instead)
    # The usual number is not kept, so that it follows its table.
    kept = 0 if on_stand == part.on_stand.usual else on_stand
    return changed(force, element, lambda one: replace(one, on_stand=kept))


def filled_alike(force: Force, element: str, on_stand: int, book: RuleBook) -> Force:
    """The force with so many on each stand of every element of that kind. Raises NotThere."""
    for one in _alike(force, element):
        force = filled(force, one, on_stand, book)
    return force


def resized_alike(force: Force, element: str, stands: int) -> Force:
    """The force with every element of that kind of so many platoons, stands or models. Raises NotThere."""
    for one in _alike(force, element):
        force = resized(force, one, stands)
    return force


def _alike(force: Force, element: str) -> list[str]:
    """The ids of every element of that kind."""
    like = force.element(element)
    return [one.id for one in force.all() if (one.table, one.part) == (like.table, like.part)]


def of_type(force: Force, tank: str, kind: TankType, book: RuleBook) -> Force:
    """The force with a tank of another type. Raises NotThere for what is no tank."""
    found = force.element(tank)
    if part_of(found, book).unit_class is not UnitClass.TANK:
        raise NotThere(f"{found.name} is no tank", "choose a tank")
    return changed(force, tank, lambda one: replace(one, type=kind.value))


def without(force: Force, element: str) -> Force:
    """The force without something and all that is in it. What served with it serves nobody. Raises NotThere."""
    return only_what_is_there(changed(force, element, lambda _one: None))


def only_what_is_there(force: Force) -> Force:
    """The force without what speaks of something that has left it: who served with it, its record, what was allowed."""
    there = {one.id for one in force.all()} | {""}
    allowed = tuple(one for one in force.allowed if one.of in there)
    fought = tuple(one for one in force.fought if one.of in there)
    return replace(force, elements=tuple(_freed(force.elements, there)), allowed=allowed, fought=fought)


def _freed(elements: tuple[Element, ...], there: Collection[str]) -> Iterator[Element]:
    for one in elements:
        serves = one.serves if one.serves in there else ""
        yield replace(one, serves=serves, inside=tuple(_freed(one.inside, there)))


def only(force: Force, keep: Collection[str]) -> Force:
    """The force with none but these formations, what is in them, and what serves with them (FF-FOR-08).

    A division that is no longer whole leaves its commander and what is in his hand at home. Raises NotThere.
    """
    core = {one.id for name in keep for one in force.element(name).all()}
    called = {one.id for one, above in paths(force) if any(over.serves in core for over in (one, *above))}
    wanted = core | called
    wanted |= {above.id for name in wanted for above in force.above(name)}
    return only_what_is_there(replace(force, elements=tuple(_kept(force.elements, wanted))))


def _kept(elements: tuple[Element, ...], wanted: Collection[str]) -> Iterator[Element]:
    return (replace(one, inside=tuple(_kept(one.inside, wanted))) for one in elements if one.id in wanted)


def serving(force: Force, element: str, host: str, book: RuleBook) -> Force:
    """The force with something attached to a regiment or battalion; to nobody (empty): where its table has it.

    Raises NotThere for a host that is none, and for what is in the host or has the host in it.
    """
    found = force.element(element)
    if host:
        over = force.element(host)
        if not may_serve(part_of(found, book).sort, part_of(over, book).sort):
            raise NotThere(
                f"{found.name} cannot serve with {over.name}", "choose a regiment, or for a unit a battalion"
            )
        if found in (over, *force.above(host)):
            raise NotThere(f"{over.name} is part of {found.name}", "choose another formation")
        if over in force.above(element)[:1]:
            host = ""
    return changed(force, element, lambda one: replace(one, serves=host))


def given_out(force: Force, book: RuleBook) -> Force:
    """The force with every asset that serves nobody given out as is usual (FF-FOR-09)."""
    return devolved(force, book)


def added(force: Force, table: ArmyList, part: str, to: str, book: RuleBook, name: str = "") -> Force:
    """The force with one more part of a table: in a formation that has such parts, else attached to it.

    `to` is a formation of the force, or empty for the force itself. Raises NotThere.
    """
    if len(list(force.all())) >= MOST_ELEMENTS:
        raise NotThere("the force is full", "leave something out first")
    line = organisation(table, book).parts.get(part)
    host = force.element(to) if to else None
    belongs = host is not None and line is not None and (host.table, host.part) == (table, line.within)
    siblings = host.inside if belongs and host else force.elements
    own_id = _free_id(force, f"{to}." if belongs else "x", len(siblings) + 1)
    parent = host if belongs else None
    beside = sum((one.table, one.part) == (table, part) for one in (siblings if belongs else force.all()))
    made = element_of(table, part, own_id, book, parent.grade if parent else None, parent, beside)
    if part_of(made, book).sort is PartSort.PLATOON:
        raise NotThere(f"{made.name} is part of a company", "give its company one more stand")
    if part_of(made, book).sort is PartSort.LEVEL_LEFT_OUT:
        raise NotThere(f"{made.name} is a level that is left out of this game", "add what it is made of")
    made = replace(made, name=name.strip()[:LONGEST_NAME].strip() or made.name)
    if belongs:
        return changed(force, to, lambda one: replace(one, inside=(*one.inside, made)))
    grown = replace(force, elements=(*force.elements, made))
    return serving(grown, own_id, to, book) if host and part_of(host, book).sort in FORMATIONS else grown


def _free_id(force: Force, before: str, number: int) -> str:
    taken = {one.id for one in force.all()}
    while f"{before}{number}" in taken:
        number += 1
    return f"{before}{number}"


def allowing(force: Force, clause: str, of: str = "", reason: str = "") -> Force:
    """The force with a rule set aside for one of its parts, or (empty) for the whole (what checking told).

    Raises NotThere for a part that it does not have.
    """
    if of:
        force.element(of)
    others = tuple(one for one in force.allowed if (one.clause, one.of) != (clause, of))
    return replace(force, allowed=(*others, RuleSetAside(clause, of, reason.strip()[:LONGEST_NAME])))


def forbidding(force: Force, clause: str, of: str = "") -> Force:
    """The force with that rule in force again."""
    return replace(force, allowed=tuple(one for one in force.allowed if (one.clause, one.of) != (clause, of)))


# A force at another date or under other house rules


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
