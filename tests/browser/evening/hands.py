"""What a person does with his hands on a screen, one function for each kind of command.

Everything is found by the words on the screen. The names of the arguments are those of the commands; what a form does
not ask for is no argument here, so that a script cannot mean what no screen can say. Where a button names what it will
do, the name is handed back, to be held against what it did. What a form has from the map is read first, and left as it
is where the hand has nothing else to say.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from playwright.sync_api import Locator, Page, expect

from tests.browser.evening.names import Names

Die = Mapping[str, Any]
COVERS: Final = {"open": "Open", "soft": "Soft", "medium": "Med.", "hard": "Hard", "fortified": "Fort."}
TOGGLES: Final = {
    "in_gas": "The unit stands in gas",
    "commander_in_gas": "Its commander stands in gas",
    "own_sight": "It sees the enemy itself",
    "crossing_wire": "It means to cross wire",
    "staff_bonus": "Use the staff bonus",
    "prussian_discipline": "Use Prussian Discipline",
}


@dataclass(frozen=True)
class Hands:
    """The hands at one device, and the names its owner knows things by."""

    page: Page
    names: Names
    touch: bool = True
    keys: bool = False
    on_map: Mapping[Any, Any] = field(default_factory=dict)

    @property
    def work(self) -> Locator:
        """Where things are done: beside the units on a tablet, beside the board on the referee's screen."""
        return self.page.locator("#work, #side-log")

    def press(self, words: str | re.Pattern[str], within: Locator | None = None) -> None:
        """Press the button of these words."""
        self.tap(self.button(words, within))

    def button(self, words: str | re.Pattern[str], within: Locator | None = None) -> Locator:
        """The button of these words."""
        return (within or self.page.locator("main")).get_by_role("button", name=words, exact=isinstance(words, str))

    def tap(self, place: Locator) -> None:
        """Touch a tablet, or click with the mouse."""
        if self.touch:
            place.tap()
        else:
            place.click()

    def go(self, words: str, within: Locator) -> None:
        """Follow the link that begins with these words, and wait until what it is about has come."""
        before = self.work.get_attribute("data-about") or ""
        self.tap(within.get_by_role("link", name=re.compile(f"^{re.escape(words)}")))
        expect(self.work).not_to_have_attribute("data-about", before)
        self.is_live()

    def turn_to(self, words: str, within: Locator) -> None:
        """Choose another way of filling in a form, and wait until the form follows."""
        link = within.get_by_role("link", name=re.compile(f"^{re.escape(words)}"))
        self.tap(link)
        expect(link).to_have_attribute("aria-current", "true")

    def aim(self, within: Locator, stand: str) -> None:
        """Choose a stand from the list of those on the table; the list then folds to its name."""
        stands = within.locator("details.picker").first
        if stands.get_attribute("open") is None:
            self.tap(stands.locator("summary").first)
        self.pick_stand(stands, stand)
        expect(stands.locator("summary b")).to_have_text(self.names.stand(stand))

    def pick_stand(self, stands: Locator, stand: str) -> None:
        """Tap a stand in a list of those on the table; its battalion is unfolded first."""
        named = self.page.locator(f'[aria-label^="{self.names.stand(stand)}, "]')
        holder = stands.locator("details.holder").filter(has=named)
        if holder.get_attribute("open") is None:
            self.tap(holder.locator("summary"))
        self.tap(holder.locator("label.pick").filter(has=named))

    def measure(self, within: Locator, what: str | re.Pattern[str], cm: float, on_map: float | None = None) -> None:
        """Type a distance as the tape shows it, unless the form has the same from the map."""
        entry = within.get_by_label(what, exact=isinstance(what, str))
        if on_map is not None:
            expect(entry).to_have_value(re.compile(rf"^{re.escape(f'{on_map:g}')}(\.0)?$"))
            expect(within).to_contain_text(f"Proposed from the map: {on_map:g} cm")
        if cm != on_map:
            entry.fill(str(cm))
        if on_map not in (None, cm):
            entry.press("Tab")
            expect(within).to_contain_text(f"Otherwise than the map, which has {on_map:g} cm")

    def see_cover(self, within: Locator, cover: str, on_map: str | None = None) -> None:
        """Say what covers a stand, unless the form has the same from the map."""
        if on_map is not None:
            expect(within.locator(f'input[value="{on_map}"]')).to_be_checked()
        if cover != on_map:
            self.pick(COVERS[cover], within)

    def is_live(self) -> None:
        """The page is loaded and hears of what happens."""
        self.page.wait_for_load_state()
        expect(self.page.locator("connection-bar")).to_have_text("Up to date")

    def throw(self, pad: Locator, *dice: Die) -> None:
        """Enter the faces that lie on the table: tapped, or typed by who has a keyboard. A single die is sent by it."""
        for one in dice:
            assert one["source"] == "entered", "this evening every die is thrown by hand"
            face = pad.locator(f'button[data-face="{one["pips"]}"]')
            if self.keys:
                face.press(str(one["pips"]))
            else:
                self.tap(face)

    def pick(self, words: str, within: Locator) -> str:
        """Choose one of a few that stand side by side, by how it begins; gives all it says."""
        label = within.locator(".choice label").filter(has_text=re.compile(f"^{re.escape(words)}(,|$)"))
        self.tap(label)
        return label.inner_text()

    def choose(self, unit: str) -> None:
        """Tap the chip of a unit, unless it is in hand; tapped again it leaves a form that was opened."""
        name = re.compile(f"^{re.escape(self.names.called[unit])}$")
        chip = self.page.locator("#units .chip").filter(has=self.page.locator(".name", has_text=name))
        if chip.get_attribute("aria-current") == "true" and "do=" not in self.page.url:
            return
        self.tap(chip)
        self.page.wait_for_url(lambda url: "do=" not in url)
        expect(chip).to_have_attribute("aria-current", "true")
        expect(self.work).to_have_attribute("data-about", f"{unit}/")
        self.is_live()

    def ask_to_overrule(self, clause: str, reason: str) -> None:
        """Beside a refusal: say why it should be allowed, and ask."""
        said = self.page.locator(".wraps").filter(has_text=clause)
        said.get_by_label("Why it should be allowed").fill(reason)
        self.press("Ask to overrule it", said)

    def on_board(self, stand: str) -> Locator:
        """A stand on the referee's board, on the card of its battalion."""
        unit = self.names.belongs[stand]
        battalion = self.names.called[self.names.belongs[unit]]
        card = self.page.locator("article").filter(has=self.page.get_by_role("heading", name=battalion, exact=True))
        return card.get_by_role("link", name=f"{self.names.called[unit]}, {self.names.called[stand]},")

    def owed(self, formation: str) -> Locator:
        """The card that asks for a roll of a battalion."""
        return self.work.get_by_role("region", name=self.names.called[formation], exact=True)


