"""Army lists: pieces of artillery and tables of organisation by date (FF-GUN, FF-TOE)."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from typing import Any

from rules.flanders_fields.armour import TankType
from rules.flanders_fields.fire_eligibility import not_at_this_date
from rules.flanders_fields.ruleset import DATA, SOURCES, RuleBook, calendar, rulings
from rules.flanders_fields.vocabulary import ARTILLERY, MORTARS, ArmyList, GunKey, Nation, PartKey, Quality, UnitClass
from rules.kernel.clauses import Source
from rules.kernel.dice import D6
from rules.kernel.distances import beyond, cm
from rules.kernel.explanations import Considered, Explained, HouseMark, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.lookups import Resolution, no_dice
from rules.kernel.months import Month
from rules.kernel.rulings import month_of
from rules.kernel.toml_reader import BadData, Reader, read_toml

# Values of a data file that are otherwise at some dates or by a house rule


@dataclass(frozen=True, slots=True)
class Variant:
    """What is otherwise between two months (None: no limit), or where an option is chosen for a ruling."""

    first: Month | None
    last: Month | None
    ruling: str
    option: str
    values: Mapping[str, Any]

    def holds(self, book: RuleBook) -> bool:
        """Whether it is in force in a game."""
        month = book.when.month
        if (self.first and month < self.first) or (self.last and month > self.last):
            return False
        return not self.ruling or book.option(self.ruling) == self.option


def read_variants(entry: Reader, read: Callable[[Reader], Mapping[str, Any]]) -> tuple[Variant, ...]:
    """The [[when]] tables of an entry; `read` takes the values that may be otherwise. Raises BadData."""
    return tuple(_variant(one, entry.name, read) for one in entry.tables("when", ()))


def _variant(entry: Reader, of: str, read: Callable[[Reader], Mapping[str, Any]]) -> Variant:
    entry.name = f"{of}, {entry.name}"
    first, last = month_of(entry, "from"), month_of(entry, "until")
    ruling, option = entry.text("ruling", ""), entry.text("option", "")
    if not (first or last or ruling):
        raise entry.wrong("ruling", "is missing, and so are from and until", "say when it is otherwise")
    _check_option(entry, ruling, option)
    values = read(entry)
    entry.close()
    if not values:
        raise entry.wrong("when", "changes nothing", "write what is otherwise then")
    return Variant(first, last, ruling, option, values)


def _check_option(entry: Reader, ruling: str, option: str) -> None:
    if not ruling:
        return
    found = check_ruling(entry, ruling)
    keys = [one.key for one in rulings()[found].options if one.key != rulings()[found].default]
    if option not in keys:
        raise entry.wrong("option", f"is {option!r}", f"write one of: {', '.join(keys)}")


def check_ruling(entry: Reader, ruling: str) -> str:
    """The ruling's id, which a data file names. Raises BadData."""
    if ruling not in rulings():
        raise entry.wrong("ruling", f"is {ruling!r}", "write the id of a ruling")
    return ruling


def in_force(variants: Iterable[Variant], book: RuleBook) -> tuple[Mapping[str, Any], HouseMark | None]:
    """What is otherwise in a game, the last word counting, and the mark of the house rule that made it so."""
    values: dict[str, Any] = {}
    house: HouseMark | None = None
    for one in variants:
        if one.holds(book):
            values |= one.values
            house = book.mark(one.ruling) if one.ruling else house
    return values, house


# Every piece of artillery the book names (FF-GUN)

CLASSES = {kind.value: kind for kind in UnitClass if kind in ARTILLERY | MORTARS}


