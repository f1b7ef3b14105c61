"""A deed filled in as a hand would that knows no rule: stands are chosen, all else is taken as it is proposed."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from rules.flanders_fields.game.state.game import GameState
from rules.flanders_fields.game.system import SYSTEM
from rules.kernel.prompts import NEEDED, Ask, AskKind, AsProposed, Filled, Question, Told, proposed
from rules.kernel.seats import Actor, Role

STANDS: Final = (AskKind.ONE, AskKind.SEVERAL, AskKind.ROWS)
MOST_CHOICES: Final = 30
Asked = Callable[[Told], Filled[Any]]


def asks_of(state: GameState, role: Role, kind: str, about: Mapping[str, Any]) -> Asked:
    """What a deed of a seat asks, after so many answers."""
    return lambda told: SYSTEM.asked(state, Actor(role), kind, dict(about), told)


def by_hand(asked: Asked) -> tuple[AsProposed[Any], Ask | None]:
    """How far choices and proposals go, and the ask that needs something else; None where none does but for dice."""
    told: dict[str, Any] = {}
    for _ in range(MOST_CHOICES):
        found = proposed(asked, told)
        where, ask = next(_open(found.filled.questions), ("", None))
        if ask is None or ask.kind not in STANDS:
            return found, None if ask is None or ask.kind is AskKind.DICE else ask
        _choose(told, where, ask)
    raise AssertionError("it asks without end")


def _open(questions: Sequence[Question], at: str = "") -> Iterator[tuple[str, Ask]]:
    """The asks that have to be answered and are not."""
    for one in questions:
        for n, row in enumerate(one.rows):
            yield from _open(row, f"{at}{one.ask.name}.{n}.")
        few = one.ask.kind is AskKind.ROWS and len(one.rows) < (one.ask.least or 0)
        if few or (one.ask.usual is NEEDED and not one.answered):
            yield at + one.ask.name, one.ask


def _choose(told: dict[str, Any], where: str, ask: Ask) -> None:
    *parts, last = where.split(".")
    into: Any = told
    for step in parts:
        into = into[int(step)] if isinstance(into, list) else into.setdefault(step, {})
    into[last] = _chosen(ask)


def _chosen(ask: Ask) -> Any:
    if ask.proposals:
        return ask.proposals[0].value
    if ask.kind is AskKind.ROWS:
        return [{}]
    among = list(ask.among or ("",))
    return among[0] if ask.kind is AskKind.ONE else among[: int(ask.least or 1)]
