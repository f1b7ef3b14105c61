"""Handlers of event cards: cards played, and cards that take effect at once (FF-CRD)."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeVar

from rules.flanders_fields.bombardments import AreaFireFacts, AreaStand, read_dice, shots_on_area
from rules.flanders_fields.cards import COUNTS, TOUCHES, CardEffect, CardFacts, event_card
from rules.flanders_fields.game.actions.cards.card_draws import (
    BATTERY,
    FLANK,
    CardCarriedOut,
    CardDone,
    CardPlayed,
    CardTook,
    DrawCard,
    PlayCard,
    PutCardAside,
    SayWhatItTakes,
    ShellBurst,
    Shelled,
    draw,
    in_hand,
    is_time_to_draw,
    last_turn,
    lies_until,
    must_draw,
    put_aside,
    rally_key,
    shell_key,
    suit_and_rank,
    too_many,
)
from rules.flanders_fields.game.dice_rolls import faces, read_again
from rules.flanders_fields.game.fire_effects import Effects, after_losses, shaken_by
from rules.flanders_fields.game.handler_context import JudgedTable
from rules.flanders_fields.game.log_text import formation_name, stand_name, unit_name
from rules.flanders_fields.game.outcomes import Reasons, StandChange, reasons
from rules.flanders_fields.game.rule_module import LeavesStep, SetsRight
from rules.flanders_fields.game.state.cards import SHOWN_ON_THE_TABLE, AwaitedCard, HeldCard, LyingCard, card_name
from rules.flanders_fields.game.state.game import Battalion, GameState, Regiment, Stand, Unit
from rules.flanders_fields.game.turn_progress import upcoming
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import (
    ARTILLERY,
    Bonus,
    Carriage,
    DueKind,
    Fate,
    FireResult,
    Level,
    RollKind,
    Side,
    SuppressionSource,
    TargetKind,
    UnitClass,
)
from rules.kernel.dice import D6, Throw
from rules.kernel.dice_ledger import settle, settle_row
from rules.kernel.distances import cm
from rules.kernel.explanations import Explained, MoreDice, Refusal, Step
from rules.kernel.game_record import Judgement
from rules.kernel.numerals import counted
from rules.kernel.record_events import AnswerRequest, CarryOut, Note, Overrule, TakeBack, Withdraw
from rules.kernel.rule_modules import Command, Event, judged_by

# Playing a card of a hand (FF-CRD-08 to -12, -18 to -27)

SHOOTERS: Final = frozenset({UnitClass.RIFLE_COMPANY, UnitClass.MACHINE_GUN})
BATTERY_OF_CARD: Final = "Super heavy battery"


def play(table: JudgedTable, command: PlayCard) -> Judgement:
    """Play a card (FF-CRD-05). Refuses one that is not held, comes too late, or is meant for what it does not touch."""
    held = in_hand(table, command.card)
    if isinstance(held, Refusal):
        return held
    playing = PLAYED.get(held.acts_as)
    if playing is None:
        return Refusal("FF-CRD-04", f"nothing happens with the {card_name(held.card)}", "keep it, or put it aside")
    return playing(table, held, command)


def _played_effect(
    table: JudgedTable, held: HeldCard, dice: tuple[D6, ...] = (), **more: Any
) -> Explained[CardEffect] | Refusal:
    """What the book says the card does now, with what was measured and is true of its target."""
    suit, rank = suit_and_rank(held.acts_as)
    turn = table.state.turn
    facts = CardFacts(
        suit=suit,
        rank=rank,
        drawn_by=held.side.other if held.handed else held.side,
        just_drawn=False,
        own_turn=turn.running and turn.side is held.side,
        **more,
    )
    answer = event_card(facts, dice, table.book)
    if isinstance(answer, MoreDice):
        return Refusal(answer.clause, "the die of its D3 is missing", "throw it")
    return answer


def _own_unit(table: JudgedTable, held: HeldCard, name: str) -> Unit | Refusal:
    """A living unit on the table of the side that plays the card."""
    unit = table.state.units.get(name)
    if unit is None or unit.side is not held.side or not table.state.living(unit) or table.state.off_table(name):
        return Refusal("FF-CRD-05", "it is played on a unit of one's own side that is on the table", "choose one")
    return unit


def _own_battalion(state: GameState, held: HeldCard, name: str) -> Battalion | None:
    battalion = state.battalions.get(name)
    stands = battalion and battalion.side is held.side and battalion.on_table and battalion.fate is Fate.STANDS
    return battalion if stands else None


def _lies(table: JudgedTable, held: HeldCard, on: str, found: CardEffect, **more: Any) -> LyingCard:
    """The card as it lies on the table, in turns of its own side unless told otherwise."""
    more.setdefault("until", lies_until(table.state, held.side, found))
    return LyingCard(held.card, held.acts_as, held.side, (on,) if on else (), pack=held.pack, **more)


def _big_bangs(table: JudgedTable, held: HeldCard, command: PlayCard) -> Judgement:
    """FF-CRD-08, GAP-90: a super heavy battery behind the table joins a regiment for three turns of its side."""
    answer = _played_effect(table, held)
    if isinstance(answer, Refusal):
        return answer
    state, regiment = table.state, table.state.regiments.get(command.on)
    highest = next((one.id for one in state.regiments.values() if one.division and one.side is held.side), command.on)
    if regiment is None or regiment.side is not held.side or regiment.id != highest:
        return Refusal("FF-CRD-08", "it joins the highest command of one's own side on the table", "choose that")
    number = 1 + sum(name.startswith(f"{regiment.id}.card") for name in regiment.units)
    own_id = f"{regiment.id}.card{number}"
    kind = UnitClass.SUPER_HEAVY_ARTILLERY
    unit = Unit(
        own_id,
        BATTERY_OF_CARD,
        held.side,
        kind,
        Level.REGIMENTAL,
        regiment.id,
        (own_id,),
        Carriage.READY,
        on_table=False,
    )
    last, _ = last_turn(state, held.side, answer.value.turns)
    says = f"a super heavy battery joins {regiment.name} to the end of turn {last}"
    lies = _lies(table, held, regiment.id, answer.value, arrived=own_id)
    arrived = unit, Stand(own_id, own_id, BATTERY_OF_CARD, held.side)
    return (CardPlayed(held.card, held.side, regiment.id, says, lies=lies, arrived=arrived, reasons=reasons(answer)),)


def _sniper(table: JudgedTable, held: HeldCard, command: PlayCard) -> Judgement:
    """FF-CRD-09: an enemy command stand or support weapon is gone, without a die."""
    state, target = table.state, table.on_table(command.on)
    if target is None or target.side is held.side:
        return Refusal("FF-CRD-09", "that is no enemy stand on the table", "choose one that is")
    unit = state.units.get(target.unit)
    more = {"target": unit.kind} if unit else {"target_commands": True}
    answer = _played_effect(table, held, fortified=command.fortified, **more)
    if isinstance(answer, Refusal):
        return answer
    changes = (StandChange(target.id, target.levels, alive=False),)
    says = f"{stand_name(state, target.id)} is removed"
    event = CardPlayed(held.card, held.side, target.id, says, changes, reasons=reasons(answer))
    return (event, *after_losses(table, changes))


def _rally(table: JudgedTable, held: HeldCard, command: PlayCard) -> Judgement:
    """FF-CRD-10, GAP-91: a D3 of the platoons it has lost come back."""
    battalion = _own_battalion(table.state, held, command.on)
    if battalion is None:
        return Refusal("FF-CRD-10", "a battalion of one's own side on the table rallies", "choose one")
    lost = [stand for stand in table.state.rifle_stands(battalion) if not stand.alive]
    dice = settle(table.state, rally_key(table.state, battalion.id), (command.die,) if command.die else ())
    if isinstance(dice, Refusal):
        return dice
    answer = _played_effect(table, held, faces(dice), platoons_lost=len(lost))
    if isinstance(answer, Refusal):
        return answer
    first = [stand for name in command.returns for stand in lost if stand.id == name]
    back = [*first, *(stand for stand in lost if stand not in first)][: answer.value.count]
    changes = tuple(StandChange(stand.id, 0) for stand in back)
    names = ", ".join(stand_name(table.state, stand.id) for stand in back)
    says = f"{counted(len(back), 'platoon')} of {battalion.name} back, {names}"
    return (CardPlayed(held.card, held.side, battalion.id, says, changes, dice=dice, reasons=reasons(answer)),)


def _hero(table: JudgedTable, held: HeldCard, _command: PlayCard) -> Judgement:
    """FF-CRD-11, FF-HER-07: it lies there for the next heroic action of its side."""
    answer = _played_effect(table, held)
    if isinstance(answer, Refusal):
        return answer
    says, lies = "for the next heroic action of its side", _lies(table, held, "", answer.value)
    return (CardPlayed(held.card, held.side, "", says, lies=lies, reasons=reasons(answer)),)


def _discipline(table: JudgedTable, held: HeldCard, command: PlayCard) -> Judgement:
    """FF-CRD-12, GAP-92: an order or a morale roll."""
    if command.roll is RollKind.MORALE:
        return _on_morale(table, held, command)
    return _on_order(table, held, command, Bonus.HEARTS_10)


def _concise(table: JudgedTable, held: HeldCard, command: PlayCard) -> Judgement:
    """FF-CRD-22: an order roll, even after its die."""
    return _on_order(table, held, command, Bonus.DIAMONDS_10)


def _on_order(table: JudgedTable, held: HeldCard, command: PlayCard, bonus: Bonus) -> Judgement:
    state, unit = table.state, _own_unit(table, held, command.on)
    if isinstance(unit, Refusal):
        return unit
    thrown = unit.id in state.orders
    answer = _played_effect(table, held, roll=RollKind.ORDER, die_thrown=thrown)
    if isinstance(answer, Refusal):
        return answer
    stacked = _stacked(table, unit)
    if thrown:
        return stacked or _added(table, held, unit, bonus, answer)
    lies = _lies(table, held, unit.id, answer.value, roll=RollKind.ORDER)
    says = f"for the next order of {unit_name(state, unit.id)}"
    return stacked or (CardPlayed(held.card, held.side, unit.id, says, lies=lies, reasons=reasons(answer)),)


def _stacked(table: JudgedTable, unit: Unit) -> Refusal | None:
    """Where a die has one bonus at most, no second card is laid on it (GAP-95)."""
    one_only = table.book.behaviour("GAP-95", {"add": False, "one": True})
    lying = any(one.roll is RollKind.ORDER and {unit.id, unit.of} & {*one.on} for one in table.state.cards.lying)
    if one_only and lying:
        return Refusal("FF-SPR-11", "this game allows one bonus on a die", "keep it for another")
    return None


def _added(table: JudgedTable, held: HeldCard, unit: Unit, bonus: Bonus, effect: Explained[CardEffect]) -> Judgement:
    """The newest order roll read once more with the card (FF-CRD-22); a natural 1 fails all the same (FF-NAT-04)."""
    again = read_again(table, unit, bonus)
    if isinstance(again, Refusal):
        return again
    says = f"{unit_name(table.state, unit.id)} has {counted(again.earned, 'action')} by its order"
    why = Reasons(again.reasons.total, (*effect.steps, *again.reasons.steps), again.reasons.considered)
    played = CardPlayed(held.card, held.side, unit.id, says, again.changes, earned=again.earned, reasons=why)
    return (played,)


def _on_morale(table: JudgedTable, held: HeldCard, command: PlayCard) -> Judgement:
    """A morale roll that is owed now: one's own, or for a Hard Day the enemy's (FF-CRD-12, -15, -27)."""
    state = table.state
    rolls = {due.of for due in state.due if due.kind in (DueKind.MORALE, DueKind.SUPPORT_LOST)}
    rolls |= set(state.assault.standing) if state.assault else set()
    whose = held.side.other if held.acts_as == "spades_10" else held.side
    if command.on not in rolls or not table.knows_of(command.on) or _side_of(state, command.on) is not whose:
        name = state.side_facts(whose).name
        return Refusal("FF-CRD-05", f"it is played on a morale roll the {name} side owes now", "keep it until then")
    answer = _played_effect(table, held, roll=RollKind.MORALE)
    if isinstance(answer, Refusal):
        return answer
    lies = _lies(table, held, command.on, answer.value, roll=RollKind.MORALE)
    says = f"for the morale roll of {_rolls(state, command.on)}"
    return (CardPlayed(held.card, held.side, command.on, says, lies=lies, reasons=reasons(answer)),)


def _rolls(state: GameState, of: str) -> str:
    if of in state.stands:
        return stand_name(state, of)
    return unit_name(state, of) if of in state.units else formation_name(state, of)


def _side_of(state: GameState, of: str) -> Side:
    return (state.stands.get(of) or state.units.get(of) or state.battalions[of]).side


def _shooting(table: JudgedTable, held: HeldCard, command: PlayCard) -> Judgement:
    """FF-CRD-18, FF-CRD-20: a company or machine gun shoots better this turn, whoever's turn it is."""
    unit = _own_unit(table, held, command.on)
    if isinstance(unit, Refusal):
        return unit
    if unit.kind not in SHOOTERS:
        return Refusal("FF-CRD-18", "it helps a rifle company or a machine gun", "choose one")
    answer = _played_effect(table, held)
    if isinstance(answer, Refusal):
        return answer
    state = table.state
    turn = state.turn if state.turn.running else upcoming(state.turn)
    lies = _lies(table, held, unit.id, answer.value, until=lies_until(state, turn.side, answer.value))
    says = f"{unit_name(state, unit.id)} shoots better this turn"
    return (CardPlayed(held.card, held.side, unit.id, says, lies=lies, reasons=reasons(answer)),)


