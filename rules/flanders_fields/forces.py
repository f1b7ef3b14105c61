"""Forces: their elements, and how one is made from an army list (FF-TOE, FF-FOR-09)."""

import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from types import MappingProxyType

from rules.flanders_fields.army_lists import (
    STANDING,
    Amount,
    Devolves,
    FormationPart,
    Organisation,
    PartSort,
    organisation,
)
from rules.flanders_fields.force_limits import proposed_grade
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import ArmyList, Nation, Quality, UnitClass
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.months import parse_month
from rules.kernel.rulings import HouseRule

# A force

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


# Making a force from a table of organisation (FF-TOE)

ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")
LETTERS = "ABCDEFGHIJKL"
ORDINALS = {1: "st", 2: "nd", 3: "rd"}
NO_CHOICES: Mapping[str, int] = MappingProxyType({})


def ordinal(number: int) -> str:
    """A number as it counts: 1st, 2nd, 12th."""
    ending = "th" if 10 < number % 100 < 14 else ORDINALS.get(number % 10, "th")
    return f"{number}{ending}"


def make_force(table: ArmyList, book: RuleBook, name: str = "", choices: Mapping[str, int] = NO_CHOICES) -> Force:
    """Everything a table has at the book's date, in full, graded as is proposed.

    `choices` are numbers of its parts, or of the models of each, by their keys, where the table leaves them open:
    {"infantry_brigade": 2}. Raises NotThere for a number it does not leave, and for a table of several things: take
    one with `element_of`.
    """
    found = organisation(table, book)
    if len(found.roots) != 1 or found.nation is None:
        raise NotThere(f"{found.title} is no formation", "make a force of a table and attach them to it")
    left = open_parts(found)
    if strange := choices.keys() - left.keys():
        raise NotThere(f"{found.title} leaves no choice of {min(strange)}", f"choose: {', '.join(left) or 'nothing'}")
    root = _Maker(found, proposed_grade(table, book), choices).element(found.roots[0], 1, None, "1")
    return devolved(Force(name or found.title, found.nation, str(book.when.month), (root,)), book)


def open_parts(table: Organisation) -> Mapping[str, Amount]:
    """What a table leaves to the player, by the keys of its parts.

    How many of them; where that is settled how many models of each, else how many figures on their stand.
    """
    holders = [part.key for part in table.parts.values() if part.sort is not PartSort.LEVEL_LEFT_OUT]
    played = {part.key: (part, count) for key in holders for part, count in table.played_inside(key)}
    found = {key: left_open(part, count) for key, (part, count) in played.items()}
    return {key: amount for key, amount in found.items() if amount.is_open}


def left_open(part: FormationPart, count: Amount) -> Amount:
    """Which amount of a part its table leaves open, of those it has; the last of them where none is."""
    return next((one for one in (count, part.stands) if one.is_open), part.on_stand)


def element_of(
    table: ArmyList,
    part: str,
    own_id: str,
    book: RuleBook,
    grade: Quality | None = None,
    parent: Element | None = None,
    beside: int = 0,
) -> Element:
    """One part of a table with all that is in it, its battalions of a grade. Raises NotThere.

    It is named as one of `parent`, after so many of its kind that stand `beside` it.
    """
    found = organisation(table, book)
    if part not in found.parts:
        raise NotThere(f"{found.title} has no {part!r}", f"take one of: {', '.join(found.parts)}")
    line = found.parts[part]
    given = grade or proposed_grade(limited_by(table, line.unit_class), book)
    maker = _Maker(found, given, named=Counter({line.name: beside}), running=Counter({line.name: beside}))
    made = maker.element(line, beside + 1, parent, own_id)
    return replace(made, grade=given if _is_graded(found, line) else None)


def _is_graded(table: Organisation, part: FormationPart) -> bool:
    """Battalions have a grade, and so have tanks and cavalry that are in none (FF-QLM-12, FF-QLM-13)."""
    tanks = table.id is ArmyList.BRITISH_TANKS and part.sort is PartSort.GROUP
    return tanks or part.sort is PartSort.BATTALION or part.unit_class in (UnitClass.TANK, UnitClass.CAVALRY)


def limited_by(table: ArmyList, kind: UnitClass | None) -> ArmyList:
    """By which table the grade of a unit is limited: tanks of any army as British ones are (GAP-34)."""
    return ArmyList.BRITISH_TANKS if kind is UnitClass.TANK else table


