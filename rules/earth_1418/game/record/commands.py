"""What a seat sets right. The kinds and fields are stored for ever."""

from rules.kernel.facts import fact
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectOnTable:
    """Set a tracked value to what stands on the table."""

    of: str = fact("what is corrected")
    what: str = fact("which of its values")
    value: int | float | bool | str = fact("what it is on the table")
    reason: str = fact("why, in a few words", default="", longest=500)
