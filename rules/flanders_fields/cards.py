"""Event cards: the hand, and the effect of each card (FF-CRD)."""

from collections.abc import Iterator
from enum import StrEnum
from typing import Any

from rules.flanders_fields.applicability import no_gas
from rules.flanders_fields.gas_clouds import by_card
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import ARTILLERY, MORTARS, RollKind, Side, UnitClass
from rules.kernel.dice import D6, as_d3
from rules.kernel.distances import beyond, cm
from rules.kernel.explanations import Explained, MoreDice, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.lookups import Resolution, no_dice, thrown
from rules.kernel.numerals import spelt

# Event cards in a hand (FF-CRD-02 to FF-CRD-06)

LIMITS = "cards/limits"


@dataclass(frozen=True, slots=True, kw_only=True)
class HandFacts:
    """One player's cards, when he has drawn or been handed one."""

    held: int = fact("cards of his own in hand before", default=0, least=0, most=52)
    stubborn_defenders: int = fact("Stubborn Defenders the enemy has handed him", default=0, least=0, most=52)
    hard_days: int = fact("cards the enemy has handed him as a Hard Day", default=0, least=0, most=52)
    draws: bool = fact("he draws at the start of his side's turn", default=True)
    red: int = fact("drawn now: red, 10 to ace", default=0, least=0, most=52)
    black: int = fact("drawn now: black, 10 to ace", default=0, least=0, most=52)
    dummies: int = fact("drawn now: 2 to 9", default=1, least=0, most=52)
    drawn_by_side: int = fact("cards his side's other players have drawn this turn", default=0, least=0, most=52)


@dataclass(frozen=True, slots=True)
class Hand:
    """Cards: in hand, how many of them must go now, how many drawn go at once, how many he may still draw."""

    in_hand: int
    must_play: int
    at_once: int
    may_draw: int


def hand(facts: HandFacts, book: RuleBook) -> Explained[Hand] | Refusal:
    """What a player keeps and must play (FF-CRD-02 to -06, FF-CRD-15, FF-CRD-27). Refuses a draw of too few or many."""
    refused = next(_wrong_draw(facts, book), None)
    if refused:
        return refused
    limit, most = book.table(LIMITS).number("hand"), book.table(LIMITS).number("draw_most")
    lines = tuple(_counting(facts, book))
    kept = facts.held + facts.red + sum(line.value or 0 for line in lines)
    excess = max(0, kept - limit.value)
    may_draw = max(0, most.value - _drawn(facts, book)) if facts.draws else 0
    says = f"{kept} in hand of {limit.value}: " + (f"{excess} must be played" if excess else "all may be kept")
    return Explained(Hand(kept, excess, facts.black, may_draw), None, (*_draw(facts, book), *lines, limit.cites(says)))


def _drawn(facts: HandFacts, book: RuleBook) -> int:
    """The cards that count against the draw: his, or his side's (GAP-81)."""
    others = book.behaviour("GAP-81", {"each_player": 0, "each_side": facts.drawn_by_side})
    return facts.red + facts.black + facts.dummies + others


def _wrong_draw(facts: HandFacts, book: RuleBook) -> Iterator[Refusal]:
    least, most = book.table(LIMITS).number("draw_least"), book.table(LIMITS).number("draw_most")
    drawn = _drawn(facts, book)
    if not facts.draws and facts.red + facts.black + facts.dummies:
        yield Refusal(least.clause, "Cards are drawn at the start of a turn of one's own side", "wait for it")
    if facts.draws and drawn < least.value:
        yield Refusal(least.clause, "A card has to be drawn", f"draw {spelt(least.value)}, or {spelt(most.value)}")
    if facts.draws and drawn > most.value:
        yield Refusal(most.clause, f"That would be {drawn} cards drawn, over {most.value}", "put back those too many")


def _draw(facts: HandFacts, book: RuleBook) -> Iterator[Step]:
    if facts.draws:
        says = f"{_drawn(facts, book)} drawn"
        mark = book.mark("GAP-81") if facts.drawn_by_side else None
        yield Step("FF-CRD-02", says, None, mark)


