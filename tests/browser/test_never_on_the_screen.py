"""What must never happen on the stage, as far as it is a matter of what is seen: held over scenes, in every window.

A scene is brought about once; then its window takes one size after the other, and what is wrong in it is listed.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.answering import tapped_through
from tests.browser.playing import served
from tests.browser.scenes import FIRE, SCENES, Devices
from tests.browser.scenes_of_1418 import SCENES_OF_1418
from tests.browser.staged import FIRST, Finger, faces

pytestmark = pytest.mark.browser
SIZES: Final = ((1024, 768), (768, 1024), (390, 844), (1440, 900))
BARS: Final = ((1024, 690), (768, 940), (390, 664))
"""The same with the browser's own bars."""
LOW: Final = ((1024, 540), (512, 384), (384, 512), (720, 450))
"""A window under 560 pixels high, and three at 200 %."""
HALLS: Final = ((1280, 720), (1920, 1080), (3840, 2160))
ALSO: Final = SIZES[:3:2]
"""Where it is looked at twice more: in the dark, and with letters that are wider."""
WIDER: Final = "body, body button, body b, body small { letter-spacing: 0.08em !important; }"
"""Letters are about half as wide as they are high: 15 % of that."""
LETTERS: Final = """(rules) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  document.adoptedStyleSheets = [sheet];
}"""
DRAWN: Final = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
GROUND: Final = "getComputedStyle(document.body).backgroundColor"
WRONG: Final = (Path(__file__).parent / "never.js").read_text(encoding="utf-8")
"""Lists what is wrong in the window as it is."""
COVERED: Final = (Path(__file__).parent / "covered.js").read_text(encoding="utf-8")
"""Lists what can be tapped in the window and is covered."""


@pytest.fixture(scope="module")
def devices(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Devices]:
    for address in served(tmp_path_factory.mktemp("never")):
        made = Devices(browser, address)
        yield made
        made.close()


def looked_at(page: Page, wide: int, high: int, what: str = "") -> list[str]:
    """What is wrong in a window of a size, once it is drawn there."""
    page.set_viewport_size({"width": wide, "height": high})
    return [
        f"{wide}x{high} {what}: {one}"
        for one in page.evaluate(f"async () => {{ await ({DRAWN})(); return [...({WRONG})(), ...({COVERED})()]; }}")
    ]


def wrong_on(page: Page) -> list[str]:
    """What is wrong in any window by light, in the dark, and with wider letters."""
    found = [one for size in (*SIZES, *BARS, *LOW) for one in looked_at(page, *size)]
    by_day = page.evaluate(GROUND)
    page.emulate_media(color_scheme="dark")
    found += [one for size in ALSO for one in looked_at(page, *size, "in the dark")]
    assert page.evaluate(GROUND) != by_day
    page.emulate_media(color_scheme="light")
    page.evaluate(LETTERS, WIDER)
    found += [one for size in ALSO for one in looked_at(page, *size, "wider")]
    page.evaluate(LETTERS, "")
    return found


SLEEPS: Final = "(is_shown) => { document.querySelector('#sleeps').hidden = !is_shown; }"
HALF_LOADED: Final = "(is_shown) => document.documentElement.toggleAttribute('data-half-loaded', is_shown)"
OTHER_HEAD: Final = """() => {
  const key = "beaten-zone.heads";
  localStorage.setItem(key, localStorage.getItem(key).replaceAll(/"head":"[^"]*"/g, '"head":"another"'));
}"""
UNDER_EACH_NOTICE: Final = ("order", "consent", "drawer", "wall", "1418-commands")
"""The scenes in which each notice is shown; in the others only that of a device that may go to sleep."""


def wrong_under_notices(page: Page, name: str) -> list[str]:
    """Return what a notice covers, cuts off or moves out of the window, in each size."""
    found = list[str]()
    for show in (SLEEPS, HALF_LOADED) if name in UNDER_EACH_NOTICE else (SLEEPS,):
        page.evaluate(show, True)
        found += [one for size in SIZES for one in looked_at(page, *size, "under a notice")]
        page.evaluate(show, False)
    return found


TAPPED: Final = {
    "order": ("dock: die", "board: unit", "board: tab", "bar: more", "drawer: button Log"),
    "owed": ("dock: button Fire on its point", "board: lt", "board: ct", "sheet: target", "foot: button Take back"),
    "fire-before": ("dock: die", "sheet: target", "facts: fact"),
    "fire-map": ("dock: die", "sheet: count"),
    "company-fire": ("dock: die", "facts: fact", "facts: button Tell"),
    "barrage": ("dock: die", "sheet: count", "facts: fact"),
    "assault": ("dock: die", "board: ct"),
    "staff-bonus": ("dock: button 1st Pals", "dock: button 2nd Pals", "foot: button Take back"),
    "enemy-turn": ("sheet: summary", "sheet: tab", "sheet: ct"),
    "consent": ("slot: button Don’t agree",),
    "wall": ("drawer: button Dark", "drawer: button Left hand", "drawer: button Close"),
    "1418-commands": ("dock: button Advance",),
    "1418-shares": ("dock: button Share out the shots",),
    "1418-moves": ("sheet: stand",),
}
"""What is tapped at least in a scene."""


