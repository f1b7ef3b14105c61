"""Games kept by released versions: each folds to what it folded to then, for ever.

`golden/mons-0.1.0.json` is the evening of Mons that tests/browser plays by hand; what is held here was read off that
evening's last screens. `golden/mons-commanders-0.1.0.json` has the kinds of events that evening lacks. The sequences of
1916, 1917 and 1918 are those that tests/browser plays; each game of `golden/deeds-0.1.0` is one of tests/game with the
units that matter, its outcomes worked by hand there. `golden/brisefer-ridge-0.1.0.json` is what
`tests/earth_1418/eight_bounds.py` played before commands and plans were drafts, `golden/brisefer-drafts.json` what it
plays since, `golden/ridge-on-a-map.json` what `on_the_map.py` does there, and `golden/ridge-with-parts-removed.json`
what `parts_removed.py` does: all that they remember is held. A file is never changed again: what no longer reads it
needs an upcast.
"""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import msgspec
import pytest

from app.games.json_codec import EventCodec, FromTheFuture
from app.games.verification import findings, read_file
from app.settings import Settings
from rules.flanders_fields.game.state.game import GameState
from tests.client import TestClient, app_with
from tests.frozen.games import golden_games
from tests.systems import known_systems
from tests.torture.forgery import chained

GOLDEN = Path(__file__).parent / "golden"
MONS = GOLDEN / "mons-0.1.0.json"
BRISEFER = GOLDEN / "brisefer-ridge-0.1.0.json"


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
# What the state of a thing was made of in 0.1.0. What comes later does not count; what is renamed is named anew here.
FIELDS: dict[str, tuple[str, ...]] = {
    "regiments": (
        *("name", "side", "commander", "battalions", "units"),
        *("field_promotion", "discipline_used", "staff_bonus_to", "staff_bonus_spent"),
    ),
    "battalions": (
        *("name", "side", "regiment", "quality", "commander", "units", "started", "on_table"),
        *("fired_on", "field_promotion", "tests", "fate", "discipline_used", "mad_minute_turn"),
    ),
    "units": (
        *("name", "side", "kind", "level", "of", "stands", "carriage"),
        *("mad_minutes", "fired_on", "company_suppressions"),
    ),
    "stands": ("unit", "name", "side", "levels", "alive", "on_wire", "has_fired", "in_gas"),
}
STATES = {
    "mons-0.1.0": "adbee6ec154ee499fdd52beb025c9496e4adbc58046e77329659d3137cbc2491",
    "mons-commanders-0.1.0": "f96454cf37f33d5cd508c3ac6cf681d7753f768a94c10f31c1a5db5e9817a73a",
}
GAMES = sorted(GOLDEN.rglob("*.json"))
CHAPTERS = (
    *("guns", "gas", "air", "cards", "national", "deep", "barrages", "shelters"),
    *("plan_done", "sealed", "assault", "fired_at_closers", "ground", "places", "set_up"),
)
FOLDS_TO = json.loads((GOLDEN.parent / "golden_states.json").read_bytes())
"""What each game of the chapters folds to: the hash over its units, and what its chapters remember."""
OF_THE_RECORD = ("deeds", "asked", "allowed", "seated", "sitting", "seats_allowed", "thrown", "named")
HTML = {"Accept": "text/html"}


def folded(path: Path) -> Any:
    """The state a kept game folds to."""
    file = read_file(path.read_bytes())
    system = known_systems()[file.game.system]
    codec = EventCodec(system)
    return system.replay([codec.read(row.logged) for row in file.rows()])


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
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


@pytest.mark.parametrize("system", known_systems())
def test_the_kept_games_hold_every_kind_of_event(system: str) -> None:
    """Events of the kernel are the same in every system: a game of any system holds them."""
    of_the_kernel = set.intersection(*(set(one.events) for one in known_systems().values()))
    own, every = (
        {event.type for path in golden_games(of).values() for event in read_file(path.read_bytes()).events}
        for of in (system, "")
    )
    assert set(known_systems()[system].events) - own - (every & of_the_kernel) == set()


def state_hash(state: GameState) -> str:
    """The hash over everything that 0.1.0 knew of every thing at the table."""
    known = {
        kind: {name: [getattr(one, field) for field in fields] for name, one in sorted(getattr(state, kind).items())}
        for kind, fields in FIELDS.items()
    }
    turn = (state.turn.number, state.turn.running, state.turn.side, state.turn.step, state.turn.of)
    return hashlib.sha256(json.dumps(msgspec.to_builtins((known, turn))).encode()).hexdigest()


