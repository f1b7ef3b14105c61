"""A table of Brisefer Ridge at which anything is sent: mostly what the stages offer, else any command at all."""

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any, Final

from rules.earth_1418.game.engine import CHAPTERS, DEEDS, SYSTEM
from rules.earth_1418.game.seat_context import EarthTable
from rules.earth_1418.game.setup import BeginEarth
from rules.earth_1418.game.state.game import SIDES, EarthState
from rules.kernel.explanations import Refusal
from rules.kernel.game_record import chain
from rules.kernel.play import Recorded
from rules.kernel.prompts import NEEDED
from rules.kernel.seats import Actor, Audience, Role
from rules.kernel.serialization import NotPlain, build, plain
from tests.earth_1418.staged import OF_THE_RECORD, READY
from tests.game.any_command import Anybody
from tests.game.test_every_command import apart
from tests.stage_toy.properties import NoDocument, by_chance

BY_THE_STAGE: Final = 0.8
NEAR_CM: Final = 12
SQUARES: Final = {"attacker": "ZQ71", "defender": "ZQ72"}
"""Words that stand nowhere else: where one is read, it was told."""
PROPER_TO_A_MOMENT: Final[Mapping[str, Any]] = {
    "seq": 0,
    "span_began": 0,
    "thrown": {},
    "named": {},
    "deeds": None,
    "asked": None,
}
"""What a take-back leaves behind: dice that stay thrown, numbers, names of deeds."""


class Near(Random):
    """Distances and counts by chance, most of them small: so that shots and assaults reach."""

    def randint(self, a: int, b: int) -> int:
        """One of them."""
        return super().randint(a, min(b, max(a, NEAR_CM)))


class AnybodyOf1418(Anybody):
    """Somebody who sends whatever comes to mind."""

    commands = CHAPTERS.commands
    set_up = frozenset({"begin_battle"})

    def _seat(self, _state: EarthState) -> str:
        return self.chance.choice((*SIDES, "referee"))

    def _names(self, state: EarthState, name: str) -> list[str]:
        match name:
            case "side":
                return list(SIDES)
            case "formation":
                return list(state.formations)
            case "command_id":
                return [deed.command_id for deed in chain(state.deeds)][:12]
            case "text" | "reason" | "square":
                return ["ZQ71", "as it lies on the table", ""]
            case "base" | "bases":
                return [f"{one.id}/{n}" for one in state.units.values() for n in range(1, len(one.bases) + 1)]
            case _:
                return [*state.units, *state.bombardments, *(one.id for one in state.cordons), "terrain", "base 1"]


class AnyBound:
    """The table, its log, and what was sent."""

    def __init__(self, seed: int) -> None:
        self.chance = Near(f"bound {seed}")
        self.anybody, self.sent = AnybodyOf1418(self.chance), Counter[str]()
        self.log: list[Recorded[Any]] = []
        self.state = EarthState()
        # Every second evening is played on a table.
        self.send(Role.REFEREE, BeginEarth(scenario=READY, on_table=bool(seed % 2)))

    def go_on(self) -> None:
        """One deed more, or one command of any kind."""
        if self.chance.random() < BY_THE_STAGE:
            self._by_the_stage()
            return
        seat, kind, fields = self.anybody.next_command(self.state)
        with suppress(NotPlain):
            self.send(Role(seat), build(CHAPTERS.commands[kind], fields))

    def _by_the_stage(self) -> None:
        role = Role(self.chance.choice(SIDES))
        table = EarthTable(self.state, Actor(role))
        found = SYSTEM.stage(self.state, Actor(role))
        able = found.owed or [one for one in found.offered if one.barred is None]
        kinds = {deed.kind: deed for deed in DEEDS}
        able = [one for one in able if one.kind not in OF_THE_RECORD or self.chance.random() < BY_THE_STAGE / 8]
        if able:
            one = self.chance.choice(able)
            with suppress(NoDocument):
                told = by_chance(kinds[one.kind], table, one.about, self.chance)
                told |= {"square": SQUARES[role.value]} if told.get("square") else {}
                made = kinds[one.kind].filled(table, one.about, told)
                if not isinstance(made, Refusal) and made is not NEEDED:
                    self.send(role, made)

    def send(self, role: Role, command: Any) -> bool:
        """Send a command; whether it was allowed. What must hold is held."""
        before, length = self.state.copy(), len(self.log)
        events = SYSTEM.decide(self.state, command, Actor(role))
        self.sent[type(command).__name__] += 1
        if isinstance(events, Refusal):
            assert events.because, command
            assert self.state == before, command
            return False
        for event in events:
            audience = SYSTEM.audience(self.state, event)
            recorded = Recorded(len(self.log) + 1, event, f"c{length}", role, audience)
            self.log.append(recorded)
        self.state = SYSTEM.replay(self.log)
        self._hold(before, length)
        return True

    def _hold(self, before: EarthState, length: int) -> None:
        """Who is told of nothing sees nothing else; bases come back by nobody; a take-back leads back."""
        happened = self.log[length:]
        for role in SYSTEM.seating.roles:
            if not any(one.audience.holds(role) for one in happened):
                seen, now = SYSTEM.view(before, role), SYSTEM.view(self.state, role)
                assert seen == now, (role, happened, list(apart(plain(seen), plain(now))))
        gone = {seq for one in happened for seq in SYSTEM.taken_back(one.event)}
        if gone:
            until = [one for one in self.log[:length] if one.seq not in gone]
            assert as_played(SYSTEM.replay(until)) == as_played(self.state)
        for unit in self.state.units.values():
            was = before.units.get(unit.id, unit)
            if not gone and "Corrected" not in {type(one.event).__name__ for one in happened}:
                assert unit.living <= was.living, (unit, happened)


def as_played(state: EarthState) -> EarthState:
    """The state without what a take-back leaves behind."""
    return replace(state.copy(), **PROPER_TO_A_MOMENT)


def hidden(log: list[Recorded[Any]]) -> Iterator[Recorded[Any]]:
    """The events that not everybody was told of."""
    return (one for one in log if one.audience is not Audience.ALL)
