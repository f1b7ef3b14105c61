"""The words of a rule system as people read them, out of a file of its own."""

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

from app.lookups import words as of_any_system
from rules.kernel.strict import read_toml


class Vocabulary:
    """Words by their key, and below the name of a choice those that mean another thing there.

    The file is read with the first word that is asked for, not with the service.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def words(self, key: str, choice: str = "") -> str:
        """A word as a label; one that is not in the file is its key written out."""
        known = self._known
        return known.get((choice, key)) or known.get(("", key)) or of_any_system.words(key)

    @cached_property
    def _known(self) -> Mapping[tuple[str, str], str]:
        """The words by the choice (empty: any) and the key. Raises BadData."""
        file = read_toml(self._path)
        named = {choice: file.table(choice) for choice in file.names() if file.is_table(choice)}
        everywhere = {("", key): file.text(key) for key in file.names()}
        return everywhere | {(choice, key): word for choice, words in named.items() for key, word in words.items()}
