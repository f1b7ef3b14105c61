"""Explanations: every answer with its reasons, and every refusal with its clause."""

from typing import Generic, TypeVar

from rules.kernel.frozen_dataclasses import dataclass

T_co = TypeVar("T_co", covariant=True)


@dataclass(frozen=True, slots=True)
class HouseMark:
    """Says that a value or a procedure is a house rule of this game, and what the book's default would be."""

    ruling: str
    option: str
    says: str
    original: str


@dataclass(frozen=True, slots=True)
class Step:
    """One line of the ledger: what counted, by which clause, and how much it changed (None: it did not add)."""

    clause: str
    says: str
    value: int | None = None
    house: HouseMark | None = None


@dataclass(frozen=True, slots=True)
class Considered:
    """What was looked at and did not apply. This is what players argue about."""

    clause: str
    says: str


def set_aside(clause: str, says: str, house: HouseMark | None) -> Step | Considered:
    """What did not count: among the reasons where a house rule is why, else among what was looked at."""
    return Step(clause, says, None, house) if house else Considered(clause, says)


@dataclass(frozen=True, slots=True)
class Explained(Generic[T_co]):
    """An answer: the outcome, the modified total it was read with (None: no die), the reasons in book order."""

    value: T_co
    total: int | None
    steps: tuple[Step, ...]
    considered: tuple[Considered, ...] = ()

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clause ids of the reasons, in order."""
        return tuple(step.clause for step in self.steps)


@dataclass(frozen=True, slots=True)
class Refusal:
    """The rules do not allow it: the clause, why, and what would be right instead."""

    clause: str
    because: str
    instead: str = ""


@dataclass(frozen=True, slots=True)
class MoreDice:
    """The answer needs further dice: how many, and for what."""

    clause: str
    says: str
    count: int