def start_turn(hands: Hands) -> None:
    """Begin the player turn."""
    hands.press("Start the next player turn")


def next_step(hands: Hands) -> str:
    """Finish the step in hand; gives the step that the button promises."""
    button = hands.button(re.compile("^Next: "))
    promised = button.inner_text().removeprefix("Next: ")
    hands.tap(button)
    return promised


def end_turn(hands: Hands) -> None:
    """End the player turn: offered once no step is left."""
    hands.press("End this player turn")


def allot_staff_bonus(hands: Hands, battalion: str) -> None:
    """Give the staff bonus to a battalion's commander."""
    card = hands.work.get_by_role("region", name="Staff bonus")
    card.get_by_label("goes to the commander of").select_option(label=hands.names.called[battalion])
    hands.press("Mark him", card)


def roll_reinforcement(hands: Hands, battalion: str, die: Die) -> None:
    """Throw for a battalion that is off the table."""
    hands.throw(hands.owed(battalion), die)


def test_morale(hands: Hands, battalion: str, die: Die, **declared: bool) -> None:
    """Declare what may be declared, and throw the morale test a battalion owes."""
    card = hands.owed(battalion)
    for name, used in declared.items():
        card.get_by_label(TOGGLES[name]).set_checked(used)
    hands.throw(card, die)


def try_heroic_action(hands: Hands, stand: str, deed: str, die: Die, removes: Sequence[str]) -> None:
    """Say which platoon does what, and what is gone if it succeeds; the other side agrees; throw."""
    hands.go("Heroic action", hands.work)
    form = hands.work.get_by_role("form", name="Heroic action")
    hands.aim(form, stand)
    form.get_by_label("What it does").fill(deed)
    gone = form.locator("details.picker").last
    hands.tap(gone.locator("summary").first)
    for one in removes:
        hands.pick_stand(gone, one)
    form.get_by_label("Both sides agree").check()
    hands.throw(form, die)


def roll_orders(hands: Hands, unit: str, die: Die, farthest_platoon_cm: float | None = None, **declared: bool) -> None:
    """Choose a unit, say what was measured and declared, and throw its order roll."""
    hands.choose(unit)
    for name, used in declared.items():
        hands.work.get_by_label(TOGGLES[name]).set_checked(used)
    if farthest_platoon_cm is not None:
        far = hands.on_map.get("farthest_platoon_cm")
        hands.measure(hands.work, re.compile("^Its farthest platoon from the commander"), farthest_platoon_cm, far)
    hands.throw(hands.work.locator("dice-pad"), die)


