"""Dice that have already been thrown. Nothing here throws one."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any, Final, Literal, TypeVar, cast, get_args

from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.serialization import hints_of

V = TypeVar("V")

FACES = (1, 2, 3, 4, 5, 6)
OF_A_LOT: Final = frozenset({"lot", "place"})
"""What the keeper of a game notes in a command beside a die that it has dealt: its lot, and its place in that.

The place is that among the faces of the lot, sorted upwards and counted from 0.
"""
OF_A_DIE: Final = frozenset({"pips", "source", *OF_A_LOT})
OF_A_SECRET: Final = frozenset({"drawn", "about"})
CARDS: Final = 52
UNTHROWN: Final = {"pips": 0, "source": "rolled"}
"""A die of a command that has not been thrown yet, as plain values."""


@dataclass(frozen=True, slots=True)
class Throw:
    """One die of a command: its face (1 to 6, 0 for 'not thrown yet') and whose die it was.

    `rolled` with 0 pips asks the keeper of the game to throw it; rules only ever see faces 1 to 6. Of dice that were
    `counted` the players told how often each face lies: which of them fell to whom the keeper has dealt by lot.
    """

    pips: int
    source: Literal["entered", "rolled", "counted"] = "entered"

    @property
    def by_hand(self) -> bool:
        """Whether a player threw it and told its face."""
        return self.source != "rolled"


def faces_of(dice: Iterable[Throw]) -> list[int]:
    """The faces of dice in their order."""
    return [one.pips for one in dice]


@dataclass(frozen=True, slots=True)
class Pack:
    """A pack of cards: their numbers from 0 as the keeper of the game shuffled them, none for 'not shuffled yet'."""

    shuffled: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Secret:
    """32 bytes by chance of a command, in hexadecimal; empty for 'not drawn yet'.

    The keeper of the game draws them; `about` is what it calls the game they are drawn for.
    """

    drawn: str = ""
    about: str = ""


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


def is_die(value: Mapping[str, Any]) -> bool:
    """Whether plain values of a command are one die: `pips`, perhaps whose die it was and of which lot."""
    return "pips" in value and value.keys() <= OF_A_DIE


def is_pack(value: Mapping[str, Any]) -> bool:
    """Whether plain values of a command are a pack of cards that the app shuffles: `shuffled`, nothing else."""
    return "shuffled" in value and len(value) == 1


def is_secret(value: Mapping[str, Any]) -> bool:
    """Whether plain values of a command are a secret that the app draws: `drawn`, and perhaps what it is about."""
    return "drawn" in value and value.keys() <= OF_A_SECRET


def _by_chance(values: Any, die: Callable[[Any], Any], pack: Callable[[Any], Any], secret: Callable[[Any], Any]) -> Any:
    """Plain values of a command with each of its dice, packs and secrets replaced, in the order in which they stand."""
    if isinstance(values, list | tuple):
        return [_by_chance(value, die, pack, secret) for value in values]
    if not isinstance(values, Mapping):
        return values
    if is_die(values):
        return die(values)
    if is_pack(values):
        return pack(values)
    if is_secret(values):
        return secret(values)
    return {name: _by_chance(value, die, pack, secret) for name, value in values.items()}


def _inside(values: Any, is_one: Callable[[Mapping[str, Any]], bool]) -> Iterator[Mapping[str, Any]]:
    """Parts of plain values of a command that are of one kind, in the order in which they stand."""
    if isinstance(values, Mapping) and is_one(values):
        yield values
        return
    inside = values.values() if isinstance(values, Mapping) else values if isinstance(values, list | tuple) else ()
    for value in inside:
        yield from _inside(value, is_one)


def unthrown(values: Any) -> Any:
    """Return plain values of a command in which no die is thrown, no pack shuffled and no secret drawn."""
    return _by_chance(
        values, lambda _: dict(UNTHROWN), lambda _: {"shuffled": []}, lambda secret: {**secret, "drawn": ""}
    )


def unseen(values: Any, face: int = 1) -> Any:
    """Return plain values of a command with dice, packs and secrets that nobody has seen, for a judgement before them.

    No refusal of the rules may depend on their `face`, but where one face calls for another die (decision 0004).
    """
    drawn = "00" * 32
    return _by_chance(
        values,
        lambda _: {"pips": face, "source": "rolled"},
        lambda _: {"shuffled": list(range(CARDS))},
        lambda secret: {**secret, "drawn": drawn},
    )


def count_unthrown(values: Any) -> int:
    """Count the dice in plain values of a command that have not been thrown yet."""
    return sum(die["pips"] == 0 for die in _inside(values, is_die))


def has_pack(values: Any) -> bool:
    """Whether plain values of a command hold a pack of cards that has not been shuffled yet."""
    return any(not pack["shuffled"] for pack in _inside(values, is_pack))


def is_unthrown(values: Any) -> bool:
    """Whether plain values of a command hold a die that has not been thrown yet, or a pack that is not shuffled."""
    return bool(count_unthrown(values)) or has_pack(values)


def filled_by_chance(values: Any, dice: Sequence[Throw], pack: Pack | None) -> Any:
    """Return plain values of a command with dice in the places of those not thrown yet, in their order, and the pack.

    There must be as many dice as `count_unthrown` counts; those beyond them are left over (see `with_more_dice`).
    """
    thrown = iter(dice)

    def die(there: Any) -> Any:
        if there["pips"] != 0:
            return there
        fell = next(thrown)
        return {"pips": fell.pips, "source": fell.source}

    return _by_chance(
        values,
        die,
        lambda there: {"shuffled": list(pack.shuffled)} if pack else there,
        dict,
    )


def with_more_dice(command: V, dice: Sequence[Throw]) -> V:
    """The same command with dice that the faces of its others call for, such as those of a shot that deviates.

    They go to its dice that were left out, in their order, and what is left over behind its last row of dice.
    """
    more = list(dice)
    hints: Mapping[str, Any] = hints_of(cast(type, type(command)))
    for name, hint in hints.items() if more else ():
        if more and getattr(command, name) is None and Throw in get_args(hint):
            command = replace(command, **{name: more.pop(0)})  # type: ignore[type-var]
    rows = [name for name, hint in hints.items() if hint == tuple[Throw, ...]] if more else []
    return replace(command, **{rows[-1]: (*getattr(command, rows[-1]), *more)}) if rows else command  # type: ignore[type-var]


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
