"""The rule module of event cards: prompts, view, log messages and corrections (FF-CRD)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final

from rules.flanders_fields.bombardments import shots_on_area
from rules.flanders_fields.cards import EFFECTS, SHELLED, TOUCHES, CardPlay
from rules.flanders_fields.game.actions.cards import card_draws
from rules.flanders_fields.game.actions.cards.card_draws import (
    BATTERY,
    FLANK,
    CardCarriedOut,
    CardDone,
    CardDrawn,
    CardEvent,
    CardPlayed,
    CardPutAside,
    CardTook,
    DrawCard,
    Drawer,
    HandCorrected,
    PlayCard,
    PutCardAside,
    SayWhatItTakes,
    Shelled,
    happens,
    is_time_to_draw,
    may_draw,
    must_draw,
    pack_of,
    player_of,
    rally_key,
    shell_key,
    the_one_player,
    to_come_again,
    too_many,
)
from rules.flanders_fields.game.actions.cards.card_play import (
    before_this,
    done_by,
    judge,
    most_taken,
    shell_facts,
    to_be_ordered,
    under_the_shell,
)
from rules.flanders_fields.game.decisions import by_shot, decide, one_die
from rules.flanders_fields.game.handler_context import JudgedTable
from rules.flanders_fields.game.log_text import formation_name, unit_name
from rules.flanders_fields.game.map_facts import cover_and_sight, direct_fire, indirect_fire, trenches_and_wire
from rules.flanders_fields.game.map_facts.board import Field
from rules.flanders_fields.game.map_facts.indirect_fire import spot_of
from rules.flanders_fields.game.outcomes import Asked, beside, said_by, told_reasons
from rules.flanders_fields.game.rule_module import (
    BookChapter,
    Correct,
    Foreseen,
    ForeseenBy,
    Happening,
    InForce,
    LiesBy,
    LyingLine,
    MeasuredBy,
    OwnCorrections,
    Prospect,
    SeenBySeat,
    ThrownFor,
    its_own,
    lines,
)
from rules.flanders_fields.game.seat_context import NOT_SEEN, SeatDeeds, lying_each, word
from rules.flanders_fields.game.state.cards import (
    FULL_PACK,
    GAS,
    SHOWN_ON_THE_TABLE,
    WIND,
    AwaitedCard,
    Deck,
    HeldCard,
    LyingCard,
    card_name,
)
from rules.flanders_fields.game.state.game import Battalion, GameState, Regiment
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import Cover, RollKind, Side
from rules.kernel.commands import AtHand, Deed, Possible, nothing
from rules.kernel.consent import NOTHING_THERE
from rules.kernel.dice_ledger import lying
from rules.kernel.explanations import Refusal
from rules.kernel.game_record import Correction, Judgement
from rules.kernel.prompts import NEEDED, Ask, Asks, Told
from rules.kernel.rule_modules import Telling, always
from rules.kernel.seats import Actor, Audience, Role
from rules.kernel.serialization import build, plain

# Availability and prompts (FF-CRD)

DRAW, PLAY, SAY, UNDER = Asks(DrawCard), Asks(PlayCard), Asks(SayWhatItTakes), Asks(Shelled)
SHELL, RALLY = "spades_queen", "hearts_queen"
SNIPER, WIRING, DISCIPLINE = "hearts_king", "diamonds_king", "hearts_10"


def _drawing(seated: SeatDeeds) -> Iterator[Possible]:
    """Owed as a turn begins, offered while its player may draw another: how often he drew only he knows (FF-CRD-02)."""
    state, book = seated.state, seated.table.book
    if not is_time_to_draw(state):
        return
    side = state.turn.side
    table, command = seated.by(side), DrawCard()
    must = must_draw(state, side, book)
    if must or may_draw(state, player_of(table, side), book) is None:
        barred = seated.waits(command) if side.value in seated.sides else None
        yield Possible(by=side.value, owed=must and barred is None, barred=barred, secret=True)


def _drawing_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    if seated.state.settled.event_cards is not Deck.TABLE:
        yield DRAW("pack")
        return
    yield DRAW("card", among=FULL_PACK, usual=NEEDED)
    yield from word(seated, DrawCard, told)


def _playing(seated: SeatDeeds) -> Iterator[Possible]:
    for one in seated.state.cards.held:
        if one.side.value in seated.sides:
            played = [*_plays(seated, one)]
            barred = _first_refusal(seated, played or [PlayCard(card=one.card)])
            yield Possible({"card": one.card}, by=one.side.value, barred=barred, secret=True)


def _first_refusal(seated: SeatDeeds, commands: list[PlayCard]) -> Refusal | None:
    """Why the seat may play none of these; None where it may play one."""
    first = None
    for command in commands:
        refused = seated.refused(command)
        if refused is None:
            return None
        first = first or refused
    return first


def _plays(seated: SeatDeeds, held: HeldCard) -> Iterator[PlayCard]:
    """The card on each thing that it could be played on, as its kind has it."""
    die = NOT_SEEN if held.acts_as == RALLY else None
    for on in ON.get(held.acts_as, _nothing)(seated, held):
        if held.acts_as == DISCIPLINE and on in _rolls_owed(seated, held):
            yield PlayCard(card=held.card, on=on, roll=RollKind.MORALE)
        else:
            yield PlayCard(card=held.card, on=on, die=die, at_wire=held.acts_as == WIRING)


def _nothing(_seated: SeatDeeds, _held: HeldCard) -> list[str]:
    return [""]


def _units(seated: SeatDeeds, held: HeldCard) -> list[str]:
    return [unit.id for unit in seated.state.units.values() if unit.side is held.side]


def _battalions(seated: SeatDeeds, held: HeldCard) -> list[str]:
    return [one.id for one in seated.state.battalions.values() if one.side is held.side]


def _regiments(seated: SeatDeeds, held: HeldCard) -> list[str]:
    return [one.id for one in seated.state.regiments.values() if one.side is held.side]


def _commands(seated: SeatDeeds, held: HeldCard) -> list[str]:
    return [*_regiments(seated, held), *_battalions(seated, held)]


def _enemies(seated: SeatDeeds, held: HeldCard) -> list[str]:
    return [stand for stand in seated.on_table if seated.state.stands[stand].side is not held.side]


def _rolls_owed(seated: SeatDeeds, _held: HeldCard) -> list[str]:
    """The morale rolls that are owed now, as far as the seat knows of them."""
    state = seated.state
    owed = [due.of for due in state.due] + list(state.assault.standing if state.assault else ())
    return [of for of in owed if seated.table.knows_of(of)]


def _orders_and_rolls(seated: SeatDeeds, held: HeldCard) -> list[str]:
    return [*_units(seated, held), *_rolls_owed(seated, held)]


ON: Final[Mapping[str, Callable[[SeatDeeds, HeldCard], list[str]]]] = {
    "hearts_ace": _regiments,
    SNIPER: _enemies,
    RALLY: _battalions,
    DISCIPLINE: _orders_and_rolls,
    "clubs_queen": _rolls_owed,
    "diamonds_ace": _units,
    WIRING: _units,
    "diamonds_queen": _units,
    "diamonds_jack": _commands,
    "diamonds_10": _units,
    "spades_10": _rolls_owed,
}
"""By the card: what it may be played on. The judge says of each whether it may."""


def _playing_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    state = seated.state
    # Of a real pack that was typed in wrongly both sides may hold the same card.
    held = next(one for one in state.cards.held if one.card == told["card"] and one.side.value in seated.sides)
    able = [one for one in _plays(seated, held) if seated.refused(one) is None]
    if held.acts_as == DISCIPLINE:
        yield PLAY("roll", among=list(dict.fromkeys(one.roll.value for one in able)))
        able = [one for one in able if one.roll.value == told.get("roll", RollKind.ORDER)]
    if held.acts_as in ON:
        yield PLAY("on", among=[one.on for one in able], usual=NEEDED)
    if held.acts_as == SNIPER:
        yield PLAY("fortified")
    if held.acts_as == WIRING:
        yield PLAY("at_wire")
    if held.acts_as == RALLY:
        battalion = state.battalions[told["on"]]
        lost = [stand.id for stand in state.rifle_stands(battalion) if not stand.alive]
        yield PLAY("returns", among=lost, most=len(lost))
        refused = seated.refused(build(PlayCard, {**told, "die": plain(NOT_SEEN)}))
        yield refused or PLAY("die", kept=lying(state, rally_key(state, battalion.id))[:1], usual=NEEDED)
    else:
        yield from word(seated, PlayCard, told)


def _taking(seated: SeatDeeds) -> Iterator[Possible]:
    """A black card that lies on the table waits for who chooses what it takes, and all else waits for that."""
    awaited = seated.state.cards.awaited
    if awaited:
        side, card = awaited.chooser, {"card": awaited.card}
        # Whether there is anything is enough here: what all may be taken is asked with the deed.
        may = awaited.acts_as == SHELL or any(True for _ in _takes(seated, awaited))
        nobody = Refusal("FF-CRD-06", "there is nothing that it could take", "agree on it, and set the card aside")
        yield Possible(card, by=side.value, owed=may, barred=None if may else nobody)


def _takes(seated: SeatDeeds, awaited: AwaitedCard) -> Iterator[str]:
    """What a black card may take, each by itself, by the judge's word."""
    state, table = seated.state, seated.of(awaited.chooser)
    if awaited.acts_as in (SHELLED, FLANK):
        names = list(seated.on_table)
    elif awaited.acts_as == BATTERY:
        names = list(state.units)
    else:
        names = [*state.battalions, *state.regiments]
    known = (name for name in names if table.knows_of(name))
    each = ((name, SayWhatItTakes(card=awaited.card, on=(name,))) for name in known)
    return (name for name, command in each if seated.refused_all(awaited.chooser, [command]) is None)


