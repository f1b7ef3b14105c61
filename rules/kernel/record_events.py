"""Commands and events of every game: undo, overrides, consent, corrections, notes and seats."""

from collections.abc import Mapping
from dataclasses import field
from typing import Any, Final

from rules.kernel.dice import Pack, Throw
from rules.kernel.explanations import Refusal
from rules.kernel.facts import fact
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.seats import Actor, Audience, Role
from rules.kernel.serialization import NotPlain, build


@dataclass(frozen=True, slots=True, kw_only=True)
class Overrule:
    """Do what the rules refused. Needs the referee, or the other side where there is none."""

    clause: str = fact("the clause of the refusal")
    command: dict[str, object] = fact("what was refused, as it was sent", factory=dict)
    reason: str = fact("why, in a few words", default="")


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeBack:
    """Take back the newest deed, or everything since (and with) the deed of that command id."""

    command_id: str = fact("the deed from which on everything is taken back; the newest without it", default="")


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerRequest:
    """Agree or not to what the other side asks."""

    agree: bool = fact("agreed")


@dataclass(frozen=True, slots=True, kw_only=True)
class Withdraw:
    """Take back what one has asked the other side to agree to: before it has answered, or before it is carried out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CarryOut:
    """Carry out the command that the other side, or the referee, has agreed to; its dice are thrown only now."""

    dice: tuple[Throw, ...] = fact("the dice, in the order in which the command has them", default=())
    more: tuple[Throw, ...] = fact("the dice that their faces call for", default=())
    pack: Pack | None = fact("the pack, shuffled", default=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """Write something into the log."""

    text: str = fact("what is written into the log")


@dataclass(frozen=True, slots=True, kw_only=True)
class Reread:
    """Read a die of one's own newest deed anew, within five seconds: it was mistyped.

    `command_id` is the deed's; `die` says where its command has the die, such as `die` or `shots.0.dice.1`; `pips` is
    the face that it shows.
    """

    command_id: str = fact("the deed whose die was mistyped")
    die: str = fact("which of its dice")
    pips: int = fact("the face that it shows")


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeSeat:
    """A device sat down: only the keeper of a game sends this, in its seat's name.

    `shares`: another device holds the side, and the host plays against it, so that the side has to have agreed.
    `sees`: the sides that have to have agreed to a device at the referee's seat. `replaces`: the devices that held the
    side so far leave it with this.
    """

    shares: bool = False
    sees: tuple[Role, ...] = ()
    replaces: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveUpSeat:
    """A device's seat was given up, or taken away `by` the host: only the keeper of a game sends this."""

    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AskForSeat:
    """Ask a side whether another device may sit down at it: only the keeper of a game sends this, for the host.

    `seat`: another seat, at which a device sees what the side sees; None for the side's own. `name` is what the game
    calls the side.
    """

    side: Role
    seat: Role | None = None
    name: str = ""


@dataclass(frozen=True, slots=True)
class Corrected:
    """A tracked value was set to what stands on the table."""

    of: str
    what: str
    before: int | float | bool | str
    after: int | float | bool | str
    reason: str


@dataclass(frozen=True, slots=True)
class Overruled:
    """A refusal of the rules was set aside; what it had refused follows."""

    clause: str
    because: str
    reason: str
    agreed: bool


@dataclass(frozen=True, slots=True)
class OverruledAlone(Overruled):
    """An override by a side that plays alone: no other seat was taken that could agree."""


