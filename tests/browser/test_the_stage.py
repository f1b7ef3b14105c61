"""The stage as it is tapped: how many taps a deed takes, and what must never happen on it.

Numbers are those of the rulebook where a face decides; the rest is what a finger, an eye and a second tablet meet.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, Final, Literal

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.begun import Seated, begun
from tests.browser.conftest import SIZES, OpenPage
from tests.browser.playing import BOUNCE_MS, Seat, Touch, opened, served
from tests.browser.test_everybody_can_use_it import found_by_axe

pytestmark = pytest.mark.browser
SOMME: Final = {"kind": "create_game", "scenario": "somme-1916"}
VICKERS, COMPANY = "a1.x1", "a1.1.c1"
THIRD: Final = [f"d1.1.c3.p{n}" for n in (1, 2, 3)]
FIRST: Final = [f"d1.1.c1.p{n}" for n in (1, 2, 3)]
SMALLEST_FACE: Final = 46
MEETING_FACE: Final = 44
SCROLLED: Final = """[document.documentElement.scrollHeight - innerHeight, scrollY,
  document.body.scrollWidth - innerWidth]"""
FACES: Final = """all => all.map((one) => {
  const b = one.getBoundingClientRect();
  return [b.x, b.y, b.width, b.height, innerWidth - b.right, innerHeight - b.bottom];
})"""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    yield from served(tmp_path_factory.mktemp("stage"))


class Finger(Touch):
    """A finger on a stage, and how often it touched it."""

    @property
    def heading(self) -> Locator:
        return self.page.locator(".hd h1")

    def die(self, *faces: int) -> None:
        for face in faces:
            self.tap(self.page.locator(f".pads:not(.off) button[data-die='{face}']"))

    def deed(self, name: str) -> None:
        words = re.compile(rf"^\s*{name}")
        self.tap(self.page.locator(".dock .btn:not(.not-yet)").filter(has_text=words).last)

    def stand(self, *ids: str) -> None:
        for one in ids:
            self.tap(self.page.locator(f".board button[data-st='{one}']"))

    def row(self, name: str) -> None:
        self.tap(
            self.page.locator(".board .pointing .lt, .board .lt")
            .and_(self.page.get_by_role("button", name=name, exact=True))
            .first
        )

    def next(self) -> None:
        self.tap(self.page.locator(".foot .next:not(.not-yet)"))

    def back(self) -> None:
        self.tap(self.page.locator(".foot .back:not(.not-yet)"))

    def shows(self, title: str) -> None:
        expect(self.heading).to_have_text(title)


def to_step(seat: Seat, title: str) -> None:
    """Begin the turn and go on until the named step is in hand; what is owed on the way harms nobody."""
    seat.send("start_turn")
    for _ in range(80):
        if seat.view["turn"]["step"] == title:
            return
        stage = seat.context.request.get(f"{seat.address}/api/v1/games/{seat.game}/stage").json()
        owed = [one for one in stage["owed"] if one["kind"] != "roll_under_barrage"]
        if owed:
            seat.send(owed[0]["kind"], **{**as_proposed(seat, owed[0]), **owed[0]["about"]})
        else:
            seat.send("next_step")
    raise AssertionError(f"{title} was never reached")


def as_proposed(seat: Seat, deed: dict[str, Any]) -> dict[str, Any]:
    """The answers of a deed with what is proposed, and ones for its dice."""
    body = {"kind": deed["kind"], "about": deed["about"], "propose": True}
    address = f"{seat.address}/api/v1/games/{seat.game}/asks"
    asked = seat.context.request.post(address, data=body, headers={"Origin": seat.address}).json()
    dice = {
        ask["name"]: {"pips": 1} if ask["most"] is None else [{"pips": 1}] * int(ask["most"])
        for ask in asked["asks"]
        if ask["kind"] == "dice" and not ask["per"]
    }
    return {**asked["told"], **dice}


class Table:
    """Both seats of a Somme game, the British one on its stage."""

    def __init__(
        self,
        open_page: OpenPage,
        address: str,
        size: str = "tablet-flat",
        theme: str = "light",
        command: Any = SOMME,
        stands: Sequence[Any] = (),
        **more: Any,
    ) -> None:
        self.opened = [open_page("", size, theme=theme, **more), open_page("", "tablet-upright")]
        self.british, self.german = (one.page for one in self.opened)
        self.finger = Finger(self.british)
        self._devices = {"attacker": self.british.context, "defender": self.german.context}
        if stands:
            self._devices["referee"] = open_page("").page.context
        self._told = {"title": "Somme", "command": command}
        self._stands = list(stands)
        self._address = address
        self._seats: Seated = {}

    @property
    def attacker(self) -> Seat:
        """The British seat."""
        return self._seated["attacker"]

    @property
    def defender(self) -> Seat:
        """The German seat."""
        return self._seated["defender"]

    @property
    def _seated(self) -> Seated:
        if not self._seats:
            self.to()
        return self._seats

    def to(self, step: str = "", unit: str = "", **ordered: Any) -> None:
        """A game that has come to a step, and to the order of a unit there: a 6, unless it is told otherwise."""

        def play(seats: Seated) -> None:
            if self._stands:
                seats["referee"].send("place_stands", stands=self._stands)
            if step:
                to_step(seats["attacker"], step)
            if unit:
                seats["attacker"].send("roll_orders", unit=unit, **{"die": {"pips": 6}, **ordered})

        so_far = f"{self._stands} {step} {unit} {ordered}"
        self._seats = begun(self._address, self._devices, self._told, so_far, play)

    def shown(self) -> Finger:
        """The British stage."""
        self.british.goto(self.attacker.place)
        expect(self.british.locator("connection-bar")).to_have_text("Up to date")
        return self.finger

    def at(self, step: str) -> Finger:
        """The British stage with a step in hand."""
        self.to(step)
        return self.shown()

    def ordered(self, unit: str, step: str, **ordered: Any) -> Finger:
        """The same with a unit that has been ordered."""
        self.to(step, unit, **ordered)
        return self.shown()

    def stroke(self, *ids: str) -> None:
        """A finger drawn over stands."""
        self.british.wait_for_timeout(BOUNCE_MS)
        mouse = self.british.mouse
        for n, one in enumerate(ids):
            box = self.british.locator(f".lie button[data-st='{one}']").bounding_box()
            assert box is not None
            mouse.move(box["x"] + 12, box["y"] + 20, steps=4)
            if n == 0:
                mouse.down()
        mouse.up()

    def is_clean(self) -> None:
        for one in self.opened:
            assert one.complaints == []


@pytest.fixture
def table(open_page: OpenPage, address: str) -> Iterator[Table]:
    made = Table(open_page, address)
    yield made
    made.is_clean()


COMPANIES, GUNS = "Rifle companies", "Machine guns and block houses"


# ---------- taps ----------


def test_an_order_that_fails_takes_two_taps(table: Table) -> None:
    """FF-ORD-T5: a 1 always fails."""
    finger = table.at(COMPANIES)
    finger.shows("A Company")
    finger.die(1)
    finger.shows("No action")
    finger.next()
    finger.shows("B Company")
    assert finger.taps == 2


def test_recovering_with_its_order_takes_two_taps_for_the_next_unit_comes_by_itself(table: Table) -> None:
    """FF-SUP-08: an action removes a level."""
    table.to(COMPANIES)
    table.attacker.send("correct", of=f"{COMPANY}.p1", what="levels", value=1, reason="on the table")
    table.british.goto(f"{table.attacker.place}/stage")
    finger = table.finger
    finger.die(2)
    finger.shows("1 action")
    finger.deed("Recover")
    finger.shows("B Company")
    expect(table.british.locator(".past li")).to_contain_text("A Company")
    assert finger.taps == 2
    assert not any(stand["levels"] for stand in _stands(table.attacker, COMPANY))


def test_a_machine_gun_at_three_platoons_takes_eight_taps_with_its_order(table: Table) -> None:
    """Mid 1916 at Medium: a first target is suppressed by 5, the second by 6 (FF-SHO-T2, FF-BZN-05)."""
    finger = table.at(GUNS)
    finger.shows("1st Vickers")
    finger.die(6)
    finger.shows("3 actions")
    finger.deed("Fire$|^\\s*Fire\\s*$")
    finger.stand(*THIRD)
    # Of the third no face changes anything: its die is not asked for.
    finger.die(5, 6)
    finger.shows("2 suppressed")
    assert finger.taps <= 8
    assert all(stand["levels"] == 1 for stand in _stands(table.defender, "d1.1.c3"))


def test_what_was_told_lies_on_the_counter_and_what_was_not_told_is_in_the_log(table: Table) -> None:
    """The cover of a target that was tapped is remembered; that of the others was taken, and the log says so."""
    finger = table.ordered(VICKERS, GUNS)
    finger.deed("Fire$|^\\s*Fire\\s*$")
    finger.row("3 Company")
    fact = table.british.locator(".facts .fact")
    expect(fact.filter(has_text="Cover of all")).to_have_class(re.compile(r"\bask\b"))
    # Whatever would change no die of this shot is folded away, and no unknown one among it.
    shown = fact.locator("visible=true")
    assert all("friends" not in words.lower() for words in shown.all_inner_texts())
    finger.tap(fact.filter(has_text="Cover").first)
    finger.tap(fact.filter(has_text="Hard").first)
    finger.tap(table.british.get_by_role("button", name=re.compile("^Roll")))
    expect(finger.heading).to_have_text(re.compile("suppressed|lost|Nothing|No effect"))
    table.british.get_by_role("tab", name="German").click()
    first = table.british.locator(f".lie button[data-st='{THIRD[0]}']")
    expect(first).to_contain_text("hard cover told")
    table.british.goto(f"{table.attacker.place}/log")
    expect(table.british.get_by_text(re.compile("taken as [0-9]+ cm.*not told")).first).to_be_visible()


def test_a_battalion_of_four_companies_takes_at_most_24_taps_for_its_turn(table: Table) -> None:
    """Lewis guns move, a mortar fails, A moves twice, B recovers, C fires at somebody in the open, D moves."""
    table.to(GUNS)
    while table.attacker.view["turn"]["can_act"] != ["a1.1.x1"]:
        table.attacker.send("next_step")
    table.attacker.send("correct", of="a1.1.c2.p1", what="levels", value=1, reason="on the table")
    table.british.goto(f"{table.attacker.place}/stage")
    finger, fact = table.finger, table.british.locator(".facts .fact")
    finger.shows("Lewis guns")
    finger.die(4)
    finger.deed("Move$")
    finger.next()
    finger.die(1)
    finger.next()
    finger.shows("A Company")
    finger.die(4)
    finger.deed("Move$")
    finger.deed("Move$")
    finger.shows("B Company")
    finger.die(2)
    finger.deed("Recover$")
    finger.shows("C Company")
    finger.die(4)
    finger.deed("Fire$")
    finger.stand(FIRST[0])
    finger.tap(fact.filter(has_text="Cover").first)
    finger.tap(fact.filter(has_text="Open").first)
    finger.die(2, 3, 4, 6)
    finger.shows("1 killed, 1 suppressed")
    finger.next()
    finger.shows("D Company")
    finger.die(2)
    finger.deed("Move$")
    finger.next()
    assert finger.taps <= 24
    expect(finger.heading).not_to_have_text("All are done")
    assert not any(unit.startswith("a1.1.") for unit in table.attacker.view["turn"]["can_act"])


def test_a_barrage_over_six_stands_takes_two_strokes_and_six_dice_and_shows_what_it_did(table: Table) -> None:
    """1 to 2 nothing, 3 to 5 suppressed, 6 killed at Medium (FF-BAR-13); the cloud after it asks whom it touches."""
    table.british.goto(f"{table.attacker.place}/stage")
    finger = table.finger
    finger.next()
    finger.die(1)
    finger.next()
    finger.shows("It lies 33 to 53 cm")
    before = finger.taps
    for row in ("c1", "c2"):
        table.stroke(*(f"d1.1.{row}.p{n}" for n in (1, 2, 3)))
        finger.taps += 1
    title = table.british.locator(".pads .top b")
    expect(title).to_have_text("How many of each face?")
    finger.die(1, 2, 3, 4, 5, 6)
    finger.shows("1 killed, 3 suppressed")
    assert finger.taps - before <= 9
    expect(table.british.locator(".say1").first).to_have_text("Dealt by lot: they stood alike, and the service deals")
    expect(table.british.locator(".dock .btn")).to_have_text(re.compile("Under the barrage"))
    finger.next()
    finger.shows("Release")
    finger.die(1, 2)
    finger.next()
    # Nobody is touched unless somebody says so.
    finger.shows("Gas cloud 1")
    expect(table.british.locator(".foot .next")).to_contain_text("Nobody")


def test_dice_told_by_count_are_taken_away_again_and_one_that_was_mistyped_is_put_right(table: Table) -> None:
    """Six stands at Medium (FF-BAR-13): the lot deals, and deals alike whichever of two equal dice was misread."""
    table.british.goto(f"{table.attacker.place}/stage")
    finger = table.finger
    finger.next()
    finger.die(1)
    finger.next()
    for row in ("c1", "c2"):
        table.stroke(*(f"d1.1.{row}.p{n}" for n in (1, 2, 3)))
    finger.die(6, 6, 1)
    count, face = table.british.locator(".pads .top .c"), table.british.locator(".pad button[data-die='6'] .k")
    expect(count).to_have_text("3 of 6")
    expect(face).to_have_text("×2")
    finger.tap(table.british.get_by_role("button", name="Take a 6 away, 2 told"))
    expect(count).to_have_text("2 of 6")
    expect(face).to_have_text("×1")
    finger.back()
    expect(count).to_have_text("3 of 6")
    finger.die(1, 1, 1)
    finger.shows("2 killed")
    table.british.get_by_role("button", name="Die 6: read it again").first.click()
    finger.die(1)
    finger.shows("1 killed")
    expect(table.british.locator(".res .die.hit").locator("use[href$='d6'], use[href$='die-6']")).to_have_count(1)
    expect(table.british.locator(".say1").first).to_contain_text("Dealt by lot")


def test_whatever_may_be_a_target_can_be_tapped_in_every_size(table: Table) -> None:
    """The guns of a regiment stand in no battalion: on a phone they have a tab of their own."""
    finger = table.ordered(VICKERS, GUNS)
    finger.deed("Fire$")
    for wide, high in SIZES.values():
        table.british.set_viewport_size({"width": wide, "height": high})
        by_tab = table.british.locator(".tabs.bns").get_by_role("tab", name="The Regiment")
        if by_tab.is_visible():
            by_tab.click()
        gun = table.british.locator(".board .bn.span .ct:not(.off)").first
        finger.tap(gun)
        expect(gun).to_have_class(re.compile(r"\btg\b"))
        box = gun.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= SMALLEST_FACE - 2
        finger.back()
        expect(table.british.locator(".ct.tg")).to_have_count(0)


def test_fire_on_a_point_asks_who_stands_there(table: Table) -> None:
    """Only exceptions are passed over by one tap: whom fire on an area catches is what it is about (FF-ART-24)."""
    finger = table.ordered(VICKERS, GUNS)
    before = table.british.locator("body").get_attribute("data-seq")
    finger.deed("Fire on its point")
    finger.shows("1st Vickers")
    expect(table.british.locator(".foot .next")).to_contain_text("Nobody")
    table.british.wait_for_timeout(BOUNCE_MS)
    expect(table.british.locator("body")).to_have_attribute("data-seq", before or "")


def test_a_note_is_written_down_with_the_tap_that_tells_it(table: Table) -> None:
    finger = table.at(COMPANIES)
    finger.tap(table.british.get_by_role("button", name="More: log"))
    drawer = table.british.locator("#drawer")
    expect(drawer.get_by_role("button", name="Set the rule aside")).to_have_count(0)
    finger.tap(drawer.get_by_role("button", name=re.compile("^(Note|Write)")).first)
    table.british.get_by_role("textbox").fill("Smoke over the mill")
    finger.tap(table.british.get_by_role("button", name="Tell it", exact=True))
    expect(table.british.locator(".past li").last).to_contain_text("Smoke over the mill")
    assert finger.taps == 3


def test_a_move_takes_one_tap_where_no_fire_lies_on_the_table_too(open_page: OpenPage, address: str) -> None:
    table = Table(open_page, address, command={"kind": "create_game", "scenario": "cambrai-1917"})
    finger = table.ordered("a1.1.c1", COMPANIES)
    finger.deed("Move$")
    expect(table.british.locator(".past li").last).to_contain_text("moves up to")
    assert finger.taps == 1
    table.is_clean()


def test_a_move_through_fire_is_told_before_it_is_made(table: Table) -> None:
    """One tap moves a unit as it usually moves; what else there is to say of it has a way in of its own (FF-MVZ-02)."""
    finger = table.ordered("a1.1.c1", COMPANIES)
    finger.deed("Move \u2026")
    finger.shows("A Company")
    expect(table.british.locator(".facts")).to_contain_text("In column")
    finger.tap(table.british.locator(".facts .fact").filter(has_text="Ground"))
    finger.tap(table.british.locator(".facts .fact").filter(has_text="Road"))
    finger.next()
    expect(table.british.locator(".past li").last).to_contain_text("road")


def test_the_same_again_by_the_number_of_the_company_and_rolled_by_the_service(table: Table) -> None:
    finger = table.ordered(VICKERS, GUNS)
    finger.deed("Fire$|^\\s*Fire\\s*$")
    finger.row("3 Company")
    finger.die(1, 1)
    finger.shows("Nothing")
    assert finger.taps <= 5
    finger.taps = 0
    finger.deed("Fire\\s*same targets")
    expect(table.british.locator(".board .ct.tg")).to_have_count(3)
    finger.deed("Roll")
    expect(table.british.locator(".res > li")).to_have_count(3)
    assert finger.taps == 2


def test_a_company_fires_in_six_taps_and_what_was_told_of_its_target_counts(table: Table) -> None:
    """FF-SHO-T2: a rifle at Open suppresses with 5 and kills with 6; raw infantry takes one off (FF-DFM-04)."""
    finger = table.ordered(COMPANY, COMPANIES)
    finger.deed("Fire$|^\\s*Fire\\s*$")
    finger.stand(THIRD[0])
    assert finger.taps == 2
    finger.tap(table.british.locator(".fact", has_text="Cover"))
    finger.tap(table.british.locator(".facts.unfold .fact", has_text="Open"))
    finger.taps = 2
    expect(table.british.locator(".pads .odds")).to_contain_text("killed")
    finger.die(1, 1, 1, 1)
    finger.shows("Nothing")
    assert finger.taps == 6


@pytest.mark.parametrize("by_number", [False, True])
def test_an_assault_of_three_fights_takes_nine_taps_and_seven_by_number(table: Table, by_number: bool) -> None:
    """The defender's own taps are not counted: he holds his fire and throws his dice."""
    finger = table.ordered(COMPANY, COMPANIES)
    german = Finger(table.german)
    table.german.goto(f"{table.defender.place}/stage")
    finger.deed("Assault")
    if by_number:
        finger.row("1 Company")
        expect(table.british.locator(".past li")).to_contain_text("3rd Platoon")
    else:
        for stand in FIRST:
            finger.stand(stand)
            expect(table.british.locator(".past li")).to_contain_text(_platoon(stand))
    finger.deed("Begin the fights")
    for n in (1, 2, 3):
        german.shows(f"{_nth(n)} Platoon, 1 Company, I / Regt")
        german.next()
    for n in (1, 2, 3):
        pair = f"{_nth(n)} against {_nth(n)} Platoon"
        german.shows(pair)
        german.die(1)
        finger.shows(pair)
        expect(table.british.locator(".fights .now .nm")).to_have_text(f"{_nth(n)} at {_nth(n)}")
        expect(table.british.locator(".fights li")).to_have_count(3)
        finger.die(6)
    finger.shows("Attacker wins")
    # The pair that fell is marked in the table that stood there before.
    expect(table.british.get_by_role("img", name="British 6, German 1: attacker wins")).to_be_visible()
    expect(table.british.locator(".met .thrown")).to_have_text("B")
    finger.next()
    finger.shows("B Company")
    assert finger.taps <= (7 if by_number else 9)
    assert sum(not stand["alive"] for stand in _stands(table.attacker, "d1.1.c1")) == 3