def _counting(facts: HandFacts, book: RuleBook) -> Iterator[Step]:
    """What counts in the hand besides his own and red cards, each with how many."""
    if facts.dummies:
        gap_82 = book.ruling("GAP-82")
        count = gap_82.gives({"discarded": 0, "count": facts.dummies})
        says = "Dummies stay in hand" if count else "Dummies are put aside"
        yield Step("FF-CRD-04", says, count or None, gap_82.mark)
    if facts.black:
        yield Step("FF-CRD-06", "Black cards are played or handed over at once")
    if facts.stubborn_defenders:
        yield Step("FF-CRD-15", "Stubborn Defenders, handed over", facts.stubborn_defenders)
    if facts.hard_days:
        gap_83 = book.ruling("GAP-83")
        count = gap_83.gives({"both_count": facts.hard_days, "hard_day_free": 0})
        yield Step("FF-CRD-27", "Hard Day, handed over", count or None, gap_83.mark)


def _hand(facts: HandFacts, _dice: tuple[D6, ...], book: RuleBook) -> Explained[Hand] | Refusal:
    return hand(facts, book)


# Event cards (FF-CRD)

MEASURES = "cards/measures"
EFFECTS, PLAY, TIMING, TURNS = "cards/effects", "cards/play", "cards/timing", "cards/turns"
TOUCHES, CHOOSERS, COUNTS, MODIFIERS = "cards/touches", "cards/choosers", "cards/counts", "cards/modifiers"
SHELL_AREA, WIND_SPEED = "artillery/battery_area", "gas/wind"
DISCIPLINE_HELPS = {RollKind.ORDER: "FF-ORD-30", RollKind.MORALE: "FF-MOR-05"}
SNIPER, RALLY, DISCIPLINE, SHELLED = "hearts_king", "hearts_queen", "hearts_10", "clubs_ace"
WIRING, GAS, SHELL, WIND, HARD_DAY = "diamonds_king", "spades_king", "spades_queen", "spades_jack", "spades_10"
PLATOONS = frozenset({UnitClass.RIFLE_COMPANY, UnitClass.ENGINEERS, UnitClass.CAVALRY})
WITH_INFANTRY = MORTARS | {
    UnitClass.MACHINE_GUN,
    UnitClass.LMG_PLATOON,
    UnitClass.FLAMETHROWER,
    UnitClass.ANTI_TANK_RIFLE,
}


class Suit(StrEnum):
    """The four suits (FF-CRD-01)."""

    HEARTS = "hearts"
    CLUBS = "clubs"
    DIAMONDS = "diamonds"
    SPADES = "spades"


class Rank(StrEnum):
    """The thirteen cards of a suit (FF-CRD-01)."""

    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "10"
    JACK = "jack"
    QUEEN = "queen"
    KING = "king"
    ACE = "ace"


class CardPlay(StrEnum):
    """Whether a card is played (FF-CRD-04 to FF-CRD-06)."""

    MAY = "may"
    MUST = "must"
    HAND_OVER = "hand_over"
    DUMMY = "dummy"


@dataclass(frozen=True, slots=True, kw_only=True)
class CardFacts:
    """One card, drawn or about to be played, and what it is played on where that matters."""

    suit: Suit = fact("its suit", example="diamonds")
    rank: Rank = fact("its rank", example="queen")
    drawn_by: Side = fact("whose side drew it", default=Side.ATTACKER)
    just_drawn: bool = fact("it has just been drawn", default=True)
    own_turn: bool = fact("it is the turn of whoever plays it", default=True)
    swapped: bool = fact("another player of his side gave it to him", default=False)
    roll: RollKind = fact("the die it is to help (10 of Hearts)", default=RollKind.ORDER)
    die_thrown: bool = fact("that die lies on the table already", default=False)
    gas_planned: bool = fact("either side has gas on the table or still to come (Jack of Spades)", default=True)
    target: UnitClass = fact("what it is to take (King of Hearts, ace of Clubs)", default=UnitClass.MACHINE_GUN)
    target_commands: bool = fact("that is a command stand", default=False)
    fortified: bool = fact("that is in a fortified position", default=False)
    second: UnitClass | None = fact("what it takes besides (ace of Clubs), if any", default=None)
    apart_cm: float = fact("between these two", unit="cm", default=0.0, least=0, most=1000)
    platoons_lost: int = fact("rifle platoons the battalion has lost (Queen of Hearts)", default=2, least=0, most=99)
    at_wire: bool = fact("an attacking company has reached the wire (King of Diamonds)", default=True)


