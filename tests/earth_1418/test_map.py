"""The map of a game, worked by hand: where ranks stand, what they see, what lies under a circle.

A base is 30 mm wide and 15 deep. Three in a rank about (300, 200) have their middles at 270, 300 and 330.
"""

from collections.abc import Sequence
from typing import Any

from rules.earth_1418.game.engine import SYSTEM
from rules.earth_1418.game.map_facts import measurements
from rules.earth_1418.game.ready_games import ready_games
from rules.earth_1418.vocabulary import GroundToCross, Terrain
from rules.kernel.seats import Actor, Role
from rules.kernel.serialization import build, plain
from tests.earth_1418.mapped import area, asks, bombarded, box, field_of, laid, placed, planned, put, table_of
from tests.earth_1418.playing import Played, unit

# ---------- the table and the places ----------


def test_a_sub_unit_is_drawn_up_in_one_rank_that_looks_at_the_other_edge() -> None:
    game = placed()
    spots = {name: (one.x_mm, one.y_mm, one.facing_deg) for name, one in game.state.ground.places.items()}
    red, blue = game.id("Red"), game.id("Blue")
    assert [spots[f"{red}/{n}"] for n in (1, 2, 3)] == [(270, 200, 0), (300, 200, 0), (330, 200, 0)]
    # The defender looks the other way: his first base is on what is the right of the sheet.
    assert [spots[f"{blue}/{n}"] for n in (1, 2, 3)] == [(330, 500, 180), (300, 500, 180), (270, 500, 180)]


def test_what_cannot_be_laid_or_placed_is_refused_and_places_are_taken_back() -> None:
    game = placed()
    red = game.id("Red")
    assert game.refused("defender", "place_rank", unit=red, x_mm=300, y_mm=200) == ""
    assert game.refused("attacker", "place_rank", unit=red, x_mm=10, y_mm=200) == ""
    assert (
        game.refused("attacker", "place_bases", bases=[{"base": f"{red}/9", "x_mm": 300, "y_mm": 200}]) == "BE-INJ-02"
    )
    assert game.refused("attacker", "set_table", **laid(area("pond", "marsh", 0, 0, 2000, 100))) == ""
    assert (
        game.refused("attacker", "set_table", **laid(pieces=[{"piece": "x", "cover": "open", "going": "open"}])) == ""
    )
    before = game.state.ground
    game.do("attacker", "place_bases", bases=[{"base": f"{red}/1", "x_mm": 600, "y_mm": 300, "facing_deg": 90}])
    assert game.state.ground.places[f"{red}/1"].x_mm == 600
    game.do("attacker", "undo")
    assert game.state.ground == before
    game.do("attacker", "lift_unit", unit=red)
    assert not field_of(game).of_unit(red)


def test_a_referee_lays_the_table_where_there_is_one() -> None:
    game = placed()
    command = build(SYSTEM.commands["set_table"], laid())
    found = SYSTEM.decide(game.state, command, Actor(Role("attacker"), referee_present=True))
    assert found.because == "the referee lays the table"  # type: ignore[union-attr]


def test_a_smaller_table_lifts_who_no_longer_fits_on_it() -> None:
    game = placed()
    smaller = {"table": {"name": "Small", "width_mm": 400, "depth_mm": 400, "pieces": []}}
    (event,) = game.do("attacker", "set_table", **smaller)
    assert set(event.lifted) == {f"{game.id('Blue')}/{n}" for n in (1, 2, 3)}


def test_a_game_without_a_table_shows_none_and_proposes_nothing() -> None:
    game = Played([unit("Red")], [unit("Blue")])
    assert "map" not in SYSTEM.view(game.state, Role("attacker"))
    assert game.refused("attacker", "place_rank", unit=game.id("Red"), x_mm=300, y_mm=200) == ""
    game.command("advance", "hold")
    game.until("planning", 4)
    game.plan("Red", "stay_put", "Blue")
    game.plan("Blue", "stay_put")
    game.ready()
    shoot = {"unit": game.id("Red"), "target": game.id("Blue")}
    # Half of 30 cm is only what is assumed.
    assert asks(game, "attacker", "shoot", shoot)["distance_cm"] == 15


def test_the_ready_game_has_a_table_of_its_own_that_agrees_with_its_forces() -> None:
    """Every sub-unit stands on it, and on the ground that its force says it is on; squares of 152.5 mm."""
    squares = {"brisefer-ridge": (8, 6), "ormeval-crossroads": (6, 6)}
    assert squares.keys() == ready_games().keys()
    for ready in ready_games().values():
        game = Played.__new__(Played)
        game.log, game.state = [], type(placed().state)()
        game.do("referee", "begin_battle", scenario=ready.id, on_table=True)
        field, table = field_of(game), table_of(game)
        assert (field.squares.across, field.squares.up) == squares[ready.id]
        for one in game.state.units.values():
            found = measurements.cover(field, one.id, table.book)
            assert found is not None, one.name
            assert found.value is one.terrain, (one.name, found)