MEETING: Final = """all => all.map((one) => {
  const b = one.getBoundingClientRect();
  return [b.width, b.height, Math.min(b.x, b.y, innerWidth - b.right, innerHeight - b.bottom)];
})"""


THEMES: Final[Sequence[Literal["light", "dark"]]] = ("light", "dark", "light", "dark")


def test_a_fight_is_a_table_of_36_that_is_read_under_a_thumb(open_page: OpenPage, address: str) -> None:
    """Raw infantry against a trench: +1 -1 -1 against 0, so 10 wins, 5 draws, 21 losses in 36 (FF-ASL-T1, -T2)."""
    table = Table(open_page, address)
    finger, german = table.ordered(COMPANY, COMPANIES), Finger(table.german)
    table.german.goto(table.defender.place)
    finger.deed("Assault")
    finger.stand(FIRST[0])
    finger.deed("Begin the fights")
    german.next()
    cells = table.british.locator(".duels .cell")
    for size in held_in_turn(table.british):
        expect(cells).to_have_count(36)
        assert "".join(cells.all_inner_texts()) == "GGGGGG=GGGGGB=GGGGBB=GGGBBB=GGBBBB=G"
        says = "attacker wins 28%, draw 14%, defender wins 58%"
        expect(table.british.get_by_role("img", name=says)).to_be_visible()
        expect(table.british.locator(".factors b")).to_have_text(["−1", "±0"])
        heads = table.british.get_by_role("group", name="Tap the face you rolled").get_by_role("button")
        expect(heads).to_have_count(6)
        three = "against 1 attacker wins, against 2 draw, against 3 to 6 defender wins"
        assert heads.nth(2).get_attribute("aria-description") == three
        for place in (cells, heads):
            for width, height, inside in place.evaluate_all(MEETING):
                assert min(width, height) >= MEETING_FACE, size
                assert inside >= 0, size
    table.is_clean()
    for size in held_in_turn(table.british):
        assert [one for one in found_by_axe(table.british) if "cell" in one or "data-die" in one] == [], size
    # The other side's die lies: what it leaves stands out.
    german.die(2)
    expect(table.british.locator(".duels .cell:not(.faded)")).to_have_text(["G", "G", "=", "B", "B", "B"])