def _wiring(table: JudgedTable, held: HeldCard, command: PlayCard) -> Judgement:
    """FF-CRD-19: wire is laid or cut along a company's front; the table shows it."""
    unit = _own_unit(table, held, command.on)
    if isinstance(unit, Refusal):
        return unit
    if unit.kind is not UnitClass.RIFLE_COMPANY:
        return Refusal("FF-CRD-19", "it is for the front of a company", "choose a company")
    answer = _played_effect(table, held, at_wire=command.at_wire)
    if isinstance(answer, Refusal):
        return answer
    depth = answer.value.wire_mm
    how = "deeper" if depth > 0 else "less deep"
    says = f"the wire along the front of {unit_name(table.state, unit.id)} is {cm(abs(depth))} {how}"
    return (CardPlayed(held.card, held.side, unit.id, says, reasons=reasons(answer)),)


def _inspires(table: JudgedTable, held: HeldCard, command: PlayCard) -> Judgement:
    """FF-CRD-21: every order of a commander in one turn of his side."""
    state = table.state
    formation = _own_battalion(state, held, command.on) or state.regiments.get(command.on)
    if formation is None or formation.side is not held.side or not state.stands[formation.commander].alive:
        return Refusal("FF-CRD-21", "it is for a regimental or battalion commander on the table", "choose one")
    answer = _played_effect(table, held)
    if isinstance(answer, Refusal):
        return answer
    last, _ = last_turn(state, held.side, answer.value.turns)
    says = f"every order of {formation.name}'s commander in turn {last} is helped"
    lies = _lies(table, held, formation.id, answer.value, roll=RollKind.ORDER)
    return (CardPlayed(held.card, held.side, formation.id, says, lies=lies, reasons=reasons(answer)),)