@dataclass(slots=True)
class _Maker:
    """Makes elements of a table, counting what it has named: numbers run through a regiment and through the force."""

    table: Organisation
    grade: Quality
    choices: Mapping[str, int] = field(default_factory=dict)
    named: Counter[str] = field(default_factory=Counter)
    running: Counter[str] = field(default_factory=Counter)

    def element(self, part: FormationPart, number: int, parent: Element | None, own_id: str) -> Element:
        """A part with all that is in it, the `number`th of its kind in its parent."""
        if part.sort is PartSort.REGIMENT:
            self.running.clear()
        company = part.sort is PartSort.COMPANY
        stands = self._platoons(part) if company else self._size(part)
        grade = self.grade if part.sort is PartSort.BATTALION else None
        name = self._name(part, number, parent)
        made = Element(own_id, self.table.id, part.key, name, stands, grade, on_stand=self._chosen_on_stand(part))
        return made if company or part.sort in STANDING else replace(made, inside=self._inside(part, made))

    def _platoons(self, company: FormationPart) -> int:
        (platoon,) = self.table.inside(company.key)
        if platoon.key in self.choices:
            return self._wanted(company.title, platoon, platoon.count, "platoons")
        return platoons_of(self.table, company, self.grade)

    def _size(self, part: FormationPart) -> int:
        if not part.stands.is_open:
            return part.stands.usual
        return self._wanted(part.title, part, part.stands, "models")

    def _chosen_on_stand(self, part: FormationPart) -> int:
        """The figures that were chosen for its stand, 0 where they are the usual ones."""
        if left_open(part, part.count) is not part.on_stand or not part.on_stand.is_open:
            return 0
        wanted = self._wanted(part.title, part, part.on_stand, "figures")
        return 0 if wanted == part.on_stand.usual else wanted

    def _wanted(self, holder: str, part: FormationPart, amount: Amount, what: str) -> int:
        wanted = self.choices.get(part.key, amount.usual)
        if not amount.holds(wanted):
            raise NotThere(f"{holder} cannot have {wanted} {what}", f"choose {amount.in_words}")
        return wanted

    def _inside(self, part: FormationPart, made: Element) -> tuple[Element, ...]:
        inside: list[Element] = []
        for one, count in self.table.played_inside(part.key):
            of = f"of {one.title.lower()}"
            wanted = self._wanted(made.name, one, count, of) if count.is_open else count.usual
            for number in range(1, wanted + 1):
                inside.append(self.element(one, number, made, f"{made.id}.{len(inside) + 1}"))
        return tuple(inside)

    def _name(self, part: FormationPart, number: int, parent: Element | None) -> str:
        """What it is called until somebody names it."""
        self.named[part.name] += 1
        self.running[part.name] += 1
        name = part.name.format(
            nth=ordinal(number),
            nth_of_all=ordinal(self.named[part.name]),
            roman=ROMAN[(number - 1) % len(ROMAN)],
            letter=LETTERS[(number - 1) % len(LETTERS)],
            running=self.running[part.name],
            parent=parent.name if parent else "",
        )
        # A part that is in nothing is not named after anything, and no name is longer than one may be.
        return name.strip(" ,/")[:LONGEST_NAME].rstrip()


def platoons_of(table: Organisation, company: FormationPart, grade: Quality) -> int:
    """How many platoons a company has in a battalion of a grade (FF-TOE-04, FF-TOE-70)."""
    (platoon,) = table.inside(company.key)
    return platoon.number(grade) * platoon.stands.usual


def devolved(force: Force, book: RuleBook) -> Force:
    """The force with the assets that serve nobody yet given out as they normally are (FF-FOR-09)."""
    regiments = [one for one in force.all() if part_of(one, book).sort is PartSort.REGIMENT]
    given: dict[str, str] = {}
    for asset in force.all():
        if not asset.serves and not _already_given(force, asset, given):
            given |= _given(force, asset, regiments, book)
    # What somebody has attached already stays where he put it.
    given = {one.id: given[one.id] for one in force.all() if one.id in given and not one.serves}
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
        groups = any(part_of(inner, book).sort is PartSort.GROUP for inner in one.inside)
        if groups:
            yield from _lots(one, book)
        else:
            yield one


def _to_battalions(force: Force, asset: Element, book: RuleBook) -> Mapping[str, str]:
    """A light mortar serves one battalion of its brigade: its commander alone may order it (FF-TOE-15, GAP-11)."""
    parent = next(iter(force.above(asset.id)), None)
    battalions = [one for one in parent.inside if part_of(one, book).sort is PartSort.BATTALION] if parent else []
    mortars = asset.inside or (asset,)
    return {one.id: battalion.id for one, battalion in zip(mortars, battalions, strict=False)}


def _serving(elements: tuple[Element, ...], given: Mapping[str, str]) -> Iterator[Element]:
    for one in elements:
        inside = tuple(_serving(one.inside, given))
        yield replace(one, serves=given.get(one.id, one.serves), inside=inside)
