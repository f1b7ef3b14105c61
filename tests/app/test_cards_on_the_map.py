"""Event cards with what the map has for them, as their forms hold it; the field is 120 by 180 cm, a base 3 by 1.5 cm.

Figures are worked out by hand.
"""

from typing import Any

from starlette.datastructures import QueryParams

from app.systems.flanders_fields.pages.forms.cards import card_drafts, card_table
from rules.flanders_fields.game.ground.laid import laid
from rules.kernel.plain import plain
from rules.tabletop.terrain import Area, AreaKind, Table, Wire
from tests.app.test_forms_on_the_map import filled, held
from tests.game.cards_in_play import begun, drawn
from tests.game.evening import Evening, die
from tests.game.ground_in_play import OPEN_FIELD, at, line

OWN, MATE, FOE = "a1.1.c1.p1", "a1.1.c1.p2", "d1.3.c1.p1"
ENEMY_HQ = "d1.3.hq"
THERE = line((500, 1500), (500, 1600), (700, 1600), (700, 1500))
WIRED: dict[str, Any] = plain(
    laid(
        "Wire, and a strong point in a village",
        Table(
            1200,
            1800,
            (
                Wire("wire", "Drahtverhau", line((0, 900), (1200, 900)), 40),
                Area("houses", "Zonnebeke", AreaKind.BUILDINGS, THERE),
                Area("point", "The Mill", AreaKind.STRONG_POINT, THERE),
            ),
        ),
    )
)


def shown(evening: Evening, role: str, address: str = "") -> tuple[Any, QueryParams, Any]:
    """What the cards of a page show, the address as filled in, and what the map has."""
    query, told, view = filled(evening, role, address)
    return card_table(view, (), query, told.of), query, told


def after(card: str, *placed: dict[str, Any], table: dict[str, Any] = OPEN_FIELD) -> Evening:
    """The German side draws this card once these are placed."""
    evening = begun(table=table)
    evening.do("referee", "place_stands", stands=list(placed))
    evening.do("attacker", "draw_card", card=card)
    return evening


def test_a_sniper_is_told_who_sits_in_a_work() -> None:
    """FF-CRD-09: FF-COV-10: a strong point in a village is Fortified; the open is not."""
    evening = drawn("hearts_king", table=WIRED)
    evening.do("defender", "place_stands", stands=[at(ENEMY_HQ, 600, 1550, 180.0)])
    table, query, told = shown(evening, "attacker", f"card=hearts_king&on={ENEMY_HQ}")
    assert (table["play"]["on"], table["play"]["said"]["fortified"]) == (ENEMY_HQ, True)
    assert told.hand["fortified"].says == "Fortified: The Mill and Zonnebeke"
    otherwise = f"{query}".replace("fortified=true&", "").replace("&fortified=true", "")
    assert shown(evening, "attacker", otherwise)[0]["play"]["said"]["fortified"] is False
    evening.do("referee", "place_stands", stands=[at(ENEMY_HQ, 600, 1200, 180.0)])
    table, _, told = shown(evening, "attacker", f"card=hearts_king&on={ENEMY_HQ}")
    assert (table["play"]["said"]["fortified"], told.hand["fortified"].value) == (False, False)


def test_a_wiring_party_is_told_whether_it_has_come_to_the_wire() -> None:
    """FF-CRD-19: the belt's near edge is at 88; a base whose middle is at 87.3 reaches 88.05."""
    evening = drawn("diamonds_king", table=WIRED)
    evening.do("attacker", "place_stands", stands=[at(OWN, 300, 873)])
    table, _, told = shown(evening, "attacker", "card=diamonds_king&on=a1.1.c1")
    assert (table["play"]["said"]["at_wire"], told.hand["at_wire"].says) == (True, "at Drahtverhau")
    evening.do("referee", "place_stands", stands=[at(OWN, 300, 860)])
    assert shown(evening, "attacker", "card=diamonds_king&on=a1.1.c1")[0]["play"]["said"]["at_wire"] is False