def _taking_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    awaited = seated.state.cards.awaited
    if awaited is None:
        return
    if awaited.acts_as == SHELL:
        yield from _shell_asks(seated, told)
        return
    takes = [*_takes(seated, awaited)]
    most = min(most_taken(awaited.acts_as, seated.table.book), len(takes))
    yield SAY("on", among=takes, least=1, most=most, usual=NEEDED)
    if len(told["on"]) > 1:
        yield SAY("apart_cm", least=0)
    yield from word(seated, SayWhatItTakes, told)


def _shell_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    state, book = seated.state, seated.table.book
    one_base = book.table(TOUCHES).word(SHELL).value == "one_base"

    def shelled(row: Told) -> Iterator[Ask | Refusal]:
        yield UNDER("stand", among=seated.on_table)
        yield UNDER("cover")
        yield UNDER("overlap")
        if book.option("AMB-302") == "centre":
            yield UNDER("centre_inside")

    if state.ground.laid is not None:
        yield SAY("along_cm")
        yield SAY("up_cm")
    yield SAY("shelled", row=shelled, most=1 if one_base else len(seated.on_table))
    rows = told.get("shelled", ())
    command = build(SayWhatItTakes, {**told, "shelled": [{**row, "die": plain(NOT_SEEN)} for row in rows]})
    refused = under_the_shell(seated.table, command)
    if refused is None and len(_shots(seated, command)) != len(rows):
        refused = Refusal("FF-ART-24", "one of them does not lie under the shell", "leave it out")
    if refused:
        yield refused
        return
    names = [shell_key(state, shelled.stand) for shelled in command.shelled]
    yield UNDER("die", per="shelled", counts=(1,) * len(rows), kept=lying_each(state, names))


