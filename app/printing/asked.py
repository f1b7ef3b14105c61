"""How an address names paper and printer."""

from typing import Final

from starlette.datastructures import QueryParams

from app.lookups.facts import BadAsk
from app.pages.rendering import sentence
from playsheets.press import PAPERS, TRUE_MM, BadJob, Paper, PrinterCorrection

PAPER_NAMES: Final = {"a4": "A4", "letter": "Letter"}


def paper_of(query: QueryParams) -> Paper:
    """The paper of an address, A4 unless it says otherwise."""
    return next((paper for paper in PAPERS if paper == query.get("paper")), "a4")


def correction_of(query: QueryParams) -> PrinterCorrection:
    """The printer's correction of an address. Raises BadJob."""
    return PrinterCorrection(_measured(query, "across"), _measured(query, "along"))


def _measured(query: QueryParams, name: str) -> float:
    """Millimetres as typed, with a point or a comma; nothing typed is a true printer. Raises BadJob."""
    written = query.get(name, "").strip().replace(",", ".")
    try:
        return float(written) if written else TRUE_MM
    except ValueError:
        raise BadJob(f"{written!r} is no length in millimetres; enter what you measure, such as 99.5") from None


def problem_of(bad: BadJob | BadAsk) -> dict[str, str]:
    """What was wrong and what would be right, for a page."""
    if isinstance(bad, BadAsk):
        return {"because": sentence(bad.wrong), "instead": sentence(bad.right)}
    because, _, instead = str(bad).partition("; ")
    return {"because": sentence(because), "instead": sentence(instead)}
