"""Event cards as a chapter of the game."""

from functools import partial
from typing import Final

from rules.flanders_fields.cards.game import fold, throws
from rules.flanders_fields.cards.game.commands import CardCarriedOut, DrawCard, PlayCard, PutCardAside, SayWhatItTakes
from rules.flanders_fields.cards.game.events import (
    CardDone,
    CardDrawn,
    CardPlayed,
    CardPutAside,
    CardTook,
    HandCorrected,
)
from rules.flanders_fields.cards.game.judge import before_this, done_by, judge
from rules.flanders_fields.cards.game.record import corrected_hand, hands, of_a_hand
from rules.flanders_fields.game.book_chapter import BookChapter, OwnCorrections
from rules.flanders_fields.game.cards_in_force import GAS, WIND
from rules.flanders_fields.game.happening import Happening, ThrownFor, its_own
from rules.flanders_fields.game.state import GameState
from rules.kernel.chapters import always, late
from rules.kernel.seats import Audience


def _heard(_state: GameState, event: CardDrawn | HandCorrected) -> Audience:
    from rules.flanders_fields.cards.game.view import heard_by

    return heard_by(event)


CARDS: Final[BookChapter] = BookChapter(
    key="cards",
    events=(
        Happening(kind="card_drawn", made=CardDrawn, fold=fold.card_drawn, dice=throws.draws, heard=_heard),
        Happening(
            kind="card_played",
            made=CardPlayed,
            fold=fold.card_played,
            dice=throws.rallies,
            roll=ThrownFor.OTHER,
            whose=its_own,
            tells=always,
            guest=lambda event: event.arrived[1].id if event.arrived else "",
        ),
        Happening(
            kind="card_took",
            made=CardTook,
            fold=fold.card_took,
            dice=throws.shells,
            roll=ThrownFor.SHELLS,
            whose=its_own,
        ),
        Happening(kind="card_put_aside", made=CardPutAside, fold=fold.card_put_aside, tells=always),
        Happening(kind="card_done", made=CardDone, fold=fold.card_done),
        Happening(kind="hand_corrected", made=HandCorrected, fold=fold.hand_corrected, heard=_heard),
    ),
    happens_with={"gas_granted": partial(done_by, GAS), "wind_turned_by_card": partial(done_by, WIND)},
    folds_before={"orders_rolled": fold.unit_ordered, "turn_ended": fold.turn_ended},
    folds_after={
        "morale_tested": fold.die_helped,
        "weapon_tested": fold.die_helped,
        "heroic_action_tried": fold.die_helped,
        "stood_against_armour": fold.die_helped,
    },
    told=late("rules.flanders_fields.cards.game.view", "TOLD"),
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
    reveals_roll=throws.is_no_draw,
    own_corrections=OwnCorrections(hands, of_a_hand, corrected_hand),
    deeds=late("rules.flanders_fields.cards.game.deeds", "CARD_DEEDS"),
    foresees=late("rules.flanders_fields.cards.game.foreseen", "FORESEEN"),
    by_map=late("rules.flanders_fields.cards.game.by_map", "BY_MAP"),
    views={"cards": late("rules.flanders_fields.cards.game.view", "cards_view")},
    lies=late("rules.flanders_fields.cards.game.lying", "LIES"),
)
