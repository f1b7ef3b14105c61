"""A game played in a test: commands in, events folded, the log kept as the keeper of games would."""

from dataclasses import replace
from typing import Any

from rules.flanders_fields.game.dice_luck import LoggedCommand
from rules.flanders_fields.game.engine import COMMANDS
from rules.flanders_fields.game.setup.creation import GameCreated
from rules.flanders_fields.game.state.fire_plan import FirePlan
from rules.flanders_fields.game.state.game import GameState
from rules.flanders_fields.game.system import SYSTEM
from rules.kernel.explanations import Refusal
from rules.kernel.play import Recorded
from rules.kernel.rule_modules import Command, Event
from rules.kernel.seats import Actor, Role
from rules.kernel.serialization import build


class Evening:
    """A table with two sides and (perhaps) a referee."""

    def __init__(self, referee: bool = True) -> None:
        self.referee = referee
        self.state: GameState = SYSTEM.fresh()
        self.log: list[Recorded[Event]] = []
        self.sent: dict[str, LoggedCommand] = {}
        self.count = 0

    def try_(self, role: str, kind: str, **fields: Any) -> tuple[Any, ...] | Refusal:
        """Send a command as a seat; a refusal comes back as it is and changes nothing."""
        command: Command = build(COMMANDS[kind], fields)
        self.count += 1
        actor = Actor(Role(role), role, self.referee)
        outcome = SYSTEM.decide(self.state, command, actor)
        if isinstance(outcome, Refusal):
            return outcome
        self.sent[f"c{self.count}"] = LoggedCommand(command, actor)
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

    def agreed(self, role: str, kind: str, **fields: Any) -> Any:
        """Send what needs the other side's word, and let the referee agree where it is asked; what follows first."""
        first = self.do(role, kind, **fields)
        if self.state.asked is None:
            return first
        outcome = self.try_("referee", "answer", agree=True)
        assert not isinstance(outcome, Refusal), outcome
        return outcome[1]

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
            self._settle_plans(role)
            self.do(role, "next_step")
        raise AssertionError(f"{step} was never reached")

    def nobody_arrives(self, role: str) -> None:
        """What arrivals are due in this turn of a side are rolled for, with ones (FF-SCN-10)."""
        for one in self.state.battalions.values():
            if one.side.value == role and not one.on_table:
                self.try_(role, "roll_reinforcement", battalion=one.id, die=die(1))

    def _settle_plans(self, role: str) -> None:
        """What the plan brings in the present step, where nobody is hurt by it: ones, and nobody under the barrages."""
        self.nobody_arrives(role)
        view = SYSTEM.view(self.state, Role(role))
        if roll := view["deep"]["roll"]:
            self.do(role, "roll_deep_suppression", dice=entered(*[1] * roll["dice"]))
        for one in view["barrages"]:
            if one["to_do"] == "turns":
                self.do(role, "roll_barrage_turns", barrage=one["id"], die=die(1))
            if one["to_do"] in ("turns", "advance"):
                self.do(role, "advance_barrage", barrage=one["id"])
            if self.state.barrages[one["id"]].rolling:
                self.do(role, "all_under_barrage", barrage=one["id"])
        for line in view["bombard"]["fires"]:
            self.do(role, "fire_by_plan", line=line["id"], observed=True)
            if not line["shift"]:
                self.do(role, "fire_on_area", unit=line["unit"], observed=True)
        for work in view["bombard"]["works"]:
            self.do(role, "bombard_work", work=work["id"])


def somme(plan: FirePlan | None = None, **settings: Any) -> Evening:
    """The Somme game without its gas and its planned bombardments; with another plan of fire where one is given."""
    evening = Evening()
    evening.do("referee", "create_game", scenario="somme-1916", **settings)
    own = replace(evening.state.plan, fires=())
    return with_plan(evening, own if plan is None else plan, gas=False)


def with_plan(evening: Evening, plan: FirePlan, gas: bool = True) -> Evening:
    """A game that has just been set up, with another plan of fire; without its gas if so wished."""
    created = evening.log[0].event
    assert isinstance(created, GameCreated)
    changed = replace(created, plan=plan, gas=created.gas if gas else ())
    evening.log[0] = evening.log[0]._replace(event=changed)
    evening.state = SYSTEM.replay(evening.log)
    return evening


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


def played(scenario: str, **settings: Any) -> Evening:
    """A game of this scenario, set up."""
    evening = Evening()
    evening.do("referee", "create_game", scenario=scenario, **settings)
    return evening