@dataclass(frozen=True, slots=True)
class Gun:
    """A piece as the book's tables print it: range in metres, shell in kg, weight in t (None: not printed).

    `why` says how its class was found; `house` marks one that a house rule changed.
    """

    key: GunKey
    title: str
    nation: Nation
    clause: str
    sources: tuple[Source, ...]
    range_m: int | None
    shell_kg: float | None
    weight_t: float | None
    notes: str
    unit_class: UnitClass
    why: str
    variants: tuple[Variant, ...] = ()
    house: HouseMark | None = None

    def at(self, book: RuleBook) -> "Gun":
        """The piece as one game has it."""
        values, house = in_force(self.variants, book)
        return replace(self, unit_class=values.get("class", self.unit_class), house=house) if values else self


@lru_cache(maxsize=1)
def guns() -> Mapping[GunKey, Gun]:
    """Every piece by its key, in the order of the book."""
    return read_guns(DATA / "guns.toml")


def guns_of(
    book: RuleBook, nation: Nation | None = None, unit_class: UnitClass | None = None, words: str = ""
) -> Iterator[Gun]:
    """The pieces of an army, of a class, whose title or notes hold these words, as one game has them (FF-GUN)."""
    for gun in (one.at(book) for one in guns().values()):
        told = f"{gun.title} {gun.notes}".casefold()
        if nation in (None, gun.nation) and unit_class in (None, gun.unit_class) and words.casefold() in told:
            yield gun


@dataclass(frozen=True, slots=True, kw_only=True)
class GunFacts:
    """One piece."""

    gun: GunKey = fact("the piece", example="18_pounder")
    distance_cm: float = fact(
        "how far it fires, with what lies behind the table (house rule)", default=0.0, unit="cm", least=0, most=1000
    )


@dataclass(frozen=True, slots=True)
class GunMake:
    """What the book prints of a piece, its class, and the row of the firing table it shoots on."""

    nation: Nation
    range_m: int | None
    shell_kg: float | None
    weight_t: float | None
    notes: str
    unit_class: UnitClass
    row: str


CLASS_CLAUSES: Mapping[UnitClass, str] = {
    UnitClass.FIELD_GUN: "FF-GUN-01",
    UnitClass.FIELD_HOWITZER: "FF-GUN-01",
    UnitClass.HEAVY_ARTILLERY: "FF-GUN-02",
    UnitClass.SUPER_HEAVY_ARTILLERY: "FF-GUN-03",
}
ROWS, MORTAR_ROWS = "shooting/rows", "FF-GUN-04"


def describe_gun(facts: GunFacts, book: RuleBook) -> Explained[GunMake] | Refusal:
    """A piece as one game has it (FF-GUN-01 to FF-GUN-35). Its printed figures decide nothing in play.

    By house rule they do: a thousandth of its range is refused to be shot over (GAP-53). Refuses a piece that a house
    rule leaves out at the date (SHQ-47).
    """
    gun = guns()[facts.gun].at(book)
    rows = book.table(ROWS)
    unknown = not_at_this_date(gun.unit_class, rows)
    if unknown:
        return unknown
    reach_mm = _reach_mm(gun, book)
    if reach_mm is not None and beyond(facts.distance_cm, reach_mm):
        because = f"{gun.title} reaches {cm(reach_mm)}, not {facts.distance_cm:g} cm"
        return Refusal("FF-GUN-06", because, "come closer")
    row = rows.word(gun.unit_class).value
    found = GunMake(gun.nation, gun.range_m, gun.shell_kg, gun.weight_t, gun.notes, gun.unit_class, row)
    named = gun.unit_class.replace("_", " ")
    steps = (
        Step(gun.clause, f"{gun.title}: {named}, {gun.why}", None, gun.house),
        Step(gun.clause, _figures(gun)),
        *_reaches(reach_mm, book),
        Step(CLASS_CLAUSES.get(gun.unit_class, MORTAR_ROWS), f"It shoots on the row of {row.replace('_', ' ')}"),
    )
    readers = Considered("FF-GUN-06", "Metres, kilograms and tonnes are for readers")
    return Explained(found, None, steps, (readers, *_over_open_sights(gun, book)))


