"""What a side writes unseen until it says that it is ready: drafts, which stand beside the log of a game."""

from collections.abc import Callable, Collection
from typing import Any, Final

from rules.kernel.values import dataclass


def about_nothing(_event: Any) -> Collection[str]:
    """Of a system that has no drafts."""
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Drafting:
    """Which commands of a system are drafts, and which one seals them.

    Every event of a draft is for one side alone. The keeper of a game judges a draft like any command, but no event of
    it comes into the log: it is kept for its side, which sees it as if it had happened. The command `seals` of that
    side brings all of them: the keeper writes them into its field `written`, as they were sent and in their order, and
    judges it on the game as it stands without them. `whose` is the field in which it names its side; without one it
    seals for its sender. What an event says anew of all that another was `about` takes that one's place.
    """

    kinds: Collection[str] = ()
    seals: str = ""
    about: Callable[[Any], Collection[str]] = about_nothing
    whose: str = "side"
    written: str = "written"


NO_DRAFTS: Final = Drafting()
"""Of a system in which nothing is written unseen, or all of it is an event at once."""
