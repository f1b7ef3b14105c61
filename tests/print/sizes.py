"""`python -m tests.print.sizes`: the sizes at which the playsheets fit, for KNOWN_SIZES of playsheets/press.py."""

import json
from dataclasses import replace
from typing import get_args

import typst

from playsheets import press
from playsheets.flanders_fields.catalogue import PERIODS
from playsheets.flanders_fields.period_sheets import period_sheet
from playsheets.press import SOURCE, Job, Paper, SheetPart, fonts


def found_size(period: str, paper: Paper) -> tuple[float, ...]:
    """What Typst finds when it has to look for itself: a sheet with a house rule that changes nothing is not known."""
    job = Job("Sizes", (SheetPart(replace(period_sheet(period), unprinted=1)),), paper)
    compiler = typst.Compiler(
        str(SOURCE / "main.typ"),
        root=str(SOURCE),
        font_paths=fonts(),
        ignore_system_fonts=True,
        sys_inputs=press._inputs(job),
    )
    return tuple(json.loads(compiler.query("<size>", field="value")))


if __name__ == "__main__":
    for period, title in PERIODS.items():
        for paper in get_args(Paper):
            print(f"    ({title!r}, {paper!r}): {found_size(period, paper)},".replace("'", '"'))
