"""What is proposed of a deed before it is told: by the map, else the commonest value, and the bands that matter."""

from typing import Any, Final

import pytest

from app.games.json_codec import EventCodec
from app.games.open_game import OpenGame
from app.games.verification import read_file
from rules.flanders_fields.game.state.fire_plan import FirePlan
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.vocabulary import ATTACKER, DEFENDER, UnitClass
from rules.kernel.commands import OnStage
from rules.kernel.prompts import Ask, Origin, Proposal, Question, proposed
from rules.kernel.seats import Actor
from tests.frozen.games import golden_games
from tests.game.choosing import asks_of, by_hand
from tests.game.evening import Evening, die, played, with_plan
from tests.game.ground_in_play import LAID, OPEN_FIELD, at, on_a_field
from tests.game.test_deeds_by_hand import asked, on
from tests.game.test_deeds_of_fire_by_hand import company_ordered
from tests.survey.test_in_a_game import FAR, FOE, OWN, facing

COMPANY: Final = "a1.1.c1"
GAMES: Final = golden_games(SYSTEM.key)
SAID_BY_A_PLAYER: Final = {
    ("answer", "agree"),
    ("correct", "value"),
    ("gas_by_card", "along_cm"),
    ("hit_below", "attack"),
    ("set_table", "table"),
    ("note", "text"),
    ("override", "command"),
    ("place_formation", "layout"),
    ("place_stands", "x_mm"),
    ("say_after_the_die", "special"),
    ("seal_plan", "plan"),
    ("try_heroic_action", "deed"),
}
"""No facts of the table: words, documents, places and decisions that nobody can take for a player."""


def once(found: list[OnStage], before: set[str]) -> list[OnStage]:
    """Of each kind of deed the first that may be done."""
    new = {one.kind: one for one in reversed(found) if one.barred is None and one.kind not in before}
    return list(new.values())


@pytest.mark.parametrize("name", GAMES)
def test_choices_and_dice_are_all_that_a_deed_needs(name: str) -> None:
    """Every kind of deed of a kept game, where it is first on a stage of a turn."""
    file = read_file(GAMES[name].read_bytes())
    game, rows, codec = OpenGame(file.record(), SYSTEM, EventCodec(SYSTEM)), file.rows(), EventCodec(SYSTEM)
    tried, turn = set[str](), ""
    for command in file.commands:
        state = game.state
        if state.facts and f"{state.turn.number}{state.turn.side}{state.turn.step}" != turn:
            tried, turn = set(), f"{state.turn.number}{state.turn.side}{state.turn.step}"
        for role in (ATTACKER, DEFENDER) if state.facts else ():
            now = SYSTEM.stage(state, Actor(role))
            for one in once([*now.owed, *now.offered], tried):
                tried.add(one.kind)
                _, needs = by_hand(asks_of(state, role, one.kind, one.about))
                assert needs is None or (one.kind, needs.name) in SAID_BY_A_PLAYER, f"{one.kind} needs {needs}"
        for row in rows[command.first_seq - 1 : command.last_seq]:
            game.fold(codec.read(row.logged))


def fires(evening: Evening, *shots: dict[str, Any]) -> tuple[Question, ...]:
    """What a fire action of the first company asks, with what is proposed."""
    told = {"shots": list(shots)} if shots else {}
    return proposed(asks_of(evening.state, ATTACKER, "fire", {"unit": COMPANY}), told).filled.questions


def of(questions: tuple[Question, ...], name: str) -> Ask:
    return next(one.ask for one in questions if one.ask.name == name)


def ordered() -> Evening:
    evening = facing()
    evening.do("attacker", "roll_orders", unit=COMPANY, die=die(6))
    return evening


def test_what_the_map_has_of_a_shot_comes_before_the_commonest_value() -> None:
    """12.4 cm from front edge to front edge; who stands on open ground has soft cover by the map's words."""
    (shots,) = [one for one in fires(ordered(), {"firer": OWN, "target": FOE}) if one.rows]
    row = shots.rows[0]
    assert [(one.origin, one.value) for one in of(row, "range_cm").proposals] == [
        (Origin.MAP, 12.4),
        (Origin.ASSUMED, 25.0),
    ]
    assert [(one.origin, one.value) for one in of(row, "cover").proposals] == [
        (Origin.MAP, "soft"),
        (Origin.ASSUMED, "medium"),
    ]


