"""The stored drafts of one side."""

from app.games.drafts import SHEETS_KEPT, Draft, DraftBook, DraftSheet


def drafted(since: int) -> DraftSheet:
    return DraftSheet(since, (Draft(since, f"c{since}", "attacker", {}, ()),))


def test_draft_book_keeps_the_sheets_used_last() -> None:
    book = DraftBook()
    for since in range(SHEETS_KEPT + 4):
        book = book.with_sheet(drafted(since))
    assert [sheet.since for sheet in book.sheets] == list(range(4, SHEETS_KEPT + 4))


def test_draft_book_keeps_what_is_written_in_an_old_span_after_an_undo() -> None:
    """Undoing Ready again and again leads back to a span older than every stored sheet."""
    book = DraftBook()
    for since in range(10, 10 + SHEETS_KEPT):
        book = book.with_sheet(drafted(since))
    book = book.with_sheet(drafted(3))
    assert book.sheet(3).drafts
    assert book.sheet(9 + SHEETS_KEPT).drafts
