"""Shots, shells and blows as a chapter of the game: all of them are volleys."""

from typing import Final

from rules.earth_1418.firing.game import fold
from rules.earth_1418.firing.game.commands import FightHand, Shell, Shoot
from rules.earth_1418.firing.game.events import DiceThrownAgain, HitsPlaced, VolleyFired
from rules.earth_1418.firing.game.judge import fight, shell, shoot
from rules.earth_1418.firing.game.throws import of_again, of_volley
from rules.earth_1418.firing.game.volley import place, throw_again
from rules.earth_1418.firing.game.volley_commands import PlaceHits, ThrowAgain
from rules.earth_1418.game.state import EarthState
from rules.earth_1418.game.table import EarthTable
from rules.kernel.chapters import Chapter, EventKind, judged_by, late

FIRING: Final[Chapter[EarthState, EarthTable]] = Chapter(
    key="firing",
    events=(
        EventKind(kind="volley_fired", made=VolleyFired, fold=fold.volley, dice=of_volley),
        EventKind(kind="thrown_again", made=DiceThrownAgain, fold=fold.again, dice=of_again),
        EventKind(kind="hits_placed", made=HitsPlaced, fold=fold.placed),
    ),
    told=late("rules.earth_1418.firing.game.words", "TOLD"),
    commands={
        "shoot": Shoot,
        "shell": Shell,
        "throw_again": ThrowAgain,
        "place_hits": PlaceHits,
        "fight": FightHand,
    },
    judge=judged_by({Shoot: shoot, Shell: shell, ThrowAgain: throw_again, PlaceHits: place, FightHand: fight}),
    deeds=late("rules.earth_1418.firing.game.deeds", "FIRING_DEEDS"),
)
