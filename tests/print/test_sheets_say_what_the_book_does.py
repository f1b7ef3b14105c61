"""Each clause of the printed playsheets, held against what the program's own sheets say."""

from functools import lru_cache

import pytest

from playsheets.flanders_fields.period_sheets import period_sheet
from playsheets.sheets import Sheet
from rules.flanders_fields.ruleset import clauses
from tests.conformance.printed_cases import PrintedCase, every_printed_case
from tests.print.reading import of_clause, pieces, whole

CASES = list(every_printed_case())


@lru_cache
def sheet_of(period: str) -> Sheet:
    return period_sheet(period)


@pytest.mark.parametrize("case", [case for case in CASES if case.says], ids=lambda case: case.name)
def test_a_piece_says_what_the_sheet_prints(case: PrintedCase) -> None:
    sheet = sheet_of(case.sheet)
    text = of_clause(sheet, case.clause) or whole(sheet)
    begins = 0
    for says in case.says:
        found = text.find(says, begins)
        assert found >= 0, f"{says!r} is not said, or not in this order: {text}"
        begins = found + len(says)


@pytest.mark.parametrize("case", [case for case in CASES if case.order], ids=lambda case: case.name)
def test_pieces_stand_in_the_printed_order(case: PrintedCase) -> None:
    wanted = set(case.order)
    found = dict.fromkeys(piece.clause for piece in pieces(sheet_of(case.sheet)) if piece.clause in wanted)
    assert tuple(found) == case.order


@pytest.mark.parametrize("case", [case for case in CASES if case.absent], ids=lambda case: case.name)
def test_a_sheet_leaves_out_what_its_period_does_not_know(case: PrintedCase) -> None:
    assert of_clause(sheet_of(case.sheet), case.clause) == ""


@pytest.mark.parametrize("period", ["early", "mid", "late"])
def test_every_place_of_a_sheet_is_a_clause(period: str) -> None:
    known = set(clauses()) | {"FF-MOV-T3", "FF-DFM-T1"}
    assert {piece.clause for piece in pieces(sheet_of(period))} <= known