def held_in_turn(page: Page) -> Iterator[str]:
    """The page as it is held in each size, light and dark in turn."""
    for size, theme in zip(SIZES, THEMES, strict=True):
        wide, high = SIZES[size]
        page.set_viewport_size({"width": wide, "height": high})
        page.emulate_media(color_scheme=theme)
        yield size


def test_who_speaks_for_both_sides_taps_where_the_dice_meet(open_page: OpenPage, address: str) -> None:
    page = open_page("", "laptop").page
    seat = opened(page.context, address, title="Somme", role="referee", command=SOMME)
    to_step(seat, COMPANIES)
    seat.send("roll_orders", unit=COMPANY, die={"pips": 6})
    seat.send("go_in", unit=COMPANY, stand=f"{COMPANY}.p1", target=FIRST[0], cover="soft")
    seat.send("all_in", unit=COMPANY)
    seat.send("fire_as_they_close", stand=FIRST[0])
    page.goto(seat.place)
    finger = Finger(page)
    finger.tap(page.get_by_role("button", name="British 2, German 6: defender wins"))
    finger.shows("Defender wins")
    assert finger.taps == 1
    expect(page.locator(".met .thrown")).to_have_text("G")


def _nth(n: int) -> str:
    return {1: "1st", 2: "2nd", 3: "3rd"}[n]


