"""Numbers of things in sentences."""

import re
from typing import Final


def counted(number: int, word: str) -> str:
    """Return a number with its word: "1 action", "2 actions", "no action"."""
    return f"no {word}" if number == 0 else f"{number} {word}" + ("s" if number != 1 else "")


_SPELT: Final = ("none", "one", "two", "three", "four", "five", "six")


MINUS: Final = "\u2212"


HYPHEN_FOR_MINUS: Final = re.compile(r"(?<![\w.-])-(?=\d)")


def signed(number: int) -> str:
    """A modifier as written at the table: +1, ±0, and a true minus."""
    return "±0" if number == 0 else f"+{number}" if number > 0 else f"{MINUS}{-number}"


def spelt(count: int) -> str:
    """A small count as a sentence spells it."""
    return _SPELT[count] if 0 <= count < len(_SPELT) else str(count)


def minuses(sentence: str) -> str:
    """A sentence of the rules with true minuses before its numbers; hyphens and spans like 1914-18 stay."""
    return HYPHEN_FOR_MINUS.sub(MINUS, sentence)