PLAYED: Final[Mapping[str, Callable[[JudgedTable, HeldCard, PlayCard], Judgement]]] = {
    "hearts_ace": _big_bangs,
    "hearts_king": _sniper,
    "hearts_queen": _rally,
    "hearts_jack": _hero,
    "hearts_10": _discipline,
    "clubs_queen": _on_morale,
    "diamonds_ace": _shooting,
    "diamonds_king": _wiring,
    "diamonds_queen": _shooting,
    "diamonds_jack": _inspires,
    "diamonds_10": _concise,
    "spades_10": _on_morale,
}
"""By the card it acts as: what playing it does."""


# What a black card on the table takes, said by whom the book lets choose (FF-CRD-13, -16, -17, -23, -25)

Found = TypeVar("Found")
ARMOUR: Final = frozenset({UnitClass.TANK, UnitClass.ARMOURED_CAR})


def say_what_it_takes(table: JudgedTable, command: SayWhatItTakes) -> Judgement:
    """Say what the black card on the table takes; refuses what it cannot take, and a seat that does not choose."""
    awaited = table.state.cards.awaited
    if awaited is None or awaited.card != command.card:
        return Refusal("FF-CRD-06", "no card of that name waits for a choice", "go on with the turn")
    return table.may_speak_for(awaited.chooser) or TAKES[awaited.acts_as](table, awaited, command)


