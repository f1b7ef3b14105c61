"""Figures of more digits than anybody reads, typed where a whole number belongs, are told and break nothing."""

import pytest

from tests.app.test_lookups_cli import lookup

LONG = "9" * 5000


@pytest.mark.parametrize("fact", [f"shot.stands-in-front={LONG}", f"stands={LONG}", f"companies.{LONG}.stands=1"])
@pytest.mark.parametrize("question", ["fire-action", "battalion-orders", "routing"])
def test_a_long_figure_in_a_terminal_is_told(question: str, fact: str) -> None:
    told = lookup(question, "--date", "1916-07", "--fact", fact)
    assert isinstance(told.exception, SystemExit | None), told.exception
    assert told.exit_code != 0
