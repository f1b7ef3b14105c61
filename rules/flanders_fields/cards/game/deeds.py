"""The deeds of event cards: whose each is now, and what it asks (FF-CRD). Of a hand only its own side knows."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from rules.flanders_fields.artillery.area_fire import shots_on_area
from rules.flanders_fields.cards.effects import SHELLED, TOUCHES
from rules.flanders_fields.cards.game.commands import (
    CardCarriedOut,
    DrawCard,
    PlayCard,
    PutCardAside,
    SayWhatItTakes,
    Shelled,
)
from rules.flanders_fields.cards.game.drawing import BATTERY, FLANK, is_time_to_draw, may_draw, must_draw, player_of
from rules.flanders_fields.cards.game.state import FULL_PACK, AwaitedCard, HeldCard
from rules.flanders_fields.cards.game.taking import most_taken, shell_facts, under_the_shell
from rules.flanders_fields.cards.game.throws import former_shell_key, rally_key, shell_key
from rules.flanders_fields.game.cards_in_force import Deck
from rules.flanders_fields.game.offering import lying_each, word
from rules.flanders_fields.game.seated import NOT_SEEN, SeatDeeds
from rules.flanders_fields.vocabulary import RollKind
from rules.kernel.asking import NEEDED, Ask, Asks, Told
from rules.kernel.explain import Refusal
from rules.kernel.kept import Former, lying
from rules.kernel.plain import build, plain
from rules.kernel.stage import AtHand, Deed, Possible, nothing

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
    former = former_shell_key(state)
    names = [(shell_key(state, one.stand), Former(former, place)) for place, one in enumerate(command.shelled)]
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
