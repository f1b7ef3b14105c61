"""A move tried out on the map of a game: who may, what is shown, and that confirmed it is the move it was shown as."""

from typing import Any

import msgspec
import pytest
from starlette.datastructures import QueryParams

from app.systems.flanders_fields.pages.map.known import OnMap
from app.systems.flanders_fields.pages.map.move import TriedOut, may_move, tried_out
from app.systems.flanders_fields.pages.map.page import LaidOver, shown, sides_of
from app.systems.flanders_fields.stage.ground import GOING
from rules.flanders_fields.game.survey.from_state import field_of
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.vocabulary import ATTACKER, DEFENDER
from rules.kernel.play import Role
from tests.game.evening import Evening, die
from tests.game.ground_in_play import at, on_a_field

COMPANY, OWN, SECOND, THEIRS = "a1.1.c1", "a1.1.c1.p1", "a1.1.c1.p2", "d1.1.c1.p1"


def ordered(pips: int = 6) -> Evening:
    """The attacker's first turn: his company has its order roll behind it, two platoons are on the map."""
    evening = on_a_field()
    evening.do("attacker", "place_stands", stands=[at(OWN, 300, 300), at(SECOND, 360, 300)])
    evening.do("defender", "place_stands", stands=[at(THEIRS, 300, 900, 180)])
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "early_companies", "a1.1")
    evening.do("attacker", "roll_orders", unit=COMPANY, die=die(pips))
    return evening


def view_of(evening: Evening, role: Role = ATTACKER) -> dict[str, Any]:
    told: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(SYSTEM.view(evening.state, role)))
    return told


def trying(evening: Evening, *places: str, role: Role = ATTACKER, unit: str = COMPANY, **more: str) -> Any:
    book = evening.state.book()
    field = field_of(evening.state, role, book)
    assert field is not None
    query = QueryParams([("move", unit), *(("at", place) for place in places), *more.items()])
    view = view_of(evening, role)
    return tried_out(OnMap(field, book), view, sides_of(view, role), query)


def tried(evening: Evening, *places: str) -> TriedOut:
    found = trying(evening, *places)
    assert isinstance(found, TriedOut)
    return found


def as_sent(move: TriedOut) -> dict[str, Any]:
    """The command as the page's form sends it."""
    told: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(move.command))
    return told


def test_what_is_confirmed_is_the_move_and_the_map_agrees() -> None:
    evening = ordered()
    move = tried(evening, f"{OWN},300,480,0")
    assert move.name == "1 Company"
    assert move.lines == ("1st Platoon: 18 cm cross country; one move action carries it there",)
    assert (move.reaches, move.warned, move.column) == (True, (), "")
    command = as_sent(move)
    assert command.pop("kind") == "move_unit"
    event = evening.do("attacker", "move_unit", **command)
    assert "otherwise than the map" not in str(SYSTEM.tell(evening.state, evening.log[-2], Role.SPECTATOR)["says"])
    assert {one.fact: one.used for one in event.reasons.map} == {"going": "cross_country"}
    assert evening.state.places[OWN].spot == (300, 480)
    assert evening.state.places[SECOND].spot == (360, 300)
    assert evening.state.ground.unsure == ()


def test_a_move_that_is_too_far_is_said_so_before_and_in_the_log() -> None:
    """FF-MOV-01: the table decides; the log tells what the map has."""
    evening = ordered()
    move = tried(evening, f"{OWN},300,540,0")
    assert move.lines == ("1st Platoon: 24 cm cross country; one move action carries it 20 cm of it",)
    assert not move.reaches
    command = as_sent(move)
    evening.do("attacker", command.pop("kind"), **command)
    said = [str(SYSTEM.tell(evening.state, one, Role.SPECTATOR)["says"]) for one in evening.log[-2:]]
    assert "way 24 cm, not 20 cm" in said[0]


def test_stands_that_take_the_same_are_told_together() -> None:
    both = tried(ordered(), f"{SECOND},360,400,0", f"{OWN},300,400,0")
    assert both.lines == ("1st Platoon, 2nd Platoon: 10 cm cross country; one move action carries it there",)
    assert [one["stand"] for one in both.placed] == [OWN, SECOND]
    assert [label for way in both.ways for _, label in way.labels] == ["10 cm"]


