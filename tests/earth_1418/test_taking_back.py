"""What of a bound is taken back, corrected and set aside, and by whom."""

import pytest

from rules.earth_1418.game.engine import SYSTEM
from rules.earth_1418.game.state.game import (
    BombardmentGiven,
    CommandGiven,
    Ordered,
    PlanGiven,
    SealedChoices,
    SharePlanned,
)
from rules.earth_1418.vocabulary import HighCommand, Plan
from rules.kernel.seats import Role
from tests.earth_1418.playing import Played, Ready, planned, unit


def test_each_side_takes_back_its_own_newest_deed_of_the_step() -> None:
    game = planned("move", "move", ("advance", "advance"))
    game.until("execution", 7)
    game.do("attacker", "move", unit=game.id("Red"), ends_in="rough")
    game.do("defender", "move", unit=game.id("Blue"), ends_in="rough")
    game.do("attacker", "undo")
    assert (game.unit("Red").moved, game.unit("Blue").moved) == (False, True)


def test_a_die_that_fell_is_taken_back_by_consent_and_stays_thrown() -> None:
    game = planned("move", "stay_put")
    game.shoot("Red", 20, "11")
    game.do("attacker", "undo")
    assert game.state.asked is not None
    game.do("defender", "answer", agree=True)
    assert not game.unit("Red").shot
    told = {"unit": game.id("Red"), "target": game.id("Blue"), "distance_cm": 20, "terrain": "open"}
    assert game.refused("attacker", "shoot", **told, dice=[{"pips": 6}, {"pips": 6}]) == ""
    game.shoot("Red", 20, "11")


def test_a_request_is_withdrawn_by_the_side_that_asked() -> None:
    game = planned("move", "stay_put")
    game.shoot("Red", 20, "11")
    game.do("attacker", "undo")
    assert game.refused("defender", "withdraw") == ""
    game.do("attacker", "withdraw")
    assert game.state.asked is None
    assert game.unit("Red").shot


def test_what_stands_on_the_table_is_corrected_and_a_refusal_set_aside_by_the_other_side() -> None:
    game = planned("move", "stay_put")
    game.do("attacker", "correct", of=game.id("Red"), what="base 1", value="injured", reason="we forgot a hit")
    game.do("defender", "answer", agree=True)
    assert game.marks("Red") == "iuu"
    shot = {"kind": "shoot", "unit": game.id("Red"), "target": game.id("Blue"), "distance_cm": 31, "terrain": "open"}
    shot |= {"dice": [{"pips": 1}, {"pips": 1}]}
    game.do("attacker", "override", clause="BE-CHR-02", command=shot, reason="the hill is farther back than it looks")
    game.do("defender", "answer", agree=True)
    assert not game.unit("Red").shot
    game.do("attacker", "carry_out", dice=[{"pips": 1}, {"pips": 1}])
    assert game.unit("Red").shot


def test_a_side_takes_back_its_own_deeds_of_a_step_whatever_the_other_did() -> None:
    """Deeds without a die, one after the other: those of the other side stand."""
    game = Played([unit("Red"), unit("Crimson")], [unit("Blue")])
    game.command("advance", "advance")
    game.until("planning", 4)
    for one in ("Red", "Crimson", "Blue"):
        game.plan(one, "move")
    game.until("execution", 7)
    names = list[str]()
    for one in ("Red", "Blue", "Crimson"):
        game.do(game.unit(one).side, "move", unit=game.id(one), ends_in="open")
        names.append(game.log[-1].command_id)
    game.do("attacker", "undo", command_id=names[0])
    assert [game.unit(one).moved for one in ("Red", "Blue", "Crimson")] == [False, True, False]
    assert game.state.asked is None


@pytest.mark.parametrize("scenario", ["brisefer-ridge", "ormeval-crossroads"])
def test_undo_leaves_the_table_of_a_ready_game(scenario: str) -> None:
    game = Ready(scenario)
    assert [one.kind for one in game.offered("referee") if one.kind == "undo"] == []
    laid = game.state.ground
    # What the host does afterwards is undone, and nothing before it.
    unit = next(iter(game.state.units.values()))
    game.do("referee", "lift_unit", unit=unit.id)
    assert [one.kind for one in game.offered("referee") if one.kind == "undo"] == ["undo"]
    game.do("referee", "undo")
    assert game.state.ground == laid
    assert [one.kind for one in game.offered("referee") if one.kind == "undo"] == []


