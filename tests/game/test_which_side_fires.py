"""Which side or face of it fires is proposed before anything is refused, and guns that never fire on an area say so."""

from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.vocabulary import ATTACKER, DEFENDER
from rules.kernel.prompts import Origin, proposed
from rules.kernel.seats import Actor, Role
from tests.game.choosing import asks_of
from tests.game.evening import Evening
from tests.game.tanks_in_play import MALE, THEIRS, defended, ordered
from tests.game.test_block_houses import FIRST, HOUSE, german_turn


def fire_of(evening: Evening, role: Role, unit: str, target: str) -> tuple[tuple[str, ...], object, object]:
    """The sides among which one chooses, the side that is proposed, and where it comes from."""
    found = proposed(
        asks_of(evening.state, role, "fire", {"unit": unit}), {"shots": [{"firer": unit, "target": target}]}
    )
    (shots,) = (one for one in found.filled.questions if one.ask.name == "shots")
    sector = next(one.ask for one in shots.rows[0] if one.ask.name == "sector")
    return tuple(sector.among or ()), found.told["shots"][0]["sector"], found.origins.get("shots.0.sector")


def test_a_block_house_fires_from_a_face_its_front_if_nobody_says_otherwise() -> None:
    """FF-BLK-12: front, left and right."""
    evening = german_turn()
    assert fire_of(evening, DEFENDER, HOUSE, FIRST) == (("front", "left", "right"), "front", Origin.ASSUMED)


def test_a_male_tank_fires_from_where_a_gun_of_it_bears() -> None:
    """FF-TNK-03: to its front and both flanks, nothing to its rear."""
    assert fire_of(ordered(), ATTACKER, MALE, THEIRS) == (("front", "left", "right"), "front", Origin.ASSUMED)


def test_a_machine_gun_of_a_battalion_is_barred_from_fire_on_an_area() -> None:
    """FF-IMG-01: only those of the regiment or above fire so."""
    evening = defended("late_machine_guns", "d1.1.mg1")
    stage = SYSTEM.stage(evening.state, Actor(DEFENDER))
    (fire,) = (one for one in stage.offered if one.kind == "fire_on_area" and one.about == {"unit": "d1.1.mg1"})
    assert fire.barred is not None
    assert fire.barred.clause == "FF-IMG-01"
