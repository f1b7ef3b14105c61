"""Every event card once, on the tablets of both sides; draws and dice worked by hand from the rulebook (issue 3, d).

Four cards a test, two for each side, so that none is long.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.playing import MONS, Seat, opened, served

pytestmark = pytest.mark.browser
OTHER = {"attacker": "defender", "defender": "attacker"}


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    yield from served(tmp_path_factory.mktemp("cards"))


@dataclass
class Game:
    """A game with event cards: the referee's seat, both tablets and their pages."""

    referee: Seat
    seats: dict[str, Seat]
    pages: dict[str, Page]
    side: str = "attacker"

    @property
    def seat(self) -> Seat:
        """The seat whose turn it is."""
        return self.seats[self.side]

    @property
    def page(self) -> Page:
        """Its tablet."""
        return self.pages[self.side]

    def view(self, side: str) -> dict[str, object]:
        seat = self.seats[side]
        return dict(seat.context.request.get(f"{seat.address}/api/v1/games/{seat.game}").json()["view"])

    def next_turn(self, *cards: str) -> None:
        """The turn ends, the other side's begins (no reserve comes: FF-SCN-10, a 1), and it draws these."""
        self.seat.send("end_turn")
        self.side = OTHER[self.side]
        self.begin(*cards)

    def begin(self, *cards: str) -> None:
        self.seat.send("start_turn")
        due = self.view(self.side)["due"]
        assert isinstance(due, list)
        for one in due:
            self.seat.send("roll_reinforcement", battalion=one["of"], die={"pips": 1})
        for card in cards:
            self.draw(card)

    def fresh(self, side: str) -> Page:
        """The tablet of a side, once it shows what was sent without it."""
        seat, page = self.seats[side], self.pages[side]
        number = seat.context.request.get(f"{seat.address}/api/v1/games/{seat.game}").json()["number"]
        expect(page.locator("#rail")).to_have_attribute("data-seq", str(number))
        return page

    def draw(self, card: str) -> None:
        """Typed in from the pack on the table."""
        self.fresh(self.side)
        drawing = self.page.locator("#draw")
        if (again := drawing.locator("#draw-again:not([open]) summary")).count():
            again.click()
        drawing.locator(f"label:has(input[value='{card}'])").click()
        drawing.get_by_role("button", name="This card was drawn").click()
        suit, _, rank = card.partition("_")
        self.news(self.side, f"draws the {rank.capitalize()} of {suit.capitalize()}")

    def to(self, step: str, of: str) -> None:
        """Finish steps until the named one of this battalion is in hand."""
        for _ in range(60):
            turn = self.view(self.side)["turn"]
            assert isinstance(turn, dict)
            if turn["step"] == step and turn["of"] in (of, ""):
                return
            self.seat.send("next_step")
        raise AssertionError(step)

    def order(self, unit: str, pips: int) -> int:
        """Roll a unit's order; how many actions it has."""
        told = self.seat.send("roll_orders", unit=unit, die={"pips": pips})["events"]
        return int(told[0]["card"]["outcome"])

    def lose(self, *stands: str) -> None:
        for stand in stands:
            self.referee.send("correct", of=stand, what="alive", value=False, reason="seen")

    def play(self, side: str, card: str) -> Locator:
        """Take a card of the hand."""
        page = self.fresh(side)
        page.locator(f"#hand-{side} a[href='?card={card}']").click()
        return page.locator("#play")

    def say(self, side: str, *stands: str) -> Locator:
        """Choose what a black card takes."""
        takes = self.fresh(side).locator("#takes")
        for stand in stands:
            pick(takes, stand)
        return takes

    def news(self, side: str, words: str) -> None:
        expect(self.pages[side].locator("#card-news")).to_contain_text(words)


def pick(inside: Locator, stand: str) -> None:
    """Unfold the formation of a stand and tap it."""
    label = inside.locator(f"label:has(input[value='{stand}'])")
    if not label.is_visible():
        picker = inside.locator(f"details.picker:has(input[value='{stand}'])")
        if picker.get_attribute("open") is None:
            picker.locator("summary").first.click()
        holder = inside.locator(f"details.holder:has(input[value='{stand}'])")
        if holder.get_attribute("open") is None:
            holder.locator("summary").click()
    label.click()


@pytest.fixture
def game(open_page: OpenPage, address: str) -> Iterator[Game]:
    pages = [open_page(address, size) for size in ("laptop", "tablet-upright", "tablet-flat")]
    contexts = [one.page.context for one in pages]
    referee = opened(contexts[0], address, command={**MONS["command"], "event_cards": "table"})
    seats = {"attacker": referee.invites("attacker", contexts[1]), "defender": referee.invites("defender", contexts[2])}
    for one, seat in zip(pages, (referee, *seats.values()), strict=True):
        one.page.goto(seat.place)
    yield Game(referee, seats, {"attacker": pages[1].page, "defender": pages[2].page})
    for one in pages:
        assert one.complaints == []