def _platoon(stand: str) -> str:
    return f"{_nth(int(stand[-1]))} Platoon, 1 Company"


def _stands(seat: Seat, unit: str) -> list[dict[str, Any]]:
    units = (
        one
        for side in seat.view["sides"]
        for regiment in side["regiments"]
        for holder in (regiment, *regiment["battalions"])
        for one in holder["units"]
    )
    return next(list(one["stands"]) for one in units if one["id"] == unit)


# ---------- what must never happen ----------


def test_nothing_scrolls_and_every_die_and_outcome_stands_in_the_window(open_page: OpenPage, address: str) -> None:
    """Never 1, 2, 3: from the order roll to the outcome of fire in one go, on a phone.

    Each moment of it, in every window, is a scene of `test_never_on_the_screen.py`.
    """
    table = Table(open_page, address, "phone", "dark")
    finger = table.at(GUNS)
    fits(table.british)
    finger.die(6)
    finger.shows("3 actions")
    fits(table.british)
    finger.deed("Fire$|^\\s*Fire\\s*$")
    finger.row("3 Company")
    expect(table.british.locator(".tg-list > li")).to_have_count(3)
    expect(table.british.locator(".pads:not(.off)")).to_be_visible()
    before = faces(table.british)
    fits(table.british)
    finger.die(5)
    # The pad stays where it was between two dice.
    assert faces(table.british) == before
    finger.die(6)
    finger.shows("2 suppressed")
    fits(table.british)
    inside(table.british, ".hd h1")
    inside(table.british, ".res > li >> nth=0")
    inside(table.british, ".foot .next")
    table.is_clean()


