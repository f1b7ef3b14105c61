"""Vocabulary of a rule system as people read it."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path

from rules.kernel.months import BadMonth, parse_month
from rules.kernel.toml_reader import read_toml

# Words of any system


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


# The words of a rule system as people read them


class Vocabulary:
    """Words by their key, and below the name of a choice those that mean another thing there.

    The file is read with the first word that is asked for, not with the service.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def words(self, key: str, choice: str = "") -> str:
        """A word as a label; one that is not in the file is its key written out."""
        known = self._known
        return known.get((choice, key)) or known.get(("", key)) or words(key)

    @cached_property
    def _known(self) -> Mapping[tuple[str, str], str]:
        """The words by the choice (empty: any) and the key. Raises BadData."""
        file = read_toml(self._path)
        named = {choice: file.table(choice) for choice in file.names() if file.is_table(choice)}
        everywhere = {("", key): file.text(key) for key in file.names()}
        return everywhere | {(choice, key): word for choice, words in named.items() for key, word in words.items()}
