"""Moments of play by name, each brought about by real commands: what tests and pictures of the stage look at.

A scene is a function that takes three devices (British, German, referee) and gives the page on which it stands.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.begun import Seated, begun
from tests.browser.playing import Seat
from tests.browser.staged import COMPANIES, COMPANY, FIRST, GUNS, SOMME, VICKERS, Finger, to_step
from tests.game.ground_in_play import LAID
from tests.game.ground_in_play import at as standing

FIRE: Final = r"Fire$|^\s*Fire\s*$"
DEEP: Final = "Roll for deep suppression"
STAFF: Final = "Mark the battalion commander who gets the staff bonus"


class Devices:
    """Three devices that go from game to game; each scene has a game of its own."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.address = address
        self.contexts: tuple[BrowserContext, ...] = tuple(browser.new_context(has_touch=True) for _ in range(3))
        self.british, self.german, self.referee = (one.new_page() for one in self.contexts)
        self.complaints: list[str] = []
        for page in self.pages:
            page.on("console", lambda said: self.complaints.append(said.text) if said.type == "error" else None)
            page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.attacker: Seat
        self.defender: Seat

    @property
    def pages(self) -> tuple[Page, ...]:
        """Their pages."""
        return self.british, self.german, self.referee

    def game(
        self,
        command: Mapping[str, Any] = SOMME,
        so_far: str = "",
        play: Callable[[Seated], object] = lambda seats: None,
    ) -> None:
        """Another game, in which both sides are seated, and which was played so far."""
        for page in self.pages:
            page.set_viewport_size({"width": 1024, "height": 768})
        host, guest, _ = self.contexts
        told = {"title": "Somme", "command": command}
        seats = begun(self.address, {"attacker": host, "defender": guest}, told, so_far, play)
        self.attacker, self.defender = seats["attacker"], seats["defender"]

    def at_step(self, step: str, unit: str = "") -> None:
        """Another game that has come to a step; a unit there has three actions in hand."""

        def play(seats: Seated) -> None:
            to_step(seats["attacker"], step)
            if unit:
                seats["attacker"].send("roll_orders", unit=unit, die={"pips": 6})

        self.game(so_far=f"{step} {unit}", play=play)

    def shown(self, page: Page) -> Finger:
        """The stage of a seat on its page."""
        seat = self.defender if page is self.german else self.attacker
        page.goto(f"{seat.place}/stage")
        expect(page.locator("connection-bar, .slot.ask")).to_be_visible()
        return Finger(page)

    def ordered(self, unit: str, step: str) -> Finger:
        """A new game with a unit that has three actions in hand."""
        self.at_step(step, unit)
        return self.shown(self.british)

    def close(self) -> None:
        """Put them away."""
        for one in self.contexts:
            one.close()


def order(at: Devices) -> Page:
    """A machine gun waits for its order roll."""
    at.at_step(GUNS)
    at.shown(at.british).shows("1st Vickers")
    return at.british


def owed(at: Devices) -> Page:
    """It has its actions, and its deeds stand in the dock."""
    at.ordered(VICKERS, GUNS).shows("1st Vickers")
    return at.british


def fire_before(at: Devices) -> Page:
    """Three platoons are aimed at, and the first die is owed."""
    finger = at.ordered(VICKERS, GUNS)
    finger.deed(FIRE)
    finger.row("3 Company")
    expect(at.british.locator(".tg-list > li")).to_have_count(3)
    expect(at.british.locator(".pads:not(.off)")).to_be_visible()
    return at.british


def fire_result(at: Devices) -> Page:
    """The last die lies."""
    fire_before(at)
    finger = Finger(at.british)
    finger.die(5, 6)
    finger.shows("2 suppressed")
    return at.british


def fire_map(at: Devices) -> Page:
    """A company aims on the map: who stands within reach is proposed, with the distance."""
    own = [standing(f"a1.1.c1.p{n}", 260 + 40 * n, 300) for n in (1, 2, 3)]
    foes = [standing(f"d1.1.c1.p{n}", 260 + 40 * n, 439, 180.0) for n in (1, 2)]

    def play(seats: Seated) -> None:
        seats["attacker"].send("place_stands", stands=[*own, standing("a1.1.hq", 300, 260)])
        seats["defender"].send("place_stands", stands=foes)
        to_step(seats["attacker"], COMPANIES)
        seats["attacker"].send("roll_orders", unit="a1.1.c1", die={"pips": 6}, farthest_platoon_cm=6.3)

    at.game({"kind": "create_game", "scenario": "mons-1914", "table": LAID}, "a company that can fire", play)
    finger = at.shown(at.british)
    finger.deed(FIRE)
    finger.tap(at.british.locator(".board").get_by_role("tab", name="Map").filter(visible=True))
    expect(at.british.locator(".onmap .stand").first).to_be_attached()
    return at.british


def company_fire(at: Devices) -> Page:
    """A company's four dice at one target, two of them thrown."""
    finger = at.ordered(COMPANY, COMPANIES)
    finger.deed(FIRE)
    finger.stand(FIRST[0])
    finger.tap(at.british.locator(".facts .fact").filter(has_text="Cover").first)
    finger.tap(at.british.locator(".facts.unfold .fact").filter(has_text="Open"))
    finger.die(1, 6)
    expect(at.british.locator(".pads .top")).to_contain_text("2 of 4")
    return at.british


