"""A force: what a player makes of tables of organisation, as plain frozen values."""

import unicodedata
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.forces.lists import ArmyList
from rules.flanders_fields.forces.organisation import FormationPart, PartSort
from rules.flanders_fields.forces.reading import organisation
from rules.flanders_fields.vocabulary import Nation, Quality
from rules.kernel.months import parse_month
from rules.kernel.rulings import HouseRule
from rules.kernel.values import dataclass

MOST_ELEMENTS = 600
"""More than any division with everything attached; what is read from a file has no more."""
LONGEST_NAME = 60
MOST_STANDS = 24
MOST_PLATOONS = 200
"""More than any battalion has."""
MOST_ON_STAND = 12
"""More than the base of any command stand holds."""
FORMATIONS = frozenset({PartSort.REGIMENT, PartSort.BATTALION})
"""What others may serve with; a battalion serves with regiments only, a regiment with nobody."""


class NotThere(ValueError):
    """A change to a force that cannot be made: what was wrong, and what would be right instead."""

    def __init__(self, because: str, instead: str) -> None:
        super().__init__(f"{because}; {instead}")
        self.because, self.instead = because, instead


@dataclass(frozen=True, slots=True)
class Element:
    """A formation, a command stand or a unit of a force: the `part` of a `table` that it is one of.

    `stands` are its stands or models, of a company its platoons; 0 for what consists of others. `on_stand` are the
    figures or models on each of them, where they are not the usual ones of its table (0). `grade` is that of a
    battalion, or a unit's own where it differs. `serves` is the regiment or battalion it is attached to (empty: it is
    where its table has it). `type` is the tank it is, where that is not what its table says.
    """

    id: str
    table: ArmyList
    part: str
    name: str
    stands: int = 0
    grade: Quality | None = None
    serves: str = ""
    type: str = ""
    on_stand: int = 0
    inside: tuple["Element", ...] = ()

    def all(self) -> Iterator["Element"]:
        """This one and everything in it, from the top."""
        yield self
        for one in self.inside:
            yield from one.all()


@dataclass(frozen=True, slots=True)
class RuleSetAside:
    """A rule that the players have set aside for this force: its clause, where, and their reason."""

    clause: str
    of: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Fought:
    """A game in the record of a battalion: what it lost there, what it took in, and what it was afterwards.

    `of` is the battalion, `date` the month of the game, `game_id` the game where the service kept it. `lost` and
    `drafts` are platoons, `told` those lost by the log of that game, `full` those it is at strength with, `platoons`
    those it went on with. `dice` are the two for its grade, none where it did not roll, `sources` whose each of them
    was (empty: they lay on the table). `reason` says why something is otherwise than it is known.
    """

    of: str
    game: str
    date: str
    lost: int
    drafts: int
    dice: tuple[int, ...]
    full: int
    platoons: int
    grade: Quality
    game_id: str = ""
    told: int | None = None
    sources: tuple[str, ...] = ()
    reason: str = ""

    def is_of(self, battalion: str, game: str, date: str, game_id: str) -> bool:
        """Return whether it is of that game: by its id where both have one, else by title and month."""
        by_title = is_same_name(self.game, game) and self.date == date
        same = self.game_id == game_id if self.game_id and game_id else by_title
        return self.of == battalion and same


def is_same_name(one: str, other: str) -> bool:
    """Return whether two names that people typed are the same.

    Case, spaces, invisible characters and how accents are encoded do not count.

    >>> is_same_name("Delville Wood", " delville  wood ")
    True
    """
    return _as_compared(one) == _as_compared(other)


def visible(text: str) -> str:
    """Return a text without invisible characters, such as soft hyphens from a web page, and without outer spaces."""
    return "".join(sign for sign in text if unicodedata.category(sign) != "Cf").strip()


def _as_compared(name: str) -> str:
    # A Mac may send an accented letter as two characters, and other systems as one.
    return " ".join(unicodedata.normalize("NFKC", visible(name)).casefold().split())


