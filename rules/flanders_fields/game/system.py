"""Flanders Fields as a playable system: what the keeper of games talks to."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from rules.flanders_fields.air.game.record import missions_of
from rules.flanders_fields.cards.game.record import hand_of
from rules.flanders_fields.cards.game.state import FULL_PACK, card_name
from rules.flanders_fields.fire_plan.game.record import name_of_planned
from rules.flanders_fields.game.apply import apply
from rules.flanders_fields.game.chapters import CHAPTERS, COMMANDS, EVENTS, KEPT_COMMANDS
from rules.flanders_fields.game.deciding import decide
from rules.flanders_fields.game.naming import name_of
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.game.table import JudgedTable
from rules.flanders_fields.game.upcasts import upcast
from rules.flanders_fields.vocabulary import KEY, SEATING
from rules.kernel.asking import Told
from rules.kernel.chapters import Command, Event
from rules.kernel.deeds import chain
from rules.kernel.drafting import NO_DRAFTS, Drafting
from rules.kernel.explain import Refusal
from rules.kernel.filling import Filled
from rules.kernel.play import Actor, Audience, Past, Recorded, Role, no_past
from rules.kernel.recording import what_stands, withdrawn_by
from rules.kernel.stage import Stage

KINDS: Final[Mapping[type[Event], str]] = {made: kind for kind, made in EVENTS.items()}


class FlandersFields:
    """The three functions of a game, and what a seat may see of it."""

    key = KEY
    seating = SEATING
    state_type = GameState
    reaches_back: Collection[str] = frozenset({"take_back", "overrule", "answer", "correct", "reread"})
    crosses: Mapping[str, str] = CHAPTERS.crosses
    drafting: Drafting = NO_DRAFTS
    commands: Mapping[str, type[Command]] = COMMANDS
    kept_commands: Mapping[str, type[Command]] = KEPT_COMMANDS
    events: Mapping[str, type[Event]] = EVENTS

    def fresh(self) -> GameState:
        """The state before anything has happened."""
        return GameState()

    def copy(self, state: GameState) -> GameState:
        """An independent copy."""
        return state.copy()

    def brief(self, state: GameState) -> GameState:
        """The newest deeds only: the older ones can be taken back by name, and nothing else asks for them."""
        return state.brief()

    def decide(
        self, state: GameState, command: Command, actor: Actor, past: Past = no_past
    ) -> Sequence[Event] | Refusal:
        """Judge one command."""
        return decide(state, command, actor, past)

    def span_began(self, state: GameState) -> int:
        """With the player turn."""
        return state.span_began

    def apply(self, state: GameState, recorded: Recorded[Event]) -> GameState:
        """Fold one event in."""
        return apply(state, recorded)

    def replay(self, log: Sequence[Recorded[Event]]) -> GameState:
        """Fold a whole log, leaving out what was taken back."""
        state = self.fresh()
        for recorded in what_stands(log):
            apply(state, recorded)
        return state

    def taken_back(self, event: Event) -> Collection[int]:
        """The numbers of the events which this one withdraws."""
        return withdrawn_by(event)

    def audience(self, state: GameState, event: Event) -> Audience:
        """Who may know of this event."""
        # Here, and below: what seats know is read with the first event, not at the start.
        from rules.flanders_fields.game.view import audience

        return audience(state, event)

    def view(self, state: GameState, role: Role) -> Mapping[str, Any]:
        """Everything a seat of this role may know."""
        from rules.flanders_fields.game.view import view

        return view(state, role)

    def tell(self, state: GameState, recorded: Recorded[Event], role: Role) -> Mapping[str, Any]:
        """One event as a seat of this role may read it."""
        from rules.flanders_fields.game.view import tell

        return {"kind": KINDS[type(recorded.event)], **tell(state, recorded, role)}

    def stage(self, state: GameState, actor: Actor, past: Past = no_past) -> Stage:
        """What a seat owes, is offered and waits for."""
        # Here, and below: the deeds of all chapters are read with the first stage, not at the start.
        from rules.flanders_fields.game.deeds import stage_of

        return stage_of(state, actor, past)

    def names(self, state: GameState, role: Role, of: Collection[str]) -> Mapping[str, str]:
        """Stands, units, formations, barrages, lines of the plan, clouds, cards and deeds by their names."""
        if state.facts is None:
            return {}
        table = JudgedTable(state, Actor(role), state.book())
        done = {deed.command_id: deed.name_for(role) for deed in chain(state.deeds) if deed.command_id in of}
        cards = {one: card_name(one) for one in of if one in FULL_PACK}
        things = {one: name_of(state, one) or _of_the_record(state, one, role) for one in of if table.knows_of(one)}
        return {one: name for one, name in (things | cards | done).items() if name}

    def asked(
        self,
        state: GameState,
        actor: Actor,
        kind: str,
        about: Told,
        told: Told,
        past: Past = no_past,
        overruled: bool = False,
    ) -> Filled[Any]:
        """What a deed asks, as far as it was told."""
        from rules.flanders_fields.game.deeds import asked_of
        from rules.flanders_fields.game.seated import SeatDeeds

        return asked_of(SeatDeeds(state, actor, past, overruled), kind, about, told)

    def unproved(self, log: Sequence[Recorded[Event]], game: str) -> Sequence[str]:
        """Sealed fire plans, and pieces of them, that do not hold against their fingerprints."""
        from rules.flanders_fields.fire_plan.game.view import unproved

        return tuple(unproved(log, game))

    def upcast(self, kind: str, version: int, payload: Mapping[str, Any]) -> Mapping[str, Any]:
        """Bring a stored payload of an older version up to the current one."""
        return upcast(kind, version, payload)


def _of_the_record(state: GameState, of: str, role: Role) -> str:
    """What a seat reads of what is only kept: a line of the plan, deep suppression, aircraft, a hand of cards."""
    for thing, side in (("Aircraft", missions_of(of)), ("Cards in hand", hand_of(of))):
        if side:
            return f"{thing} of the {state.side_facts(side).name} side"
    return name_of_planned(state, of, role)


SYSTEM = FlandersFields()
