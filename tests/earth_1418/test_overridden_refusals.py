"""Refusals of 1418 that the referee overrides: what was refused is carried out."""

from functools import partial
from typing import Any

import pytest

from rules.earth_1418.game.engine import SYSTEM
from rules.kernel.explanations import Refusal
from rules.kernel.prompts import AskKind, proposed
from rules.kernel.seats import Actor, Role
from tests.earth_1418.mapped import placed, planned
from tests.earth_1418.playing import Played, unit
from tests.earth_1418.test_melee import in_melee


def overridden(game: Played, clause: str, kind: str, **values: Any) -> list[Any]:
    """The events of a command that the rules refuse by a clause and the referee allows."""
    assert game.refused("referee", kind, **values) == clause
    events = game.do("referee", "override", clause=clause, reason="as agreed", command={"kind": kind, **values})
    assert events[0].clause == clause
    return events[1:]


def test_assault_is_aimed_at_an_enemy_beyond_its_reach() -> None:
    """BE-ASL-01: an assault reaches for 30 cm. Red comes 12 cm of the 32 that are left to go."""
    game = placed(blue_at=(300, 535))
    planned(game, ("assault", "Blue"), ("stay_put", ""), ("assault", "hold"))
    game.until("execution", 6)
    told = {"unit": game.id("Red"), "enemy": game.id("Blue"), "enemy_cm": 32, "ends_in": "open"}
    moved, *_ = overridden(game, "BE-ASL-01", "move", **told)
    assert (moved.moved_mm, moved.contact, moved.short_of) == (120, None, game.id("Blue"))


def test_shots_are_laid_on_a_target_that_the_circle_hardly_touches() -> None:
    """BE-ART-07: more than one base under the circle. BE-ART-08: half of eight shots on one target, here all."""
    game = Played([unit("Battery", "field_gun", 4)], [unit("Blue")])
    gun = game.id("Battery")
    game.do("attacker", "order_bombardment", unit=gun, square="ZZ9")
    game.command("hold", "hold")
    game.until("planning", 2)
    told = {"bombardment": f"{gun}-1", "unit": game.id("Blue"), "outside": False}
    (written,) = overridden(game, "BE-ART-07", "share_shots", **told, bases_under=1, shots=4)
    assert written.shares[0].shots == 4
    (written,) = overridden(game, "BE-ART-08", "share_shots", **told, bases_under=2, shots=8)
    assert written.shares[0].shots == 8


def test_step_is_closed_although_there_is_melee() -> None:
    game = in_melee()
    (closed,) = overridden(game, "BE-MEL-04", "close_step", side="defender")
    assert type(closed).__name__ == "StepClosed"
    closed, ended = overridden(game, "BE-MEL-04", "close_step", side="attacker")
    assert (type(closed).__name__, type(ended).__name__) == ("StepClosed", "BoundEnded")


@pytest.mark.parametrize("overruled", [False, True])
def test_plan_that_the_chart_does_not_list_is_a_choice_once_it_is_overridden(overruled: bool) -> None:
    """BE-CMD-08: an ASSAULT lists no digging in (BE-DIG-05). The page shows it with its reason and asks for it."""
    game = placed()
    game.command("assault", "hold")
    game.until("planning", 4)
    about = {"unit": game.id("Red")}
    asked = SYSTEM.asked(game.state, Actor(Role("attacker")), "plan_unit", about, {}, overruled=overruled)
    (plan,) = [one.ask for one in asked.questions if one.ask.name == "plan"]
    assert plan.kind in (AskKind.WORD, AskKind.ONE)
    assert ("dig_in" in (plan.among or ())) is overruled
    assert ("dig_in" in {one.value for one in plan.denied}) is not overruled


def test_override_does_not_let_anybody_aim_at_nobody() -> None:
    game = placed()
    game.command("hold", "hold")
    game.until("planning", 4)
    told = {"unit": game.id("Red"), "plan": "retreat", "target": "nobody"}
    assert game.refused(
        "referee", "override", clause="BE-CMD-08", reason="agreed", command={"kind": "plan_unit", **told}
    )


def test_shot_that_the_map_holds_back_can_be_asked_for_on_its_card() -> None:
    """BE-OVW-02: the map has Blue 48.5 cm away, and Red reaches 30 cm."""
    game = placed(blue_at=(300, 700))
    planned(game, ("stay_put", "Blue"), ("stay_put", ""), ("hold", "hold"))
    game.until("execution", 5)
    shot = {"unit": game.id("Red"), "target": game.id("Blue")}

    def asked(overruled: bool) -> Any:
        look = partial(SYSTEM.asked, game.state, Actor(Role("attacker")), "shoot", shot, overruled=overruled)
        return proposed(look, {})

    held = asked(False).filled.found
    assert isinstance(held, Refusal)
    assert held.clause == "BE-OVW-02"
    # What is still missing are the dice, which are thrown once the shot is agreed to.
    allowed = asked(True)
    assert not isinstance(allowed.filled.found, Refusal)
    assert allowed.told["distance_cm"] == 48.5
    fired, *_ = overridden(game, "BE-CHR-02", "shoot", **shot, **allowed.told, dice=[{"pips": 1}, {"pips": 6}])
    assert fired.hits == 1
