"""Figures of more digits than anybody reads, typed where a whole number belongs, are told and break nothing."""

from typing import Any

import pytest
from starlette.datastructures import QueryParams

from app.systems.flanders_fields.pages.forms.fire import fire_form
from tests.app.test_lookups_cli import lookup

LONG = "9" * 5000
STAND = {"id": "a1.p1", "alive": True, "levels": 0}
GUN: dict[str, Any] = {"id": "a1", "kind": "machine_gun", "stands": [STAND]}
BLOCK_HOUSE: dict[str, Any] = {"id": "a1", "kind": "block_house", "stands": [STAND]}


@pytest.mark.parametrize("unit", [GUN, BLOCK_HOUSE], ids=["gun", "block house"])
def test_a_fire_form_with_a_long_figure_is_shown_with_it(unit: dict[str, Any]) -> None:
    asked = {"zone": LONG, "zone.0": LONG, "targets": LONG, "stands_in_front": LONG}
    form = fire_form(unit, QueryParams(asked), ())
    assert (len(form.aims), form.zone) == (1, 0)
    assert [shot["stands_in_front"] for shot in form.shots] == [LONG]


@pytest.mark.parametrize("fact", [f"shot.stands-in-front={LONG}", f"stands={LONG}", f"companies.{LONG}.stands=1"])
@pytest.mark.parametrize("question", ["fire-action", "battalion-orders", "routing"])
def test_a_long_figure_in_a_terminal_is_told(question: str, fact: str) -> None:
    told = lookup(question, "--date", "1916-07", "--fact", fact)
    assert isinstance(told.exception, SystemExit | None), told.exception
    assert told.exit_code != 0
