"""The deeds of morale and of heroes: whose each is now, and what it asks (FF-MOR, FF-HER)."""

from collections.abc import Iterator
from typing import Final

from rules.flanders_fields.game.dice import heroic_key
from rules.flanders_fields.game.seated import NOT_THROWN, SeatDeeds
from rules.flanders_fields.game.specials import discipline, use_pals
from rules.flanders_fields.game.state import Stand
from rules.flanders_fields.morale.game import judge as nerve
from rules.flanders_fields.morale.game.commands import SupportsAnother, TestMorale, TestWeapon, TryHeroicAction
from rules.flanders_fields.orders.heroic import may_try
from rules.flanders_fields.vocabulary import DueKind, RollKind, Side
from rules.kernel.asking import Ask, Asks, Told
from rules.kernel.explain import Refusal
from rules.kernel.kept import lying
from rules.kernel.stage import AtHand, Deed, Possible, nothing

MORALE, WEAPON, HERO = Asks(TestMorale), Asks(TestWeapon), Asks(TryHeroicAction)


def _testing(seated: SeatDeeds) -> Iterator[Possible]:
    for due in seated.state.due:
        if due.kind is DueKind.MORALE:
            battalion = seated.state.battalions[due.of]
            owed = nerve.may_test_morale(seated.of(battalion.side), due.of)
            barred = seated.waits(TestMorale(battalion=due.of, die=NOT_THROWN))
            barred = barred or (owed if isinstance(owed, Refusal) else None)
            about, hidden = {"battalion": due.of}, not battalion.on_table
            yield Possible(about, by=battalion.side.value, owed=barred is None, barred=barred, secret=hidden)


def _test_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    state, battalion = seated.state, seated.state.battalions[told["battalion"]]
    if not isinstance(discipline(state, battalion, RollKind.MORALE, seated.table.book), Refusal):
        yield MORALE("prussian_discipline")
    if use_pals(seated.table, battalion) is None:
        yield MORALE("pals")
    due = next(one for one in state.due if one.kind is DueKind.MORALE and one.of == battalion.id)
    yield MORALE("die", kept=lying(state, nerve.morale_key(due))[:1])


def _weapons(seated: SeatDeeds, command: type[TestWeapon] | type[SupportsAnother]) -> Iterator[Possible]:
    for due in seated.state.due:
        if due.kind is DueKind.SUPPORT_LOST:
            side = seated.state.units[due.of].side
            asked = TestWeapon(weapon=due.of, die=NOT_THROWN) if command is TestWeapon else command(weapon=due.of)
            barred = seated.waits(asked)
            owed = barred is None and command is TestWeapon
            yield Possible({"weapon": due.of}, by=side.value, owed=owed, barred=barred)


def _testing_weapons(seated: SeatDeeds) -> Iterator[Possible]:
    return _weapons(seated, TestWeapon)


def _denying(seated: SeatDeeds) -> Iterator[Possible]:
    return _weapons(seated, SupportsAnother)


def _weapon_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    due = next(one for one in seated.state.due if one.kind is DueKind.SUPPORT_LOST and one.of == told["weapon"])
    yield WEAPON("die", kept=lying(seated.state, nerve.support_key(due.threshold, due.of))[:1])


def _daring(seated: SeatDeeds) -> Iterator[Possible]:
    waiting = seated.waits(TryHeroicAction(stand="", deed="", die=NOT_THROWN))
    any_turn = seated.table.book.option("AMB-94") == "any_turn"
    for side in Side:
        if side.value != seated.in_turn and not any_turn:
            continue
        none_dares = _nobody_dares(seated, side)
        if side.value == seated.in_turn or none_dares is None:
            yield Possible(by=side.value, barred=waiting or none_dares)


def _nobody_dares(seated: SeatDeeds, side: Side) -> Refusal | None:
    """Why no stand of a side may try a deed, the first reason; None where one may."""
    state = seated.state
    first = next((stand for stand in state.stands.values() if stand.side is side), None)
    if first is None:
        return Refusal("FF-HER-02", "nobody of this side is there to try one", "play on without it")
    refused = _dares_not(seated, first)
    if refused is None or _has_a_hero(seated, side):
        return None
    return refused


def _has_a_hero(seated: SeatDeeds, side: Side) -> bool:
    """Whether a stand of a side may try a deed: of two units that are ordered alike all stands bring the same facts."""
    table, state = seated.by(side), seated.state
    may = dict[bool, bool]()
    for unit in state.units.values():
        if unit.side is not side:
            continue
        ordered = unit.id in state.orders
        if ordered not in may:
            facts = nerve.heroic_facts(table, state.stands[unit.stands[0]])
            may[ordered] = may_try(facts, table.book) is None
        if may[ordered] and any(not isinstance(nerve.may_be_a_hero(table, name), Refusal) for name in unit.stands):
            return True
    return False


def _dares_not(seated: SeatDeeds, stand: Stand) -> Refusal | None:
    table = seated.by(stand.side)
    found = nerve.may_be_a_hero(table, stand.id)
    return found if isinstance(found, Refusal) else may_try(nerve.heroic_facts(table, found), table.book)


def _daring_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    table, stands = seated.table, seated.state.stands
    heroes = [name for name in stands if stands[name].side.value in seated.sides and table.knows_of(name)]
    yield HERO("stand", among=[name for name in heroes if _dares_not(seated, stands[name]) is None])
    hero = stands[told["stand"]]
    yield HERO("deed")
    enemies = [name for name, one in stands.items() if one.side is not hero.side and table.on_table(name)]
    yield HERO("removes", among=[name for name in enemies if table.knows_of(name)])
    yield HERO("agreed")
    refused = may_try(nerve.heroic_facts(table, hero, told.get("agreed", True)), table.book)
    if refused:
        yield refused
        return
    key = heroic_key(hero.id, told["deed"], told.get("removes", ()))
    yield HERO("die", kept=lying(seated.state, key, nerve.former_deed(table, hero))[:1])


NERVE_DEEDS: Final[tuple[Deed[SeatDeeds], ...]] = (
    Deed("test_morale", "Morale test", TestMorale, _testing, _test_asks),
    Deed("test_weapon", "Test of its weapon", TestWeapon, _testing_weapons, _weapon_asks),
    Deed("supports_another", "It supported another battalion", SupportsAnother, _denying, nothing),
    Deed("try_heroic_action", "Heroic action", TryHeroicAction, _daring, _daring_asks, AtHand.MORE),
)
"""In the order in which they are owed."""
