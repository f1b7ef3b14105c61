"""Commands of a seat: described once, and which of them are required, available or unavailable."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from enum import StrEnum
from typing import Any, Final, Generic, Protocol, TypeVar

from rules.kernel.explanations import Refusal
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.prompts import Ask, Filled, Told, filled
from rules.kernel.serialization import NotPlain, plain


class StageTable(Protocol):
    """What the stage knows of a table as one seat sees it: the sides this player speaks for, and the side in turn."""

    @property
    def sides(self) -> Sequence[str]:
        """The sides that the player of this seat speaks for; none for one who only looks on."""
        ...

    @property
    def in_turn(self) -> str:
        """The side in turn, empty where there is none."""
        ...


T = TypeVar("T", bound=StageTable)


class AtHand(StrEnum):
    """Where a deed is at hand: among those of what is in hand, with going on, with taking back, or among all else."""

    HAND = "hand"
    ON = "on"
    BACK = "back"
    MORE = "more"


@dataclass(frozen=True, slots=True)
class Possible:
    """A deed that could be done now: of what, whose it is (empty: any seat's), whether owed, or why not.

    `about` are the fields that the stage fills in itself. Nobody waits for a `secret` one, nor is told of it.
    `where` it is at hand, if not where its deed is as a rule. `of`: what it is of in words, where `about` names nothing
    that has a name of its own. `says`: its name, where that of its deed is of several that do not go together.
    `lapses`: what is lost of it where its side goes on without it, in the words of the table.
    """

    about: Mapping[str, Any] = field(default_factory=dict)
    by: str = ""
    owed: bool = False
    barred: Refusal | None = None
    secret: bool = False
    where: AtHand | None = None
    of: str = ""
    says: str = ""
    lapses: str = ""

    def __post_init__(self) -> None:
        """Nobody owes what he may not do."""
        if self.owed and self.barred is not None:
            raise ValueError(f"what is owed cannot be barred: {self.barred.because}")


@dataclass(frozen=True, slots=True)
class Deed(Generic[T]):
    """A deed described once: its command, its words, whose it is `now`, and what it `asks` in the book's order.

    `where` it is at hand; those that come up most keep a `place` of their own from 1 to 4 there, two may share one,
    and 0 stands above. One that `follows` is carried out with what brought it up, where it leaves nothing to choose.
    """

    kind: str
    says: str
    command: type
    now: Callable[[T], Iterable[Possible]]
    asks: Callable[[T, Told], Iterator[Ask | Refusal]]
    where: AtHand = AtHand.HAND
    place: int = 0
    follows: bool = False

    def filled(self, table: T, about: Told, given: Told) -> Any | NotPlain | Refusal:
        """Its command from what a seat told, or what does not fit, or the refusal."""
        return self.asked(table, about, given).found

    def asked(self, table: T, about: Told, given: Told) -> Filled[Any]:
        """The same with what was asked on the way."""
        return filled(self.command, lambda told: self.asks(table, told), about, given)


def nothing(_table: Any, _told: Told) -> Iterator[Ask | Refusal]:
    """The asks of a deed that asks nothing, ever: one tap does it."""
    return iter(())


@dataclass(frozen=True, slots=True)
class OnStage:
    """A deed of the seat's own that stands on the stage: of what, and why it may not be done, if it may not.

    `at_once`: it asks nothing. `where`, `place`, `follows`: those of its deed. `of`: what it is of, where `about`
    names nothing. `lapses`: of a deed of going on, what is lost with it of what its side leaves open.
    """

    kind: str
    says: str
    about: Mapping[str, Any]
    by: str
    barred: Refusal | None
    at_once: bool = False
    where: AtHand = AtHand.HAND
    place: int = 0
    follows: bool = False
    of: str = ""
    lapses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Awaited:
    """A side that the seat waits for, and what for; no kind where it is simply in turn."""

    side: str
    kind: str = ""
    says: str = ""


@dataclass(frozen=True, slots=True)
class Stage:
    """What a seat owes, what it is offered, and what it waits for."""

    owed: tuple[OnStage, ...]
    offered: tuple[OnStage, ...]
    waiting: tuple[Awaited, ...]


def stage(table: T, deeds: Iterable[Deed[T]]) -> Stage:
    """The stage of one seat, in the order of the deeds."""
    owed, offered, waiting = list[OnStage](), list[OnStage](), list[Awaited]()
    left_open = list[Possible]()
    sides, speaks_for_several = table.sides, len(table.sides) > 1
    for deed in deeds:
        for one in _once(deed.now(table)) if speaks_for_several else deed.now(table):
            # Who only looks on does nothing, not even what any seat may do.
            if one.by in sides or (not one.by and sides):
                (owed if one.owed else offered).append(_on_stage(deed, one))
                left_open += [one] if one.lapses and one.barred is None else []
            elif one.owed and not one.secret:
                awaited = Awaited(one.by, deed.kind, one.says or deed.says)
                waiting += [awaited] if awaited not in waiting else []
    if not owed and not waiting and table.in_turn and table.in_turn not in table.sides:
        waiting.append(Awaited(table.in_turn))
    if left_open:
        owed, offered = ([_with_lapses(one, left_open) for one in deeds] for deeds in (owed, offered))
    return Stage(tuple(owed), tuple(offered), tuple(waiting))


def _with_lapses(one: OnStage, left_open: Sequence[Possible]) -> OnStage:
    """Who goes on is told what of his own is lost with it."""
    if one.where is not AtHand.ON or one.barred is not None:
        return one
    return replace(one, lapses=tuple(other.lapses for other in left_open if other.by == one.by))


def _once(possible: Iterable[Possible]) -> list[Possible]:
    """What is the same for either side, once for who speaks for both: what is owed, else what may be done."""
    found = list[Possible]()
    for one in possible:
        at = next((n for n, other in enumerate(found) if other.about == one.about), None)
        if at is None:
            found.append(one)
        elif (one.owed, one.barred is None) > (found[at].owed, found[at].barred is None):
            found[at] = one
    return found


def _on_stage(deed: Deed[T], one: Possible) -> OnStage:
    at_once, where = deed.asks is nothing, one.where or deed.where
    return OnStage(
        deed.kind,
        one.says or deed.says,
        one.about,
        one.by,
        one.barred,
        at_once,
        where,
        deed.place,
        deed.follows,
        one.of,
    )


NOT_ON_STAGE: Final = Refusal("", "that cannot be done here now", "choose what is owed or offered")


def asked(table: T, deeds: Iterable[Deed[T]], kind: str, about: Told, given: Told) -> Filled[Any]:
    """What a deed of the seat's stage asks, as far as it was told. Refuses one that is not there, or is barred."""
    of_kind = [deed for deed in deeds if deed.kind == kind]
    there = stage(table, of_kind)
    for one in (*there.owed, *there.offered):
        if plain(dict(one.about)) == about:
            return Filled((), one.barred) if one.barred else of_kind[0].asked(table, one.about, given)
    return Filled((), NOT_ON_STAGE)