def _shots(seated: SeatDeeds, command: SayWhatItTakes) -> tuple[object, ...]:
    found = shots_on_area(shell_facts(seated.state, command.shelled), seated.table.book)
    return () if isinstance(found, Refusal) else found.value.shots


def _too_many(seated: SeatDeeds) -> Iterator[Possible]:
    """Of a hand that is too full one card is owed: put aside, where it cannot be played (FF-CRD-03, GAP-85)."""
    for one in seated.state.cards.held:
        command = PutCardAside(card=one.card)
        if one.side.value in seated.sides and seated.refused(command) is None:
            yield Possible({"card": one.card}, by=one.side.value, owed=True, secret=True)


def _carrying_out(seated: SeatDeeds) -> Iterator[Possible]:
    for one in seated.state.cards.lying:
        if seated.refused_all(one.side, [CardCarriedOut(card=one.card)]) is None:
            yield Possible({"card": one.card}, by=one.side.value)


CARD_DEEDS: Final[tuple[Deed[SeatDeeds], ...]] = (
    Deed("say_what_it_takes", "What the card takes", SayWhatItTakes, _taking, _taking_asks),
    Deed("draw_card", "Draw a card", DrawCard, _drawing, _drawing_asks),
    Deed("put_card_aside", "Put it aside", PutCardAside, _too_many, nothing),
    Deed("play_card", "Play it", PlayCard, _playing, _playing_asks, AtHand.MORE),
    Deed("card_carried_out", "It is carried out", CardCarriedOut, _carrying_out, nothing, AtHand.MORE),
)
"""In the order in which they are owed."""


