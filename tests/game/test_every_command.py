"""Evenings of any commands, legal and illegal, over every chapter and scenario: what must hold holds after each."""

import random
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from app.randomness import Cup, commitment_of, throw
from rules.flanders_fields.game.engine import COMMANDS
from rules.flanders_fields.game.scenario_roster import scenarios
from rules.flanders_fields.game.state.game import GameState
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.vocabulary import SEATING
from rules.kernel.explanations import Refusal
from rules.kernel.game_record import chain
from rules.kernel.play import Recorded
from rules.kernel.seats import Actor, Audience, Role
from rules.kernel.serialization import NotPlain, plain
from tests.game.any_command import SET_UP, Anybody
from tests.game.evening import Evening, played
from tests.game.offered import wrong_with
from tests.share import sample
from tests.torture.deeds import HOUSE, Table

EVENINGS = 4
DEEDS_AN_EVENING = 250
SEED = b"thrown here".ljust(32)
CUP = Cup("an evening", commitment_of(SEED), SEED)
# The players set it right, or the morale result that removed it is set aside (FF-SPR-13) or rolled again (a card).
PUT_BACK = ("correct", "undo", "answer", "override", "resist_stubbornly", "play_card")
PROPER_TO_A_MOMENT: dict[str, Any] = {
    "seq": 0,
    "thrown": {},
    "deeds": None,
    "asked": None,
    "offered": None,
    "seated": (),
}


class AnyTable(Table):
    """A table where most of what is done makes sense, and the rest is whatever comes to mind."""

    def __init__(self, scenario: str, seed: int) -> None:
        self.chance = random.Random(f"{scenario} {seed}")
        house = HOUSE if seed % EVENINGS == EVENINGS - 1 else []
        self.evening = played(scenario, event_cards="app" if seed % 2 else "none", house_rules=house)
        self.anybody = Anybody(self.chance)
        self.host = Role.REFEREE
        self.brisk = seed % 2 == 0
        self.sent: Counter[str] = Counter()

    @property
    def state(self) -> GameState:  # type: ignore[override]  # the evening keeps it
        """The game as it stands."""
        return self.evening.state

    def go_on(self) -> None:
        """One deed more, or one command of any kind."""
        if self.chance.random() < 0.8:
            deed = self.chance.choice(list(self._possible()))
            (self._go_on if deed in (self._bleed, self._correct) and self.chance.random() < 0.8 else deed)(self.chance)
        elif self.chance.random() < 0.1:
            self._send(Role.REFEREE, "undo", command_id=self.chance.choice(self._deeds()))
        else:
            role, kind, fields = self.anybody.next_command(self.state)
            with suppress(NotPlain):
                self._send(Role(role), kind, **fields)

    def _deeds(self) -> list[str]:
        return [deed.command_id for deed in self.state.deeds_at_hand()][:6] or [""]

    def _send(self, role: Role, kind: str, overrule: str = "", unreadable: bool = False, **fields: Any) -> bool:
        before, length = self.state.copy(), len(self.evening.log)
        told = throw(fields, CUP, length + 1)
        outcome = self.evening.try_(role.value, kind, **told)
        self.sent[kind] += 1
        if isinstance(outcome, Refusal):
            assert outcome.because, (kind, fields)
            assert (len(self.evening.log), self.state) == (length, before), (kind, fields)
            return False
        wrong = wrong_with(before, Actor(role, role.value, self.evening.referee), kind, told, outcome)
        assert not wrong, (kind, told, wrong)
        check_stands(before, self.state, kind, fields)
        check_views(before, self.evening, length)
        check_take_back(self.evening, length)
        return True


def as_played(state: GameState) -> GameState:
    """The state without what a take-back leaves behind: dice that stay thrown, numbers, names of deeds."""
    return replace(state.copy(), **PROPER_TO_A_MOMENT)


def check_stands(before: GameState, after: GameState, kind: str, fields: dict[str, Any]) -> None:
    """Levels stay in range; a stand that has been removed stays as it is, unless the players put it back."""
    for stand in after.stands.values():
        assert stand.levels in (range(3) if stand.alive else range(4)), stand
        was = before.stands.get(stand.id)
        if was and not was.alive and kind not in PUT_BACK:
            promoted = kind == "promote_in_field" and after.commanding(stand.id) is not None
            assert promoted or stand == was, (kind, fields, was, stand)


def check_views(before: GameState, evening: Evening, length: int) -> None:
    """Whoever is told of nothing sees nothing else: a page that was not told is as good as one opened now."""
    happened = evening.log[length:]
    for role in SEATING.roles:
        if not any(one.audience.holds(role) for one in happened):
            seen, now = SYSTEM.view(before, role), SYSTEM.view(evening.state, role)
            assert seen == now, (role, happened, list(apart(plain(seen), plain(now))))


def apart(one: Any, other: Any, where: str = "") -> Iterator[str]:
    """Where two views differ, and how."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        for name in one:
            yield from apart(one[name], other[name], f"{where}.{name}")
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for number, (here, there) in enumerate(zip(one, other, strict=True)):
            yield from apart(here, there, f"{where}[{number}]")
    elif one != other:
        yield f"{where}: {one!r} is {other!r}"


def check_take_back(evening: Evening, length: int) -> None:
    """Taken back to a deed, the game stands where it stood before that deed, but for what only others know of."""
    gone = {seq for recorded in evening.log[length:] for seq in SYSTEM.taken_back(recorded.event)}
    if gone:
        until = [one for one in evening.log[:length] if one.seq not in gone]
        assert all(one.audience is not Audience.ALL for one in until if one.seq > min(gone) and is_a_deed(evening, one))
        assert as_played(SYSTEM.replay(until)) == as_played(evening.state)


def is_a_deed(evening: Evening, recorded: Recorded[Any]) -> bool:
    """Whether an event stands, and belongs to a deed that can be taken back."""
    return any(recorded.seq in deed.seqs for deed in chain(evening.state.deeds))


@pytest.mark.parametrize("seed", sample(range(EVENINGS), 2))
@pytest.mark.parametrize("scenario", sorted(scenarios()))
def test_whatever_is_sent_what_must_hold_holds(scenario: str, seed: int) -> None:
    table = AnyTable(scenario, seed)
    for _ in range(DEEDS_AN_EVENING):
        table.go_on()
    assert SYSTEM.replay(table.evening.log) == table.state
    for seat in SEATING.roles:
        assert SYSTEM.view(table.state, seat)["set_up"]


def test_every_command_there_is_comes_up() -> None:
    anybody, state = Anybody(random.Random("all of them")), played("mons-1914").state
    met = {anybody.next_command(state)[1] for _ in range(3000)}
    assert met >= COMMANDS.keys() - SET_UP
