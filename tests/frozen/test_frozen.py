"""What was kept before the house was rebuilt is so still. The whole is `make torture ROWS=frozen`."""

from typing import Final

import pytest

from tests.frozen import evenings
from tests.frozen.__main__ import PROMISES
from tests.frozen.evenings import BLOCK

STEPS: Final = 150
FIRST_OF_EACH: Final = [(scenario, number % 5) for number, scenario in enumerate(evenings.scenarios_kept())]


@pytest.mark.parametrize("name", list(PROMISES))
def test_what_was_promised_is_so(name: str) -> None:
    broken = PROMISES[name].broken()
    told = "\n\n".join(f"{entry}\n{words}" for entry, words in list(broken.items())[:5])
    assert not broken, f"{len(broken)} of {name} are otherwise than promised ({PROMISES[name].shows}):\n{told}"


@pytest.mark.parametrize(("scenario", "number"), FIRST_OF_EACH)
def test_an_evening_begins_as_it_began(scenario: str, number: int) -> None:
    evening = next(one for one in evenings.evenings_of(scenario) if one.number == number)
    found = evenings.difference(evening, evenings.outcomes_of(scenario)[number][: STEPS // BLOCK], STEPS)
    assert found is None, str(found)