def assault(at: Devices) -> Page:
    """Three platoons are in, the first has won its fight, and the dice of the second are owed by both sides."""

    def play(seats: Seated) -> None:
        attacker = seats["attacker"]
        to_step(attacker, COMPANIES)
        attacker.send("roll_orders", unit=COMPANY, die={"pips": 6})
        for n, stand in enumerate(FIRST, 1):
            attacker.send("go_in", unit=COMPANY, stand=f"{COMPANY}.p{n}", target=stand, cover="soft")
        attacker.send("all_in", unit=COMPANY)
        for stand in FIRST:
            seats["defender"].send("fire_as_they_close", stand=stand)
        for side, pips in (("attacker", 5), ("defender", 3)):
            seats[side].send("throw_in_combat", attacker=f"{COMPANY}.p1", side=side, die={"pips": pips})

    at.game(so_far="one of three fights is won", play=play)
    at.shown(at.british)
    expect(at.british.locator(".pads:not(.off)")).to_be_visible()
    return at.british


def to_the_barrage(attacker: Seat) -> None:
    """The turn has begun and deep suppression is rolled for: next the creeping barrage comes down."""
    to_step(attacker, DEEP)
    attacker.send("roll_deep_suppression", dice=[{"pips": 1}])


def barrage(at: Devices) -> Page:
    """Six platoons lie under the creeping barrage, and their dice are owed."""
    at.game(so_far="before the barrage", play=lambda seats: to_the_barrage(seats["attacker"]))
    finger = at.shown(at.british)
    finger.next()
    finger.shows("It lies 33 to 53 cm")
    for row in ("1 Company", "2 Company"):
        finger.row(row)
    expect(at.british.locator(".grp")).to_contain_text("6 stand alike")
    expect(at.british.locator(".pads:not(.off)")).to_be_visible()
    return at.british


def barrage_result(at: Devices) -> Page:
    """What it did to them."""
    barrage(at)
    finger = Finger(at.british)
    finger.die(1, 2, 3, 4, 5, 6)
    finger.shows("1 killed, 3 suppressed")
    return at.british


def staff_bonus(at: Devices) -> Page:
    """One decision and nothing else: which battalion the staff helps."""
    at.at_step(STAFF)
    at.shown(at.british)
    expect(at.british.locator(".dock .btn").first).to_be_visible()
    return at.british


def enemy_turn(at: Devices) -> Page:
    """What the other side's fire did, on the screen of those it fell upon."""
    fire_before(at)
    german = at.shown(at.german)
    Finger(at.british).die(5, 6)
    german.shows("2 suppressed")
    return at.german


def consent(at: Devices) -> Page:
    """The other side is asked to agree to a taking back."""
    finger = at.ordered(VICKERS, GUNS)
    german = at.shown(at.german)
    finger.back()
    expect(german.page.locator(".slot.ask")).to_contain_text("order (die 6)")
    return at.german


def asking(at: Devices) -> Page:
    """The same request on the screen of the seat that made it."""
    consent(at)
    expect(at.british.locator(".slot.hold")).to_be_visible()
    return at.british


def drawer(at: Devices) -> Page:
    """Everything else, over rail and board."""
    fire_before(at)
    Finger(at.british).tap(at.british.get_by_role("button", name="More: log"))
    expect(at.british.locator("#drawer")).to_be_visible()
    return at.british


def referee(at: Devices) -> Page:
    """Both brigades at once, for who stands between them."""
    at.at_step(GUNS)
    seat = at.attacker.invites("referee", at.contexts[2], agreed_by=at.defender)
    at.referee.goto(f"{seat.place}/stage")
    expect(at.referee.locator("connection-bar")).to_be_visible()
    return at.referee


def wall(at: Devices) -> Page:
    """The whole game for a hall, just as a machine gun has fired."""
    own = [standing(f"{COMPANY}.p{n}", 260 + 60 * n, 250) for n in (1, 2, 3, 4)]
    foes = [standing(f"d1.1.c{c}.p{n}", 180 * c + 50 * n, 700, 180.0) for c in (1, 2, 4) for n in (1, 2, 3)]

    def play(seats: Seated) -> None:
        seats["attacker"].send("place_stands", stands=own)
        seats["defender"].send("place_stands", stands=foes)
        to_step(seats["attacker"], GUNS)
        seats["attacker"].send("roll_orders", unit=VICKERS, die={"pips": 6})

    at.game({**SOMME, "table": LAID}, "on a table", play)
    finger = at.shown(at.british)
    finger.deed(FIRE)
    finger.row("3 Company")
    seat = at.attacker.invites("spectator", at.contexts[2])
    at.referee.set_viewport_size({"width": 1920, "height": 1080})
    at.referee.goto(seat.place)
    expect(at.referee.locator(".wall .force")).to_have_count(2)
    finger.die(5, 6)
    expect(at.referee.locator(".wlive h2")).to_have_text("2 suppressed")
    expect(at.referee.locator(".onmap .stand").first).to_be_attached()
    return at.referee


SCENES: Final[Mapping[str, Callable[[Devices], Page]]] = {
    "order": order,
    "owed": owed,
    "fire-before": fire_before,
    "fire-result": fire_result,
    "fire-map": fire_map,
    "company-fire": company_fire,
    "assault": assault,
    "barrage": barrage,
    "barrage-result": barrage_result,
    "staff-bonus": staff_bonus,
    "enemy-turn": enemy_turn,
    "consent": consent,
    "asking": asking,
    "drawer": drawer,
    "referee": referee,
    "wall": wall,
}