def test_what_counts_untold_anyway_is_not_proposed() -> None:
    (shots,) = [one for one in fires(ordered(), {"firer": OWN, "target": FOE}) if one.rows]
    assert of(shots.rows[0], "slope").proposals == ()


def test_the_map_proposes_who_comes_first_of_those_in_arc_and_sight() -> None:
    """FF-TGT-01: the only enemy that is placed, for the only platoon that is."""
    (proposal,) = of(fires(ordered()), "shots").proposals
    assert (proposal.origin, proposal.value) == (Origin.MAP, [{"firer": OWN, "target": FOE}])
    assert proposal.why.startswith("first by target priority: ")


def test_nobody_is_proposed_behind_the_firer() -> None:
    """The enemy is placed where the company turns its back on him."""
    evening = on_a_field()
    evening.do("attacker", "place_stands", stands=[at(OWN, 300, 300, 180.0)])
    evening.do("defender", "place_stands", stands=[at(FOE, 300, FAR, 180.0)])
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "early_companies", "a1.1")
    evening.do("attacker", "roll_orders", unit=COMPANY, die=die(6))
    assert of(fires(evening), "shots").proposals == ()


def test_after_a_move_without_a_place_the_map_proposes_nothing_of_it() -> None:
    evening = ordered()
    evening.do("attacker", "move_unit", unit=COMPANY)
    assert of(fires(evening), "shots").proposals == ()
    (shots,) = [one for one in fires(evening, {"firer": OWN, "target": FOE}) if one.rows]
    assert {one.origin for ask in shots.rows[0] for one in ask.ask.proposals} == {Origin.ASSUMED}
    evening.do("attacker", "place_stands", stands=[at(OWN, 300, 310)])
    (shots,) = [one for one in fires(evening, {"firer": OWN, "target": FOE}) if one.rows]
    assert of(shots.rows[0], "range_cm").proposals[0] == Proposal(11.4, Origin.MAP, "11.4 cm base to base")


def test_without_a_table_nothing_is_proposed_but_the_commonest_value() -> None:
    asked = asks_of(company_ordered().state, ATTACKER, "fire", {"unit": COMPANY})
    found = proposed(asked, {"shots": [{"firer": f"{COMPANY}.p1", "target": "d1.3.c1.p1"}]})
    assert set(found.origins.values()) == {Origin.ASSUMED}
    assert set(found.origins) == {"shots.0.cover", "shots.0.range_cm"}


def test_the_bands_of_a_rifle_are_those_of_the_book() -> None:
    """FF-RNG-11: short range under 5 cm; FF-RNG-T1: 45 cm for German riflemen of 1914."""
    (shots,) = [one for one in fires(company_ordered(), {"firer": f"{COMPANY}.p1", "target": "d1.3.c1.p1"}) if one.rows]
    bands = of(shots.rows[0], "range_cm").bands
    assert [one.says for one in bands] == ["under 5", "5 to 45", "over 45"]
    assert [one.value for one in bands] == [2.5, 25.0, 50.0]


def test_where_a_move_leads_tells_its_going() -> None:
    """The Menin road runs up the table at 50 mm, 30 mm wide: a platoon 30 mm wide that goes along it is on it."""
    evening = played("mons-1914", table=LAID)
    evening.do("attacker", "place_stands", stands=[at(OWN, 50, 300)])
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "early_companies", "a1.1")
    evening.do("attacker", "roll_orders", unit=COMPANY, die=die(6))
    asked = asks_of(evening.state, ATTACKER, "move_unit", {"unit": COMPANY})
    assert "going" not in proposed(asked, {}).origins
    there = proposed(asked, {"in_column": True, "places": [{"stand": OWN, "x_mm": 50, "y_mm": 330, "facing_deg": 0.0}]})
    assert (there.origins["going"], there.told["going"]) == (Origin.MAP, "road")


