"""The table of the toy, what happens on it, and what may be done: the judge and the stage share it."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from rules.kernel.dice_ledger import Dice
from rules.kernel.explanations import Refusal
from rules.kernel.game_record import PastDeed, WaitingRequest
from rules.kernel.play import Past, no_past
from rules.kernel.record_events import RequestAllowed
from rules.kernel.seats import Actor, Role
from rules.kernel.undo import in_brief
from rules.tabletop.stands import Spot
from tests.stage_toy.book import Aimed, book_now, dice_of_a_shot
from tests.stage_toy.meadow import Meadow, Places, Smoke, hidden, meadow, on_meadow, under

SIDES = ("north", "south")
OTHER = {"north": "south", "south": "north"}
NOBODY = Actor(Role.SPECTATOR)


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
    allowed: tuple[RequestAllowed, ...] = ()
    seated: tuple[str, ...] = ()
    sitting: dict[str, int] = field(default_factory=dict)
    seats_allowed: tuple[str, ...] = ()
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


def may_bury(state: State, side: str) -> bool:
    """Whether a side has yet to choose its stance, and with it what becomes of its chest."""
    return not state.open and side not in state.chosen and bool(state.stands[side])


def unseen(state: State, shots: Sequence[tuple[str, Sequence[str]]]) -> Refusal | None:
    """Why somebody is not shot at: the map has him out of sight (TOY-7)."""
    field = meadow_of(state)
    return next((found for shot in shots if field and (found := hidden(field, *shot))), None)


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
