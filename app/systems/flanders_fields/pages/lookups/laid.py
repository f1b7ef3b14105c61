"""The look-ups of Flanders Fields as they are laid out."""

from typing import Final

from app.pages.lookups.laid_out.tool import LaidOut
from app.systems.flanders_fields.pages.lookups.parts import PARTS
from app.systems.flanders_fields.pages.lookups.tables.every import tables_for
from app.systems.flanders_fields.pages.lookups.tables.table import value_words
from app.systems.flanders_fields.words import words
from rules.flanders_fields.not_yet import WORDS
from rules.flanders_fields.resolutions import QUESTIONS

LAID: Final = LaidOut(QUESTIONS, PARTS, words, tables_for, value_words, WORDS)
