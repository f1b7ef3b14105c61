"""The toy as a service keeps it: its commands and events by name, its two seats, its record."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from rules.kernel.commands import Deed
from rules.kernel.consent import NOTHING_THERE, corrected
from rules.kernel.dice_ledger import Dice, kept_under_names, settle
from rules.kernel.explanations import Refusal
from rules.kernel.facts import fact
from rules.kernel.game_record import Correctable, Correction, Costs, Judgement, remember
from rules.kernel.play import Drafting, Past, Recorded, no_past
from rules.kernel.prompts import NEEDED, Ask, Asks, Origin, Proposal, Told
from rules.kernel.record_events import Corrected, read_values
from rules.kernel.record_module import (
    KEPT_RECORD_COMMANDS,
    RECORD_COMMANDS,
    RECORD_KINDS,
    deeds_of_record,
    forget_agreeing,
    judged,
    said,
    sits_down,
)
from rules.kernel.rule_modules import Chapter, ChapteredGame, Chapters, EventKind, Telling
from rules.kernel.seats import Actor, Audience, Role, Seating
from rules.kernel.serialization import build, plain
from tests.stage_toy.commands import Bury, Choose, Lob, Save, Shoot
from tests.stage_toy.deeds import DEEDS
from tests.stage_toy.meadow import drawn_up
from tests.stage_toy.state import Event, State, Table, lob_of, roll_of, save_of
from tests.stage_toy.toy import Toy

SEATING: Final = Seating({"north": "The north", "south": "The south"}, referee="Umpire", spectator="Passer-by")
DONE: Final[Mapping[type, str]] = {deed.command: deed.says for deed in DEEDS}


@dataclass(frozen=True, kw_only=True)
class Begin:
    """The two sides stand opposite each other: as two bands name their stands, else two each."""

    north: tuple[str, ...] = fact("the stands of the north", default=(), longest=4)
    south: tuple[str, ...] = fact("the stands of the south", default=(), longest=4)
    on_map: bool = fact("both stand drawn up on the meadow", default=False)


@dataclass(frozen=True, kw_only=True)
class SetRight:
    """How many stands of a side are left."""

    of: str = fact("the side")
    what: str = fact("what is set right", default="left")
    value: int = fact("how many are left", least=0, most=4)
    reason: str = fact("why", default="")


RIGHT: Final = Asks(SetRight)


def span(state: State) -> str:
    return f"round {state.round}"


class ToyRecord:
    """What the record asks of the toy."""

    seating: Final = SEATING

    def span(self, state: State) -> str:
        return span(state)

    def is_shared(self, state: State) -> bool:
        return not state.open

    def read(self, values: Mapping[str, Any]) -> Any:
        return read_values(CHAPTERS.commands, values)

    def judge(self, state: State, actor: Actor, command: Any, overruled: bool = False) -> Judgement:
        return judge(state, actor, command, overruled)

    def correction(self, state: State, actor: Actor, command: SetRight) -> Correction | Refusal:
        wanted = correctable(state, command.of)
        if wanted is None or command.what != "left":
            return NOTHING_THERE
        event = corrected(wanted, command)
        if isinstance(event, Refusal):
            return event
        return Correction((event,), set_right(event), wanted.owner, wanted.hurts(command.value))

    def agreed(self, state: State, actor: Actor, values: Mapping[str, Any]) -> Judgement | None:
        return None

    def is_open(self, state: State, roll: str) -> bool:
        return True

    def audience(self, state: State, event: Any) -> Audience:
        return CHAPTERS.heard(state, event) or Audience.ALL


def correctable(state: State, side: str) -> Correctable | None:
    if side not in state.stands:
        return None
    here = len(state.stands[side])
    return Correctable(here, lambda value: isinstance(value, int) and 0 <= value <= here, Costs.LESS, Role(side))


def set_right(event: Corrected) -> str:
    return f"{event.of}: {event.after} stands are left"


def judge(state: State, actor: Actor, command: Any, overruled: bool = False) -> Judgement:
    """What a deed of a side brings; its dice are those that lie already, then new ones."""
    if not actor.role.plays:
        return Refusal("TOY-4", "only the two sides play", "look on")
    if isinstance(command, Choose) and command.written:
        return chosen_at_last(state, actor, command)
    found = settled(state, command)
    if isinstance(found, Refusal):
        return found
    done, dice = found
    events = Toy().decide(state, actor.role.value, done, overruled)
    if isinstance(events, Refusal):
        return events
    return [replace(as_changes(one, state), did=DONE[type(command)], dice=dice) for one in events]


def chosen_at_last(state: State, actor: Actor, command: Choose) -> Judgement:
    """A stance, and before it what its side had written unseen."""
    done: list[Any] = []
    for values in command.written:
        draft = read_values({"bury": Bury}, values)
        found = draft if isinstance(draft, Refusal) else judge(state, actor, draft)
        if isinstance(found, Refusal):
            return found
        state = replace(state, buried=state.buried | found[0].after.buried)
        done = [*done, *found]
    stance = judge(state, actor, replace(command, written=()))
    return stance if isinstance(stance, Refusal) else [*done, *stance]


def about(event: Any) -> Collection[str]:
    """A chest that is buried elsewhere is buried there alone."""
    return ["chest"] if isinstance(event, Event) and event.did == DONE[Bury] else ()


def settled(state: State, command: Any) -> tuple[Any, Dice] | Refusal:
    """A command with the dice that count, and those by the names of their rolls."""
    match command:
        case Shoot():
            shots, found = [], Dice()
            for one in command.shots:
                name = roll_of(one.firer, one.targets)
                dice = settle(state, name, one.dice)
                if isinstance(dice, Refusal):
                    return dice
                shots.append(replace(one, dice=dice))
                found[name] = dice
            return replace(command, shots=tuple(shots)), found
        case Lob():
            name = lob_of(command.x_mm, command.y_mm)
            pool = settle(state, name, command.dice)
            return pool if isinstance(pool, Refusal) else (replace(command, dice=pool), {name: pool})
        case Save():
            thrown = settle(state, save_of(command.stand), (command.die,))
            if isinstance(thrown, Refusal):
                return thrown
            return replace(command, die=thrown[0]), {save_of(command.stand): thrown}
    return command, {}


def as_changes(event: Event, before: State) -> Event:
    """An event that says no more than what it changes: whatever else happened may be taken back without it."""
    after = replace(event.after, seq=0, span_began=0, deeds=None, asked=None, thrown={}, named={})
    changed = [name for name in OF_THE_TABLE if getattr(after, name) != getattr(before, name)]
    added: dict[str, Any] = {name: new for name in BY_SIDE if name in changed and (new := _new(after, before, name))}
    return replace(
        event,
        after=replace(after, **added),
        changed=tuple(name for name in changed if name not in added),
        added=tuple(added),
    )


def _new(after: State, before: State, name: str) -> dict[str, Any]:
    """What a side has told that it had not; nothing where something is gone."""
    was, now = getattr(before, name), getattr(after, name)
    return {side: told for side, told in now.items() if was.get(side) != told} if was.keys() <= now.keys() else {}


OF_THE_TABLE: Final = (
    "stands",
    "chosen",
    "buried",
    "open",
    "turn",
    "hittable",
    "hit",
    "reply_due",
    "round",
    "places",
    "smoke",
)
BY_SIDE: Final = ("chosen", "buried")


RECORD: Final = ToyRecord()


def _correct_asks(table: Table, told: Told) -> Iterator[Ask | Refusal]:
    yield RIGHT("of", among=[*table.state.stands])
    here = len(table.state.stands[told["of"]])
    as_many = Proposal(here, Origin.ASSUMED, "as many as stand there") if here else None
    yield RIGHT("value", least=0, most=here, chosen=True, proposals=(as_many,) if as_many else ())
    yield RIGHT("reason", usual=NEEDED)
    if found := _refused(table, build(SetRight, told)):
        yield found


def _refused(table: Table, command: Any) -> Refusal | None:
    found = TOY.decide(table.state, command, table.actor, table.past)
    return found if isinstance(found, Refusal) else None


OF_RECORD: Final = deeds_of_record(SEATING, _refused, SetRight, _correct_asks)


def begin(command: Begin) -> Judgement:
    named = {side: stands for side in SEATING.sides if (stands := getattr(command, side))}
    stands = State().stands | named
    places = drawn_up(stands) if command.on_map else {}
    changed = ("stands", "places") if places else ("stands",)
    return [Event(replace(State(), stands=stands, places=places), changed=changed)]


def came_to(state: State, event: Event) -> None:
    if "round" in event.changed or state.seq == 1:
        state.named, state.span_began = {}, state.seq
    for name in event.changed:
        setattr(state, name, getattr(event.after, name))
    for name in event.added:
        setattr(state, name, getattr(state, name) | getattr(event.after, name))


def put_right(state: State, event: Corrected) -> None:
    state.stands = state.stands | {event.of: state.stands[event.of][: int(event.after)]}


def only_for(_state: State, event: Event) -> Audience | None:
    return Audience(event.only) if event.only else None


def says(state: State, event: Event) -> str:
    left = sum(map(len, event.after.stands.values()))
    hidden = " (only its own side knows)" if event.only else ""
    return f"Round {event.after.round}: {left} stands are left{hidden}"


def says_record(state: State, event: Any) -> str:
    return said(event, str.capitalize, set_right(event) if isinstance(event, Corrected) else "")


CAME_TO: Final = EventKind[State](
    kind="came_to",
    made=Event,
    fold=came_to,
    dice=lambda state, event: event.dice,
    tells=lambda state, event: event.after.open and not state.open,
    heard=only_for,
)
CHAPTERS: Final = Chapters[State, Table](
    [
        Chapter(key="answers", deeds=OF_RECORD.first),
        Chapter(
            key="field",
            events=(CAME_TO,),
            told=Telling(says, lambda state, event: event.did),
            commands={"begin": Begin, **{deed.kind: deed.command for deed in DEEDS}},
            crosses={"choose": "came_to"},
            judge=lambda table, command: judge(table.state, table.actor, command),
            deeds=DEEDS,
        ),
        Chapter(
            key="record",
            events=(EventKind(kind="corrected", made=Corrected, fold=put_right), *RECORD_KINDS),
            told=Telling(says_record),
            commands={"correct": SetRight, **RECORD_COMMANDS},
            kept_commands=KEPT_RECORD_COMMANDS,
            deeds=OF_RECORD.last,
        ),
    ]
)


class ServedToy(ChapteredGame[State]):
    key = "stage-toy"
    seating = SEATING
    state_type = State

    def __init__(self) -> None:
        super().__init__(CHAPTERS, Drafting(kinds=frozenset({"bury"}), seals="choose", about=about))

    def table(self, state: State, actor: Actor, past: Past = no_past) -> Table:
        return Table(state, SEATING.speaks_for(actor.role), actor, past)

    def seated(
        self, state: State, actor: Actor, past: Past = no_past, overruled: bool = False
    ) -> tuple[Table, Sequence[Deed[Any]]]:
        table = replace(self.table(state, actor, past), overruled=overruled)
        return table, () if Toy().over(state) else tuple(CHAPTERS.deeds())

    def decide(self, state: State, command: Any, actor: Actor, past: Past = no_past) -> Judgement:
        seated = sits_down(RECORD, state, actor, command)
        if seated is not None:
            return seated
        if isinstance(command, Begin):
            return begin(command)
        of_record = judged(RECORD, state, actor, command, past, self.decide, SetRight)
        return CHAPTERS.judge(self.table(state, actor, past), command) if of_record is None else of_record

    def apply(self, state: State, recorded: Recorded[Any]) -> State:
        event = recorded.event
        if CHAPTERS.is_deed(event) and getattr(event, "did", True):
            dice, told = kept_under_names(state, CHAPTERS.dice(state, event)), CHAPTERS.tells(state, event)
            remember(state, recorded, CHAPTERS.name(state, event) or says_record(state, event), dice, span(state), told)
        forget_agreeing(state, recorded)
        state.seq = recorded.seq
        CHAPTERS.fold(state, event)
        return state

    def view(self, state: State, role: Role) -> Mapping[str, Any]:
        side = role.value
        own = {name: value for name, value in state.chosen.items() if state.open or name == side}
        buried = {name: value for name, value in state.buried.items() if name == side}
        words = state.asked.words_for(role) if state.asked else ""
        known = {"chosen": own, "buried": buried, "asked": words}
        on_map = {"places": state.places, "smoke": plain(state.smoke)} if state.places else {}
        return {"round": state.round, "stands": state.stands, "you": role.value, **known, **on_map}


TOY: Final = ServedToy()
