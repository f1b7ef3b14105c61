"""Flanders Fields as a playable system: what the keeper of games talks to."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from rules.flanders_fields.game.actions.air.air_module import missions_of
from rules.flanders_fields.game.actions.artillery.deep_suppression import name_in_record
from rules.flanders_fields.game.actions.cards.card_module import hand_of
from rules.flanders_fields.game.actions.fire_plan import name_of_planned, unproved
from rules.flanders_fields.game.decisions import decide
from rules.flanders_fields.game.engine import CHAPTERS
from rules.flanders_fields.game.event_folding import apply
from rules.flanders_fields.game.fact_proposals import deeds_of
from rules.flanders_fields.game.handler_context import JudgedTable
from rules.flanders_fields.game.log_text import audience, name_of
from rules.flanders_fields.game.seat_context import SeatDeeds
from rules.flanders_fields.game.setup.creation import CreateGame
from rules.flanders_fields.game.setup.custom_scenarios import WrittenScenario
from rules.flanders_fields.game.state.cards import FULL_PACK, card_name
from rules.flanders_fields.game.state.game import GameState
from rules.flanders_fields.game.view import event_for, tell, view
from rules.flanders_fields.vocabulary import KEY, SEATING
from rules.kernel.commands import Deed
from rules.kernel.explanations import Refusal
from rules.kernel.game_record import Judgement
from rules.kernel.play import Past, Recorded, no_past
from rules.kernel.rule_modules import ChapteredGame, Command, Event
from rules.kernel.rulings import HouseRule
from rules.kernel.seats import Actor, Audience, Role


class FlandersFields(ChapteredGame[GameState]):
    """What a game of it does otherwise than its chapters alone have it, or before there are any."""

    key = KEY
    seating = SEATING
    state_type = GameState

    def decide(self, state: GameState, command: Command, actor: Actor, past: Past = no_past) -> Judgement:
        """Judge one command."""
        return decide(state, command, actor, past)

    def apply(self, state: GameState, recorded: Recorded[Event]) -> GameState:
        """Fold one event in."""
        return apply(state, recorded)

    def audience(self, state: GameState, event: Event) -> Audience:
        """Who may know of this event."""
        return audience(state, event)

    def view(self, state: GameState, role: Role) -> Mapping[str, Any]:
        """Everything a seat of this role may know."""
        return view(state, role)

    def tell(self, state: GameState, recorded: Recorded[Event], role: Role) -> Mapping[str, Any]:
        """One event as a seat of this role may read it."""
        return {"kind": CHAPTERS.of_event[type(recorded.event)].kind, **tell(state, recorded, role)}

    def event_for(self, state: GameState, recorded: Recorded[Event], role: Role) -> Event | None:
        """Return the event as a seat of this role may know it."""
        return event_for(state, recorded, role)

    def seated(
        self, state: GameState, actor: Actor, past: Past = no_past, overruled: bool = False
    ) -> tuple[Any, Sequence[Deed[Any]]]:
        """The table of a seat and the deeds at it."""
        return SeatDeeds(state, actor, past, overruled), deeds_of(state)

    def things(self, state: GameState, role: Role, of: Collection[str]) -> dict[str, str]:
        """Stands, units, formations, barrages, lines of the plan, clouds and cards by their names."""
        if state.facts is None:
            return {}
        table = JudgedTable(state, Actor(role), state.book())
        things = {one: name_of(state, one) or _of_the_record(state, one, role) for one in of if table.knows_of(one)}
        return things | {one: card_name(one) for one in of if one in FULL_PACK}

    def unproved(self, log: Sequence[Recorded[Event]], game: str) -> Sequence[str]:
        """Sealed fire plans, and pieces of them, that do not hold against their fingerprints."""
        return tuple(unproved(log, game))


def _of_the_record(state: GameState, of: str, role: Role) -> str:
    """What a seat reads of what is only kept: a line of the plan, deep suppression, aircraft, a hand of cards."""
    for thing, side in (("Aircraft", missions_of(of)), ("Cards in hand", hand_of(of))):
        if side:
            return f"{thing} of the {state.side_facts(side).name} side"
    return name_in_record(state, of) or name_of_planned(state, of, role)


SYSTEM = FlandersFields(CHAPTERS)


def as_set_up(
    scenario: str = "", own: WrittenScenario | None = None, house_rules: tuple[HouseRule, ...] = ()
) -> GameState | Refusal:
    """Return the game of a scenario as its referee would set it up, or why not. Nothing of it is stored."""
    referee = Actor(Role.REFEREE)
    state = SYSTEM.fresh()
    made = SYSTEM.decide(state, CreateGame(scenario=scenario, own=own, house_rules=house_rules), referee)
    if isinstance(made, Refusal):
        return made
    for number, event in enumerate(made, 1):
        SYSTEM.apply(state, Recorded(number, event, "", referee.role))
    return state
