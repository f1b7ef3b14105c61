"""Every deed once in a browser: from a moment of a kept game, on its seat's own page, with the taps of its walk.

One server and one page; each moment is a game of its own, laid into the database as far as it was played.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec
import pytest
from playwright.sync_api import Browser, Error, Page

from app.games.app_services import Keeper
from app.games.json_codec import System
from app.settings import Settings
from rules.earth_1418.game.engine import SYSTEM as EARTH
from rules.flanders_fields.game.system import SYSTEM
from rules.kernel.seats import Actor, Role
from tests.browser.conftest import serving
from tests.browser.golden import laid, laid_as_kept
from tests.browser.hand import Hand, sits
from tests.browser.prompted import table
from tests.browser.taped import Taped
from tests.client import app_with, give_back
from tests.frozen.games import golden_games
from tests.stage_taps.moments import KINDS, Moment, moments
from tests.stage_taps.prompts import Prompt, Walked, told_otherwise
from tests.stage_taps.tapping import NotWalked

pytestmark = [pytest.mark.browser, pytest.mark.evening]
PATIENCE_MS: Final = 15_000
STANDS: Final = "Number(document.body.dataset.seq)"
HAPPENED: Final = f"seq => {STANDS} > seq"
ON_AND_ON: Final = 5
"""So many steps Next may lead through, before it does what is looked for."""
APART: Final = ("create_game", "set_table", "seal_plan", "override", "correct_die")
"""Deeds that no moment of a game leads to: before there is one, on a page of its own, where the rules refuse, and just
after a die."""


def walked(done: Collection[str]) -> Iterator[tuple[Moment, Taped]]:
    """The moments of golden logs that can be walked, each with its tape, as long as anything is not done."""
    files, wanted = golden_games(SYSTEM.key), set(KINDS) - set(APART)
    for moment in moments():
        if wanted <= set(done):
            return
        if moment.deed.kind in done or moment.deed.kind in APART:
            continue
        walk = Taped(moment)
        with suppress(NotWalked):
            walk.command()
            if (moment.name in files or moment.kept) and moment.is_in_turn:
                yield moment, walk


def done_on(page: Page, address: str, keeper: Keeper, moment: Moment, walk: Taped) -> str:
    """Does the deed with real taps; what went wrong, empty where nothing did."""
    kept = moment.kept
    game = laid_as_kept(keeper, kept) if kept else laid(keeper, moment.name, len(moment.game.log))
    # Cards are held by who drew them, and that is told by his name.
    sits(page, address, keeper, game, moment.actor)
    before = len(keeper.games.log.read_commands(game))

    def sent() -> list[str]:
        return [msgspec.json.decode(one["body"])["kind"] for one in keeper.games.log.read_commands(game)[before:]]

    hand = Hand(page)
    try:
        page.locator("#main .sheet").wait_for()
        hand.follow(walk.tape)
        print(f"{hand.taps:2} {moment.deed.kind}, {sum(walk.taps.values())} walked")
        page.wait_for_function(HAPPENED, arg=walk.scene.number)
        for _ in range(ON_AND_ON if moment.deed.where == "on" else 0):
            if moment.deed.kind not in sent():
                hand.next("")
                page.locator("#main:not([aria-busy])").wait_for()
    except Error as wrong:
        return f"{moment.name}: {walk.tape}: {str(wrong).splitlines()[0]}"
    return "" if moment.deed.kind in sent() else f"{moment.name}: {sent()} came of {walk.tape}"


def game_of(page: Page) -> str:
    """The game whose page is open."""
    return page.url.rpartition("/")[2]


def set_up(hand: Hand) -> str:
    """A game is made on a page of its own."""
    for place in (
        hand.page.get_by_role("link", name="Set up a game"),
        hand.page.get_by_role("link", name="Somme 1916"),
        hand.page.get_by_role("button", name="Set up the game"),
    ):
        hand.tap(place.first)
    hand.page.locator("#bar").wait_for()
    return game_of(hand.page)


def laid_anew(hand: Hand) -> str:
    """A table of the library is chosen and laid, on a page of its own."""
    game, page = game_of(hand.page), hand.page
    hand.tap(page.get_by_role("button", name=re.compile("^More")))
    hand.tap(page.get_by_role("link", name="Lay a table"))
    page.get_by_label("Table").select_option(index=1)
    hand.taps += 2
    seq = page.evaluate(STANDS)
    hand.tap(page.get_by_role("button", name="Lay it"))
    page.wait_for_function(HAPPENED, arg=seq)
    page.goto(f"{page.url.removesuffix('/table')}")
    return game


def sealed(hand: Hand) -> str:
    """The plan that a scenario brings is written and sealed on a page of its own, found from the card of its game."""
    game, page = game_of(hand.page), hand.page
    hand.tap(page.locator("#main").get_by_role("link", name="Fire plan"))
    page.get_by_label("A new plan for this game").fill("As the scenario has it")
    hand.taps += 1
    for place in (page.get_by_role("button", name="Begin to write").first, page.locator("#seal-it > summary")):
        hand.tap(place)
    hand.tap(page.get_by_role("button", name="Seal the plan"))
    page.get_by_text("This plan is sealed").wait_for()
    return game


def set_aside(hand: Hand) -> str:
    """What the rules bar is asked for all the same, with a reason."""
    page = hand.page
    hand.tap(page.get_by_role("button", name=re.compile("^More")))
    hand.tap(page.locator("#drawer .tiles").get_by_role("button", name="Not now"))
    hand.tap(page.locator("#drawer .not-now", has_text="in its own step"))
    page.get_by_label("Why the rule is set aside").fill("agreed at the table")
    hand.taps += 1
    hand.tap(page.get_by_role("button", name=re.compile("Ask to allow it|Set the rule aside")))
    hand.tap(page.locator(".dock.many .acts .btn").first)
    page.locator(".past li").first.wait_for()
    return game_of(page)


def read_again(hand: Hand) -> str:
    """The die that has just fallen shows another face."""
    stands = hand.page.evaluate(STANDS)
    hand.tap(hand.page.locator("#main .res button.dz").first)
    hand.die("1")
    hand.page.wait_for_function(HAPPENED, arg=stands)
    return game_of(hand.page)


def apart(page: Page, keeper: Keeper, kind: str, walk: Callable[[Hand], str]) -> str:
    """Does a deed that no moment leads to, which gives its game; what went wrong, empty where nothing did."""
    hand = Hand(page)
    try:
        game = walk(hand)
    except Error as wrong:
        return str(wrong).splitlines()[0]
    print(f"{hand.taps:2} {kind}")
    came = msgspec.json.decode(keeper.games.log.read_commands(game)[-1]["body"])["kind"]
    return "" if came == kind else f"{came} came of it"


@pytest.mark.usefixtures("unhurried")
def test_every_deed_is_done_with_a_finger(browser: Browser, tmp_path: Path) -> None:
    app = app_with(Settings(database_url=f"sqlite:///{tmp_path / 'games.db'}", log_level="warning"))
    wrong, done = dict[str, str](), set[str]()
    with serving(app) as address:
        keeper = app.state.keeper
        page = browser.new_context(viewport={"width": 1024, "height": 768}, has_touch=True).new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.set_default_navigation_timeout(6 * PATIENCE_MS)
        page.goto(address)

        def by_themselves(walks: Mapping[str, Callable[[Hand], str]]) -> None:
            for kind, apart_walk in walks.items():
                wrong[kind] = apart(page, keeper, kind, apart_walk)
                done.update([] if wrong[kind] else [kind])

        by_themselves({"create_game": set_up, "set_table": laid_anew})
        sits(page, address, keeper, game_of(page), Actor(Role("attacker")))
        by_themselves({"seal_plan": sealed})
        for moment, walk in walked(done):
            kind = moment.deed.kind
            if said := done_on(page, address, keeper, moment, walk):
                wrong[kind] = said
                continue
            done.add(kind)
            # A die is read again in the five seconds after it fell: of an order, whose result has one.
            if kind == "roll_orders":
                by_themselves({"correct_die": read_again, "override": set_aside})
        page.context.close()
    give_back(app)
    assert {kind: why for kind, why in wrong.items() if kind not in done} == {}
    assert set(KINDS) - done == set()


@pytest.mark.usefixtures("unhurried")
@pytest.mark.parametrize(
    ("system", "prompt"),
    [(SYSTEM, Prompt("fire", "shots.0.cover")), (EARTH, Prompt("move", "road"))],
    ids=["flanders-fields", "earth-1418"],
)
def test_prompt_told_otherwise_is_in_its_event(
    browser: Browser, tmp_path: Path, system: System, prompt: Prompt
) -> None:
    """One prompt of each system. `make torture` tells all of them."""
    found = next(told_otherwise(system, prompt))
    assert isinstance(found, Walked)
    assert found.has_trace
    with table(browser, tmp_path) as page:
        assert page.tells(found) == ""