@dataclass(frozen=True, slots=True)
class Force:
    """A force of one army in one month, in the form 1916-07, with what the players allow it against the rules.

    `house_rules` are those it was made under: tables of organisation and limits of quality hang on them. `fought` is
    the record of its battalions, game after game.
    """

    name: str
    nation: Nation
    date: str
    elements: tuple[Element, ...]
    allowed: tuple[RuleSetAside, ...] = ()
    house_rules: tuple[HouseRule, ...] = ()
    fought: tuple[Fought, ...] = ()

    @property
    def book(self) -> RuleBook:
        """The book it is made by. Raises BadMonth and BadHouseRule."""
        return RuleBook.for_game(parse_month(self.date), self.house_rules)

    def all(self) -> Iterator[Element]:
        """Every element, from the top."""
        for one in self.elements:
            yield from one.all()

    def element(self, name: str) -> Element:
        """The element of that id. Raises NotThere."""
        found = places(self).get(name)
        if found is None:
            raise NotThere(f"there is no {name!r} in this force", "choose something that is in it")
        return found[0]

    def above(self, name: str) -> tuple[Element, ...]:
        """What an element is in, the nearest first."""
        found = places(self).get(name)
        return found[1] if found else ()


Places = Mapping[str, tuple[Element, tuple[Element, ...]]]


def _paths(elements: tuple[Element, ...], above: tuple[Element, ...]) -> Iterator[tuple[Element, tuple[Element, ...]]]:
    for one in elements:
        yield one, above
        yield from _paths(one.inside, (one, *above))


_LOOKED_THROUGH: tuple[tuple[Force, Places], ...] = ()
_MOST_KEPT = 8


def places(force: Force) -> Places:
    """Every element by its id, with what it is in, the nearest first; of two that share an id the first.

    Each question about a force asks for hundreds of them: those of the forces asked about last are kept.
    """
    global _LOOKED_THROUGH
    known = next((found for one, found in _LOOKED_THROUGH if one is force), None)
    if known is None:
        made: dict[str, tuple[Element, tuple[Element, ...]]] = {}
        for one, above in paths(force):
            made.setdefault(one.id, (one, above))
        # Replaced as a whole: other threads may be looking.
        known, _LOOKED_THROUGH = made, ((force, made), *_LOOKED_THROUGH[: _MOST_KEPT - 1])
    return known


def may_serve(guest: PartSort, host: PartSort) -> bool:
    """Whether a part of one sort may serve with one of another."""
    if host not in FORMATIONS or guest in (PartSort.DIVISION, PartSort.REGIMENT):
        return False
    return not (guest is PartSort.BATTALION and host is PartSort.BATTALION)


def paths(force: Force) -> Iterator[tuple[Element, tuple[Element, ...]]]:
    """Every element with what it is in, the nearest first."""
    return _paths(force.elements, ())


def part_of(element: Element, book: RuleBook) -> FormationPart:
    """The line of its table that an element is one of. Raises NotThere."""
    found = organisation(element.table, book).parts.get(element.part)
    if found is None:
        raise NotThere(f"{element.name}: {element.table} has no {element.part!r}", "take a part of that table")
    return found


def changed(force: Force, name: str, change: Callable[[Element], Element | None]) -> Force:
    """The force with one element changed, or taken out where the change gives None. Raises NotThere."""
    force.element(name)
    return replace(force, elements=tuple(_changed(force.elements, name, change)))


def _changed(
    elements: tuple[Element, ...], name: str, change: Callable[[Element], Element | None]
) -> Iterator[Element]:
    for one in elements:
        if one.id != name:
            inside = tuple(_changed(one.inside, name, change))
            yield one if inside == one.inside else replace(one, inside=inside)
        elif made := change(one):
            yield made


def grade_of(force: Force, element: Element) -> Quality | None:
    """The grade an element has: its own or that of the battalion it is in, else that of the one it serves with."""
    own = (element, *force.above(element.id))
    grade = next((one.grade for one in own if one.grade), None)
    host = next((one.serves for one in own if one.serves), "")
    return grade or (force.element(host).grade if host else None)


def serves_with(force: Force, element: Element, book: RuleBook) -> Element | None:
    """The regiment or battalion whose commander has an element at his call; None: the division, or nobody."""
    if element.serves:
        return force.element(element.serves)
    for one in force.above(element.id):
        if part_of(one, book).sort in FORMATIONS:
            return one
        if one.serves:
            return force.element(one.serves)
    return None
