"""What the map chooses for a deed: the platoon of a card on the flank, whom a shell catches, the work a plan means."""

from dataclasses import replace
from typing import Any

import pytest

from rules.flanders_fields.game.map_facts.seat_board import field_of
from rules.flanders_fields.game.map_facts.weapon_arcs import shapes
from rules.flanders_fields.game.stand_types import MOTORS, firer_of, weapon_of
from rules.flanders_fields.game.state.fire_plan import FirePlan, PlannedWork
from rules.flanders_fields.game.state.game import Unit
from rules.flanders_fields.vocabulary import ATTACKER, DEFENDER, Level, Side, UnitClass, Work
from rules.kernel.explanations import Refusal
from rules.kernel.prompts import Ask, AsProposed, Origin, Proposal, proposed
from rules.kernel.seats import Role
from rules.kernel.serialization import plain
from rules.tabletop.terrain import Area, AreaKind, Table, Trench, laid
from tests.game.cards_in_play import begun
from tests.game.choosing import asks_of
from tests.game.evening import Evening, played, with_plan
from tests.game.ground_in_play import DEEP, OPEN_FIELD, WIDE, at, line
from tests.game.test_block_houses import german_turn
from tests.survey.scenes import book

FIRST, SECOND, MACHINE_GUN = "a1.1.c1.p1", "a1.1.c2.p1", "a1.1.mg1"
MILL = PlannedWork("attacker.work1", Side.ATTACKER, "The Mill", Work.STRONG_POINT, 1)


def ask_of(evening: Evening, role: Role, kind: str, name: str, **told: Any) -> Ask:
    """What a deed asks under a name, with what is proposed."""
    about: dict[str, Any] = {key: told.pop(key) for key in ("card", "work", "unit") if key in told}
    asked = proposed(asks_of(evening.state, role, kind, about), told).filled.questions
    return next(one.ask for one in asked if one.ask.name == name)


def on_the_table(card: str, *stands: dict[str, Any]) -> Evening:
    """A game in which stands of the German side are placed when it draws a card."""
    evening = begun(table=OPEN_FIELD)
    evening.do("attacker", "place_stands", stands=stands)
    evening.do("attacker", "draw_card", card=card)
    return evening


def test_the_platoon_farthest_to_the_right_is_proposed() -> None:
    """FF-CRD-16: 70 cm along its own edge is farther right than 30; a machine gun at 90 is no rifle platoon."""
    evening = on_the_table("clubs_jack", at(FIRST, 300, 300), at(SECOND, 700, 300), at(MACHINE_GUN, 900, 300))
    (found,) = ask_of(evening, ATTACKER, "say_what_it_takes", "on", card="clubs_jack").proposals
    assert (found.value, found.origin) == ([SECOND], Origin.MAP)
    assert "70 cm along" in found.why


def test_of_two_platoons_equally_far_to_the_right_none_is_proposed() -> None:
    evening = on_the_table("clubs_jack", at(FIRST, 700, 300), at(SECOND, 700, 500))
    assert ask_of(evening, ATTACKER, "say_what_it_takes", "on", card="clubs_jack").proposals == ()


def test_whom_a_shell_catches_is_proposed_where_it_is_laid() -> None:
    """FF-CRD-25: laid by the other side, from whose left corner (600, 500) is 60 along and 130 up."""
    evening = on_the_table("spades_queen", at(FIRST, 600, 500), at(SECOND, 200, 500))
    card = {"card": "spades_queen"}
    assert ask_of(evening, DEFENDER, "say_what_it_takes", "shelled", **card).proposals == ()
    told = {"along_cm": 60.0, "up_cm": 130.0}
    (found,) = ask_of(evening, DEFENDER, "say_what_it_takes", "shelled", **card, **told).proposals
    assert found == Proposal([{"stand": FIRST}], Origin.MAP, "it lies under the shell")


def hurricane(*pieces: Area | Trench) -> Evening:
    """The March game on a table with these pieces, in the phase in which the work of the plan is due."""
    evening = Evening()
    table = plain(laid("Before the line", Table(WIDE, DEEP, pieces)))
    evening.do("referee", "create_game", scenario="michael-1918", table=table)
    with_plan(evening, FirePlan(works=(MILL,)), gas=False)
    evening.do("attacker", "start_turn")
    evening.do("attacker", "next_step")
    return evening


NEAR = Area("one", "the redoubt", AreaKind.STRONG_POINT, line((500, 1000), (500, 1100), (600, 1100)))
FAR = replace(NEAR, id="two", name="the mill", outline=line((500, 1300), (500, 1400), (600, 1400)))
DITCH = Trench("three", "Kaiser trench", line((0, 900), (1200, 900)), 20, "german")


def test_the_work_that_a_plan_means_is_chosen_among_those_of_its_kind() -> None:
    """FF-HUR-03: a strong point, never a trench; that of the plan's name first, else the nearest to the own edge."""
    ask = ask_of(hurricane(NEAR, FAR, DITCH), ATTACKER, "bombard_work", "piece", work=MILL.id)
    assert ask.among == ("", "one", "two")
    assert ask.proposals == (Proposal("two", Origin.MAP, "it bears the name in the plan"),)
    asked = asks_of(hurricane(NEAR, FAR, DITCH).state, ATTACKER, "bombard_work", {"work": MILL.id})
    # Nobody has to choose it by hand: the work would be bombarded on no piece of the map.
    assert proposed(asked, {}).told["piece"] == "two"
    unnamed = ask_of(
        hurricane(NEAR, replace(FAR, name="Hill farm"), DITCH), ATTACKER, "bombard_work", "piece", work=MILL.id
    )
    assert unnamed.proposals == (Proposal("one", Origin.MAP, "the nearest of its kind"),)


