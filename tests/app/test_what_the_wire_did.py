"""An attempt at the wire has a result card: each stand with its die, and whether it crosses or is caught."""

from app.play.available_commands import stage_at
from app.play.screen_builder import scene_of
from app.systems.flanders_fields.screen import SCENERY
from rules.kernel.seats import Actor, Role
from tests.browser.golden import played

ATTACKER = Role("attacker")


def test_each_stand_that_tries_it_stands_with_its_die() -> None:
    """FF-WIR-04: 5 or more crosses; of 5, 6, 4 and 2 two cross and two are caught."""
    tried = "A Company, 1st Pals tries the wire: 2 cross, 2 are caught"
    game, past = next(
        one for one in played("mid-1916-0.1.0") if tried in [told["says"] for told in one[0].told(ATTACKER)]
    )
    actor = Actor(ATTACKER)
    result = scene_of(game, actor, stage_at(game, actor, past), SCENERY).results[-1]
    assert (result.label, result.headline) == ("A Company, wire", "2 cross, 2 caught")
    assert [(row.dice, row.stand[-2:], row.tags[0].word) for row in result.rows] == [
        ([5], "p1", "crosses"),
        ([6], "p2", "crosses"),
        ([4], "p3", "caught"),
        ([2], "p4", "caught"),
    ]
    assert "FF-WIR-04" in [line.clause for line in result.rows[0].lines]
