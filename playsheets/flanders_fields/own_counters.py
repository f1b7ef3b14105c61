"""Counters of a game's own forces: aiming points of its guns and mortars, and a counter for each stand (FF-AIM)."""

from collections.abc import Iterable, Iterator
from itertools import count
from typing import Final

from playsheets.counters import HEAVY, MIDDLE, Counter, edge
from playsheets.flanders_fields.counters import PointCounter
from playsheets.flanders_fields.muster import ARTILLERY, MORTARS, Command, Muster, Troop
from playsheets.shapes import Shape, Words, fitting, in_lines, shortened

LETTERS: Final = "ABCDEFGHIKLMNOPQRSTUVWXYZ"
# More letters cannot be read on a counter; the card of the command has the whole name.
LONGEST: Final = 26


def own_aiming_points(muster: Muster) -> tuple[PointCounter, ...]:
    """An aiming point for every gun and mortar in hand, by army: guns by number, mortars by letter (FF-AIM-02)."""
    return tuple(point for nation in muster.nations for point in _of_army(nation, muster))


def _of_army(nation: str, muster: Muster) -> Iterator[PointCounter]:
    numbers, letters = map(str, count(1)), _letters()
    for command in _in_hand(muster, nation):
        for troop in command.troops:
            if troop.kind in ARTILLERY or troop.kind in MORTARS:
                reference = next(letters if troop.kind in MORTARS else numbers)
                yield PointCounter(nation, _short(troop.name.partition(",")[0]), troop.kind, reference)


def _letters() -> Iterator[str]:
    """A to Z without J, which is read as I; then AA, BB and so on."""
    return (letter * times for times in count(1) for letter in LETTERS)


def stand_counters(muster: Muster) -> tuple[Counter, ...]:
    """A counter for every stand in hand and every commander, with its battalion; a heavy edge on the back means
    suppressed."""
    return tuple(counter for command in _in_hand(muster) for counter in _of_command(command))


def _in_hand(muster: Muster, nation: str = "") -> Iterable[Command]:
    return (one for one in muster.commands if one.own and nation in ("", one.nation))


def _of_command(command: Command) -> Iterator[Counter]:
    yield _counter(command.commander, command, "commander")
    for troop in command.troops:
        for number, stand in enumerate(troop.stands, 1):
            yield _counter(stand, command, _which(troop, stand, number))


def _which(troop: Troop, stand: str, number: int) -> str:
    """What stands below the name of a stand: its company, or its place in the unit."""
    if troop.name == stand:
        return troop.kind.replace("_", " ")
    return _short(troop.name) if troop.name not in stand else f"{number} of {len(troop.stands)}"


def _counter(name: str, command: Command, below: str) -> Counter:
    faces = [tuple(_face(name, command, below, suppressed)) for suppressed in (False, True)]
    return Counter("stand", name, *faces)


def _face(name: str, command: Command, below: str, suppressed: bool) -> Iterator[Shape]:
    yield edge(command.nation == "german", HEAVY if suppressed else 0.5)
    lines = in_lines(_short(name))
    for number, line in enumerate(lines):
        y = MIDDLE - 1 + (number - (len(lines) - 1) / 2) * 3.8
        yield Words(MIDDLE, y, line, fitting(line, 19, 9), bold=True)
    above = shortened(command.name, 14)
    yield Words(MIDDLE, 5, above, fitting(above, 17, 6))
    last = "suppressed" if suppressed else below
    for number, line in enumerate(in_lines(last)[:2]):
        yield Words(MIDDLE, 19.2 + number * 2.4, line, fitting(line, 17, 6), bold=suppressed)


def _short(name: str) -> str:
    return shortened(name, LONGEST)
