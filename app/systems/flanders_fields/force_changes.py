"""Changes to a force, as a program or a page requests them."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Annotated, Any, Final, Protocol

import msgspec
from msgspec import Meta

from app.systems.flanders_fields.force_documents import (
    MONTH,
    ElementId,
    GameReference,
    GameTitle,
    HouseRuleFile,
    Name,
    Platoons,
    Reason,
    Reference,
    Source,
)
from rules.flanders_fields import force_changes
from rules.flanders_fields.armour import TankType
from rules.flanders_fields.battalion_records import After, carried_on, taken_back
from rules.flanders_fields.force_changes import settled
from rules.flanders_fields.forces import MOST_ON_STAND, MOST_STANDS, Element, Force
from rules.flanders_fields.vocabulary import ArmyList, PartKey, Quality
from rules.kernel.rulings import HouseRule

MOST_AT_ONCE: Final = 40
Clause = Annotated[str, Meta(pattern="^FF-[A-Z]{3}-[A-Z0-9-]{1,12}$", examples=["FF-QLM-18"])]


def _kind(name: str) -> str:
    """The kind of a change as it is sent: KeepOnly is keep_only."""
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("_")


class _Change(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag=_kind):
    pass


class Rename(_Change, frozen=True):
    """Call an element otherwise, or (`of` empty) the whole force."""

    name: Name
    of: Reference = ""


class Grade(_Change, frozen=True):
    """Give a battalion a grade; of a formation every battalion in it, of nothing (empty) every one of the force."""

    grade: Quality
    of: Reference = ""


class Resize(_Change, frozen=True):
    """Give a company so many platoons, a unit so many stands or models; `alike`: every one of its kind."""

    of: ElementId
    stands: Annotated[int, Meta(ge=1, le=MOST_STANDS)]
    alike: bool = False


class OnStand(_Change, frozen=True):
    """Put so many figures on a command stand, or so many models on each base of a unit; `alike`: of all its kind."""

    of: ElementId
    on_stand: Annotated[int, Meta(ge=1, le=MOST_ON_STAND)]
    alike: bool = False


class OfType(_Change, frozen=True):
    """Make a tank one of another type."""

    of: ElementId
    type: TankType


class Leave(_Change, frozen=True):
    """Leave an element at home, with all that is in it."""

    of: ElementId


class KeepOnly(_Change, frozen=True):
    """Leave everything at home but these formations, what is in them and what serves with them."""

    of: Annotated[tuple[ElementId, ...], Meta(min_length=1, max_length=MOST_AT_ONCE)]


class Attach(_Change, frozen=True):
    """Let an element serve with a regiment or battalion; with nobody (empty): where its table has it."""

    of: ElementId
    to: Reference = ""


class GiveOut(_Change, frozen=True):
    """Give every asset that serves nobody out as is usual."""


class Add(_Change, frozen=True):
    """Add a part of a table: in a formation that has such parts, else attached to it; `to` empty: to the force."""

    table: ArmyList
    part: PartKey
    to: Reference = ""
    name: Annotated[str, Meta(max_length=60, pattern=r"^[^\x00-\x1f\x7f]*$")] = ""


class Allow(_Change, frozen=True):
    """Set a rule aside for an element, or (`of` empty) for the whole, and say why."""

    clause: Clause
    of: Reference = ""
    reason: Reason = ""


class Forbid(_Change, frozen=True):
    """Let a rule that was set aside be in force again."""

    clause: Clause
    of: Reference = ""


class Settle(_Change, frozen=True):
    """Another month, and these house rules alone: what was as its table had it follows, what was chosen stays."""

    date: Annotated[str, Meta(pattern=r"^\d{4}-\d{2}$", examples=["1916-07"])]
    house_rules: tuple[HouseRuleFile, ...] = ()


class OneDie(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A die that lay on the table, or (`rolled`, with 0 pips) one that the service throws."""

    pips: Annotated[int, Meta(ge=0, le=6)]
    source: Source = "entered"


