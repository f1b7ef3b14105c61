"""What a seat asks for of setting up and of the steps. The kinds and fields are stored for ever."""

from rules.kernel.facts import fact
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class SayReady:
    """A side is ready with its commands, or with its plans of this step. Who has no plan stays put.

    `written` are its drafts, each with its `kind`, in the order in which they were written.
    """

    side: str = fact("who is ready")
    written: tuple[dict[str, object], ...] = fact(
        "its drafts, as they were sent: the keeper of the game puts them in", default=(), longest=400
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseStep:
    """A side has nothing more to do in this step; the second that says so closes it."""

    side: str = fact("who closes it")


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveSubUnits:
    """Take sub-units out of a game that has not begun to be played."""

    units: tuple[str, ...] = fact("the sub-units that are removed", fewest=1, longest=200)
