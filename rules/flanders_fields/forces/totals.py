"""What a force comes to: battalions, stands by kind, weapons, bases and counters (FF-TOE-149 to FF-TOE-164)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.forces.bases import STANDS_ON, BaseKind
from rules.flanders_fields.forces.basing import base_of_part, on_stand_of
from rules.flanders_fields.forces.force import Element, Force, part_of
from rules.flanders_fields.forces.organisation import PartSort
from rules.flanders_fields.forces.reading import organisation
from rules.flanders_fields.vocabulary import ARTILLERY, MORTARS, UnitClass
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True)
class Weapons:
    """Weapons of one make: their class, and how many stands with how many models of them there are.

    Each stand of guns or mortars is one battery, with an aiming point and a counter of its own (FF-TOE-11).
    """

    name: str
    unit_class: UnitClass
    stands: int
    models: int

    @property
    def has_counters(self) -> bool:
        """Whether each of them is laid on an aiming point."""
        return self.unit_class in ARTILLERY | MORTARS


@dataclass(frozen=True, slots=True)
class Totals:
    """Everything a force puts on the table; `figures` are those of men and horses, command stands among them."""

    regiments: int
    battalions: int
    pioneers: int
    rifle_stands: int
    rifle_figures: int
    mounted_stands: int
    mounted_figures: int
    command_stands: int
    command_figures: int
    figures: int
    weapons: tuple[Weapons, ...]
    bases: Mapping[BaseKind, int]

    @property
    def stands(self) -> int:
        """Every base of the force."""
        return sum(self.bases.values())

    @property
    def batteries(self) -> int:
        """Batteries of artillery, without mortars."""
        return sum(one.stands for one in self.weapons if one.unit_class in ARTILLERY)

    def models(self, name: str) -> int:
        """How many models of a weapon there are, by its name."""
        return sum(one.models for one in self.weapons if one.name == name)

    @property
    def counters(self) -> Mapping[str, int]:
        """How many aiming point counters of each gun and mortar are wanted (FF-TOE-11)."""
        return {one.name: one.stands for one in self.weapons if one.has_counters}


@dataclass(frozen=True, slots=True)
class _Line:
    """One standing element as it counts: its part, its class, what it is drawn as, its stands and what is on each."""

    sort: PartSort
    unit_class: UnitClass | None
    weapon: str
    stands: int
    on_stand: int
    base: BaseKind


def totals(force: Force, book: RuleBook) -> Totals:
    """What a force comes to under a book. Raises NotThere for parts that no table has."""
    return total_of(force.elements, book)


def total_of(elements: Iterable[Element], book: RuleBook) -> Totals:
    """What some elements come to, with all that is in them."""
    every = [one for element in elements for one in element.all()]
    sorts = Counter(part_of(one, book).sort for one in every)
    pioneers = sum(part_of(one, book).pioneers for one in every)
    lines = list(_lines(every, book))
    rifles = [one for one in lines if one.unit_class is UnitClass.RIFLE_COMPANY]
    mounted = [one for one in lines if one.unit_class is UnitClass.CAVALRY]
    commands = [one for one in lines if one.sort is PartSort.COMMAND]
    bases: Counter[BaseKind] = Counter()
    for one in lines:
        bases[one.base] += one.stands
    return Totals(
        regiments=sorts[PartSort.REGIMENT],
        battalions=sorts[PartSort.BATTALION] - pioneers,
        pioneers=pioneers,
        rifle_stands=_stands(rifles),
        rifle_figures=_figures(rifles),
        mounted_stands=_stands(mounted),
        mounted_figures=_figures(mounted),
        command_stands=_stands(commands),
        command_figures=_figures(commands),
        figures=_figures(one for one in lines if not one.weapon),
        weapons=tuple(_weapons(lines)),
        bases=dict(sorted(bases.items())),
    )


def _stands(lines: Iterable[_Line]) -> int:
    return sum(one.stands for one in lines)


def _figures(lines: Iterable[_Line]) -> int:
    return sum(one.stands * one.on_stand for one in lines)


def _lines(elements: Iterable[Element], book: RuleBook) -> Iterator[_Line]:
    for one in elements:
        part = part_of(one, book)
        if part.sort is PartSort.COMPANY:
            (platoon,) = organisation(one.table, book).inside(part.key)
            kind = part.unit_class or UnitClass.RIFLE_COMPANY
            yield _Line(PartSort.PLATOON, kind, "", one.stands, platoon.on_stand.usual, STANDS_ON[kind])
        elif one.stands:
            on_stand, base = on_stand_of(one, book), base_of_part(part)
            yield _Line(part.sort, part.unit_class, part.weapon, one.stands, on_stand, base)


def _weapons(lines: Iterable[_Line]) -> Iterator[Weapons]:
    armed = [one for one in lines if one.weapon and one.unit_class]
    for name, kind in dict.fromkeys((one.weapon, one.unit_class) for one in armed):
        same = [one for one in armed if (one.weapon, one.unit_class) == (name, kind)]
        if kind is not None:
            yield Weapons(name, kind, _stands(same), _figures(same))
