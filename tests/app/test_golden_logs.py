"""Games kept by released versions: each folds to what it folded to then, for ever.

`golden/mons-0.1.0.json` is the evening of Mons that tests/browser plays by hand; what is held here was read off that
evening's last screens. A file is never changed again: what no longer reads it needs an upcast.
"""

from pathlib import Path
from typing import Any

import pytest

from app.games.systems import known_systems
from app.games.verify import findings, read_file
from app.games.wire import EventCodec, FromTheFuture
from rules.flanders_fields.game.state import GameState

GOLDEN = Path(__file__).parent / "golden"
MONS = GOLDEN / "mons-0.1.0.json"


EXPECTED: dict[str, Any] = {
    "turn": (2, False, "defender"),
    "lost": {
        *(f"a1.1.c{company}.p{platoon}" for company in (2, 3) for platoon in (1, 2, 3)),
        *(f"d1.1.c{company}.p{platoon}" for company in (1, 2, 3) for platoon in (1, 2, 3, 4)),
        "d1.1.mg1",
        "d1.2.c1.p1",
        "d1.2.c4.p1",
        "d1.2.mg1",
    },
    "marked": {"a1.2.c1.p1": 1},
    "tests": {"a1.1": ("half",), "d1.1": ("half", "three_quarters")},
    "off_table": {"a1.3", "d1.4"},
    "in_action": {
        *(f"{battalion}.mg{gun}" for battalion in ("a1.1", "a1.2", "a2.1") for gun in (1, 2)),
        *("a1.b1", "a1.b3", "a2.b3", "d1.2.mg1", "d1.3.mg1", "d1.b1", "d1.b2"),
    },
    "heroic": {"attacker/": 1},
}
NOT_IN_IT = {"commander_lost", "commander_replaced"}


def folded(path: Path) -> GameState:
    """The state a kept game folds to."""
    file = read_file(path.read_bytes())
    system = known_systems()[file.game.system]
    codec = EventCodec(system)
    state: GameState = system.replay([codec.read(row.logged) for row in file.rows()])
    return state


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.json")), ids=lambda path: path.stem)
def test_a_kept_game_is_whole_and_every_event_of_it_can_be_read(path: Path) -> None:
    assert findings(read_file(path.read_bytes()), known_systems()) == []


def test_the_evening_of_mons_ends_as_it_ended() -> None:
    state = folded(MONS)
    lost = {name for name, stand in state.stands.items() if not stand.alive}
    marked = {name: stand.levels for name, stand in state.stands.items() if stand.alive and stand.levels}
    assert (state.turn.number, state.turn.running, state.turn.side.value) == EXPECTED["turn"]
    assert lost == EXPECTED["lost"]
    assert marked == EXPECTED["marked"]
    assert {name: one.tests for name, one in state.battalions.items() if one.tests} == EXPECTED["tests"]
    assert {name for name, one in state.battalions.items() if not one.on_table} == EXPECTED["off_table"]
    assert {name for name, one in state.units.items() if one.carriage.value == "ready"} == EXPECTED["in_action"]
    assert dict(state.heroic_spent) == EXPECTED["heroic"]


def test_an_event_of_a_newer_program_is_told_from_a_broken_one() -> None:
    file = read_file(MONS.read_bytes())
    newest = file.rows()[-1]._replace(version=99)
    with pytest.raises(FromTheFuture, match=f"event {newest.seq} is a {newest.type} of version 99"):
        EventCodec(known_systems()[file.game.system]).read(newest.logged)


def test_the_evening_holds_most_kinds_of_events() -> None:
    kinds = {event.type for event in read_file(MONS.read_bytes()).events}
    system = known_systems()["flanders-fields"]
    assert set(system.events) - kinds == NOT_IN_IT