PLACES: Final = {
    (1024, 768): {".bar": (1024, 56), ".rail": (144, 712), ".board": (318, 712), ".card": (562, 712)},
    (768, 1024): {".bar": (768, 56), ".rail": (768, 52)},
    (390, 844): {".bar": (390, 52), ".rail": (390, 36)},
}
"""How wide and high each place is by design; the card has the rest."""
MOST_OF_BOARD: Final = {(768, 1024): 360, (390, 844): 270}
BOX: Final = """(one) => { const at = one.getBoundingClientRect(); return [at.width, at.height, at.bottom]; }"""
DRAWN_FROM: Final = ("owed", "fire-before", "staff-bonus")
"""The scenes whose places were drawn to size."""


def assert_places_as_drawn(page: Page) -> None:
    """Bar, rail, board and card, to four pixels, held in the hand in three ways."""
    for size, places in PLACES.items():
        resized(page, *size)
        for place, (wide, high) in places.items():
            width, height, _ = page.locator(place).first.evaluate(BOX)
            assert (width, height) == (pytest.approx(wide, abs=4), pytest.approx(high, abs=4)), (size, place)
        if size in MOST_OF_BOARD and page.locator(".board").is_visible():
            assert page.locator(".board").evaluate(BOX)[1] <= MOST_OF_BOARD[size] + 4, size
        assert page.locator(".card").evaluate(BOX)[2] == pytest.approx(size[1], abs=4), size


@pytest.mark.parametrize("name", [*(name for name in SCENES if name != "wall"), *SCENES_OF_1418])
def test_never_in_any_window(devices: Devices, name: str) -> None:
    """Never 1, 2, 3, 12, 15, 18, 21: what is owed, its dice, its outcome, news, steps and counters, in every window.

    And no tap waits for the service before it shows, whatever is tapped.
    """
    page = {**SCENES, **SCENES_OF_1418}[name](devices)
    assert wrong_on(page) + wrong_under_notices(page, name) == []
    if name in DRAWN_FROM:
        assert_places_as_drawn(page)
    assert_every_tap_shows(page, name)
    assert devices.complaints == []


def assert_every_tap_shows(page: Page, name: str) -> None:
    """Whatever is tapped shows its tap before the service answers. The page is left for an empty one."""
    resized(page, *SIZES[0])
    shown = tapped_through(page)
    assert [kind for kind, at_once in shown.items() if not at_once] == []
    assert set(TAPPED.get(name, ())) <= set(shown)


def test_notice_of_a_replaced_log_covers_nothing_that_is_tapped(devices: Devices) -> None:
    """The notice is small until somebody opens it, and leaves with its button."""
    page = SCENES["order"](devices)
    devices.attacker.send("note", text="The mill burns")
    page.wait_for_function("localStorage.getItem('beaten-zone.heads') !== null")
    page.evaluate(OTHER_HEAD)
    page.reload()
    lost = page.locator("#notices #lost")
    expect(lost).to_be_visible()
    expect(lost.get_by_text("it held event")).to_be_hidden()
    assert [one for size in SIZES for one in looked_at(page, *size, "under a notice")] == []
    lost.locator("summary").click()
    expect(lost.get_by_text("it held event")).to_be_visible()
    assert page.evaluate(COVERED) == []
    lost.get_by_role("button", name="Go on from what stands now").click()
    expect(lost).to_have_count(0)


def test_request_leaves_the_open_drawer_free(devices: Devices) -> None:
    """Never 12, 21: upright a request lies below the bar; the drawer begins below the request."""
    page = SCENES["consent"](devices)
    page.get_by_role("button", name="More: log").click()
    expect(page.locator("#drawer")).to_be_visible()
    found = [one for size in (*SIZES, *BARS, *LOW) for one in looked_at(page, *size, "beside a drawer")]
    assert found == []


def test_never_on_the_wall(devices: Devices) -> None:
    """Never 1, 19 and what is read from four metres: both brigades whole, and no word under 20 of 1080 lines.

    Never 4: an outcome is on no wall after its taking back.
    """
    page = SCENES["wall"](devices)
    assert wrong_on(page) + wrong_under_notices(page, "wall") == []
    assert [one for size in HALLS for one in looked_at(page, *size)] == []
    assert "fires" in page.locator(".late").first.inner_text()
    deed = devices.attacker.view["deeds"][0]["command_id"]
    devices.attacker.send("undo", command_id=deed)
    expect(page.locator(".slot.hold")).to_contain_text("British asks")
    devices.defender.send("answer", agree=True)
    expect(page.locator(".slot.hold")).to_have_count(0)
    expect(page.locator(".wlive h2")).not_to_have_text("2 suppressed")
    expect(page.locator(".ct.fresh")).to_have_count(0)
    assert "fires" not in page.locator("body").inner_text()
    assert_every_tap_shows(page, "wall")
    assert devices.complaints == []


