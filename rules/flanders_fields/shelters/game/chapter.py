"""Deep shelters as a chapter of the game."""

from typing import Final

from rules.flanders_fields.game.book_chapter import BookChapter
from rules.flanders_fields.game.happening import Happening, ThrownFor, against, of
from rules.flanders_fields.game.outcomes import Reasons
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.shelters.game import fold, throws
from rules.flanders_fields.shelters.game.commands import ComeUp, GoBelow, HitBelow, ShowShelter
from rules.flanders_fields.shelters.game.events import CameUp, HitInShelter, ShelterEvent, ShelterShown, WentBelow
from rules.flanders_fields.shelters.game.judge import judge
from rules.kernel.chapters import always, late
from rules.kernel.seats import Audience


def _heard(state: GameState, event: ShelterEvent) -> Audience:
    from rules.flanders_fields.shelters.game.view import shelter_audience

    return shelter_audience(state, event)


SHELTERS: Final[BookChapter] = BookChapter(
    key="shelters",
    events=(
        Happening(kind="went_below", made=WentBelow, fold=fold.went_below, heard=_heard, forgets=fold.gone_below),
        Happening(
            kind="came_up",
            made=CameUp,
            fold=fold.came_up,
            dice=throws.up_throws,
            roll=ThrownFor.OTHER,
            whose=of("stand"),
            heard=_heard,
            forgets=fold.risen,
        ),
        Happening(kind="shelter_shown", made=ShelterShown, fold=fold.shelter_shown, tells=always, heard=_heard),
        Happening(
            kind="hit_in_shelter",
            made=HitInShelter,
            fold=fold.hit_in_shelter,
            dice=throws.harm_throws,
            roll=ThrownFor.SHELLS,
            whose=against("stand"),
            heard=_heard,
        ),
    ),
    folds_before={"turn_started": fold.turn_begins},
    told=late("rules.flanders_fields.shelters.game.words", "TOLD"),
    commands={
        "go_below": GoBelow,
        "come_up": ComeUp,
        "show_shelter": ShowShelter,
        "hit_below": HitBelow,
    },
    judge=judge,
    begins_below=lambda stands: WentBelow(stands, "", Reasons()),
    deeds=late("rules.flanders_fields.shelters.game.deeds", "SHELTER_DEEDS"),
    foresees=late("rules.flanders_fields.shelters.game.foreseen", "FORESEEN"),
    by_map=late("rules.flanders_fields.shelters.game.by_map", "BY_MAP"),
    views={"shelters": late("rules.flanders_fields.shelters.game.view", "shelters_view")},
)
