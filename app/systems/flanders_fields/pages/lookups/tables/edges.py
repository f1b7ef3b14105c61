"""The whole tables behind the look-ups about an assault, of suppression, ranges, wire and the first wind."""

from collections.abc import Mapping, Sequence
from typing import Final

from app.systems.flanders_fields.pages.lookups.tables.table import Maker, answers_to, bands_of, lines_of, steps_of
from app.systems.flanders_fields.words import words
from rules.flanders_fields.movement.wire import Caught, CaughtFacts, caught_may

DISTANCES: Final = lines_of("Distances of an assault", "assault/measures")
STEPS: Final = steps_of("The order of events", "assault/steps")
SHELTER: Final = lines_of("What harms a deep shelter", "shelters/harm")
COMING_UP: Final = lines_of("Coming up", "shelters/leaving")
SUPPRESSED: Final = lines_of("How many suppressions kill", "suppression/death")
WIND: Final = lines_of("Speed of the wind besides two dice", "gas/wind")
ON_THE_WIRE: Final = answers_to(
    "On the wire",
    "FF-WIR-06",
    {words(one, "Caught"): CaughtFacts(wants_to=one) for one in Caught},
    caught_may,
    lambda facts: words(facts.wants_to, "Caught"),
)
EDGE_TABLES: Final[Mapping[str, Sequence[Maker]]] = {
    "who-may-assault": (DISTANCES,),
    "assault-support": (lines_of("Assault factors", "assault/factors"),),
    "drawn-fight": (DISTANCES,),
    "after-a-win": (DISTANCES, STEPS),
    "against-armour": (bands_of("Morale", "morale/results", "morale"), lines_of("Modifiers", "morale/modifiers")),
    "into-a-shelter": (SHELTER, COMING_UP),
    "shelter-under-fire": (SHELTER,),
    "range": (
        lines_of("Greatest ranges", "shooting/ranges"),
        lines_of("Short range and other limits", "shooting/range_limits"),
    ),
    "suppression": (SUPPRESSED, lines_of("What suppresses a whole company", "suppression/spread")),
    "recovery": (SUPPRESSED,),
    "commander-recovery": (SUPPRESSED,),
    "caught-on-wire": (ON_THE_WIRE, lines_of("Actions that wire costs", "wire/actions")),
    "way-through-wire": (
        lines_of("Measures of wire", "wire/measures"),
        lines_of("Actions that wire costs", "wire/actions"),
    ),
    "first-wind": (WIND,),
    "wind-card": (WIND,),
}