@dataclass(frozen=True, slots=True)
class CardModifier:
    """What a card adds to a die, and where the book keeps that number: its table and key."""

    table: str
    key: str
    value: int


@dataclass(frozen=True, slots=True)
class CardEffect:
    """What a card does. `turns` 0: at once, or for one die. `player`: whose side plays it (None: nobody).

    `chooser`: who picks what it touches (None: nothing to pick). `count`: stands, platoons, batteries, attacks or
    shells. `wire_mm`: change in depth. `wind_towards`: at whose trenches gas then blows.
    """

    event: str
    play: CardPlay
    timing: str = "never"
    turns: int = 0
    touches: str = "nothing"
    player: Side | None = None
    chooser: Side | None = None
    count: int = 0
    wire_mm: int = 0
    wind_towards: Side | None = None
    modifiers: tuple[CardModifier, ...] = ()


def event_card(facts: CardFacts, dice: tuple[D6, ...], book: RuleBook) -> Explained[CardEffect] | Refusal | MoreDice:
    """What a card does (FF-CRD-04 to FF-CRD-27). The Queen of Hearts takes a die for its D3.

    Refuses cards that are swapped, kept too long, too late for their die, or played on what they do not touch.
    """
    if facts.swapped:
        return Refusal("FF-CRD-07", "Cards are talked about, not swapped", "whoever drew it plays it")
    card, lead = _counts_as(facts, book)
    if not book.table(EFFECTS).has(card):
        says = f"The {facts.rank} of {facts.suit.capitalize()} is a dummy: nothing happens"
        return Explained(CardEffect("none", CardPlay.DUMMY), None, (Step("FF-CRD-04", says),))
    refused = next(_objections(card, facts, book), None)
    if refused:
        return refused
    if card == RALLY and not dice:
        return MoreDice(book.table(EFFECTS).word(card).clause, "a D3 of platoons", 1)
    return _explained(card, lead, facts, dice, book)


def _explained(
    card: str, lead: tuple[Step, ...], facts: CardFacts, dice: tuple[D6, ...], book: RuleBook
) -> Explained[CardEffect]:
    event, play = book.table(EFFECTS).word(card), CardPlay(book.table(PLAY).word(card).value)
    returned = _returned(facts, dice) if card == RALLY else None
    modifiers = tuple(_modifiers(card, facts, book))
    found = CardEffect(
        event=event.value,
        play=play,
        timing=book.table(TIMING).word(card).value,
        turns=book.table(TURNS).number(card).value,
        touches=book.table(TOUCHES).word(card).value,
        player=facts.drawn_by.other if play is CardPlay.HAND_OVER else facts.drawn_by,
        chooser=_chooser(card, facts.drawn_by, book),
        count=returned if returned is not None else _count(card, facts, book),
        wire_mm=_wire(facts, book) if card == WIRING else 0,
        wind_towards=_wind(facts, book) if card == WIND else None,
        modifiers=modifiers,
    )
    numbers = (book.table(book.table_of_id(m.table)).number(m.key) for m in modifiers)
    adds = tuple(number.because(number.says or event.says.partition(":")[0]) for number in numbers)
    about = tuple(_about(card, found, facts, book))
    return Explained(found, None, (*lead, event.cites(event.says), _played(play, facts), *adds, *about))


def _counts_as(facts: CardFacts, book: RuleBook) -> tuple[str, tuple[Step, ...]]:
    """The card whose effect it has, and why that is another one (GAP-93, GAP-94)."""
    card = f"{facts.suit}_{facts.rank}"
    if card not in (GAS, WIND):
        return card, ()
    early = no_gas(book)
    if early:
        return HARD_DAY, (_clause(card, f"{early.because}; it counts as the 10 of Spades", book),)
    if card == WIND and not facts.gas_planned:
        return HARD_DAY, (_clause(card, "Neither side has gas; it counts as the 10 of Spades", book),)
    return card, by_card(book)


def _clause(card: str, says: str, book: RuleBook) -> Step:
    return Step(book.table(EFFECTS).word(card).clause, says)