def _drawn_effect(table: JudgedTable, awaited: AwaitedCard, **more: object) -> Explained[CardEffect] | Refusal:
    suit, rank = suit_and_rank(awaited.acts_as)
    facts = CardFacts(suit=suit, rank=rank, drawn_by=awaited.drawer, **more)  # type: ignore[arg-type]
    answer = event_card(facts, (), table.book)
    if isinstance(answer, Explained | Refusal):
        return answer
    raise AssertionError(answer.says)


def _theirs(table: JudgedTable, awaited: AwaitedCard, name: str) -> Stand | None:
    """A living stand of whoever drew the card, on the table."""
    stand = table.on_table(name)
    return stand if stand and stand.side is awaited.drawer else None


def most_taken(card: str, book: RuleBook) -> int:
    """How many stands or batteries a card takes at the most; of whatever the book counts nothing of, one."""
    counts = book.table(COUNTS)
    return counts.number(card).value if counts.has(card) else 1


def _those(names: Sequence[str], most: int, find: Callable[[str], Found | None]) -> list[Found]:
    """What is named; none of it where one of them cannot be taken, or they are too many."""
    found = [find(name) for name in names]
    those = [one for one in found if one is not None]
    return those if len(those) == len(found) <= most else []


def _shelled(table: JudgedTable, awaited: AwaitedCard, command: SayWhatItTakes) -> Judgement:
    """FF-CRD-13, GAP-87: two platoons or support weapons close together; one where no two are."""
    state, most = table.state, most_taken(awaited.acts_as, table.book)
    taken = _those([*dict.fromkeys(command.on)], most, lambda name: _theirs(table, awaited, name))
    if not taken:
        whose = state.side_facts(awaited.drawer).name
        because = f"it takes {most} stands of the {whose} side close together"
        return Refusal("FF-CRD-13", because, f"choose {most}, or one where no second is so near")
    kinds = [state.units[one.unit].kind if one.unit else UnitClass.RIFLE_COMPANY for one in taken]
    answer = _drawn_effect(
        table,
        awaited,
        target=kinds[0],
        target_commands=any(not one.unit for one in taken),
        second=kinds[1] if len(kinds) > 1 else None,
        apart_cm=command.apart_cm,
    )
    return answer if isinstance(answer, Refusal) else _killed(table, awaited, taken, answer)


