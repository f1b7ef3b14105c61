"""Two games alike but for one hidden thing are the same bytes to everybody else: a table of hidden things by pages.

A new hidden thing is a line of HIDDEN, a new page or tool a line of PAGES; every page is held against every thing.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from app.systems.flanders_fields.pages.map_tools import TOOLS
from tests.app.two_tables import Change_, Created, Device, Tables, apart, drafted, same, two_tables
from tests.game.ground_in_play import OPEN_FIELD, at
from tests.share import sample

pytestmark = pytest.mark.evening

BELOW: Final = "d1.1.c1.p1"
COMPANY: Final = ("d1.1.c1.p1", "d1.1.c1.p2", "d1.1.c1.p3")
CHIEF: Final = "d1.1.hq"
GUN: Final = "d1.1.mg1"
WAITS: Final = "d1.2"
OURS: Final = "a1.1.c1"
MINE: Final = f"{OURS}.p1"
SEEN: Final = "d1.1.c2.p1"
Apart = Callable[[Device], None]


class Hidden(NamedTuple):
    """A thing that the defender keeps to himself, at the one table so and at the other otherwise.

    `set_up` changes the games as they begin, `done` is what is done at each before the first turn. `names` are those
    that others ask about it by.
    """

    names: tuple[str, ...]
    done: tuple[Apart, Apart]
    set_up: tuple[Change_, Change_]


def goes_below(*stands: str, **places: tuple[int, int]) -> Apart:
    """They go below; those of `places`, with _ for a dot, sit there on the map."""

    def done(german: Device) -> None:
        german.send("go_below", stands=list(stands))
        told = [at(name.replace("_", "."), *spot, 180) for name, spot in places.items()]
        if told:
            german.send("place_stands", stands=told)

    return done


def nothing(_: Any) -> None:
    """As it is."""


def without(*gone: str) -> Change_:
    """A game in which these stands never were, nor the units of which nothing would be left."""

    def change(created: Created) -> None:
        created["stands"] = [one for one in created["stands"] if one["id"] not in gone]
        for unit in created["units"]:
            unit["stands"] = [one for one in unit["stands"] if one not in gone]
        left = [unit for unit in created["units"] if unit["stands"]]
        created["units"] = left
        for battalion in created["battalions"]:
            battalion["units"] = [one for one in battalion["units"] if one in {unit["id"] for unit in left}]
            lost = [one for one in gone if one.startswith(f"{battalion['id']}.c")]
            battalion["started"] -= len(lost)

    return change


def shaken(*stands: str) -> Change_:
    """A game in which these begin with two levels of suppression."""

    def change(created: Created) -> None:
        for one in created["stands"]:
            one["levels"] = 2 * (one["id"] in stands)

    return change


def waiting(name: str, *dead: str) -> Change_:
    """The battalion off the table under another name, with these of it dead."""

    def change(created: Created) -> None:
        for battalion in created["battalions"]:
            if battalion["id"] == WAITS:
                battalion |= {"name": name, "on_table": False}
        for one in created["stands"]:
            one["alive"] = one["id"] not in dead

    return change


BOTH_BELOW: Final = goes_below(BELOW, CHIEF)
HIDDEN: Final[Mapping[str, Hidden]] = {
    "a platoon below": Hidden(
        (BELOW,), (goes_below(BELOW, d1_1_c1_p1=(560, 1250)), nothing), (nothing, without(BELOW))
    ),
    "a company below": Hidden((*COMPANY, "d1.1.c1"), (goes_below(*COMPANY), nothing), (nothing, without(*COMPANY))),
    "a machine gun below": Hidden((GUN, "d1.1.mg1"), (goes_below(GUN), nothing), (nothing, without(GUN))),
    "where a platoon sits": Hidden(
        (BELOW,), (goes_below(BELOW, d1_1_c1_p1=(560, 1250)), goes_below(BELOW, d1_1_c1_p1=(100, 1700))), (nothing,) * 2
    ),
    "where a commander sits": Hidden(
        (CHIEF,), (goes_below(CHIEF, d1_1_hq=(560, 1250)), goes_below(CHIEF, d1_1_hq=(100, 1700))), (nothing,) * 2
    ),
    "how shaken they are below": Hidden((BELOW, CHIEF), (BOTH_BELOW,) * 2, (shaken(BELOW, CHIEF), nothing)),
    "who waits off the table": Hidden(
        (WAITS, f"{WAITS}.c1.p1"), (nothing,) * 2, (waiting("ZULEIKA"), waiting("YGGDRASIL", f"{WAITS}.c1.p1"))
    ),
}

Pages = Callable[[str, str], Iterator[str]]
"""The addresses under a game's own; those that can name something ask about the name."""


