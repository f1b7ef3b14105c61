"""What follows the numbers of Battle for 2mm Earth 1418."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any, Final
from unittest.mock import patch

from playsheets.earth_1418.catalogue import CATALOGUE, EarthWanted
from rules.earth_1418.game.move_proposals import allowance
from rules.earth_1418.game.state.game import EarthState
from rules.earth_1418.ruleset import EDITION, EarthBook
from rules.earth_1418.vocabulary import BaseMark, GroundToCross, Plan
from rules.kernel.explanations import Refusal
from rules.kernel.months import parse_month
from tests.earth_1418.mapped import table_of
from tests.earth_1418.playing import Played, unit
from tests.earth_1418.test_orders_are_kept import about_to_move, move
from tests.numbers.earth_bounds import every_bound
from tests.numbers.earth_measures import FAST, MEASURES, measured
from tests.numbers.followers import Follower
from tests.numbers.games import every_command
from tests.numbers.systems import NumbersOf, answers


def _book() -> EarthBook:
    return EarthBook.for_game(parse_month("1915-05"))


def _answers() -> Iterator[Follower]:
    return answers("BE")


def _prints() -> Iterator[Follower]:
    for key in CATALOGUE.things:
        yield Follower(key, _book, partial(_printed, key))


def _printed(key: str, book: EarthBook) -> Any:
    with patch.object(EarthBook, "for_game", lambda *_: book):
        return CATALOGUE.things[key].part(EarthWanted())


def _measures() -> Iterator[Follower]:
    for name, ask in MEASURES.items():
        yield Follower(name, _book, partial(measured, ask))


def _leaving(book: EarthBook) -> Any:
    """When infantry moves that leaves its trenches (BE-EXE-08)."""
    with patch.object(EarthState, "book", lambda _: book):
        game = Played([unit("Red", dug_in=True)], [unit("Blue")])
        return table_of(game).steps_of(replace(game.unit("Red"), plan=Plan.MOVE))


def _advancing(book: EarthBook) -> Any:
    """Which Moves keep the direction of an ADVANCE, for one of 25, 45 and 65 degrees off it (BE-CMD-07)."""
    with patch.object(EarthState, "book", lambda _: book):
        game = about_to_move()
        places = ((325, 254), (342, 242), (354, 225))
        return [isinstance(game.decided("attacker", "move", move(game, x, y, 6)), Refusal) for x, y in places]


def _gun_in_melee(book: EarthBook) -> Any:
    """What a very heavy gun does to infantry that assaults it (BE-CHR-18)."""
    with patch.object(EarthState, "book", lambda _: book):
        game = Played([unit("Red")], [unit("Gun", "very_heavy_gun", 1)])
        game.command("assault", "hold")
        game.until("planning", 4)
        game.plan("Red", "assault", "Gun")
        game.until("execution", 6)
        red, gun = game.id("Red"), game.id("Gun")
        game.do("attacker", "move", unit=red, enemy=gun, enemy_cm=10, ends_in="open")
        game.until("melee")
        told = {"bases": 1, "terrain": "open"}
        game.do("attacker", "fight", unit=red, target=gun, **told, dice=[{"pips": 1}, {"pips": 1}])
        return game.decided("defender", "fight", {"unit": gun, "target": red, **told, "dice": [{"pips": 6}]})


def _played() -> Iterator[Follower]:
    for told in (_gas, _injured, _driven, _charging, _leaving, _advancing, _gun_in_melee):
        yield Follower(told.__name__, _book, told)
    yield from every_command("earth-1418")
    for name, bound in every_bound():
        yield Follower(name, _book, bound)


def _gas(book: EarthBook) -> Any:
    """Who shoots out of gas, at one who lies in it (BE-ARM-09, BE-GAS-03)."""
    with patch.object(EarthState, "book", lambda _: book):
        game = Played([unit("Battery", "field_gun", 1), unit("Red")], [unit("Blue")], wind_towards_deg=0)
        gun = game.id("Battery")
        game.do("attacker", "order_bombardment", unit=gun, square="C3", lays="immediate_gas")
        game.command("hold", "hold")
        game.until("planning", 4)
        game.plan("Red", "stay_put", "Blue")
        game.until("execution", 2)
        game.do("attacker", "lay_cordon", bombardment=f"{gun}-1")
        game.until("execution", 5)
        (cloud,) = game.state.cordons
        shots = ({"target_cordon": cloud.id}, {"own_cordon": cloud.id})
        told = {"unit": game.id("Red"), "target": game.id("Blue"), "distance_cm": 20, "terrain": "rough"}
        dice = [{"pips": 4}, {"pips": 4}]
        return [game.decided("attacker", "shoot", {**told, **one, "dice": dice}) for one in shots]


def _injured(book: EarthBook) -> Any:
    """How far a sub-unit goes of whose bases half are injured (BE-INJ-07; G-13)."""
    with patch.object(EarthState, "book", lambda _: book):
        game = Played([unit("Red", bases=4)], [unit("Blue")])
        table = table_of(game)
        hurt = replace(game.unit("Red"), bases=(BaseMark.INJURED, BaseMark.INJURED, BaseMark.UNHURT, BaseMark.UNHURT))
        return allowance(table, replace(hurt, hurt_in=(0, 0, 0, 0)), (GroundToCross.OPEN,))


def _driven(book: EarthBook) -> Any:
    """How far a sub-unit with transport goes along a road (BE-TRP-03)."""
    with patch.object(EarthState, "book", lambda _: book):
        game = Played([unit("Red", "trench_gun", typed=FAST)], [unit("Blue")])
        state, red = game.state, game.unit("Red")
        state.formations[red.formation] = replace(state.formations[red.formation], motorised=True)
        return allowance(table_of(game), red, (GroundToCross.ROAD,))


def _charging(book: EarthBook) -> Any:
    """An assault on an enemy as far away as one may be (BE-ASL-01)."""
    with patch.object(EarthState, "book", lambda _: book):
        game = Played([unit("Red")], [unit("Blue")])
        game.command("assault", "hold")
        game.until("planning", 4)
        game.plan("Red", "assault", "Blue")
        game.until("execution", 6)
        told = {"unit": game.id("Red"), "enemy": game.id("Blue"), "enemy_cm": 30, "ends_in": "open"}
        return game.decided("attacker", "move", told)


EARTH_1418: Final = NumbersOf(
    key="earth_1418",
    edition=EDITION,
    book=_book,
    uses={"look-up": _answers, "print": _prints, "map": _measures, "game": _played},
    in_code={},
)