def test_what_lies_on_the_map_is_told_in_words() -> None:
    game = placed(area("wood", "wood", 200, 300, 400, 330))
    said = [SYSTEM.tell(game.state, one, Role.REFEREE)["says"] for one in game.log]
    assert "The table A table is laid" in said
    assert "Red: placed on the map" in said
    assert plain(game.state.ground.laid)


def _pieces_of(game: Played) -> Sequence[Any]:
    """Return what the pieces of the laid table are worth."""
    laid_ground = game.state.ground.laid
    assert laid_ground is not None
    return laid_ground.pieces


def test_a_piece_is_worth_what_it_says_itself_before_what_is_usual() -> None:
    # A wood is rough for cover and going (G-16); this one says that nobody gets through, and hides like the open.
    said = [{"of": "cover", "says": "open"}, {"of": "going", "says": "impractical"}, {"of": "height", "says": "tall"}]
    game = placed(area("wood", "wood", 100, 100, 200, 200) | {"words": said}, area("copse", "wood", 600, 100, 700, 200))
    worth = {one.piece: (one.cover, one.going) for one in _pieces_of(game)}
    assert worth["wood"] == (Terrain.OPEN, GroundToCross.IMPRACTICAL)
    assert worth["copse"] == (Terrain.ROUGH, GroundToCross.ROUGH)
    # What the players enter counts before both.
    entered = [{"piece": "wood", "cover": "defensible", "going": "rough"}]
    game.do("attacker", "set_table", **laid(area("wood", "wood", 100, 100, 200, 200) | {"words": said}, pieces=entered))
    assert _pieces_of(game)[0].cover is Terrain.DEFENSIBLE


def test_a_word_of_another_system_is_left_alone() -> None:
    said = [{"of": "cover", "says": "heavy"}]
    game = placed(area("wood", "wood", 100, 100, 200, 200) | {"words": said})
    assert _pieces_of(game)[0].cover is Terrain.ROUGH


# ---------- what is measured ----------


def test_distances_are_those_between_the_nearest_bases() -> None:
    game = placed(blue_at=(420, 500))
    # Blue's last base has its middle at 390, Red's last at 330: 60 mm, less half a base each is 30 beside; 285 ahead.
    far = measurements.apart(field_of(game), game.id("Red"), game.id("Blue"))
    assert far is not None
    assert far.value == 28.7
    game = placed()
    far = measurements.apart(field_of(game), game.id("Red"), game.id("Blue"))
    assert far is not None
    assert far.value == 28.5


def test_cover_is_that_of_the_piece_which_holds_most_bases() -> None:
    # The wood holds the bases at 270 and 300 and not the one at 330; the ruin is where players say it is.
    game = placed(area("wood", "wood", 250, 180, 315, 220), area("ruin", "buildings", 250, 480, 350, 520))
    table, field = table_of(game), field_of(game)
    red, blue = (measurements.cover(field, game.id(name), table.book) for name in ("Red", "Blue"))
    assert (red and red.value, blue and blue.value) == (Terrain.ROUGH, Terrain.DEFENSIBLE)
    stronger = [{"piece": "wood", "cover": "fortification", "going": "impractical"}]
    game.do("attacker", "set_table", **laid(area("wood", "wood", 250, 180, 315, 220), pieces=stronger))
    red = measurements.cover(field_of(game), game.id("Red"), table.book)
    assert red is not None
    assert red.value is Terrain.FORTIFICATION


def test_a_shot_is_proposed_as_the_map_has_it() -> None:
    game = placed(area("ruin", "buildings", 250, 480, 350, 520))
    planned(game, ("stay_put", "Blue"), ("stay_put", ""), ("hold", "hold"))
    game.until("execution", 5)
    about = {"unit": game.id("Red"), "target": game.id("Blue")}
    assert asks(game, "attacker", "shoot", about) == {"distance_cm": 28.5, "in_sight": True, "terrain": "defensible"}


def test_a_target_without_a_free_line_is_not_shot_at_unless_that_is_set_aside() -> None:
    game = placed(area("wood", "wood", 200, 300, 400, 330))
    planned(game, ("stay_put", "Blue"), ("stay_put", ""), ("hold", "hold"))
    game.until("execution", 5)
    told = {"unit": game.id("Red"), "target": game.id("Blue"), "distance_cm": 28.5, "terrain": "open"}
    told |= {"dice": [{"pips": 1}, {"pips": 1}]}
    assert game.refused("attacker", "shoot", **told, in_sight=False) == "BE-LOS-02"
    # What the map proposes is only proposed: who sees him through a gap in the model wood says so.
    game.do("attacker", "shoot", **told, in_sight=True)


