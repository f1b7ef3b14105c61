"""Morale tests and heroic actions (FF-MOR, FF-HER)."""

from collections.abc import Iterator
from typing import Any, Final

from rules.flanders_fields.game import dice_rolls
from rules.flanders_fields.game.concealment import is_set_up, knows, may_hide_below
from rules.flanders_fields.game.decisions import one_die
from rules.flanders_fields.game.dice_rolls import discipline, faces, heroic_key, use_pals
from rules.flanders_fields.game.dice_rolls import use_discipline as declare_discipline
from rules.flanders_fields.game.event_folding import change_stands, changed, settle_due, use_discipline
from rules.flanders_fields.game.fire_effects import CommanderLost, MoraleCalled, SupportLost, after_losses
from rules.flanders_fields.game.fire_effects import support_lost as events_of_lost_support
from rules.flanders_fields.game.handler_context import JudgedTable
from rules.flanders_fields.game.log_text import die, formation_name, morale_words, stand_name, unit_name
from rules.flanders_fields.game.outcomes import Reasons, StandChange, gone, reasons, told_reasons
from rules.flanders_fields.game.rule_module import BookChapter, ForeseenBy, GoesOn, Happening, ThrownFor, of
from rules.flanders_fields.game.seat_context import NOT_THROWN, SeatDeeds
from rules.flanders_fields.game.state.cards import LyingCard
from rules.flanders_fields.game.state.game import NO_ORDERS, Battalion, DueRoll, GameState, Stand, Unit
from rules.flanders_fields.morale import LIMITS, Morale, MoraleFacts, SupportedBattalion, roll_morale
from rules.flanders_fields.orders import HeroicFacts, HeroicResult, may_try, try_heroic_action
from rules.flanders_fields.vocabulary import (
    CREWED_WEAPONS,
    DueKind,
    Fate,
    MoraleBonus,
    MoraleReason,
    MoraleResult,
    RollKind,
    Side,
    Special,
    Threshold,
)
from rules.kernel.commands import AtHand, Deed, Possible, nothing
from rules.kernel.dice import Throw
from rules.kernel.dice_ledger import Dice, lying, settle
from rules.kernel.explanations import Refusal
from rules.kernel.facts import fact
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.game_record import Judgement
from rules.kernel.prompts import Ask, Asks, Told
from rules.kernel.rule_modules import Telling, judged_by
from rules.kernel.seats import Role
from rules.kernel.serialization import plain

# Commands


