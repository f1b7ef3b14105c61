"""What the cards on the table add to a die or forbid: the other chapters of the game ask here."""

from collections.abc import Iterator

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.cards.effects import TOUCHES
from rules.flanders_fields.game.cards_in_force import HERO, INSPIRES, LINES_DOWN, LyingCard
from rules.flanders_fields.game.state import GameState, Unit
from rules.flanders_fields.vocabulary import ARTILLERY, Bonus, MoraleBonus, RollKind, Side
from rules.kernel.explain import Refusal


def for_order(state: GameState, unit: Unit) -> tuple[LyingCard, ...]:
    """The cards that count on the order roll of a unit: its own and those of its commander."""
    on = {unit.id, unit.of}
    return tuple(one for one in state.cards.lying if one.roll is RollKind.ORDER and on & {*one.on})


def order_bonuses(state: GameState, unit: Unit) -> tuple[Bonus, ...]:
    """What they add to it (FF-ORD-30)."""
    return tuple(Bonus(one.acts_as) for one in for_order(state, unit))


def spent_on(lying: tuple[LyingCard, ...]) -> tuple[LyingCard, ...]:
    """Those of them that are used up by one die; the others go on till their turn is over."""
    return tuple(one for one in lying if one.acts_as != INSPIRES)


def for_morale(state: GameState, of: str) -> tuple[LyingCard, ...]:
    """The cards that count on the morale roll of a battalion, a crewed weapon, or a stand before armour."""
    return tuple(one for one in state.cards.lying if one.roll is RollKind.MORALE and of in one.on)


def morale_bonuses(state: GameState, of: str) -> tuple[MoraleBonus, ...]:
    """What they add to it (FF-MOR-05)."""
    return tuple(MoraleBonus(one.acts_as) for one in for_morale(state, of))


def for_deed(state: GameState, side: Side) -> tuple[LyingCard, ...]:
    """The cards that count on the next heroic action of a side (FF-HER-07)."""
    return tuple(one for one in state.cards.lying if one.acts_as == HERO and one.side is side)


def helps_fire(state: GameState, unit: str, card: str) -> bool:
    """Whether the fire of a unit is helped by this card (FF-CRD-18, FF-CRD-20)."""
    return any(one.acts_as == card and unit in one.on for one in state.cards.lying)


def lines_are_down(state: GameState, unit: Unit, book: RuleBook, in_sight: bool = False) -> Refusal | None:
    """Refuses any order to a battery of a side whose lines are down; by house rule not to one in sight (GAP-86)."""
    down = any(one.acts_as == LINES_DOWN and one.side is unit.side for one in state.cards.lying)
    if not down or unit.kind not in ARTILLERY:
        return None
    touches = book.table(TOUCHES).word(LINES_DOWN)
    if in_sight and touches.value == "artillery_out_of_sight":
        return None
    return Refusal(touches.clause, "the lines to the artillery are down this turn", "wait for the next turn")


def over_with(state: GameState) -> Iterator[LyingCard]:
    """The cards that stop counting when the present player turn ends."""
    now = (state.turn.number, state.turn.side is Side.DEFENDER)
    for one in state.cards.lying:
        if one.until and (one.until[0], one.until[1] is Side.DEFENDER) <= now:
            yield one
