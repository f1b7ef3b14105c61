"""What a player reads before he taps: what a die must show, how far is too far, how those lie who may be assaulted."""

from functools import partial
from types import SimpleNamespace
from typing import Any, cast

from app.games.open_game import OpenGame
from app.play.available_commands import StageNow
from app.play.command_responses import OddsShown, stage_shown
from app.play.play_screen import EndNow
from app.systems.earth_1418 import screen
from rules.earth_1418.game.actions.attacks.shots import Shoot
from rules.earth_1418.game.actions.attacks.volleys import ThrowAgain
from rules.earth_1418.game.actions.movement import RecoverBase
from rules.earth_1418.game.engine import CHAPTERS, SYSTEM
from rules.earth_1418.game.sealed_orders import ChoiceWritten
from rules.earth_1418.game.state.game import SharePlanned
from rules.earth_1418.vocabulary import Plan, Terrain
from rules.kernel.dice import Throw
from rules.kernel.explanations import Refusal
from rules.kernel.prompts import Ask, proposed
from rules.kernel.seats import Actor, Role
from tests.earth_1418.mapped import area, bombarded, placed, planned, put
from tests.earth_1418.playing import Played, base_ids, to_recover, unit

ATTACKER = Actor(Role("attacker"))


def asked(game: Played, kind: str, name: str, **told: Any) -> dict[str, Ask]:
    """What a deed of the attacker asks, by the fact, where each before it was told as proposed."""
    about = {"unit": game.id(name)}
    found = proposed(partial(SYSTEM.asked, game.state, ATTACKER, kind, about), told).filled
    return {one.ask.name: one.ask for one in found.questions}


def test_a_recovery_die_says_what_it_must_show() -> None:
    game = to_recover()
    first = base_ids(game, "Red", 1)[0]
    command = RecoverBase(unit=game.id("Red"), base=first, die=Throw(1, "rolled"))
    at = cast("OpenGame", SimpleNamespace(state_of=lambda _: game.state))
    (die,) = screen.odds(at, ATTACKER, command, {first: "Red, base 1"})
    # Line infantry that moves in rough ground: 4 - 2 = 2, and the die may not exceed it (BE-INJ-05).
    assert [(bar.word, bar.faces) for bar in die.bars] == [("recovers", 2), ("stays slow", 4)]
    assert die.six == [0, 0, 1, 1, 1, 1]
    assert die.lines[0].says == "It recovers on 1 to 2: Resilience 2"
    assert ("+4", "BE-CHR-02") in [(one.value, one.clause) for one in die.lines]


def test_a_base_that_recovers_is_named_once() -> None:
    game = to_recover()
    names = {game.id("Red"): "Red"} | {one: f"Red, base {one[-1]}" for one in base_ids(game, "Red", 1, 2)}
    stage = stage_shown(StageNow(1, SYSTEM.stage(game.state, ATTACKER), names))
    assert [one.of for one in stage.required] == ["Red, base 1", "Red, base 2"]


def test_a_move_that_is_too_long_says_how_far_it_is_and_how_far_it_may_be() -> None:
    game = placed()
    planned(game, ("move", ""), ("stay_put", ""), ("advance", "hold"))
    game.until("execution", 7)
    # Line infantry goes 6 cm in the open (BE-MOV-02); the middle of its rank was at 200.
    there = {"unit": game.id("Red"), "ends_in": "open", "moved_cm": 9, "x_mm": 300, "y_mm": 290}
    found = game.decided("attacker", "move", there)
    assert isinstance(found, Refusal)
    assert found.because == "It is 9 cm, and Red goes 6 cm at most over that ground"


def assaulting(aim: str = "Blue") -> Played:
    """Red assaults Blue, 10 cm away, or Green behind a wood to his right."""
    pieces = [area("wood", "wood", 380, 240, 470, 260)]
    game = Played([unit("Red")], [unit("Blue"), unit("Green")])
    table = {"table": {"name": "A table", "width_mm": 1220, "depth_mm": 915, "pieces": pieces}}
    game.do("attacker", "set_table", **table)
    put(game, "Red", 300, 200)
    put(game, "Blue", 300, 315)
    put(game, "Green", 800, 600)
    game.command("assault", "hold")
    game.until("planning", 4)
    game.plan("Red", "assault", aim)
    game.until("execution", 6)
    return game


