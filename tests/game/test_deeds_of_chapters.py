"""What a seat is offered and asked, held to the golden logs; the chapters described by deeds only grow."""

from dataclasses import replace
from functools import partial
from random import Random
from typing import Any, Final

import msgspec
import pytest

from app.games.command_history import past_of
from app.games.json_codec import EventCodec, read_command
from app.games.open_game import OpenGame
from app.games.verification import read_file
from app.storage.event_log import KeptCommand
from rules.flanders_fields.game.actions.cards.card_draws import DrawCard
from rules.flanders_fields.game.actions.turn import formation_of
from rules.flanders_fields.game.fact_proposals import ALL_DEEDS, DEEDS
from rules.flanders_fields.game.seat_context import SeatDeeds
from rules.flanders_fields.game.setup.creation import CREATING_DEEDS
from rules.flanders_fields.game.state.cards import FULL_PACK
from rules.flanders_fields.game.state.game import GameState
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.vocabulary import ATTACKER, DEFENDER, SEATING, DueKind
from rules.kernel.commands import Stage, stage
from rules.kernel.dice import Pack
from rules.kernel.explanations import Refusal
from rules.kernel.seats import Actor, Audience, Role
from tests.frozen.games import golden_games
from tests.share import sample
from tests.stage_toy.properties import NoDocument, by_chance, check_asked

GAMES: Final = golden_games(SYSTEM.key)
ABLE: Final = (ATTACKER, DEFENDER, Role.REFEREE)


def stages(state: Any) -> dict[Role, Stage]:
    return {role: SYSTEM.stage(state, Actor(role)) for role in SEATING.roles} if state.facts else {}


def check_waiting(state: GameState, role: Role, now: Stage) -> None:
    """The other side's promotions are waited for, its arrivals are not: of those only it knows."""
    waiting = {(one.kind, one.side) for one in now.waiting}
    assert not any(kind == "roll_reinforcement" for kind, _ in waiting)
    for due in state.due:
        side = formation_of(state, due.of).side if due.kind is DueKind.FIELD_PROMOTION else None
        if side and role not in (Role(side.value), Role.REFEREE):
            assert ("promote_in_field", side.value) in waiting


def shuffled(command: Any, chance: Random) -> Any:
    """What the keeper of a game draws for a command: the order of its pack."""
    if isinstance(command, DrawCard) and not command.card:
        return replace(command, pack=Pack(tuple(chance.sample(range(len(FULL_PACK)), len(FULL_PACK)))))
    return command


def same(state: GameState, actor: Actor, one: Any, other: Any) -> bool:
    first, second = (SYSTEM.decide(SYSTEM.copy(state), command, actor) for command in (one, other))
    return first == second


@pytest.mark.parametrize("name", GAMES)
def test_each_command_is_offered_and_the_stage_tells_of_nothing(name: str) -> None:
    file = read_file(GAMES[name].read_bytes())
    game, rows = OpenGame(file.record(), SYSTEM, EventCodec(SYSTEM)), file.rows()
    codec, asked = EventCodec(SYSTEM), 0
    known = {one.command_id: KeptCommand(one.body, one.actor, one.first_seq) for one in file.commands}
    past = past_of(game, lambda _game_id, command_id: known.get(command_id))
    for command in file.commands:
        body = msgspec.json.decode(command.body)
        happened = rows[command.first_seq - 1 : command.last_seq]
        before = stages(game.state)
        if body.get("kind") in {deed.kind for deed in ALL_DEEDS}:
            actor = msgspec.json.decode(command.actor, type=Actor)
            sent = read_command(SYSTEM, body)
            # What an earlier program took and this one refuses is offered no more.
            if not isinstance(SYSTEM.decide(SYSTEM.copy(game.state), sent, actor, past), Refusal):
                deeds = DEEDS if game.state.facts else CREATING_DEEDS
                check_asked(SeatDeeds(game.state, actor, past), deeds, sent, partial(same, game.state, actor))
                asked += 1
        recorded = [codec.read(row.logged) for row in happened]
        for one in recorded:
            game.fold(one)
        for role, now in stages(game.state).items():
            check_waiting(game.state, role, now)
            hidden = all(one.audience is not Audience.ALL and one.audience.value != role.value for one in recorded)
            if before and hidden and role is not Role.REFEREE:
                assert now == before[role], f"the stage of {role} tells of {recorded}"
    assert asked or "deeds" in str(GAMES[name])


@pytest.mark.parametrize("name", sample(GAMES, 3))
def test_what_is_offered_is_done(name: str) -> None:
    file, chance = read_file(GAMES[name].read_bytes()), Random(name)
    game, rows, codec = OpenGame(file.record(), SYSTEM, EventCodec(SYSTEM)), file.rows(), EventCodec(SYSTEM)
    for row in rows:
        game.fold(codec.read(row.logged))
        for role in ABLE if game.state.facts else ():
            seated = SeatDeeds(game.state, Actor(role))
            found = stage(seated, DEEDS)
            for one in (*found.owed, *found.offered):
                if one.barred is None:
                    deed = next(deed for deed in DEEDS if deed.kind == one.kind)
                    try:
                        told = by_chance(deed, seated, one.about, chance)
                    except NoDocument:
                        continue
                    command = deed.filled(seated, one.about, told)
                    if isinstance(command, Refusal):
                        continue
                    judged = SYSTEM.decide(SYSTEM.copy(game.state), shuffled(command, chance), Actor(role))
                    assert not isinstance(judged, Refusal), f"{role} was offered {command} and is refused it: {judged}"