def test_host_removes_sub_units_of_a_ready_game_and_undo_brings_them_back() -> None:
    game = Ready("brisefer-ridge")
    assert "remove_sub_units" in [one.kind for one in game.offered("referee")]
    before = game.state.copy()
    formation = next(iter(game.state.formations.values()))
    gone = [one.id for one in game.state.units.values() if one.formation == formation.id]
    named = [game.state.units[one].name for one in gone]
    game.do("referee", "remove_sub_units", units=gone)
    assert said(game) == f"{', '.join(named)}: removed from the game"
    # A formation without sub-units is gone with them, and nobody waits for its command.
    assert formation.id not in game.state.formations
    assert not set(gone) & game.state.units.keys()
    assert not any(base.rpartition("/")[0] in gone for base in game.state.ground.places)
    game.do("referee", "undo")
    assert (game.state.units, game.state.formations) == (before.units, before.formations)
    game.do("referee", "remove_sub_units", units=gone[:1])
    game.command("hold", "hold")
    assert "remove_sub_units" not in [one.kind for one in game.offered("referee")]
    assert game.refused("referee", "remove_sub_units", units=gone[1:2]) == ""


def test_ready_leaves_out_what_was_written_for_a_formation_that_is_gone() -> None:
    game = Ready("brisefer-ridge")
    own = [one.id for one in game.state.formations.values() if one.side == "attacker"]
    gone = [one.id for one in game.state.units.values() if one.formation == own[0]]
    game.do("referee", "remove_sub_units", units=gone)
    drafts = [{"kind": "command_formation", "formation": one, "command": "hold"} for one in own]
    game.do("attacker", "ready", side="attacker", written=drafts)
    assert game.state.ready == ("attacker",)


def test_removed_gun_takes_what_was_written_for_it_along() -> None:
    written = SealedChoices(
        commands=(CommandGiven("f1", HighCommand.HOLD), CommandGiven("f2", HighCommand.HOLD)),
        bombardments=(
            BombardmentGiven("b1", "attacker", ("g1", "g2"), "C4", Ordered.SHELLS, 4),
            BombardmentGiven("b2", "attacker", ("g3",), "C5", Ordered.SHELLS, 2),
        ),
        plans=(PlanGiven("g1", Plan.STAY_PUT), PlanGiven("g3", Plan.STAY_PUT)),
        shares=(SharePlanned("b1", "u1", 1, 4), SharePlanned("b2", "u1", 1, 1), SharePlanned("b2", "g2", 1, 1)),
    )
    left = written.without({"g2"}, {"f2"})
    assert [one.formation for one in left.commands] == ["f1"]
    assert [one.id for one in left.bombardments] == ["b2"]
    assert [one.unit for one in left.plans] == ["g1", "g3"]
    assert left.shares == (SharePlanned("b2", "u1", 1, 1),)


def test_host_leaves_each_side_a_sub_unit() -> None:
    game = Ready("ormeval-crossroads")
    attackers = [one.id for one in game.state.of_side("attacker")]
    assert game.refused("referee", "remove_sub_units", units=attackers) == "BE-STR-01"
    game.do("referee", "remove_sub_units", units=attackers[1:])
    assert [one.id for one in game.state.of_side("attacker")] == attackers[:1]


def test_host_removes_terrain_of_a_ready_game() -> None:
    game = Ready("brisefer-ridge")
    ground = game.state.ground.laid
    assert ground is not None
    first, *others = ground.table.pieces
    game.do("referee", "remove_terrain", pieces=[first.id])
    now = game.state.ground.laid
    assert now is not None
    assert [one.id for one in now.table.pieces] == [one.id for one in others]
    assert first.id not in {one.piece for one in now.pieces}
    assert said(game) == f"{first.name}: removed from the table"
    assert game.refused("referee", "remove_terrain", pieces=["nowhere"]) == ""
    game.do("referee", "undo")
    assert game.state.ground.laid == ground


def said(game: Ready) -> str:
    """The newest line of the log, as it is told once all of it has happened."""
    return str(SYSTEM.tell(game.state, game.log[-1], Role.REFEREE)["says"])
