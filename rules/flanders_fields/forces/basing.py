"""On what a force stands: the base of each part, and how many figures or models are on it (FF-TOE-18 to FF-TOE-30)."""

from collections.abc import Mapping

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.forces.bases import STANDS_ON, BaseKind, on_it
from rules.flanders_fields.forces.force import Element, part_of
from rules.flanders_fields.forces.organisation import STANDING, Amount, FormationPart, PartSort

COMMANDS: Mapping[PartSort, BaseKind] = {
    PartSort.DIVISION: BaseKind.DIVISIONAL_COMMAND,
    PartSort.REGIMENT: BaseKind.REGIMENTAL_COMMAND,
    PartSort.BATTALION: BaseKind.BATTALION_COMMAND,
}


def base_of_part(part: FormationPart) -> BaseKind:
    """What a stand of a part is based on: a command stand by whose it is (FF-TOE-18 to FF-TOE-30)."""
    if part.unit_class is not None:
        return STANDS_ON[part.unit_class]
    return COMMANDS[part.commands]


def on_a_stand(part: FormationPart, book: RuleBook) -> Amount:
    """The figures or models on a stand of a part: the usual number, and between which one chooses.

    A table prints a range for some command stands; the base of a field battery takes one model or two (FF-TOE-26).
    """
    if part.sort not in STANDING or part.on_stand.is_open:
        return part.on_stand
    least, most = on_it(base_of_part(part), book)
    usual = part.on_stand.usual
    return Amount(usual, least, most) if least < most and least <= usual <= most else part.on_stand


def on_stand_of(element: Element, book: RuleBook) -> int:
    """The figures or models on each stand of an element, as they were chosen or as its table has them."""
    return element.on_stand or part_of(element, book).on_stand.usual
