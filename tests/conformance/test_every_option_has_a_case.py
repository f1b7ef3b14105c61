"""No house rule of the shooting chapters can be chosen without a case that shows it taking effect."""

from rules.flanders_fields.book import rulings
from tests.conformance.cases import every_case

CHOSEN = {pair for case in every_case() for pair in case.house}


def test_every_selectable_option_of_the_shooting_rulings_has_a_case() -> None:
    without = [
        f"{ruling.id} {option.key}"
        for ruling in rulings().values()
        if ruling.id.startswith("SHQ-")
        for option in ruling.options
        if option.selectable and option.key != ruling.default and (ruling.id, option.key) not in CHOSEN
    ]
    assert not without, f"write a case for: {', '.join(without)}"
