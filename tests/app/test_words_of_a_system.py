"""The words of a rule system out of its file: its own, those of one choice, and all others written out."""

from pathlib import Path

import pytest

from app.lookups.vocabulary import Vocabulary
from rules.kernel.toml_reader import BadData

FILE = """lmg = "Light MG"
none = "Nothing"
[Overlap]
none = "Not at all"
"""


@pytest.mark.parametrize(
    ("key", "choice", "says"),
    [
        ("lmg", "", "Light MG"),
        ("lmg", "Overlap", "Light MG"),
        ("none", "", "Nothing"),
        ("none", "Overlap", "Not at all"),
        ("machine_gun", "", "Machine gun"),
    ],
)
def test_a_word_is_that_of_its_choice_then_the_systems_then_its_key(
    tmp_path: Path, key: str, choice: str, says: str
) -> None:
    path = tmp_path / "words.toml"
    path.write_text(FILE, encoding="utf-8")
    assert Vocabulary(path).words(key, choice) == says


def test_a_word_that_is_none_is_told_with_its_file(tmp_path: Path) -> None:
    path = tmp_path / "words.toml"
    path.write_text("lmg = 3\n", encoding="utf-8")
    with pytest.raises(BadData, match=r"words\.toml: file: lmg is 3"):
        Vocabulary(path).words("lmg")
