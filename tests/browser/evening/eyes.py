"""What a person reads off a screen."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from playwright.sync_api import Page, expect

from tests.browser.evening.step import GONE

# One question to the browser for the whole board: a stand's own words, and the id behind its link.
BOARD: Final = """() => [...document.querySelectorAll(".force .stand")].map(
    (one) => [new URL(one.href).searchParams.get("correct"), one.innerText, one.classList.contains("lost")])"""
CHIPS: Final = """() => [...document.querySelectorAll("#units .chip")].map((one) => [".name", ".pips b", ".state"].map(
    (part) => one.querySelector(part)?.innerText ?? ""))"""
LEVEL: Final = re.compile(r", (\d) of 3 suppressions$")


@dataclass(frozen=True)
class Chip:
    """A unit as its chip shows it: markers, and what it can still do."""

    level: int
    word: str


def hears(page: Page, number: int) -> None:
    """Wait until the page shows the newest event its seat may know of."""
    expect(page.locator("body")).to_have_attribute("data-seq", str(number))


def reads_in_log(page: Page, sentences: Sequence[str]) -> None:
    """The newest sentences of the log on the screen, newest first; on a tablet it is folded away under its name."""
    said = page.locator("ol.log .said")
    for place, words in enumerate(sentences):
        expect(said.nth(place)).to_have_text(words)


def whole_log(page: Page) -> list[str]:
    """Every sentence of the log, newest first, on the page that the link at the log leads to; past turns are folded."""
    folded = page.locator("details#log")
    if folded.count() and folded.get_attribute("open") is None:
        folded.locator("summary").click()
    page.get_by_role("link", name=re.compile("^(All|All of it|The whole log)$")).click()
    page.wait_for_url("**/log")
    # Names that are not broken over two lines read like others.
    return [" ".join(said.split()) for said in page.locator("#whole-log .said").all_text_contents()]


def board(page: Page) -> dict[str, int]:
    """The level of every stand on the referee's board, GONE for those struck through."""
    found = {}
    for stand, words, lost in page.evaluate(BOARD):
        level = LEVEL.search(words.strip())
        assert lost == words.strip().endswith("destroyed"), words
        assert lost or level, words
        found[stand] = GONE if lost or not level else int(level[1])
    return found


def platoons_left(page: Page) -> dict[str, str]:
    """Beside the name of every battalion on the board: '6 of 12'."""
    cards = page.locator("article.bn").all()
    return {
        " ".join(card.locator("h3").inner_text().split()): card.locator(".strength .count").inner_text()
        for card in cards
    }


def guns(page: Page) -> dict[str, str]:
    """Every battery on the board, and how its guns are."""
    listed = page.locator(".assets .asset").all()
    return {one.locator(".name").inner_text(): one.locator(".how").inner_text() for one in listed}


def chips(page: Page) -> dict[str, Chip]:
    """The units of the step in hand on a tablet, by name."""
    return {name: Chip(int(level or 0), word) for name, level, word in page.evaluate(CHIPS)}


def die_card(page: Page, label: str) -> tuple[int, str]:
    """Total and outcome on the card of the newest die, by its heading: the unit that was ordered, 'Morale test'."""
    card = page.get_by_role("region", name=f"{label}, result", exact=True)
    expect(card).to_be_visible()
    equation = card.locator(".sum b").inner_text()
    return int(equation.rsplit("= ", 1)[-1].replace("−", "-")), " ".join(card.locator(".outcome").inner_text().split())


def fire_card(page: Page, label: str) -> list[tuple[str, list[str]]]:
    """Every shot on the card of the newest fire action: whom it was aimed at, and what its dice did."""
    card = page.get_by_role("region", name=f"{label}, result", exact=True)
    expect(card).to_be_visible()
    shots = card.locator(".shots > li").all()
    return [(shot.locator(".sum b").inner_text(), shot.locator(".results .tag").all_inner_texts()) for shot in shots]


def owes(page: Page, name: str, words: str) -> None:
    """A card on the screen asks for a roll."""
    card = page.locator("#work, #side-log").get_by_role("region", name=name, exact=True)
    expect(card).to_contain_text(words)


def is_refused(page: Page, clause: str) -> None:
    """The screen says why not, with the clause; the message is then put away."""
    leave = page.get_by_role("button", name="Leave it")
    said = page.locator(".wraps").filter(has=leave).filter(has_text=clause)
    expect(said.get_by_role("alert")).to_be_visible()
    said.get_by_role("button", name="Leave it").click()
    expect(said).to_have_count(0)


MORALE: Final[Mapping[str, str]] = {
    "half": "Morale test, half of its platoons lost",
    "three_quarters": "Morale test, three quarters of its platoons lost",
}
ACTIONS: Final = ("no action", "1 action", "2 actions", "3 actions")
RESULTS: Final[Mapping[str, str]] = {"no_effect": "nothing", "suppressed": "suppressed", "killed": "killed"}
# The heading of the card of a die, and what its outcomes are called there.
CARDS: Final[Mapping[str, tuple[str, Mapping[Any, str]]]] = {
    "test_morale": ("Morale test", {"holds": "holds", "retreat_40": "retreats 40 cm"}),
    "roll_reinforcement": ("Reinforcements", {True: "arrives", False: "not yet"}),
    "try_heroic_action": ("Heroic action", {True: "succeeds", False: "the platoon dies"}),
}
