"""Drawing: one card at the start of a player turn, or two; what waits until it has been done (FF-CRD-02 to -06)."""

from dataclasses import replace
from functools import lru_cache
from typing import Final

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.cards.effects import (
    EFFECTS,
    PLAY,
    SHELLED,
    CardEffect,
    CardFacts,
    CardPlay,
    Rank,
    Suit,
    event_card,
)
from rules.flanders_fields.cards.game.commands import DrawCard, PutCardAside
from rules.flanders_fields.cards.game.events import CardDrawn, CardPutAside
from rules.flanders_fields.cards.game.state import FULL_PACK, AwaitedCard, HeldCard, card_name
from rules.flanders_fields.cards.game.throws import lay_there, to_come_again
from rules.flanders_fields.cards.hand import LIMITS, HandFacts, hand
from rules.flanders_fields.game.cards_in_force import GAS, LINES_DOWN, WIND, Deck, LyingCard
from rules.flanders_fields.game.outcomes import Reasons, reasons
from rules.flanders_fields.game.progress import upcoming
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.game.table import JudgedTable, Judgement
from rules.flanders_fields.vocabulary import ARTILLERY, Side, UnitClass
from rules.kernel.explain import Explained, Refusal
from rules.kernel.seats import Role
from rules.kernel.values import dataclass

STUBBORN, HARD_DAY, FLANK, BATTERY = "clubs_queen", "spades_10", "clubs_jack", "spades_ace"
AT_ONCE: Final = frozenset({LINES_DOWN, GAS, WIND})
"""Black cards that count without anything being chosen in the game."""


def suit_and_rank(card: str) -> tuple[Suit, Rank]:
    """The two halves of a card's name."""
    suit, _, rank = card.partition("_")
    return Suit(suit), Rank(rank)


def the_one_player(state: GameState, side: Side) -> str:
    """The player of a side, where only one has drawn so far; else the side as a whole."""
    known = [one for one in state.cards.players if one.startswith(f"{side}/")]
    return known[0] if len(known) == 1 else f"{side}/"


def player_of(table: JudgedTable, side: Side) -> str:
    """Whose hand it is: the player's who sits there; the side's where each side has one hand (GAP-81)."""
    if table.book.behaviour("GAP-81", {"each_player": False, "each_side": True}):
        return f"{side}/"
    return the_one_player(table.state, side) if table.actor.role is Role.REFEREE else f"{side}/{table.actor.name}"


def pack_of(book: RuleBook, side: Side) -> str:
    """The pack a side draws from: one for all, or its own (GAP-81)."""
    return book.behaviour("GAP-81", {"each_player": "", "each_side": side.value})


def too_many(state: GameState, player: str, book: RuleBook) -> int:
    """How many cards of his hand a player has to play at once (FF-CRD-03, GAP-83)."""
    mine = state.cards.hand_of(player)
    facts = HandFacts(
        held=sum(not one.handed for one in mine),
        stubborn_defenders=sum(one.handed and one.acts_as == STUBBORN for one in mine),
        hard_days=sum(one.handed and one.acts_as == HARD_DAY for one in mine),
        draws=False,
        dummies=0,
    )
    return _must_play(facts, book)


@lru_cache(maxsize=256)
def _must_play(facts: HandFacts, book: RuleBook) -> int:
    """Asked before nearly every command, with few different hands."""
    answer = hand(facts, book)
    return 0 if isinstance(answer, Refusal) else answer.value.must_play


def may_draw(state: GameState, player: str, book: RuleBook) -> Refusal | None:
    """Why a player draws no further card this turn (FF-CRD-02)."""
    side = player.partition("/")[0]
    others = sum(one.count for one in state.cards.drawn if one.player != player and one.player.startswith(f"{side}/"))
    facts = HandFacts(dummies=state.cards.drawn_by(player).count + 1, drawn_by_side=others)
    answer = hand(facts, book)
    return answer if isinstance(answer, Refusal) else None


def must_draw(state: GameState, side: Side, book: RuleBook) -> bool:
    """Whether a card is still to be drawn: the compulsory one, or one that was seen before a take-back."""
    drawn = [one for one in state.cards.drawn if one.player.startswith(f"{side}/")]
    least = book.table(LIMITS).number("draw_least").value
    if sum(one.count for one in drawn) < least:
        return True
    return any(to_come_again(state, side))


