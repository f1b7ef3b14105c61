"""What many events carry: the reasons of an outcome, and what a stand is afterwards."""

from dataclasses import dataclass

from rules.kernel.explain import Considered, Explained, Step


@dataclass(frozen=True, slots=True)
class Reasons:
    """Why an outcome is what it is, as it was explained when it happened."""

    total: int | None = None
    steps: tuple[Step, ...] = ()
    considered: tuple[Considered, ...] = ()


def reasons(explained: Explained[object]) -> Reasons:
    """The reasons of an answer, to be kept in an event."""
    return Reasons(explained.total, explained.steps, explained.considered)


@dataclass(frozen=True, slots=True)
class StandChange:
    """What a stand is after an event: its level, whether it lives, whether it hangs on wire.

    `faces`: the levels on each face of a block house; empty where they are not told apart.
    """

    stand: str
    levels: int
    alive: bool = True
    on_wire: bool = False
    faces: tuple[int, ...] = ()
