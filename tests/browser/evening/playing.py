"""Doing the steps of an evening, and holding what the screens and the service then show against the rulebook."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from playwright.sync_api import Page, Response

from rules.flanders_fields.game.commands import COMMANDS
from rules.kernel.plain import build
from tests.browser.evening import eyes
from tests.browser.evening.hands import HANDS, Hands
from tests.browser.evening.sentences import sentence
from tests.browser.evening.step import ATTACKER, DEFENDER, GONE, REFEREE, Step
from tests.browser.evening.table import Look, Screens

SEATS: Final = (ATTACKER, DEFENDER, REFEREE)
SIDES: Final = {"a": ATTACKER, "d": DEFENDER}
Events = list[dict[str, Any]]


def play(screens: Screens, steps: Iterable[Step]) -> None:
    """Do every step in order, by hand wherever a screen lets it be done, and check on every screen what must follow."""
    before = screens.looks()
    for one in steps:
        if one.by_fetch:
            _past_the_screen(screens, one)
        else:
            by_hand(screens, one)
        before = follows(screens, one, before)


def by_hand(screens: Screens, one: Step, meanwhile: Callable[[], None] = lambda: None) -> None:
    """Tap and type a step on its seat's screen; `meanwhile` happens before the service answers."""
    page = screens.pages[one.by]
    hands = Hands(page, screens.names, touch=one.by != REFEREE, keys=one.by == DEFENDER, on_map=one.on_map)
    with page.expect_response(_is_command) as answer:
        promised = HANDS[one.kind](hands, **one.fields)
        meanwhile()
    if one.overrule:
        screens.refused[one.by] += 1
        with page.expect_response(_is_command) as answer:
            hands.ask_to_overrule(one.overrule, one.reason)
    screens.by_hand += 1
    sent = (answer.value.request.post_data_json or {})["command"]
    assert _meant(sent) == _meant({"kind": one.kind, **one.fields} | _named(sent)), told(one)
    assert answer.value.status == (409 if "refused" in one.then else 200), told(one)
    if "refused" in one.then:
        screens.refused[one.by] += 1
        eyes.is_refused(page, one.then["refused"])
    elif promised and not one.overrule:
        assert promised in sentence(one, screens.names), told(one)


def _past_the_screen(screens: Screens, one: Step) -> None:
    screens.past_the_screens[one.by_fetch.partition(":")[0]] += 1
    answer = screens.send(one.by, {"kind": one.kind, **one.fields}, one.overrule)
    expected = (409, one.then["refused"]) if "refused" in one.then else (200, None)
    assert (answer["status"], answer["body"].get("clause")) == expected, (told(one), answer)
    screens.refused[one.by] += "refused" in one.then


def follows(screens: Screens, one: Step, before: Mapping[str, Look]) -> Mapping[str, Look]:
    """Every screen shows what must come of a step, and the service knows the same; gives what it knows now."""
    now = screens.looks()
    for by in SEATS:
        eyes.hears(screens.pages[by], now[by].number)
    if "refused" in one.then:
        assert now == before, told(one)
        return now
    after = After(screens, one, now, {by: screens.log(by, before[by].number) for by in SEATS})
    after.all_read_it()
    for name, expected in one.then.items():
        found = CHECKS[name](after, expected)
        assert found == expected, f"{told(one)}\n{name}: {found}, not {expected}"
    assert eyes.board(screens.pages[REFEREE]).items() <= levels(now[REFEREE].view).items(), told(one)
    return now


def told(one: Step) -> str:
    """A step, where it went wrong."""
    return f"{one.by} {one.kind} {dict(one.fields)}: {one.why}"


def _is_command(response: Response) -> bool:
    return response.url.endswith("/commands")


def _meant(command: Mapping[str, Any]) -> object:
    """A command with everything it leaves unsaid."""
    return build(COMMANDS[command["kind"]], {name: value for name, value in command.items() if name != "kind"})


def _named(sent: Mapping[str, Any]) -> dict[str, Any]:
    """What a screen knows and a script does not: the id of the deed that is taken back."""
    return {"command_id": sent["command_id"]} if sent["kind"] == "take_back" else {}


@dataclass(frozen=True)
class After:
    """What stands after a step: what every seat knows now, and what it was told of the step."""

    screens: Screens
    step: Step
    looks: Mapping[str, Look]
    events: Mapping[str, Events]

    @property
    def first(self) -> dict[str, Any]:
        """The first event of the step, as whoever did it was told."""
        return self.events[self.step.by][0]

    @property
    def page(self) -> Page:
        """The screen on which the step was done."""
        return self.screens.pages[self.step.by]

    def all_read_it(self) -> None:
        """The sentence of the step stands in the log of every screen whose seat may know of it."""
        words = sentence(self.step, self.screens.names)
        for by in (by for by in SEATS if self.events[by]):
            says = [event["says"] for event in self.events[by]]
            assert says[0] == words, f"{told(self.step)}\n{says[0]}, not {words}"
            eyes.reads_in_log(self.screens.pages[by], says[::-1])
        assert self.events[self.step.by], "whoever did it may know of it"