# Log text


def title(card: str, book: RuleBook) -> str:
    """What is printed above its text: 'Sniper'; empty for a dummy."""
    effects = book.table(EFFECTS)
    return effects.word(card).says.partition(":")[0] if effects.has(card) else ""


def text(card: str, book: RuleBook) -> str:
    """What it does, in a sentence; empty for a dummy."""
    effects = book.table(EFFECTS)
    said = effects.word(card).says.partition(": ")[2] if effects.has(card) else ""
    return said[:1].upper() + said[1:]


def full_name(card: str, book: RuleBook, acts_as: str = "") -> str:
    """'King of Hearts (Sniper)', or 'Jack of Spades (as Hard Day)' for one that counts as another."""
    named = title(acts_as or card, book)
    other = "as " if acts_as not in ("", card) else ""
    return f"{card_name(card)} ({other}{named})" if named else card_name(card)


def short_name(state: "GameState", event: CardEvent) -> str:
    """The name of a deed on the button that takes it back."""
    return f"the {full_name(event.card, state.book())}"


def says_card(state: "GameState", event: CardEvent) -> str:
    """One plain sentence."""
    book, side = state.book(), state.side_facts(event.side).name
    match event:
        case CardDrawn():
            return _drawn(state, event)
        case CardPlayed(card=card, says=said):
            return f"The {side} side plays the {full_name(card, book)}: {said}"
        case CardTook(card=card, acts_as=acts_as, reasons=reasons):
            return f"The {full_name(card, book, acts_as)}: {reasons.steps[0].says}"
        case CardPutAside(card=card):
            return f"The {side} side puts the {full_name(card, book)} aside: its hand was too full"
        case CardDone(card=card):
            return f"The {full_name(card, book)} has been carried out"
        case HandCorrected(card=card, held=held, reason=reason):
            what = "is in it" if held else "is not in it"
            return f"Corrected, the hand of the {side} side: the {full_name(card, book)} {what} ({reason})"


def _drawn(state: "GameState", event: CardDrawn) -> str:
    side, enemy = state.side_facts(event.side).name, state.side_facts(event.side.other).name
    name = full_name(event.card, state.book(), event.acts_as)
    outcome = {
        CardPlay.MAY: "kept in hand",
        CardPlay.HAND_OVER: f"handed to the {enemy} side",
        CardPlay.MUST: "played at once" if event.awaits or event.lies else "there is nothing it could take",
        CardPlay.DUMMY: "kept, no event" if event.kept else "no event, put aside",
    }
    anew = "The pack is shuffled anew. " if event.shuffled_anew else ""
    return f"{anew}The {side} side draws the {name}: {outcome[event.play]}"


# Corrections

HAND: Final = "hand/"
PUT_IN, TAKE_OUT = "put_in", "take_out"
CAN_BE_HELD: Final = (
    *(f"{suit}_{rank}" for suit in ("hearts", "diamonds") for rank in ("10", "jack", "queen", "king", "ace")),
    *("clubs_queen", "spades_10", "spades_jack", "spades_king"),
)
"""What a hand may hold: red cards, and the black ones that the enemy hands over (FF-CRD-05, FF-CRD-07)."""


def hand_of(of: str) -> Side | None:
    """The side whose hand a name stands for; None for everything else."""
    return next((side for side in Side if of == f"{HAND}{side.value}"), None)


def hands(table: JudgedTable) -> list[str]:
    """The hands that the actor may know and correct."""
    if table.state.settled.event_cards is Deck.NONE:
        return []
    return [f"{HAND}{side}" for side in Side if table.may_speak_for(side) is None]


def of_a_hand(of: str) -> tuple[Sequence[str], Sequence[str]] | None:
    """What can be done to a hand, and with which cards; None of what is none."""
    return ((PUT_IN, TAKE_OUT), CAN_BE_HELD) if hand_of(of) else None


