"""Reading tables of organisation strictly: a file that cannot be trusted is refused with file, part, key and words."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from rules.flanders_fields.armour.tanks import TankType
from rules.flanders_fields.book import DATA, RuleBook, calendar
from rules.flanders_fields.forces.guns import guns
from rules.flanders_fields.forces.lists import ArmyList, PartKey
from rules.flanders_fields.forces.organisation import (
    NONE,
    STANDING,
    Amount,
    Devolves,
    FormationPart,
    Found,
    Organisation,
    PartSort,
)
from rules.flanders_fields.forces.variants import check_ruling, read_variants
from rules.flanders_fields.sources import SOURCES
from rules.flanders_fields.vocabulary import Nation, Quality, UnitClass
from rules.kernel.months import Month
from rules.kernel.rulings import month_of
from rules.kernel.strict import BadData, Reader, read_toml

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
