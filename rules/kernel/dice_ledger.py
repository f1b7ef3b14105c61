"""The dice ledger: dice once rolled stay rolled under the name of their roll, undone or not.

A deed is named by its kind, by who does it, at whom or at which place, and by how often that name stands in its span
already. What was measured and what was done before are no part of it: so nobody gets another die by doing things in
another order, and no die that was seen decides a deed that had not been named before it.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol

from rules.kernel.dice import Throw
from rules.kernel.explanations import Refusal
from rules.kernel.frozen_dataclasses import dataclass

Dice = dict[str, tuple[Throw, ...]]
"""Dice by the name of their roll."""


@dataclass(frozen=True, slots=True)
class Rolled:
    """How a roll after a game was made before it was taken back: its dice, for so many stands lost and taken in."""

    dice: tuple[Throw, ...]
    lost: int
    drafts: int


@dataclass(frozen=True, slots=True)
class LiesThere(Refusal):
    """A die that was thrown before a take-back shows other `pips` than were entered."""

    pips: int = 0


class Remembers(Protocol):
    """What a state keeps of dice: those that lay on the table before a take-back, and how often each name stands."""

    thrown: Dice
    named: dict[str, int]


class OneForAll(str):
    """The name of a roll whose one die counts for several deeds of a span: it does not fall a second time."""

    __slots__ = ()


class Roll(NamedTuple):
    """Dice on their way: what they are thrown for, and their faces or requests."""

    name: str
    throws: tuple[Throw, ...]


def numbered(state: Remembers, name: str) -> str:
    """The name of a roll with its number in the span, where that name stands there already."""
    before = 0 if isinstance(name, OneForAll) else state.named.get(name, 0)
    return f"{name}/{before + 1}" if before else str(name)


def lying(state: Remembers, name: str) -> tuple[Throw, ...]:
    """The dice that were thrown for a roll before a take-back."""
    return state.thrown.get(numbered(state, name), ())


def laid(over: Dice, under: Dice) -> Dice:
    """All dice that lie: those of `over`, and where more lay under the same name before, those beyond them too.

    A deed told anew may throw fewer than it once did: nobody gets another die for the others by that.
    """
    return {**under, **{name: (*dice, *under.get(name, ())[len(dice) :]) for name, dice in over.items()}}


def settle(state: Remembers, name: str, throws: tuple[Throw, ...]) -> tuple[Throw, ...] | Refusal:
    """The dice that count for a roll: those that were thrown for it before a take-back, then the new ones.

    Refuses an entered die that differs from the one that lies on the table already, and one told by count where any
    lies: it would be dealt to others too.
    """
    kept = lying(state, name)[: len(throws)]
    for before, now in zip(kept, throws, strict=False):
        if now.source == "counted":
            return Refusal(
                "",
                f"a die of these has been thrown already and shows {before.pips}",
                f"enter {before.pips} there and count only the others: it stays thrown",
            )
        if now.source == "entered" and now.pips != before.pips:
            says = f"this die has been thrown already and shows {before.pips}"
            return LiesThere("", says, f"enter {before.pips}: it stays thrown", before.pips)
    return (*kept, *throws[len(kept) :])


def settle_each(state: Remembers, rolls: Iterable[Roll]) -> tuple[tuple[Throw, ...], ...] | Refusal:
    """The dice that count for each of several rolls of one deed, in their order. Refuses as `settle` does."""
    found = list[tuple[Throw, ...]]()
    for name, throws in rolls:
        dice = settle(state, name, throws)
        if isinstance(dice, Refusal):
            return dice
        found.append(dice)
    return tuple(found)


def settle_row(state: Remembers, names: Sequence[str], throws: Sequence[Throw]) -> tuple[Throw, ...] | Refusal:
    """The same of rolls of a die each. Whatever has no partner is left out."""
    dice = settle_each(state, [Roll(name, (die,)) for name, die in zip(names, throws, strict=False)])
    return dice if isinstance(dice, Refusal) else tuple(die for (die,) in dice)


def apart(names: Sequence[str]) -> list[str]:
    """Names of rolls of one deed, told apart where it rolls for the same more than once."""
    return [f"{name}+{number}" if (number := names[:place].count(name)) else name for place, name in enumerate(names)]


def kept_under_names(state: Remembers, dice: Mapping[str, tuple[Throw, ...]]) -> Dice:
    """The dice of an event under the numbered names of their rolls, each of which stands once more from now on."""
    found = {numbered(state, name): thrown for name, thrown in dice.items()}
    for name in dice:
        if not isinstance(name, OneForAll):
            state.named[name] = state.named.get(name, 0) + 1
    return found


def all_lying(state: Remembers, begins: str, ends: str = "") -> tuple[Throw, ...]:
    """The dice that lie under any name that begins and ends so: of all stands that a deed may concern."""
    return tuple(
        die for roll, dice in state.thrown.items() if roll.startswith(begins) and roll.endswith(ends) for die in dice
    )