def corrected_hand(table: JudgedTable, command: Correct) -> Correction | Refusal | None:
    """What a correction of a hand would do; None of what is none."""
    side = hand_of(command.of)
    if side is None:
        return None
    found = correct_hand(table, command, side)
    if isinstance(found, Refusal):
        return found
    return Correction(found, "a hand of cards", Role(side.value), command.what == TAKE_OUT, hidden=True)


def correct_hand(table: JudgedTable, command: Correct, side: Side) -> Judgement:
    """Put a card into a hand by its name, or take one out (the physical table is the truth).

    What the other side holds is not looked at: a refusal would tell it.
    """
    knows = table.actor.role in (Role.REFEREE, Role(side.value))
    if not knows or table.state.settled.event_cards is Deck.NONE or command.what not in (PUT_IN, TAKE_OUT):
        return NOTHING_THERE
    card = str(command.value)
    held = next((one for one in table.state.cards.held if one.side is side and one.card == card), None)
    if command.what == TAKE_OUT:
        if held is None:
            return Refusal("FF-CRD-05", "that card is not in this hand", "choose one that is")
        return (HandCorrected(card, side, command.reason.strip(), None),)
    found = held or _out(table, card)
    if found:
        where = "in this hand already" if held else "on the table"
        return Refusal("", f"the {card_name(card)} is {where}", "choose another card")
    return _put_in(table, card, side, command.reason.strip())


def _out(table: JudgedTable, card: str) -> bool:
    awaited = table.state.cards.awaited
    return any(one.card == card for one in table.state.cards.lying) or bool(awaited and awaited.card == card)


def _put_in(table: JudgedTable, card: str, side: Side, reason: str) -> Judgement:
    if card not in FULL_PACK:
        return Refusal("", "there is no such card in the pack", "name a card of the pack")
    player, pack = the_one_player(table.state, side), pack_of(table.book, side)
    drawn = happens(table, card, Drawer(side, player, pack))
    if not drawn.kept:
        return Refusal("FF-CRD-04", f"the {card_name(card)} is not kept in a hand", "name a card that is")
    handed = drawn.play is CardPlay.HAND_OVER
    return (HandCorrected(card, side, reason, HeldCard(card, drawn.acts_as, side, player, pack, handed)),)


# Views of a seat

BOTH: Final = (Side.ATTACKER, Side.DEFENDER)


def heard_by(event: CardDrawn | HandCorrected) -> Audience:
    """Who may know: what stays in the drawer's hand, what is put aside and what is set right is his side's affair."""
    return Audience.ALL if isinstance(event, CardDrawn) and not event.secret else Audience(event.side.value)


def cards_view(state: GameState, role: Role, book: RuleBook) -> dict[str, Any] | None:
    """The cards of a game as a seat of this role sees them, None where it is played without."""
    if state.settled.event_cards is Deck.NONE:
        return None
    return {
        "deck": state.settled.event_cards.value,
        "draw": _draw(state, role, book),
        "hands": [_hand(state, side, book) for side in BOTH if role in (Role.REFEREE, Role(side.value))],
        "awaited": _awaited(state, book),
        "lying": [_lying(state, one, book) for one in state.cards.lying],
    }


def _draw(state: GameState, role: Role, book: RuleBook) -> dict[str, Any] | None:
    """What the seat whose turn it is may or must draw; None for every other seat and at any other time."""
    side = state.turn.side
    if role not in (Role.REFEREE, Role(side.value)) or not is_time_to_draw(state) or state.cards.awaited:
        return None
    # Several players may share the seat's role: each one's own draw is judged when he makes it.
    player = player_of(JudgedTable(state, Actor(Role.REFEREE), book), side)
    lay = next(to_come_again(state, side), "")
    return {
        "side": side.value,
        "name": state.side_facts(side).name,
        "must": must_draw(state, side, book),
        "may": may_draw(state, player, book) is None,
        "kept": lay,
        "kept_name": card_name(lay) if lay else "",
    }


def _hand(state: GameState, side: Side, book: RuleBook) -> dict[str, Any]:
    held = [one for one in state.cards.held if one.side is side]
    return {
        "id": f"{HAND}{side.value}",
        "side": side.value,
        "name": state.side_facts(side).name,
        "cards": [_held(one, book) for one in held],
        "too_many": sum(too_many(state, player, book) for player in {one.player for one in held}),
    }