def _total(after: After, expected: Any) -> Any:
    if after.step.kind == "test_morale":
        assert eyes.die_card(after.page, "Morale test")[0] == expected, told(after.step)
    return after.first["card"]["total"]


def _outcome(after: After, expected: Any) -> Any:
    """What the die brought, on the card that stays in sight; of an order roll the unit's chip is read too."""
    one = after.step
    if one.kind == "roll_orders":
        if not one.by_fetch:
            _order_is_shown(after, expected)
    else:
        label, words = eyes.CARDS[one.kind]
        assert eyes.die_card(after.page, label)[1] == words[expected], told(one)
    return after.first["card"]["outcome"]


def _order_is_shown(after: After, actions: int) -> None:
    name = after.screens.names.called[after.step.fields["unit"]]
    assert eyes.die_card(after.page, name) == (after.step.then["total"], eyes.ACTIONS[actions]), told(after.step)
    assert eyes.chips(after.page)[name].word == (f"{actions} left" if actions else "done"), told(after.step)


def _results(after: After, expected: list[list[str]]) -> list[list[str]]:
    """What every die did, on the cards of both tablets."""
    area = after.step.kind == "fire_on_area"
    if not after.step.by_fetch:
        fields = after.step.fields
        aimed = [one["stand"] for one in fields["stands"]] if area else [shot["target"] for shot in fields["shots"]]
        shots = [
            (after.screens.names.stand(target), [eyes.RESULTS[result] for result in results])
            for target, results in zip(aimed, expected, strict=True)
        ]
        label = "Fire on an area" if area else "Fire"
        assert [eyes.fire_card(after.screens.pages[by], label) for by in (ATTACKER, DEFENDER)] == [shots, shots]
    card = after.first["card"]
    return [[hit["result"]] for hit in card["hits"]] if area else [shot["results"] for shot in card["shots"]]


def _then_says(after: After, _expected: list[str]) -> list[str]:
    """What else the log says; every screen was read already."""
    return [event["says"] for event in after.events[after.step.by][1:]]


def _stands(after: After, expected: Mapping[str, int]) -> dict[str, int]:
    """The markers as they stand on the referee's board; every seat knows the same of them."""
    seen = {by: levels(look.view) for by, look in after.looks.items()}
    differing = [(by, name) for by in SEATS for name in expected if seen[by][name] != seen[REFEREE][name]]
    assert not differing, f"the screens differ over {differing}"
    on_board = eyes.board(after.screens.pages[REFEREE])
    return {name: on_board[name] for name in expected}


def _due(after: After, expected: list[str]) -> list[str]:
    for formation, threshold in (due.split() for due in expected):
        for by in (SIDES[formation[0]], REFEREE):
            eyes.owes(after.screens.pages[by], after.screens.names.called[formation], eyes.MORALE[threshold])
    return [f"{due['of']} {due['threshold']}" for due in after.looks[REFEREE].view["due"]]


def _is_read(_after: After, expected: Any) -> Any:
    """Part of the sentence, which is read on every screen already."""
    return expected


CHECKS: Mapping[str, Callable[[After, Any], Any]] = {
    "outcome": _outcome,
    "total": _total,
    "results": _results,
    "says": _is_read,
    "cm": _is_read,
    "then_says": _then_says,
    "stands": _stands,
    "due": _due,
}


def levels(view: Mapping[str, Any]) -> dict[str, int]:
    """The suppression levels of every stand a view shows; GONE for those that have left the table."""
    return {stand["id"]: stand["levels"] if stand["alive"] else GONE for stand in stands(view)}


def formations(view: Mapping[str, Any]) -> dict[str, Any]:
    """Every regiment and battalion of a view with all that is known of it: carriage, orders, tests, markers."""
    regiments = [regiment for side in view["sides"] for regiment in side["regiments"]]
    bare = {one["id"]: {name: value for name, value in one.items() if name != "battalions"} for one in regiments}
    return bare | {one["id"]: one for regiment in regiments for one in regiment["battalions"]}


def stands(view: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Every stand in a view: commanders, and those of the units."""
    for regiment in (one for side in view["sides"] for one in side["regiments"]):
        for formation in (regiment, *regiment["battalions"]):
            yield formation["commander"]
            for unit in formation["units"]:
                yield from unit["stands"]