def remove_suppression(hands: Hands, unit: str) -> None:
    """Spend an action on the markers of a unit."""
    hands.choose(unit)
    hands.press(re.compile("^Remove suppression"), hands.work)


def change_carriage(hands: Hands, unit: str, to: str) -> None:
    """Bring a weapon into action: the screen says whether that is unpacking or unlimbering."""
    hands.choose(unit)
    hands.press(re.compile("^(Unpack|Unlimber)" if to == "ready" else "^(Pack up|Limber up)"), hands.work)


def move_unit(hands: Hands, unit: str, going: str = "cross_country", in_column: bool = False) -> str:
    """Spend an action on a move over one kind of ground; gives how far the screen says it may go."""
    hands.choose(unit)
    hands.go("Move", hands.work)
    ground = hands.pick(going.replace("_", " ").capitalize(), hands.work)
    far = ground.partition(", ")[2]
    if in_column:
        column = hands.work.locator("label.toggle", has_text="In column on the road")
        hands.tap(column)
        far = column.locator(".v").inner_text()
    hands.press("Move", hands.work)
    return " ".join(far.split())


def finish_unit(hands: Hands, unit: str) -> None:
    """Let a unit go with actions unspent."""
    hands.choose(unit)
    hands.press(f"Done with {hands.names.called[unit]}", hands.work)


def fire(hands: Hands, unit: str, shots: Sequence[Mapping[str, Any]], mad_minute: bool = False) -> None:
    """Say who fires at whom, measure, look at the cover, read the chances, and throw the dice of every shot."""
    hands.choose(unit)
    hands.go("Fire", hands.work)
    form = hands.work.locator("form[data-fire]")
    if ".mg" in unit or ".b" in unit:
        _sweep(hands, form, shots)
    else:
        _volley(hands, form, shots, mad_minute)
    dice = [die for shot in shots for die in shot["dice"]]
    pad = form.locator(f'dice-pad[count="{len(dice)}"]')
    expect(pad).to_be_visible()
    hands.throw(pad, *dice)
    if len(dice) > 1:
        hands.press("Fire", form)


def fire_on_area(
    hands: Hands, unit: str, range_cm: float, stands: Sequence[Mapping[str, Any]], dice: Sequence[Die]
) -> None:
    """Measure to the point, say who stands in the area and in what cover, and throw a die for each."""
    hands.choose(unit)
    hands.go("Fire on its area", hands.work)
    form = hands.work.locator("form[data-command=fire_on_area]")
    hands.measure(form, "From the weapon to its point", range_cm)
    in_it = form.locator("details.picker").first
    hands.tap(in_it.locator("summary").first)
    for one in stands:
        hands.pick_stand(in_it, one["stand"])
        place = form.get_by_role("group", name=hands.names.stand(one["stand"]), exact=True)
        hands.pick(COVERS[one["cover"]], place)
        if one["seen"]:
            place.get_by_label("The guns see it").check()
    pad = form.locator(f'dice-pad[count="{len(dice)}"]')
    expect(pad).to_be_visible()
    hands.throw(pad, *dice)


def _sweep(hands: Hands, form: Locator, shots: Sequence[Mapping[str, Any]]) -> None:
    """One gun: its target, and for a machine gun the stands in its beaten zone."""
    first, *behind = shots
    if behind and not hands.on_map:
        hands.turn_to(str(len(behind)), form.get_by_role("navigation", name="Stands in the beaten zone"))
    _measured(hands, form, first)
    if hands.on_map:
        _reads_what_lies_behind(hands, form, first, len(behind))
    for number, shot in enumerate(behind, 1):
        place = form.get_by_role("group", name=f"Stand {number} in the beaten zone")
        told = hands.on_map.get((shot["firer"], shot["target"]), {})
        if not told:
            hands.aim(place, shot["target"])
        expect(place.locator("details.picker > summary b")).to_have_text(hands.names.stand(shot["target"]))
        hands.measure(place, "Behind the rear of the first target", shot["behind_cm"], told.get("behind_cm"))
        hands.see_cover(place, shot["cover"], told.get("cover"))


def _reads_what_lies_behind(hands: Hands, form: Locator, first: Mapping[str, Any], behind: int) -> None:
    """The map has told how far the gun sees and whom its beaten zone holds (FF-VIS-T1: 100 cm in the open)."""
    far = hands.on_map[first["firer"], first["target"]]["range_cm"]
    expect(form.locator("#more-facts")).to_contain_text(f"{far:g} cm, within 100 cm; nothing in the way")
    expect(form.get_by_role("group", name=re.compile(r"^Stand \d in the beaten zone$"))).to_have_count(behind)