def _flank(table: JudgedTable, awaited: AwaitedCard, command: SayWhatItTakes) -> Judgement:
    """FF-CRD-16: the rifle platoon farthest to its owner's right, as the table shows."""
    taken = _those(command.on, most_taken(FLANK, table.book), lambda name: _their_platoon(table, awaited, name))
    if not taken:
        whose = table.state.side_facts(awaited.drawer).name
        return Refusal("FF-CRD-16", f"it takes the rifle platoon farthest to the right of the {whose} side", "name it")
    answer = _drawn_effect(table, awaited)
    return answer if isinstance(answer, Refusal) else _killed(table, awaited, taken, answer)


def _their_platoon(table: JudgedTable, awaited: AwaitedCard, name: str) -> Stand | None:
    stand = _theirs(table, awaited, name)
    unit = table.state.units.get(stand.unit) if stand else None
    return stand if unit and unit.kind is UnitClass.RIFLE_COMPANY else None


def _battery(table: JudgedTable, awaited: AwaitedCard, command: SayWhatItTakes) -> Judgement:
    """FF-CRD-23, GAP-84: one of the drawer's batteries."""
    batteries = _those(command.on, most_taken(BATTERY, table.book), lambda name: _their_battery(table, awaited, name))
    if not batteries:
        whose = table.state.side_facts(awaited.drawer).name
        return Refusal("FF-CRD-23", f"it destroys a battery of the {whose} side", "choose one")
    answer = _drawn_effect(table, awaited)
    taken = [stand for unit in batteries for stand in table.state.living(unit)]
    return answer if isinstance(answer, Refusal) else _killed(table, awaited, taken, answer)


def _their_battery(table: JudgedTable, awaited: AwaitedCard, name: str) -> Unit | None:
    unit = table.state.units.get(name)
    theirs = unit and unit.side is awaited.drawer and unit.kind in ARTILLERY and table.state.living(unit)
    return unit if theirs else None


def _killed(table: JudgedTable, awaited: AwaitedCard, taken: list[Stand], answer: Explained[CardEffect]) -> Judgement:
    changes = tuple(StandChange(one.id, one.levels, alive=False) for one in taken)
    names = " and ".join(stand_name(table.state, one.id) for one in taken)
    lead = Step(answer.steps[0].clause, f"{names} {'is' if len(taken) == 1 else 'are'} destroyed")
    why = Reasons(None, (lead, *answer.steps), answer.considered)
    event = CardTook(
        awaited.card, awaited.acts_as, awaited.drawer, tuple(one.id for one in taken), changes, reasons=why
    )
    return (event, *after_losses(table, changes))


