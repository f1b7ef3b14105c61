"""What a check of a fire plan finds: which test it fails, how that is taken, what would be right (FF-FPL-67 to -77)."""

from collections.abc import Iterable
from dataclasses import replace
from enum import StrEnum
from hashlib import sha256
from typing import TypeVar

from rules.flanders_fields.book import RuleBook
from rules.kernel.explain import Considered, Explained, Refusal, Step
from rules.kernel.shapes import Outline
from rules.kernel.values import dataclass

V = TypeVar("V")
TESTS = "plans/tests"


class Severity(StrEnum):
    """How a finding is taken: refused by the rules, unusual by the book, or only worth a thought."""

    REFUSED = "refused"
    WARNING = "warning"
    ADVICE = "advice"


@dataclass(frozen=True, slots=True)
class Happens:
    """In which of its side's turns something of a plan would happen, and where on the table: ground, or bases."""

    turn: int
    areas: tuple[Outline, ...]


@dataclass(frozen=True, slots=True)
class PlanFinding:
    """One thing a plan is told: the test, the clause it follows from, what is so, and what would be right.

    `line` is the line of the plan it is about; where that is empty, `part` is the list or field of the plan, and where
    both are, it is the plan as a whole. `allowed` is why the players let it pass (None: they do not); `happens` is when
    and where it shows on the table, for what does.
    """

    test: str
    clause: str
    severity: Severity
    says: str
    instead: str
    line: str = ""
    part: str = ""
    allowed: str | None = None
    happens: Happens | None = None

    @property
    def key(self) -> str:
        """The name by which it is let pass. It is another one as soon as anything about it has changed."""
        told = "\n".join((self.clause, self.line, self.says))
        return f"{self.test}/{sha256(told.encode()).hexdigest()[:12]}"

    @property
    def stands(self) -> bool:
        """Whether the rules refuse it and nobody has let it pass."""
        return self.severity is Severity.REFUSED and self.allowed is None

    def of(self, line: str) -> "PlanFinding":
        """The same about a line of the plan."""
        return replace(self, line=line)

    def on(self, turn: int, *areas: Outline) -> "PlanFinding":
        """The same, which happens in that turn of its side on such ground."""
        return replace(self, happens=Happens(turn, tuple(one for one in areas if one)))

    def within(self, part: str) -> "PlanFinding":
        """The same about a list or a field of the plan."""
        return replace(self, part=part)


def failed(test: str, clause: str, says: str, instead: str, book: RuleBook) -> PlanFinding:
    """A test that is failed; the book's table says how that is taken."""
    asked = book.table(TESTS).word(test)
    return PlanFinding(asked.clause, clause, Severity(asked.value), says, instead)


def refused_by(test: str, refusal: Refusal, book: RuleBook) -> PlanFinding:
    """A test that is failed because a chapter refuses what is planned."""
    return failed(test, refusal.clause, refusal.because, refusal.instead, book)


def advice(clause: str, says: str, instead: str) -> PlanFinding:
    """Something that no rule forbids."""
    return PlanFinding(clause, clause, Severity.ADVICE, says, instead)


def warning(clause: str, says: str, instead: str) -> PlanFinding:
    """Something that no rule forbids and that will hardly be meant."""
    return PlanFinding(clause, clause, Severity.WARNING, says, instead)


def answered(value: V, steps: Iterable[Step], findings: Iterable[PlanFinding]) -> Explained[V] | Refusal:
    """The answer to a question about a plan: the first refusal, or the value with what else was found."""
    told = tuple(findings)
    for one in told:
        if one.severity is Severity.REFUSED:
            return Refusal(one.clause, one.says, one.instead)
    warned = (Step(one.clause, f"{one.says}: {one.instead}") for one in told if one.severity is Severity.WARNING)
    noted = (Considered(one.clause, f"{one.says}: {one.instead}") for one in told if one.severity is Severity.ADVICE)
    return Explained(value, None, (*steps, *warned), tuple(noted))
