"""Event cards: commands, events, dice, folds, and drawing a card (FF-CRD)."""

from collections.abc import Iterable, Iterator
from dataclasses import field, replace
from functools import lru_cache
from typing import Any, Final, Literal

from rules.flanders_fields.cards import (
    EFFECTS,
    LIMITS,
    PLAY,
    SHELLED,
    CardEffect,
    CardFacts,
    CardPlay,
    HandFacts,
    Rank,
    Suit,
    event_card,
    hand,
)
from rules.flanders_fields.fire_areas import Overlap
from rules.flanders_fields.game.dice_rolls import over_with, turn_key
from rules.flanders_fields.game.event_folding import change_stands, changed, under_fire
from rules.flanders_fields.game.handler_context import JudgedTable
from rules.flanders_fields.game.outcomes import Reasons, StandChange, reasons
from rules.flanders_fields.game.state.cards import (
    FULL_PACK,
    GAS,
    LINES_DOWN,
    WIND,
    AwaitedCard,
    Cards,
    Deck,
    HeldCard,
    LastOrder,
    LyingCard,
    card_name,
)
from rules.flanders_fields.game.state.game import GameState, Stand, Unit
from rules.flanders_fields.game.turn_progress import upcoming
from rules.flanders_fields.orders import OrderFacts
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import ARTILLERY, Cover, FireResult, RollKind, Side, UnitClass
from rules.kernel.dice import Pack, Throw
from rules.kernel.dice_ledger import Dice
from rules.kernel.explanations import Explained, Refusal
from rules.kernel.facts import fact
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.game_record import Judgement
from rules.kernel.seats import Role

