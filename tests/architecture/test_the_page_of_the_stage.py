"""The page that puts the stage beside its drawings has every scene in every window that was drawn, with its reasons."""

import re
from pathlib import Path

from tests.browser.pictures import DRAWN_IN, PICTURES, pictures
from tests.browser.scenes import SCENES

PAGE = Path(__file__).parents[2] / "docs" / "stage.md"


def test_every_drawing_stands_beside_what_became_of_it() -> None:
    named = set(re.findall(r'images/stage/([^"]+)', PAGE.read_text(encoding="utf-8")))
    assert named == {f"{one.name}-{kind}.webp" for one in pictures() for kind in ("drawn", "is")}
    assert named == {one.name for one in PICTURES.iterdir()}


def test_each_scene_has_its_reason_and_can_be_opened_by_a_test() -> None:
    chapters = PAGE.read_text(encoding="utf-8").split("\n## ")[1:]
    assert len(chapters) == len(DRAWN_IN)
    assert [one for one in chapters if len(one.split("\n\n")[1].split()) < 4] == []
    assert DRAWN_IN.keys() <= SCENES.keys()
