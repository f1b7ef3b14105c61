"""Tables of organisation as trees: what a formation of an army and a date consists of (FF-TOE)."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from enum import StrEnum

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.forces.guns import guns
from rules.flanders_fields.forces.lists import ArmyList, GunKey
from rules.flanders_fields.forces.variants import Variant, in_force
from rules.flanders_fields.vocabulary import Nation, Quality, UnitClass
from rules.kernel.explain import Considered, HouseMark
from rules.kernel.months import Month
from rules.kernel.sources import Source
from rules.kernel.values import dataclass


class PartSort(StrEnum):
    """What a part of a formation is (FF-TOE-02 to FF-TOE-08).

    A group is a formation without a commander of its own, such as a brigade of artillery; a level left out is one that
    the game does not play.
    """

    DIVISION = "division"
    LEVEL_LEFT_OUT = "level left out"
    REGIMENT = "regiment"
    BATTALION = "battalion"
    COMPANY = "company"
    GROUP = "group"
    COMMAND = "command"
    PLATOON = "platoon"
    UNIT = "unit"


class Found(StrEnum):
    """How certain a number is: printed, counted from the boxes of a diagram, or settled by us with a reason."""

    PRINTED = "printed"
    COUNTED = "counted"
    CHOSEN = "chosen"


class Devolves(StrEnum):
    """To whom an asset goes if nobody decides otherwise (FF-FOR-09, FF-TOE-15)."""

    STAYS = "stays"
    SHARED_OUT = "shared out"
    ONE_TO_EACH_REGIMENT = "one to each regiment"
    ONE_TO_EACH_BATTALION = "one to each battalion"
    TO_THE_LAST_REGIMENT = "to the last regiment"


STANDING = frozenset({PartSort.COMMAND, PartSort.PLATOON, PartSort.UNIT})
"""What stands on the table itself; everything else consists of other parts."""


@dataclass(frozen=True, slots=True)
class Amount:
    """How many: the usual number, and between which a player chooses."""

    usual: int
    least: int
    most: int

    @property
    def is_open(self) -> bool:
        """Whether there is anything to choose."""
        return self.least < self.most

    @property
    def in_words(self) -> str:
        """The number, or between which one chooses: "4", "4 or 5", "2 to 4"."""
        word = "or" if self.most - self.least == 1 else "to"
        return f"{self.least} {word} {self.most}" if self.is_open else f"{self.usual}"

    def holds(self, number: int) -> bool:
        """Whether a player may choose that number."""
        return self.least <= number <= self.most

    def times(self, number: int) -> "Amount":
        """The same in several formations together."""
        return Amount(self.usual * number, self.least * number, self.most * number)


NONE = Amount(0, 0, 0)


@dataclass(frozen=True, slots=True)
class FormationPart:
    """One kind of part in a table of organisation.

    `count` is how many of them are in the part they are `within` (empty: it stands for itself), `stands` how many
    stands or models one of them is, `on_stand` how many figures or models are on each; `count_of` is the count in a
    battalion of another grade. `ruling` and `because` tell of a number that is not settled by the book. `commands` is
    whose commander a command stand is; an officer who has no formation counts with battalions.
    """

    key: str
    title: str
    within: str
    sort: PartSort
    clause: str
    sources: tuple[Source, ...]
    found: Found
    because: str
    ruling: str
    count: Amount
    count_of: Mapping[Quality, int]
    stands: Amount
    on_stand: Amount
    name: str
    unit_class: UnitClass | None = None
    model: str = ""
    gun: GunKey | None = None
    type: str = ""
    stand_word: str = ""
    devolves: Devolves = Devolves.STAYS
    pioneers: bool = False
    commands: PartSort = PartSort.BATTALION
    variants: tuple[Variant, ...] = ()
    house: HouseMark | None = None

    @property
    def weapon(self) -> str:
        """What its models are called: those of a gun by the piece."""
        return guns()[self.gun].title if self.gun else self.model

    def number(self, grade: Quality) -> int:
        """How many of them a battalion of a grade has where nothing is chosen (FF-TOE-70)."""
        return self.count_of.get(grade, self.count.usual)

    def count_for(self, grade: Quality) -> Amount:
        """The same, and between which numbers one chooses: what hangs on the grade is settled by it."""
        return Amount(*(self.count_of[grade],) * 3) if grade in self.count_of else self.count

    def at(self, book: RuleBook) -> "FormationPart":
        """The part as one game has it: at its date, under its house rules."""
        values, house = in_force(self.variants, book)
        found = replace(self, **values, house=house) if values else self
        if not found.gun:
            return found
        piece = guns()[found.gun].at(book)
        return replace(found, unit_class=piece.unit_class, house=found.house or piece.house)


@dataclass(frozen=True, slots=True)
class Organisation:
    """A table of organisation: its army (None: any), the months it holds for, its parts, parents first."""

    id: ArmyList
    title: str
    nation: Nation | None
    regiment_word: str
    first: Month
    last: Month
    sources: tuple[Source, ...]
    parts: Mapping[str, FormationPart]

    def __hash__(self) -> int:
        return hash(self.id)

    def holds(self, month: Month) -> bool:
        """Whether an army of that month is organised by it (GAP-02, GAP-03)."""
        return self.first <= month <= self.last

    def out_of_time(self, book: RuleBook) -> Iterator[Considered]:
        """What is to be known of it at a date it is not for (FF-FOR-19)."""
        if not self.holds(book.when.month):
            span = f"{self.first.in_words} to {self.last.in_words}"
            yield Considered("FF-FOR-19", f"{self.title} is for {span}")

    def at(self, book: RuleBook) -> "Organisation":
        """The table as one game has it."""
        return replace(self, parts={key: part.at(book) for key, part in self.parts.items()})

    @property
    def roots(self) -> tuple[FormationPart, ...]:
        """What the table is about: a division, a battalion, or single units."""
        return tuple(part for part in self.parts.values() if not part.within)

    def inside(self, key: str) -> tuple[FormationPart, ...]:
        """The parts of a part, in the order of the table."""
        return tuple(part for part in self.parts.values() if part.within == key)

    def played_inside(self, key: str) -> Iterator[tuple[FormationPart, Amount]]:
        """The parts of a part that the game plays, with how many there are of each: a level left out is seen through.

        FF-TOE-07.
        """
        for part in self.inside(key):
            if part.sort is PartSort.LEVEL_LEFT_OUT:
                yield from ((inner, inner.count.times(part.count.usual)) for inner in self.inside(part.key))
            else:
                yield part, part.count

    def above(self, key: str) -> Iterator[FormationPart]:
        """The parts a part is in, the nearest first."""
        within = self.parts[key].within
        while within:
            yield self.parts[within]
            within = self.parts[within].within
