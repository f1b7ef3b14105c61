"""A sheet as somebody reads it out: the text of its pieces, each with the clause of its place."""

from collections.abc import Iterator

from playsheets.sheets import (
    Banner,
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
    words_of,
)

Piece = SheetStep | Line | Paragraph | Row | Banner


def pieces(sheet: Sheet) -> Iterator[Piece]:
    """Every piece with a clause, in reading order."""
    for side in sheet.sides:
        for block in blocks(side):
            yield from _inside(block)


def blocks(side: SheetSide) -> tuple[SheetStep | ModifierLines | NoteBlock | SheetTable | Banner, ...]:
    return (*side.wide, *side.narrow, *side.below)


def _inside(block: object) -> Iterator[Piece]:
    match block:
        case SheetStep():
            yield block
            for under in block.steps:
                yield from _inside(under)
        case ModifierLines():
            yield from block.lines
        case NoteBlock():
            yield from block.paragraphs
        case SheetTable():
            yield from block.rows
            yield from block.remarks
        case Banner():
            yield block


def bands(of: tuple[ResultBand, ...]) -> str:
    return " ".join(f"{band.span} {band.gives.text}" for band in of)


def told(piece: object) -> str:
    """One piece or block as a line of text."""
    match piece:
        case SheetStep():
            under = " / ".join(told(one) for one in piece.steps)
            said = f"{piece.label} {piece.title} {words_of(piece.text)} {bands(piece.bands)} {under}"
        case Line():
            said = f"{piece.value.text} {words_of(piece.text)}"
        case Paragraph():
            said = f"{piece.lead} {words_of(piece.text)}"
        case Row():
            said = f"{words_of(piece.name)} {' '.join(cell.text for cell in piece.cells)}"
        case Banner():
            said = words_of(piece.text)
        case ModifierLines():
            said = " / ".join([piece.title, *map(told, piece.lines)])
        case NoteBlock():
            said = " / ".join([piece.title, *map(told, piece.paragraphs), bands(piece.bands)])
        case SheetTable():
            rows = [*map(told, piece.rows), *map(told, piece.remarks)]
            said = " / ".join([f"{piece.title} {piece.unit} {' '.join(piece.columns)}", *rows])
        case _:
            raise TypeError(piece)
    return " ".join(said.split())


def of_clause(sheet: Sheet, clause: str) -> str:
    """What stands at the place of a clause. The result row of a note belongs to its paragraphs."""
    found = [told(piece) for piece in pieces(sheet) if piece.clause == clause]
    for side in sheet.sides:
        notes = (block for block in blocks(side) if isinstance(block, NoteBlock))
        found += [bands(note.bands) for note in notes if note.bands and note.paragraphs[0].clause == clause]
    return " / ".join(found)


def whole(sheet: Sheet) -> str:
    """All of the sheet, block by block."""
    return " / ".join(told(block) for side in sheet.sides for block in blocks(side))