def _over_open_sights(gun: Gun, book: RuleBook) -> Iterator[Considered]:
    """How far a gun hits what it sees itself, whatever its printed range (FF-GUN-07)."""
    if gun.unit_class not in MORTARS:
        reach = book.table("shooting/ranges").number(gun.unit_class).value
        yield Considered("FF-GUN-07", f"What it sees itself it hits to {cm(reach)}")


def _reach_mm(gun: Gun, book: RuleBook) -> int | None:
    """How far it reaches on the table: a metre is a millimetre there (FF-FOR-02).

    None where ranges in metres do not count (GAP-53), or none is printed.
    """
    scale = book.behaviour("GAP-53", {"no": False, "scale": True})
    return gun.range_m if scale else None


def _reaches(reach_mm: int | None, book: RuleBook) -> Iterator[Step]:
    if reach_mm is not None:
        yield Step("FF-GUN-06", f"A thousandth of its range is {cm(reach_mm)}", None, book.mark("GAP-53"))


def _figures(gun: Gun) -> str:
    """What the book prints of a piece, in words."""
    told = [
        f"{name} {value:,g} {unit}"
        for name, value, unit in (
            ("range", gun.range_m, "m"),
            ("shell", gun.shell_kg, "kg"),
            ("it weighs", gun.weight_t, "t"),
        )
        if value is not None
    ]
    told += [gun.notes] if gun.notes else []
    said = ", ".join(told)
    return f"{said[0].upper()}{said[1:]}" if said else "No figures are printed"


def read_guns(path: Path) -> Mapping[GunKey, Gun]:
    """The pieces in a file. Raises BadData with file, piece, key and what would be right."""
    file = read_toml(path)
    found: dict[GunKey, Gun] = {}
    for entry in file.tables("gun"):
        gun = _gun(entry)
        if gun.key in found:
            raise entry.wrong("key", "stands twice", "write each piece once")
        found[gun.key] = gun
    file.close()
    return found


def _gun(entry: Reader) -> Gun:
    gun = Gun(
        key=entry.word("key", {key.value: key for key in GunKey}),
        title=entry.text("title"),
        nation=entry.word("nation", {nation.value: nation for nation in Nation}),
        clause=entry.text("clause"),
        sources=SOURCES.of(entry),
        range_m=_whole(entry, "range_m"),
        shell_kg=_decimal(entry, "shell_kg"),
        weight_t=_decimal(entry, "weight_t"),
        notes=entry.text("notes", ""),
        unit_class=entry.word("class", CLASSES),
        why=entry.text("why"),
        variants=read_variants(entry, _class_only),
    )
    entry.close()
    return gun


def _class_only(entry: Reader) -> Mapping[str, Any]:
    return {"class": entry.word("class", CLASSES)}


def _whole(entry: Reader, key: str) -> int | None:
    if not entry.has(key):
        return None
    value = entry.whole(key)
    if value < 1:
        raise entry.wrong(key, f"is {value}", "write a number above 0, or leave it out")
    return value


def _decimal(entry: Reader, key: str) -> float | None:
    if not entry.has(key):
        return None
    try:
        value = float(entry.written(key))
    except ValueError:
        value = 0.0
    if not 0 < value < 10_000:
        raise entry.wrong(key, "is no weight", "write a number above 0, or leave it out")
    return value


def _describe(facts: GunFacts, _dice: tuple[D6, ...], book: RuleBook) -> Explained[GunMake] | Refusal:
    return describe_gun(facts, book)


RESOLUTIONS: tuple[Resolution[GunFacts, RuleBook], ...] = (
    Resolution("gun", "A piece of artillery", "Guns", GunFacts, no_dice, _describe),
)


# Tables of organisation as trees (FF-TOE)


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


# Reading tables of organisation strictly

MOST = 99
NATIONS: Mapping[str, Nation | None] = {**{nation.value: nation for nation in Nation}, "any": None}
SORTS = {sort.value: sort for sort in PartSort}
AMOUNTS = ("count", "stands", "on_stand")


