"""What the map chooses for a deed: the platoon of a card on the flank, whom a shell catches, the work a plan means."""

from dataclasses import replace
from typing import Any

from rules.flanders_fields.game.planned import FirePlan, PlannedWork
from rules.flanders_fields.vocabulary import ATTACKER, DEFENDER, Side, Work
from rules.kernel.asking import Ask, Origin, Proposal
from rules.kernel.filling import proposed
from rules.kernel.plain import plain
from rules.kernel.play import Role
from rules.tabletop.laid import laid
from rules.tabletop.terrain import Area, AreaKind, Table, Trench
from tests.game.cards_in_play import begun
from tests.game.choosing import asks_of
from tests.game.evening import Evening, with_plan
from tests.game.ground_in_play import DEEP, OPEN_FIELD, WIDE, at, line

FIRST, SECOND, MACHINE_GUN = "a1.1.c1.p1", "a1.1.c2.p1", "a1.1.mg1"
MILL = PlannedWork("attacker.work1", Side.ATTACKER, "The Mill", Work.STRONG_POINT, 1)


def ask_of(evening: Evening, role: Role, kind: str, name: str, **told: Any) -> Ask:
    """What a deed asks under a name, with what is proposed."""
    about = {key: told.pop(key) for key in ("card", "work") if key in told}
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
    assert ask.among == ("one", "two")
    assert ask.proposals == (Proposal("two", Origin.MAP, "it bears the name in the plan"),)
    unnamed = ask_of(
        hurricane(NEAR, replace(FAR, name="Hill farm"), DITCH), ATTACKER, "bombard_work", "piece", work=MILL.id
    )
    assert unnamed.proposals == (Proposal("one", Origin.MAP, "the nearest of its kind"),)


def test_where_no_such_work_lies_none_is_asked_for() -> None:
    asked = asks_of(hurricane(DITCH).state, ATTACKER, "bombard_work", {"work": MILL.id})
    assert "piece" not in [one.ask.name for one in proposed(asked, {}).filled.questions]