def test_trying_changes_nothing_and_is_refused_as_sending_would_be() -> None:
    evening = ordered()
    before = evening.state.copy()
    move = tried(evening, f"{OWN},300,480,0")
    assert move.refusal(ATTACKER)(Playing(evening)) is None  # type: ignore[arg-type]
    assert evening.state.places == before.places
    assert (evening.state.orders, evening.state.ground) == (before.orders, before.ground)
    onto = tried(evening, f"{OWN},360,310,0")
    refused = onto.refusal(ATTACKER)(Playing(evening))  # type: ignore[arg-type]
    assert refused is not None
    assert "would lie on top of" in refused["because"]
    off = tried(evening, f"{OWN},300,2000,0").refusal(ATTACKER)(Playing(evening))  # type: ignore[arg-type]
    assert off is not None
    assert "off the table" in off["because"]


class Playing:
    """As much of an open game as is asked."""

    def __init__(self, evening: Evening) -> None:
        self.state = evening.state


def test_only_who_has_a_move_left_in_this_step_may_make_one() -> None:
    evening = ordered()
    both = [side["side"] for side in view_of(evening)["sides"]]
    assert may_move(view_of(evening), both) == {COMPANY: "1 Company"}
    assert may_move(view_of(evening, DEFENDER), ["defender"]) == {}
    assert may_move(view_of(evening, Role.SPECTATOR), ()) == {}
    for role in (DEFENDER, Role.SPECTATOR):
        assert trying(evening, f"{OWN},300,480,0", role=role) is None
    evening.do("attacker", "finish_unit", unit=COMPANY)
    evening.do("attacker", "next_step")
    assert trying(evening, f"{OWN},300,480,0") is None


def test_without_an_order_there_is_only_placing() -> None:
    evening = on_a_field()
    evening.do("attacker", "place_stands", stands=[at(OWN, 300, 300)])
    assert trying(evening, f"{OWN},300,480,0") is None


@pytest.mark.parametrize(
    "place",
    [
        f"{OWN},300,300,0",  # where it is
        f"{THEIRS},300,480,0",  # the enemy's
        "a1.1.c2.p1,300,480,0",  # of another unit
        "nobody,1,2,3",
        f"{OWN},1,2",
        f"{OWN},one,2,3",
        f"{OWN},nan,2,3",
        f"{OWN},1e9,2,3",
        "",
    ],
)
def test_what_is_no_place_of_one_of_its_stands_is_no_move(place: str) -> None:
    assert trying(ordered(), place) is None


def test_stands_are_drawn_where_they_would_go_with_where_they_come_from() -> None:
    evening = ordered()
    move = tried(evening, f"{OWN},300,480,90")
    page = shown(view_of(evening), ("attacker",), False, LaidOver(overlays=move.ways, move=move, may_move=(COMPANY,)))
    (drawn,) = (one for one in page["map"].stands if one.id == OWN)
    assert (drawn.x_mm, drawn.y_mm, drawn.facing_deg) == (300, 480, 90)
    assert "going" in drawn.mark
    assert drawn.words.endswith(GOING)
    (way,) = move.ways
    assert way.lines == (((300, 300), (300, 480)),)
    listed = {one["id"]: one for force in page["forces"] for holder in force["holders"] for one in holder["stands"]}
    assert listed[OWN]["may_move"]
    assert not listed[THEIRS]["may_move"]


def test_what_moved_without_saying_where_to_is_placed_first() -> None:
    """After a move told without places it is the last known place that is put right, and that is no move."""
    evening = ordered()
    evening.do("attacker", "move_unit", unit=COMPANY)
    page = shown(view_of(evening), ("attacker",), False, LaidOver(may_move=(COMPANY,)))
    listed = {one["id"]: one for force in page["forces"] for holder in force["holders"] for one in holder["stands"]}
    assert not listed[OWN]["may_move"]


def test_nobody_who_hides_is_told_of_by_a_move() -> None:
    """The same answer whether somebody sits unseen on its way or nobody does."""
    evening = on_a_field("cambrai-1917")
    evening.do("attacker", "place_stands", stands=[at(OWN, 600, 400)])

    def found() -> tuple[Any, ...]:
        book = evening.state.book()
        field = field_of(evening.state, ATTACKER, book)
        assert field is not None
        view = view_of(evening)
        view["turn"] = {"side": "attacker", "can_act": [COMPANY]}
        for unit in (
            unit
            for side in view["sides"]
            for one in side["regiments"]
            for b in one["battalions"]
            for unit in b["units"]
        ):
            unit["left"] = 2
        query = QueryParams([("move", COMPANY), ("at", f"{OWN},600,580,0"), ("at", f"{THEIRS},600,590,0")])
        move = tried_out(OnMap(field, book), view, ("attacker",), query)
        assert move is not None
        return move.lines, move.warned, move.command, move.ways

    before = found()
    evening.do("defender", "go_below", stands=[THEIRS])
    evening.do("defender", "place_stands", stands=[at(THEIRS, 600, 500, 180)])
    assert found() == before
