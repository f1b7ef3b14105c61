"""The look-ups of Flanders Fields, asked by tests that know of no other system."""

from functools import partial

from app.lookups import asking, describing, examples
from rules.flanders_fields.resolutions import QUESTIONS

ask = partial(asking.ask, QUESTIONS)
book_of = partial(asking.book_of, QUESTIONS)
find = partial(describing.find, QUESTIONS)
question = partial(describing.question, QUESTIONS)
questions = partial(describing.questions, QUESTIONS)
asked = partial(examples.asked, QUESTIONS)
