"""What a black card on the table takes, said by whom the book lets choose (FF-CRD-13, -16, -17, -23, -25)."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeVar

from rules.flanders_fields.artillery.area_fire import AreaFireFacts, AreaStand, read_dice, shots_on_area
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.cards.effects import COUNTS, TOUCHES, CardEffect, CardFacts, event_card
from rules.flanders_fields.cards.game.commands import SayWhatItTakes, Shelled
from rules.flanders_fields.cards.game.drawing import BATTERY, FLANK, last_turn, suit_and_rank
from rules.flanders_fields.cards.game.events import CardTook, ShellBurst
from rules.flanders_fields.cards.game.state import AwaitedCard
from rules.flanders_fields.cards.game.throws import former_shell_key, shell_key
from rules.flanders_fields.game.cards_in_force import LyingCard
from rules.flanders_fields.game.dice import faces
from rules.flanders_fields.game.effects import Effects, shaken_by
from rules.flanders_fields.game.losses import after_losses
from rules.flanders_fields.game.naming import stand_name
from rules.flanders_fields.game.outcomes import Reasons, StandChange
from rules.flanders_fields.game.state import Battalion, GameState, Regiment, Stand, Unit
from rules.flanders_fields.game.table import JudgedTable, Judgement
from rules.flanders_fields.vocabulary import (
    ARTILLERY,
    Fate,
    FireResult,
    RollKind,
    SuppressionSource,
    TargetKind,
    UnitClass,
)
from rules.kernel.dice import Throw
from rules.kernel.explain import Explained, Refusal, Step
from rules.kernel.kept import settle_row

Found = TypeVar("Found")
ARMOUR: Final = frozenset({UnitClass.TANK, UnitClass.ARMOURED_CAR})


def say_what_it_takes(table: JudgedTable, command: SayWhatItTakes) -> Judgement:
    """Say what the black card on the table takes; refuses what it cannot take, and a seat that does not choose."""
    awaited = table.state.cards.awaited
    if awaited is None or awaited.card != command.card:
        return Refusal("FF-CRD-06", "no card of that name waits for a choice", "go on with the turn")
    return table.may_speak_for(awaited.chooser) or TAKES[awaited.acts_as](table, awaited, command)


def _effect(table: JudgedTable, awaited: AwaitedCard, **more: object) -> Explained[CardEffect] | Refusal:
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
    answer = _effect(
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
    answer = _effect(table, awaited)
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
    answer = _effect(table, awaited)
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
    answer = _effect(table, awaited)
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
    answer = _effect(table, awaited)
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
    return settle_row(state, former_shell_key(state), names, [one.die for one in command.shelled])


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
