"""Battle for 2mm Earth 1418 as a playable system: what the keeper of games talks to."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from rules.earth_1418.game.apply import apply
from rules.earth_1418.game.deciding import decide
from rules.earth_1418.game.engine import CHAPTERS
from rules.earth_1418.game.naming import called
from rules.earth_1418.game.state import EarthState
from rules.earth_1418.game.table import EarthTable
from rules.earth_1418.game.written.events import written_about
from rules.earth_1418.vocabulary import KEY, SEATING
from rules.kernel.chaptered import ChapteredGame
from rules.kernel.deeds import Judgement
from rules.kernel.drafting import Drafting
from rules.kernel.play import Past, Recorded, no_past
from rules.kernel.seats import Actor, Role
from rules.kernel.stage import Deed


class Earth1418(ChapteredGame[EarthState]):
    """A game of it; what a seat is shown is read with the first game."""

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
        from rules.earth_1418.game.view import view

        return view(state, role)

    def seated(
        self, state: EarthState, actor: Actor, past: Past = no_past, overruled: bool = False
    ) -> tuple[EarthTable, Sequence[Deed[Any]]]:
        """The table of a seat, and the deeds at it; before there is a game, to begin one."""
        from rules.earth_1418.game.deeds import deeds_of

        return EarthTable(state, actor, past, overruled), deeds_of(state)

    def things(self, state: EarthState, role: Role, of: Collection[str]) -> dict[str, str]:
        """Formations, sub-units, bases, cordons and one's own bombardments by their names."""
        own = SEATING.speaks_for(role)
        hidden = {name for name, one in state.bombardments.items() if one.side not in own}
        named = {one: called(state, one) for one in of if one not in hidden}
        return {one: name for one, name in named.items() if name != one}


SYSTEM: Final = Earth1418(CHAPTERS, Drafting(kinds=frozenset(CHAPTERS.drafts), seals="ready", about=written_about))