def test_whom_an_assault_may_be_aimed_at_stands_with_his_distance_and_sight() -> None:
    ask = asked(assaulting(), "move", "Red")["enemy"]
    # Green is farther than 30 cm (BE-ASL-01).
    assert (len(ask.among or ()), list(ask.brings)) == (1, ["10 cm"])


def test_an_assault_that_reaches_nobody_stays_where_it_is_by_one_tap() -> None:
    game = assaulting()
    # Blue has gone: the map puts nobody within 30 cm, and a tape may still find somebody.
    put(game, "Blue", 300, 800)
    asks = asked(game, "move", "Red")
    assert [one.value for one in asks["stays"].proposals] == [True]
    assert "enemy" not in asks
    # 800 - 200 less a base's depth of 15 mm is 58.5; Green is 500 - 90 beside and 385 ahead, 56.2 cm.
    ask = asked(game, "move", "Red", stays=False)["enemy"]
    assert list(ask.brings) == ["56.2 cm, beyond an assault", "58.5 cm, beyond an assault"]
    (moved,) = game.do("attacker", "move", unit=game.id("Red"), stays=True, ends_in="open")
    assert (moved.moved_mm, moved.contact, moved.short_of) == (0, None, "")
    assert game.unit("Red").assaulting == ""


def test_without_a_map_an_assault_is_aimed_at_somebody_unless_it_is_said_that_it_stays() -> None:
    game = Played([unit("Red")], [unit("Blue")])
    game.command("assault", "hold")
    game.until("planning", 4)
    game.plan("Red", "assault")
    game.until("execution", 6)
    asks = asked(game, "move", "Red")
    assert (asks["stays"].proposals, asks["enemy"].among) == ((), (game.id("Blue"),))
    assert game.refused("attacker", "move", unit=game.id("Red"), ends_in="open") == "BE-ASL-01"


def test_a_command_to_assault_says_who_has_nobody_to_assault() -> None:
    game = placed(blue_at=(300, 800))
    brings = SYSTEM.asked(
        game.state, ATTACKER, "command_formation", {"formation": game.unit("Red").formation}, {}
    ).questions[0]
    words = dict(zip(brings.ask.among or (), brings.ask.brings, strict=True))
    # No enemy within 300 m: the company stays put in place of the assault; the guns were never to assault.
    assert words["assault"].startswith("2 stay put")
    near = placed(blue_at=(300, 315))
    brings = SYSTEM.asked(
        near.state, ATTACKER, "command_formation", {"formation": near.unit("Red").formation}, {}
    ).questions[0]
    assert "1 assault" in dict(zip(brings.ask.among or (), brings.ask.brings, strict=True))["assault"]


def test_shots_that_were_shared_out_are_called_so_where_they_are_taken_back() -> None:
    game = placed()
    share = SharePlanned("x", game.id("Blue"), 3, 2, False)
    event = ChoiceWritten(side="attacker", commands=(), bombardments=(), plans=(), shares=(share,))
    assert CHAPTERS.name(game.state, event) == "the shots on Blue"


def test_the_card_says_which_base_takes_a_hit_whoever_is_chosen() -> None:
    game = Played([unit("Red")], [unit("Blue"), unit("Green")])
    game.command("advance", "hold")
    game.until("planning", 4)
    game.plan("Red", "move")
    for name in ("Blue", "Green"):
        game.plan(name, "stay_put", "Red")
    game.ready()
    # Red moves in the open, 4 - 3 = 1: each die hits. Two bases first, then two hits on three bases.
    game.shoot("Blue", 20, "11")
    game.do("defender", "place_hits", unit=game.id("Blue"), target=game.id("Red"), bases=base_ids(game, "Red", 1, 2))
    game.shoot("Green", 20, "11")
    about = {"unit": game.id("Green"), "target": game.id("Red")}
    (ask,) = (one.ask for one in SYSTEM.asked(game.state, Actor(Role("defender")), "place_hits", about, {}).questions)
    assert (ask.least, ask.most, list(ask.among or ())) == (1, 1, base_ids(game, "Red", 1, 2, 3))
    assert [one.says for one in ask.reckoned] == ["Base 3: takes a hit whoever is chosen"]


