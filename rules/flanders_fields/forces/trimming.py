"""Changing a force: names, grades, choices, what it leaves at home, what serves with whom, what is attached to it.

Each change gives a new force. What cannot be at all raises NotThere; what the rules forbid is told by checking.
"""

from collections.abc import Collection, Iterator
from dataclasses import replace

from rules.flanders_fields.armour.tanks import TankType
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.forces.force import (
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
    may_serve,
    part_of,
    paths,
)
from rules.flanders_fields.forces.lists import ArmyList
from rules.flanders_fields.forces.making import devolved, element_of, platoons_of
from rules.flanders_fields.forces.organisation import STANDING, PartSort
from rules.flanders_fields.forces.reading import organisation
from rules.flanders_fields.vocabulary import Quality, UnitClass


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