def _deeds(page: str, name: str) -> Iterator[str]:
    for do in ("move", "fire", "fire&way=each", "cross", "assault", "lay", "area", "heroic", "sos", "barrage"):
        yield f"{page}?unit={OURS}&do={do}&stand={MINE}&target={name}&removes[]={name}"
    yield from (f"{page}?unit={OURS}&do=fire", f"{page}?unit={name}&do=fire")


def _tools(page: str, name: str) -> Iterator[str]:
    for tool in TOOLS.words:
        yield f"{page}/map?tool={tool}&from={MINE}&to={name}"
        yield f"{page}/map?tool={tool}&from={name}&to={MINE}"


def _tried_out(page: str, name: str) -> Iterator[str]:
    yield f"{page}/map?move={OURS}&at={MINE},560,1250,0"
    yield f"{page}/map?move={name}&at={name},560,1250,0"


def _prints(page: str, _: str) -> Iterator[str]:
    yield f"{page}/print?form=scenario&form=report&form=roster-attacker&form=roster-defender"
    yield from (f"{page}/playsheet", f"{page}/sheets")


READ: Final[Mapping[str, Pages]] = {
    "the table, or the wall": lambda page, name: iter((page, f"{page}?correct={name}")),
    "the map": lambda page, name: iter((f"{page}/map", f"{page}/map?across=true")),
    "the log": lambda page, name: iter((f"{page}/log",)),
    "the service": lambda page, name: (f"/api/v1{page}{more}" for more in ("", "/log", "/head", "/sealed-plans")),
    "the stage": lambda page, name: (
        f"/api/v1{page}{more}" for more in ("/available-commands", "/screen", "/known?of=a1.1.c1")
    ),
    "the pages of the stage": lambda page, name: iter((f"{page}/stage", f"{page}/plain")),
}
PAGES: Final[Mapping[str, Pages]] = {
    **READ,
    "the forms of a unit": _deeds,
    "the tools of the map": _tools,
    "a move that is tried out": _tried_out,
    "what can be printed": _prints,
}


@pytest.fixture(scope="module")
def cambrai(tmp_path_factory: pytest.TempPathFactory) -> Created:
    """Cambrai on an open field. Its Germans have deep shelters."""
    return drafted(tmp_path_factory.mktemp("cambrai"), scenario="cambrai-1917", table=OPEN_FIELD)


@pytest.mark.parametrize("thing", sample(HIDDEN, 4))
def test_nobody_else_can_tell_two_tables_apart(tmp_path: Path, cambrai: Created, thing: str) -> None:
    hidden = HIDDEN[thing]
    with two_tables(tmp_path, cambrai, hidden.set_up, "defender", ["ZULEIKA", "YGGDRASIL"]) as tables:
        for seats, done in zip(tables.seats, hidden.done, strict=True):
            done(seats["defender"])
        tables.send("defender", "place_stands", stands=[at(SEEN, 600, 1300, 180)])
        ours = [at(f"{OURS}.p{n}", 500 + 60 * n, 1000) for n in (1, 2, 3)]
        tables.send("attacker", "place_stands", stands=ours)
        differ = list(_differences(tables, READ, hidden.names))
        _in_hand(tables)
        differ += _differences(tables, PAGES, (*hidden.names, SEEN))
        shot = {"firer": MINE, "target": SEEN, "range_cm": 30, "cover": "soft", "dice": [{"pips": 2}]}
        tables.send("attacker", "fire", unit=OURS, shots=[shot])
        differ += _differences(tables, {**READ, "the forms of a unit": _deeds}, (SEEN,))
        assert not differ, "\n".join(differ)
        tables.send("attacker", "end_turn")
        _defenders_turn(tables)


def _in_hand(tables: Tables) -> None:
    """The British company that is placed has its orders."""
    tables.send("attacker", "start_turn")
    while OURS not in tables.seats[0]["attacker"].view["turn"]["can_act"]:
        tables.settle("attacker")
        tables.send("attacker", "next_step")
    tables.send("attacker", "roll_orders", unit=OURS, die={"pips": 6})


