"""Every question Flanders Fields answers, by its key: for look-ups, the game, the JSON service and the tests."""

from collections.abc import Mapping
from typing import Any, Final

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.forces.one_force import well_graded
from rules.flanders_fields.not_yet import in_its_time
from rules.kernel.questions import LookUps, Questions
from rules.kernel.resolve import Resolution

# In this order look-ups are listed, which callers of the service know: a new one goes to the end.
CHAPTERS = (
    "orders.actions",
    "assault.after_combat",
    "artillery.aiming",
    "air.attacks",
    "air.missions",
    "shooting.arcs",
    "artillery.area_fire",
    "artillery.areas",
    "armour.classes",
    "artillery.allotment",
    "assault.contact",
    "barrages.rolling",
    "barrages.fire",
    "forces.bases",
    "shooting.beaten_zone",
    "shelters.block_houses",
    "artillery.bombardments",
    "cards.hand",
    "movement.cavalry",
    "assault.close_combat",
    "assault.closing_fire",
    "assault.combat_factors",
    "orders.command",
    "sight.cover",
    "shelters.deep_shelters",
    "artillery.deep_suppression",
    "artillery.deviation",
    "cards.effects",
    "shooting.fire_action",
    "fire_plan.barrages",
    "fire_plan.changes",
    "fire_plan.entries",
    "fire_plan.gas_attacks",
    "fire_plan.points",
    "fire_plan.references",
    "fire_plan.works",
    "movement.fire_zones",
    "forces.campaign",
    "forces.grades",
    "forces.guns",
    "forces.listed",
    "forces.strength",
    "movement.formations",
    "gas.clouds",
    "gas.attack",
    "gas.phase",
    "orders.heroic",
    "shooting.indirect_guns",
    "movement.manoeuvre",
    "morale.nerve",
    "artillery.mortars",
    "movement.moves",
    "forces.national",
    "orders.order_roll",
    "shooting.ranges",
    "turn.reinforcements",
    "turn.sequence",
    "turn.setup",
    "shooting.shot",
    "artillery.sos",
    "morale.standing",
    "forces.storm_parts",
    "morale.suppression",
    "armour.tank_fire",
    "armour.tanks",
    "shooting.target_priority",
    "sight.visibility",
    "gas.wind",
    "movement.wire",
)


def _made(resolution: Resolution[Any, RuleBook]) -> Resolution[Any, RuleBook]:
    return in_its_time(well_graded(resolution))


QUESTIONS: Final = Questions(
    "flanders-fields", "Flanders Fields", RuleBook, LookUps("rules.flanders_fields", CHAPTERS, _made)
)
RESOLUTIONS: Final[Mapping[str, Resolution[Any, RuleBook]]] = QUESTIONS.asked
