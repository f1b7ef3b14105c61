"""A game played in a test: commands in, events folded, the log kept as the keeper of games would."""

from typing import Any

from rules.flanders_fields.game import SYSTEM
from rules.flanders_fields.game.commands import COMMANDS, Command
from rules.flanders_fields.game.events import Event
from rules.flanders_fields.game.state import GameState
from rules.kernel.explain import Refusal
from rules.kernel.plain import build
from rules.kernel.play import Actor, Recorded, Role


class Evening:
    """A table with two sides and (perhaps) a referee."""

    def __init__(self, referee: bool = True) -> None:
        self.referee = referee
        self.state: GameState = SYSTEM.fresh()
        self.log: list[Recorded[Event]] = []
        self.count = 0

    def try_(self, role: str, kind: str, **fields: Any) -> tuple[Event, ...] | Refusal:
        """Send a command as a seat; a refusal comes back as it is and changes nothing."""
        command: Command = build(COMMANDS[kind], fields)
        self.count += 1
        actor = Actor(Role(role), role, self.referee)
        outcome = SYSTEM.decide(self.state, command, actor)
        if isinstance(outcome, Refusal):
            return outcome
        for event in outcome:
            seq = len(self.log) + 1
            recorded = Recorded(seq, event, f"c{self.count}", Role(role), SYSTEM.audience(self.state, event))
            self.log.append(recorded)
            self.state = SYSTEM.apply(self.state, recorded)
        if any(SYSTEM.taken_back(event) for event in outcome):
            self.state = SYSTEM.replay(self.log)
        return tuple(outcome)

    def do(self, role: str, kind: str, **fields: Any) -> Any:
        """Send a command that the rules allow; the first event is handed back."""
        outcome = self.try_(role, kind, **fields)
        assert not isinstance(outcome, Refusal), outcome
        return outcome[0]

    def refused(self, role: str, kind: str, **fields: Any) -> Refusal:
        """Send a command that the rules refuse."""
        outcome = self.try_(role, kind, **fields)
        assert isinstance(outcome, Refusal), outcome
        return outcome

    def go_to(self, role: str, step: str, battalion: str = "") -> None:
        """Finish steps until the named one is in hand."""
        for _ in range(60):
            if self.state.turn.step == step and battalion in ("", self.state.turn.of):
                return
            self.do(role, "next_step")
        raise AssertionError(f"{step} was never reached")


def mons(referee: bool = True, **settings: Any) -> Evening:
    """The Mons game, set up."""
    evening = Evening(referee)
    evening.do("referee", "create_game", scenario="mons-1914", **settings)
    return evening


def entered(*pips: int) -> list[dict[str, Any]]:
    """Dice thrown by hand."""
    return [{"pips": face, "source": "entered"} for face in pips]


def die(pips: int) -> dict[str, Any]:
    """One die thrown by hand."""
    return entered(pips)[0]


def shot(firer: str, target: str, range_cm: float, cover: str, *pips: int, **more: Any) -> dict[str, Any]:
    """One stand's fire as measured."""
    return {
        "firer": firer,
        "target": target,
        "range_cm": range_cm,
        "cover": cover,
        "dice": entered(*pips),
        **more,
    }