@lru_cache(maxsize=1)
def organisations() -> Mapping[ArmyList, Organisation]:
    """Every table of organisation by its id, as the book has it."""
    return load_organisations(DATA / "armies")


@lru_cache(maxsize=256)
def organisation(table: ArmyList, book: RuleBook) -> Organisation:
    """A table as one game has it."""
    return organisations()[table].at(book)


def tables_of(nation: Nation, month: Month) -> tuple[Organisation, ...]:
    """The tables by which an army of that month is organised, divisions first (GAP-02, GAP-03)."""
    found = (one for one in organisations().values() if one.nation is nation and one.holds(month))
    return tuple(sorted(found, key=lambda one: one.roots[0].sort is not PartSort.DIVISION))


def load_organisations(folder: Path) -> Mapping[ArmyList, Organisation]:
    """Every table of a folder. Raises BadData."""
    found: dict[ArmyList, Organisation] = {}
    for path in sorted(folder.glob("*.toml")):
        one = read_organisation(path)
        if one.id in found:
            raise BadData(path.name, one.id, "id", "stands in two files", "keep one file for each table")
        found[one.id] = one
    return found


def read_organisation(path: Path) -> Organisation:
    """One file. Raises BadData."""
    file = read_toml(path)
    name = file.word("id", {one.value: one for one in ArmyList})
    first, last = month_of(file, "from"), month_of(file, "until")
    if first is None or last is None:
        raise file.wrong("from" if first is None else "until", "is missing", "write the first and last month")
    whole_war = calendar().periods[0].first, calendar().periods[-1].last
    if not whole_war[0] <= first <= last <= whole_war[1]:
        raise file.wrong("from/until", "are no run of months of the war", f"stay in {whole_war[0]} to {whole_war[1]}")
    table = Organisation(
        name,
        file.text("title"),
        file.word("nation", NATIONS),
        file.text("regiment_word"),
        first,
        last,
        SOURCES.of(file),
        dict(_parts(file, name)),
    )
    file.close()
    _check_parts(file, table)
    return table


def _parts(file: Reader, table: str) -> Iterator[tuple[str, FormationPart]]:
    known: dict[str, FormationPart] = {}
    for entry in file.tables("part"):
        entry.name = f"{table}, {entry.name}"
        part = _part(entry)
        if part.key in known:
            raise entry.wrong("key", "stands twice", "give every part its own key")
        if part.within and part.within not in known:
            raise entry.wrong("within", f"is {part.within!r}", "name a part that stands before it")
        known[part.key] = _below(part, known.get(part.within))
        yield part.key, known[part.key]


def _below(part: FormationPart, above: FormationPart | None) -> FormationPart:
    """A part with what it has from the one it is in: a platoon its class, a command stand what it commands."""
    if above is None:
        return part
    if part.sort is PartSort.PLATOON:
        return replace(part, unit_class=above.unit_class)
    return replace(part, commands=above.sort)


def _part(entry: Reader) -> FormationPart:
    sort = entry.word("sort", SORTS)
    found = entry.word("found", {one.value: one for one in Found})
    amounts = {key: _amount(entry, key) if entry.has(key) else NONE for key in AMOUNTS}
    part = FormationPart(
        key=entry.word("key", {key.value: key for key in PartKey}),
        title=entry.text("title"),
        within=entry.text("within", ""),
        sort=sort,
        clause=entry.text("clause"),
        sources=SOURCES.of(entry),
        found=found,
        because=entry.text("because", ""),
        ruling=check_ruling(entry, entry.text("ruling")) if entry.has("ruling") else "",
        count=amounts["count"],
        count_of=_by_grade(entry, amounts["count"]),
        stands=amounts["stands"],
        on_stand=amounts["on_stand"],
        name=entry.text("name"),
        unit_class=_class(entry),
        model=entry.text("model", ""),
        gun=entry.word("gun", {key.value: key for key in guns()}) if entry.has("gun") else None,
        type=entry.word("type", {tank.value: tank.value for tank in TankType}) if entry.has("type") else "",
        stand_word=entry.text("stand_word", ""),
        devolves=entry.word("devolves", {one.value: one for one in Devolves}, Devolves.STAYS.value),
        pioneers=entry.word("pioneers", {"yes": True, "no": False}, "no"),
        variants=read_variants(entry, _otherwise),
    )
    entry.close()
    _check_part(entry, part)
    return part


