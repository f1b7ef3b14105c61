"""What a plan that is practised can be written for: each side of every scenario, or open ground."""

import json
from collections.abc import Iterator
from functools import lru_cache

from app.lookups.words import month_words
from rules.flanders_fields.game.muster import scenarios
from rules.flanders_fields.vocabulary import Side

OPEN_GROUND = "Open ground, with nothing in it"


@lru_cache(maxsize=1)
def beginnings() -> tuple[dict[str, str], ...]:
    """The choices of the form for a new plan: what the service is asked for as JSON, and the same in words."""
    return (*_of_scenarios(), *(_choice(f"{OPEN_GROUND}: {side}", side=side) for side in Side))


def _of_scenarios() -> Iterator[dict[str, str]]:
    for scenario in scenarios().values():
        for side in scenario.sides:
            title = f"{scenario.title}, {month_words(scenario.date)}: {side.name} ({side.side})"
            yield _choice(title, side=side.side, scenario=scenario.id)


def _choice(title: str, **asked: str) -> dict[str, str]:
    return {"value": json.dumps(asked), "word": title}
