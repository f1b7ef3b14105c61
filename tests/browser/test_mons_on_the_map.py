"""The evening of Mons once more, with its units on the map: the same dice, the same outcomes, the facts from the map.

The stands are drawn up by forms and dragged and turned with fingers on two tablets, and every form of an order or of
fire is read for what it has from the map before it is sent. Where the players say otherwise, the log tells both. What
their places come to is worked out by hand in tests/browser/evening/on_the_map.py.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from rules.flanders_fields.game.events import Fired
from rules.flanders_fields.game.outcomes import FromMap, MapValue, Reasons
from tests.browser.conftest import OpenPage
from tests.browser.evening import british_turn_one, german_turn_one, turn_two
from tests.browser.evening.map_hands import MapHands
from tests.browser.evening.on_the_map import BEHIND, DISTANCES, FARTHEST, PASSED_OVER, measured, with_map
from tests.browser.evening.playing import play
from tests.browser.evening.room import (
    PAST_THE_SCREENS,
    nothing_was_complained_of,
    pictures_if_it_fails,
    program,
    seated,
    the_file_holds_and_replays,
    the_screens_agree,
)
from tests.browser.evening.step import ATTACKER, DEFENDER, REFEREE, Step
from tests.browser.evening.table import Screens
from tests.torture.served import Server

pytestmark = [pytest.mark.browser, pytest.mark.evening]

# What the players measure otherwise than the map, as the log tells it.
NEARER: Final = "farthest platoon 24.5 cm, not 25.4 cm"
ON_THE_ROAD: Final = "distance 9.9 cm, not 10.4 cm, cover open, not soft"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    yield from program(tmp_path)


@pytest.fixture
def screens(server: Server, open_page: OpenPage) -> Screens:
    return seated(server, open_page)


def test_an_evening_of_mons_on_the_map(screens: Screens, tmp_path: Path) -> None:
    with pictures_if_it_fails(screens, tmp_path):
        they_deploy(screens)
        german_turn_one_is_played(screens)
        british_turn_one_is_played(screens)
        turn_two_is_played(screens)
        assert screens.past_the_screens == PAST_THE_SCREENS
        the_screens_agree(screens)
        what_the_map_had_is_kept(the_file_holds_and_replays(screens, tmp_path / "evening.json"))
        nothing_was_complained_of(screens)


def they_deploy(screens: Screens) -> None:
    """The table is laid with the ready game; both sides draw up, each on its own tablet and from its own edge."""
    german, british = at_map(screens, ATTACKER), at_map(screens, DEFENDER)
    the_first_regiment_draws_up(german)
    the_first_battalion_stands_before_them(british)
    # What one tablet did stands on the other's map, and on the referee's.
    board = at_map(screens, REFEREE)
    for other in (german, british, board):
        other.shows({"a1.1.mg1": (760, 700), "a1.1.c3.p1": (540, 1000), "d1.1.c1.p4": (770, 1150)})
        assert float(other.stand("a1.1.mg2").get_attribute("data-facing") or 0) == 65
    back_to_the_game(screens, ATTACKER, DEFENDER, REFEREE)


def the_first_regiment_draws_up(german: MapHands) -> None:
    """I / 1st in column of companies, its third one ahead, its guns where they see, those of others beside it."""
    german.draw_up("a1.1", "column", "56", "97")
    german.shows({"a1.1.c1.p1": (480, 963), "a1.1.c2.p2": (560, 898), "a1.1.hq": (560, 700)})
    german.draw_up("a1.1.c3", "line", "62", "104")
    german.lift("a1.1", "a1.1.c4.p1")
    german.look_closer((600, 850), 2.5)
    german.moves("Its company")
    german.drag("a1.1.c3.p2", (620, 1000))
    german.shows({"a1.1.c3.p1": (540, 1000), "a1.1.c3.p3": (700, 1000)})
    german.moves("One stand")
    german.drag("a1.1.mg1", (760, 700))
    # 143 along and 67 up from where it stands is 65 degrees to the right of straight ahead.
    german.turn("a1.1.mg2", (773, 767))
    for gun, along, up in (("a1.2.mg1", "52", "75"), ("a1.2.mg2", "44", "75"), ("a2.1.mg1", "49.5", "71")):
        german.draw_up(gun, "line", along, up)
    german.draw_up("a2.1.mg2", "line", "35", "71")
    german.draw_up("a1.2.c1", "column", "69", "70")


def the_first_battalion_stands_before_them(british: MapHands) -> None:
    """A Company deep before the guns, B and C in line beside it. 44 along from their edge is 760 from the other."""
    british.draw_up("d1.1.c1", "column", "44", "78")
    british.look_closer((760, 1060), 3)
    british.drag("d1.1.c1.p4", (770, 1150))
    british.drag("d1.1.c1.p3", (780, 1080))
    british.drag("d1.1.c1.p2", (740, 1060))
    british.draw_up("d1.1.c3", "line", "86.5", "66.8")
    british.draw_up("d1.1.c2", "line", "91.5", "74")
    british.shows({"d1.1.c1.p1": (760, 1028), "d1.1.c2.p1": (480, 1068), "d1.1.c3.p2": (400, 1140)})


def german_turn_one_is_played(screens: Screens) -> None:
    """With the map's 25.4 cm the first company's 4 + 1 would be one less, and one action (FF-ORD-15)."""
    play(screens, with_map(german_turn_one.GERMAN_TURN_ONE))
    play(screens, measuring(german_turn_one.FIRST_BATTALION, "a1.1.c1", NEARER, farthest_platoon_cm=24.5))
    the_second_company_is_put_where_it_went(screens)
    play(screens, with_map([*german_turn_one.SECOND_BATTALION, *german_turn_one.SECOND_REGIMENT]))


def the_second_company_is_put_where_it_went(screens: Screens) -> None:
    """It has moved without a word: its places are the last known ones until fingers put it where it stands now."""
    german = at_map(screens, ATTACKER)
    assert "unsure" in (german.stand("a1.1.c2.p1").get_attribute("class") or "")
    german.look_closer((600, 900), 3)
    german.drag("a1.1.c2.p1", (700, 940))
    german.drag("a1.1.c2.p3", (560, 930))
    german.drag("a1.1.c2.p2", (620, 930))
    assert "unsure" not in (german.stand("a1.1.c2.p1").get_attribute("class") or "")
    back_to_the_game(screens, ATTACKER)


def british_turn_one_is_played(screens: Screens) -> None:
    play(screens, [*british_turn_one.SUPPORT, *british_turn_one.FIRST_BATTALION])
    the_second_battalion_draws_up(screens)
    play(screens, with_map([*british_turn_one.SECOND_BATTALION, *british_turn_one.AFTER_RESTART]))


def the_second_battalion_draws_up(screens: Screens) -> None:
    """Its three companies in line behind the river, one behind another."""
    british = at_map(screens, DEFENDER)
    british.draw_up("d1.2.c3", "line", "66.5", "54")
    british.draw_up("d1.2.c2", "line", "73.5", "50")
    british.draw_up("d1.2.c1", "line", "62", "46")
    british.shows({"d1.2.c1.p1": (775, 1348), "d1.2.c2.p3": (400, 1308), "d1.2.c3.p2": (600, 1268)})
    back_to_the_game(screens, DEFENDER)


def turn_two_is_played(screens: Screens) -> None:
    """The map has D Company's first platoon at 10.4 cm and no column on the road: 2 would do nothing (FF-DFM-01)."""
    british = at_map(screens, DEFENDER)
    british.put("d1.2", "d1.2.c4.p1", "43.7", "97.9")
    back_to_the_game(screens, DEFENDER)
    play(screens, [as_seen_on_the_road(one) for one in measured_by_hand(turn_two.GERMAN)])
    play(screens, with_map([turn_two.THROWN_IN_THE_DARK, *turn_two.GERMAN_AFTER_THE_CUT, *turn_two.BRITISH]))


