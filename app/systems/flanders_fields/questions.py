"""The look-ups of Flanders Fields, and what is asked of them by those who know of no other system."""

from functools import partial
from typing import Final

from app.lookups import asking, describing, examples
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

ask = partial(asking.ask, QUESTIONS)
book_of = partial(asking.book_of, QUESTIONS)
find = partial(describing.find, QUESTIONS)
question = partial(describing.question, QUESTIONS)
questions = partial(describing.questions, QUESTIONS)
asked = partial(examples.asked, QUESTIONS)
