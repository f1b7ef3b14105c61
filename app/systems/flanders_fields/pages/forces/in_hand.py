"""The part of a force in hand: what it is, what may be chosen for it, what may be added to it."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final

from app.systems.flanders_fields.pages.forces.tree import told
from app.systems.flanders_fields.words import words
from rules.flanders_fields.armour.tanks import TankType
from rules.flanders_fields.book import RuleBook, rulings
from rules.flanders_fields.forces.basing import on_a_stand, on_stand_of
from rules.flanders_fields.forces.checking import grades_of
from rules.flanders_fields.forces.force import (
    FORMATIONS,
    MOST_ON_STAND,
    Element,
    Force,
    grade_of,
    may_serve,
    part_of,
    serves_with,
)
from rules.flanders_fields.forces.grades import limits
from rules.flanders_fields.forces.lists import ArmyList
from rules.flanders_fields.forces.making import limited_by, platoons_of
from rules.flanders_fields.forces.organisation import Amount, FormationPart, PartSort
from rules.flanders_fields.forces.reading import organisation, organisations
from rules.flanders_fields.vocabulary import CREWED_WEAPONS, Quality, UnitClass
from rules.kernel.values import dataclass

LIKE_A_DIVISION: Final = frozenset({PartSort.DIVISION, PartSort.REGIMENT, PartSort.BATTALION, PartSort.GROUP})
WHERE_IT_IS: Final = {"value": "", "word": "Where its table has it"}


@dataclass(frozen=True, slots=True)
class Bounds:
    """How many of a grade there are now, and how many there may be."""

    says: str
    clause: str
    now: str


def in_hand(force: Force, element: Element) -> dict[str, Any]:
    """Everything that is shown of an element, and every choice there is for it."""
    book = force.book
    part = part_of(element, book)
    host = serves_with(force, element, book)
    grade = grade_of(force, element)
    above = force.above(element.id)
    return {
        "id": element.id,
        "name": element.name,
        "what": told(element, book),
        "title": part.title,
        "table": organisation(element.table, book).title,
        "clause": part.clause,
        "within": above[0].name if above else "",
        "host": host if host and host not in above[:1] else None,
        "because": part.because,
        "ruling": rulings()[part.ruling].question if part.ruling else "",
        "ruling_id": part.ruling,
        "house": part.house,
        "crewed": part.unit_class in CREWED_WEAPONS,
        "grade": grade,
        "grades": grades(force, element),
        "bounds": list(bounds(force, element)),
        "size": size(element, part, grade, book),
        "on_stand": on_stand(element, part, book),
        "of_its_kind": sum((one.table, one.part) == (element.table, element.part) for one in force.all()),
        "types": _types(element, part),
        "hosts": _hosts(force, element, part, book),
        "serves": element.serves,
        "guests": [one for one in force.all() if one.serves == element.id],
        "more": list(more(force, element, book)),
        "to_attach": to_add(force, book, part.sort) if part.sort in FORMATIONS else [],
        "whole": part.sort in LIKE_A_DIVISION,
        "alone": above != () and part.sort in FORMATIONS,
    }


def grades(force: Force, element: Element | None) -> dict[str, Any] | None:
    """The grade that may be chosen: of a battalion, or of all that is graded in a formation; None where nothing is."""
    book = force.book
    elements = element.all() if element else force.all()
    graded = [one for one in elements if one.grade or part_of(one, book).sort is PartSort.BATTALION]
    if not graded:
        return None
    found = {one.grade for one in graded}
    label = "Grade" if element in graded else f"Grade of its {len(graded)} battalions"
    return {"label": label, "chosen": found.pop() if len(found) == 1 else None, "options": GRADES}


GRADES: Final = [{"value": one.value, "word": words(one)} for one in Quality]


def bounds(force: Force, element: Element | None) -> Iterator[Bounds]:
    """The limits of quality that count for an element, with how many there are now (FF-QLM)."""
    book = force.book
    elements = element.all() if element else force.all()
    tables = {limited_by(one.table, part_of(one, book).unit_class) for one in elements if one.grade}
    for facts in grades_of(force, book):
        now = {"raw": facts.raw, "trained": facts.experienced + facts.veteran, "veteran": facts.veteran}
        for limit in limits(facts, book) if facts.table in tables else ():
            if not limit.is_open:
                says = limit.in_words
                yield Bounds(says[0].upper() + says[1:], limit.clause, f"{now[limit.grades]} of {limit.of}")


def size(element: Element, part: FormationPart, grade: Quality | None, book: RuleBook) -> dict[str, Any] | None:
    """Its platoons, stands or models, with what its table has; None for what consists of others."""
    if not element.stands or part.sort is PartSort.COMMAND:
        return None
    amount, word = part.stands, "Models" if part.weapon else "Stands"
    if part.sort is PartSort.COMPANY:
        table = organisation(element.table, book)
        usual = platoons_of(table, part, grade or Quality.EXPERIENCED)
        (platoon,) = table.inside(part.key)
        amount, word = (platoon.count if platoon.count.is_open else Amount(usual, usual, usual)), "Platoons"
    return {"label": word, "value": element.stands, "hint": f"its table has {amount.in_words}"}


def on_stand(element: Element, part: FormationPart, book: RuleBook) -> dict[str, Any] | None:
    """The figures on a command stand, the models on each base of a battery; None where there is nothing to choose."""
    amount = on_a_stand(part, book)
    if not amount.is_open and not element.on_stand:
        return None
    label = "Models on each base" if part.weapon else "Figures on the stand"
    hint = f"its {'base' if part.weapon else 'table'} has {amount.in_words}"
    field = {"name": "on_stand", "id": "f-on-stand", "min": 1, "max": MOST_ON_STAND}
    return {**field, "label": label, "hint": hint, "value": on_stand_of(element, book)}


def _types(element: Element, part: FormationPart) -> dict[str, Any] | None:
    if part.unit_class is not UnitClass.TANK:
        return None
    options = [{"value": one.value, "word": words(one)} for one in TankType]
    return {"options": options, "chosen": element.type or part.type}


def _hosts(force: Force, element: Element, part: FormationPart, book: RuleBook) -> list[dict[str, str]]:
    """The formations it may serve with; none for what never serves with another."""
    own = {one.id for one in element.all()}
    found = [
        {"value": one.id, "word": _as_host(force, one)}
        for one in force.all()
        if one.id not in own and may_serve(part.sort, part_of(one, book).sort)
    ]
    inside = any(part_of(one, book).sort is PartSort.BATTALION for one in force.above(element.id))
    standing = part.sort in (PartSort.COMMAND, PartSort.COMPANY)
    return [WHERE_IT_IS, *found] if found and not standing and not (inside and part.sort is PartSort.PLATOON) else []


def _as_host(force: Force, one: Element) -> str:
    above = force.above(one.id)
    return f"{one.name}, {above[0].name}" if above and len(force.above(one.id)) > 1 else one.name


def more(force: Force, element: Element, book: RuleBook) -> Iterator[dict[str, Any]]:
    """What its table has in such a formation, with how many there are of how many."""
    table = organisation(element.table, book)
    there = Counter(one.part for one in element.inside if one.table is element.table)
    for part, count in table.played_inside(element.part):
        if part.sort is not PartSort.PLATOON and (count.most or there[part.key]):
            yield {
                "table": element.table.value,
                "part": part.key,
                "word": part.title,
                "has": there[part.key],
                "of": count.in_words,
                "full": there[part.key] >= count.most,
            }


def to_add(force: Force, book: RuleBook, host: PartSort | None = None) -> list[dict[str, Any]]:
    """What the tables of its army and month have to attach to a formation of that sort, or to bring in beside all."""
    return [group for table in organisations() if (group := _group(table, force, book, host))["options"]]


def _group(key: ArmyList, force: Force, book: RuleBook, host: PartSort | None) -> dict[str, Any]:
    table = organisation(key, book)
    own = table.nation in (None, force.nation) and table.holds(book.when.month)
    wanted = tuple(_offered(table.parts, host)) if own else ()
    return {"label": table.title, "options": [{"value": [key.value, one.key], "word": one.title} for one in wanted]}


def _offered(parts: Mapping[str, FormationPart], host: PartSort | None) -> Iterator[FormationPart]:
    for part in parts.values():
        if host and not may_serve(part.sort, host):
            continue
        above = part.within and parts[part.within].sort
        formation = part.sort in (PartSort.BATTALION, PartSort.REGIMENT) or (
            part.sort is PartSort.GROUP and above == PartSort.DIVISION
        )
        unit = (
            part.sort is PartSort.UNIT or (part.sort is PartSort.COMMAND and not part.within)
        ) and part.count.most > 0
        if unit or formation or (host is None and not part.within):
            yield part
