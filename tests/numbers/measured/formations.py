"""How far a stand has to close up, in a company of each grade."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from rules.flanders_fields.game.survey.field import Field
from rules.flanders_fields.game.survey.formations import closing
from rules.flanders_fields.vocabulary import Quality
from tests.survey import test_every_fact as scenes

COMPANY: Final = (scenes.OWN, "second", "third")


def _graded(on: Field, quality: Quality) -> Field:
    return replace(on, stands={name: replace(one, quality=quality) for name, one in on.stands.items()})


MEASURES: Final[Mapping[str, Callable[[Field], Any]]] = {
    "closing up": lambda on: [closing(_graded(on, grade), COMPANY, scenes.LATE) for grade in Quality],
}