def fits(page: Page) -> None:
    """The page does not scroll, and each face of a pad is in the window and as large as a thumb."""
    scrolled = page.evaluate(
        "[document.documentElement.scrollHeight - innerHeight, scrollY, document.body.scrollWidth - innerWidth]"
    )
    assert [max(0, one) for one in scrolled] == [0, 0, 0]
    for x, y, wide, high in faces(page):
        assert min(wide, high) >= SMALLEST_FACE
        assert x >= 0
        assert y >= 0


def faces(page: Page) -> list[tuple[float, float, float, float]]:
    found = page.locator(".pads:not(.off) .pad button").evaluate_all(FACES)
    for *_, right, below in found:
        assert right >= 0
        assert below >= 0
    return [(x, y, wide, high) for x, y, wide, high, *_ in found]


def inside(page: Page, what: str) -> None:
    box = page.locator(what).bounding_box()
    size = page.viewport_size
    assert box
    assert size
    assert box["x"] >= 0
    assert box["y"] >= 0
    assert box["x"] + box["width"] <= size["width"] + 1
    assert box["y"] + box["height"] <= size["height"] + 1


HELD_BACK_MS: Final = 2000


def test_no_tap_waits_for_the_service(table: Table) -> None:
    """Every answer is held back: counter, chip and die show their tap while it has not come."""
    finger = table.ordered(VICKERS, GUNS)
    finger.deed("Fire$|^\\s*Fire\\s*$")
    expect(table.british.locator(".wait1")).to_contain_text("the stand fired at")
    held = list[Route]()
    for way in ("asks", "commands", "scene", "known"):
        table.british.route(f"**/{way}*", lambda route: held.append(route))
    finger.stand(THIRD[0])
    counter = table.british.locator(f".lie button[data-st='{THIRD[0]}']")
    expect(counter).to_have_class(re.compile("tg"))
    expect(table.british.locator(".tg-list > li")).to_have_count(1)
    answered_late(table.british, held)
    cover = table.british.locator(".facts .fact").filter(has_text="Cover")
    finger.tap(cover.first)
    expect(table.british.locator(".facts.unfold")).to_be_visible()
    finger.tap(table.british.locator(".facts.unfold .fact").filter(has_text="Open"))
    expect(cover.first).to_contain_text("Open")
    expect(cover.first).to_have_class(re.compile(r"\btold\b"))
    answered_late(table.british, held)
    finger.die(5)
    expect(table.british.locator(".wait1 .die, .tg-list .die.hit").first).to_be_visible()
    table.british.unroute_all()
    answered_late(table.british, held)
    finger.shows("1 killed")