# Commands


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawCard:
    """Draw a card at the start of one's turn: from the app's pack, or the card named from a real one (FF-CRD-02)."""

    pack: Pack | None = fact("the pack, shuffled", default=None)
    card: str = fact("the card drawn from the pack on the table", default="")


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayCard:
    """Play a card of one's hand (FF-CRD-05, FF-CRD-15, FF-CRD-27).

    `on` names what it is played on; `roll` the die Good discipline is for; `die` is the D3 of a Rally, whose platoons
    return in the order of `returns`; `at_wire` that an attacking company has reached the wire of a Wiring Party.
    """

    card: str = fact("the card")
    on: str = fact("on what it is played", default="")
    roll: RollKind = fact("which die it is for", default=RollKind.ORDER)
    die: Throw | None = fact("the die of the card", default=None)
    returns: tuple[str, ...] = fact("the platoons, in the order in which they return", default=())
    fortified: bool = fact("the ground is fortified", default=False)
    at_wire: bool = fact("the attacking company has reached the wire", default=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shelled:
    """A stand under a Random Shell, and the die thrown for it."""

    stand: str = fact("the stand")
    cover: Cover = fact("its cover")
    die: Throw = fact("its die")
    overlap: Overlap = fact("how much of its base lies in the area", default=Overlap.WHOLE)
    centre_inside: bool = fact("the middle of its base is inside", default=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class SayWhatItTakes:
    """Say what a black card on the table takes: stands, a battery or a commander, or who lies under the shell.

    On a map the middle of the shell's area may be given too, from the left corner of the side that places it.
    """

    card: str = fact("the card")
    on: tuple[str, ...] = fact("what it takes", default=())
    apart_cm: float = fact("between what it takes", default=0.0, unit="cm")
    shelled: tuple[Shelled, ...] = fact("the stands under the shell", default=())
    along_cm: float | None = fact(
        "along its side's own edge", default=None, unit="cm", least=0, most=1000, spot="along", mate="up_cm"
    )
    up_cm: float | None = fact("up the table", default=None, unit="cm", least=0, most=1000, spot="up")


@dataclass(frozen=True, slots=True, kw_only=True)
class PutCardAside:
    """Discard a card of a hand that is too full and that cannot be used (FF-CRD-03, GAP-85)."""

    card: str = fact("the card")


@dataclass(frozen=True, slots=True, kw_only=True)
class CardCarriedOut:
    """Say that what a card on the table calls for has been carried out."""

    card: str = fact("the card")


# Events


@dataclass(frozen=True, slots=True)
class CardDrawn:
    """A card was drawn. It is `kept` in the hand of `keeper`, waits for a choice, counts at once, or is put aside.

    `secret`: only the drawer's side knows. `shuffled_anew`: the discards became the pack before it.
    """

    card: str
    side: Side
    player: str
    source: Literal["entered", "rolled"]
    play: CardPlay
    secret: bool
    pack: str = ""
    acts_as: str = ""
    kept: bool = False
    keeper: str = ""
    awaits: AwaitedCard | None = None
    lies: LyingCard | None = None
    shuffled_anew: bool = False
    reasons: Reasons = field(default_factory=Reasons)


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A card was played from a hand. `lies` counts on; `earned` is what an order brings now (Concise Order)."""

    card: str
    side: Side
    on: str
    says: str
    changes: tuple[StandChange, ...] = ()
    lies: LyingCard | None = None
    earned: int | None = None
    arrived: tuple[Unit, Stand] | None = None
    dice: tuple[Throw, ...] = ()
    reasons: Reasons = field(default_factory=Reasons)


@dataclass(frozen=True, slots=True)
class ShellBurst:
    """What a shell did to one stand."""

    stand: str
    die: Throw
    result: FireResult


@dataclass(frozen=True, slots=True)
class CardTook:
    """It was said what a black card takes; `lies` counts on. `fired_on` and `companies` as with any fire."""

    card: str
    acts_as: str
    side: Side
    on: tuple[str, ...]
    changes: tuple[StandChange, ...] = ()
    lies: LyingCard | None = None
    bursts: tuple[ShellBurst, ...] = ()
    fired_on: tuple[str, ...] = ()
    companies: tuple[str, ...] = ()
    reasons: Reasons = field(default_factory=Reasons)


@dataclass(frozen=True, slots=True)
class CardPutAside:
    """A card went from a hand that was too full to the discards."""

    card: str
    side: Side


@dataclass(frozen=True, slots=True)
class CardDone:
    """What a card on the table called for has been carried out."""

    card: str
    side: Side


@dataclass(frozen=True, slots=True)
class HandCorrected:
    """A hand was set right: the card is in it now as `held`, or (None) not any more."""

    card: str
    side: Side
    reason: str
    held: HeldCard | None


CardEvent = CardDrawn | CardPlayed | CardTook | CardPutAside | CardDone | HandCorrected


# A card once drawn stays drawn

KIND: Final = "card"


def draw_key(state: GameState, player: str, count: int) -> str:
    """The name of a player's draw number `count` (from 0) in this player turn."""
    return turn_key(state, KIND, f"{count}/{player}")


def rally_key(state: GameState, battalion: str) -> str:
    """The name of the D3 of a Rally."""
    return turn_key(state, "rally", battalion)


def shell_key(state: GameState, stand: str) -> str:
    """The name of the die of a stand under a Random Shell."""
    return turn_key(state, "shell", f"{state.turn.side}/{stand}")


def lay_there(state: GameState, player: str, count: int) -> str:
    """The card that a player drew as number `count` of this turn before a take-back; empty if none."""
    kept = state.thrown.get(draw_key(state, player, count), ())
    return FULL_PACK[kept[0].pips - 1] if kept else ""


def to_come_again(state: GameState, side: Side) -> Iterator[str]:
    """The cards a side saw in this player turn and took back: each comes again with its player's next draw."""
    before, after = f"{KIND}/", f"/{state.turn.number}/{state.turn.side}"
    for name, kept in state.thrown.items():
        if name.startswith(before) and name.endswith(after):
            count, _, player = name[len(before) : -len(after)].partition("/")
            if player.startswith(f"{side}/") and int(count) >= state.cards.drawn_by(player).count:
                yield FULL_PACK[kept[0].pips - 1]


def draws(state: GameState, event: CardDrawn) -> Dice:
    """The dice of it by the name of their roll."""
    place = Throw(FULL_PACK.index(event.card) + 1, event.source)
    return {draw_key(state, event.player, state.cards.drawn_by(event.player).count): (place,)}


def rallies(state: GameState, event: CardPlayed) -> Dice:
    """The dice of it by the name of their roll."""
    return {rally_key(state, event.on): event.dice} if event.dice else {}


def shells(state: GameState, event: CardTook) -> Dice:
    """The dice of it by the name of their roll."""
    return {shell_key(state, one.stand): (one.die,) for one in event.bursts}


def is_no_draw(_state: GameState, roll: str, _role: Role) -> bool:
    """Return whether a roll is no draw of a card: a role knows of cards only through its hand."""
    return not roll.startswith(f"{KIND}/")


# Folds of events into the state


def _dropped(cards: Cards, *gone: HeldCard | LyingCard) -> tuple[tuple[str, str], ...]:
    return (*cards.discards, *((one.pack, one.card) for one in gone))


def card_drawn(state: GameState, event: CardDrawn) -> None:
    """A card leaves its pack for a hand, the table or the discards."""
    cards = state.cards
    before = cards.drawn_by(event.player)
    now = replace(
        before,
        red=before.red + (event.play == "may"),
        black=before.black + (event.play in ("must", "hand_over")),
        dummies=before.dummies + (event.play == "dummy"),
    )
    discards = () if event.shuffled_anew else tuple(one for one in cards.discards if one != (event.pack, event.card))
    if event.shuffled_anew:
        discards = tuple(one for one in cards.discards if one[0] != event.pack)
    held, lying = cards.held, cards.lying
    if event.kept:
        handed = event.play == "hand_over"
        whose = event.side.other if handed else event.side
        held = (*held, HeldCard(event.card, event.acts_as, whose, event.keeper, event.pack, handed))
    elif event.lies:
        lying = (*lying, event.lies)
    elif not event.awaits:
        discards = (*discards, (event.pack, event.card))
    elif cards.awaited:
        discards = (*discards, (cards.awaited.pack, cards.awaited.card))
    state.cards = replace(
        cards,
        held=held,
        lying=lying,
        discards=discards,
        awaited=event.awaits or cards.awaited,
        drawn=(*(one for one in cards.drawn if one.player != event.player), now),
        players=cards.players if event.player in cards.players else (*cards.players, event.player),
    )


def card_played(state: GameState, event: CardPlayed) -> None:
    """A card leaves its hand; it lies on the table or is done with."""
    change_stands(state, event.changes)
    _leaves_hand(state, event.card, event.side, event.lies)
    if event.earned is not None:
        state.orders[event.on] = state.orders[event.on]._replace(earned=event.earned, done=False)
    if event.arrived:
        _arrives(state, *event.arrived)


def card_put_aside(state: GameState, event: CardPutAside) -> None:
    """A card goes from its hand to the discards."""
    _leaves_hand(state, event.card, event.side, None)


def hand_corrected(state: GameState, event: HandCorrected) -> None:
    """A card is in a hand after all, or is not; whatever is in no hand and not on the table lies among the discards."""
    if event.held is None:
        _leaves_hand(state, event.card, event.side, None)
        return
    cards, held = state.cards, event.held
    discards = tuple(one for one in cards.discards if one != (held.pack, held.card))
    state.cards = replace(cards, held=(*cards.held, held), discards=discards)


def _leaves_hand(state: GameState, card: str, side: str, lies: LyingCard | None) -> None:
    cards = state.cards
    held = next(one for one in cards.held if one.card == card and one.side == side)
    state.cards = replace(
        cards,
        held=tuple(one for one in cards.held if one is not held),
        lying=(*cards.lying, lies) if lies else cards.lying,
        discards=cards.discards if lies else _dropped(cards, held),
    )


def _arrives(state: GameState, unit: Unit, stand: Stand) -> None:
    """A battery that a card brings joins its regiment."""
    state.units[unit.id], state.stands[stand.id] = unit, stand
    regiment = state.regiments[unit.of]
    state.regiments[unit.of] = changed(regiment, units=(*regiment.units, unit.id))


def card_took(state: GameState, event: CardTook) -> None:
    """A black card has what it was to take; it counts on or is done with."""
    change_stands(state, event.changes)
    under_fire(state, event.fired_on, event.companies)
    cards, awaited = state.cards, state.cards.awaited
    if awaited is None:
        return
    discards = cards.discards if event.lies else (*cards.discards, (awaited.pack, awaited.card))
    lying = (*cards.lying, event.lies) if event.lies else cards.lying
    state.cards = replace(cards, awaited=None, lying=lying, discards=discards)


def card_done(state: GameState, event: CardDone) -> None:
    """What a card called for has been carried out."""
    take_away(state, [one for one in state.cards.lying if one.card == event.card and one.side is event.side])


def take_away(state: GameState, gone: Iterable[LyingCard]) -> None:
    """Cards on the table go to the discards, and who came with them leaves."""
    over = tuple(gone)
    if not over:
        return
    cards = state.cards
    lying = tuple(one for one in cards.lying if one not in over)
    state.cards = replace(cards, lying=lying, discards=_dropped(cards, *over))
    for one in over:
        for name in state.units[one.arrived].stands if one.arrived else ():
            state.stands[name] = changed(state.stands[name], alive=False)


def turn_over(state: GameState) -> None:
    """The player turn is at its end: what counted until then does not any more, and nobody has drawn."""
    take_away(state, list(over_with(state)))
    state.cards = replace(state.cards, drawn=(), last_order=None)


def order_rolled(state: GameState, unit: str, facts: OrderFacts | None, pips: int, used: tuple[LyingCard, ...]) -> None:
    """An order die was thrown: the cards played for it are used, and one may still be added (FF-CRD-22)."""
    take_away(state, used)
    if facts is not None:
        state.cards = replace(state.cards, last_order=LastOrder(unit, facts, pips))


def unit_ordered(state: GameState, event: Any) -> None:
    """The cards played for the die are used, and one may still be added."""
    order_rolled(state, event.unit, event.facts, (event.again or event.die).pips, event.cards)


def turn_ended(state: GameState, _event: object) -> None:
    """What counted until the turn ends does not any more."""
    turn_over(state)


def die_helped(state: GameState, event: Any) -> None:
    """The cards played for a die are used."""
    take_away(state, event.cards)


# Drawing (FF-CRD-02 to -06)

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