def test_two_that_a_card_takes_are_measured() -> None:
    """FF-CRD-13: middles 7 cm apart side by side, 3 cm wide each: 4 cm between them."""
    evening = after("clubs_ace", at(OWN, 300, 500), at(MATE, 370, 500), table=OPEN_FIELD)
    table, query, told = shown(evening, "defender", f"card=clubs_ace&on[]={OWN}&on[]={MATE}&apart_cm=0")
    assert (table["takes"]["on"], query["apart_cm"]) == ([OWN, MATE], "4.0")
    assert told.hand["apart_cm"].says == "4 cm base to base"
    assert shown(evening, "defender", f"card=clubs_ace&on[]={OWN}")[2].hand == {}
    assert shown(evening, "attacker", f"on[]={OWN}&on[]={MATE}")[2].hand == {}


def test_the_platoon_farthest_to_the_right_is_chosen_by_the_map() -> None:
    """FF-CRD-16: to the right as its own side sees it; where two are equally far nobody is proposed."""
    evening = after("clubs_jack", at(OWN, 300, 500), at(MATE, 360, 500), table=OPEN_FIELD)
    awaited = evening.state.cards.awaited
    assert awaited is not None
    chooser = awaited.chooser.value
    table, _, told = shown(evening, chooser)
    whence = told.says("right", "on")
    assert (table["takes"]["on"], whence and whence.value) == ([MATE], MATE)
    kept, _, _ = shown(evening, chooser, f"card=clubs_jack&_map=right>{MATE}&on[]={OWN}")
    assert kept["takes"]["on"] == [OWN]
    level = after("clubs_jack", at(OWN, 360, 700), at(MATE, 360, 500))
    assert shown(level, chooser)[0]["takes"]["on"] == []


def test_a_shell_names_whom_it_catches_where_it_is_laid() -> None:
    """FF-CRD-25, GAP-88: 10 by 10 cm about (90, 130) from the British corner, which is (30, 50) from the other.

    From 25 to 35 along: all of the first base, 28.5 to 31.5, and half a centimetre of the second, from 34.5 on.
    """
    evening = after("spades_queen", at(OWN, 300, 500), at(MATE, 360, 500), at("a1.1.c1.p3", 400, 500))
    table, query, told = shown(evening, "defender", "card=spades_queen&_shell_along=90&_shell_up=130")
    under = [(one["stand"], one["cover"], one["overlap"]) for one in table["takes"]["under"]]
    assert under == [(OWN, "soft", "whole"), (MATE, "soft", "half")]
    whence = told.says(f"shell/{OWN}", "overlap")
    assert whence is not None
    assert whence.says == "its whole base lies in it"
    draft = card_drafts(filled(evening, "defender")[2], query, told.of)["shell"]
    assert [one["overlap"] for one in draft["shelled"]] == ["whole", "half"]
    typed = f"{query}&shelled.0.stand={MATE}&shelled.0.cover=hard"
    assert [one["cover"] for one in shown(evening, "defender", typed)[0]["takes"]["under"]] == ["soft", "hard"]


def test_without_a_place_the_map_has_the_cover_of_who_is_named() -> None:
    evening = after("spades_queen", at(FOE, 600, 1550, 180.0), table=WIRED)
    table, query, _ = shown(evening, "defender", f"card=spades_queen&_under[]={OWN}&_under[]={FOE}")
    under = [(one["cover"], one["overlap"]) for one in table["takes"]["under"]]
    assert under == [("soft", "whole"), ("fortified", "whole")]
    assert held(query, "_map") == ["shell"]


def test_the_log_keeps_what_the_map_had_of_a_shell() -> None:
    """Told to be in Hard and wholly under it; the map has half a centimetre of it, in the open: Soft (FF-COV-04)."""
    evening = after("spades_queen", at(OWN, 300, 500), at(MATE, 360, 500))
    told = {"stand": MATE, "cover": "hard", "overlap": "whole", "die": die(1)}
    where = {"along_cm": 90, "up_cm": 130}
    took = evening.do("defender", "say_what_it_takes", card="spades_queen", shelled=[told], **where)
    assert took.reasons is not None
    of = {(one.of, one.fact): (one.proposed, one.used) for one in took.reasons.map}
    assert of[MATE, "overlap"] == ("half", "whole")
    assert of[MATE, "cover"] == ("soft", "hard")
    assert of[OWN, "overlap"] == ("whole", "none")


def test_no_card_in_play_asks_nothing_of_the_map() -> None:
    assert shown(begun(table=OPEN_FIELD), "attacker", "card=hearts_king&on=d1.3.hq")[2].hand == {}
