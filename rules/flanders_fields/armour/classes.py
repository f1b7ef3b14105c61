"""Armoured vehicles: which model is a heavy tank, which a light one (FF-AFV)."""

from enum import StrEnum

from rules.flanders_fields.assault.fighters import Fighter
from rules.flanders_fields.book import RuleBook
from rules.kernel.explain import Explained, Refusal
from rules.kernel.facts import fact
from rules.kernel.resolve import Resolution, no_dice
from rules.kernel.values import dataclass

CLASSES = "assault/armour_classes"


class Vehicle(StrEnum):
    """The models the book names."""

    MARK_MALE = "mark_male"
    MARK_FEMALE = "mark_female"
    WHIPPET = "whippet"
    ST_CHAMOND = "st_chamond"
    RENAULT = "renault"
    A7V = "a7v"
    ARMOURED_CAR = "armoured_car"


@dataclass(frozen=True, slots=True, kw_only=True)
class VehicleFacts:
    """One armoured vehicle."""

    vehicle: Vehicle = fact("the model", example="mark_male")


def class_of(facts: VehicleFacts, book: RuleBook) -> Explained[Fighter] | Refusal:
    """As what a vehicle fights (FF-AFV-01 to -03). Refuses tanks before September 1916."""
    classes = book.table(CLASSES)
    if not classes.has(facts.vehicle):
        because = f"There is none in {book.when.month.in_words}: {classes.absent[facts.vehicle]}"
        return Refusal("FF-AFV-01", because, "choose a later date")
    found = classes.word(facts.vehicle)
    fighter = Fighter(found.value)
    return Explained(fighter, None, (found.cites(f"{found.says}: {fighter.replace('_', ' ')}"),))


def _class(facts: VehicleFacts, _dice: object, book: RuleBook) -> Explained[Fighter] | Refusal:
    return class_of(facts, book)


RESOLUTIONS: tuple[Resolution[VehicleFacts, RuleBook], ...] = (
    Resolution(
        "armour_class", "Heavy or light", "Armoured vehicles", VehicleFacts, no_dice, _class, example_month="1917-11"
    ),
)
