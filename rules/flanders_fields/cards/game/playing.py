"""Playing a card of a hand: each does what its text says, on what its player names (FF-CRD-08 to -12, -18 to -27)."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from rules.flanders_fields.cards.effects import CardEffect, CardFacts, event_card
from rules.flanders_fields.cards.game.commands import PlayCard
from rules.flanders_fields.cards.game.drawing import in_hand, last_turn, lies_until, suit_and_rank
from rules.flanders_fields.cards.game.events import CardPlayed
from rules.flanders_fields.cards.game.state import HeldCard, card_name
from rules.flanders_fields.cards.game.throws import rally_key
from rules.flanders_fields.game.cards_in_force import LyingCard
from rules.flanders_fields.game.dice import faces
from rules.flanders_fields.game.losses import after_losses
from rules.flanders_fields.game.naming import formation_name, stand_name, unit_name
from rules.flanders_fields.game.outcomes import Reasons, StandChange, reasons
from rules.flanders_fields.game.progress import upcoming
from rules.flanders_fields.game.rereading import read_again
from rules.flanders_fields.game.state import Battalion, GameState, Stand, Unit
from rules.flanders_fields.game.table import JudgedTable, Judgement
from rules.flanders_fields.vocabulary import Bonus, Carriage, DueKind, Fate, Level, RollKind, Side, UnitClass
from rules.kernel.dice import D6
from rules.kernel.explain import Explained, MoreDice, Refusal
from rules.kernel.kept import settle
from rules.kernel.measure import cm
from rules.kernel.numerals import counted

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


def _effect(
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
    answer = _effect(table, held)
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
    answer = _effect(table, held, fortified=command.fortified, **more)
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
    answer = _effect(table, held, faces(dice), platoons_lost=len(lost))
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
    answer = _effect(table, held)
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
    answer = _effect(table, held, roll=RollKind.ORDER, die_thrown=thrown)
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
    answer = _effect(table, held, roll=RollKind.MORALE)
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
    answer = _effect(table, held)
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
    answer = _effect(table, held, at_wire=command.at_wire)
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
    answer = _effect(table, held)
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
