"""The engine: imports all modules of the game, registers them and plays the system."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from rules.earth_1418.game.actions.artillery import ARTILLERY
from rules.earth_1418.game.actions.attacks.shots import FIRING
from rules.earth_1418.game.actions.bound import TURN
from rules.earth_1418.game.actions.corrections import ANSWERS, RECORD, CorrectOnTable, EarthRecord
from rules.earth_1418.game.actions.movement import MOVING
from rules.earth_1418.game.actions.orders import COMMANDING
from rules.earth_1418.game.actions.placement import GROUND
from rules.earth_1418.game.registry import apply, chapters, decide, register
from rules.earth_1418.game.sealed_orders import WRITTEN, written_about
from rules.earth_1418.game.seat_context import EarthTable
from rules.earth_1418.game.setup import CREATING_DEEDS
from rules.earth_1418.game.state.game import EarthState, called
from rules.earth_1418.game.view import view
from rules.earth_1418.vocabulary import KEY, SEATING
from rules.kernel.commands import Deed
from rules.kernel.game_record import Judgement
from rules.kernel.play import Drafting, Past, Recorded, no_past
from rules.kernel.rule_modules import ChapteredGame
from rules.kernel.seats import Actor, Role

# The engine

MODULES: Final = (ANSWERS, WRITTEN, COMMANDING, MOVING, FIRING, ARTILLERY, TURN, GROUND, RECORD)
register(MODULES, EarthRecord(), CorrectOnTable)
CHAPTERS: Final = chapters()


# What may be done in a game

DEEDS: Final[tuple[Deed[EarthTable], ...]] = tuple(CHAPTERS.deeds())
"""What may be done in a game that has begun; what is owed stands in this order."""


def deeds_of(state: EarthState) -> Sequence[Deed[EarthTable]]:
    """The deeds of a game; before there is one, to begin it."""
    return DEEDS if state.facts else CREATING_DEEDS


# Battle for 2mm Earth 1418 as a playable system


class Earth1418(ChapteredGame[EarthState]):
    """A game of Battle for 2mm Earth 1418."""

    key = KEY
    seating = SEATING
    state_type = EarthState

    def decide(self, state: EarthState, command: Any, actor: Actor, past: Past = no_past) -> Judgement:
        """Judge one command."""
        return decide(state, command, actor, past)

    def apply(self, state: EarthState, recorded: Recorded[Any]) -> EarthState:
        """Fold one event in."""
        return apply(state, recorded)

    def view(self, state: EarthState, role: Role) -> Mapping[str, Any]:
        """Everything a seat of this role may know."""
        return view(state, role)

    def seated(
        self, state: EarthState, actor: Actor, past: Past = no_past, overruled: bool = False
    ) -> tuple[EarthTable, Sequence[Deed[Any]]]:
        """The table of a seat, and the deeds at it; before there is a game, to begin one."""
        return EarthTable(state, actor, past, overruled), deeds_of(state)

    def things(self, state: EarthState, role: Role, of: Collection[str]) -> dict[str, str]:
        """Formations, sub-units, bases, cordons and one's own bombardments by their names."""
        own = SEATING.speaks_for(role)
        hidden = {name for name, one in state.bombardments.items() if one.side not in own}
        named = {one: called(state, one) for one in of if one not in hidden}
        return {one: name for one, name in named.items() if name != one}


SYSTEM: Final = Earth1418(CHAPTERS, Drafting(kinds=frozenset(CHAPTERS.drafts), seals="ready", about=written_about))