class CarryOn(_Change, frozen=True):
    """Take a battalion on from a game: the platoons it lost there, its drafts, and the two dice for its grade.

    With `game_id` and `fought_as` (the battalion's id there) of a closed game at which this device has a seat, title
    and month are those of the game, and other losses than those of its log need a `reason`. So does everything that is
    otherwise than when the same roll was made and taken back; its dice stay those that were thrown.
    """

    of: ElementId
    game: GameTitle
    date: Annotated[str, Meta(pattern=MONTH, description="the month of the game", examples=["1916-07"])]
    lost: Platoons
    drafts: Platoons = 0
    dice: Annotated[tuple[OneDie, ...], Meta(max_length=2)] = ()
    game_id: GameReference = ""
    fought_as: Annotated[str, Meta(max_length=20, pattern=r"^[a-z0-9.]*$", examples=["a1.1"])] = ""
    reason: Reason = ""


class TakeGameBack(_Change, frozen=True, tag="take_back"):
    """Take the newest game of a battalion's record back: it is again what it was before, and the game is in no record.

    What was thrown stays thrown. What came with a file cannot be taken back: what it was before is not known here.
    """

    of: ElementId


Change = (
    Rename
    | Grade
    | Resize
    | OnStand
    | OfType
    | Leave
    | KeepOnly
    | Attach
    | GiveOut
    | Add
    | Allow
    | Forbid
    | Settle
    | CarryOn
    | TakeGameBack
)
Changes = Annotated[tuple[Change, ...], Meta(min_length=1, max_length=MOST_AT_ONCE)]


class Games(Protocol):
    """What is known of the games of a force."""

    def after(self, force: Force, change: CarryOn) -> After:
        """What is told of a battalion after a game, with its dice. Raises NotThere."""

    def before(self, force: Force, of: str) -> Element:
        """What a battalion was before the newest game of its record. Raises NotThere."""


def stages(force: Force, changes: Iterable[Change], games: Games) -> Iterator[Force]:
    """The force after each of these changes, one after the other.

    Raises NotThere for one that cannot be made, BadMonth and BadHouseRule for a date or a house rule that is none.
    """
    for change in changes:
        if isinstance(change, CarryOn):
            force = carried_on(force, change.of, games.after(force, change), force.book)
        elif isinstance(change, TakeGameBack):
            force = taken_back(force, games.before(force, change.of), force.book)
        else:
            force = DEEDS[type(change)](force, change)
        yield force


def _rename(force: Force, change: Rename) -> Force:
    return force_changes.renamed(force, change.of, change.name)


def _resize(force: Force, change: Resize) -> Force:
    resize = force_changes.resized_alike if change.alike else force_changes.resized
    return resize(force, change.of, change.stands)


def _fill(force: Force, change: OnStand) -> Force:
    fill = force_changes.filled_alike if change.alike else force_changes.filled
    return fill(force, change.of, change.on_stand, force.book)


def _settle(force: Force, change: Settle) -> Force:
    # What was settled so before keeps its reason.
    why = {(one.ruling, one.option): one.reason for one in force.house_rules}
    rules = (
        HouseRule(one.ruling, one.option, one.reason or why.get((one.ruling, one.option), ""))
        for one in change.house_rules
    )
    return settled(force, change.date, rules)


DEEDS: Final[Mapping[type[Any], Callable[[Force, Any], Force]]] = {
    Rename: _rename,
    Grade: lambda force, one: force_changes.graded_throughout(force, one.of, one.grade, force.book),
    Resize: _resize,
    OnStand: _fill,
    OfType: lambda force, one: force_changes.of_type(force, one.of, one.type, force.book),
    Leave: lambda force, one: force_changes.without(force, one.of),
    KeepOnly: lambda force, one: force_changes.only(force, one.of),
    Attach: lambda force, one: force_changes.serving(force, one.of, one.to, force.book),
    GiveOut: lambda force, _one: force_changes.given_out(force, force.book),
    Add: lambda force, one: force_changes.added(force, one.table, one.part, one.to, force.book, one.name),
    Allow: lambda force, one: force_changes.allowing(force, one.clause, one.of, one.reason),
    Forbid: lambda force, one: force_changes.forbidding(force, one.clause, one.of),
    Settle: _settle,
}