def test_who_has_no_plan_stays_put_where_the_map_puts_nobody_to_assault_near() -> None:
    game = placed(blue_at=(300, 800))
    game.command("assault", "hold")
    game.until("execution")
    assert game.unit("Red").plan is Plan.STAY_PUT
    near = placed(blue_at=(300, 315))
    near.command("assault", "hold")
    near.until("execution")
    # Nobody planned for it: it does what its command lists first (BE-CMD-08).
    assert near.unit("Red").plan is Plan.ASSAULT


def test_an_assault_is_called_so_and_says_at_whom_it_goes() -> None:
    game = assaulting()
    (one,) = (one for one in SYSTEM.stage(game.state, ATTACKER).offered if one.kind == "move")
    assert one.says == "Assault"
    lines = [line.says for ask in asked(game, "move", "Red").values() for line in ask.reckoned]
    assert lines[0] == "At Blue, 10 cm away"


def test_the_only_enemy_within_reach_is_who_is_assaulted_unless_it_is_told_otherwise() -> None:
    game = assaulting(aim="")
    ask = asked(game, "move", "Red")["enemy"]
    assert [(one.value, one.why) for one in ask.proposals] == [(game.id("Blue"), "nobody else lies within 300 m")]
    # With Green within 30 cm too nobody is proposed: whom it assaults is told.
    put(game, "Green", 420, 315)
    assert asked(game, "move", "Red")["enemy"].proposals == ()


def test_dice_that_are_thrown_again_say_on_which_faces_their_hits_stand() -> None:
    game = Played([unit("Tank", "mother_tank", 1)], [unit("Blue", "machine_guns", 2, dug_in=True)])
    game.command("advance", "hold")
    game.until("planning", 4)
    game.plan("Tank", "move")
    game.until("planning", 5)
    game.plan("Blue", "stay_put", "Tank")
    game.until("execution", 1)
    game.shoot("Blue", 20, "423")
    guns, tank = game.id("Blue"), game.id("Tank")
    command = ThrowAgain(unit=guns, target=tank, dice=(Throw(1, "rolled"),) * 2)
    at = cast("OpenGame", SimpleNamespace(state_of=lambda _: game.state))
    dice = screen.odds(at, Actor(Role("defender")), command, {tank: "Tank"})
    # A Mother tank that moves in the open has 6 - 3 = 3; the named die keeps its +1 (BE-VEH-02; G-23).
    assert [one.lines[0].says for one in dice] == ["A hit stands on 2 or more", "A hit stands on 3 or more"]
    assert [one.six for one in dice] == [[0, 1, 1, 1, 1, 1], [0, 0, 1, 1, 1, 1]]


def shot_at_a_tank(*house: dict[str, str]) -> list[OddsShown]:
    """Return the odds of two machine-gun bases at a Mother tank that moves in the open, before the dice."""
    game = Played(
        [unit("Tank", "mother_tank", 1)], [unit("Blue", "machine_guns", 2, dug_in=True)], house_rules=list(house)
    )
    game.command("advance", "hold")
    game.until("planning", 4)
    game.plan("Tank", "move")
    game.until("planning", 5)
    game.plan("Blue", "stay_put", "Tank")
    game.until("execution", 1)
    dice = (Throw(1, "rolled"),) * 3
    tank = game.id("Tank")
    command = Shoot(unit=game.id("Blue"), target=tank, terrain=Terrain.OPEN, distance_cm=20, dice=dice)
    at = cast("OpenGame", SimpleNamespace(state_of=lambda _: game.state))
    return screen.odds(at, Actor(Role("defender")), command, {tank: "Tank"})


def test_odds_against_armour_include_the_second_throw_of_hits() -> None:
    """BE-VEH-02, G-23: machine guns of two bases have three dice, one with +1, against 6 - 3 = 3.

    The named die hits and stands with (5/6)^2 = 25/36, the two others with (4/6)^2 = 4/9 each. No hit stands in
    11/36 x 25/81 = 9.4 %; one in 25/36 x 25/81 + 11/36 x 40/81 = 36.5 %; two in 25/36 x 40/81 + 11/36 x 16/81 = 40.3 %.
    """
    named, others = shot_at_a_tank()
    assert [(bar.word, bar.faces) for bar in named.bars] == [("miss", 1), ("hit, thrown again", 5)]
    assert [(bar.word, bar.faces) for bar in others.bars] == [("miss", 2), ("hit, thrown again", 4)]
    told = [(one.says, one.clause) for one in named.lines]
    assert ("Hits that stand after the second throw: none 9%, 1 37%, 2 40%, 3 14%", "BE-VEH-02") in told


