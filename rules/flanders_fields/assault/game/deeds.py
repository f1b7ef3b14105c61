"""The deeds of an assault: whose each is now, and what it asks (FF-ASL-03, -05, -06, -13, -25)."""

from collections.abc import Iterator
from typing import Final

from rules.flanders_fields.assault.contact import starting
from rules.flanders_fields.assault.game.close_quarters import aimed_at_closer, may_fire_as_they_close, not_its_moment
from rules.flanders_fields.assault.game.closers import targets_left
from rules.flanders_fields.assault.game.commands import AllIn, FireAsTheyClose, GoIn, StandAgainstArmour, ThrowInCombat
from rules.flanders_fields.assault.game.going_in import units_in
from rules.flanders_fields.assault.game.throws import (
    closing_key,
    combat_key,
    formerly_closing,
    formerly_in_combat,
    formerly_standing,
    standing_key,
)
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.game.models import cover_on_open_ground, fighter_of
from rules.flanders_fields.game.offering import dice, has_armour, on_the_way_of, word
from rules.flanders_fields.game.seated import NOT_SEEN, SeatDeeds
from rules.flanders_fields.game.state import GameState, Unit
from rules.flanders_fields.not_yet import no_gas
from rules.flanders_fields.vocabulary import Cover, Side
from rules.kernel.asking import Ask, Asks, Origin, Proposal, Told
from rules.kernel.explain import Refusal
from rules.kernel.kept import lying
from rules.kernel.plain import build
from rules.kernel.stage import Deed, Possible, nothing

STANDING, COMBAT = Asks(StandAgainstArmour), Asks(ThrowInCombat)
GO, CLOSING = Asks(GoIn), Asks(FireAsTheyClose)


def _all_in(seated: SeatDeeds) -> Iterator[Possible]:
    going = seated.state.assault
    if going is None or not going.moving:
        return
    for unit in sorted(units_in(seated.state)):
        barred = seated.refused_all(going.side, [AllIn(unit=unit)])
        yield Possible({"unit": unit}, by=going.side.value, owed=barred is None, barred=barred)


def _standing(seated: SeatDeeds) -> Iterator[Possible]:
    going = seated.state.assault
    for stand in going.standing if going else ():
        side = seated.state.stands[stand].side
        barred = seated.refused_all(side, [StandAgainstArmour(stand=stand, die=NOT_SEEN)])
        yield Possible({"stand": stand}, by=side.value, owed=barred is None, barred=barred)


def _standing_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    of = (seated.state, told["stand"])
    yield STANDING("die", kept=lying(seated.state, standing_key(*of), formerly_standing(*of))[:1])


def _fighting(seated: SeatDeeds) -> Iterator[Possible]:
    """Both sides throw at once for the first contact."""
    contacts = seated.state.contacts()
    for side in Side if contacts else ():
        about = {"attacker": contacts[0].attacker, "side": side.value}
        command = ThrowInCombat(attacker=contacts[0].attacker, side=side, die=NOT_SEEN)
        barred = seated.refused_all(side, [command])
        yield Possible(about, by=side.value, owed=barred is None, barred=barred)


def _fight_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    contact = seated.state.contacts()[0]
    whose = (seated.state, contact.attacker, contact.defender, Side(told["side"]))
    yield COMBAT("die", kept=lying(seated.state, combat_key(*whose), formerly_in_combat(*whose))[:1])


def _going(seated: SeatDeeds) -> Iterator[Possible]:
    """Units with an action, those whose stands are moving in, and those that have won and may follow up."""
    state = seated.state
    winners = state.assault.winners if state.assault else ()
    names = [unit.id for unit in seated.able] + sorted(units_in(state)) + [state.stands[one].unit for one in winners]
    names += [name for name, orders in state.orders.items() if orders.over_wire]
    # A commander that has won its fight belongs to no unit, and starts none (FF-ASL-21).
    for unit in (state.units[name] for name in dict.fromkeys(names) if name):
        if _starts_any(seated, unit):
            barred = seated.refused_all(unit.side, _tries(seated, unit))
            says = "Follow up" if any(state.stands[one].unit == unit.id for one in winners) else ""
            yield Possible({"unit": unit.id}, by=unit.side.value, barred=barred, says=says)


def _starts_any(seated: SeatDeeds, unit: Unit) -> bool:
    """Whether its stands start assaults at all; they are of one kind (FF-ASL-02)."""
    living, book = seated.state.living(unit), seated.table.book
    return bool(living) and next(starting(fighter_of(seated.state, living[0].id, book), book), None) is None


def _tries(seated: SeatDeeds, unit: Unit) -> Iterator[GoIn]:
    """Each of its stands against one enemy of each kind: whether it may go in hangs on nothing else of its target."""
    targets = seated.once(("one of each kind", unit.side), lambda: _one_of_each_kind(seated, unit))
    for stand in seated.state.living(unit):
        yield from (_bare(unit, stand.id, target) for target in targets)
    if not targets:
        yield _bare(unit, unit.stands[0], "")


