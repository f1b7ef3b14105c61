"""How far a game is from the length that was settled for it."""

from enum import StrEnum


class EndNow(StrEnum):
    """How a turn stands to the length that was settled for its game."""

    NOT_YET = ""
    LAST = "last"
    OVER = "over"
