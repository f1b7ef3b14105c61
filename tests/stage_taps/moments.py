"""Moments of kept games at which a deed stands on the stage of whoever did it then, for each kind in several games."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final, NamedTuple

import msgspec

from app.games.command_history import past_of
from app.games.json_codec import EventCodec, System
from app.games.open_game import OpenGame
from app.games.verification import read_file
from app.play.available_commands import stage_at
from app.storage.event_log import KeptCommand
from rules.flanders_fields.game.fact_proposals import ALL_DEEDS, DEEDS
from rules.flanders_fields.game.seat_context import SeatDeeds
from rules.flanders_fields.game.system import SYSTEM
from rules.kernel.commands import AtHand, OnStage, Stage, stage
from rules.kernel.play import Past
from rules.kernel.seats import Actor, Role
from rules.kernel.serialization import plain
from tests.frozen.evenings import Evening, evenings_of
from tests.frozen.games import golden_games
from tests.frozen.kept_game import KeptGame

KINDS: Final = tuple(deed.kind for deed in ALL_DEEDS)
GAMES_EACH: Final = 3
"""In so many games a deed is walked, as far as it came up in as many."""
EVENINGS: Final = ("amiens-1918", "michael-1918")
"""Kept evenings that have what no golden log has."""
STEPS: Final = 220
SIDES: Final = (Role("attacker"), Role("defender"))
KEEPER_OF_ALL: Final = ("undo", "correct_die")
"""They name an earlier command: any of those on the stage is as good as the one that was named."""


class Moment(NamedTuple):
    """A game as it stood before a deed: who did it, the stage as it was then, and the deed on it."""

    game: OpenGame
    actor: Actor
    past: Past
    stage: Stage
    deed: OnStage
    name: str
    kept: KeptGame | None = None
    """The evening that is played, where no golden log has the deed: it stands at this moment only until the next."""

    @property
    def is_in_turn(self) -> bool:
        """Whether the page has the deed at once: of what is owed one kind after the other, and before all else."""
        owed = self.stage.owed
        return not owed or self.deed.where != AtHand.HAND or self.deed.kind == owed[0].kind or self._is_another_way

    @property
    def _is_another_way(self) -> bool:
        """Whether it stands beside what is owed first, because it settles the same."""
        return self.deed.about == self.stage.owed[0].about

    def again(self) -> OpenGame:
        """The same game once more, in which something may happen."""
        game = OpenGame(self.game.record, self.game.system, self.game.codec)
        for recorded in self.game.log:
            game.fold(recorded)
        return game


def moments(system: System = SYSTEM, kinds: Collection[str] = ()) -> Iterator[Moment]:
    """Of every kind, or of `kinds` alone, as many as there are games for, and not more than are wanted."""
    found = dict[str, set[str]]()
    wanted = kinds or system.commands.keys()
    for name, path in golden_games(system.key).items():
        for moment in _of_golden(system, name, path.read_bytes(), found, wanted):
            found.setdefault(moment.deed.kind, set()).add(name)
            yield moment
    for scenario in EVENINGS if system is SYSTEM and not kinds else ():
        for evening in evenings_of(scenario)[:2]:
            yield from _of_evening(evening, found)


def _of_golden(
    system: System, name: str, data: bytes, found: Mapping[str, set[str]], kinds: Collection[str]
) -> Iterator[Moment]:
    file = read_file(data)
    codec, rows = EventCodec(system), file.rows()
    # Most were closed when they were kept; here they are open.
    record = replace(file.record(), closed_at=None)
    game, known = OpenGame(record, system, codec), dict[str, KeptCommand]()
    past = past_of(game, lambda _game_id, command_id: known.get(command_id))
    for command in file.commands:
        sent = msgspec.json.decode(command.body)
        if game.state.facts and sent["kind"] in kinds and _is_wanted(sent["kind"], name, found):
            actor = msgspec.json.decode(command.actor, type=Actor)
            yield from _moment(game, actor, past, sent, name)
        for row in rows[command.first_seq - 1 : command.last_seq]:
            game.fold(codec.read(row.logged))
        known[command.command_id] = KeptCommand(command.body, command.actor, command.first_seq)


def _of_evening(evening: Evening, found: dict[str, set[str]]) -> Iterator[Moment]:
    """The first moment of whatever has not come up anywhere, whoever's it is; a die just thrown may be read again."""
    played = KeptGame(evening.name)
    for sent in evening.sent[:STEPS]:
        deeds = [deed for deed in DEEDS if deed.kind not in found] if played.open.state.facts else []
        for actor in (Actor(role, role.value, in_time=True) for role in SIDES if deeds):
            there = stage(SeatDeeds(played.open.state, actor, played.past), deeds)
            for kind in {one.kind for one in (*there.owed, *there.offered) if one.barred is None} - found.keys():
                for moment in _moment(played.open, actor, played.past, {"kind": kind}, evening.name):
                    if moment.is_in_turn:
                        found[kind] = {evening.name}
                        yield moment._replace(kept=played)
        played.send(sent)


def _is_wanted(kind: str, name: str, found: Mapping[str, set[str]]) -> bool:
    games = found.get(kind, set())
    return len(games) < GAMES_EACH and name not in games


def _moment(game: OpenGame, actor: Actor, past: Past, sent: Mapping[str, Any], name: str) -> Iterator[Moment]:
    now = stage_at(game, actor, past).stage
    for one in (*now.owed, *now.offered):
        about = plain(dict(one.about))
        is_it = (
            len(sent) == 1
            or sent["kind"] in KEEPER_OF_ALL
            or all(sent.get(key) == value for key, value in about.items())
        )
        if one.kind == sent["kind"] and one.barred is None and is_it:
            yield Moment(game, actor, past, now, one, name)
            return