def _one_of_each_kind(seated: SeatDeeds, unit: Unit) -> list[str]:
    state, alike, kinds = seated.state, dict[tuple[str, bool], str](), dict[object, str]()
    for name in _enemies(seated, unit):
        alike.setdefault((state.stands[name].unit, name in state.shelters.below), name)
    for (_, below), name in alike.items():
        kinds.setdefault((fighter_of(state, name, seated.table.book), below), name)
    return [*kinds.values()]


def _bare(unit: Unit, stand: str, target: str, supporter: str = "") -> GoIn:
    return GoIn(unit=unit.id, stand=stand, target=target, cover=Cover.OPEN, supporter=supporter)


def _enemies(seated: SeatDeeds, unit: Unit) -> list[str]:
    return [stand for stand in seated.on_table if seated.state.stands[stand].side is not unit.side]


def _going_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    state, book, unit = seated.state, seated.table.book, seated.state.units[told["unit"]]
    tries = [one for one in _tries(seated, unit) if seated.refused(one) is None]
    yield GO("stand", among=list(dict.fromkeys(one.stand for one in tries)))
    stand = told["stand"]
    able_to = [one for one in _enemies(seated, unit) if seated.refused(_bare(unit, stand, one)) is None]
    yield GO("target", among=able_to)
    target = told["target"]
    yield GO("cover")
    yield GO("ground_outside", proposals=_in_the_open(seated, stand))
    yield from (GO(name) for name in _way_in(state, target))
    yield GO("began_in_arc")
    yield GO("began_cm", least=0)
    behind = [one for one in seated.on_table if seated.refused(_bare(unit, stand, target, one)) is None]
    yield GO("supporter", among=["", *behind])
    yield from (GO(name) for name in _by_house_rule(book))
    yield from on_the_way_of(seated, [one.id for one in state.living(unit)], GO, alone=True)
    yield from word(seated, GoIn, told)


def _in_the_open(seated: SeatDeeds, stand: str) -> tuple[Proposal, ...]:
    """Propose Open for attackers that find no cover on open ground: raw troops and cavalry (AMB-403, FF-COV-T2)."""
    found = cover_on_open_ground(seated.state, stand, seated.table.book)
    says = "not told: on open ground it has no cover (FF-COV-T2)"
    return (Proposal(found.value, Origin.ASSUMED, says),) if found is Cover.OPEN else ()


def _way_in(state: GameState, target: str) -> Iterator[str]:
    """From where it comes: at armour and block houses the side or the face tells more (AMB-404)."""
    if state.stands[target].faces or has_armour(state, [target]):
        yield "sector"
    yield "approach"


def _by_house_rule(book: RuleBook) -> Iterator[str]:
    if book.option("AMB-407") == "both":
        yield "attacker_cover"
    if book.option("AMB-409") == "both":
        yield "defender_supported"
    if book.option("AMB-413") == "contact_too":
        yield "attacker_with_commander"
        yield "defender_with_commander"


def _closing(seated: SeatDeeds) -> Iterator[Possible]:
    """Each of the assaulted fires or holds its fire; by house rule others that the attackers pass may fire too."""
    going = seated.state.assault
    if going is None or not going.firing:
        return
    table = seated.of(going.side.other)
    assaulted = [stand for stand in seated.state.stands.values() if stand.side is not going.side]
    for stand in assaulted:
        if not not_its_moment(table, going, stand) and not may_fire_as_they_close(table, stand.id):
            barred = seated.waits(FireAsTheyClose(stand=stand.id))
            owed = stand.id in going.firing and barred is None
            yield Possible({"stand": stand.id}, by=stand.side.value, owed=owed, barred=barred)


def _closing_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    state, stand = seated.state, told["stand"]
    assaulted = any(one.defender == stand for one in state.contacts())
    if assaulted:
        yield CLOSING("target", among=["", *targets_left(seated.table, stand)])
    else:
        yield CLOSING("target", among=["", *(one.attacker for one in state.contacts())])
    if not told.get("target"):
        yield from word(seated, FireAsTheyClose, told)
        return
    yield CLOSING("slope")
    if no_gas(seated.table.book) is None:
        yield CLOSING("firer_in_gas")
    if not assaulted:
        yield CLOSING("range_cm")
        if state.stands[stand].faces or has_armour(state, [stand]):
            yield CLOSING("sector")
    aimed = aimed_at_closer(seated.table, build(FireAsTheyClose, told))
    if isinstance(aimed, Refusal):
        yield aimed
        return
    name, former = closing_key(state, stand, told["target"]), formerly_closing(state, stand)
    yield from dice(seated, CLOSING, told, aimed[2].value, lying(state, name, former))


ASSAULT_DEEDS: Final[tuple[Deed[SeatDeeds], ...]] = (
    Deed("stand_against_armour", "Stand against armour", StandAgainstArmour, _standing, _standing_asks),
    Deed("fire_as_they_close", "Fire as they close", FireAsTheyClose, _closing, _closing_asks),
    Deed("throw_in_combat", "Fight", ThrowInCombat, _fighting, _fight_asks),
    Deed("all_in", "Begin the fights", AllIn, _all_in, nothing),
    Deed("go_in", "Assault", GoIn, _going, _going_asks, place=4),
)
"""In the order in which they are owed."""
