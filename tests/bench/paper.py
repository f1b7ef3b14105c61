"""P15: a two-page playsheet, from the rule book to the finished PDF, and Typst's bare compile of the same words; and
WeasyPrint's time for them, where BENCH_WEASYPRINT names a Python that has it.

Each measurement is a process of its own, since Typst keeps what it has laid out before. What both need is loaded first:
the rule book, the fonts and the compiler. The bare document has the words of the sheet in the same faces, as plain
headings, paragraphs and tables one after the other, tagged and archived alike.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from html import escape
from math import nan
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import typst

from playsheets.flanders_fields.counters import aiming_counters, aiming_points
from playsheets.flanders_fields.period_sheets import period_sheet
from playsheets.flanders_fields.print_context import values_of
from playsheets.press import CountersPart, Job, SheetPart, TrialPart, fonts, pdf_of
from playsheets.sheets import ModifierLines, NoteBlock, ResultBand, SheetStep, SheetTable, Value, plain
from tests.bench.rounds import medians, took
from tests.print.reading import blocks

ROUNDS: Final = 5
PERIOD: Final = "late"
MANY: Final = 1000
SOME: Final = 100
RIVAL: Final = "BENCH_WEASYPRINT"
STYLE: Final = """
@page { size: 210mm 297mm; margin: 12mm } body { columns: 2; font: 8pt Roboto } h2 { font: bold 12pt 'Source Serif 4' }
table { border-collapse: collapse } td { border: 1pt solid }
"""
BARE: Final = """
#set document(title: "Bare")
#set page(width: 210mm, height: 297mm, margin: 12mm, columns: 2)
#set text(font: "Roboto", size: 8pt, lang: "en")
#show heading: set text(font: "Source Serif 4", weight: 700, variations: (opsz: 16))
#let run(text) = text.map(part => if type(part) == str { part } else { strong(part.text) }).join()
#for piece in json(bytes(sys.inputs.job)) {
  if piece.kind == "heading" { heading(piece.text) }
  if piece.kind == "text" { par(run(piece.text)) }
  if piece.kind == "table" { table(columns: piece.columns, ..piece.cells.map(run)) }
}
"""


def measure() -> Sequence[float]:
    """The sheet's time to the bare compile's; WeasyPrint's to the sheet's; the time of 1,000 counters to that of 100.

    The second is not a number where there is no WeasyPrint.
    """
    rival = os.environ.get(RIVAL, "")
    ways = {way: partial(_in_its_own_process, way) for way in ("sheet", "bare", "many", "some")}
    found = medians(ways | ({"rival": partial(_by_the_rival, rival)} if rival else {}), ROUNDS)
    return (
        found["sheet"] / found["bare"],
        found["rival"] / found["sheet"] if rival else nan,
        found["many"] / found["some"],
    )


def _by_the_rival(python: str) -> float:
    asked = [python, str(Path(__file__).with_name("rival_paper.py"))]
    pages = f"{_page([{'kind': 'heading', 'text': 'Warm'}])}\0{_page(plain_words())}"
    return float(subprocess.run(asked, check=True, capture_output=True, text=True, input=pages).stdout)


def _page(pieces: Sequence[Any]) -> str:
    """The words as a page for WeasyPrint: the faces of the bare document, its columns, its size of type."""
    body = "".join(_element(one) for one in pieces)
    return f'<html lang="en"><title>Bare</title><style>{_faces()}{STYLE}</style><body>{body}</body></html>'


def _faces() -> str:
    files = [file for folder in fonts() for file in sorted(Path(folder).glob("*.[to]tf")) if "Italic" not in file.name]
    named = ((file, "Roboto" if "Roboto" in file.name else "Source Serif 4") for file in files)
    return "".join(f"@font-face {{ font-family: '{name}'; src: url('{file.as_uri()}') }}" for file, name in named)


def _element(piece: Mapping[str, Any]) -> str:
    match piece["kind"]:
        case "heading":
            return f"<h2>{escape(piece['text'])}</h2>"
        case "text":
            return f"<p>{_run(piece['text'])}</p>"
        case _:
            cells = [f"<td>{_run(cell)}</td>" for cell in piece["cells"]]
            begins = range(0, len(cells), piece["columns"])
            rows = ("".join(("<tr>", *cells[at : at + piece["columns"]], "</tr>")) for at in begins)
            return f"<table>{''.join(rows)}</table>"


def _run(parts: Sequence[Any]) -> str:
    return "".join(escape(one) if isinstance(one, str) else f"<b>{escape(one['text'])}</b>" for one in parts)


def _in_its_own_process(way: str) -> float:
    asked = [sys.executable, "-m", "tests.bench.paper", way]
    return float(subprocess.run(asked, check=True, capture_output=True, text=True).stdout)


def sheet() -> float:
    """From the rule book to the file."""
    period_sheet(PERIOD)
    pdf_of(Job("Warm \u2013", (TrialPart(),)))
    return took(lambda: pdf_of(Job("Sheet", (SheetPart(period_sheet(PERIOD)),))))


def bare() -> float:
    """The same words as plain as can be."""
    with TemporaryDirectory(prefix="beaten-zone-bench-") as folder:
        source = Path(folder) / "bare.typ"
        source.write_text(BARE, encoding="utf-8")
        compiler = typst.Compiler(str(source), font_paths=fonts(), ignore_system_fonts=True)

        def compiled(job: object) -> None:
            compiler.compile(format="pdf", pdf_standards=["a-2b", "ua-1"], sys_inputs={"job": json.dumps(job)})

        compiled([{"kind": "heading", "text": "Warm"}])
        words = plain_words()
        return took(lambda: compiled(words))


def plain_words() -> list[object]:
    """The words of the sheet one after the other: headings, paragraphs with values in bold, tables."""
    return [piece for side in period_sheet(PERIOD).sides for block in blocks(side) for piece in _of_block(block)]


def _of_block(block: object) -> Iterator[object]:
    if title := getattr(block, "title", ""):
        yield {"kind": "heading", "text": title}
    match block:
        case SheetStep():
            yield {"kind": "text", "text": plain((*block.text, *_bands(block.bands)))}
            for under in block.steps:
                yield {"kind": "text", "text": plain((under.title, " ", *under.text, *_bands(under.bands)))}
        case ModifierLines():
            yield from ({"kind": "text", "text": plain((line.value, " ", *line.text))} for line in block.lines)
        case NoteBlock():
            yield from ({"kind": "text", "text": plain(one.text)} for one in block.paragraphs)
            yield {"kind": "text", "text": plain(_bands(block.bands))}
        case SheetTable():
            cells = [plain(cell) for row in block.rows for cell in (row.name, *((one,) for one in row.cells))]
            yield {"kind": "table", "columns": 1 + len(block.columns), "cells": cells}
            yield from ({"kind": "text", "text": plain((one.lead, " ", *one.text))} for one in block.remarks)


def _bands(bands: Sequence[ResultBand]) -> tuple[str | Value, ...]:
    return tuple(part for band in bands for part in (f" {band.span} ", band.gives))


def counters(count: int) -> float:
    """So many counters, fronts and backs."""
    made = aiming_counters(aiming_points(values_of(PERIOD)))
    part = CountersPart("Counters", "", (made * (count // len(made) + 1))[:count])
    pdf_of(Job("Warm \u2013", (TrialPart(),)))
    return took(lambda: pdf_of(Job("Counters", (part,))))


WAYS: Final[Mapping[str, Callable[[], float]]] = {
    "sheet": sheet,
    "bare": bare,
    "many": partial(counters, MANY),
    "some": partial(counters, SOME),
}

if __name__ == "__main__":
    print(WAYS[sys.argv[1]]())
