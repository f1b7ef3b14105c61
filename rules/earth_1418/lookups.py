"""The lookups of Battle for 2mm Earth 1418, by their keys and in the order of the list."""

from typing import Final

from rules.earth_1418 import (
    artillery,
    attacks,
    bound,
    movement,
    orders,
    resilience,
    troop_chart,
)
from rules.earth_1418.ruleset import EarthBook
from rules.kernel.lookups import Questions, lookups_by_key

OFFERED: Final = (
    bound.RESOLUTIONS,
    orders.RESOLUTIONS,
    resilience.RESOLUTIONS,
    troop_chart.RESOLUTIONS,
    attacks.RESOLUTIONS,
    movement.RESOLUTIONS,
    artillery.RESOLUTIONS,
)
"""The look-ups of each module that defines some."""
ORDER: Final = (
    "order",
    "planning_step",
    "execution_steps",
    "stance",
    "exchange",
    "meeting",
    "plans",
    "under_fire",
    "find_cover",
    "dig_in",
    "position_left",
    "troop",
    "dice",
    "resilience",
    "pool",
    "attack",
    "overwatch",
    "melee_order",
    "hits",
    "half_speed",
    "recovery",
    "movement",
    "assault_reach",
    "bombardment",
    "shots_shared",
    "templates",
    "packing",
    "cordon",
    "wind",
    "sight_through_cloud",
)
"""The keys of the look-ups in the order in which they are listed. Callers know the order: a new key goes to the end."""


QUESTIONS: Final = Questions(
    "earth-1418",
    "Battle for 2mm Earth 1418",
    EarthBook,
    lookups_by_key(OFFERED, ORDER),
)
