"""How the words of rules are written for people, whatever the system."""

from collections.abc import Sequence

from rules.kernel.months import BadMonth, parse_month


def words(key: str, _choice: str = "") -> str:
    """A word of the rules as a label, whatever it is chosen from: "machine_gun" is "Machine gun"."""
    return key.replace("_", " ").capitalize()


def month_words(month: str) -> str:
    """A month such as "1914-08" in letters; anything else as it is."""
    try:
        return parse_month(month).in_words
    except BadMonth:
        return month


def counted(number: int, thing: str) -> str:
    """A number of things: "1 stand", "2 stands"."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def either(choices: Sequence[str]) -> str:
    """Words to choose from: "Open, Soft or Hard"."""
    return " or ".join(part for part in (", ".join(choices[:-1]), *choices[-1:]) if part)
