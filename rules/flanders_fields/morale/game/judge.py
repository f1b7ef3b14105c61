"""Morale tests and heroic actions."""

from collections.abc import Iterator

from rules.flanders_fields.game import card_modifiers as cards
from rules.flanders_fields.game.dice import faces, heroic_key
from rules.flanders_fields.game.losses import after_losses
from rules.flanders_fields.game.losses import support_lost as events_of_lost_support
from rules.flanders_fields.game.outcomes import StandChange, reasons
from rules.flanders_fields.game.specials import use_discipline as declare_discipline
from rules.flanders_fields.game.specials import use_pals
from rules.flanders_fields.game.state import Battalion, DueRoll, GameState, Stand, Unit
from rules.flanders_fields.game.table import JudgedTable, Judgement
from rules.flanders_fields.game.unseen import is_set_up
from rules.flanders_fields.morale.game.commands import SupportsAnother, TestMorale, TestWeapon, TryHeroicAction
from rules.flanders_fields.morale.game.events import HeroicActionTried, MoraleTested, SupportDenied, WeaponTested
from rules.flanders_fields.morale.nerve import Morale, MoraleFacts, roll_morale
from rules.flanders_fields.morale.nerve import SupportedBattalion as SupportFacts
from rules.flanders_fields.morale.suppression import LIMITS
from rules.flanders_fields.orders.heroic import HeroicFacts, HeroicResult, try_heroic_action
from rules.flanders_fields.vocabulary import (
    CREWED_WEAPONS,
    DueKind,
    MoraleBonus,
    MoraleReason,
    RollKind,
    Special,
    Threshold,
)
from rules.kernel.explain import Refusal
from rules.kernel.kept import Former, settle

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
            *cards.morale_bonuses(table.state, battalion.id),
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
        cards.for_morale(table.state, battalion.id),
        (Special.PALS,) if command.pals else (),
    )
    if not table.state.platoons_left(battalion):
        # Those that supported it were called when its last platoon fell.
        return (tested,)
    return (tested, *events_of_lost_support(table, battalion, SupportFacts(result=answer.value.result), ()))


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
    bonuses = cards.morale_bonuses(table.state, unit.id)
    facts = MoraleFacts(reason=MoraleReason.SUPPORT_LOST, unit_class=unit.kind, bonuses=bonuses)
    answer = roll_morale(facts, faces(dice)[0], table.book)
    if isinstance(answer, Refusal):
        return answer
    stands = table.state.living(unit) if answer.value.removed else ()
    changes = tuple(StandChange(stand.id, stand.levels, alive=False) for stand in stands)
    used = cards.for_morale(table.state, unit.id)
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
    dice = settle(state, heroic_key(stand.id, command.deed, command.removes), (command.die,), former_deed(table, stand))
    if isinstance(dice, Refusal):
        return dice
    answer = try_heroic_action(facts, faces(dice)[0], table.book)
    if isinstance(answer, Refusal):
        return answer
    success = answer.value is HeroicResult.SUCCESS
    gone = command.removes if success else (stand.id,)
    changes = tuple(StandChange(name, state.stands[name].levels, alive=False) for name in gone)
    used = cards.for_deed(state, stand.side)
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


def former_deed(table: JudgedTable, stand: Stand) -> Former:
    """What the die of a deed was called in logs of earlier programs."""
    return Former(f"heroic/{player_of(table, stand)}")


def heroic_facts(table: JudgedTable, stand: Stand, agreed: bool = True) -> HeroicFacts:
    """What the die of a deed looks at."""
    state = table.state
    if table.overruled:
        return HeroicFacts(hearts_jack=bool(cards.for_deed(state, stand.side)))
    return HeroicFacts(
        agreed=agreed,
        tried=player_of(table, stand) in state.heroic_spent,
        tried_by_side=any(name.startswith(f"{stand.side}/") for name in state.heroic_spent),
        own_turn=state.turn.side is stand.side,
        company_rolled=stand.unit in state.orders,
        hearts_jack=bool(cards.for_deed(state, stand.side)),
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
