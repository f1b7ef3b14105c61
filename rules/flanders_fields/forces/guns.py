"""Every piece of artillery the book names: its figures, and the class it fires and is ordered as (FF-GUN)."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from rules.flanders_fields.book import DATA, RuleBook
from rules.flanders_fields.forces.lists import GunKey
from rules.flanders_fields.forces.variants import Variant, in_force, read_variants
from rules.flanders_fields.shooting.ranges import not_at_this_date
from rules.flanders_fields.sources import SOURCES
from rules.flanders_fields.vocabulary import ARTILLERY, MORTARS, Nation, UnitClass
from rules.kernel.dice import D6
from rules.kernel.explain import Considered, Explained, HouseMark, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.measure import beyond, cm
from rules.kernel.resolve import Resolution, no_dice
from rules.kernel.sources import Source
from rules.kernel.strict import Reader, read_toml
from rules.kernel.values import dataclass

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