def to_be_ordered(state: GameState, formation: Battalion | Regiment) -> tuple[Unit, ...]:
    """The units a commander can still order in this turn (GAP-89)."""
    own = (state.units[name] for name in formation.units)
    return tuple(unit for unit in own if unit.id not in state.orders and state.living(unit))


def _error(table: JudgedTable, awaited: AwaitedCard, command: SayWhatItTakes) -> Judgement:
    """FF-CRD-17, GAP-89: the next order of a commander who still has units to order."""
    state, name = table.state, command.on[0] if len(command.on) == 1 else ""
    formation: Battalion | Regiment | None = state.battalions.get(name) or state.regiments.get(name)
    gone = isinstance(formation, Battalion) and (not formation.on_table or formation.fate is not Fate.STANDS)
    if formation is None or formation.side is not awaited.drawer or gone or not to_be_ordered(state, formation):
        return Refusal("FF-CRD-17", "that is no commander with units to order this turn", "name one who has")
    answer = _drawn_effect(table, awaited)
    if isinstance(answer, Refusal):
        return answer
    # It is for one die, so the table gives it no turns; where nobody orders, it is over with its round.
    until = last_turn(state, awaited.drawer, 1)
    lies = LyingCard(awaited.card, awaited.acts_as, awaited.drawer, (name,), RollKind.ORDER, until, awaited.pack)
    lead = Step("FF-CRD-17", f"the next order of {formation.name}'s commander suffers")
    why = Reasons(None, (lead, *answer.steps), answer.considered)
    return (CardTook(awaited.card, awaited.acts_as, awaited.drawer, (name,), lies=lies, reasons=why),)


def shell_facts(state: GameState, shelled: tuple[Shelled, ...]) -> AreaFireFacts:
    """One attack of heavy artillery on those who lie under the shell, without deviation (FF-CRD-25, GAP-88)."""
    return AreaFireFacts(unit_class=UnitClass.HEAVY_ARTILLERY, stands=tuple(_under_it(state, one) for one in shelled))


def _under_it(state: GameState, one: Shelled) -> AreaStand:
    unit = state.units.get(state.stands[one.stand].unit)
    return AreaStand(
        name=stand_name(state, one.stand),
        cover=one.cover,
        overlap=one.overlap,
        centre_inside=one.centre_inside,
        target=TargetKind.ARMOUR if unit and unit.kind in ARMOUR else TargetKind.STAND,
        target_is_command=unit is None,
    )


def under_the_shell(table: JudgedTable, command: SayWhatItTakes) -> Refusal | None:
    """Refuses stands that are not there, or twice; by house rule the shell falls on one base (GAP-88)."""
    if not all(table.on_table(one.stand) for one in command.shelled):
        return Refusal("FF-CRD-25", "that stand is not on the table", "choose one that is")
    if len({one.stand for one in command.shelled}) != len(command.shelled):
        return Refusal("FF-CRD-25", "a stand is named twice", "name each once")
    if table.book.table(TOUCHES).word("spades_queen").value == "one_base" and len(command.shelled) > 1:
        return Refusal("FF-CRD-25", "in this game the shell falls on one base", "name one")
    return None


def _shell(table: JudgedTable, awaited: AwaitedCard, command: SayWhatItTakes) -> Judgement:
    """FF-CRD-25: whoever places the shell rolls for each stand it catches, friend or foe."""
    refused = under_the_shell(table, command)
    answer = _drawn_effect(table, awaited)
    if refused or isinstance(answer, Refusal):
        return refused or answer  # type: ignore[return-value]
    dice = _shell_dice(table.state, command)
    if isinstance(dice, Refusal):
        return dice
    found = shots_on_area(shell_facts(table.state, command.shelled), table.book)
    if isinstance(found, Refusal):
        return found
    if len(found.value.shots) != len(command.shelled):
        return Refusal("FF-ART-24", "one of them does not lie under the shell", "leave it out")
    burst = read_dice(found, faces(dice), table.book)
    if not isinstance(burst, Explained):
        raise AssertionError(burst)
    results = tuple(one.result for one in burst.value.results)
    return _burst(table, awaited, command.shelled, dice, results, Reasons(None, burst.steps, burst.considered))


def _shell_dice(state: GameState, command: SayWhatItTakes) -> tuple[Throw, ...] | Refusal:
    names = [shell_key(state, one.stand) for one in command.shelled]
    return settle_row(state, names, [one.die for one in command.shelled])