def is_time_to_draw(state: GameState) -> bool:
    """Whether a player turn has begun and none of its steps has."""
    return state.settled.event_cards is not Deck.NONE and state.turn.running and not state.turn.step


def draw(table: JudgedTable, command: DrawCard) -> Judgement:
    """Draw a card (FF-CRD-02): red is kept, black is played or handed over at once, 2 to 9 are put aside."""
    state, side = table.state, table.state.turn.side
    if state.settled.event_cards is Deck.NONE:
        return Refusal("FF-CRD-01", "this game is played without event cards", "create a game with them")
    refused = table.in_turn()
    if refused:
        return refused
    if not is_time_to_draw(state):
        return Refusal("FF-CRD-02", "cards are drawn at the start of one's turn", "wait for the next turn")
    player, pack = player_of(table, side), pack_of(table.book, side)
    drawn = may_draw(state, player, table.book) or _top(table, command, player, pack)
    if isinstance(drawn, Refusal):
        return drawn
    return (happens(table, drawn, Drawer(side, player, pack)),)


def _top(table: JudgedTable, command: DrawCard, player: str, pack: str) -> str | Refusal:
    """The card drawn: one that lay there before a take-back, the first of the shuffled pack, or the one typed in."""
    state = table.state
    lay = lay_there(state, player, state.cards.drawn_by(player).count)
    if state.settled.event_cards is Deck.TABLE:
        return _typed(table, command, lay, Side(player.partition("/")[0]))
    if command.card or command.pack is None:
        return Refusal("FF-CRD-01", "the app shuffles this game's pack", "let it draw")
    left = state.cards.left_in(pack)
    if lay in left:
        return lay
    order = (FULL_PACK[number] for number in command.pack.shuffled if number < len(FULL_PACK))
    found = next((card for card in order if card in left), "")
    return found or Refusal("FF-CRD-01", "there is no such card in the pack", "let the app shuffle it")


def _typed(table: JudgedTable, command: DrawCard, lay: str, side: Side) -> str | Refusal:
    """A card of a real pack. What the enemy holds is not looked at: a refusal would tell it.

    One that was typed in wrongly the referee sets right after a take-back, or both sides by agreement.
    """
    if command.pack or command.card not in FULL_PACK:
        return Refusal("FF-CRD-01", "this game is played with a pack on the table", "enter the card that was drawn")
    settles = table.overruled or table.actor.role is Role.REFEREE
    if lay and command.card != lay and not settles:
        because, instead = "another card was drawn before it was taken back", f"enter the {card_name(lay)}"
        return Refusal("FF-CRD-02", because, f"{instead}: it stays drawn, unless the referee sets it right")
    cards = table.state.cards
    seen = {one.card for one in cards.held if one.side is side} | {one.card for one in cards.lying}
    if command.card in seen and not lay:
        return Refusal("FF-CRD-01", f"the {card_name(command.card)} is out already", "enter the card that was drawn")
    return command.card


@dataclass(frozen=True, slots=True)
class Drawer:
    """Who draws, and from which pack."""

    side: Side
    player: str
    pack: str


def happens(table: JudgedTable, card: str, who: Drawer) -> CardDrawn:
    """What the card drawn does: into the hand, to the enemy, onto the table, or aside."""
    book, listed = table.book, table.book.table(PLAY)
    app = table.state.settled.event_cards is Deck.APP
    bare = CardDrawn(
        card,
        who.side,
        who.player,
        "rolled" if app else "entered",
        CardPlay.MAY,
        secret=True,
        pack=who.pack,
        acts_as=card,
        shuffled_anew=app and _empty(table.state, who.pack),
    )
    if listed.has(card) and listed.word(card).value == CardPlay.MAY:
        effect = book.table(EFFECTS).word(card)
        return replace(bare, kept=True, keeper=who.player, reasons=Reasons(None, (effect.cites(effect.says),)))
    suit, rank = suit_and_rank(card)
    facts = CardFacts(suit=suit, rank=rank, drawn_by=who.side, gas_planned=gas_is_about(table.state))
    answer = event_card(facts, (), book)
    if not isinstance(answer, Explained):
        raise AssertionError(answer)
    return _black_or_dummy(table, replace(bare, play=answer.value.play, reasons=reasons(answer)), answer.value)


