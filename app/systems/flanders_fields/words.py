"""How the words of Flanders Fields are written for people."""

from functools import cache
from pathlib import Path
from typing import Final

from app.lookups.vocabulary import Vocabulary
from app.systems.flanders_fields import data
from rules.flanders_fields.book import RuleBook, calendar
from rules.flanders_fields.vocabulary import MoraleResult

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
