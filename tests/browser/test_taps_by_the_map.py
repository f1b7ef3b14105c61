"""What a deed takes on a laid table, where the map names whom it is about, with own dice."""

import re
from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.browser.staged import COMPANIES, COMPANY, GUNS, VICKERS, Finger, Table
from tests.game.ground_in_play import OPEN_FIELD, at

pytestmark = pytest.mark.browser
ON_A_FIELD: Final = {"kind": "create_game", "scenario": "somme-1916", "table": OPEN_FIELD}
BEHIND_EACH_OTHER: Final = [at(f"d1.1.c3.p{n}", 600, 770 + 45 * (n - 1), 180.0) for n in (1, 2, 3)]
IN_THE_BAND: Final = [at(f"d1.1.c{c}.p{n}", 400 + 60 * n, 300 + 60 * c, 180.0) for c in (1, 2, 3) for n in (1, 2, 3)]
AT_FOUR_OCLOCK: Final = [at("d1.1.c3.p1", 578, 905, 180.0), at("d1.1.c3.p2", 610, 905, 180.0)]
"""Where the fire planned on 50, 95 cm falls when it deviates 9 cm towards four o'clock."""
HEADS = """() => {
  window.heads = [];
  new MutationObserver(() => {
    const head = document.querySelector('#main h1').textContent;
    if (heads.at(-1) !== head) heads.push(head);
  }).observe(document.querySelector('#main'), { subtree: true, childList: true, characterData: true });
}"""


Laid = Callable[..., Table]


@pytest.fixture
def laid(open_page: OpenPage, address: str) -> Iterator[Laid]:
    """A Somme game on an open field with stands placed on it."""
    made = list[Table]()

    def placed(*stands: Any) -> Table:
        made.append(table := Table(open_page, address, command=ON_A_FIELD, stands=stands))
        return table

    yield placed
    for table in made:
        table.is_clean()


def fires(finger: Finger) -> None:
    finger.deed("Fire$|^\\s*Fire\\s*$")


def test_a_machine_gun_at_three_platoons_takes_five_taps_with_its_order(laid: Laid) -> None:
    """The first by target priority and who lies in the beaten zone behind it are taken: die, Fire, a die for each."""
    table = laid(at(VICKERS, 600, 600), *BEHIND_EACH_OTHER)
    finger = table.at(GUNS)
    finger.shows("1st Vickers")
    finger.die(6)
    finger.shows("3 actions")
    fires(finger)
    expect(table.british.locator(".tg-list > li")).to_have_count(3)
    finger.die(6, 6, 6)
    expect(finger.heading).to_have_text(re.compile("suppressed|killed"))
    assert finger.taps <= 5


def test_a_company_fires_in_five_taps_once_ordered(laid: Laid) -> None:
    """All its platoons turn to the first by target priority: Fire, and a die for each of the four."""
    own = [at(f"{COMPANY}.p{n}", 480 + 60 * n, 600) for n in (1, 2, 3, 4)]
    table = laid(*own, at("a1.1.hq", 600, 560), at("d1.1.c3.p1", 620, 740, 180.0))
    finger = table.ordered(COMPANY, COMPANIES, farthest_platoon_cm=10)
    fires(finger)
    expect(table.british.locator(".tg-list > li")).to_have_count(1)
    finger.die(1, 2, 3, 6)
    expect(finger.heading).to_have_text(re.compile("suppressed|killed"))
    assert finger.taps <= 5


def test_a_barrage_over_seven_stands_takes_seven_taps(laid: Laid) -> None:
    """Who lies in the band is taken, and a die is thrown for each (FF-BAR-11)."""
    table = laid(*IN_THE_BAND[:7])
    table.attacker.send("start_turn")
    table.british.goto(table.attacker.place)
    finger = table.finger
    finger.next()
    finger.die(1)
    table.british.evaluate(HEADS)
    finger.next()
    finger.shows("It lies 33 to 53 cm")
    # Its advance follows with the same tap: the card does not show it for the moment it takes.
    assert table.british.evaluate("heads")[-2:] == ["Next step", "It lies 33 to 53 cm"]
    expect(table.british.locator(".grp")).to_contain_text("7 stand alike")
    before = finger.taps
    finger.die(1, 2, 2, 2, 2, 2, 6)
    # In Soft one is added: 2 is nothing, 3 suppresses and 7 kills.
    finger.shows("1 killed, 5 suppressed")
    assert finger.taps - before <= 7


def test_planned_fire_with_deviation_on_two_stands_takes_seven_taps(laid: Laid) -> None:
    """Five dice say where it falls; whom it catches there the map says, a die for each (FF-DEV-01, FF-ART-19)."""
    table = laid(*AT_FOUR_OCLOCK)
    table.attacker.send("start_turn")
    table.british.goto(table.attacker.place)
    finger = table.finger
    finger.next()
    finger.die(1)
    for title in ("It lies 33 to 53 cm", "Release"):
        finger.next()
        finger.shows(title)
    finger.die(4, 3)
    # Whether the fire is observed is the player's to tell.
    for title in ("Gas cloud 1", "60-pounders, turn 1", "60-pounders"):
        finger.next()
        finger.shows(title)
    before = finger.taps
    finger.die(3, 1, 3, 4, 5)
    finger.shows("9 cm off")
    finger.next()
    expect(table.british.locator(".tg-list > li")).to_have_count(2)
    finger.die(6, 6)
    expect(finger.heading).to_have_text(re.compile("suppressed|killed"))
    # Next, which leaves the card that says where it fell, is not counted.
    assert finger.taps - 1 - before <= 7
