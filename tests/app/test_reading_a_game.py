"""A game that is opened from its rows is the game that was played, event by event."""

import gc
import weakref
from collections.abc import Iterator, Sequence
from typing import Any

from app.games.json_codec import EventCodec
from app.games.open_game import OpenGame
from app.storage.event_log import GameRecord, Logged
from rules.flanders_fields.game.rule_module import Correct
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.vocabulary import SEATING
from rules.kernel.explanations import Refusal
from rules.kernel.play import Recorded
from rules.kernel.record_events import Note, TakeBack
from rules.kernel.rule_modules import Command
from rules.kernel.seats import Actor, Role
from tests.bench.evening import script

CODEC = EventCodec(SYSTEM)
RECORD = GameRecord("g", SYSTEM.key, "Mons", "2026-11-21T10:00:00Z", None, ())
REFEREE = Actor(Role.REFEREE)
TAKE_BACK_EVERY = 40


def played() -> OpenGame:
    """An evening in which now and then a note, a correction, or the deed before them is taken back."""
    game = OpenGame(RECORD, SYSTEM, CODEC, head=b"head")
    for recorded in script().table.log:
        game.fold(recorded._replace(seq=game.next_seq))
        if len(game.log) % TAKE_BACK_EVERY == 0:
            deed = game.state.deeds.command_id
            for command in (
                Correct(of="a1.1.c1.p1", what="levels", value=1, reason="seen"),
                Note(text="so"),
                TakeBack(),
            ):
                happen(game, command)
            happen(game, TakeBack(command_id=deed) if len(game.log) % 3 else TakeBack())
            happen(game, Note(text="and on"))
    return game


def happen(game: OpenGame, command: Command) -> None:
    events = SYSTEM.decide(game.state, command, REFEREE)
    assert not isinstance(events, Refusal), events
    name = f"late-{game.next_seq}"
    for event in events:
        game.fold(Recorded(game.next_seq, event, name, Role.REFEREE, SYSTEM.audience(game.state, event)))


def rows_of(log: Sequence[Recorded[Any]]) -> Iterator[Logged]:
    for seq, event, command_id, role, audience in log:
        kind = CODEC.kind(event)
        yield seq, kind, CODEC.version(kind), CODEC.payload(event), command_id, role.value, audience.value


def test_opened_from_its_rows_it_is_the_game_that_was_played() -> None:
    live = played()
    opened = OpenGame(RECORD, SYSTEM, CODEC, list(rows_of(live.log)), b"head")
    assert opened.log == live.log
    assert (opened.numbers, opened.command_ids, opened.next_seq) == (live.numbers, live.command_ids, live.next_seq)
    for role in SEATING.roles:
        assert opened.view(role) == live.view(role)
        assert opened.told(role) == live.told(role)
        assert opened.withdrawn_numbers(role) == live.withdrawn_numbers(role)
    assert deeds(opened) == deeds(live)


def test_what_is_taken_back_after_opening_is_what_was_done() -> None:
    live = played()
    opened = OpenGame(RECORD, SYSTEM, CODEC, list(rows_of(live.log)), b"head")
    for name in (deeds(live)[0][0], deeds(live)[200][0]):
        for game in (live, opened):
            happen(game, TakeBack(command_id=name))
        assert all(opened.view(role) == live.view(role) for role in SEATING.roles)
        assert deeds(opened) == deeds(live)


def test_a_game_that_nobody_knows_of_is_gone_without_the_garbage_collector() -> None:
    rows = list(rows_of(played().log))
    gc.collect()
    gc.disable()
    try:
        game = OpenGame(RECORD, SYSTEM, CODEC, rows, b"head")
        for role in SEATING.roles:
            game.view(role)
        happen(game, TakeBack())
        known = [weakref.ref(game), weakref.ref(game.state)]
        del game
        assert [one() for one in known] == [None, None]
    finally:
        gc.enable()


def deeds(game: OpenGame) -> list[tuple[Any, ...]]:
    """Everything that could still be taken back, newest first, with its name and its dice."""
    found: list[tuple[Any, ...]] = []
    deed = game.state.deeds
    while deed is not None:
        found.append((deed.command_id, deed.role, deed.span, deed.seqs, deed.name, deed.dice, deed.audience))
        deed = deed.before
    return found
