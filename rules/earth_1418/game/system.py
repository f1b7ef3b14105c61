"""Battle for 2mm Earth 1418 as a playable system: what the keeper of games talks to."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from rules.earth_1418.game.commands import COMMANDS, DRAFTS
from rules.earth_1418.game.events import EVENTS, written_about
from rules.earth_1418.game.state import EarthState
from rules.earth_1418.vocabulary import KEY, SEATING
from rules.kernel.asking import Told
from rules.kernel.deeds import chain
from rules.kernel.drafting import Drafting
from rules.kernel.explain import Refusal
from rules.kernel.filling import Filled
from rules.kernel.play import Actor, Audience, Past, Recorded, Role, no_past
from rules.kernel.recording import KEPT_RECORD_COMMANDS, what_stands, withdrawn_by
from rules.kernel.stage import Stage, asked, stage

KINDS: Final[Mapping[type[Any], str]] = {made: kind for kind, made in EVENTS.items()}


class Earth1418:
    """A game of it, and what a seat may see; its chapters are read with the first game."""

    key = KEY
    seating = SEATING
    state_type = EarthState
    reaches_back: Collection[str] = frozenset({"take_back", "overrule", "answer", "correct", "reread"})
    crosses: Mapping[str, str] = {
        **dict.fromkeys(DRAFTS, "said_ready"),
        "ready": "said_ready",
        "close_step": "step_closed",
    }
    drafting: Drafting = Drafting(kinds=frozenset(DRAFTS), seals="ready", about=written_about)
    commands: Mapping[str, type[Any]] = COMMANDS
    kept_commands: Mapping[str, type[Any]] = KEPT_RECORD_COMMANDS
    events: Mapping[str, type[Any]] = EVENTS

    def fresh(self) -> EarthState:
        """The state before anything has happened."""
        return EarthState()

    def copy(self, state: EarthState) -> EarthState:
        """An independent copy."""
        return state.copy()

    def brief(self, state: EarthState) -> EarthState:
        """The newest deeds only."""
        return state.brief()

    def decide(self, state: EarthState, command: Any, actor: Actor, past: Past = no_past) -> Sequence[Any] | Refusal:
        """Judge one command."""
        from rules.earth_1418.game.judging import decide

        return decide(state, command, actor, past)

    def span_began(self, state: EarthState) -> int:
        """With the step."""
        return state.span_began

    def apply(self, state: EarthState, recorded: Recorded[Any]) -> EarthState:
        """Fold one event in."""
        from rules.earth_1418.game.fold import apply

        return apply(state, recorded)

    def replay(self, log: Sequence[Recorded[Any]]) -> EarthState:
        """Fold a whole log, leaving out what was taken back."""
        state = self.fresh()
        for recorded in what_stands(log):
            self.apply(state, recorded)
        return state

    def taken_back(self, event: Any) -> Collection[int]:
        """The numbers of the events which this one withdraws."""
        return withdrawn_by(event)

    def audience(self, state: EarthState, event: Any) -> Audience:
        """Who may know of this event."""
        from rules.earth_1418.game.view import audience

        return audience(state, event)

    def view(self, state: EarthState, role: Role) -> Mapping[str, Any]:
        """Everything a seat of this role may know."""
        from rules.earth_1418.game.view import view

        return view(state, role)

    def tell(self, state: EarthState, recorded: Recorded[Any], role: Role) -> Mapping[str, Any]:
        """One event as a seat of this role may read it: an event is sent to nobody who may not read all of it."""
        from rules.earth_1418.game.telling import card, says

        event = recorded.event
        told = {"kind": KINDS[type(event)], "says": says(state, event), "by": recorded.role.value}
        return told | {"command_id": recorded.command_id, **card(event)}

    def stage(self, state: EarthState, actor: Actor, past: Past = no_past) -> Stage:
        """What a seat owes, is offered and waits for."""
        from rules.earth_1418.game.creating import CREATING_DEEDS
        from rules.earth_1418.game.judging import DEEDS
        from rules.earth_1418.game.table import EarthTable

        return stage(EarthTable(state, actor, past), DEEDS if state.facts else CREATING_DEEDS)

    def names(self, state: EarthState, role: Role, of: Collection[str]) -> Mapping[str, str]:
        """Formations, sub-units, bases, cordons and one's own bombardments by their names; past deeds as told."""
        from rules.earth_1418.game.naming import called
        from rules.earth_1418.game.view import sides_of

        own = sides_of(role)
        hidden = {name for name, one in state.bombardments.items() if one.side not in own}
        things = {one: called(state, one) for one in of if one not in hidden}
        done = {deed.command_id: deed.name_for(role) for deed in chain(state.deeds) if deed.command_id in of}
        return {one: name for one, name in (things | done).items() if name and name != one}

    def asked(
        self,
        state: EarthState,
        actor: Actor,
        kind: str,
        about: Told,
        told: Told,
        past: Past = no_past,
        overruled: bool = False,
    ) -> Filled[Any]:
        """What a deed asks, as far as it was told."""
        from rules.earth_1418.game.creating import CREATING_DEEDS
        from rules.earth_1418.game.judging import DEEDS
        from rules.earth_1418.game.table import EarthTable

        deeds = DEEDS if state.facts else CREATING_DEEDS
        return asked(EarthTable(state, actor, past, overruled), deeds, kind, about, told)

    def unproved(self, _log: Sequence[Recorded[Any]], _game: str) -> Sequence[str]:
        """Nothing is promised in a log that could be held against it."""
        return ()

    def upcast(self, _kind: str, _version: int, payload: Mapping[str, Any]) -> Mapping[str, Any]:
        """No kind has an older version."""
        return payload


SYSTEM: Final = Earth1418()