def test_sniper_random_shell_death_from_above_and_from_the_flank(game: Game) -> None:
    """FF-CRD-09 and -25, then FF-CRD-13 and -16."""
    game.begin("hearts_king")
    game.draw("spades_queen")
    # Heavy artillery at Soft kills on 4; the enemy places the shell and rolls.
    shell = game.say("defender", "a1.1.c1.p1")
    expect(shell).to_contain_text("Cover")
    shell.locator("[data-face='4']").click()
    game.news("attacker", "1st Platoon, 1 Company, I / 1st Regt killed")
    # The enemy does not see what the other hand holds.
    expect(game.pages["defender"].locator("#hand-defender")).to_contain_text("None")
    expect(game.pages["defender"].locator("body")).not_to_contain_text("Sniper")
    sniper = game.play("attacker", "hearts_king")
    pick(sniper, "d1.1.mg1")
    sniper.get_by_role("button", name="Play it").click()
    game.news("defender", "is removed")
    game.next_turn("clubs_ace")
    above = game.say("attacker", "d1.2.c1.p1", "d1.2.c1.p2")
    above.get_by_label("Between the two").fill("5")
    above.get_by_role("button", name="That is destroyed").click()
    game.news("defender", "are destroyed")
    game.draw("clubs_jack")
    flank = game.say("defender", "d1.2.c4.p4")
    flank.get_by_role("button", name="That is destroyed").click()
    game.news("attacker", "is destroyed")


def test_lines_are_down_command_error_counter_battery_fire_good_discipline(game: Game) -> None:
    """FF-CRD-14 and -17, then FF-CRD-23 and -12."""
    game.begin("clubs_king")
    expect(game.page.locator("#lying")).to_contain_text("Lines are Down")
    game.draw("clubs_10")
    error = game.say("attacker")
    error.locator("select").select_option("a1.2")
    error.get_by_role("button", name="His order suffers").click()
    game.to("Artillery", "a1")
    refused = game.seat.try_("roll_orders", unit="a1.b1", die={"pips": 4})
    assert refused["clause"] == "FF-CRD-14"
    game.to("Rifle companies", "a1.2")
    # 5 - 1 is one action, the next company's 5 two.
    assert game.order("a1.2.c1", 5) == 1
    assert game.order("a1.2.c2", 5) == 2
    game.next_turn("spades_ace")
    battery = game.say("attacker")
    battery.locator("select").select_option("d1.b2")
    battery.get_by_role("button", name="That is destroyed").click()
    game.news("defender", "18-pounder, 2nd Battery is destroyed")
    game.draw("hearts_10")
    game.to("Rifle companies", "d1.3")
    good = game.play("defender", "hearts_10")
    good.locator("select").select_option("d1.3.c1")
    good.get_by_role("button", name="Play it").click()
    expect(game.page.locator("#lying")).to_contain_text("Good discipline")
    assert game.order("d1.3.c1", 4) == 2


def test_big_bangs_inspirational_leader_superb_and_good_shooting(game: Game) -> None:
    """FF-CRD-08 and -21, then FF-CRD-18 and -20 (rifles at Soft: 3 + 2 suppresses, 5 + 1 kills)."""
    game.begin("hearts_ace")
    guns = game.play("attacker", "hearts_ace")
    guns.locator("select").select_option("a2")
    guns.get_by_role("button", name="Play it").click()
    game.news("defender", "a super heavy battery joins 2nd Regiment to the end of turn 3")
    game.draw("diamonds_jack")
    leader = game.play("attacker", "diamonds_jack")
    leader.locator("select").select_option("a1.1")
    leader.get_by_role("button", name="Play it").click()
    expect(game.page.locator("#lying")).to_contain_text("Inspirational Leader")
    game.to("Rifle companies", "a1.1")
    assert [game.order(f"a1.1.c{n}", 4) for n in (1, 2)] == [2, 2]
    game.next_turn("diamonds_ace")
    game.draw("diamonds_queen")
    game.to("Rifle companies", "d1.3")
    for card, company, pips, result in (("ace", 2, 3, "suppressed"), ("queen", 3, 5, "killed")):
        shoots = game.play("defender", f"diamonds_{card}")
        shoots.locator("select").select_option(f"d1.3.c{company}")
        shoots.get_by_role("button", name="Play it").click()
        game.news("attacker", "shoots better this turn")
        assert game.order(f"d1.3.c{company}", 4) == 1
        aimed = {"firer": f"d1.3.c{company}.p1", "target": "a2.1.c1.p1", "range_cm": 20, "cover": "soft"}
        told = game.seat.send("fire", unit=f"d1.3.c{company}", shots=[{**aimed, "dice": [{"pips": pips}]}])["events"]
        assert told[0]["card"]["shots"][0]["results"] == [result]


