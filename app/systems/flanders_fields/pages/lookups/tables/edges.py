"""The whole table behind the look-up of troops that are caught on the wire."""

from collections.abc import Mapping
from typing import Final

from app.pages.lookups.laid_out.printed import answers_to
from app.pages.lookups.laid_out.tool import Maker
from app.systems.flanders_fields.words import words
from rules.flanders_fields.movement.wire import Caught, CaughtFacts, caught_may

MADE: Final[Mapping[str, Maker]] = {
    "on_the_wire": answers_to(
        "On the wire",
        "FF-WIR-06",
        {words(one, "Caught"): CaughtFacts(wants_to=one) for one in Caught},
        caught_may,
        lambda facts: words(facts.wants_to, "Caught"),
    )
}
