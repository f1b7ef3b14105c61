"""Every question Battle for 2mm Earth 1418 answers, by its key: for look-ups, game, JSON service and tests."""

from typing import Final

from rules.earth_1418.book import EarthBook
from rules.kernel.questions import LookUps, Questions

# In this order look-ups are listed, which callers of the service know: a new one goes to the end.
CHAPTERS: Final = (
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


QUESTIONS: Final = Questions(
    "earth-1418",
    "Battle for 2mm Earth 1418",
    EarthBook,
    LookUps("rules.earth_1418", CHAPTERS),
)
