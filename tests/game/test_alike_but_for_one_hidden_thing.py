"""Two tables that differ in one hidden thing, played alike: whatever the others send, they are answered alike.

Both sides do what makes sense, and those who may not know the secret send anything besides, often by its name.
"""

import json
import random
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final

import msgspec
import pytest

from rules.flanders_fields.game.decisions import prospects
from rules.flanders_fields.game.engine import COMMANDS
from rules.flanders_fields.game.map_facts.previews import known_plans
from rules.flanders_fields.game.map_facts.seat_board import field_of
from rules.flanders_fields.game.map_proposals import known
from rules.flanders_fields.game.setup.creation import GameCreated
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.vocabulary import ATTACKER
from rules.kernel.explanations import Refusal
from rules.kernel.play import Recorded
from rules.kernel.prompts import LeftOpen, Question
from rules.kernel.seats import Actor, Role
from rules.kernel.serialization import NotPlain, build, plain
from tests.game.any_command import Anybody
from tests.game.evening import Evening, die, played
from tests.game.ground_in_play import OPEN_FIELD, at
from tests.share import sample
from tests.torture.deeds import HOUSE, Table

BELOW: Final = "d1.1.c1.p1"
CHIEF: Final = "d1.1.hq"
OTHERS: Final = (ATTACKER, Role.SPECTATOR)
STEPS: Final = 120
ASIDE: Final = 10
"""After so many steps it is looked at what may be asked where refusals are set aside."""
TELLS_NOTHING: Final = frozenset({"start_turn", "next_step", "end_turn", "note", "allot_staff_bonus"})
"""What the side that keeps the secret does without doing anything with it: it looks the same at both tables."""

Pair = tuple[Evening, Evening]


def tables(**settings: Any) -> Pair:
    """Cambrai twice, on a field."""
    made = [played("cambrai-1917", table=OPEN_FIELD, **settings) for _ in range(2)]
    return made[0], made[1]


def platoon_below(**settings: Any) -> Pair:
    """At the one table it sits below, at the other it never was."""
    here, there = tables(**settings)
    created = there.log[0].event
    assert isinstance(created, GameCreated)
    bare = replace(
        created,
        stands=tuple(one for one in created.stands if one.id != BELOW),
        units=tuple(replace(unit, stands=tuple(one for one in unit.stands if one != BELOW)) for unit in created.units),
        battalions=tuple(replace(one, started=one.started - (one.id == "d1.1")) for one in created.battalions),
    )
    there.log[0] = there.log[0]._replace(event=bare)
    there.state = SYSTEM.replay(there.log)
    here.do("defender", "go_below", stands=[BELOW])
    # The ids of commands are the devices' own and tell nothing: here they are counted.
    there.count = here.count
    return here, there


def the_last_of_its_company(**settings: Any) -> Pair:
    """The same, and whoever was in sight of it has fallen."""
    pair = platoon_below(**settings)
    for evening in pair:
        evening.do("attacker", "start_turn")
        for stand in ("d1.1.c1.p2", "d1.1.c1.p3"):
            evening.do("referee", "correct", of=stand, what="alive", value=False, reason="shelled")
    return pair


def shaken_below(**settings: Any) -> Pair:
    """A commander and a platoon sit below; at the one table they are suppressed."""
    pair = tables(**settings)
    for evening in pair:
        evening.do("defender", "go_below", stands=[BELOW, CHIEF])
    for stand, levels in ((BELOW, 1), (CHIEF, 2)):
        pair[0].do("referee", "correct", of=stand, what="levels", value=levels, reason="shaken")
    return pair


def placed_below(**settings: Any) -> Pair:
    """It sits below here, or there, with others of both sides in sight of it."""
    pair = tables(**settings)
    for evening, spot in zip(pair, ((560, 1250), (888, 1700)), strict=True):
        evening.do("defender", "go_below", stands=[BELOW])
        evening.do("defender", "place_stands", stands=[at(BELOW, *spot, 180), at("d1.1.c2.p2", 600, 1500, 180)])
        evening.do("attacker", "place_stands", stands=[at("a1.1.c1.p1", 500, 1300), at("a1.1.c1.p2", 600, 1300)])
    return pair


