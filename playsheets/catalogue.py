"""What a rule system prints, by name: its pages and its commands offer the same things."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, Generic, Protocol, TypeVar

from playsheets.press import BadJob, Job, Paper, Part, PrinterCorrection, TrialPart
from rules.kernel.values import dataclass

TEST_PAGE: Final = "trial"


class Wanted(Protocol):
    """For which month, house rules and forces something is printed."""

    @property
    def title(self) -> str:
        """That in words, as it stands over a file."""


W = TypeVar("W", bound=Wanted)


@dataclass(frozen=True, slots=True)
class Thing(Generic[W]):
    """One thing that can be printed: its name, what it is, how its part of a job is made, whether it is made from the
    forces of a game, and whether it is laid on the table, so that it must measure true."""

    key: str
    title: str
    says: str
    part: Callable[[W], Part]
    of_game: bool = False
    measures: bool = False


def _trial(_wanted: Any) -> Part:
    return TrialPart()


TRIAL: Final[Thing[Any]] = Thing(
    TEST_PAGE, "Printer test page", "two rulers and a square of 10 cm, to measure what a printer draws", _trial
)


def _anything(_wanted: Any) -> None:
    pass


@dataclass(frozen=True, slots=True, eq=False)
class Catalogue(Generic[W]):
    """Everything that a system prints, by its names. `check` raises BadJob for what nothing can be printed for."""

    things: Mapping[str, Thing[W]]
    check: Callable[[W], None] = _anything

    def begun_with_a_test(self, things: Sequence[str], is_measured: bool) -> Sequence[str]:
        """Until a printer has been measured, what must measure true begins with the page it is measured on."""
        must = any(self.things[key].measures for key in things if key in self.things)
        return things if is_measured or not must else (TEST_PAGE, *things)

    def job(
        self, things: Sequence[str], wanted: W, paper: Paper = "a4", correction: PrinterCorrection | None = None
    ) -> Job:
        """A job of several things, each once, in the order given. Raises BadJob for one that is not printed."""
        self.check(wanted)
        chosen = [self._thing(key) for key in dict.fromkeys(things)]
        parts = tuple(one.part(wanted) for one in chosen)
        titles = ", ".join(one.title for one in chosen)
        return Job(f"{titles}: {wanted.title}", parts, paper, correction or PrinterCorrection())

    def _thing(self, key: str) -> Thing[W]:
        if key not in self.things:
            raise BadJob(f"{key!r} cannot be printed; choose from {', '.join(self.things)}")
        return self.things[key]


def catalogue_of(things: Iterable[Thing[W]], check: Callable[[W], None] = _anything) -> Catalogue[W]:
    """These things, the printer test page before them."""
    return Catalogue({one.key: one for one in (TRIAL, *things)}, check)