def _black_or_dummy(table: JudgedTable, bare: CardDrawn, found: CardEffect) -> CardDrawn:
    """Everybody sees a black card; a dummy stays in hand by house rule only (GAP-82)."""
    if found.play is CardPlay.DUMMY:
        kept = table.book.behaviour("GAP-82", {"discarded": False, "count": True})
        return replace(bare, kept=kept, keeper=bare.player)
    acts_as = HARD_DAY if found.event == "hard_day" else bare.card
    shown = replace(bare, secret=False, acts_as=acts_as)
    if found.play is CardPlay.HAND_OVER:
        return replace(shown, kept=True, keeper=the_one_player(table.state, bare.side.other))
    awaits, lies = _waits_or_lies(table.state, shown, found)
    return replace(shown, awaits=awaits, lies=lies)


def _empty(state: GameState, pack: str) -> bool:
    gone = {card for where, card in state.cards.discards if where == pack} | {*state.cards.out_of(pack)}
    return len(gone) >= len(FULL_PACK)


def _waits_or_lies(
    state: GameState, drawn: CardDrawn, found: CardEffect
) -> tuple[AwaitedCard | None, LyingCard | None]:
    card, side = drawn.card, drawn.side
    if card in AT_ONCE:
        whose, until = side.other if card == GAS else side, lies_until(state, side, found)
        return None, LyingCard(card, card, whose, until=until, pack=drawn.pack)
    # Where the book names nobody the table shows it, and whoever drew the card says what it shows.
    chooser = found.chooser or side
    return (AwaitedCard(card, card, side, chooser, drawn.pack) if _can_take(state, card, side) else None), None


def _can_take(state: GameState, card: str, drawer: Side) -> bool:
    """Whether there is anything on the table that a black card could take."""
    wanted: dict[str, frozenset[UnitClass]] = {
        BATTERY: ARTILLERY,
        FLANK: frozenset({UnitClass.RIFLE_COMPANY}),
        SHELLED: frozenset(UnitClass),
    }
    if card not in wanted:
        return True
    units = (unit for unit in state.units.values() if unit.side is drawer and unit.kind in wanted[card])
    return any(state.living(unit) and not state.off_table(unit.id) for unit in units)


def gas_is_about(state: GameState) -> bool:
    """Whether either side has gas on the table or still to come (FF-CRD-26, GAP-93)."""
    return bool(state.gas.planned or state.gas.clouds)


def lies_until(state: GameState, side: Side, found: CardEffect) -> tuple[int, Side] | None:
    """The player turn at whose end a card on the table is over with; None of one that is for a single die."""
    return last_turn(state, side, found.turns) if found.turns else None


def last_turn(state: GameState, side: Side, turns: int) -> tuple[int, Side]:
    """The last of so many player turns of a side, the one it is played in counted; in the enemy's, from its next."""
    now = state.turn if state.turn.running else upcoming(state.turn)
    first = now.number if now.side is side else now.number + (side is Side.ATTACKER)
    return first + turns - 1, side


def put_aside(table: JudgedTable, command: PutCardAside) -> Judgement:
    """Discard a card that cannot be used from a hand that is too full (FF-CRD-03, GAP-85)."""
    held = in_hand(table, command.card)
    if isinstance(held, Refusal):
        return held
    if not too_many(table.state, held.player, table.book) and not table.overruled:
        return Refusal("FF-CRD-03", "that hand is not too full", "keep it, or play it")
    return (CardPutAside(held.card, held.side),)


def in_hand(table: JudgedTable, card: str) -> HeldCard | Refusal:
    """A card that whoever asks may play: his own, or one handed to his side (FF-CRD-07)."""
    referee = table.actor.role is Role.REFEREE
    held = [one for one in table.state.cards.held if one.card == card]
    mine = [one for one in held if referee or one.side.value == table.actor.role.value]
    if not mine:
        return Refusal("FF-CRD-05", "that card is not in this hand", "play one that is")
    own = (f"{mine[0].side}/", f"{mine[0].side}/{table.actor.name}")
    if not (referee or table.overruled or mine[0].player in own):
        name = mine[0].player.partition("/")[2]
        return Refusal("FF-CRD-07", f"{name} drew it, and cards are not swapped", "let its holder play it")
    return mine[0]
