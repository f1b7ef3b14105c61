"""The texts that the numbers of Flanders Fields are taken from, and how its data name them."""

from typing import Final

from rules.kernel.sources import SourceTexts

SOURCES: Final = SourceTexts(
    lines={"L": "rule book", "P-L": "1914 to mid 1915 playsheet"},
    rulings=("AMB", "SHQ", "GAP"),
    example="lines as L4823, L989-991 or P-L12, a ruling as AMB-30",
)
