"""A force as a tree to be opened and closed: what each part of it is, in a few words."""

from collections import Counter
from collections.abc import Iterable, Mapping

from app.lookups.words import counted
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.forces.basing import on_stand_of
from rules.flanders_fields.forces.checking import Finding, forbidden
from rules.flanders_fields.forces.force import Element, Force, part_of
from rules.flanders_fields.forces.organisation import FormationPart, PartSort
from rules.flanders_fields.forces.totals import total_of
from rules.flanders_fields.vocabulary import Quality
from rules.kernel.values import dataclass

ENDINGS: Mapping[str, str] = {"company": "companies", "battery": "batteries"}


@dataclass(frozen=True, slots=True)
class Branch:
    """An element in the tree. `broken` are rules it breaks that nobody has allowed; `around` the one in hand."""

    id: str
    name: str
    what: str
    grade: Quality | None
    serves: str
    broken: int
    around: bool
    inside: tuple["Branch", ...]


def tree_of(force: Force, findings: Iterable[Finding], in_hand: str) -> tuple[Branch, ...]:
    """The whole force; what the one in hand lies in is open."""
    broken = Counter(one.of for one in forbidden(findings))
    open_ = {one.id for one in force.above(in_hand)}
    planted = _Planted(force, force.book, broken, open_)
    return tuple(planted.branch(one) for one in force.elements)


@dataclass(frozen=True, slots=True)
class _Planted:
    force: Force
    book: RuleBook
    broken: Counter[str]
    open: set[str]

    def branch(self, element: Element) -> Branch:
        inside = tuple(self.branch(one) for one in element.inside)
        host = self.force.element(element.serves).name if element.serves else ""
        broken = self.broken[element.id] + sum(one.broken for one in inside)
        what = told(element, self.book)
        around = element.id in self.open
        return Branch(element.id, element.name, what, element.grade, host, broken, around, inside)


def told(element: Element, book: RuleBook) -> str:
    """What an element is: "4 platoons", "8 x Vickers", "4 battalions", of a group of guns what its batteries are."""
    part = part_of(element, book)
    if part.sort is PartSort.COMPANY:
        return counted(element.stands, "platoon")
    if part.sort is PartSort.COMMAND:
        return f"Command stand, {counted(on_stand_of(element, book), 'figure')}"
    if element.stands:
        return _stands(element, part, book)
    numbers = Counter(part_of(one, book).sort for one in element.inside)
    chief = next((sort for sort in (PartSort.REGIMENT, PartSort.BATTALION, PartSort.COMPANY) if numbers[sort]), None)
    if chief is None:
        weapons = total_of(element.inside, book).weapons
        return ", ".join(f"{one.models} × {one.name}" for one in weapons) or part.title
    word = _word(element, chief, book)
    inside = f"{numbers[chief]} {word if numbers[chief] == 1 else plural(word)}"
    # "1st Battalion" says already that it is a battalion.
    named = part.title.lower().split()[-1] in element.name.lower()
    return inside if named else f"{part.title}, {inside}"


def _word(element: Element, sort: PartSort, book: RuleBook) -> str:
    """What a regiment is called in its army (FF-TOE-06): the last word of the title of its part."""
    titles = (part_of(one, book).title for one in element.inside if part_of(one, book).sort is sort)
    return next(titles).lower().split()[-1]


def plural(word: str) -> str:
    """Several of what is counted in a force."""
    return ENDINGS.get(word, f"{word}s")


def _stands(element: Element, part: FormationPart, book: RuleBook) -> str:
    if part.weapon:
        return f"{element.stands * on_stand_of(element, book)} × {part.weapon}"
    return counted(element.stands, (part.stand_word or "stand").lower())
