"""The rule book of Battle for 2mm Earth 1418: where its data stand."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from rules.kernel.book import Book, Edition, rulings_of
from rules.kernel.rulings import Ruling
from rules.kernel.sources import SourceTexts

SOURCES: Final = SourceTexts(
    lines={"L": "rule book"}, rulings=("G",), example="lines as L212 or L208-210, a ruling as G-12"
)
EDITION: Final = Edition(Path(__file__).parent / "data", SOURCES)


def rulings() -> Mapping[str, Ruling]:
    """Every gap of the book with its options, each of them checked against the tables it changes."""
    return rulings_of(EDITION)


class EarthBook(Book):
    """What is in force in one game of Battle for 2mm Earth 1418."""

    __slots__ = ()
    edition = EDITION
