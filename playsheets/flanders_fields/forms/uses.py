"""How often an army's national rules may be used in a game, and who ticks them off (FF-SPR)."""

from collections.abc import Iterator
from enum import StrEnum

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.forces.national import USES, in_force
from rules.flanders_fields.vocabulary import Nation, Special
from rules.kernel.values import dataclass


class Ticks(StrEnum):
    """On whose line of a roster the boxes of a rule stand."""

    SIDE = "side"
    REGIMENT = "regiment"
    BATTALION = "battalion"
    RAW_BATTALION = "raw battalion"
    COMPANY = "company"
    TANK = "tank"


@dataclass(frozen=True, slots=True)
class Counted:
    """A rule that may be used so many times, ticked on the line of each of `by`."""

    special: Special
    name: str
    times: int
    by: Ticks


def counted(nation: Nation, book: RuleBook, specimen_game: bool = False) -> tuple[Counted, ...]:
    """Every rule of an army that is used up, at the book's date and under its house rules."""
    return tuple(_counted(nation, book, specimen_game))


def always_on(nation: Nation, book: RuleBook) -> tuple[str, ...]:
    """The rules of an army that hold without being used up."""
    lasting = (one for one in Special if in_force(one, nation, book))
    return tuple(name_of(one) for one in lasting if not book.table(USES).number(one).value)


def name_of(special: Special) -> str:
    """What a rule is called on paper."""
    return special.replace("_", " ").capitalize()


def _counted(nation: Nation, book: RuleBook, specimen_game: bool) -> Iterator[Counted]:
    for special in Special:
        if not in_force(special, nation, book):
            continue
        times = book.table(USES).number(special).value
        for by in _ticked_by(special, book, specimen_game) if times else ():
            once_each = special is Special.MUTINY
            name = "Mutinous" if once_each else name_of(special)
            yield Counted(special, name, 1 if once_each else times, by)


def _ticked_by(special: Special, book: RuleBook, specimen_game: bool) -> tuple[Ticks, ...]:
    match special:
        case Special.MAD_MINUTE:
            companies = book.behaviour("GAP-36", {"as_printed": not specimen_game, "swapped": specimen_game})
            return (Ticks.COMPANY if companies else Ticks.BATTALION,)
        case Special.PRUSSIAN_DISCIPLINE:
            both = (Ticks.REGIMENT, Ticks.BATTALION)
            printed = both if specimen_game else (Ticks.BATTALION,)
            return book.behaviour("GAP-42", {"as_printed": printed, "everywhere": both, "side": (Ticks.SIDE,)})
        case Special.STUBBORN_RESISTANCE:
            return book.behaviour("GAP-44", {"side": (Ticks.SIDE,), "battalion": (Ticks.BATTALION,)})
        case Special.PALS:
            return (Ticks.RAW_BATTALION,)
        case Special.PROFESSIONALISM:
            return (Ticks.BATTALION, Ticks.TANK)
        case Special.MUTINY:
            return (Ticks.BATTALION,)
        case _:
            return ()