def _class(entry: Reader) -> UnitClass | None:
    return entry.word("class", {kind.value: kind for kind in UnitClass}) if entry.has("class") else None


def _amount(entry: Reader, key: str) -> Amount:
    usual = entry.whole(key)
    least, most = (entry.whole(name) if entry.has(name) else usual for name in (f"{key}_least", f"{key}_most"))
    if not 0 <= least <= usual <= most <= MOST:
        raise entry.wrong(key, f"is {usual} between {least} and {most}", f"write least, usual and most in 0 to {MOST}")
    return Amount(usual, least, most)


def _by_grade(entry: Reader, count: Amount) -> Mapping[Quality, int]:
    given = {grade: entry.whole(f"count_of_{grade}") for grade in Quality if entry.has(f"count_of_{grade}")}
    if any(not 1 <= number <= MOST for number in given.values()) or (given and count.is_open):
        raise entry.wrong("count_of_...", "does not fit", f"write 1 to {MOST}, and no range of counts beside it")
    return given


def _otherwise(entry: Reader) -> Mapping[str, Any]:
    values: dict[str, Any] = {key: _amount(entry, key) for key in AMOUNTS if entry.has(key)}
    if entry.has("within"):
        values["within"] = entry.text("within")
    if entry.has("devolves"):
        values["devolves"] = entry.word("devolves", {one.value: one for one in Devolves})
    return values


def _check_part(entry: Reader, part: FormationPart) -> None:
    """What a part of its sort must have, and what it cannot have."""
    stands = part.sort in STANDING
    if stands is not bool(part.stands.most):
        right = "write how many stands it is" if stands else "leave it out: its parts stand on the table"
        raise entry.wrong("stands", "is missing" if stands else "is written for a formation", right)
    if stands is not bool(part.on_stand.most):
        raise entry.wrong("on_stand", "does not fit", "write what is on a stand, for what stands on the table only")
    if not part.count.most:
        raise entry.wrong("count", "is missing", "write how many of them there are")
    named = part.unit_class is not None or bool(part.gun)
    if named is not (part.sort in (PartSort.UNIT, PartSort.COMPANY)):
        raise entry.wrong("class", "does not fit", "write class or gun for units and companies only")
    if (part.found is Found.CHOSEN) and not part.ruling:
        raise entry.wrong("ruling", "is missing", "a number the book does not settle names its ruling")


def _check_parts(file: Reader, table: Organisation) -> None:
    """What can only be said of the whole: formations have parts, companies have platoons, nothing stands in a stand."""
    if not table.roots:
        raise file.wrong("part", "is missing", "write the parts of the table")
    for part in table.parts.values():
        for variant in part.variants:
            if variant.values.get("within", part.within) not in {"", *table.parts}:
                raise file.wrong("within", f"of {part.key} names no part", "name a part of this table")
        inside = table.inside(part.key)
        if part.sort in STANDING and inside:
            raise file.wrong("within", f"puts {inside[0].key} into {part.key}", "name a formation")
        if part.sort not in STANDING and not inside:
            raise file.wrong("part", f"leaves {part.key} empty", "write what is in it")
        if part.sort is PartSort.COMPANY and [one.sort for one in inside] != [PartSort.PLATOON]:
            raise file.wrong("part", f"gives {part.key} no platoons", "write the one kind of platoon in it")
        if part.sort is PartSort.PLATOON and (not part.within or table.parts[part.within].sort is not PartSort.COMPANY):
            raise file.wrong("within", f"leaves {part.key} without a company", "name a company")