def _held(one: HeldCard, book: RuleBook) -> dict[str, Any]:
    return _named(one.card, one.acts_as, book) | {
        "player": one.player.partition("/")[2],
        "handed": one.handed,
        "dummy": not book.table(EFFECTS).has(one.acts_as),
    }


def _named(card: str, acts_as: str, book: RuleBook) -> dict[str, Any]:
    effects = book.table(EFFECTS)
    return {
        "card": card,
        "acts_as": acts_as,
        "name": card_name(card),
        "title": title(acts_as, book),
        "says": text(acts_as, book),
        "clause": effects.word(acts_as).clause if effects.has(acts_as) else "FF-CRD-04",
    }


def _awaited(state: GameState, book: RuleBook) -> dict[str, Any] | None:
    one = state.cards.awaited
    if one is None:
        return None
    commanders = _commanders(state, one.drawer) if one.acts_as == "clubs_10" else ()
    return _named(one.card, one.acts_as, book) | {
        "drawer": one.drawer.value,
        "drawer_name": state.side_facts(one.drawer).name,
        "chooser": one.chooser.value,
        "chooser_name": state.side_facts(one.chooser).name,
        "commanders": list(commanders),
    }


def _commanders(state: GameState, side: Side) -> Iterator[dict[str, str]]:
    battalions = (one for one in state.battalions.values() if one.on_table)
    formations: tuple[Battalion | Regiment, ...] = (*battalions, *state.regiments.values())
    for formation in formations:
        if formation.side is side and to_be_ordered(state, formation):
            yield {"value": formation.id, "word": formation.name}


def _lying(state: GameState, one: LyingCard, book: RuleBook) -> dict[str, Any]:
    names = [unit_name(state, of) if of in state.units else formation_name(state, of) for of in one.on]
    until = f"to the end of the {state.side_facts(one.until[1]).name} turn {one.until[0]}" if one.until else ""
    return _named(one.card, one.acts_as, book) | {
        "side": one.side.value,
        "side_name": state.side_facts(one.side).name,
        "on": names,
        "until": until,
        "by_hand": one.acts_as in SHOWN_ON_THE_TABLE,
    }


def card_told(event: CardEvent) -> dict[str, Any] | None:
    """The dice, the outcome and the reasons of what a card did; None where there is nothing to show."""
    match event:
        case CardDrawn(reasons=reasons):
            return {"outcome": event.card} | told_reasons(reasons)
        case CardPlayed(dice=dice, changes=changes, reasons=reasons):
            return {"dice": plain(dice), "outcome": event.card, "changes": plain(changes)} | told_reasons(reasons)
        case CardTook(bursts=bursts, changes=changes, reasons=reasons):
            told = {"dice": [plain(one.die) for one in bursts], "outcome": event.card}
            return told | {"changes": plain(changes)} | told_reasons(reasons)
        case _:
            return None


TOLD: Final = Telling(says_card, short_name, card_told)


# The cards that lie, and those in hand that a seat may know

Shown = Mapping[str, Any]


def _cards(seen: SeenBySeat) -> InForce | None:
    cards = seen.view["cards"]
    if not cards:
        return None
    lying = [LyingLine(_card_in_effect(one), one["clause"]) for one in cards["lying"]]
    hands = [
        f"{hand['name']}: {', '.join(one['title'] or one['name'] for one in hand['cards']) or 'none'} in hand"
        for hand in cards["hands"]
    ]
    return InForce("Event cards", [*lying, *lines(hands)])


def _card_in_effect(one: Shown) -> str:
    on = f", {', '.join(one['on'])}" if one["on"] else ""
    until = f", {one['until']}" if one["until"] else ""
    return f"{one['title']} ({one['side_name']}{on}{until}): {one['says']}"


LIES: Final[LiesBy] = {7: _cards}


# Odds before the dice


def _shell(table: JudgedTable, command: SayWhatItTakes) -> Foreseen:
    refused = under_the_shell(table, command)
    if refused or not command.shelled:
        return refused or ()
    found = shots_on_area(shell_facts(table.state, command.shelled), table.book)
    if isinstance(found, Refusal):
        return found
    judged = decide(table.state, command, table.actor)
    if isinstance(judged, Refusal):
        return judged
    shots = zip(command.shelled, found.value.shots, strict=True)
    return tuple(by_shot(one.shot, table.book, Prospect(under.stand, ())) for under, one in shots)