def answered_late(page: Page, held: list[Route]) -> None:
    """What was held back goes on after its time, and comes in."""
    page.wait_for_timeout(HELD_BACK_MS)
    while held:
        with suppress(Exception):
            held.pop(0).continue_()
    page.wait_for_timeout(300)


def test_a_finger_that_bounces_does_one_deed(table: Table) -> None:
    """Never 3: a second touch of the same spot within 280 ms does nothing."""
    finger = table.at(COMPANIES)
    face = table.british.locator(".pad button[data-die='6']")
    expect(face).to_be_visible()
    box = face.bounding_box()
    assert box
    place = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    table.british.mouse.click(*place)
    finger.shows("3 actions")
    table.british.mouse.click(*place)
    table.british.wait_for_timeout(BOUNCE_MS)
    finger.shows("3 actions")
    expect(table.british.locator(".foot .back")).to_contain_text("A Company's order")


def test_a_mistyped_die_is_read_again_within_five_seconds(table: Table) -> None:
    """Never 5: a tap on the die, and its face; the deed stays."""
    finger = table.at(COMPANIES)
    finger.die(1)
    finger.shows("No action")
    finger.tap(table.british.locator(".res button.dz"))
    finger.shows("Read it again")
    finger.die(6)
    finger.shows("3 actions")


