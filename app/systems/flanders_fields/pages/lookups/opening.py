"""What a look-up opens with where that hangs on the month."""

from collections.abc import Callable, Mapping
from typing import Final

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.forces.national import OWNERS
from rules.flanders_fields.vocabulary import Quality, RollKind, Special

USABLE: Final[Mapping[Special, Mapping[str, object]]] = {
    Special.PRUSSIAN_DISCIPLINE: {},
    Special.PALS: {"quality": Quality.RAW},
    Special.STUBBORN_RESISTANCE: {"roll": RollKind.MORALE},
}


def _one_in_force(book: RuleBook) -> Mapping[str, object]:
    """A national rule there is in this month, with facts that let it be used."""
    there = (special for special in USABLE if book.table("national/specials").has(special))
    return next(({"special": one, "nation": OWNERS[one], **USABLE[one]} for one in there), {})


OPENS: Final[Mapping[str, Callable[[RuleBook], Mapping[str, object]]]] = {"national_rule": _one_in_force}
