"""What the record keeps of the uses of national rules, to be set to those that were made at the table."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.forces.game.state import National, Use
from rules.flanders_fields.game.specials import allowed
from rules.flanders_fields.game.state import Battalion, GameState, Unit
from rules.flanders_fields.vocabulary import RollKind, Special, UnitClass

MUTINOUS: Final = "mutinous"
MOST: Final = 9
COUNTED: Final = {
    special.value: special for special in (Special.PALS, Special.PROFESSIONALISM, Special.STUBBORN_RESISTANCE)
}
Kept = Mapping[str, tuple[int | bool, Callable[[object], bool]]]
UNUSED: Final[Mapping[str, Any]] = {
    "used": 0,
    "used_by_battalion": 0,
    "used_by_side": 0,
    "used_this_turn": False,
    "tanks_used": 0,
}


def uses_of(state: GameState, of: Battalion | Unit, book: RuleBook) -> Mapping[str, int]:
    """How often a battalion, or a tank, has used each rule that is its army's at this date, or that it has used."""
    if isinstance(of, Unit) and of.kind is not UnitClass.TANK:
        return {}
    return {special.value: _count(state.national, special, of) for special in _its_rules(state, of, book)}


def _its_rules(state: GameState, of: Battalion | Unit, book: RuleBook) -> Iterator[Special]:
    tank = of if isinstance(of, Unit) else None
    battalion = state.battalion_of(of) if isinstance(of, Unit) else of
    if battalion is None:
        return
    for special in (Special.PROFESSIONALISM,) if tank else COUNTED.values():
        roll = RollKind.MORALE if special is Special.STUBBORN_RESISTANCE else RollKind.ORDER
        used = _count(state.national, special, of)
        if used or allowed(state, special, battalion, book, tank, roll=roll, goes_forward=False, **UNUSED):
            yield special


def _count(national: National, special: Special, of: Battalion | Unit) -> int:
    return national.of_tank(special, of.id) if isinstance(of, Unit) else national.of_battalion(special, of.id)


def may_be_mutinous(state: GameState, battalion: Battalion, book: RuleBook) -> bool:
    """Whether the army and the date of a battalion have mutinies, or it is mutinous already."""
    named = battalion.id in state.national.mutinous
    return named or allowed(state, Special.MUTINY, battalion, book, turn_begins=True, game_begun=False, **UNUSED)


def kept_of_uses(state: GameState, of: str, book: RuleBook) -> Kept:
    """How often a battalion or a tank has used each of its rules; whether a battalion is mutinous."""
    user = state.battalions.get(of) or state.units.get(of)
    if user is None:
        return {}
    kept: dict[str, tuple[int | bool, Callable[[object], bool]]] = {
        special: (count, _times) for special, count in uses_of(state, user, book).items()
    }
    if isinstance(user, Battalion) and may_be_mutinous(state, user, book):
        kept[MUTINOUS] = (of in state.national.mutinous, lambda value: isinstance(value, bool))
    return kept


def _times(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST


def corrected_uses(state: GameState, of: str, what: str, after: object) -> bool:
    """Fold a correction in; False where it is another chapter's. The newest uses are given back first."""
    if what == MUTINOUS:
        special, wanted = Special.MUTINY, int(bool(after))
        others = tuple(one for one in state.national.mutinous if one != of)
        state.national = replace(state.national, mutinous=(*others, of) if after else others)
    elif what in COUNTED:
        special, wanted = COUNTED[what], int(str(after))
    else:
        return False
    tank, battalion = (of, state.units[of].of) if of in state.units else ("", of)
    mine = [one for one in state.national.uses if (one.special, one.battalion, one.of) == (special, battalion, tank)]
    others_uses = tuple(one for one in state.national.uses if one not in mine)
    more = Use(special, battalion, state.battalions[battalion].side, state.turn.number, tank)
    now = (*mine, *[more] * max(0, wanted - len(mine)))[:wanted]
    state.national = replace(state.national, uses=(*others_uses, *now))
    return True


def said_of_uses(what: str, after: object) -> str:
    """A correction of this chapter in words; nothing where it is another's."""
    if what == MUTINOUS:
        return "it is mutinous" if after else "it is not mutinous"
    if what not in COUNTED:
        return ""
    times = {0: "not", 1: "once", 2: "twice"}.get(int(str(after)), f"{after} times")
    return f"{what.replace('_', ' ').capitalize()} has {'been used ' + times if after else 'not been used'}"