def waiting(**settings: Any) -> Pair:
    """A battalion off the table has lost a platoon, or has not."""
    pair = tables(**settings)
    for evening in pair:
        evening.do("referee", "correct", of="d1.2", what="on_table", value=False, reason="held back")
    pair[0].do("referee", "correct", of="d1.2.c1.p1", what="alive", value=False, reason="lost on the way")
    return pair


HIDDEN: Final[Mapping[str, tuple[Callable[..., Pair], tuple[str, ...]]]] = {
    "a platoon below": (platoon_below, (BELOW, "d1.1.c1")),
    "the last of its company below": (the_last_of_its_company, (BELOW, "d1.1.c1")),
    "how shaken they are below": (shaken_below, (BELOW, CHIEF)),
    "where it sits below": (placed_below, (BELOW,)),
    "what a battalion off the table has lost": (waiting, ("d1.2", "d1.2.c1", "d1.2.c1.p1", "d1.2.hq")),
}


class Twins(Table):
    """Both tables, told the same."""

    host = Role.REFEREE
    brisk = True

    def __init__(self, pair: Pair, names: tuple[str, ...], chance: random.Random) -> None:
        self.pair, self.names, self.chance = pair, names, chance
        self.anybody = Anybody(chance)
        self.asked = self.done = 0

    @property
    def state(self) -> Any:  # type: ignore[override]  # the first of the two keeps it
        """The game as it stands at one of them."""
        return self.pair[0].state

    def go_on(self) -> None:
        """A deed of the evening, or what somebody sends who may not know the secret."""
        if self.chance.random() < 0.6:
            self.chance.choice(list(self._possible()))(self.chance)
            return
        _, kind, fields = self.anybody.next_command(self.state)
        with suppress(NotPlain):
            self._both(ATTACKER, kind, self._by_name(fields))

    def _by_name(self, fields: dict[str, Any]) -> dict[str, Any]:
        """The same about the secret, as often as not: its names in place of others."""
        text, known = json.dumps(fields), [*self.state.stands, *self.state.units, *self.state.battalions]
        for name in known if self.chance.random() < 0.5 else ():
            text = text.replace(f'"{name}"', f'"{self.chance.choice(self.names)}"')
        named: dict[str, Any] = json.loads(text)
        return named

    def _send(self, role: Role, kind: str, overrule: str = "", unreadable: bool = False, **fields: Any) -> bool:
        told = self._thrown(fields)
        # What its own side does with the secret may tell of it.
        about = any(f'"{name}"' in json.dumps(told) for name in self.names)
        if overrule or (role not in OTHERS and about):
            return False
        with suppress(NotPlain):
            return self._both(role, kind, told)
        return False

    def _thrown(self, value: Any) -> Any:
        if isinstance(value, dict):
            rolled = value.get("source") == "rolled"
            return die(self.chance.randint(1, 6)) if rolled else {key: self._thrown(one) for key, one in value.items()}
        return [self._thrown(one) for one in value] if isinstance(value, list) else value

    def _both(self, role: Role, kind: str, fields: dict[str, Any]) -> bool:
        """The same at both tables; what only its own side's secret lets it do is done at neither."""
        state, beside = (one.state for one in self.pair)
        if kind == "undo" and not all(one.deeds and one.deeds.open_name for one in (state, beside)):
            return False  # Who may take back what the other side does not know of is another question.
        command, actor = build(COMMANDS[kind], fields), Actor(role, role.value, True)
        here, there = (SYSTEM.decide(one.state.copy(), command, actor) for one in self.pair)
        accepted = not isinstance(here, Refusal), not isinstance(there, Refusal)
        if role in OTHERS:
            self.asked += 1
            assert accepted[0] == accepted[1], (kind, fields, here, there)
            assert accepted[0] or here == there, (kind, fields, here, there)
            assert _ahead(state, command, actor) == _ahead(beside, command, actor), (kind, fields)
        if not all(accepted):
            return False
        before = [(one.state.copy(), one.log[:]) for one in self.pair]
        self.done += 1
        told = [
            _played(one, outcome, role, f"alike{self.done}")
            for one, outcome in zip(self.pair, (here, there), strict=True)
        ]
        known = [_known(one) for one in self.pair]
        alike = told[0] == told[1] and known[0] == known[1]
        if role in OTHERS or kind in TELLS_NOTHING:
            assert told[0] == told[1], (kind, fields)
            assert known[0] == known[1], (kind, fields)
        if not alike:
            for evening, (old, log) in zip(self.pair, before, strict=True):
                evening.state, evening.log = old, log
        return alike