def _burst(
    table: JudgedTable,
    awaited: AwaitedCard,
    shelled: tuple[Shelled, ...],
    dice: tuple[Throw, ...],
    results: tuple[FireResult, ...],
    why: Reasons,
) -> Judgement:
    effects = Effects(table)
    for one, result in zip(shelled, results, strict=True):
        if result is FireResult.KILLED:
            effects.kill(one.stand)
        elif result is FireResult.SUPPRESSED and effects.now(one.stand).alive:
            effects.suppress(one.stand, SuppressionSource.ARTILLERY, one.cover)
    on = tuple(one.stand for one in shelled)
    names = ", ".join(
        f"{stand_name(table.state, name)} {_did(result)}" for name, result in zip(on, results, strict=True)
    )
    lead = Step("FF-CRD-25", names or "the shell falls on nobody")
    changes = tuple(effects.touched.values())
    event = CardTook(
        card=awaited.card,
        acts_as=awaited.acts_as,
        side=awaited.drawer,
        on=on,
        changes=changes,
        bursts=tuple(ShellBurst(*one) for one in zip(on, dice, results, strict=True)),
        fired_on=tuple(shaken_by(table, on, effects)),
        companies=tuple(sorted(effects.suppressed_units)),
        reasons=Reasons(None, (lead, *why.steps, *effects.steps), why.considered),
    )
    return (event, *after_losses(table, changes))


def _did(result: FireResult) -> str:
    return result.replace("_", " ")


TAKES: Final[Mapping[str, Callable[[JudgedTable, AwaitedCard, SayWhatItTakes], Judgement]]] = {
    "clubs_ace": _shelled,
    FLANK: _flank,
    "clubs_10": _error,
    BATTERY: _battery,
    "spades_queen": _shell,
}
"""By the card: what saying what it takes does."""


# Command handlers

ALWAYS = (TakeBack, AnswerRequest, Withdraw, Note, SetsRight, Overrule, CarryOut)


def before_this(table: JudgedTable, command: Command) -> Refusal | None:
    """Refuses what waits for a card that is to be drawn or to take something, and for a hand that is too full."""
    if isinstance(command, ALWAYS):
        return None
    awaited = table.state.cards.awaited
    if awaited and not isinstance(command, SayWhatItTakes):
        chooser = table.state.side_facts(awaited.chooser).name
        because = f"the {card_name(awaited.card)} is on the table, and the {chooser} side has not said what it takes"
        return Refusal("FF-CRD-06", because, "say it first")
    full = table.once(_too_full) if table.state.cards.held else None
    if full and not isinstance(command, PlayCard | PutCardAside | SayWhatItTakes):
        return full
    drawing = isinstance(command, LeavesStep) and is_time_to_draw(table.state)
    if drawing and must_draw(table.state, table.state.turn.side, table.book):
        return Refusal("FF-CRD-02", "the turn begins with a card being drawn", "draw it")
    return None


def _too_full(table: JudgedTable) -> Refusal | None:
    """Refuses a side whose own hand is too full; nobody else learns of it."""
    mine = {one.player for one in table.state.cards.held if one.side.value == table.actor.role.value}
    if not any(too_many(table.state, player, table.book) for player in mine):
        return None
    return Refusal("FF-CRD-03", "there are more cards in hand than may be kept", "play one, or put it aside")


def done_by(acts_as: str, table: JudgedTable, event: Event) -> Sequence[Event]:
    """What a card on the table has brought, and that the card is done."""
    lying = next(one for one in table.state.cards.lying if one.acts_as == acts_as)
    return event, CardDone(lying.card, lying.side)


def _carried_out(table: JudgedTable, command: CardCarriedOut) -> Judgement:
    """What only the table shows is done (FF-CRD-24, FF-CRD-26)."""
    lying = next((one for one in table.state.cards.lying if one.card == command.card), None)
    if lying is None or lying.acts_as not in SHOWN_ON_THE_TABLE:
        return Refusal("FF-CRD-06", "no card of that name waits to be carried out", "go on with the turn")
    return table.may_speak_for(lying.side) or (CardDone(lying.card, lying.side),)


judge = judged_by(
    {
        DrawCard: draw,
        PlayCard: play,
        SayWhatItTakes: say_what_it_takes,
        PutCardAside: put_aside,
        CardCarriedOut: _carried_out,
    }
)
"""Who judges which command of event cards."""
