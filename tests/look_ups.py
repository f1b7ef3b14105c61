"""The look-ups of Flanders Fields, asked by tests that know of no other system."""

from functools import partial

from app.lookups import lookup_schemas, queries
from rules.flanders_fields.lookups import QUESTIONS

ask = partial(queries.ask, QUESTIONS)
book_of = partial(queries.book_of, QUESTIONS)
find = partial(queries.find, QUESTIONS)
question = partial(queries.question, QUESTIONS)
questions = partial(queries.questions, QUESTIONS)
asked = partial(lookup_schemas.asked, QUESTIONS)