def test_overwatch_is_offered_when_its_target_comes_into_view_and_not_before() -> None:
    # A wood hides Blue from Red. Blue walks out to the right of it in step 7; Red's own step was the fifth (G-08).
    game = placed(area("wood", "wood", 200, 300, 400, 330))
    planned(game, ("stay_put", "Blue"), ("move", ""), ("hold", "advance"))
    game.until("execution", 5)
    refused = [(one.barred.clause, one.barred.because) for one in shots(game) if one.barred]
    assert refused == [("BE-OVW-02", "nobody of it sees Blue")]
    game.until("execution", 7)
    game.do("defender", "move", unit=game.id("Blue"), x_mm=330, y_mm=448, moved_cm=6, ends_in="open")
    # It has moved and is still hidden: nothing is offered (BE-OVW-02).
    assert shots(game) == []
    game.do("defender", "place_rank", unit=game.id("Blue"), x_mm=560, y_mm=330)
    # Middles 260 beside, less a base and two halves of a rank: 200 - 0 and 115 up, 23.1 cm: in range and in view.
    assert [one.barred for one in shots(game)] == [None]
    game.shoot("Red", 23.1, "16")


def shots(game: Played) -> list[Any]:
    stage = SYSTEM.stage(game.state, Actor(Role("attacker")))
    return [one for one in stage.offered if one.kind == "shoot"]


# ---------- bombardments and clouds ----------


def test_an_aim_is_unseen_before_it_falls() -> None:
    game = bombarded("shells", 315, 500)
    shown = [SYSTEM.view(game.state, Role(role))["map"]["aims"] for role in ("attacker", "defender", "spectator")]
    assert [len(one) for one in shown] == [1, 0, 0]
    (event,) = [one for one in game.log if type(one.event).__name__ == "BombardmentAimed"]
    assert event.audience.value == "attacker"
    game.command()
    game.until("planning", 2)
    assert SYSTEM.view(game.state, Role("defender"))["map"]["aims"] == {}
    share = {"bombardment": next(iter(game.state.bombardments)), "unit": game.id("Blue")}
    assert asks(game, "attacker", "share_shots", {"bombardment": share["bombardment"]}, unit=share["unit"]) == {
        # 76.2 mm across about 315: from 277 to 353. The bases reach from 315 to 345, 285 to 315 and 255 to 285.
        "bases_under": 3,
        "outside": False,
        # Two guns of Arming 2 have four shots, half of them on one target (BE-ART-08).
        "shots": 2,
    }
    game.do("attacker", "share_shots", **share, bases_under=3, shots=2)
    game.until("execution", 2)
    game.do("attacker", "shell", **share, terrain="open", dice=[{"pips": 1}, {"pips": 1}])
    assert len(SYSTEM.view(game.state, Role("defender"))["map"]["aims"]) == 1


def test_the_square_of_a_place_is_proposed_and_a_place_beyond_the_table_refused() -> None:
    game = placed()
    # Eight columns of 152.5 and six rows of 152.5: (315, 500) is in the third and, from the far edge, the third.
    found = asks(game, "attacker", "order_bombardment", {"unit": game.id("Guns")}, x_mm=315, y_mm=500)
    assert found["square"] == "C3"
    told = {"unit": game.id("Guns"), "square": "C3", "x_mm": 3000, "y_mm": 500}
    assert game.refused("attacker", "order_bombardment", **told) == "BE-ART-06"


def test_smoke_lies_across_the_wind_hides_and_drifts() -> None:
    game = bombarded("smoke", 300, 350)
    planned(game, ("stay_put", "Blue"), ("stay_put", ""), ("hold", "hold"))
    game.until("execution", 2)
    game.do("attacker", "lay_cordon", bombardment=next(iter(game.state.bombardments)))
    (cloud,) = field_of(game).clouds
    # One battery: 76.2 long across a wind that blows up the table, 76.2 deep; next bound 76.2 farther up.
    assert box(cloud.outline) == [261.9, 311.9, 338.1, 388.1]
    assert [box(one) for one in cloud.in_next_bounds] == [[261.9, 388.1, 338.1, 464.3], [261.9, 464.3, 338.1, 540.5]]
    seen = measurements.in_sight(field_of(game), game.id("Red"), game.id("Blue"))
    assert seen is not None
    # Red reaches from 255 to 345 and so does Blue: along either end a line passes the smoke.
    assert seen.value
    put(game, "Blue", 300, 400)
    assert measurements.touching_cloud(field_of(game), game.id("Blue")) is None
    put(game, "Blue", 300, 390)
    touching = measurements.touching_cloud(field_of(game), game.id("Blue"))
    assert touching is not None
    game.until("commands")
    assert box(field_of(game).clouds[0].outline) == [261.9, 388.1, 338.1, 464.3]
    assert len(game.state.ground.aims) == 1
