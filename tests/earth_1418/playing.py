"""A game played by hand: commands by their kinds, each allowed or refused as the test says."""

from typing import Any

from rules.earth_1418.game.engine import CHAPTERS, SYSTEM
from rules.earth_1418.game.state.game import SIDES, EarthState, SubUnit
from rules.kernel.explanations import Refusal
from rules.kernel.play import Recorded
from rules.kernel.seats import Actor, Role
from rules.kernel.serialization import build


def unit(name: str, kind: str = "line_infantry", bases: int = 3, **more: Any) -> dict[str, Any]:
    return {"name": name, "unit": kind, "bases": bases, **more}


def commanded(word: str, direction: str = "straight_ahead") -> dict[str, str]:
    """A command as it is told: an ADVANCE has a direction (BE-CMD-07)."""
    return {"command": word, **({"direction": direction} if word == "advance" else {})}


def forces(attacker: list[dict[str, Any]], defender: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """A Line formation of each side."""
    return [
        {"name": f"{side} battalion", "side": side, "grade": "line", "sub_units": units}
        for side, units in zip(SIDES, (attacker, defender), strict=True)
    ]


class Played:
    """A game with its log, as a keeper has it."""

    def __init__(self, attacker: list[dict[str, Any]], defender: list[dict[str, Any]], **more: Any) -> None:
        self.log: list[Recorded[Any]] = []
        self.state = EarthState()
        self.do("attacker", "begin_battle", formations=forces(attacker, defender), **more)

    def decided(self, side: str, kind: str, values: dict[str, Any]) -> Any:
        return SYSTEM.decide(self.state, build(CHAPTERS.commands[kind], values), Actor(Role(side)))

    def do(self, seat: str, kind: str, /, **values: Any) -> list[Any]:
        events = self.decided(seat, kind, values)
        assert not isinstance(events, Refusal), (kind, values, events)
        name = f"c{len(self.log) + 1}"
        for event in events:
            audience = SYSTEM.audience(self.state, event)
            self.log.append(Recorded(len(self.log) + 1, event, name, Role(seat), audience))
        self.state = SYSTEM.replay(self.log)
        return list(events)

    def refused(self, seat: str, kind: str, /, **values: Any) -> str:
        found = self.decided(seat, kind, values)
        assert isinstance(found, Refusal), (kind, values, found)
        return found.clause

    def id(self, name: str) -> str:
        return next(one.id for one in self.state.units.values() if one.name == name)

    def unit(self, name: str) -> SubUnit:
        return self.state.units[self.id(name)]

    def command(self, attacker: str = "advance", defender: str = "hold", direction: str = "straight_ahead") -> None:
        for side, word in zip(SIDES, (attacker, defender), strict=True):
            for one in self.state.formations.values():
                if one.side == side:
                    self.do(side, "command_formation", formation=one.id, **commanded(word, direction))
        self.ready()

    def ready(self) -> None:
        """Both say Ready, where they have yet to."""
        at = (self.state.phase, self.state.step)
        for side in SIDES:
            stage = SYSTEM.stage(self.state, Actor(Role(side)))
            if (self.state.phase, self.state.step) == at and any(one.kind == "ready" for one in stage.offered):
                self.do(side, "ready", side=side)

    def plan(self, name: str, plan: str, target: str = "", **more: Any) -> None:
        one = self.unit(name)
        self.do(one.side, "plan_unit", unit=one.id, plan=plan, target=self.id(target) if target else "", **more)

    def until(self, phase: str, step: int = 0) -> None:
        """Ready, and nothing more in each step, up to a step."""
        for _ in range(60):
            if self.state.phase == phase and step in (0, self.state.step):
                return
            if self.state.phase in ("commands", "planning"):
                self.ready()
            else:
                for side in SIDES:
                    if side not in self.state.closed and self.state.phase in ("execution", "melee"):
                        self.do(side, "close_step", side=side)
        raise AssertionError(f"never comes to {phase} {step}: {self.state.phase} {self.state.step}")

    def shoot(self, name: str, cm: float, faces: str, terrain: str = "open", **more: Any) -> list[Any]:
        one = self.unit(name)
        dice = [{"pips": int(face)} for face in faces]
        told = {"target": one.target, "distance_cm": cm, "terrain": terrain, "dice": dice, **more}
        return self.do(one.side, "shoot", unit=one.id, **told)

    def marks(self, name: str) -> str:
        """Its bases, a letter each: u unhurt, i injured, o old injury, k killed."""
        return "".join(mark.value[0] for mark in self.unit(name).bases)


class Ready(Played):
    """A ready game on its table."""

    def __init__(self, scenario: str) -> None:
        self.log = []
        self.state = EarthState()
        self.do("referee", "begin_battle", scenario=scenario, on_table=True)

    def offered(self, role: str) -> list[Any]:
        """The deeds that a seat may do now."""
        return [one for one in SYSTEM.stage(self.state, Actor(Role(role))).offered if one.barred is None]


def base_ids(game: Played, name: str, *numbers: int) -> list[str]:
    return [f"{game.id(name)}/{n}" for n in numbers]


def to_recover() -> Played:
    """Red has two bases injured by Blue, and is under fire of Green now."""
    game = Played([unit("Red")], [unit("Blue"), unit("Green")])
    game.command("advance", "hold")
    game.until("planning", 4)
    game.plan("Red", "move")
    game.plan("Blue", "stay_put", "Red")
    game.ready()
    game.shoot("Blue", 20, "11")
    game.do("defender", "place_hits", unit=game.id("Blue"), target=game.id("Red"), bases=base_ids(game, "Red", 1, 2))
    game.until("commands")
    game.command("advance", "hold")
    game.until("planning", 4)
    game.plan("Red", "find_cover")
    game.plan("Green", "stay_put", "Red")
    game.until("execution", 5)
    # In rough ground now: moving 4 - 2 = 2, so that 1 and 1 miss.
    game.shoot("Green", 20, "11", terrain="rough")
    game.until("execution", 7)
    return game


def duel(**more: Any) -> Played:
    """A Line company of three bases a side, in the open."""
    return Played([unit("Red")], [unit("Blue")], **more)


def planned(red: str, blue: str, commands: tuple[str, str] = ("advance", "hold"), **more: Any) -> Played:
    """The duel, both shooting at each other."""
    game = duel(**more)
    game.command(*commands)
    game.until("planning", 4)
    game.plan("Red", red, "Blue")
    game.plan("Blue", blue, "Red")
    game.ready()
    return game


def smoke_in_step_2(**more: Any) -> Played:
    """A game in which nobody has said how the wind blows, where smoke or gas is to be laid."""
    lays = more.pop("lays", "smoke")
    game = Played([unit("Battery", "field_gun", 1)], [unit("Blue")], date="1915-04", **more)
    game.do("attacker", "order_bombardment", unit=game.id("Battery"), square="C3", lays=lays)
    game.command("hold", "hold")
    game.until("execution", 2)
    return game


def laid(game: Played, **told: Any) -> list[Any]:
    return game.do("attacker", "lay_cordon", bombardment=f"{game.id('Battery')}-1", **told)


def stage_kinds(game: Played, side: str) -> tuple[list[str], list[str]]:
    stage = SYSTEM.stage(game.state, Actor(Role(side)))
    return [one.kind for one in stage.owed], [one.kind for one in stage.waiting]