@dataclass(frozen=True, slots=True, kw_only=True)
class TestMorale:
    """Roll the morale test a battalion owes (FF-MOR-03)."""

    battalion: str = fact("the battalion that is tested")
    die: Throw = fact("its die")
    prussian_discipline: bool = fact("Prussian Discipline is declared", default=False)
    pals: bool = fact("Pals is declared", default=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class TestWeapon:
    """Roll the test of a crewed weapon that supported a battalion which is gone (FF-MOR-06)."""

    weapon: str = fact("the weapon that is tested")
    die: Throw = fact("its die")


@dataclass(frozen=True, slots=True, kw_only=True)
class SupportsAnother:
    """Say that a crewed weapon did not support the battalion that is gone, and has no test to take (AMB-86)."""

    weapon: str = fact("the weapon that did not support that battalion")


@dataclass(frozen=True, slots=True, kw_only=True)
class TryHeroicAction(GoesOn):
    """Try the deed both sides agreed on: success removes the enemy stands named in the agreement (FF-HER-01)."""

    stand: str = fact("the platoon that tries it")
    deed: str = fact("the deed that was agreed on")
    die: Throw = fact("its die")
    removes: tuple[str, ...] = fact("the enemy stands that success removes", default=())
    agreed: bool = fact("both sides agreed on it", default=True)


# Events


@dataclass(frozen=True, slots=True)
class MoraleTested:
    """A battalion took its test; `removed` units and `changes` are its effect."""

    battalion: str
    threshold: Threshold
    die: Throw
    result: MoraleResult
    retreat_cm: float
    changes: tuple[StandChange, ...]
    removed: tuple[str, ...]
    discipline: str
    reasons: Reasons
    cards: tuple[LyingCard, ...] = ()
    specials: tuple[Special, ...] = ()


@dataclass(frozen=True, slots=True)
class WeaponTested:
    """A crewed weapon took its test for the battalion it supported; `changes` are its effect."""

    weapon: str
    battalion: str
    die: Throw
    result: MoraleResult
    changes: tuple[StandChange, ...]
    reasons: Reasons
    cards: tuple[LyingCard, ...] = ()


@dataclass(frozen=True, slots=True)
class SupportDenied:
    """A crewed weapon did not support the battalion that is gone."""

    weapon: str
    battalion: str


@dataclass(frozen=True, slots=True)
class HeroicActionTried:
    """A platoon tried a deed; `at` are the enemy stands that it was to remove."""

    stand: str
    player: str
    deed: str
    die: Throw
    success: bool
    changes: tuple[StandChange, ...]
    reasons: Reasons
    cards: tuple[LyingCard, ...] = ()
    at: tuple[str, ...] = ()


MoraleEvent = (
    MoraleCalled | CommanderLost | MoraleTested | SupportLost | WeaponTested | SupportDenied | HeroicActionTried
)


# Names of dice rolls


def morale_throws(_state: GameState, event: MoraleTested) -> Dice:
    """The dice of it by the name of their roll."""
    return {f"morale/{event.battalion}/{event.threshold}": (event.die,)}


def weapon_throws(_state: GameState, event: WeaponTested) -> Dice:
    """The dice of it by the name of their roll."""
    return {f"support/{event.battalion}/{event.weapon}": (event.die,)}


def heroic_throws(_state: GameState, event: HeroicActionTried) -> Dice:
    """The dice of it by the name of their roll."""
    return {heroic_key(event.stand, event.deed, event.at): (event.die,)}


# Folds of events into the state

ROUT_WEIGHS, RETREAT_WEIGHS, COMMANDER_WEIGHS = 8, 5, 4
"""How many lost bases these weigh in the report of a game, besides what they cost."""


def morale_tested(state: GameState, event: MoraleTested) -> None:
    """A battalion has taken its test: what becomes of it, and what it has used for it."""
    settle_due(state, DueKind.MORALE, event.battalion, event.threshold)
    battalion = state.battalions[event.battalion]
    fate = Fate.ROUTED if event.result is MoraleResult.ROUT else battalion.fate
    state.battalions[event.battalion] = changed(battalion, tests=(*battalion.tests, event.threshold), fate=fate)
    if fate is Fate.ROUTED:
        state.due = tuple(due for due in state.due if due.of != event.battalion)
    use_discipline(state, event.discipline)
    change_stands(state, event.changes)


def support_lost(state: GameState, event: SupportLost) -> None:
    """Crewed weapons may have a test to take."""
    state.due = (*state.due, *(DueRoll(DueKind.SUPPORT_LOST, weapon, event.battalion) for weapon in event.weapons))


def weapon_tested(state: GameState, event: WeaponTested) -> None:
    """A crewed weapon has taken its test."""
    settle_due(state, DueKind.SUPPORT_LOST, event.weapon, event.battalion)
    change_stands(state, event.changes)


def support_denied(state: GameState, event: SupportDenied) -> None:
    """A crewed weapon has no test to take."""
    settle_due(state, DueKind.SUPPORT_LOST, event.weapon, event.battalion)


def morale_called(state: GameState, event: MoraleCalled) -> None:
    """A battalion owes a test."""
    state.due = (*state.due, DueRoll(DueKind.MORALE, event.battalion, event.threshold))


def commander_lost(state: GameState, event: CommanderLost) -> None:
    """The stand itself fell with the change before; his replacement is asked for when the rules say so."""


def deed_tried(state: GameState, event: HeroicActionTried) -> None:
    """A player has used his heroic action."""
    state.heroic_spent[event.player] = state.heroic_spent.get(event.player, 0) + 1
    unit = state.stands[event.stand].unit
    state.orders.setdefault(unit, NO_ORDERS)
    change_stands(state, event.changes)


def retreats(state: GameState, event: MoraleTested) -> Iterator[str]:
    """The stands of a battalion that retreats."""
    if event.retreat_cm:
        yield state.battalions[event.battalion].commander
        for unit in state.battalions[event.battalion].units:
            yield from state.units[unit].stands


def test_weighs(event: MoraleTested) -> int:
    """A rout, and a retreat."""
    return ROUT_WEIGHS if event.result is MoraleResult.ROUT else RETREAT_WEIGHS if event.retreat_cm else 0


def leave_after_test(event: MoraleTested) -> list[str]:
    """Those in rout; else what was abandoned, since a further level may kill by house rule (AMB-89)."""
    if event.result is MoraleResult.ROUT:
        return gone(event.changes)
    return [one for one in gone(event.changes) if {one, one.rpartition(".")[0]} & {*event.removed}]


def weapon_leaves(event: WeaponTested) -> list[str]:
    """The weapon in rout."""
    return gone(event.changes)


# Morale tests and heroic actions

REASONS = {Threshold.HALF: MoraleReason.HALF, Threshold.THREE_QUARTERS: MoraleReason.THREE_QUARTERS}


def test_morale(table: JudgedTable, command: TestMorale) -> Judgement:
    """Take the test a battalion owes, in either side's turn (FF-MOR-01 to -05)."""
    owed = may_test_morale(table, command.battalion)
    if isinstance(owed, Refusal):
        return owed
    battalion, due = owed
    discipline = declare_discipline(table, battalion.id, RollKind.MORALE) if command.prussian_discipline else ""
    if isinstance(discipline, Refusal):
        return discipline
    refused = use_pals(table, battalion) if command.pals else None
    if refused:
        return refused
    dice = settle(table.state, morale_key(due), (command.die,))
    if isinstance(dice, Refusal):
        return dice
    facts = MoraleFacts(
        reason=REASONS[Threshold(due.threshold)],
        quality=battalion.quality,
        bonuses=(
            *((MoraleBonus.PRUSSIAN_DISCIPLINE,) if discipline else ()),
            *((MoraleBonus.PALS,) if command.pals else ()),
            *dice_rolls.morale_bonuses(table.state, battalion.id),
        ),
        specimen_game=table.state.settled.specimen_game,
    )
    answer = roll_morale(facts, faces(dice)[0], table.book)
    if isinstance(answer, Refusal):
        return answer
    changes, removed = _effect(table, battalion, answer.value)
    tested = MoraleTested(
        battalion.id,
        Threshold(due.threshold),
        dice[0],
        answer.value.result,
        answer.value.retreat_cm,
        changes,
        removed,
        discipline,
        reasons(answer),
        dice_rolls.for_morale(table.state, battalion.id),
        (Special.PALS,) if command.pals else (),
    )
    if not table.state.platoons_left(battalion):
        # Those that supported it were called when its last platoon fell.
        return (tested,)
    return (tested, *events_of_lost_support(table, battalion, SupportedBattalion(result=answer.value.result), ()))


def may_test_morale(table: JudgedTable, name: str) -> tuple[Battalion, DueRoll] | Refusal:
    """A battalion and the test it owes, or why there is none for this seat to take."""
    battalion = table.standing_battalion(name)
    if isinstance(battalion, Refusal):
        return battalion
    refused = table.may_speak_for(battalion.side)
    if refused:
        return refused
    due = _owed(table, battalion)
    if due is None:
        return Refusal("FF-MOR-01", f"{battalion.name} owes no morale test", "go on with the turn")
    return battalion, due


def morale_key(due: DueRoll) -> str:
    """The name of the die of a battalion's test."""
    return f"morale/{due.of}/{due.threshold}"


def support_key(battalion: str, weapon: str) -> str:
    """The name of the die of a weapon that supported a battalion."""
    return f"support/{battalion}/{weapon}"


def test_weapon(table: JudgedTable, command: TestWeapon) -> Judgement:
    """Take the test of a crewed weapon that supported a battalion which is gone (FF-MOR-06, AMB-86)."""
    owed = may_test_weapon(table, command.weapon)
    if isinstance(owed, Refusal):
        return owed
    unit, battalion = owed
    dice = settle(table.state, support_key(battalion, unit.id), (command.die,))
    if isinstance(dice, Refusal):
        return dice
    bonuses = dice_rolls.morale_bonuses(table.state, unit.id)
    facts = MoraleFacts(reason=MoraleReason.SUPPORT_LOST, unit_class=unit.kind, bonuses=bonuses)
    answer = roll_morale(facts, faces(dice)[0], table.book)
    if isinstance(answer, Refusal):
        return answer
    stands = table.state.living(unit) if answer.value.removed else ()
    changes = tuple(StandChange(stand.id, stand.levels, alive=False) for stand in stands)
    used = dice_rolls.for_morale(table.state, unit.id)
    return (WeaponTested(unit.id, battalion, dice[0], answer.value.result, changes, reasons(answer), used),)


def deny_support(table: JudgedTable, command: SupportsAnother) -> Judgement:
    """A crewed weapon that did not support the battalion which is gone has no test to take (AMB-86)."""
    owed = may_test_weapon(table, command.weapon)
    return owed if isinstance(owed, Refusal) else (SupportDenied(owed[0].id, owed[1]),)


def may_test_weapon(table: JudgedTable, weapon: str) -> tuple[Unit, str] | Refusal:
    """A crewed weapon that may owe a test, and the battalion it would take it for."""
    due = next((one for one in table.state.due if one.kind is DueKind.SUPPORT_LOST and one.of == weapon), None)
    if due is None:
        return Refusal("FF-MOR-06", "no crewed weapon of that name is called to test", "go on with the turn")
    unit = table.state.units[weapon]
    return table.may_speak_for(unit.side) or (unit, due.threshold)


def _owed(table: JudgedTable, battalion: Battalion) -> DueRoll | None:
    mine = (due for due in table.state.due if due.kind is DueKind.MORALE and due.of == battalion.id)
    return next(mine, None)


def _effect(
    table: JudgedTable, battalion: Battalion, morale: Morale
) -> tuple[tuple[StandChange, ...], tuple[str, ...]]:
    """Stands after the result, and the units that leave the table (FF-MOR-07, AMB-89, AMB-90)."""
    state = table.state
    if morale.removed:
        return tuple(_lost(table, battalion, battalion.units)), battalion.units
    weapons = tuple(name for name in battalion.units if state.units[name].kind in CREWED_WEAPONS)
    abandoned = weapons if morale.abandons_weapons and not morale.weapons_stay else ()
    changes = [*_lost(table, battalion, abandoned, commander=False)]
    if morale.suppresses != "nothing":
        changes.extend(_suppressed(table, battalion, morale, abandoned))
    return tuple(changes), abandoned


def _lost(
    table: JudgedTable, battalion: Battalion, units: tuple[str, ...], commander: bool = True
) -> Iterator[StandChange]:
    stands = [stand for name in units for stand in table.state.living(table.state.units[name])]
    if commander:
        stands.append(table.state.stands[battalion.commander])
    yield from (StandChange(stand.id, stand.levels, alive=False) for stand in stands if stand.alive)


def _suppressed(
    table: JudgedTable, battalion: Battalion, morale: Morale, gone: tuple[str, ...]
) -> Iterator[StandChange]:
    last = table.book.table(LIMITS).number("kills").value
    stands = [
        stand for name in battalion.units if name not in gone for stand in table.state.living(table.state.units[name])
    ]
    for stand in (*stands, table.state.stands[battalion.commander]):
        levels = stand.levels + 1 if morale.suppresses == "one_more" else max(stand.levels, 1)
        if stand.alive:
            yield StandChange(stand.id, levels, alive=levels < last)


def try_deed(table: JudgedTable, command: TryHeroicAction) -> Judgement:
    """Try a heroic action (FF-HER-01 to -06, AMB-94)."""
    state = table.state
    stand = may_be_a_hero(table, command.stand)
    if isinstance(stand, Refusal):
        return stand
    refused = _not_enemies(table, command)
    if refused:
        return refused
    player = player_of(table, stand)
    facts = heroic_facts(table, stand, command.agreed)
    dice = settle(state, heroic_key(stand.id, command.deed, command.removes), (command.die,))
    if isinstance(dice, Refusal):
        return dice
    answer = try_heroic_action(facts, faces(dice)[0], table.book)
    if isinstance(answer, Refusal):
        return answer
    success = answer.value is HeroicResult.SUCCESS
    gone = command.removes if success else (stand.id,)
    changes = tuple(StandChange(name, state.stands[name].levels, alive=False) for name in gone)
    used = dice_rolls.for_deed(state, stand.side)
    event = HeroicActionTried(
        stand.id, player, command.deed, dice[0], success, changes, reasons(answer), used, command.removes
    )
    return (event, *after_losses(table, changes))


def may_be_a_hero(table: JudgedTable, name: str) -> Stand | Refusal:
    """The stand that may try a deed, as far as its name and the hour decide (FF-HER-01, FF-HER-02)."""
    stand = table.on_table(name)
    if stand is None or not stand.unit:
        return Refusal("FF-HER-02", "a heroic action is done by a platoon on the table", "choose one")
    return table.may_speak_for(stand.side) or _too_early(table.state) or stand


def player_of(table: JudgedTable, stand: Stand) -> str:
    """Whose one deed of the game it is (AMB-94)."""
    return f"{stand.side}/{table.actor.name}"


def heroic_facts(table: JudgedTable, stand: Stand, agreed: bool = True) -> HeroicFacts:
    """What the die of a deed looks at."""
    state = table.state
    if table.overruled:
        return HeroicFacts(hearts_jack=bool(dice_rolls.for_deed(state, stand.side)))
    return HeroicFacts(
        agreed=agreed,
        tried=player_of(table, stand) in state.heroic_spent,
        tried_by_side=any(name.startswith(f"{stand.side}/") for name in state.heroic_spent),
        own_turn=state.turn.side is stand.side,
        company_rolled=stand.unit in state.orders,
        hearts_jack=bool(dice_rolls.for_deed(state, stand.side)),
    )


def _too_early(state: GameState) -> Refusal | None:
    """Refuses a deed while the sides set up: whom it may remove would tell who is there unseen."""
    if is_set_up(state):
        return Refusal("FF-HER-01", "the first turn has not begun", "start the turn first")
    return None


def _not_enemies(table: JudgedTable, command: TryHeroicAction) -> Refusal | None:
    own = table.state.stands[command.stand].side
    for name in command.removes:
        target = table.on_table(name)
        if target is None or target.side is own:
            return Refusal("FF-HER-05", "the deed can only remove enemy stands on the table", "name those agreed on")
    return None


# Availability and prompts (FF-MOR, FF-HER)

MORALE_PROMPT, WEAPON, HERO = Asks(TestMorale), Asks(TestWeapon), Asks(TryHeroicAction)


def _testing(seated: SeatDeeds) -> Iterator[Possible]:
    for due in seated.state.due:
        if due.kind is DueKind.MORALE:
            battalion = seated.state.battalions[due.of]
            owed = may_test_morale(seated.of(battalion.side), due.of)
            barred = seated.waits(TestMorale(battalion=due.of, die=NOT_THROWN))
            barred = barred or (owed if isinstance(owed, Refusal) else None)
            about, hidden = {"battalion": due.of}, not battalion.on_table
            yield Possible(about, by=battalion.side.value, owed=barred is None, barred=barred, secret=hidden)


def _test_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    state, battalion = seated.state, seated.state.battalions[told["battalion"]]
    if not isinstance(discipline(state, battalion, RollKind.MORALE, seated.table.book), Refusal):
        yield MORALE_PROMPT("prussian_discipline")
    if use_pals(seated.table, battalion) is None:
        yield MORALE_PROMPT("pals")
    due = next(one for one in state.due if one.kind is DueKind.MORALE and one.of == battalion.id)
    yield MORALE_PROMPT("die", kept=lying(state, morale_key(due))[:1])


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
    yield WEAPON("die", kept=lying(seated.state, support_key(due.threshold, due.of))[:1])


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
            facts = heroic_facts(table, state.stands[unit.stands[0]])
            may[ordered] = may_try(facts, table.book) is None
        if may[ordered] and any(not isinstance(may_be_a_hero(table, name), Refusal) for name in unit.stands):
            return True
    return False


def _dares_not(seated: SeatDeeds, stand: Stand) -> Refusal | None:
    table = seated.by(stand.side)
    found = may_be_a_hero(table, stand.id)
    return found if isinstance(found, Refusal) else may_try(heroic_facts(table, found), table.book)


def _daring_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    table, stands = seated.table, seated.state.stands
    heroes = [name for name in stands if stands[name].side.value in seated.sides and table.knows_of(name)]
    yield HERO("stand", among=[name for name in heroes if _dares_not(seated, stands[name]) is None])
    hero = stands[told["stand"]]
    yield HERO("deed")
    enemies = [name for name, one in stands.items() if one.side is not hero.side and table.on_table(name)]
    yield HERO("removes", among=[name for name in enemies if table.knows_of(name)])
    yield HERO("agreed")
    refused = may_try(heroic_facts(table, hero, told.get("agreed", True)), table.book)
    if refused:
        yield refused
        return
    key = heroic_key(hero.id, told["deed"], told.get("removes", ()))
    yield HERO("die", kept=lying(seated.state, key)[:1])


NERVE_DEEDS: Final[tuple[Deed[SeatDeeds], ...]] = (
    Deed("test_morale", "Morale test", TestMorale, _testing, _test_asks),
    Deed("test_weapon", "Test of its weapon", TestWeapon, _testing_weapons, _weapon_asks),
    Deed("supports_another", "It supported another battalion", SupportsAnother, _denying, nothing),
    Deed("try_heroic_action", "Heroic action", TryHeroicAction, _daring, _daring_asks, AtHand.MORE),
)
"""In the order in which they are owed."""


# Log text


def says_morale(state: GameState, event: MoraleEvent) -> str:
    """One plain sentence."""
    match event:
        case MoraleCalled(battalion=battalion, left=left, started=started):
            return f"{state.battalions[battalion].name} is down to {left} of {started} platoons: morale test"
        case CommanderLost(formation=formation):
            return f"{formation_name(state, formation)} has lost its commander"
        case MoraleTested(battalion=battalion, die=thrown, result=result, retreat_cm=far):
            guns = _abandoned(state, event)
            return f"{state.battalions[battalion].name} {morale_words(result, far)}{guns}: {die(thrown)}"
        case SupportLost(battalion=battalion, weapons=weapons):
            names = ", ".join(unit_name(state, weapon) for weapon in weapons)
            return f"{state.battalions[battalion].name} is gone: those that supported it roll for themselves ({names})"
        case WeaponTested(weapon=weapon, die=thrown, result=result):
            outcome = "stands by its guns" if result is MoraleResult.HOLDS else "abandons its guns"
            return f"{unit_name(state, weapon)} {outcome}: {die(thrown)}"
        case SupportDenied(weapon=weapon, battalion=battalion):
            return f"{unit_name(state, weapon)} did not support {state.battalions[battalion].name}"
        case HeroicActionTried(stand=stand, deed=deed, die=thrown, success=success):
            outcome = "succeeds" if success else "fails, the platoon is destroyed"
            return f"{stand_name(state, stand)}, {deed}: {die(thrown)}, {outcome}"


def _abandoned(state: GameState, event: MoraleTested) -> str:
    """The weapons that a battalion leaves behind as it retreats; whoever routs takes everything along (FF-MOR-07)."""
    lost = {one.stand for one in event.changes if not one.alive}
    units = (state.units[one] for one in event.removed if event.result is not MoraleResult.ROUT)
    names = [unit.name for unit in units if lost & {*unit.stands}]
    return f", and abandons {' and '.join(names)}" if names else ""


def says_share_lost(state: GameState, event: MoraleCalled) -> str:
    """The same for those who may not count the battalion's platoons: the test tells the share by itself."""
    share = {Threshold.HALF: "half", Threshold.THREE_QUARTERS: "three quarters"}[event.threshold]
    return f"{state.battalions[event.battalion].name} has lost {share} of its platoons: morale test"


def name_of_test(state: GameState, event: MoraleEvent) -> str:
    """The name of a deed on the button that takes it back; empty where its sentence says it."""
    match event:
        case MoraleCalled(battalion=battalion) | MoraleTested(battalion=battalion):
            return f"{state.battalions[battalion].name}'s morale test"
        case WeaponTested(weapon=weapon):
            return f"{unit_name(state, weapon)}'s morale test"
        case _:
            return ""


def morale_card(event: MoraleEvent) -> dict[str, Any] | None:
    """What was resolved with its reasons; None where there is nothing to show."""
    match event:
        case WeaponTested(die=die, result=result, reasons=reasons):
            return {"dice": [plain(die)], "outcome": result is MoraleResult.HOLDS} | told_reasons(reasons)
        case MoraleTested(die=die, result=result, reasons=reasons):
            return {"dice": [plain(die)], "outcome": result.value} | told_reasons(reasons)
        case HeroicActionTried(die=die, success=success, reasons=reasons):
            return {"dice": [plain(die)], "outcome": success} | told_reasons(reasons)
        case SupportLost(reasons=reasons):
            return {"outcome": "support_lost"} | told_reasons(reasons)
        case _:
            return None


TOLD: Final = Telling(says_morale, name_of_test, morale_card)


# Odds before the dice

FORESEEN: Final[ForeseenBy] = {
    TestMorale: one_die(MoraleTested, "battalion", lambda event: event.result),
    TestWeapon: one_die(WeaponTested, "weapon", lambda event: int(event.result is MoraleResult.HOLDS)),
    TryHeroicAction: one_die(HeroicActionTried, "stand", lambda event: int(event.success)),
}


# The rule module

_judged = judged_by(
    {TestMorale: test_morale, TestWeapon: test_weapon, SupportsAnother: deny_support, TryHeroicAction: try_deed}
)


def _called(state: GameState, event: MoraleCalled, role: Role) -> str:
    """How many platoons are left would tell how many sit unseen in deep shelters."""
    side = state.battalions[event.battalion].side
    if knows(role, side) or not may_hide_below(state, side):
        return ""

    return says_share_lost(state, event)


MORALE: Final[BookChapter] = BookChapter(
    key="morale",
    events=(
        Happening(
            kind="morale_called",
            made=MoraleCalled,
            fold=morale_called,
            about=lambda event: event.battalion,
            told_to=_called,
        ),
        Happening(
            kind="commander_lost",
            made=CommanderLost,
            fold=commander_lost,
            about=lambda event: event.formation,
            weighs=lambda _event: COMMANDER_WEIGHS,
        ),
        Happening(
            kind="morale_tested",
            made=MoraleTested,
            fold=morale_tested,
            dice=morale_throws,
            roll=ThrownFor.MORALE,
            whose=of("battalion"),
            moves=retreats,
            about=lambda event: event.battalion,
            weighs=test_weighs,
            tells_of_end=True,
            leaves=leave_after_test,
        ),
        Happening(kind="support_lost", made=SupportLost, fold=support_lost),
        Happening(
            kind="weapon_tested",
            made=WeaponTested,
            fold=weapon_tested,
            dice=weapon_throws,
            roll=ThrownFor.MORALE,
            whose=of("weapon"),
            leaves=weapon_leaves,
        ),
        Happening(kind="support_denied", made=SupportDenied, fold=support_denied),
        Happening(
            kind="heroic_action_tried",
            made=HeroicActionTried,
            fold=deed_tried,
            dice=heroic_throws,
            roll=ThrownFor.OTHER,
            whose=of("stand"),
        ),
    ),
    told=TOLD,
    commands={
        "test_morale": TestMorale,
        "test_weapon": TestWeapon,
        "supports_another": SupportsAnother,
        "try_heroic_action": TryHeroicAction,
    },
    judge=_judged,
    deeds=NERVE_DEEDS,
    foresees=FORESEEN,
)
