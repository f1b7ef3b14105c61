"""A rule system small enough to see through: a counter, a die, a secret of each side, a take-back."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from rules.kernel.commands import NOT_ON_STAGE, Stage
from rules.kernel.dice import Throw
from rules.kernel.explanations import Refusal
from rules.kernel.play import NO_DRAFTS, Drafting, Past, Recorded, no_past
from rules.kernel.prompts import Filled
from rules.kernel.seats import Actor, Audience, Role, Seating


@dataclass(frozen=True, slots=True)
class Begin:
    title: str = "Rigny"


@dataclass(frozen=True, slots=True)
class Roll:
    dice: tuple[Throw, ...]


@dataclass(frozen=True, slots=True)
class Hide:
    """Only the own side may know of it."""

    what: str


@dataclass(frozen=True, slots=True)
class TakeBack:
    seqs: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Stumble:
    """The rules fail here, as a fault in them would."""


@dataclass(frozen=True, slots=True)
class Begun:
    title: str


@dataclass(frozen=True, slots=True)
class Rolled:
    version: ClassVar[int] = 2
    dice: tuple[Throw, ...]
    total: int


@dataclass(frozen=True, slots=True)
class Hidden:
    what: str
    by: Role


@dataclass(frozen=True, slots=True)
class TakenBack:
    seqs: tuple[int, ...]


Event = Begun | Rolled | Hidden | TakenBack
Command = Begin | Roll | Hide | TakeBack | Stumble


@dataclass(frozen=True, slots=True)
class Counter:
    total: int = 0
    rolls: tuple[int, ...] = ()
    hidden: Mapping[Role, tuple[str, ...]] = field(default_factory=dict)


class Toy:
    key = "toy"
    seating = Seating({"attacker": "Attacker", "defender": "Defender"})
    state_type = Counter
    reaches_back: Collection[str] = ()
    crosses: Mapping[str, str] = {}
    drafting: Drafting = NO_DRAFTS
    commands: Mapping[str, type[Command]] = {
        "begin": Begin,
        "roll": Roll,
        "hide": Hide,
        "undo": TakeBack,
        "stumble": Stumble,
    }
    kept_commands: Mapping[str, type[Command]] = {}
    events: Mapping[str, type[Event]] = {
        "begun": Begun,
        "rolled": Rolled,
        "hidden": Hidden,
        "taken_back": TakenBack,
    }

    def fresh(self) -> Counter:
        return Counter()

    def copy(self, state: Counter) -> Counter:
        return state

    def brief(self, state: Counter) -> Counter:
        return state

    def event_for(self, state: Counter, recorded: Recorded[Event], role: Role) -> Event:
        return recorded.event

    def stage(self, state: Counter, actor: Actor, past: Past = no_past) -> Stage:
        return Stage((), (), ())

    def names(self, state: Counter, role: Role, of: Collection[str]) -> Mapping[str, str]:
        return {}

    def asked(
        self,
        state: Counter,
        actor: Actor,
        kind: str,
        about: Any,
        told: Any,
        past: Past = no_past,
        overruled: bool = False,
    ) -> Filled[Command]:
        return Filled((), NOT_ON_STAGE)

    def span_began(self, state: Counter) -> int:
        return 0

    def decide(self, state: Counter, command: Command, actor: Actor, past: Past = no_past) -> Sequence[Event] | Refusal:
        if actor.role is Role.SPECTATOR:
            return Refusal("TOY-01", "a spectator only looks on", "ask the host for a seat")
        match command:
            case Begin(title):
                return [Begun(title)]
            case Roll(dice):
                if len(dice) > 100:
                    return Refusal("TOY-02", "nobody has a hundred dice", "throw fewer")
                return [Rolled(dice, sum(die.pips for die in dice))] if dice else []
            case Hide(what):
                return [Hidden(what, actor.role)]
            case TakeBack(seqs):
                return [TakenBack(seqs)]
            case Stumble():
                raise RuntimeError("the rules failed")

    def apply(self, state: Counter, recorded: Recorded[Event]) -> Counter:
        match recorded.event:
            case Rolled(dice, total):
                rolls = (*state.rolls[-9:], *(die.pips for die in dice))
                return replace(state, total=state.total + total, rolls=rolls)
            case Hidden(what, by):
                return replace(state, hidden={**state.hidden, by: (*state.hidden.get(by, ()), what)})
            case Begun() | TakenBack():
                return state

    def replay(self, log: Sequence[Recorded[Event]]) -> Counter:
        gone: set[int] = set()
        for one in reversed(log):
            if one.seq not in gone:
                gone.update(self.taken_back(one.event))
        state = self.fresh()
        for one in log:
            state = state if one.seq in gone else self.apply(state, one)
        return state

    def taken_back(self, event: Event) -> Collection[int]:
        return event.seqs if isinstance(event, TakenBack) else ()

    def audience(self, state: Counter, event: Event) -> Audience:
        return Audience(event.by.value) if isinstance(event, Hidden) else Audience.ALL

    def view(self, state: Counter, role: Role) -> Mapping[str, Any]:
        hidden = state.hidden if role is Role.REFEREE else {role: state.hidden.get(role, ())}
        return {"total": state.total, "rolls": state.rolls, "hidden": hidden}

    def tell(self, state: Counter, recorded: Recorded[Event], role: Role) -> Mapping[str, Any]:
        match recorded.event:
            case Begun(title):
                return {"kind": "begun", "says": f"{title} begins"}
            case Rolled(_, total):
                return {"kind": "rolled", "says": f"{recorded.role} rolled {total}", "total": total}
            case Hidden(what, _):
                return {"kind": "hidden", "says": f"{what} is hidden"}
            case TakenBack(seqs):
                return {"kind": "taken_back", "says": f"{len(seqs)} taken back"}

    def unproved(self, log: Sequence[Recorded[Any]], game: str) -> Sequence[str]:
        return ()

    def upcast(self, kind: str, version: int, payload: Mapping[str, Any]) -> Mapping[str, Any]:
        if kind == "rolled" and version == 1:
            return {"dice": [{"pips": pips} for pips in payload["faces"]], "total": sum(payload["faces"])}
        return payload


TOY = Toy()