def test_odds_with_every_die_thrown_again_say_so_and_are_those_of_one_throw() -> None:
    """G-23 every_die: the second throw alone counts, so the named die hits with 5/6 and each other one with 4/6."""
    named, _ = shot_at_a_tank({"ruling": "G-23", "option": "every_die"})
    told = [one.says for one in named.lines]
    assert "Against a vehicle: every die is thrown again" in told
    # None hits in 1/6 x 1/9 = 1.9 %, one in 5/6 x 1/9 + 1/6 x 4/9 = 16.7 %, two in 5/6 x 4/9 + 1/6 x 4/9 = 44.4 %.
    assert "Hits that stand after the second throw: none 2%, 1 17%, 2 44%, 3 37%" in told


def test_ready_says_how_many_shots_are_lost_with_it() -> None:
    game = Played([unit("Battery", "field_gun", 4)], [unit("Blue"), unit("Green")])
    gun = game.id("Battery")
    game.do("attacker", "order_bombardment", unit=gun, square="ZZ9")
    game.command("hold", "hold")
    game.until("planning", 2)

    def said(side: str) -> list[tuple[str, ...]]:
        return [one.lapses for one in SYSTEM.stage(game.state, Actor(Role(side))).offered if one.kind == "ready"]

    # 2 x 4 = 8 shots, half of them at most on one target (BE-ART-05, BE-ART-08).
    assert said("attacker") == [("8 of 8 shots on ZZ9 are lost",)]
    rounds = {"bombardment": f"{gun}-1", "bases_under": 3}
    game.do("attacker", "share_shots", unit=game.id("Blue"), shots=4, **rounds)
    assert said("attacker") == [("4 of 8 shots on ZZ9 are lost",)]
    game.do("attacker", "share_shots", unit=game.id("Green"), shots=3, **rounds)
    assert said("attacker") == [("1 of 8 shots on ZZ9 is lost",)]
    game.do("attacker", "share_shots", unit=game.id("Green"), shots=4, **rounds)
    assert said("attacker") == [()]
    # Of a square that is the attacker's secret nobody else is told.
    assert "ZZ9" not in str(SYSTEM.stage(game.state, Actor(Role("defender"))))


def test_ready_says_who_will_do_more_than_stay_put_without_a_plan() -> None:
    """What is usual of a command that does not list staying put (BE-CMD-08): an assault (BE-ASL-01), a move."""
    game = Played([unit("Red"), unit("Rose"), unit("Guns", "field_gun", 2)], [unit("Blue")])
    game.command("assault", "hold")

    def said(side: str) -> list[tuple[str, ...]]:
        return [one.lapses for one in SYSTEM.stage(game.state, Actor(Role(side))).offered if one.kind == "ready"]

    game.until("planning", 4)
    # Without a map an enemy may lie within 300 m of either; who is told to HOLD stays put, and nothing is said.
    assert (said("attacker"), said("defender")) == ([("unplanned, Red, Rose will assault",)], [()])
    game.plan("Red", "assault", "Blue")
    assert said("attacker") == [("unplanned, Rose will assault",)]
    game.plan("Rose", "assault")
    assert said("attacker") == [()]


def test_the_log_says_that_a_bound_is_the_last_and_that_it_is_over() -> None:
    game = Played([unit("Red")], [unit("Blue")], bounds=2)
    for _ in range(2):
        game.command()
        game.until("commands")
    said = [SYSTEM.tell(game.state, one, Role.REFEREE)["says"] for one in game.log]
    assert next(one for one in said if "ound" in one).endswith(
        "2 sub-units on the table, 2 bounds; typed by you: the month"
    )
    assert [one for one in said if one.startswith(("Bound", "The last"))] == [
        "Bound 2 begins, the last",
        "The last of 2 bounds is over",
    ]
    assert (game.state.is_last_bound, game.state.is_played_out) == (False, True)
    # Nothing keeps the players from going on.
    game.command()