def test_concise_order_wiring_party_a_hero_and_a_rally(game: Game) -> None:
    """FF-CRD-22 and -19, then FF-CRD-11 and -10."""
    game.begin("diamonds_10")
    game.draw("diamonds_king")
    wire = game.play("attacker", "diamonds_king")
    wire.locator("select").select_option("a1.1.c2")
    wire.locator("label:has(input[name=at_wire])").click()
    wire.get_by_role("button", name="Play it").click()
    game.news("defender", "is 2 cm less deep")
    game.to("Rifle companies", "a1.1")
    assert game.order("a1.1.c3", 4) == 1
    concise = game.play("attacker", "diamonds_10")
    concise.locator("select").select_option("a1.1.c3")
    concise.get_by_role("button", name="Play it").click()
    game.news("defender", "has 2 actions by its order")
    game.lose("d1.2.c1.p1", "d1.2.c1.p2", "d1.2.c1.p3")
    game.next_turn("hearts_jack")
    hero = game.play("defender", "hearts_jack")
    hero.get_by_role("button", name="Play it").click()
    expect(game.page.locator("#lying")).to_contain_text("Good day to be a hero")
    # FF-HER-07: 4 + 1 is 5.
    deed = {"stand": "d1.2.c2.p1", "deed": "over the bridge", "removes": ["a2.1.c2.p1"], "die": {"pips": 4}}
    assert game.seat.send("try_heroic_action", **deed)["events"][0]["card"]["outcome"] is True
    game.draw("hearts_queen")
    # The 2nd Battalion has lost three; a 3 is two of them.
    rally = game.play("defender", "hearts_queen")
    expect(rally.locator(".odds")).to_contain_text("2 platoons back")
    rally.locator("[data-face='3']").click()
    game.news("attacker", "2 platoons of 2nd Battalion back")


def test_stubborn_defenders_hard_day_and_gas_before_there_was_any(game: Game) -> None:
    """FF-CRD-15 and -27, FF-CRD-24 and -26 before there was gas: 3 + 1 holds, 4 - 1 does not (FF-MOR-T1)."""
    game.begin("clubs_queen", "spades_10")
    hand = game.pages["defender"].locator("#hand-defender")
    expect(hand).to_contain_text("Stubborn Defenders")
    expect(hand).to_contain_text("Hard Day")
    game.lose(*(f"d1.3.c{company}.p{n}" for company in (1, 2) for n in (1, 2, 3, 4)))
    game.play("defender", "clubs_queen").get_by_role("button", name="3rd Battalion").click()
    expect(game.pages["defender"].locator("#lying")).to_contain_text("Stubborn Defenders")
    assert (
        game.seats["defender"].send("test_morale", battalion="d1.3", die={"pips": 3})["events"][0]["card"]["outcome"]
        == "holds"
    )
    game.lose(*(f"a2.2.c{company}.p{n}" for company in (1, 2) for n in (1, 2, 3)))
    game.play("defender", "spades_10").get_by_role("button", name="II / 2nd Regt").click()
    expect(game.page.locator("#lying")).to_contain_text("Hard Day")
    assert (
        game.seat.send("test_morale", battalion="a2.2", die={"pips": 4})["events"][0]["card"]["outcome"] == "retreat_20"
    )
    game.next_turn("spades_king", "spades_jack")
    hand = game.pages["attacker"].locator("#hand-attacker")
    expect(hand.locator("a")).to_have_count(2)
    expect(hand).to_contain_text("Hard Day")


def test_a_pack_shuffled_here_is_drawn_with_a_tap(open_page: OpenPage, address: str) -> None:
    """Decision 0002 for cards: the app draws; a card seen comes again after a take-back (decision 0008)."""
    shown = open_page(address, "phone")
    host = shown.page.context
    command = {**MONS["command"], "event_cards": "app"}
    seat = opened(host, address, role="attacker", command=command)
    seat.send("start_turn")
    shown.page.goto(seat.place)
    shown.page.locator("#draw").get_by_role("button", name="Draw").click()
    news = shown.page.locator("#card-news")
    expect(news).to_contain_text("draws the")
    drawn = news.inner_text()
    seat.send("take_back")
    expect(shown.page.locator("#draw")).to_contain_text("comes again")
    shown.page.locator("#draw").get_by_role("button", name="Draw").click()
    expect(news).to_have_text(drawn)
    assert shown.complaints == []
