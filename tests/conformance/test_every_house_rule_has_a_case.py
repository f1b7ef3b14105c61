"""Every option that players can choose has a case under that house rule, and what cannot be chosen is refused."""

from collections import defaultdict
from dataclasses import replace
from pathlib import Path
from typing import Final

import msgspec
import pytest

from rules.kernel.dice import d6s
from rules.kernel.explanations import Explained
from rules.kernel.months import parse_month
from rules.kernel.rulings import BadHouseRule, HouseRule, Ruling
from tests.conformance.answered import book_of
from tests.conformance.cases import Case, every_case
from tests.conformance.systems import SYSTEMS, every_ruling

ROOT: Final = Path(__file__).resolve().parents[2]
# What no look-up can ask, since it is about what a game holds: tried there.
TRIED_IN_PLAY: Final = {
    ("AMB-10", "one_side_quits"): "tests/game/test_setting_up.py",
    ("AMB-101", "centres"): "tests/survey/test_shots.py",
    ("GAP-76", "listed"): "tests/game/test_plans_carried_out.py",
    ("SHQ-08", "first_base"): "tests/survey/test_shots.py",
    ("SHQ-10", "axis_exit"): "tests/survey/test_shots.py",
}
# How a gun then lies on the table is the players' affair; nothing asks for it.
LIES_ON_THE_TABLE: Final = {("SHQ-07", "facing_stays")}
ELSEWHERE: Final = TRIED_IN_PLAY.keys() | LIES_ON_THE_TABLE
TRIED = {rule for system in SYSTEMS for case in every_case(system) for rule in case.house} | TRIED_IN_PLAY.keys()
BY_RULE: Final = defaultdict[tuple[str, str], list[Case]](list)
for _case in (case for system in SYSTEMS for case in every_case(system)):
    for _rule in _case.house:
        BY_RULE[_rule].append(_case)
RULINGS = list(every_ruling().values())


@pytest.mark.parametrize("ruling", RULINGS, ids=lambda ruling: ruling.id)
def test_every_choice_has_a_case(ruling: Ruling) -> None:
    chosen = [option for option in ruling.options if option.selectable and option.key != ruling.default]
    names = (ruling.id, *ruling.also)
    assert all(any((name, option.key) in TRIED for name in names) for option in chosen), chosen


@pytest.mark.parametrize("ruling", RULINGS, ids=lambda ruling: ruling.id)
def test_every_choice_changes_an_answer(ruling: Ruling) -> None:
    names = (ruling.id, *ruling.also)
    for option in ruling.options:
        rules = {(name, option.key) for name in names}
        if option.selectable and option.key != ruling.default and not rules & ELSEWHERE:
            cases = [case for rule in rules for case in BY_RULE[rule]]
            assert any(changes(case, rules) for case in cases), f"{ruling.id}: {option.key} changes nothing"


def changes(case: Case, rules: set[tuple[str, str]]) -> bool:
    """Whether the rules, or the chances, say something else to a case without a house rule."""
    without = replace(case, house=tuple(rule for rule in case.house if rule not in rules))
    return said(case) != said(without)


def said(case: Case) -> object:
    """What is told of a case: the answer, and the chances before its dice."""
    resolution, book = SYSTEMS[case.system].asked[case.ask], book_of(case)
    facts = msgspec.convert(case.given, resolution.facts, strict=True)
    wanted = resolution.dice(facts, book)
    odds = resolution.odds(facts, book) if resolution.odds else None
    # Where the rule decides how many dice are thrown, fewer lie there than it wants.
    answer = resolution.resolve(facts, d6s(case.dice), book) if len(case.dice) >= wanted else wanted
    return (answer.value, answer.total) if isinstance(answer, Explained) else answer, odds


@pytest.mark.parametrize("ruling", RULINGS, ids=lambda ruling: ruling.id)
def test_what_waits_cannot_be_chosen(ruling: Ruling) -> None:
    (book,) = (system.book for system in SYSTEMS.values() if ruling.id in system.rulings)
    for option in ruling.options:
        if not option.selectable:
            with pytest.raises(BadHouseRule, match="cannot be chosen"):
                book.for_game(parse_month("1914-08"), [HouseRule(ruling.id, option.key)])


@pytest.mark.parametrize(("rule", "path"), TRIED_IN_PLAY.items(), ids=str)
def test_what_is_tried_in_play_is_tried_there(rule: tuple[str, str], path: str) -> None:
    ruling, option = rule
    named = (f'"{ruling}", "{option}"', f'{ruling.replace("-", "_")}="{option}"')
    assert any(one in (ROOT / path).read_text() for one in named)