@dataclass(frozen=True, slots=True)
class ConsentAsked:
    """A side asks the other for its agreement.

    `dice` stand only in logs of earlier programs, which threw the dice of a request at once: they stay thrown.
    """

    by: Role
    words: str
    command: dict[str, object]
    dice: dict[str, tuple[Throw, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Withheld:
    """What a side asks that the other may not read: only its own side and the referee do."""

    by: Role
    words: str
    command: dict[str, object]


@dataclass(frozen=True, slots=True)
class ConsentAnswered:
    """The other side answered."""

    by: Role
    agreed: bool
    words: str


@dataclass(frozen=True, slots=True)
class RequestAllowed:
    """A request to set a refusal aside was agreed to: the side that asked may carry out this command, and no other.

    Its dice are thrown when it does. `clause` and `because` are the refusal, `reason` what was said for it.
    """

    by: Role
    words: str
    command: dict[str, object]
    clause: str
    because: str
    reason: str
    span: str
    """The span in which it has to be carried out."""
    agreed: bool
    """Whether the other side agreed; else the referee did."""
    hidden: bool = False
    """Whether only its own side and the referee may know of the command."""


@dataclass(frozen=True, slots=True)
class ConsentWithdrawn:
    """A side no longer asks, or does not carry out what was agreed: nothing came of it."""

    by: Role
    words: str


@dataclass(frozen=True, slots=True)
class TakenBack:
    """Deeds were taken back: the events that no longer count, their names, and the dice that stay thrown.

    `audience` is narrower than all where every one of the deeds was known to one side only. `after_the_die`: nobody
    else was seated, so that nobody was asked although dice had fallen.
    """

    seqs: tuple[int, ...]
    names: tuple[str, ...]
    dice: dict[str, tuple[Throw, ...]]
    audience: Audience = Audience.ALL
    after_the_die: bool = False


@dataclass(frozen=True, slots=True)
class DieReread:
    """A die that was mistyped was read anew: the events that no longer count, and what comes of it follows.

    `audience` is narrower than all where the deed was known to one side only.
    """

    seqs: tuple[int, ...]
    name: str
    die: str
    before: int
    after: int
    audience: Audience = Audience.ALL


@dataclass(frozen=True, slots=True)
class Noted:
    """Somebody wrote something into the log."""

    text: str


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """A device sat down at the table."""

    role: Role
    name: str


@dataclass(frozen=True, slots=True)
class SeatAllowed:
    """A side agreed that one more device may sit down at it, or at another `seat` from which it is seen."""

    side: Role
    seat: Role | None = None


@dataclass(frozen=True, slots=True)
class DiceDropped:
    """Dice that were seen before a device took the opposing side, and not used, no longer count.

    `dice` are theirs by the names of their rolls. `audience` is narrower than all for dice that one side alone knows.
    """

    dice: dict[str, tuple[Throw, ...]]
    audience: Audience = Audience.ALL


@dataclass(frozen=True, slots=True)
class SeatGivenUp:
    """A device left its seat, or it was taken away `by` the host."""

    role: Role
    name: str
    by: str = ""


RecordEvent = (
    Corrected
    | Overruled
    | OverruledAlone
    | ConsentAsked
    | ConsentAnswered
    | TakenBack
    | Noted
    | Withheld
    | DieReread
    | SeatTaken
    | SeatGivenUp
    | ConsentWithdrawn
    | RequestAllowed
    | DiceDropped
    | SeatAllowed
)
SEATS_CHANGED: Final = frozenset({"seat_taken", "seat_given_up", "dice_dropped"})
"""Kinds of events that make no command stale: the table has not moved on because somebody sat down."""
ABOUT_NOTHING: Final = frozenset({"note"})
"""Kinds of commands about no unit, place or step: no later event conflicts with them."""
NO_COMMAND: Final = Refusal("", "that is no command which can be overruled", "send the command that was refused")


def read_values(commands: Mapping[str, type[Any]], values: Mapping[str, object]) -> Any:
    """The command of these values, one of a system's `commands` by its kind, or a refusal."""
    kind = values.get("kind")
    wanted = commands.get(kind) if isinstance(kind, str) else None
    if wanted is None:
        return NO_COMMAND
    try:
        return build(wanted, {name: value for name, value in values.items() if name != "kind"})
    except NotPlain as wrong:
        return Refusal("", f"{wrong.field}: {wrong.wrong}", wrong.right)


def rolls_at_once(actor: Actor) -> bool:
    """Whether an override is carried out as it is sent: the referee's, and a side's that nobody else could agree to.

    Any other is only a request, and throws no die.
    """
    return actor.role is Role.REFEREE or actor.nobody_else