def _measured(hands: Hands, within: Locator, shot: Mapping[str, Any]) -> None:
    told = hands.on_map.get((shot["firer"], shot["target"]), {})
    hands.aim(within, shot["target"])
    hands.measure(within, "Distance", shot["range_cm"], told.get("range_cm"))
    hands.see_cover(within.get_by_role("group", name="Target's cover"), shot["cover"], told.get("cover"))


def _volley(hands: Hands, form: Locator, shots: Sequence[Mapping[str, Any]], mad_minute: bool) -> None:
    """A company: those that fire, all at one target or each at its own."""
    firing = {shot["firer"]: shot for shot in shots}
    together = len({shot["target"] for shot in shots}) == 1
    if not together:
        hands.turn_to("Each its own target", form)
    if mad_minute:
        hands.turn_to("Mad Minute", form)
    if together:
        _who_fires(hands, form, firing)
        _measured(hands, form, shots[0])
    else:
        _each(hands, form, firing)
    if any(told.get("passes_over") for told in hands.on_map.values()):
        _choose_freely(hands, form)


def _choose_freely(hands: Hands, form: Locator) -> None:
    """The map says that another enemy comes first; the players say that none does."""
    more = form.locator("#more-facts")
    if more.get_attribute("open") is None:
        hands.tap(more.locator("summary"))
    comes_first = more.locator("input[name='passes[]']:checked")
    expect(comes_first).not_to_have_count(0)
    for pair in comes_first.evaluate_all("(all) => all.map((one) => one.value)"):
        more.locator(f"input[name='passes[]'][value='{pair}']").set_checked(False)
    expect(more).to_contain_text(re.compile("Otherwise than the map, which has .* comes first"))


def _who_fires(hands: Hands, form: Locator, firing: Mapping[str, Any]) -> None:
    for toggle in form.get_by_role("group", name="Who fires").locator("label").all():
        firer = toggle.locator("input")
        if firer.get_attribute("value") not in firing:
            hands.tap(toggle)
            expect(firer).not_to_be_checked()


def _each(hands: Hands, form: Locator, firing: Mapping[str, Any]) -> None:
    for firer in [one.get_attribute("value") or "" for one in form.locator('input[name$=".firer"]').all()]:
        platoon = form.get_by_role("group", name=hands.names.called[firer], exact=True)
        if firer in firing:
            _measured(hands, platoon, firing[firer])
        else:
            hands.tap(platoon.locator("label.toggle"))
            expect(platoon.locator("details.picker")).to_have_count(0)


def take_back(hands: Hands) -> str:
    """Take back the newest deed; gives its name, as it stands on the button."""
    button = hands.button(re.compile("^Take back: "))
    promised = button.inner_text().removeprefix("Take back: ")
    hands.tap(button)
    return promised


def answer(hands: Hands, agree: bool) -> None:
    """Answer what a side asks for."""
    card = hands.work.get_by_role("region", name=re.compile(" asks$"))
    hands.press("Agree" if agree else "Do not agree", card)


def correct(hands: Hands, of: str, what: str, value: int | bool, reason: str) -> None:
    """Tap a stand or a battery on the board; set its level, or say that its point is laid."""
    assert what in ("levels", "laid"), "no script of ours corrects anything else"
    battery = hands.page.locator(".assets .asset").filter(has_text=hands.names.called[of])
    hands.tap(battery if what == "laid" else hands.on_board(of))
    hands.is_live()
    card = hands.work.get_by_role("region", name=f"Correct {hands.names.called[of]}")
    if what == "laid":
        hands.pick("Laid on the table", card.get_by_role("group", name="Its aiming point"))
    else:
        hands.pick(str(value) if value else "none", card.get_by_role("group", name="Suppression"))
    card.get_by_label("Why").fill(reason)
    hands.press("Correct the record", card)


def note(hands: Hands, text: str) -> None:
    """Write into the log for everyone."""
    folded = hands.page.locator("#note")
    if folded.get_attribute("open") is None:
        hands.tap(folded.locator("summary"))
    folded.get_by_role("textbox").fill(text)
    hands.press("Write it down", folded)


HANDS: Final[Mapping[str, Callable[..., str | None]]] = {
    deed.__name__: deed
    for deed in (
        start_turn,
        next_step,
        end_turn,
        allot_staff_bonus,
        roll_reinforcement,
        test_morale,
        try_heroic_action,
        roll_orders,
        remove_suppression,
        change_carriage,
        move_unit,
        finish_unit,
        fire,
        fire_on_area,
        take_back,
        answer,
        correct,
        note,
    )
}
