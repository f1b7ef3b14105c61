"""Every question Flanders Fields answers, by its key: for look-ups, the game, the JSON service and the tests."""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import Any, Final

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.not_yet import in_its_time
from rules.flanders_fields.one_force import well_graded
from rules.kernel.resolve import Resolution

CHAPTERS = (
    "actions",
    "after_combat",
    "aiming",
    "air",
    "air_missions",
    "arcs",
    "area_fire",
    "areas",
    "armour_classes",
    "artillery_allotment",
    "assault",
    "barrage",
    "barrage_fire",
    "bases",
    "beaten_zone",
    "block_houses",
    "bombardments",
    "card_hand",
    "cavalry",
    "close_combat",
    "closing_fire",
    "combat_factors",
    "command",
    "cover",
    "deep_shelters",
    "deep_suppression",
    "deviation",
    "event_cards",
    "fire_action",
    "fire_plan.barrages",
    "fire_plan.changes",
    "fire_plan.entries",
    "fire_plan.gas_attacks",
    "fire_plan.points",
    "fire_plan.references",
    "fire_plan.works",
    "fire_zones",
    "forces.campaign",
    "forces.grades",
    "forces.guns",
    "forces.listed",
    "forces.strength",
    "formations",
    "gas",
    "gas_attack",
    "gas_phase",
    "heroic",
    "indirect_guns",
    "manoeuvre",
    "morale",
    "mortars",
    "movement",
    "national",
    "orders",
    "ranges",
    "reinforcements",
    "sequence",
    "setup",
    "shooting",
    "sos",
    "standing",
    "storm_parts",
    "suppression",
    "tank_fire",
    "tanks",
    "target_priority",
    "visibility",
    "wind",
    "wire",
)


class LookUps(Mapping[str, Resolution[Any, RuleBook]]):
    """Every question by its key. The chapters are read when the first is asked for: a start does not wait for them."""

    def __getitem__(self, key: str) -> Resolution[Any, RuleBook]:
        return _gathered()[key]

    def __iter__(self) -> Iterator[str]:
        return iter(_gathered())

    def __len__(self) -> int:
        return len(_gathered())


@cache
def _gathered() -> Mapping[str, Resolution[Any, RuleBook]]:
    found: dict[str, Resolution[Any, RuleBook]] = {}
    for chapter in CHAPTERS:
        for resolution in import_module(f"rules.flanders_fields.{chapter}").RESOLUTIONS:
            if resolution.key in found:
                raise ValueError(f"{resolution.key} is offered by two chapters; give one of them another key")
            found[resolution.key] = in_its_time(well_graded(resolution))
    return found


RESOLUTIONS: Final[Mapping[str, Resolution[Any, RuleBook]]] = LookUps()