def measuring(steps: Iterable[Step], unit: str, otherwise: str, **fields: object) -> list[Step]:
    """The steps with the map; the order of one unit with what was measured otherwise."""
    ordered = ("roll_orders", unit)
    return [
        measured(one, otherwise, **fields)
        if (one.kind, one.fields.get("unit")) == ordered and not one.by_fetch
        else one
        for one in with_map(steps)
    ]


def measured_by_hand(steps: Iterable[Step]) -> list[Step]:
    """The first company has moved since it was placed: the map has nothing for its order, and a hand measures."""
    ordered = ("roll_orders", "a1.1.c1")
    return [
        replace(one, fields={**one.fields, "farthest_platoon_cm": 20})
        if (one.kind, one.fields.get("unit")) == ordered and not one.by_fetch
        else with_map([one])[0]
        for one in steps
    ]


def as_seen_on_the_road(one: Step) -> Step:
    """FF-COV-02: in column on the road it is in the open, and 9.9 cm away."""
    if (one.kind, one.fields.get("unit")) != ("fire", "a1.1.mg1"):
        return one
    shots = [{**shot, "range_cm": 9.9, "cover": "open"} for shot in one.fields["shots"]]
    return measured(one, ON_THE_ROAD, shots=shots)


def what_the_map_had_is_kept(events: Iterable[object]) -> None:
    """The file tells what the map had of every order and shot, and which facts were measured otherwise."""
    kept = list(facts_kept(events))
    passed = {of for of, one in kept if one.overruled and one.fact == "passes_over"}
    assert passed == {">".join(pair) for pair in PASSED_OVER}
    said = sorted((one.fact, one.used, one.proposed) for of, one in kept if one.overruled and of not in passed)
    road = [("cover", "open", "soft"), ("range_cm", 9.9, 10.4)]
    assert said == sorted([*road, *road, ("farthest_platoon_cm", 24.5, 25.4)])
    assert proposed(kept, "range_cm") == {">".join(pair): far for pair, far in DISTANCES.items()}
    assert proposed(kept, "behind_cm") == {f"a1.1.mg1>{stand}": far for stand, far in BEHIND.items()}
    assert proposed(kept, "farthest_platoon_cm").items() >= FARTHEST.items()
    assert set(proposed(kept, "cover").values()) == {"soft"}
    assert set(proposed(kept, "in_arc").values()) == set(proposed(kept, "direct_sight").values()) == {True}


def facts_kept(events: Iterable[object]) -> Iterator[tuple[str, FromMap]]:
    """What is kept of the map of each fact, and of what: `firer>target` of a shot, a unit of its order."""
    for event in events:
        if isinstance(event, Fired):
            yield from ((f"{shot.firer}>{shot.target}", one) for shot in event.shots for one in shot.reasons.map)
        elif isinstance(reasons := getattr(event, "reasons", None), Reasons):
            yield from ((getattr(event, "unit", ""), one) for one in reasons.map)


def proposed(kept: Iterable[tuple[str, FromMap]], fact: str) -> dict[str, MapValue]:
    """What the map had of a fact, by what it was of."""
    return {of: one.proposed for of, one in kept if one.fact == fact}


def at_map(screens: Screens, by: str) -> MapHands:
    """A seat's screen turns to the map."""
    return MapHands(screens.pages[by], place_of(screens))


def back_to_the_game(screens: Screens, *seats: str) -> None:
    """Their screens turn back to the game."""
    for by in seats:
        screens.pages[by].goto(place_of(screens))


def place_of(screens: Screens) -> str:
    return screens.game.replace("/api/v1", "")