FORESEEN: Final[ForeseenBy] = {
    PlayCard: one_die(CardPlayed, "on", lambda event: len(event.changes)),
    SayWhatItTakes: _shell,
}


# Map facts of the commands


def _card_facts(table: JudgedTable, field: Field, command: PlayCard) -> Asked:
    """Whether a sniper's target is safe from him, whether a company has come to the wire it cuts (FF-CRD-09, -19)."""
    held = next((one for one in table.state.cards.held if one.card == command.card), None)
    if held and held.acts_as == SNIPER:
        found = cover_and_sight.is_one_of(field, command.on, table.book, "fortified", Cover.FORTIFIED)
    elif held and held.acts_as == WIRING:
        found = trenches_and_wire.at_some(field, command.on, "at_wire") if held.side is Side.ATTACKER else None
    else:
        found = None
    yield from beside((found,) if found else (), said_by(command))


def _taken(table: JudgedTable, field: Field, command: SayWhatItTakes) -> Asked:
    """How far apart the two stands are that a card takes, and who lies how under a shell."""
    if len(command.on) == 2 and field.has(*command.on):
        yield from beside((direct_fire.distance(field, *command.on, table.book, "apart_cm"),), said_by(command))
    yield from _shelled(table, field, command)


def _shelled(table: JudgedTable, field: Field, command: SayWhatItTakes) -> Asked:
    awaited, told = table.state.cards.awaited, {one.stand: said_by(one) for one in command.shelled}
    if awaited is None or awaited.acts_as != SHELL:
        return
    spot = spot_of(field, awaited.chooser, command.along_cm, command.up_cm, "")
    for one in indirect_fire.under_a_shell(field, awaited.chooser, spot, tuple(told), table.book):
        yield from beside(one.facts, told.get(one.stand, {"overlap": "none"}), one.stand)


BY_MAP: Final[MeasuredBy] = {
    PlayCard: _card_facts,
    SayWhatItTakes: _taken,
}


# The rule module


def _heard(_state: GameState, event: CardDrawn | HandCorrected) -> Audience:
    return heard_by(event)


CARDS: Final[BookChapter] = BookChapter(
    key="cards",
    events=(
        Happening(kind="card_drawn", made=CardDrawn, fold=card_draws.card_drawn, dice=card_draws.draws, heard=_heard),
        Happening(
            kind="card_played",
            made=CardPlayed,
            fold=card_draws.card_played,
            dice=card_draws.rallies,
            roll=ThrownFor.OTHER,
            whose=its_own,
            tells=always,
            guest=lambda event: event.arrived[1].id if event.arrived else "",
        ),
        Happening(
            kind="card_took",
            made=CardTook,
            fold=card_draws.card_took,
            dice=card_draws.shells,
            roll=ThrownFor.SHELLS,
            whose=its_own,
        ),
        Happening(kind="card_put_aside", made=CardPutAside, fold=card_draws.card_put_aside, tells=always),
        Happening(kind="card_done", made=CardDone, fold=card_draws.card_done),
        Happening(kind="hand_corrected", made=HandCorrected, fold=card_draws.hand_corrected, heard=_heard),
    ),
    happens_with={"gas_granted": partial(done_by, GAS), "wind_turned_by_card": partial(done_by, WIND)},
    folds_before={"orders_rolled": card_draws.unit_ordered, "turn_ended": card_draws.turn_ended},
    folds_after={
        "morale_tested": card_draws.die_helped,
        "weapon_tested": card_draws.die_helped,
        "heroic_action_tried": card_draws.die_helped,
        "stood_against_armour": card_draws.die_helped,
    },
    told=TOLD,
    commands={
        "draw_card": DrawCard,
        "play_card": PlayCard,
        "say_what_it_takes": SayWhatItTakes,
        "put_card_aside": PutCardAside,
        "card_carried_out": CardCarriedOut,
    },
    judge=judge,
    waits=before_this,
    waits_at=1,
    reveals_roll=card_draws.is_no_draw,
    own_corrections=OwnCorrections(hands, of_a_hand, corrected_hand),
    deeds=CARD_DEEDS,
    foresees=FORESEEN,
    by_map=BY_MAP,
    views={"cards": cards_view},
    lies=LIES,
)
