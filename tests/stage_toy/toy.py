"""Two sides shoot: secret stances opened together, shots, a choice after the dice, a save, an answer; on a map, too."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from rules.kernel.asking import NEEDED, Ask, Asks, Denied, Origin, Proposal, Told
from rules.kernel.deeds import PastDeed, WaitingRequest
from rules.kernel.dice import D6
from rules.kernel.explain import Refusal, Step
from rules.kernel.kept import Dice, lying
from rules.kernel.plain import build
from rules.kernel.play import Actor, Past, Role, Throw, no_past
from rules.kernel.recording import in_brief
from rules.kernel.resolve import fact
from rules.kernel.stage import AtHand, Deed, Possible, nothing
from rules.tabletop.placing_deeds import place_asks
from rules.tabletop.stands import Spot
from tests.stage_toy.book import Aimed, Await, book_now, dice_of_a_shot, hits
from tests.stage_toy.meadow import (
    CIRCLE_MM,
    MEADOW,
    Meadow,
    Places,
    Smoke,
    apart,
    drifted,
    hidden,
    in_rank,
    meadow,
    on_meadow,
    under,
)
from tests.stage_toy.shifting import Shift, Shifted, moved_to

SIDES = ("north", "south")
OTHER = {"north": "south", "south": "north"}
LAST_ROUND = 4
NOT_THROWN = Throw(0)
NOBODY = Actor(Role.SPECTATOR)


@dataclass(frozen=True, kw_only=True)
class Choose:
    stance: Literal["stand", "lie"] = fact("how its stands await fire")
    written: tuple[dict[str, object], ...] = fact("where its chest was buried, as it was sent", default=(), longest=9)


@dataclass(frozen=True, kw_only=True)
class Bury:
    stand: str = fact("the stand beside which the chest lies")


@dataclass(frozen=True, kw_only=True)
class Shot:
    firer: str = fact("the stand that shoots")
    targets: tuple[str, ...] = fact("the stands shot at")
    range_cm: float = fact("from the firer to the nearest of them", unit="cm", least=0, most=100)
    dice: tuple[Throw, ...] = fact("its dice", default=())


@dataclass(frozen=True, kw_only=True)
class Shoot:
    shots: tuple[Shot, ...] = fact("each shot")
    steady: bool = fact("nobody hurries", default=True)


@dataclass(frozen=True, kw_only=True)
class DrawUp:
    """Where the rank of a side stands; each side does it before it chooses."""

    x_mm: int = fact("the middle of its rank, along the near edge", unit="mm", spot="x", mate="y_mm")
    y_mm: int = fact("the same, up the table", unit="mm", spot="y")


@dataclass(frozen=True, kw_only=True)
class LaySmoke:
    x_mm: int = fact("where the smoke is laid, along the near edge", unit="mm", spot="x", mate="y_mm")
    y_mm: int = fact("the same, up the table", unit="mm", spot="y")


@dataclass(frozen=True, kw_only=True)
class Lob:
    """Grenades on all that lie under a circle: a pool of dice, of which only how many hit is counted."""

    x_mm: int = fact("the middle of the circle, along the near edge", unit="mm", spot="x", mate="y_mm")
    y_mm: int = fact("the same, up the table", unit="mm", spot="y")
    dice: tuple[Throw, ...] = fact("its dice", default=())


@dataclass(frozen=True, kw_only=True)
class PickHit:
    stand: str = fact("the stand that is hit")


@dataclass(frozen=True, kw_only=True)
class Save:
    stand: str = fact("the stand that is hit")
    die: Throw = fact("its die")


@dataclass(frozen=True, kw_only=True)
class HoldFire:
    """Nobody is shot at in this round: asks nothing."""


@dataclass(frozen=True, kw_only=True)
class Reply:
    agree: bool = fact("the round ends here")


@dataclass
class State:
    """The table, and what the record keeps of it."""

    stands: dict[str, tuple[str, ...]] = field(
        default_factory=lambda: {s: tuple(f"{s} {n}" for n in "ab") for s in SIDES}
    )
    chosen: dict[str, str] = field(default_factory=dict)
    buried: dict[str, str] = field(default_factory=dict)
    open: bool = False
    turn: str = "north"
    hittable: tuple[str, ...] = ()
    hit: str = ""
    reply_due: bool = False
    round: int = 1
    places: Places = field(default_factory=dict)
    smoke: tuple[Smoke, ...] = ()
    seq: int = 0
    span_began: int = 0
    deeds: PastDeed | None = None
    asked: WaitingRequest | None = None
    thrown: Dice = field(default_factory=dict)
    named: dict[str, int] = field(default_factory=dict)

    def copy(self) -> "State":
        return replace(self, thrown=dict(self.thrown), named=dict(self.named))

    def brief(self) -> "State":
        return replace(self.copy(), deeds=in_brief(self.deeds))


@dataclass(frozen=True)
class Event:
    """What is so afterwards, and who may know; nobody named: everybody.

    As a service keeps it, it says what was `changed` and what was `added` (of the others nothing is so afterwards but
    what already was), what was done, and its dice by their rolls.
    """

    after: State
    only: str = ""
    did: str = ""
    dice: Dice = field(default_factory=dict)
    changed: tuple[str, ...] = ()
    added: tuple[str, ...] = ()


@dataclass(frozen=True)
class Table:
    state: State
    sides: tuple[str, ...]
    actor: Actor = NOBODY
    past: Past = no_past
    overruled: bool = False

    @property
    def in_turn(self) -> str:
        return self.state.turn

    @property
    def field(self) -> Meadow | None:
        return meadow_of(self.state)


def meadow_of(state: State) -> Meadow | None:
    return meadow(state.stands, state.places, state.smoke)


def dice_of(range_cm: float) -> int:
    answer = dice_of_a_shot(Aimed(range_cm=range_cm), book_now())
    return 1 if isinstance(answer, Refusal) else answer.value


def too_far(ranges_cm: Sequence[float]) -> Refusal | None:
    answers = (dice_of_a_shot(Aimed(range_cm=one), book_now()) for one in ranges_cm)
    return next((one for one in answers if isinstance(one, Refusal)), None)


def roll_of(firer: str, targets: Sequence[str]) -> str:
    """The name under which the dice of a shot stay thrown."""
    return f"shot/{firer}/{'+'.join(targets)}"


def save_of(stand: str) -> str:
    return f"save/{stand}"


def may_shoot(state: State) -> Refusal | None:
    waits = not state.open or state.hittable or state.hit or state.reply_due
    return Refusal("TOY-1", "something else comes first") if waits else None


def choosing(table: Table) -> Iterator[Possible]:
    for side in SIDES:
        if not table.state.open and side not in table.state.chosen:
            yield Possible(by=side, owed=True, secret=True)


def choose_asks(table: Table, told: Told) -> Iterator[Ask | Refusal]:
    away = Denied("run", Refusal("TOY-5", "nobody runs in this game", "stand or lie"))
    left = Step("TOY-5", f"{sum(map(len, table.state.stands.values()))} stands are left on the field")
    stances = {"brings": ("is hit on 4 and up", "is hit on 5 and up"), "denied": (away,), "reckoned": (left,)}
    yield Asks(Choose)("stance", **stances)


def may_bury(state: State, side: str) -> bool:
    """Whether a side has yet to choose its stance, and with it what becomes of its chest."""
    return not state.open and side not in state.chosen and bool(state.stands[side])


def burying(table: Table) -> Iterator[Possible]:
    for side in SIDES:
        if may_bury(table.state, side):
            yield Possible(by=side, secret=True)


def bury_asks(table: Table, told: Told) -> Iterator[Ask | Refusal]:
    # Only the seat's own side is ever offered this.
    yield Asks(Bury)("stand", among=table.state.stands[table.sides[0]])


def shooting(table: Table) -> Iterator[Possible]:
    refused = may_shoot(table.state)
    yield Possible(by=table.state.turn, barred=refused, lapses="the shot of this round is lost")


def holding(table: Table) -> Iterator[Possible]:
    yield Possible(by=table.state.turn, barred=may_shoot(table.state))


def shoot_asks(table: Table, told: Told) -> Iterator[Ask | Refusal]:
    able, enemies = table.state.stands[table.state.turn], table.state.stands[OTHER[table.state.turn]]
    ask = Asks(Shot)

    def row(shot: Told) -> Iterator[Ask | Refusal]:
        yield ask("firer", among=[one for one in able if one not in [other.get("firer") for other in told["shots"]]])
        yield ask("targets", among=enemies, least=1)
        found = apart(table.field, shot["firer"], shot["targets"]) if table.field else None
        yield ask("range_cm", proposals=(Proposal(found.value, Origin.MAP, found.whence),) if found else ())

    yield Asks(Shoot)("shots", row=row, least=1, most=len(able))
    yield Asks(Shoot)("steady")
    refusal = too_far([shot["range_cm"] for shot in told["shots"]])
    refusal = refusal or unseen(table.state, [(shot["firer"], shot["targets"]) for shot in told["shots"]])
    if refusal and not table.overruled:
        yield refusal
        return
    counts = [dice_of(shot["range_cm"]) for shot in told["shots"]]
    kept = [
        die for shot, count in zip(told["shots"], counts, strict=True) for die in lying_for(table.state, shot, count)
    ]
    yield ask("dice", per="shots", counts=counts, most=max(counts), kept=tuple(kept))


def unseen(state: State, shots: Sequence[tuple[str, Sequence[str]]]) -> Refusal | None:
    """Why somebody is not shot at: the map has him out of sight (TOY-7)."""
    field = meadow_of(state)
    return next((found for shot in shots if field and (found := hidden(field, *shot))), None)


def drawing_up(table: Table) -> Iterator[Possible]:
    for side in SIDES:
        if table.state.places and may_bury(table.state, side):
            yield Possible(by=side, where=AtHand.MORE)


def draw_up_asks(table: Table, told: Told) -> Iterator[Ask | Refusal]:
    yield from place_asks(Asks(DrawUp), MEADOW)
    side = table.sides[0]
    found = in_rank(side, table.state.stands[side], Spot(told["x_mm"], told["y_mm"]))
    if isinstance(found, Refusal):
        yield found


def shift_asks(table: Table, told: Told) -> Iterator[Ask | Refusal]:
    able, ask = table.state.stands[table.sides[0]], Asks(Shifted)

    def row(_so_far: Told) -> Iterator[Ask | Refusal]:
        taken = [one.get("stand") for one in told["stands"][:-1]]
        yield ask("stand", among=[one for one in able if one not in taken])
        yield from place_asks(ask, MEADOW)
        yield ask("facing_deg")

    yield Asks(Shift)("stands", row=row, least=1, most=len(able))
    found = moved_to(table.field, table.state.places, build(Shift, told))
    if isinstance(found, Refusal):
        yield found


def on_the_map(table: Table) -> Iterator[Possible]:
    """What is thrown at a place of the map: whoever is in turn may instead of shooting."""
    if table.state.places:
        yield Possible(by=table.state.turn, barred=may_shoot(table.state))


def smoke_asks(table: Table, told: Told) -> Iterator[Ask | Refusal]:
    yield from place_asks(Asks(LaySmoke), MEADOW)


def lob_asks(table: Table, told: Told) -> Iterator[Ask | Refusal]:
    yield from place_asks(Asks(Lob), MEADOW, CIRCLE_MM)
    under_it = lobbed_at(table.state, told["x_mm"], told["y_mm"])
    if isinstance(under_it, Refusal):
        yield under_it
        return
    count, name = len(under_it), lob_of(told["x_mm"], told["y_mm"])
    yield Asks(Lob)("dice", least=count, most=count, usual=NEEDED, kept=lying(table.state, name)[:count])


def lobbed_at(state: State, x_mm: int, y_mm: int) -> list[str] | Refusal:
    """Who lies under the circle, of those who are not in turn (TOY-8)."""
    field = meadow_of(state)
    wrong = on_meadow(x_mm, y_mm) if field else Refusal("TOY-1", "this is not its time")
    if wrong is not None or field is None:
        return wrong or Refusal("TOY-1", "this is not its time")
    found = under(field, OTHER[state.turn], Spot(x_mm, y_mm))
    return found or Refusal("TOY-8", "nobody lies under the circle", "lay it on somebody")


def lob_of(x_mm: int, y_mm: int) -> str:
    """The name under which the dice of grenades stay thrown."""
    return f"lob/{x_mm}/{y_mm}"


def lying_for(state: State, shot: Told, count: int) -> list[Throw]:
    """The dice of a shot that lie thrown already, in their places."""
    found = lying(state, roll_of(shot["firer"], shot["targets"]))[:count]
    return [*found, *[NOT_THROWN] * (count - len(found))]


def save_asks(table: Table, told: Told) -> Iterator[Ask | Refusal]:
    yield Asks(Save)("die", kept=lying(table.state, save_of(told["stand"]))[:1])


def picking(table: Table) -> Iterator[Possible]:
    if table.state.hittable:
        yield Possible(by=table.state.turn, owed=True)


def saving(table: Table) -> Iterator[Possible]:
    if table.state.hit:
        yield Possible({"stand": table.state.hit}, by=OTHER[table.state.turn], owed=True)


def replying(table: Table) -> Iterator[Possible]:
    if table.state.reply_due:
        yield Possible(by=OTHER[table.state.turn], owed=True)


DEEDS = (
    Deed("choose", "Choose a stance", Choose, choosing, choose_asks),
    Deed(
        "pick_hit",
        "Say who is hit",
        PickHit,
        picking,
        lambda table, told: iter([Asks(PickHit)("stand", among=table.state.hittable)]),
    ),
    Deed("save", "Save the stand", Save, saving, save_asks),
    Deed("reply", "Reply", Reply, replying, lambda table, told: iter([Asks(Reply)("agree")])),
    Deed("shoot", "Shoot", Shoot, shooting, shoot_asks),
    Deed("bury", "Bury the chest", Bury, burying, bury_asks),
    Deed("draw_up", "Draw up its rank", DrawUp, drawing_up, draw_up_asks, AtHand.MORE),
    Deed("shift", "Shift stands", Shift, drawing_up, shift_asks, AtHand.MORE),
    Deed("smoke", "Lay smoke", LaySmoke, on_the_map, smoke_asks, AtHand.MORE),
    Deed("lob", "Throw grenades", Lob, on_the_map, lob_asks),
    Deed("hold_fire", "Hold fire", HoldFire, holding, nothing, AtHand.ON),
)


class Toy:
    """The toy as the properties see it."""

    deeds = DEEDS
    seats = SIDES

    def fresh(self) -> State:
        return State()

    def table(self, state: State, seat: str) -> Table:
        return Table(state, (seat,))

    def over(self, state: State) -> bool:
        return state.round > LAST_ROUND or not all(state.stands.values())

    def knows(self, event: Event, seat: str) -> bool:
        return event.only in ("", seat)

    def apply(self, state: State, event: Event) -> State:
        return event.after

    def decide(self, state: State, seat: str, command: Any, overruled: bool = False) -> Sequence[Event] | Refusal:
        wrong = Refusal("TOY-1", "this is not its time")
        match command:
            case Choose() if not state.open and seat not in state.chosen:
                chosen = state.chosen | {seat: command.stance}
                both = len(chosen) == 2
                return [Event(replace(state, chosen=chosen, open=both), "" if both else seat)]
            case Bury() if may_bury(state, seat) and command.stand in state.stands[seat]:
                return [Event(replace(state, buried=state.buried | {seat: command.stand}), seat)]
            case Shoot() if seat == state.turn:
                return may_shoot(state) or shot_at(state, command, overruled)
            case DrawUp() if state.places and may_bury(state, seat):
                rank = in_rank(seat, state.stands[seat], Spot(command.x_mm, command.y_mm))
                return rank if isinstance(rank, Refusal) else [Event(replace(state, places={**state.places, **rank}))]
            case Shift() if may_bury(state, seat) and {one.stand for one in command.stands} <= set(state.stands[seat]):
                places = moved_to(meadow_of(state), state.places, command)
                return places if isinstance(places, Refusal) else [Event(replace(state, places=places))]
            case LaySmoke() if seat == state.turn and state.places:
                wrong_place = may_shoot(state) or on_meadow(command.x_mm, command.y_mm)
                smoke = (*state.smoke, Smoke(command.x_mm, command.y_mm))
                return wrong_place or [Event(replace(state, smoke=smoke, reply_due=True))]
            case Lob() if seat == state.turn:
                return may_shoot(state) or lobbed(state, command)
            case HoldFire() if seat == state.turn:
                return may_shoot(state) or [Event(replace(state, reply_due=True))]
            case PickHit() if seat == state.turn and command.stand in state.hittable:
                return [Event(replace(state, hittable=(), hit=command.stand))]
            case Save() if seat == OTHER[state.turn] and command.stand == state.hit:
                return [Event(saved(state, seat, command.die.pips))]
            case Reply() if seat == OTHER[state.turn] and state.reply_due:
                return [Event(next_round(state) if command.agree else replace(state, reply_due=False, turn=seat))]
        return wrong


def lobbed(state: State, command: Lob) -> Sequence[Event] | Refusal:
    under_it = lobbed_at(state, command.x_mm, command.y_mm)
    if isinstance(under_it, Refusal):
        return under_it
    if len(command.dice) != len(under_it):
        return Refusal("TOY-3", "these are not its dice")
    least = book_now().table("dice").number("stand").value
    hittable = tuple(under_it) if any(one.pips >= least for one in command.dice) else ()
    return [Event(replace(state, hittable=hittable, reply_due=not hittable))]


def shot_at(state: State, command: Shoot, overruled: bool = False) -> Sequence[Event] | Refusal:
    refusal = too_far([one.range_cm for one in command.shots])
    refusal = refusal or unseen(state, [(one.firer, one.targets) for one in command.shots])
    if refusal and not overruled:
        return refusal
    if any(len(one.dice) != dice_of(one.range_cm) for one in command.shots):
        return Refusal("TOY-3", "these are not its dice")
    enemies = state.stands[OTHER[state.turn]]
    lies = state.chosen[OTHER[state.turn]] == "lie"
    shot = {target for one in command.shots if hits_any(one, lies) for target in one.targets}
    hittable = tuple(one for one in enemies if one in shot)
    return [Event(replace(state, hittable=hittable, reply_due=not hittable))]


def hits_any(shot: Shot, lies: bool) -> bool:
    """Whether a shot hits, however far it goes: whoever sets the distance aside means that it reaches."""
    near = min(shot.range_cm, book_now().table("distances").number("longest").value / 10)
    answer = hits(Await(range_cm=near, lies=lies), tuple(D6(die.pips) for die in shot.dice), book_now())
    return not isinstance(answer, Refusal) and answer.value


def saved(state: State, side: str, pips: int) -> State:
    is_saved = pips >= book_now().table("dice").number("save").value
    left = state.stands[side] if is_saved else tuple(one for one in state.stands[side] if one != state.hit)
    return replace(state, stands=state.stands | {side: left}, hit="", reply_due=True)


def next_round(state: State) -> State:
    begins = {"reply_due": False, "open": False, "chosen": {}, "smoke": tuple(drifted(state.smoke))}
    return replace(state, **begins, round=state.round + 1, turn=OTHER[state.turn])