def _objections(card: str, facts: CardFacts, book: RuleBook) -> Iterator[Refusal]:
    """Every reason why the card is not played now, or not on this."""
    play, clause = book.table(PLAY).word(card).value, book.table(EFFECTS).word(card).clause
    if play == CardPlay.MUST and not facts.just_drawn:
        yield Refusal("FF-CRD-06", "It had to be played when it was drawn", "put it aside")
    own_turn_only = book.behaviour("GAP-85", {"either_turn": False, "own_turn": True})
    if play == CardPlay.MAY and own_turn_only and not facts.own_turn:
        yield Refusal("FF-CRD-05", "In this game red cards are for one's own turn", "keep it until then")
    if _too_late(card, facts, book):
        yield Refusal(clause, "The die it is for has been thrown", "keep it for a later roll")
    yield from _not_on_that(card, clause, facts, book)


def _too_late(card: str, facts: CardFacts, book: RuleBook) -> bool:
    """Whether the die is thrown that the card had to come before (GAP-92). One just drawn for the enemy is not late."""
    handed = facts.just_drawn and book.table(PLAY).word(card).value == CardPlay.HAND_OVER
    before = book.table(TIMING).word(card).value == "before_the_die"
    return facts.die_thrown and before and not handed and not _late_discipline(card, facts, book)


def _late_discipline(card: str, facts: CardFacts, book: RuleBook) -> bool:
    after = book.behaviour("GAP-92", {"before_both": False, "after_orders": True})
    return after and card == DISCIPLINE and facts.roll is RollKind.ORDER


def _not_on_that(card: str, clause: str, facts: CardFacts, book: RuleBook) -> Iterator[Refusal]:
    """What the cards that take, rally or wire do not touch."""
    if card == SNIPER:
        yield from _not_sniped(clause, facts, book)
    if card == SHELLED:
        yield from _not_shelled(clause, facts, book)
    needed = book.table(LIMITS).number("rally_from").value
    if card == RALLY and facts.platoons_lost < needed:
        yield Refusal(clause, f"That battalion has lost {facts.platoons_lost}, not {needed}", "choose another")
    if card == WIRING and facts.drawn_by is Side.ATTACKER and not facts.at_wire:
        yield Refusal(clause, "The company has not reached the wire", "keep it until it does")
    if card == DISCIPLINE and facts.roll is RollKind.FIRE:
        yield Refusal(clause, "It helps order and morale rolls only", "keep it for one of them")


def _not_sniped(clause: str, facts: CardFacts, book: RuleBook) -> Iterator[Refusal]:
    if not facts.target_commands and facts.target not in _support_weapons(book):
        yield Refusal(clause, "A sniper takes a command stand or a support weapon", "choose one")
    if facts.fortified:
        yield Refusal(clause, "It is in a fortified position", "choose one that is not")


def _not_shelled(clause: str, facts: CardFacts, book: RuleBook) -> Iterator[Refusal]:
    may_die = _support_weapons(book) | PLATOONS
    if facts.target_commands or {facts.target, facts.second} - may_die - {None}:
        yield Refusal(clause, "It kills platoons and support weapons", "choose among them")
    limit = book.table(MEASURES).number("apart").value
    if facts.second and beyond(facts.apart_cm, limit):
        because = f"They are {facts.apart_cm:g} cm apart, over {cm(limit)}"
        yield Refusal(clause, because, "choose two that are nearer, or one where no two are")


def _support_weapons(book: RuleBook) -> frozenset[UnitClass]:
    return book.behaviour("GAP-87", {"with_infantry": WITH_INFANTRY, "guns_too": WITH_INFANTRY | ARTILLERY})


def _returned(facts: CardFacts, dice: tuple[D6, ...]) -> int:
    """Platoons that rally, never more than were lost (GAP-91)."""
    return min(as_d3(dice[0]), facts.platoons_lost)


def _count(card: str, facts: CardFacts, book: RuleBook) -> int:
    """How many the card is about: one where there is no second stand close by (GAP-87)."""
    counts = book.table(COUNTS)
    if not counts.has(card) or (card == SHELLED and facts.second is None):
        return int(card == SHELLED)
    return counts.number(card).value