@pytest.mark.parametrize(("along", "met"), [(600, True), (800, False)])
def test_fire_that_a_way_leads_through_is_proposed_with_the_move(along: int, met: bool) -> None:
    """FF-MVZ-02: the battery's square of 10 cm lies about 60, 90; who goes from 100 up to 90 comes to lie in it."""
    mover = "d1.1.c1.p1"
    evening = played("cambrai-1917", table=OPEN_FIELD)
    evening.do("defender", "place_stands", stands=[at(mover, along, 1000, 180.0)])
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "late_regimental_artillery", "a1")
    evening.do("attacker", "roll_orders", unit="a1.b1", die=die(6))
    evening.do("attacker", "set_aiming_point", unit="a1.b1", where="the wire", along_cm=60, up_cm=90)
    evening.do("attacker", "fire_on_area", unit="a1.b1", range_cm=90)
    evening.do("attacker", "end_turn")
    evening.do("defender", "start_turn")
    evening.go_to("defender", "late_companies", "d1.1")
    evening.do("defender", "roll_orders", unit="d1.1.c1", die=die(6))
    there = {"stand": mover, "x_mm": along, "y_mm": 900, "facing_deg": 180.0}
    found = proposed(asks_of(evening.state, DEFENDER, "move_unit", {"unit": "d1.1.c1"}), {"places": [there]})
    asks = [question.ask for question in found.filled.questions]
    values = [proposal.value for ask in asks if ask.name == "zones" for proposal in ask.proposals]
    assert values == [[{"zone": "a1.b1", "stand": mover}]] * met
    assert ("FF-MVZ-02" in [step.clause for ask in asks for step in ask.reckoned]) is met


@pytest.mark.parametrize(
    ("scenario", "step", "found"), [("somme-1916", "mid_companies", ["open"]), ("mons-1914", "early_companies", [])]
)
def test_raw_attackers_close_in_the_open(scenario: str, step: str, found: list[str]) -> None:
    """AMB-403: outside the position Experienced attackers are in Soft cover, as usual, and raw ones in the Open."""
    evening = with_plan(played(scenario), FirePlan(), gas=False)
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", step, "a1.1")
    evening.do("attacker", "roll_orders", unit=COMPANY, die=die(6))
    told = {"unit": COMPANY, "stand": f"{COMPANY}.p1", "target": "d1.1.c1.p1", "cover": "medium"}
    asks = asked(evening, "attacker", "go_in", {}, **told)
    (outside,) = (one for one in asks if isinstance(one, Ask) and one.name == "ground_outside")
    assert [one.value for one in outside.proposals] == found


@pytest.mark.parametrize(("scenario", "cover"), [("somme-1916", "open"), ("mons-1914", "soft")])
def test_attackers_that_are_fired_at_have_the_cover_of_open_ground(scenario: str, cover: str) -> None:
    """FF-COV-T2: on open ground Experienced troops are in Soft cover, raw ones in the Open."""
    evening = with_plan(played(scenario), FirePlan(), gas=False)
    evening.do("attacker", "start_turn")
    evening.do("attacker", "end_turn")
    evening.do("defender", "start_turn")
    while not (companies := able(evening, UnitClass.RIFLE_COMPANY)):
        evening.do("defender", "next_step")
    evening.do("defender", "roll_orders", unit=companies[0], die=die(6))
    shot = {"firer": evening.state.units[companies[0]].stands[0], "target": f"{COMPANY}.p1"}
    asks = asks_of(evening.state, DEFENDER, "fire", {"unit": companies[0]})
    (shots,) = [one for one in proposed(asks, {"shots": [shot]}).filled.questions if one.rows]
    assert [one.value for one in of(shots.rows[0], "cover").proposals] == [cover]


def able(evening: Evening, kind: UnitClass) -> list[str]:
    """The defender's units of a kind that may be ordered now."""
    found = [str(one.about["unit"]) for one in on(evening, "defender").offered if one.kind == "roll_orders"]
    return [unit for unit in found if evening.state.units[unit].kind is kind]
