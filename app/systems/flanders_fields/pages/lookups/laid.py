"""The look-ups of Flanders Fields as they are laid out: described in files, one for each part of their list."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from app.pages.lookups.laid_out.described import Worded, described_parts
from app.pages.lookups.laid_out.tool import LaidOut, Outcome, Parts
from app.systems.flanders_fields import data
from app.systems.flanders_fields.pages.lookups.each_die import with_dice
from app.systems.flanders_fields.pages.lookups.opening import OPENS
from app.systems.flanders_fields.pages.lookups.outcomes import (
    command,
    edges,
    evening,
    forces,
    ground,
    orders,
    outcome,
    plans,
)
from app.systems.flanders_fields.pages.lookups.tables.every import MADE
from app.systems.flanders_fields.questions import LOOK_UPS
from app.systems.flanders_fields.words import words
from rules.flanders_fields.not_yet import WORDS
from rules.flanders_fields.resolutions import QUESTIONS

DESCRIBED: Final = Path(data.__file__).parent / "lookups"
PARTS: Final = (
    "forces",
    "setting_up",
    "the_turn",
    "orders_and_morale",
    "national_rules",
    "movement_and_sight",
    "bases_and_formations",
    "shooting",
    "artillery_mortars_indirect_fire",
    "points_and_areas",
    "writing_a_fire_plan",
    "fire_plans_and_barrages",
    "tanks_and_block_houses",
    "assault",
    "gas",
    "aircraft",
    "event_cards_and_dice",
    "after_the_game",
)
OUTCOMES: Final[Mapping[str, Callable[[Any], Outcome]]] = {
    made.__name__: made
    for made in (
        *command.OUTCOMES,
        *edges.OUTCOMES,
        *evening.OUTCOMES,
        *forces.OUTCOMES,
        *ground.OUTCOMES,
        *orders.OUTCOMES,
        *outcome.OUTCOMES,
        *plans.OUTCOMES,
    )
}


def _parts() -> Parts:
    return tuple(
        (title, tuple(replace(with_dice(tool), opens=OPENS.get(tool.key)) for tool in tools))
        for title, tools in described_parts(DESCRIBED, PARTS, Worded(OUTCOMES, MADE))
    )


LAID: Final = LaidOut(QUESTIONS, _parts(), words, WORDS, LOOK_UPS.prints)