def _wire(facts: CardFacts, book: RuleBook) -> int:
    depth = book.table(MEASURES).number("wire").value
    return depth if facts.drawn_by is Side.DEFENDER else -depth


def _wind(facts: CardFacts, book: RuleBook) -> Side:
    return book.behaviour("GAP-93", {"attacker": Side.ATTACKER, "drawer": facts.drawn_by})


def _chooser(card: str, drawer: Side, book: RuleBook) -> Side | None:
    who = {"holder": drawer, "drawer": drawer, "enemy": drawer.other, "nobody": None}
    return who[book.table(CHOOSERS).word(card).value]


def _modifiers(card: str, facts: CardFacts, book: RuleBook) -> Iterator[CardModifier]:
    """The modifiers a card brings to this die, as the tables they belong to have them."""
    listed = book.table(MODIFIERS)
    for named in listed.word(card).value.split() if listed.has(card) else ():
        table, _, key = named.partition("/")
        if card == DISCIPLINE and table != DISCIPLINE_HELPS[facts.roll]:
            continue
        yield CardModifier(table, key, book.table(book.table_of_id(table)).number(key).value)


def _played(play: CardPlay, facts: CardFacts) -> Step:
    if play is CardPlay.MAY:
        return Step("FF-CRD-05", "Red: it helps, and may be kept until it is played")
    if play is CardPlay.MUST:
        return Step("FF-CRD-06", "Black: it is played as soon as it is drawn")
    says = "It is handed to the enemy, who keeps it" if facts.just_drawn else "Whom it was handed to plays it"
    return Step("FF-CRD-06", says)


def _about(card: str, found: CardEffect, facts: CardFacts, book: RuleBook) -> Iterator[Step]:
    """The measures of this case, and every house rule that changed the card."""
    for table in (TOUCHES, CHOOSERS):
        word = book.table(table).word(card)
        if word.house:
            yield word.cites(word.house.says)
    if card == RALLY:
        yield _clause(card, f"{found.count} of {facts.platoons_lost} platoons return", book)
    if card == SHELL and found.touches == "area":
        sizes = book.table(SHELL_AREA)
        area = f"{cm(sizes.number('width').value)} across and {cm(sizes.number('depth').value)} deep"
        yield sizes.number("width").cites(f"It covers {area}")
    if card == WIRING:
        yield book.table(MEASURES).number("wire").cites(f"The wire is {cm(abs(found.wire_mm))} {_deeper(found)}")
    if card == WIND:
        mark = book.mark("GAP-93") if found.wind_towards is Side.DEFENDER else None
        yield Step("FF-CRD-26", f"It blows at the {found.wind_towards}'s trenches", None, mark)
        speed = book.table(WIND_SPEED).number("card")
        yield speed.cites(f"Its speed is {cm(speed.value)} and two dice")
    yield from _widened(card, facts, book)


def _deeper(found: CardEffect) -> str:
    return "deeper" if found.wire_mm > 0 else "less deep"


def _widened(card: str, facts: CardFacts, book: RuleBook) -> Iterator[Step]:
    """The house rules without which the card would have been refused."""
    if facts.die_thrown and _late_discipline(card, facts, book):
        yield Step("FF-CRD-12", "Played after the die of an order", None, book.mark("GAP-92"))
    taken: dict[str, set[UnitClass | None]] = {SNIPER: {facts.target}, SHELLED: {facts.target, facts.second}}
    if taken.get(card, set()) & ARTILLERY and not facts.target_commands:
        yield Step(book.table(EFFECTS).word(card).clause, "A gun is a support weapon", None, book.mark("GAP-87"))


def _dice(facts: CardFacts, book: RuleBook) -> int:
    wanted = event_card(facts, (), book)
    return wanted.count if isinstance(wanted, MoreDice) else 0


def _named(found: CardEffect) -> str:
    return f"{found.count} return" if found.event == "rally" else found.event


RESOLUTIONS: tuple[Resolution[Any, RuleBook], ...] = (
    Resolution("card_hand", "What a player draws, keeps and must play", "Event cards", HandFacts, no_dice, _hand),
    Resolution(
        "event_card",
        "What an event card does",
        "Event cards",
        CardFacts,
        _dice,
        event_card,
        thrown(event_card, _dice, _named),
    ),
)