def _defenders_turn(tables: Tables) -> None:
    """Every step of it, which for the others is the same."""
    tables.send("defender", "start_turn")
    for seats in tables.seats:
        for due in seats["defender"].view["due"]:
            seats["defender"].send("roll_reinforcement", battalion=due["of"], die={"pips": 1})
    while tables.seats[0]["defender"].view["turn"]["next"]:
        tables.look_alike()
        tables.settle("defender")
        tables.send("defender", "next_step")
    tables.look_alike()
    tables.send("defender", "end_turn")
    tables.look_alike()


def _differences(tables: Tables, pages: Mapping[str, Pages], names: Sequence[str]) -> Iterator[str]:
    """Every page that tells somebody who may not know it that something is hidden, or what.

    A spectator can fill in nothing: he is shown what can be read.
    """
    for role in tables.others:
        for what in READ if role == "spectator" else pages:
            here, there = (dict(_told(seats[role], pages[what], names)) for seats in tables.seats)
            for path, (status, told) in here.items():
                if status >= 500 or not same((status, told), there[path]):
                    yield f"{what}, to the {role}, at {path}: {status} {apart(told, there[path][1])}"


def _told(device: Device, pages: Pages, names: Sequence[str]) -> Iterator[tuple[str, tuple[int, str]]]:
    """What the pages tell; the game's own name, which no two tables have alike, is left out of their addresses."""
    page = f"/games/{device.game}"
    paths = dict.fromkeys(path for name in names for path in pages(page, name))
    return ((path.replace(page, ""), device.look_at(path)) for path in paths)


def test_a_target_list_names_only_whom_the_seats_own_map_shows(tmp_path: Path, cambrai: Created) -> None:
    """A stand that sits below next to one in sight has no distance, whatever the list is made of."""
    done = goes_below(BELOW, CHIEF, d1_1_c1_p1=(560, 1250), d1_1_hq=(640, 1250))
    with two_tables(tmp_path, cambrai, (nothing, nothing), "defender", ()) as tables:
        for seats in tables.seats:
            done(seats["defender"])
        tables.send("defender", "place_stands", stands=[at(SEEN, 600, 1300, 180)])
        tables.send("attacker", "place_stands", stands=[at(MINE, 600, 1000)])
        _in_hand(tables)
        british = tables.seats[0]["attacker"]
        shown = {one["stand"] for one in british.view["map"]["places"]}
        asked = british.client.post(f"{british.service}/prompts", json={"kind": "fire", "about": {"unit": OURS}})
        listed = set(re.findall(r'"(d1[\w.]+)"', asked.text))
        assert (asked.status_code, shown & {BELOW, CHIEF, SEEN}) == (200, {SEEN})
        assert SEEN in listed
        assert not listed & {BELOW, CHIEF}


def test_who_may_sit_below_is_counted_as_far_as_he_is_in_sight(tmp_path: Path, cambrai: Created) -> None:
    """FF-DSH-01: 9 of its 12 are seen; "9 of 9" would hint at the company below, and test morale at 5 in place of 6."""
    with two_tables(tmp_path, cambrai, (nothing, nothing), "defender", ()) as tables:
        tables.send("defender", "go_below", stands=list(COMPANY))
        tables.send("attacker", "start_turn")
        wall, board = (_shown(tables, role) for role in ("spectator", "referee"))
        assert ("9 in sight" in wall, "9 of 9" in wall, '"begun":9' in wall) == (True, False, False)
        assert "12 of 12" in wall.partition('"side":"defender"')[0]
        assert '"strength":"9 ' not in board
        roster = _shown(tables, "attacker", "/print?form=roster-defender")
        assert "Rifle platoons lost" not in roster
        assert "Rifle platoons lost" in _shown(tables, "defender", "/print?form=roster-defender")
        tables.send("attacker", "end_turn")
        _in_step(tables, "d1.1")
        assert '"strength":"9 in sight"' in _shown(tables, "attacker")
        assert '"strength":"9 of 9"' not in _shown(tables, "attacker")
        assert '"strength":"9 ' not in _shown(tables, "defender")


def _in_step(tables: Tables, battalion: str) -> None:
    """In the defender's turn, where this battalion has its orders."""
    tables.send("defender", "start_turn")
    while tables.seats[0]["defender"].view["turn"]["of"] != battalion:
        tables.settle("defender")
        tables.send("defender", "next_step")


def _shown(tables: Tables, role: str, more: str = "") -> str:
    """A page as it is shown to a seat of the first table."""
    one = tables.seats[0][role]
    return one.look_at(f"/games/{one.game}{more}")[1]