def table_of(state: Any) -> dict[str, Any]:
    """All that a state remembers of the table, without the record's own deeds, which are told from what they did."""
    told: dict[str, Any] = msgspec.to_builtins(
        {one.name: getattr(state, one.name) for one in fields(state) if one.name not in OF_THE_RECORD}
    )
    return told


def chapters(state: GameState) -> dict[str, Any]:
    """What the chapters of the game remember."""
    told: dict[str, Any] = msgspec.to_builtins({name: getattr(state, name) for name in CHAPTERS})
    return told


def lost_of(kept: Any, now: Any, where: str = "") -> Iterator[str]:
    """Whatever was remembered and is remembered otherwise now; what is remembered besides is no loss."""
    if isinstance(kept, dict) and isinstance(now, dict):
        for name, value in kept.items():
            yield from lost_of(value, now.get(name), f"{where}.{name}")
    elif isinstance(kept, list) and isinstance(now, list) and len(kept) == len(now):
        for number, (one, other) in enumerate(zip(kept, now, strict=True)):
            yield from lost_of(one, other, f"{where}[{number}]")
    elif kept != now:
        yield f"{where}: {kept!r} is {now!r}"


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_kept_game_folds_to_the_same_state_for_ever(path: Path) -> None:
    state = folded(path)
    if not isinstance(state, GameState):
        assert list(lost_of(FOLDS_TO[path.stem], json.loads(json.dumps(table_of(state))))) == []
    elif path.stem in STATES:
        assert state_hash(state) == STATES[path.stem]
    else:
        kept = FOLDS_TO[path.stem]
        assert state_hash(state) == kept["units"]
        assert list(lost_of(kept["chapters"], json.loads(json.dumps(chapters(state))))) == []


def test_what_is_remembered_otherwise_is_found() -> None:
    kept = {"gas": {"clouds": [{"id": "cloud1", "up_cm": 60.0}], "wind": None}}
    assert list(lost_of(kept, {"gas": {"clouds": [{"id": "cloud1", "up_cm": 60.0, "new": 1}], "wind": None}})) == []
    assert list(lost_of(kept, {"gas": {"clouds": [], "wind": None}})) == [
        f".gas.clouds: {kept['gas']['clouds']!r} is []"
    ]
    assert list(lost_of(kept, {"gas": {"clouds": [{"id": "cloud1", "up_cm": 61.0}], "wind": None}})) == [
        ".gas.clouds[0].up_cm: 60.0 is 61.0"
    ]


def test_a_commander_lost_and_replaced_stays_so() -> None:
    """FF-CMD-09: the battalion is led again, by an officer who was promoted in the field."""
    battalion = folded(GOLDEN / "mons-commanders-0.1.0.json").battalions["a1.1"]
    assert (battalion.field_promotion, battalion.fate.value) == (True, "stands")


@pytest.mark.parametrize("kept", [MONS, BRISEFER], ids=lambda path: path.stem)
def test_a_game_a_newer_program_played_on_is_shown_with_a_sentence_and_nothing_of_it_is_lost(
    tmp_path: Path, kept: Path
) -> None:
    """Its last event is of a version that is not known here: it can be looked at, taken along, and not continued."""
    plain = json.loads(kept.read_bytes())
    plain["game"]["closed_at"] = None
    plain["events"][-1] |= {"version": 99, "payload": '{"in":"words of tomorrow"}'}
    file, base = chained(plain), "http://table.test"
    settings = Settings(database_url=f"sqlite:///{tmp_path / 'games.db'}", log_level="warning")
    with TestClient(app_with(settings), base_url=base, headers={"Origin": base}) as host:
        brought = host.post("/api/v1/games/import", content=file, headers={"Content-Type": "application/json"})
        assert brought.status_code == 201, brought.text
        here = f"/games/{brought.json()['game_id']}"
        for path in (here, f"{here}/log"):
            told = host.get(path, headers=HTML).text
            assert "A newer program has played this game on." in told
            assert plain["events"][-1]["type"] not in told
        note = {"command_id": "n", "expected_seq": len(plain["events"]) - 1, "command": {"kind": "note", "text": "on"}}
        answer = host.post(f"/api/v1{here}/commands", json=note).json()
        assert (answer["status"], answer["type"]) == (409, "/problems/newer-program")
        assert plain["events"][-1]["type"] not in str(answer)
        assert answer["instead"] == "update Beaten Zone to play on"
        assert host.get(f"/api/v1{here}/export").json()["events"] == json.loads(file)["events"]
