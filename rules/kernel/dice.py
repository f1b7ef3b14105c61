"""Dice that have already been thrown. Nothing here throws one."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any, Final, TypeVar

from rules.kernel.play import Throw
from rules.kernel.values import dataclass

V = TypeVar("V")

FACES = (1, 2, 3, 4, 5, 6)
OF_A_LOT: Final = frozenset({"lot", "place"})
"""What the keeper of a game notes in a command beside a die that it has dealt: its lot, and its place in that.

The place is that among the faces of the lot, sorted upwards and counted from 0.
"""


class BadDie(ValueError):
    """A value that no face of a die can show."""


@dataclass(frozen=True, slots=True, order=True)
class D6:
    """A natural six-sided die, 1 to 6, as it lies on the table."""

    pips: int

    def __post_init__(self) -> None:
        if isinstance(self.pips, bool) or not isinstance(self.pips, int) or self.pips not in FACES:
            raise BadDie(f"a die shows 1, 2, 3, 4, 5 or 6, not {self.pips!r}")


ALL_D6: tuple[D6, ...] = tuple(D6(face) for face in FACES)


def d6s(pips: Iterable[int]) -> tuple[D6, ...]:
    """Several thrown dice, in the order they were thrown. Raises BadDie for an impossible face."""
    return tuple(D6(face) for face in pips)


def as_d3(die: D6) -> int:
    """Read a D6 as a D3: 1-2 is 1, 3-4 is 2, 5-6 is 3."""
    return (die.pips + 1) // 2


def sum_2d6(first: D6, second: D6) -> int:
    """Two dice added, 2 to 12."""
    return first.pips + second.pips


def die_at(command: object, path: str) -> Throw | None:
    """The die of a command at a path such as `shots.0.dice.1`; None where there is none."""
    found: object = command
    for step in path.split("."):
        if isinstance(found, tuple) and step.isdecimal() and int(step) < len(found):
            found = found[int(step)]
        elif is_dataclass(found) and step in {one.name for one in fields(found)}:
            found = getattr(found, step)
        else:
            return None
    return found if isinstance(found, Throw) else None


def dice_typed(command: object, path: str = "") -> Iterator[str]:
    """Where a command has dice that a player threw and typed in: paths such as `shots.0.dice.1`."""
    if isinstance(command, Throw):
        if command.by_hand:
            yield path
        return
    inside: Iterable[tuple[object, object]] = ()
    if isinstance(command, tuple):
        inside = enumerate(command)
    elif is_dataclass(command):
        inside = ((one.name, getattr(command, one.name)) for one in fields(command))
    for step, value in inside:
        yield from dice_typed(value, f"{path}.{step}" if path else str(step))


def without_lots(values: Any) -> Any:
    """Plain values of a command without what its keeper noted beside dealt dice: that is no part of what is judged."""
    if isinstance(values, list | tuple):
        return [without_lots(one) for one in values]
    if not isinstance(values, Mapping):
        return values
    left = values.keys() - OF_A_LOT if "pips" in values else values.keys()
    return {name: without_lots(one) for name, one in values.items() if name in left}


def with_dice(value: V, dice: Mapping[str, Throw]) -> V:
    """The same command with other dice at some of its paths, where there are dice."""
    for path, die in dice.items():
        value = _with_die(value, path.split("."), die)
    return value


def _with_die(value: V, path: Sequence[str], die: Throw) -> V:
    if isinstance(value, Throw):
        return die  # type: ignore[return-value]
    step, rest = path[0], path[1:]
    if isinstance(value, tuple):
        place = int(step)
        return (*value[:place], _with_die(value[place], rest, die), *value[place + 1 :])  # type: ignore[return-value]
    return replace(value, **{step: _with_die(getattr(value, step), rest, die)})  # type: ignore[type-var]
