"""The toy as a service keeps it: its commands and events by name, and two seats that speak for its sides."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rules.kernel.asking import Told
from rules.kernel.explain import Refusal
from rules.kernel.filling import Filled
from rules.kernel.play import Actor, Audience, Past, Recorded, Role, Seating, no_past
from rules.kernel.stage import Stage, asked, stage
from tests.stage_toy.toy import DEEDS, Event, State, Table, Toy

SEATING: Final = Seating({"north": "The north", "south": "The south"}, referee="Umpire", spectator="Passer-by")


@dataclass(frozen=True)
class Begin:
    """The two sides stand opposite each other."""


class ServedToy:
    key = "stage-toy"
    seating = SEATING
    state_type = State
    reaches_back: Collection[str] = ()
    crosses: Mapping[str, str] = {"choose": "came_to"}
    commands: Mapping[str, type[Any]] = {"begin": Begin} | {deed.kind: deed.command for deed in DEEDS}
    kept_commands: Mapping[str, type[Any]] = {}
    events: Mapping[str, type[Any]] = {"came_to": Event}

    def fresh(self) -> State:
        return State()

    def copy(self, state: State) -> State:
        return state

    def brief(self, state: State) -> State:
        return state

    def span_began(self, state: State) -> int:
        return 0

    def table(self, state: State, role: Role) -> Table:
        return Table(state, SEATING.speaks_for(role) if role.plays else ())

    def stage(self, state: State, actor: Actor, past: Past = no_past) -> Stage:
        over = Toy().over(state)
        return Stage((), (), ()) if over else stage(self.table(state, actor.role), DEEDS)

    def names(self, state: State, role: Role, of: Collection[str]) -> Mapping[str, str]:
        return {}

    def asked(
        self, state: State, actor: Actor, kind: str, about: Told, told: Told, past: Past = no_past
    ) -> Filled[Any]:
        return asked(self.table(state, actor.role), DEEDS, kind, about, told)

    def decide(self, state: State, command: Any, actor: Actor, past: Past = no_past) -> Sequence[Event] | Refusal:
        if isinstance(command, Begin):
            return [Event(state)]
        if not actor.role.plays:
            return Refusal("TOY-4", "only the two sides play", "look on")
        return Toy().decide(state, actor.role.value, command)

    def apply(self, state: State, recorded: Recorded[Event]) -> State:
        return recorded.event.after

    def replay(self, log: Sequence[Recorded[Event]]) -> State:
        return log[-1].event.after if log else self.fresh()

    def taken_back(self, event: Event) -> Collection[int]:
        return ()

    def audience(self, state: State, event: Event) -> Audience:
        return Audience(event.only) if event.only else Audience.ALL

    def view(self, state: State, role: Role) -> Mapping[str, Any]:
        side = role.value
        own = {name: value for name, value in state.chosen.items() if state.open or name == side}
        buried = {name: value for name, value in state.buried.items() if name == side}
        return {"round": state.round, "stands": state.stands, "chosen": own, "buried": buried, "you": role.value}

    def tell(self, state: State, recorded: Recorded[Event], role: Role) -> Mapping[str, Any]:
        after = recorded.event.after
        left = sum(map(len, after.stands.values()))
        hidden = " (only its own side knows)" if recorded.event.only else ""
        return {"kind": "came_to", "says": f"Round {after.round}: {left} stands are left{hidden}"}

    def unproved(self, log: Sequence[Recorded[Any]], game: str) -> Sequence[str]:
        return ()

    def upcast(self, kind: str, version: int, payload: Mapping[str, Any]) -> Mapping[str, Any]:
        return payload