def test_what_is_taken_back_leaves_the_card_and_its_die_counts_again(table: Table) -> None:
    """Never 4, 12: the request stands in the window until it is answered; then the old result is gone."""
    finger = table.at(COMPANIES)
    table.german.goto(f"{table.defender.place}/stage")
    finger.die(6)
    finger.shows("3 actions")
    expect(table.british.locator(".foot .back")).to_contain_text("Ask it back")
    finger.back()
    request = table.german.locator(".slot.ask")
    expect(request).to_contain_text("A Company's order (die 6)")
    inside(table.german, ".slot.ask")
    Finger(table.german).tap(request.get_by_role("button", name="Agree", exact=True))
    finger.shows("A Company's order")
    expect(table.british.locator(".sheet")).to_contain_text("stay thrown")
    expect(table.british.locator(".hd")).not_to_contain_text("3 actions")
    finger.deed("Go on from here")
    finger.deed("The 6 counts again")
    finger.shows("3 actions")


def test_a_request_is_withdrawn(table: Table) -> None:
    """Never 12: it goes from the other side's slot with the tap, and the deed stands."""
    finger = table.at(COMPANIES)
    table.german.goto(f"{table.defender.place}/stage")
    finger.die(6)
    finger.back()
    expect(table.german.locator(".slot.ask")).to_be_visible()
    finger.back()
    expect(table.german.locator(".slot.ask")).to_have_count(0)
    expect(table.british.locator(".slot.hold")).to_have_count(0)
    expect(table.british.locator(".point .tx")).to_contain_text("No longer asked")
    finger.shows("3 actions")


