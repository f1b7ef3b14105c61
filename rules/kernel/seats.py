"""The seats at a game: sides, the referee and spectators, and who may know of an event."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Final, Self

from rules.kernel.frozen_dataclasses import dataclass


class OpenWords(StrEnum):
    """Words to which systems add theirs: one object a word, as of any other enumeration, and no word nobody named."""

    @classmethod
    def named(cls, word: str) -> Self:
        """The word, which is known from now on; the same object whoever names it. Raises ValueError for no such word.

        A word is 1 to 16 small letters, digits or hyphens: it stands in rows, files and addresses.
        """
        if not WORD.fullmatch(word):
            raise ValueError(f"{word!r} is no word for a seat; write 1 to 16 small letters, digits or hyphens")
        kept = NAMED.setdefault(cls, {})
        if word not in kept and word not in [one.value for one in cls]:
            made = str.__new__(cls, word)
            made._name_, made._value_ = word.upper(), word
            kept[word] = made
        return cls(word)

    @classmethod
    def known(cls) -> Sequence[Self]:
        """Every word: those of all systems, then those of any game."""
        return (*(word for word in NAMED.get(cls, {}).values() if isinstance(word, cls)), *cls)

    @classmethod
    def _missing_(cls, value: object) -> OpenWords | None:
        return NAMED.get(cls, {}).get(value)

    def __reduce_ex__(self, _protocol: object) -> tuple[type[Self], tuple[str]]:
        # Python 3.11.2 copies a word by its name among the first ones, where one that a system added is not.
        return self.__class__, (self._value_,)


WORD: Final = re.compile(r"[a-z][a-z0-9-]{0,15}")


NAMED: Final[dict[type[OpenWords], dict[object, OpenWords]]] = {}
"""What systems added, by the enumeration."""


class Role(OpenWords):
    """Who sits at a device. The host's rights are the service's affair, not a role at the table."""

    REFEREE = "referee"
    SPECTATOR = "spectator"

    @property
    def plays(self) -> bool:
        """Whether it is a side."""
        return self not in (Role.REFEREE, Role.SPECTATOR)

    @property
    def looks_on(self) -> bool:
        """Whether it may change nothing."""
        return self is Role.SPECTATOR


class Audience(OpenWords):
    """Who may know that an event happened: everybody, or a side. The referee hears all."""

    ALL = "all"
    REFEREE = "referee"

    def holds(self, role: Role) -> bool:
        """Whether a role may know of it."""
        return self is Audience.ALL or role is Role.REFEREE or self.value == role.value


@dataclass(frozen=True, slots=True)
class Seating:
    """The seats at a game of a system: its sides in their order, each with the name that seats without a game have.

    Beside them any game has a referee and those who look on; `referee` and `spectator` are what a system calls them.
    """

    sides: Mapping[str, str]
    referee: str = "Referee"
    spectator: str = "Spectator"

    def __post_init__(self) -> None:
        for side in self.sides:
            Role.named(side)
            Audience.named(side)

    @property
    def playing(self) -> tuple[Role, ...]:
        """The roles that are sides."""
        return tuple(Role(side) for side in self.sides)

    @property
    def roles(self) -> tuple[Role, ...]:
        """Every role: the sides, the referee, who looks on."""
        return (*self.playing, Role.REFEREE, Role.SPECTATOR)

    @property
    def audiences(self) -> tuple[Audience, ...]:
        """Everybody that an event may be for."""
        return (Audience.ALL, *(Audience(side) for side in self.sides), Audience.REFEREE)

    @property
    def names(self) -> Mapping[str, str]:
        """What every role is called, by its word."""
        return {**self.sides, Role.REFEREE.value: self.referee, Role.SPECTATOR.value: self.spectator}

    def speaks_for(self, role: Role) -> tuple[str, ...]:
        """The sides whose deeds a role does: its own, the referee those of all."""
        return tuple(side for side in self.sides if role is Role.REFEREE or role.value == side)


@dataclass(frozen=True, slots=True)
class Actor:
    """Who sends a command, and what his keeper knows of the table: whether a referee sits there (`referee_present`),
    whether since the span began no device of another side or a referee held a seat (`nobody_else`), and whether the
    answer to the newest deed is not older than five seconds (`in_time`).
    """

    role: Role
    name: str = ""
    referee_present: bool = False
    nobody_else: bool = False
    in_time: bool = False
