"""The words of a rule system that whoever draws a table may give a piece, such as its cover and its going."""

from collections.abc import Sequence

from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True)
class PieceWord:
    """What a word is `of` in the file of a table, what that is called, and what it may say; untold, it is as usual."""

    of: str
    label: str
    may_say: Sequence[str]