def test_where_no_such_work_lies_none_is_asked_for() -> None:
    asked = asks_of(hurricane(DITCH).state, ATTACKER, "bombard_work", {"work": MILL.id})
    assert "piece" not in [one.ask.name for one in proposed(asked, {}).filled.questions]


HOUSE, AHEAD, BEHIND, BESIDE, MORTAR = "d1.x1", "a1.1.c1.p1", "a1.1.c1.p2", "a1.1.c2.p1", "a1.1.x3"


def before_a_block_house(*more: dict[str, Any]) -> Evening:
    """A block house that looks down the table: a platoon stands before it, one behind that, and one to its left."""
    evening = german_turn(table=OPEN_FIELD)
    stands = at(AHEAD, 600, 1000), at(BEHIND, 600, 930), at(BESIDE, 900, 1200), *more
    evening.do("attacker", "place_stands", stands=stands)
    evening.do("defender", "place_stands", stands=[at(HOUSE, 600, 1200, 180.0)])
    return evening


def fired_as_proposed(evening: Evening) -> AsProposed[Any]:
    """The fire of the block house at whom the map chooses, with all else as it is proposed."""
    shots = ask_of(evening, DEFENDER, "fire", "shots", unit=HOUSE).proposals[0].value
    return proposed(asks_of(evening.state, DEFENDER, "fire", {"unit": HOUSE}), {"shots": shots})


def test_each_face_of_a_block_house_has_its_first_target_and_its_beaten_zone_proposed() -> None:
    """FF-BLK-03, FF-BZN-03: the zone runs 10 cm beyond the far edge of the first base, from 99.25 down to 89.25."""
    found = fired_as_proposed(before_a_block_house())
    rows = [{key: row.get(key) for key in ("target", "sector", "behind_cm")} for row in found.told["shots"]]
    assert rows == [
        {"target": AHEAD, "sector": "front", "behind_cm": None},
        {"target": BEHIND, "sector": "front", "behind_cm": 5.5},
        {"target": BESIDE, "sector": "left", "behind_cm": None},
    ]
    assert {found.origins[f"shots.{n}.range_cm"] for n in range(3)} == {Origin.MAP}


def test_a_stand_beyond_ten_centimetres_is_not_in_the_zone_of_a_block_house() -> None:
    """FF-BZN-03: a block house's zone is 10 cm long, a machine gun's 15: a base at 88.5 and nearer lies beyond it."""
    found = fired_as_proposed(before_a_block_house(at("a1.1.c1.p3", 600, 877)))
    assert [row["target"] for row in found.told["shots"]] == [AHEAD, BEHIND, BESIDE]


def test_every_weapon_of_a_game_has_its_arc_on_the_map() -> None:
    """FF-MTR-06, FF-ARC: mortars among them, 10 to 100 cm straight ahead with 5 cm to each side."""
    evening = played("cambrai-1917", table=OPEN_FIELD)
    units = (
        unit for unit in evening.state.units.values() if unit.on_table and not unit.of.startswith(("a1.3", "d1.3"))
    )
    stands = [stand for unit in units for stand in unit.stands]
    for side in ("attacker", "defender"):
        own = [one for one in stands if evening.state.stands[one].side == side]
        placed = [
            at(one, 100 + 100 * (n % 10), (100 if side == "attacker" else 950) + 100 * (n // 10))
            for n, one in enumerate(own)
        ]
        evening.do("referee", "place_stands", stands=placed)
    rules = book("1917-11")
    field = field_of(evening.state, Role.REFEREE, rules)
    assert field is not None
    kinds = {one.unit_class for one in field.stands.values()}
    assert {UnitClass.LIGHT_MORTAR, UnitClass.BLOCK_HOUSE, UnitClass.TANK, UnitClass.MACHINE_GUN} <= kinds
    without = {one.unit_class for name, one in field.stands.items() if isinstance(shapes(field, name, rules), Refusal)}
    assert without == set()
    mortar = field.stands[MORTAR].stand
    (strip,) = shapes(field, MORTAR, rules).values()  # type: ignore[union-attr]
    near = mortar.spot.y_mm + 10 + 100
    assert {round(y) for _, y in strip} == {near, near + 900}


@pytest.mark.parametrize("kind", [kind for kind in UnitClass if kind not in MOTORS])
def test_every_class_of_unit_has_a_weapon_on_the_map(kind: UnitClass) -> None:
    """A motor's weapon depends on the side; every other class has one (FF-ARC-02 to FF-ARC-11)."""
    unit = Unit("u", "U", Side.ATTACKER, kind, Level.BATTALION, "a1", ("u",))
    assert weapon_of(unit) is not None
    mortar = kind in (UnitClass.LIGHT_MORTAR, UnitClass.MEDIUM_MORTAR, UnitClass.HEAVY_MORTAR)
    assert (firer_of(unit) is None) is mortar