def resized(page: Page, wide: int, high: int) -> None:
    page.set_viewport_size({"width": wide, "height": high})
    page.evaluate(DRAWN)


def test_no_face_moves_between_two_dice(devices: Devices) -> None:
    """Never 3: six dice of a barrage, one in each window; the next is owed at the same place."""
    page = SCENES["barrage"](devices)
    finger = Finger(page)
    for n, size in enumerate((*SIZES, BARS[2])):
        resized(page, *size)
        before = faces(page)
        finger.die(1)
        expect(page.locator(".pads .top")).to_contain_text(f"{n + 1} of 6")
        assert faces(page) == before, size


def test_a_step_of_one_decision_shows_it_and_nothing_else(devices: Devices) -> None:
    """Never 6: the card has a button for each answer, Take back and Next; and Next is not lit before it was decided."""
    page = SCENES["staff-bonus"](devices)
    names = [words.splitlines()[0] for words in page.locator("#main button:visible").all_inner_texts()]
    assert names[:-2] == ["1st Pals", "2nd Pals"]
    resized(page, *SIZES[2])
    # On a phone nothing is pointed at meanwhile: the card has the room of the board.
    expect(page.locator(".board")).to_be_hidden()
    resized(page, *SIZES[0])
    expect(page.locator(".foot .next")).not_to_have_class(re.compile("chief"))
    Finger(page).tap(page.locator(".dock .btn").first)
    expect(page.locator(".past li").first).to_contain_text("1st Pals")
    # What was decided needs no second tap: the next step is in hand.
    expect(page.locator(".hd h1")).to_have_text("1st Vickers")


def test_every_own_stand_is_one_tap_away_and_news_moves_nothing_in_the_enemys_turn(devices: Devices) -> None:
    """Never 11: a battalion's stands stand on the card, those of each other battalion behind one tab."""
    page = SCENES["enemy-turn"](devices)
    sides = {one["side"]: one for one in devices.defender.view["sides"]}
    units = [one for regiment in sides["defender"]["regiments"] for one in own_units(regiment)]
    alive = {stand["id"] for unit in units for stand in unit["stands"] if stand["alive"]}
    assert alive
    for size in SIZES[:3:2]:
        resized(page, *size)
        found = set[str]()
        for tab in page.locator(".mineview [role=tab]").all():
            tab.click()
            expect(tab).to_have_attribute("aria-selected", "true")
            stands = page.locator(".mineview button.ct:visible")
            found |= set(stands.evaluate_all("all => all.map(one => one.dataset.st)"))
        assert found >= alive, size
    resized(page, *SIZES[0])
    news_moves_nothing_under_a_finger(devices, page)


def news_moves_nothing_under_a_finger(devices: Devices, page: Page) -> None:
    """Never 10: another seat's deed is drawn; what has focus, is scrolled to and is turned up stays as it was."""
    tab = page.get_by_role("tablist", name="Sides").get_by_role("tab", name="German")
    tab.click()
    tab.focus()
    page.locator(".lie").evaluate("one => { one.scrollTop = 30; }")
    scrolled = page.locator(".lie").evaluate("one => one.scrollTop")
    before = page.locator("body").get_attribute("data-seq") or ""
    devices.attacker.send("note", text="Smoke over the mill")
    expect(page.locator("body")).not_to_have_attribute("data-seq", before)
    devices.attacker.send("roll_orders", unit="a1.x2", die={"pips": 1})
    expect(page.locator(".hd h1")).to_have_text("No action")
    expect(tab).to_be_focused()
    expect(tab).to_have_attribute("aria-selected", "true")
    assert page.locator(".lie").evaluate("one => one.scrollTop") == scrolled
    assert page.evaluate("scrollY") == 0


def own_units(regiment: Any) -> list[Any]:
    """The units of a regiment that are on the table."""
    holders = [regiment, *(one for one in regiment["battalions"] if one.get("on_table", True))]
    return [unit for one in holders for unit in one["units"] if unit.get("on_table", True)]


def test_a_counter_does_what_the_line_says(devices: Devices) -> None:
    """Never 18: where the line says look, a tap only reads the stand out; where it says tap, the stand is taken."""
    page = SCENES["owed"](devices)
    finger, line = Finger(page), page.locator(".board .point")
    page.get_by_role("tab", name="German").click()
    expect(line).to_have_attribute("data-mode", "look")
    seq = page.locator("body").get_attribute("data-seq") or ""
    finger.stand(FIRST[0])
    expect(line).to_contain_text("1st Platoon, 1 Company")
    expect(page.locator(".ct.tg")).to_have_count(0)
    finger.deed(FIRE)
    expect(line).to_have_attribute("data-mode", "aim")
    finger.stand(FIRST[0])
    expect(page.locator(".ct.tg")).to_have_count(1)
    finger.tap(page.locator(".board .ct.off").first)
    expect(page.locator(".ct.tg")).to_have_count(1)
    expect(line).to_have_attribute("data-mode", "look")
    expect(page.locator("body")).to_have_attribute("data-seq", seq)
