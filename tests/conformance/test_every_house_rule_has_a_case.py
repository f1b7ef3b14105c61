"""Every option that players can choose has a case under that house rule, and what cannot be chosen is refused."""

from pathlib import Path
from typing import Final

import pytest

from rules.flanders_fields.book import RuleBook, rulings
from rules.kernel.months import parse_month
from rules.kernel.rulings import BadHouseRule, HouseRule, Ruling
from tests.conformance.cases import every_case

ROOT: Final = Path(__file__).resolve().parents[2]
# What no look-up can ask, since it is about what a game holds: tried there.
TRIED_IN_PLAY: Final = {
    ("AMB-10", "one_side_quits"): "tests/game/test_setting_up.py",
    ("AMB-101", "centres"): "tests/survey/test_shots.py",
    ("GAP-76", "listed"): "tests/game/test_plans_carried_out.py",
    ("SHQ-08", "first_base"): "tests/survey/test_shots.py",
    ("SHQ-10", "axis_exit"): "tests/survey/test_shots.py",
}
TRIED = {rule for case in every_case() for rule in case.house} | TRIED_IN_PLAY.keys()
RULINGS = list(rulings().values())


@pytest.mark.parametrize("ruling", RULINGS, ids=lambda ruling: ruling.id)
def test_every_choice_has_a_case(ruling: Ruling) -> None:
    chosen = [option for option in ruling.options if option.selectable and option.key != ruling.default]
    names = (ruling.id, *ruling.also)
    assert all(any((name, option.key) in TRIED for name in names) for option in chosen), chosen


@pytest.mark.parametrize("ruling", RULINGS, ids=lambda ruling: ruling.id)
def test_what_waits_cannot_be_chosen(ruling: Ruling) -> None:
    for option in ruling.options:
        if not option.selectable:
            with pytest.raises(BadHouseRule, match="cannot be chosen"):
                RuleBook.for_game(parse_month("1914-08"), [HouseRule(ruling.id, option.key)])


@pytest.mark.parametrize(("rule", "path"), TRIED_IN_PLAY.items(), ids=str)
def test_what_is_tried_in_play_is_tried_there(rule: tuple[str, str], path: str) -> None:
    ruling, option = rule
    named = (f'"{ruling}", "{option}"', f'{ruling.replace("-", "_")}="{option}"')
    assert any(one in (ROOT / path).read_text() for one in named)
