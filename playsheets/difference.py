"""What changes from the sheet of one period to that of the next, place by place (FF-PSH)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from playsheets.content import (
    Block,
    Line,
    ModifierLines,
    NoteBlock,
    Paragraph,
    ResultBand,
    Row,
    Sheet,
    SheetSide,
    SheetStep,
    SheetTable,
    Value,
    words_of,
)
from rules.kernel.values import dataclass

# A row that has a clause of its own on each sheet.
SAME: Final = {"FF-PSH-53": "FF-PSH-52", "FF-PSH-54": "FF-PSH-52", "FF-PSH-56": "FF-PSH-55"}
# Headings over steps that say nothing by themselves.
ONLY_HEADINGS: Final = frozenset({"FF-PSH-13", "FF-PSH-14", "FF-PSH-20"})
NOTHING: Final = "\u2013"
# The part of a modifier that says whom it is for; it is the name of its row as well.
WHOM: Final = "whom"


@dataclass(frozen=True, slots=True)
class Said:
    """What a sheet says at a place, in parts that change one by one: the columns of a row, a step and its results."""

    place: str
    name: str
    parts: Mapping[str, str]


def difference(before: Sheet, after: Sheet) -> Sheet:
    """A sheet of one side with every place that says something else afterwards, heading by heading."""
    side = SheetSide("What changes", tuple(_changed(before, after)), (), (), "")
    return Sheet(f"from {before.period[:1].lower()}{before.period[1:]}", after.period, (side,))


def _changed(before: Sheet, after: Sheet) -> Iterator[Block]:
    old, new = _headings(before), _headings(after)
    for heading in dict.fromkeys((*old, *new)):
        rows = tuple(_rows(old[heading], new.get(heading, {}))) if heading in old else (_new(heading),)
        if rows:
            yield SheetTable(heading, "", ("Before", "From then on"), rows, texts=True)


def _new(heading: str) -> Row:
    """A table that there was not before is read on the sheet itself."""
    return Row("", (heading,), (Value(NOTHING, ""), Value("a table of its own on the sheet", "")))


def _rows(old: Mapping[str, Said], new: Mapping[str, Said]) -> Iterator[Row]:
    for place in dict.fromkeys((*new, *old)):
        was, now = old.get(place), new.get(place)
        wanted = _differ(was, now)
        if wanted:
            named = now or was
            yield Row(place, (named.name if named else "",), (_cell(was, wanted), _cell(now, wanted)))


def _differ(was: Said | None, now: Said | None) -> tuple[str, ...]:
    """The parts that are not the same before and afterwards."""
    old, new = (one.parts if one else {} for one in (was, now))
    differ = (key for key in dict.fromkeys((*old, *new)) if old.get(key) != new.get(key))
    return tuple(key for key in differ if key != WHOM or (was and now))


def _cell(said: Said | None, wanted: Iterable[str]) -> Value:
    told = [said.parts[key] for key in wanted if key in said.parts] if said else []
    return Value("; ".join(told) or NOTHING, said.place if said else "")


def _headings(sheet: Sheet) -> Mapping[str, Mapping[str, Said]]:
    """What stands under each heading of a sheet, by its place; several at one place are told apart by their order."""
    found: dict[str, dict[str, Said]] = {}
    for side in sheet.sides:
        for block in (*side.wide, *side.narrow, *side.below):
            heading = side.title if isinstance(block, SheetStep) else getattr(block, "title", "")
            places = found.setdefault(heading, {})
            times: Counter[str] = Counter()
            for said in _inside(block):
                times[said.place] += 1
                places[f"{said.place} {times[said.place]}"] = said
    return found


def _inside(block: Block) -> Iterator[Said]:
    match block:
        case SheetStep():
            yield from _of_step(block)
        case ModifierLines():
            yield from (_of_line(line) for line in block.lines)
        case SheetTable():
            yield from (_of_row(row, block) for row in block.rows)
            yield from (_of_paragraph(one, block.title) for one in block.remarks)
        case NoteBlock():
            yield from (_of_paragraph(one, block.title) for one in block.paragraphs)
            if block.bands:
                yield Said(f"{block.paragraphs[0].clause} results", block.title, {"results": _bands(block.bands)})


def _of_step(step: SheetStep) -> Iterator[Said]:
    if step.clause not in ONLY_HEADINGS or not step.steps:
        # A step that a ruling put there has a clause of its own on each sheet.
        place = step.title.partition(" ")[0] if step.clause.startswith("FF-TRN") else step.clause
        parts = {"does": words_of(step.text), "gives": _bands(step.bands)}
        yield Said(place, step.title, {key: words for key, words in parts.items() if words})
    for under in step.steps:
        yield from _of_step(under)


def _bands(bands: Iterable[ResultBand]) -> str:
    return "; ".join(f"{band.span} {band.gives.text}" for band in bands)


def _of_line(line: Line) -> Said:
    return Said(line.clause, words_of(line.text), {"value": line.value.text, WHOM: words_of(line.text)})


def _of_paragraph(paragraph: Paragraph, title: str) -> Said:
    return Said(paragraph.clause, paragraph.lead or title, {"": words_of(paragraph.text)})


def _of_row(row: Row, table: SheetTable) -> Said:
    named = words_of(row.name)
    own = SAME.get(row.clause, row.clause)
    place = own if own in SAME.values() else f"{own} {named.partition(',')[0].partition(' and')[0]}"
    cells = zip(table.columns, row.cells, strict=True)
    return Said(place, named, {column: f"{column} {cell.text}" for column, cell in cells})
