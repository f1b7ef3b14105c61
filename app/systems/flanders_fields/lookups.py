"""Lookups of Flanders Fields as offered, labels of their values, clauses that pages name."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from app.lookups.queries import LookUpsOffered, PrintBeside, Samples
from app.lookups.vocabulary import Vocabulary
from app.systems.flanders_fields import data
from rules.flanders_fields.lookups import QUESTIONS
from rules.flanders_fields.ruleset import RuleBook, calendar
from rules.flanders_fields.vocabulary import MoraleResult

# Labels

RETREATS: Final = (MoraleResult.RETREAT_20, MoraleResult.RETREAT_40)
WRITTEN: Final = Vocabulary(Path(data.__file__).with_name("words.toml"))


def words(key: str, choice: str = "") -> str:
    """A word of the rules as a label: "machine_gun" is "Machine gun". `choice` names the class it is chosen from."""
    return f"Retreat {retreat_figure(key)} cm" if key in RETREATS else WRITTEN.words(key, choice)


@cache
def retreat_figure(result: str) -> str:
    """How far a morale result sends a battalion back, in cm, from the table (FF-MOR-07): "20"."""
    book = RuleBook.for_game(calendar().periods[0].first)
    return f"{book.table('morale/retreats').number(result).value / 10:g}"


# The look-ups of Flanders Fields

PLAYSHEET: Final = PrintBeside(
    "Playsheet", "Every number of these look-ups on two sides, to read here or to print", "/playsheets"
)
LOOK_UPS: Final = LookUpsOffered(
    QUESTIONS,
    Samples("order_roll", "FF-ORD-T5", "FF-ORD-24", "AMB-13", "reroll"),
    has_pages=True,
    prints=(PLAYSHEET,),
    words=words,
)


# Clauses that pages name

CLAUSES: Final[Mapping[str, str]] = {
    "barrage_leads": "FF-BAR-04",
    "cards": "FF-CRD-02",
    "counters": "FF-TOE-11",
    "crews": "FF-QLM-07",
    "gas_drifts": "FF-GAS-13",
    "grade_after": "FF-CMP-04",
    "guns_to_read": "FF-GUN-06",
    "long_range": "FF-SCN-32",
    "mad_minute": "FF-SCN-33",
    "men_lost": "FF-CMP-01",
    "men_who_come_back": "FF-CMP-02",
    "playsheet_of_a_date": "AMB-01",
    "prussian": "FF-SCN-22",
    "ratio": "FF-FOR-07",
    "structures": "FF-FOR-19",
    "superimposed": "FF-SUI-02",
    "veterans": "FF-SCN-29",
    "waits": "FF-SCN-10",
    "zones": "FF-SET-07",
}
