"""The look-ups of Flanders Fields, as they are offered."""

from typing import Final

from app.lookups.offered import LookUpsOffered, PrintBeside, Samples
from app.systems.flanders_fields.words import words
from rules.flanders_fields.resolutions import QUESTIONS

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
