"""What follows the numbers of Flanders Fields."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from functools import partial
from itertools import product
from types import SimpleNamespace
from typing import Any, Final
from unittest.mock import patch

from playsheets.flanders_fields.catalogue import CATALOGUE, SheetWanted
from rules.flanders_fields.game.actions.artillery.deep_suppression import deep_id, kept_of_deep
from rules.flanders_fields.game.map_facts.area_coverage import pieces_across
from rules.flanders_fields.game.map_facts.move_paths import reached
from rules.flanders_fields.game.map_facts.previews import HeldTemplate, lay_held, templates_of
from rules.flanders_fields.game.state.artillery import Deep
from rules.flanders_fields.game.state.cards import FULL_PACK
from rules.flanders_fields.lookups import RESOLUTIONS
from rules.flanders_fields.ruleset import EDITION, RuleBook, calendar
from rules.flanders_fields.vocabulary import Side, Transport
from rules.kernel.distances import mm
from rules.kernel.months import parse_month
from rules.kernel.rulings import HouseRule
from tests.numbers.followers import Follower
from tests.numbers.games import every_command
from tests.numbers.measured import every_measure
from tests.numbers.musters import GAMES
from tests.numbers.positions import every_position
from tests.numbers.systems import NumbersOf, answers
from tests.survey import test_every_fact as scenes

PRINTED: Final = (
    *("playsheet", "strip", "templates", "sticks", "aiming-points", "suppression", "markers"),
    *("plan-attacker", "plan-defender"),
)
PRINTED_OF_GAMES: Final = ("playsheet", "cards")
RAW_BY_THE_MAIN_RULES: Final = (HouseRule("AMB-14", "high_die"),)
MAPPED: Final = tuple(parse_month(month) for month in ("1914-08", "1916-07", "1917-11", "1918-03"))


def _answers() -> Iterator[Follower]:
    return answers("FF")


def _prints() -> Iterator[Follower]:
    for period in calendar().periods:
        for key in PRINTED:
            yield Follower(
                f"{key}, {period.key}",
                partial(_book_for, period.last, (), period.key),
                partial(_printed, key, SheetWanted(period.key)),
            )
    yield Follower(
        "playsheet, by house rule",
        lambda: RuleBook.for_game(calendar().periods[-1].last, RAW_BY_THE_MAIN_RULES, "late"),
        lambda book: _printed("playsheet", SheetWanted("late"), book),
    )
    for game, key in product(GAMES, PRINTED_OF_GAMES):
        yield Follower(
            f"{key} of a game, {game.when}",
            partial(_book_for, game.month, (), game.period),
            partial(_printed, key, game),
        )


def _book_for(*wanted: Any) -> RuleBook:
    """Return a rule book, made when it is needed and not before."""
    return RuleBook.for_game(*wanted)


def _printed(key: str, wanted: SheetWanted, book: RuleBook) -> Any:
    with patch.object(RuleBook, "for_game", lambda *_: book):
        return CATALOGUE.things[key].part(wanted)


def _measures() -> Iterator[Follower]:
    for month in MAPPED:
        of_the_scene = ((name, (), ask) for name, ask in {**scenes.SCENES, **DRAWN}.items())
        for name, rules, ask in (*of_the_scene, *every_measure()):
            yield Follower(
                f"{name}, {month}",
                partial(_book_for, month, rules),
                partial(_measured, ask),
            )


def _measured(ask: Callable[[Any], Any], book: RuleBook) -> Any:
    with patch.object(scenes, "LATE", book):
        return ask(scenes.scene())


def _played() -> Iterator[Follower]:
    yield from every_command("flanders-fields")
    yield from every_position()


DRAWN: Final[Mapping[str, Callable[[Any], Any]]] = {
    "reach": lambda on: [reached(on, name, how, scenes.LATE) for name in on.stands for how in Transport],
    "band": lambda on: list(pieces_across(on, (0.0, 5.0, -5.0))),
    "templates": lambda on: [
        lay_held(HeldTemplate(one, scenes.POINT, 0), scenes.LATE) for one in templates_of(scenes.LATE)
    ],
}


def usual(question: str, name: str) -> int:
    """What a question takes for a distance untold, in millimetres."""
    default: Any = next(one.default for one in fields(RESOLUTIONS[question].facts) if one.name == name)
    return mm(default)


def highest_level() -> int:
    """The most levels of suppression that any question lets one tell of a living stand."""
    told = [one for question in RESOLUTIONS.values() for one in fields(question.facts) if one.name.endswith("levels")]
    (most,) = {one.metadata["most"] for one in told}
    return int(most)


def least_modifier(book: RuleBook) -> int:
    """The least that a correction may set deep suppression to (FF-ORD-27)."""
    state: Any = SimpleNamespace(deep=(Deep(Side.ATTACKER, 1, -1),), book=lambda: book)
    _, fits = kept_of_deep(state, deep_id(Side.ATTACKER))["modifier"]
    return min(value for value in range(-9, 1) if fits(value))


FLANDERS_FIELDS: Final = NumbersOf(
    key="flanders_fields",
    edition=EDITION,
    book=lambda: RuleBook.for_game(parse_month("1917-11")),
    uses={"look-up": _answers, "print": _prints, "map": _measures, "game": _played},
    in_code={
        ("setup/zones", "table_length"): lambda _: usual("zones", "table_length_cm"),
        ("setup/zones", "table_width"): lambda _: usual("grid_reference", "table_width_cm"),
        ("setup/zones", "no_mans_land_usual"): lambda _: usual("zones", "no_mans_land_cm"),
        ("setup/zones", "attacker_most"): lambda _: usual("zones", "attacker_cm"),
        ("setup/zones", "front_most"): lambda _: usual("zones", "front_cm"),
        ("suppression/death", "kills"): lambda _: highest_level() + 1,
        ("cards/limits", "pack"): lambda _: len(FULL_PACK),
        ("orders/deep_suppression", "hardest"): least_modifier,
    },
    # An armoured car may not assault (FF-ASL-02), and the house rule under which it may changes this very number.
    nobody_asks=("assault/factors armoured_car",),
)