def test_the_end_that_was_settled_stands_beside_the_bound() -> None:
    def placed_at(bound: int, bounds: int | None) -> tuple[str, EndNow]:
        game = Played([unit("Red")], [unit("Blue")], **({"bounds": bounds} if bounds else {}))
        view = {**SYSTEM.view(game.state, Role.REFEREE), "bound": bound}
        found = screen.place(view)
        return found.turn, found.end

    assert placed_at(3, None) == ("Bound 3", EndNow.NOT_YET)
    assert placed_at(7, 8) == ("Bound 7 of 8", EndNow.NOT_YET)
    assert placed_at(8, 8) == ("Bound 8 of 8", EndNow.LAST)
    assert placed_at(9, 8) == ("Bound 9", EndNow.OVER)


def test_a_shot_that_comes_to_no_die_says_why() -> None:
    game = Played([unit("Red", bases=2)], [unit("Blue")])
    game.command("assault", "hold")
    game.until("planning", 4)
    game.plan("Red", "assault", "Blue")
    game.until("execution", 6)
    game.do("attacker", "move", unit=game.id("Red"), enemy=game.id("Blue"), enemy_cm=20, ends_in="open")
    game.until("execution", 9)
    about: dict[str, Any] = {"unit": game.id("Red"), "target": game.id("Blue")}
    found = proposed(partial(SYSTEM.asked, game.state, ATTACKER, "shoot", about), {}).filled
    dice = found.questions[-1].ask
    # Arming 1, no base beyond two, and one fewer on the way of an assault (BE-ARM-02, BE-ARM-08).
    assert (dice.most, found.found) == (0, Shoot(**about, distance_cm=15.0, terrain=Terrain.OPEN))
    assert [(one.value, one.clause) for one in dice.reckoned] == [
        (None, "BE-ARM-02"),
        (1, "BE-CHR-02"),
        (-1, "BE-ARM-08"),
    ]


def test_an_assault_ends_on_the_ground_to_which_it_comes() -> None:
    # 25 cm apart, a wood between: 6 cm less a quarter, twice, is 9 cm, and 9 cm ahead Red stands in the wood.
    game = placed(area("wood", "wood", 240, 280, 360, 320), blue_at=(300, 465))
    planned(game, ("assault", "Blue"), ("stay_put", ""), ("assault", "hold"))
    game.until("execution", 6)
    ends = asked(game, "move", "Red")["ends_in"]
    assert next((one.value, one.why) for one in ends.proposals) == ("rough", "where it comes to")
    assert ends.reckoned[-1].says == "It goes 9 cm at most"


def test_who_has_no_shot_left_is_not_asked_at_whom() -> None:
    game = Played([unit("Guns", "machine_guns", 2)], [unit("Blue")])
    game.command("advance", "hold")
    game.until("planning", 5)
    assert asked(game, "plan_unit", "Guns", plan="move")["target"].among == ("", game.id("Blue"))
    game.plan("Guns", "move")
    game.until("execution", 7)
    game.do("attacker", "move", unit=game.id("Guns"), ends_in="open", moved_cm=4)
    game.until("commands")
    game.command("advance", "hold")
    game.until("planning", 5)
    # It moved last bound: no step of this one is its own, and without one it does not watch either (BE-EXE-11).
    for plan in ("move", "stay_put"):
        target = asked(game, "plan_unit", "Guns", plan=plan)["target"]
        assert (target.among, [one.value for one in target.proposals]) == (("",), [""])


def test_a_plan_that_moves_says_what_the_open_ground_makes_of_its_resilience() -> None:
    game = Played([unit("Red", terrain="defensible", dug_in=True)], [unit("Blue")])
    game.command("advance", "hold")
    game.until("planning", 4)
    plans = asked(game, "plan_unit", "Red")["plan"]
    words = dict(zip(plans.among or (), plans.brings, strict=True))
    # From a trench into the open the weaker counts: 4 - 3 = 1; who stays has 4 + 2 = 6 (BE-COV-05).
    assert words["move"] == "shoots 2 dice in step 4, moves 6 cm in the open in step 8, Resilience 1"
    assert words["stay_put"] == "shoots 2 dice in step 4, Resilience 6"


