"""An evening at Mons to measure with: what both sides send, and the events it makes.

Every unit is ordered, moves or fires, and after each deed the other side writes a note. No die of it kills, so that its
events can be folded again and again into a log of any length.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import cycle, islice
from typing import Any, Final

import msgspec

from rules.flanders_fields.game.state.game import Unit
from rules.flanders_fields.game.turn_progress import can_act, place_after, present
from rules.flanders_fields.vocabulary import ATTACKER, DEFENDER, DueKind, UnitClass
from rules.kernel.explanations import Refusal
from rules.kernel.play import Recorded
from rules.kernel.rule_modules import Event
from rules.kernel.seats import Role
from tests.game.evening import Evening, die, mons, shot

PLAYER_TURNS: Final = 8
CREATE: Final[dict[str, Any]] = {"kind": "create_game", "scenario": "mons-1914"}
TARGETS: Final = {ATTACKER: "d1.1.c1.p1", DEFENDER: "a1.1.c1.p1"}
SIDES: Final = tuple(TARGETS)
SAT_DOWN: Final = 1
"""What everybody reads between the opening of a game and its first command: that the other side sat down."""


@dataclass(frozen=True, slots=True)
class Line:
    """One command of the evening: who sends it, the newest number he knows of by then, and the command."""

    role: Role
    seen: int
    command: dict[str, Any]

    def body(self, command_id: str) -> bytes:
        """What his device sends at a table where the other side sat down after the game was set up."""
        seen = self.seen + SAT_DOWN
        return msgspec.json.encode({"command_id": command_id, "expected_seq": seen, "command": self.command})


class Script:
    """Plays the evening and writes down what was sent."""

    def __init__(self) -> None:
        self.table: Evening = mons(referee=True)
        self.lines: list[Line] = []
        self._counts = Counter(recorded.audience for recorded in self.table.log)
        for _ in range(PLAYER_TURNS):
            self.player_turn()

    def player_turn(self) -> None:
        """One player turn through all its steps."""
        state = self.table.state
        mine, other = next(sides for sides in (SIDES, SIDES[::-1]) if self.send(sides[0], "start_turn"))
        for due in state.due:
            if due.kind is DueKind.REINFORCEMENT:
                self.send(mine, "roll_reinforcement", battalion=due.of, die=die(1))
        self.staff_and_units(mine, other)
        while place_after(state, state.book()) is not None:
            assert self.send(mine, "next_step")
            self.staff_and_units(mine, other)
        assert self.send(mine, "end_turn")

    def staff_and_units(self, mine: Role, other: Role) -> None:
        """Everything that is done in the step in hand."""
        here = present(self.table.state, self.table.state.book())
        for unit in can_act(self.table.state, here) if here else ():
            if self.send(mine, "roll_orders", unit=unit.id, die=die(6), farthest_platoon_cm=10.0):
                self.send(other, "note", text=f"{unit.name} was measured at the third hedge")
                self.act(mine, unit)

    def act(self, mine: Role, unit: Unit) -> None:
        """Spend what the unit has earned: fire, then move, then be done."""
        if unit.kind in (UnitClass.RIFLE_COMPANY, UnitClass.MACHINE_GUN):
            stands = unit.stands if unit.kind is UnitClass.RIFLE_COMPANY else unit.stands[:1]
            self.send(mine, "fire", unit=unit.id, shots=[shot(one, TARGETS[mine], 30.0, "soft", 1) for one in stands])
        self.send(mine, "move_unit", unit=unit.id)
        if self.table.state.orders[unit.id].left:
            self.send(mine, "finish_unit", unit=unit.id)

    def send(self, role: Role, kind: str, **fields: Any) -> bool:
        """Send a command; whether the rules allowed it."""
        before, seen = len(self.table.log), sum(count for one, count in self._counts.items() if one.holds(role))
        if isinstance(self.table.try_(role.value, kind, **fields), Refusal):
            return False
        self._counts.update(recorded.audience for recorded in self.table.log[before:])
        self.lines.append(Line(role, seen, {"kind": kind, **fields}))
        return True


@cache
def script() -> Script:
    """The evening, played once a process."""
    return Script()


def long_log(events: int) -> Iterator[Recorded[Event]]:
    """A log of so many events: the game set up, then the evening again and again, each deed under a name of its own."""
    first, *rest = script().table.log
    yield first
    for seq, recorded in enumerate(islice(cycle(rest), events - 1), start=2):
        yield recorded._replace(seq=seq, command_id=f"{recorded.command_id}-{seq // len(rest)}")


def kinds(log: Sequence[Recorded[Event]]) -> dict[str, int]:
    """How many events there are of each kind."""
    return dict(Counter(type(recorded.event).__name__ for recorded in log).most_common())