def test_a_request_that_is_not_agreed_to_is_said(table: Table) -> None:
    finger = table.at(COMPANIES)
    table.german.goto(f"{table.defender.place}/stage")
    finger.die(6)
    finger.back()
    Finger(table.german).tap(table.german.locator(".slot.ask").get_by_role("button", name="Don’t agree"))
    expect(table.british.locator(".point .tx")).to_contain_text("Not agreed")
    finger.shows("3 actions")


def test_next_is_not_to_be_tapped_while_something_comes_first(table: Table) -> None:
    """Never 8: it says what comes first, and takes no tap."""
    finger = table.ordered(VICKERS, GUNS)
    finger.deed("Fire$|^\\s*Fire\\s*$")
    following = table.british.locator(".foot .next")
    expect(following).to_have_attribute("aria-disabled", "true")
    expect(following).to_contain_text("First: tap a target")
    finger.row("3 Company")
    expect(following).to_contain_text("dice to come")
    finger.back()
    expect(following).to_contain_text("First: tap a target")
    finger.back()
    expect(table.british.locator(".foot .next")).to_contain_text("Done with 1st Vickers")


def test_the_keyboard_plays_a_unit(table: Table) -> None:
    finger = table.at(COMPANIES)
    finger.shows("A Company")
    table.british.keyboard.press("6")
    finger.shows("3 actions")
    table.british.keyboard.press("f")
    expect(table.british.get_by_role("tablist", name="Sides").locator("[aria-selected=true]")).to_have_text("GGerman")
    table.british.keyboard.press("u")
    finger.shows("A Company")
    table.british.wait_for_timeout(BOUNCE_MS)
    table.british.locator(".sheet").press("Enter")
    finger.shows("B Company")


def test_the_enemys_turn_shows_what_falls_and_the_own_stands(table: Table) -> None:
    """Never 11: what falls stands beside the own battalion that it fell upon."""
    finger = table.ordered(VICKERS, GUNS)
    table.german.goto(f"{table.defender.place}/stage")
    expect(table.german.locator(".whose")).to_have_text("BBritish")
    finger.deed("Fire$|^\\s*Fire\\s*$")
    finger.row("3 Company")
    finger.die(5, 6)
    finger.shows("2 suppressed")
    expect(table.german.locator(".hd h1")).to_have_text("2 suppressed")
    expect(table.german.locator(".mineview [data-st='d1.1.c3.p1']")).to_have_attribute("data-sup", "1")


def test_nobody_is_kept_from_the_stage(open_page: OpenPage, address: str) -> None:
    table = Table(open_page, address, bypass_csp=True)
    finger = table.at(GUNS)
    found = list[str]()

    def look() -> None:
        for theme in THEMES[:2]:
            table.british.emulate_media(color_scheme=theme)
            found.extend(found_by_axe(table.british))

    look()
    finger.die(6)
    finger.shows("3 actions")
    look()
    finger.deed("Fire$|^\\s*Fire\\s*$")
    finger.row("3 Company")
    expect(table.british.locator(".pads:not(.off)")).to_be_visible()
    look()
    finger.die(5, 6)
    finger.shows("2 suppressed")
    table.british.get_by_role("button", name="More: log").click()
    expect(table.british.locator("#drawer")).to_be_visible()
    look()
    assert found == []


LATE_SOMME: Final = {**SOMME, "date": "1916-09", "event_cards": "none", "house_rules": []}


@pytest.mark.parametrize("by_number", [False, True])
def test_planned_fire_with_deviation_takes_nine_taps(open_page: OpenPage, address: str, by_number: bool) -> None:
    """Five dice, two counters, two dice (FF-ART-21 to 24): where it falls is read while the counters are tapped."""
    table = Table(open_page, address, command=LATE_SOMME)
    table.to("Lay the planned fire and roll for what it does")
    table.attacker.send("fire_by_plan", line="attacker.fire1")
    table.british.goto(f"{table.attacker.place}/stage")
    finger = table.finger
    finger.shows("60-pounders")
    finger.die(6, 1, 1, 1, 1)
    expect(table.british.locator(".res")).to_be_visible()
    expect(table.british.locator(".board .point")).to_have_attribute("data-mode", "aim")
    expect(table.british.locator(".foot .next")).to_contain_text("or tap a target")
    if by_number:
        finger.row("1 Company")
        expect(table.british.locator(".tg-list > li")).to_have_count(3)
    else:
        finger.stand(*FIRST[:2])
    expect(table.british.locator(".res")).to_have_count(0)
    finger.die(*([4, 5] if not by_number else [4, 5, 1]))
    expect(table.british.locator(".res > li")).to_have_count(3 if by_number else 2)
    assert finger.taps <= 9
    table.is_clean()