def test_who_is_kept_from_shooting_says_by_what() -> None:
    game = bombarded("smoke", 300, 350)
    # Bases one behind the other, 30 mm wide about 300: the smoke reaches from 262 to 338 (BE-GAS-04).
    for name, near in (("Red", 200), ("Blue", 480)):
        rows = [
            {"base": one, "x_mm": 300, "y_mm": near - 20 * n} for n, one in enumerate(base_ids(game, name, 1, 2, 3))
        ]
        game.do(game.unit(name).side, "place_bases", bases=rows)
    planned(game, ("stay_put", "Blue"), ("stay_put", ""), ("hold", "hold"))

    def why() -> list[tuple[str, str] | None]:
        shots = (one for one in SYSTEM.stage(game.state, ATTACKER).offered if one.kind == "shoot")
        return [(one.barred.clause, one.barred.because) if one.barred else None for one in shots]

    game.until("execution", 2)
    game.do("attacker", "lay_cordon", bombardment=next(iter(game.state.bombardments)))
    game.until("execution", 5)
    assert why() == [("BE-OVW-02", "smoke or gas hides Blue")]
    # Line infantry reaches 30 cm (BE-CHR-02). It is 17 beside the smoke and from 20.75 to 59.25 up: 42.1.
    rows = [{"base": one, "x_mm": 500, "y_mm": 600 + 20 * n} for n, one in enumerate(base_ids(game, "Blue", 1, 2, 3))]
    game.do("defender", "place_bases", bases=rows)
    assert why() == [("BE-OVW-02", "it reaches 30 cm, and Blue is 42.1 cm away")]
    game.do("defender", "place_rank", unit=game.id("Blue"), x_mm=480, y_mm=300)
    assert why() == [None]


def test_hits_and_dice_are_named_by_how_many_and_on_whom() -> None:
    game = Played([unit("Tank", "mother_tank", 1), unit("Red")], [unit("Blue"), unit("Guns", "machine_guns", 2)])
    game.command("advance", "hold")
    game.until("planning", 4)
    for name in ("Red", "Tank"):
        game.plan(name, "move")
    game.plan("Blue", "stay_put", "Red")
    game.until("planning", 5)
    game.plan("Guns", "stay_put", "Tank")

    def owed() -> list[tuple[str, str]]:
        return [(one.says, one.of) for one in SYSTEM.stage(game.state, Actor(Role("defender"))).owed]

    game.until("execution", 2)
    # A Mother tank that moves in the open has 6 - 3 = 3: the six alone hits, and is thrown again (BE-VEH-02).
    game.shoot("Guns", 20, "116")
    assert owed() == [("Throw again", "1 die at Tank")]
    game.do("defender", "throw_again", unit=game.id("Guns"), target=game.id("Tank"), dice=[{"pips": 1}])
    game.until("execution", 5)
    # Red moves in the open, 4 - 3 = 1: each of two dice hits.
    game.shoot("Blue", 20, "11")
    assert owed() == [("Place the hits", "2 hits on Red")]


def test_a_heavy_weapon_that_assaults_shoots_before_its_way_with_all_its_dice() -> None:
    game = Played([unit("Guns", "machine_guns", 2)], [unit("Blue")])
    game.command("assault", "hold")
    game.until("planning", 5)
    plans = asked(game, "plan_unit", "Guns")["plan"]
    assert plans.brings[list(plans.among or ()).index("assault")].startswith("shoots 3 dice in step 2, moves 8 cm")
    game.plan("Guns", "assault", "Blue")
    game.until("execution", 2)
    # One fewer is for the way alone, which only begins in step 7 (BE-ARM-08, BE-ASL-02, BE-EXE-02).
    (fired, *_) = game.shoot("Guns", 20, "111")
    assert len(fired.dice) == 3


def test_a_result_below_zero_has_a_minus_sign() -> None:
    told = {"kind": "volley_fired", "number": 7, "says": "", "by": "attacker", "command_id": "c7", "hits": 1}
    found = screen.result({"formations": []}, told | {"dice": [3], "resilience": -1})
    assert found is not None
    assert found.rows[0].reckoning == "Resilience \N{MINUS SIGN}1"
