"""Every question Battle for 2mm Earth 1418 answers, by its key: for look-ups, game, JSON service and tests."""

from typing import Final

from rules.earth_1418.book import EarthBook
from rules.kernel.questions import LookUps, Questions

MODULES: Final = (
    "turn.order",
    "commanding.plans",
    "moving.digging",
    "chart",
    "firing.arming",
    "firing.resilience",
    "firing.volleys",
    "firing.attack",
    "firing.injuries",
    "moving.movement",
    "artillery.bombardments",
    "artillery.clouds",
)
"""The modules that define look-ups."""
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
    LookUps("rules.earth_1418", MODULES, ORDER),
)
