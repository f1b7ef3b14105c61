"""The whole tables behind the look-ups about an assault, of suppression, ranges, wire and the first wind."""

from collections.abc import Mapping, Sequence
from typing import Final

from app.systems.flanders_fields.pages.lookups.tables.table import Maker, answers_to, bands_of, lines_of, steps_of
from app.systems.flanders_fields.words import words
from rules.flanders_fields.movement.wire import Caught, CaughtFacts, caught_may

DISTANCES: Final = lines_of("Distances of an assault", "FF-ASL-01")
STEPS: Final = steps_of("The order of events", "FF-ASL-T3")
SHELTER: Final = lines_of("What harms a deep shelter", "FF-DSH-02")
COMING_UP: Final = lines_of("Coming up", "FF-DSH-03")
SUPPRESSED: Final = lines_of("How many suppressions kill", "FF-SUP-08")
WIND: Final = lines_of("Speed of the wind besides two dice", "FF-GAS-13")
ON_THE_WIRE: Final = answers_to(
    "On the wire",
    "FF-WIR-06",
    {words(one, "Caught"): CaughtFacts(wants_to=one) for one in Caught},
    caught_may,
    lambda facts: words(facts.wants_to, "Caught"),
)
EDGE_TABLES: Final[Mapping[str, Sequence[Maker]]] = {
    "who-may-assault": (DISTANCES,),
    "assault-support": (lines_of("Assault factors", "FF-ASL-T1"),),
    "drawn-fight": (DISTANCES,),
    "after-a-win": (DISTANCES, STEPS),
    "against-armour": (bands_of("Morale", "FF-MOR-T1", "morale"), lines_of("Modifiers", "FF-MOR-05")),
    "into-a-shelter": (SHELTER, COMING_UP),
    "shelter-under-fire": (SHELTER,),
    "range": (lines_of("Greatest ranges", "FF-RNG-T1"), lines_of("Short range and other limits", "FF-RNG-11")),
    "suppression": (SUPPRESSED, lines_of("What suppresses a whole company", "FF-SUP-06")),
    "recovery": (SUPPRESSED,),
    "commander-recovery": (SUPPRESSED,),
    "caught-on-wire": (ON_THE_WIRE, lines_of("Actions that wire costs", "FF-WIR-03")),
    "way-through-wire": (lines_of("Measures of wire", "FF-WIR-01"), lines_of("Actions that wire costs", "FF-WIR-03")),
    "first-wind": (WIND,),
    "wind-card": (WIND,),
}
