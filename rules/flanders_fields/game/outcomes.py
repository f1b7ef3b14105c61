"""Outcomes in events: reasons, stands after them, and facts of the map beside those used."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from enum import Enum
from typing import Any, Final

from rules.flanders_fields.vocabulary import Action, Carriage, Cover
from rules.kernel.dice import Throw
from rules.kernel.explanations import Considered, Explained, Refusal, Step
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.serialization import plain
from rules.tabletop.board_view import Confidence, Proposed

# What many events carry

MapValue = float | bool | str | None
"""A fact as a log keeps it: centimetres, yes or no, a word; None where nothing was said."""


@dataclass(frozen=True, slots=True)
class FromMap:
    """A fact as the map had it, and as it was used; `whence` says how the map came by it.

    `of` is the stand it tells of where an event is about several; `exact`: nobody it was measured from had moved since.
    """

    fact: str
    proposed: MapValue
    used: MapValue
    whence: str
    of: str = ""
    exact: bool = True

    @property
    def overruled(self) -> bool:
        """Whether the players said otherwise. Who says nothing overrules nothing."""
        return self.used is not None and self.used != self.proposed


Asked = Iterator[FromMap]
"""What the map says of the facts of a command, fact by fact."""


@dataclass(frozen=True, slots=True)
class Reasons:
    """Why an outcome is what it is, as it was explained when it happened.

    `map` is what the map had proposed of its facts, beside what was used.
    """

    total: int | None = None
    steps: tuple[Step, ...] = ()
    considered: tuple[Considered, ...] = ()
    map: tuple[FromMap, ...] = ()


def told_reasons(reasons: Reasons) -> dict[str, Any]:
    """The reasons of an outcome as plain values, for its card."""
    told: dict[str, Any] = plain(reasons)
    return told


def reasons(answer: Explained[object] | Refusal) -> Reasons:
    """Return the reasons of an answer, to be kept in an event. Those of an overridden refusal are the refusal."""
    if isinstance(answer, Refusal):
        return Reasons(None, (Step(answer.clause, answer.because),))
    return Reasons(answer.total, answer.steps, answer.considered)


@dataclass(frozen=True, slots=True)
class StandChange:
    """What a stand is after an event: its level, whether it lives, whether it hangs on wire.

    `faces`: the levels on each face of a block house; empty where they are not told apart.
    """

    stand: str
    levels: int
    alive: bool = True
    on_wire: bool = False
    faces: tuple[int, ...] = ()


def gone(changes: Iterable[StandChange]) -> list[str]:
    """The stands that are no more after these."""
    return [change.stand for change in changes if not change.alive]


@dataclass(frozen=True, slots=True)
class ActionSpent:
    """A unit spent one action on removing suppression, moving, changing carriage or crossing wire.

    `failed` are the stands that tried the wire in vain.
    """

    unit: str
    kind: Action
    says: str
    changes: tuple[StandChange, ...]
    carriage: Carriage | None
    reasons: Reasons
    dice: tuple[Throw, ...] = ()
    failed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MadeReady:
    """A unit changed its carriage without an action, where a house rule lets the first of a turn be free (AMB-47)."""

    unit: str
    says: str
    carriage: Carriage
    reasons: Reasons


def over_the_wire(event: ActionSpent) -> tuple[str, ...]:
    """Return the stands that have crossed the last belt of wire and may go on some way (FF-WIR-05)."""
    if all(step.clause != "FF-WIR-05" for step in event.reasons.steps):
        return ()
    return tuple(change.stand for change in event.changes if change.stand not in event.failed)


def at_the_wire(event: ActionSpent) -> list[tuple[str, int, bool]]:
    """Each stand that tried the wire with a die of its own, its face, and whether it was caught (FF-WIR-04)."""
    # As many changes as dice, in the order in which they were thrown; none of either where the order roll decides.
    return [
        (one.stand, die.pips, one.stand in event.failed) for one, die in zip(event.changes, event.dice, strict=False)
    ]


# What events tell of stands, to be remembered of them

OfStand = tuple[str, Cover]


def of_map(said: Iterable[FromMap], fact: str, stand: str = "") -> bool:
    """Whether a fact is as the map had it: it has it still, for as long as nobody moves."""
    return any(one.fact == fact and not one.overruled and (not stand or one.of == stand) for one in said)


def covers_of_hits(event: Any) -> Iterator[OfStand]:
    """The cover of each stand that an event hits."""
    return ((one.stand, one.cover) for one in event.hits if not of_map(event.reasons.map, "cover", one.stand))


def covers_of_targets(event: Any) -> Iterator[OfStand]:
    """The cover of each stand that an event names as a target."""
    return ((one.stand, one.cover) for one in event.targets if not of_map(event.reasons.map, "cover", one.stand))


# What the map had proposed beside what was used, fact by fact

RENAMED: Final = {"target_armour_in_cover": "armour_in_cover"}
"""Facts that commands call otherwise."""


def said_by(command: object) -> dict[str, Any]:
    """What a command says, by the names of its facts."""
    return {one.name: getattr(command, one.name) for one in fields(command)}  # type: ignore[arg-type]


def beside(found: Iterable[Proposed], used: Mapping[str, Any], of: str = "") -> Asked:
    """What was proposed beside what was used; a fact that the command does not know is left out."""
    for one in found:
        name = RENAMED.get(one.fact, one.fact)
        if name in used:
            exact = one.confidence is Confidence.EXACT
            yield FromMap(name, _plain(one.value), _plain(used[name]), one.whence, of, exact)


def _plain(value: Any) -> MapValue:
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, bool | str) or value is None:
        return value
    return float(value)