def _ahead(state: Any, command: Any, actor: Actor) -> object:
    """What a form would show of a command before its dice are thrown."""
    return prospects(state, command, actor)


def _played(evening: Evening, outcome: Any, role: Role, name: str) -> list[tuple[Role, Mapping[str, Any]]]:
    """The events folded in, as each of those who may not know the secret is told of them."""
    told = []
    for event in outcome:
        recorded = Recorded(len(evening.log) + 1, event, name, role, SYSTEM.audience(evening.state, event))
        evening.log.append(recorded)
        evening.state = SYSTEM.apply(evening.state, recorded)
        told += [(who, SYSTEM.tell(evening.state, recorded, who)) for who in OTHERS if recorded.audience.holds(who)]
    if any(SYSTEM.taken_back(event) for event in outcome):
        evening.state = SYSTEM.replay(evening.log)
    return told


def _known(evening: Evening) -> list[object]:
    """What those who may not know the secret see of the game, and what the map is asked with for them."""
    state, book = evening.state, evening.state.book()
    found: list[object] = [msgspec.json.encode(SYSTEM.view(state, role)) for role in OTHERS]
    for role in OTHERS:
        field = field_of(state, role, book)
        assert field is not None
        found += [
            known(state, Actor(role), "a1.1.c1"),
            dict(field.stands),
            field.under_fire,
            field.clouds,
            known_plans(state, role, book),
        ]
    return found


def _asks_aside(evening: Evening) -> list[object]:
    """What each deed of those who may not know the secret asks, where a refusal of it is set aside."""
    state, actor = evening.state, Actor(ATTACKER)
    stage = SYSTEM.stage(state, actor)
    found = list[object]()
    for one in (*stage.owed, *stage.offered):
        asked = SYSTEM.asked(state, actor, one.kind, plain(dict(one.about)), LeftOpen(), overruled=True)
        found.append((one.kind, one.about, str(asked.found), [_choices(each) for each in asked.questions]))
    return found


def _choices(one: Question) -> object:
    ask = one.ask
    return ask.name, ask.among, ask.least, ask.most, ask.proposals, [_choices(each) for each in one.next_row]


@pytest.mark.parametrize("seed", sample(range(2), 1))
@pytest.mark.parametrize("thing", HIDDEN)
def test_whatever_others_send_they_are_answered_alike(thing: str, seed: int) -> None:
    chance = random.Random(f"{thing} {seed}")
    make, names = HIDDEN[thing]
    twins = Twins(make(house_rules=HOUSE if seed else []), names, chance)
    assert _known(twins.pair[0]) == _known(twins.pair[1])
    if not twins.state.turn.running:
        twins._both(ATTACKER, "start_turn", {})
    for step in range(STEPS):
        twins.go_on()
        if step % ASIDE == 0:
            assert _asks_aside(twins.pair[0]) == _asks_aside(twins.pair[1])
    assert twins.asked >= STEPS / 8
    assert twins.done >= STEPS / 12
