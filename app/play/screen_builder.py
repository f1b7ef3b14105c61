"""Builder of the play screen of a seat: view, log, results and commands."""

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from functools import partial
from itertools import islice
from typing import Any, Final, NamedTuple
from weakref import WeakKeyDictionary

import msgspec

from app.games.app_services import Keeper
from app.games.command_handler import left_s, seated
from app.games.command_history import lines_of, past_of
from app.games.open_game import OpenGame
from app.games.service import GameService
from app.play.available_commands import StageNow, stage_at
from app.play.command_responses import StageShown, stage_shown
from app.play.play_screen import (
    BackShown,
    DeletionShown,
    HampersShown,
    MistypedShown,
    RequestShown,
    ResultRowShown,
    ResultShown,
    SaidShown,
    Scenery,
    SceneShown,
    TurnNow,
)
from app.seats.seat_repository import Seat
from rules.kernel.commands import AtHand, Stage
from rules.kernel.explanations import Refusal
from rules.kernel.game_record import PastDeed, WaitingRequest, chain
from rules.kernel.record_events import ConsentAsked, TakeBack
from rules.kernel.seats import Actor, Role, Seating

# Answers to requests

Told = Sequence[Mapping[str, Any]]


def declined(view: Mapping[str, Any], told: Told, role: Role, seating: Seating) -> RequestShown | None:
    """Who said no to the newest question of this seat, and to what, until the seat does something else; else None."""
    since: list[Mapping[str, Any]] = []
    for one in reversed(told):
        if one.get("by") == role.value:
            return _no(view, since, seating) if one["kind"] == "consent_asked" else None
        since.append(one)
    return None


def _no(view: Mapping[str, Any], since: Told, seating: Seating) -> RequestShown | None:
    """The answer among what was told `since` the question, newest first; None where none came, or a yes."""
    answer = next((one for one in reversed(since) if one["kind"] == "consent_answered"), None)
    if answer is None or answer.get("agreed", True):
        return None
    names = {side["side"]: f"The {side['name']} side" for side in view.get("sides", ())}
    who = names.get(answer["by"], f"The {seating.referee.lower()}")
    return RequestShown(says=f"{who} does not agree. {answer['says']}", side=answer["by"])


# The scene of a seat

ReadHours = Callable[[Sequence[int]], Sequence[str]]
"""When events of a game were written, by their numbers in its log."""
LATELY: Final = 120
"""So many events of the log are looked through for results of the present step."""
LINES: Final = 40
RESULTS: Final = 12


def scene_soon(games: GameService, seat: Seat, scenery: Scenery | None) -> Future[SceneShown]:
    """All that the screen of a seat shows now. Raises Problem where there is no game."""

    def look(game: OpenGame) -> SceneShown:
        actor = seated(game, seat, games.at_table)
        if actor.role.looks_on:
            return _looked_on(game, actor, scenery, games)
        return _scene_now(game, actor, scenery, games)

    return games.ask_soon(seat.game_id, look)


async def with_deletion(keeper: Keeper, seat: Seat, scene: SceneShown) -> SceneShown:
    """Return the scene with the request to delete its game, if there is one and the seat is not a spectator's."""
    deletions, game_id = keeper.deletions, seat.game_id
    known = (
        deletions.known(game_id) if deletions.is_known(game_id) else await asyncio.to_thread(deletions.known, game_id)
    )
    if known is None or scene.closed or seat.role.looks_on:
        return scene
    waiting_for = sorted(await asyncio.to_thread(deletions.waiting_for, known))
    if not waiting_for:
        return scene
    names = await asyncio.wrap_future(keeper.games.ask_soon(game_id, lambda game: game.seat_names))
    shown = DeletionShown(
        by=known.asked_by,
        waiting_for=[names[role] for role in waiting_for],
        is_asked=seat.role in waiting_for,
        is_host=seat.is_host,
    )
    return scene.model_copy(update={"deletion": shown})


def _scene_now(game: OpenGame, actor: Actor, scenery: Scenery | None, games: GameService) -> SceneShown:
    stage = stage_at(game, actor, past_of(game, games.log.command_of))
    return scene_of(game, actor, stage, scenery, partial(games.log.read_hours, game.record.id))


class Wall(NamedTuple):
    """What whoever looks on was shown last: of which event, of an open or a closed game, with whom at the table."""

    at: tuple[int, bool, bool]
    scene: SceneShown


_WALLS: Final = WeakKeyDictionary[OpenGame, Wall]()


def _looked_on(game: OpenGame, actor: Actor, scenery: Scenery | None, games: GameService) -> SceneShown:
    """The scene of who only looks on: nothing on it is anybody's own, so a hundred of them cost one."""
    at = (game.next_seq, game.is_closed, actor.nobody_else)
    kept = _WALLS.get(game)
    if kept is None or kept.at != at:
        kept = _WALLS[game] = Wall(at, _scene_now(game, actor, scenery, games))
    return kept.scene


def scene_of(
    game: OpenGame, actor: Actor, stage: StageNow, scenery: Scenery | None, read_hours: ReadHours | None = None
) -> SceneShown:
    """The scene of one who sits at an open game; its lines have their hours where these can be read."""
    role = actor.role
    made = game.view(role)
    view: Mapping[str, Any] = msgspec.json.decode(made.body)
    if scenery:
        view = scenery.as_seen(game, role, view)
    sides = game.system.seating.speaks_for(role)
    told = game.told(role, max(0, game.numbers[role] - LATELY))
    gone = game.withdrawn_numbers(role, max(0, game.numbers[role] - LATELY))
    said = list(lines_of(told))
    place = scenery.place(view) if scenery else TurnNow()
    shown = stage_shown(stage)
    return SceneShown(
        number=made.number,
        hash=made.hash,
        role=role.value,
        sides=list(sides),
        title=game.record.title,
        turn=place.turn,
        step=next((one for one in place.steps if one.state == "now"), None),
        whose=place.whose or _in_turn(stage.stage, sides),
        whose_name=place.whose_name,
        steps=list(place.steps),
        faces=scenery.faces(view, sides) if scenery else [],
        units=scenery.units(view, sides) if scenery else [],
        stage=shown,
        results=_results(game, view, told, gone, scenery),
        lines=_lines(said[: -LINES - 1 : -1], gone, scenery, _hours(game, role, told, read_hours)),
        back=_back(game, actor),
        request=_request(game, actor, shown),
        asking=_asking(game, actor),
        mistyped=_mistyped(game, shown),
        others=0 if actor.nobody_else else 1,
        closed=game.is_closed,
        declined=declined(view, told, role, game.system.seating),
        ways=scenery.ways(view, game.record.id) if scenery else [],
        sheets=scenery.sheets(view) if scenery else [],
        has_map=scenery.has_map(view) if scenery else False,
        score=place.score,
        end=place.end.value,
        hampers=scenery.hampers() if scenery else HampersShown(word="hampered", most=1),
    )


def _in_turn(stage: Stage, sides: Sequence[str]) -> str:
    """Where a system names no side in turn: the seat's own, as long as it may act itself or waits for nobody.

    Where several sides are waited for nobody has the turn.
    """
    waits = {one.side for one in stage.waiting}
    acts = stage.owed or any(one.barred is None and one.where in (AtHand.HAND, AtHand.ON) for one in stage.offered)
    if not waits or acts:
        return next(iter(sides), "")
    return waits.pop() if len(waits) == 1 else ""


def _lines(
    said: Sequence[Mapping[str, Any]], gone: frozenset[int], scenery: Scenery | None, hours: Mapping[int, str]
) -> list[SaidShown]:
    return [
        SaidShown(
            number=one["number"],
            says=one["says"],
            side=one.get("by", ""),
            gone=one["number"] in gone,
            begins=scenery is not None and scenery.begins_step(one),
            at=hours.get(one["number"], ""),
        )
        for one in said
    ]


def _hours(game: OpenGame, role: Role, told: Sequence[Mapping[str, Any]], read: ReadHours | None) -> Mapping[int, str]:
    """When what was told was written, by the seat's own numbers: read once of a game that was opened again."""
    if read is None:
        return {}
    seqs = game.newest_seqs(role, len(told))
    if unread := [seq for seq in seqs if seq not in game.hours]:
        game.hours.update(zip(unread, read(unread), strict=True))
    return {one["number"]: game.hours[seq] for one, seq in zip(told, seqs, strict=True)}


def _results(
    game: OpenGame,
    view: Mapping[str, Any],
    told: Sequence[Mapping[str, Any]],
    gone: frozenset[int],
    scenery: Scenery | None,
) -> list[ResultShown]:
    """What dice came to since the step began, without what was taken back."""
    found = list[ResultShown]()
    for one in reversed(told):
        if one["number"] in gone:
            continue
        if len(found) == RESULTS or (scenery and scenery.begins_step(one)):
            break
        result = scenery.result(view, one, _event_of(game, one)) if scenery else _plain_result(game, one)
        if result is not None:
            found.append(result.model_copy(update={"dealt": True}) if _was_dealt(game, result.command) else result)
    return found[::-1]


def _event_of(game: OpenGame, told: Mapping[str, Any]) -> object:
    """The event that a seat was told of: of one command, and of one kind."""
    command, kind = told.get("command_id"), told.get("kind")
    mine = (one.event for one in islice(reversed(game.log), LATELY) if command and one.command_id == command)
    return next((event for event in mine if game.codec.kind(event) == kind), None)


def _was_dealt(game: OpenGame, command_id: str) -> bool:
    """Whether dice of a deed were told by count."""
    deed = next((one for one in islice(_deeds(game), LATELY) if one.command_id == command_id), None)
    return deed is not None and any(die.source == "counted" for dice in deed.dice.values() for die in dice)


def _plain_result(game: OpenGame, told: Mapping[str, Any]) -> ResultShown | None:
    """Of a system that draws nothing: its own sentence, and the dice of the deed."""
    deed = next((one for one in _deeds(game) if one.command_id == told.get("command_id")), None)
    # That a refusal was set aside is no result: what was done all the same is told with it.
    if deed is None or not deed.dice or told.get("kind") in ("overruled", "overruled_alone"):
        return None
    thrown = [(name, [die.pips for die in dice]) for name, dice in deed.dice.items()]
    rows = [
        ResultRowShown(dice=faces, name=told["says"] if n == 0 else "", reckoning="", tags=[], lines=[], stand="")
        for n, (_, faces) in enumerate(thrown)
    ]
    return ResultShown(
        number=told["number"],
        kind=told.get("kind", ""),
        label="Done",
        headline=told["says"],
        small="",
        rows=rows,
        said="",
        side=told.get("by", deed.role.value),
        unit="",
        changed=[],
        command=deed.command_id,
        dice=sum(len(faces) for _, faces in thrown),
    )


def _deeds(game: OpenGame, role: Role | None = None) -> Iterator[PastDeed]:
    """What was done, newest first, with what a role has written unsealed; nothing of a system that keeps no record."""
    newest = getattr(game.state_of(role) if role else game.state, "deeds", None)
    return chain(newest) if isinstance(newest, PastDeed) else iter(())


def _open_request(game: OpenGame) -> WaitingRequest | None:
    asked = getattr(game.state, "asked", None)
    return asked if isinstance(asked, WaitingRequest) else None


def _back(game: OpenGame, actor: Actor) -> BackShown | None:
    """The newest deed of the seat's own that it may know of."""
    if game.is_closed or not game.system.seating.speaks_for(actor.role):
        return None
    referee = actor.role is Role.REFEREE
    for deed in _deeds(game, actor.role):
        name = deed.name_for(actor.role)
        if name and (referee or deed.role is actor.role):
            dice = [die.pips for thrown in deed.dice.values() for die in thrown]
            written = all(one.command_id != deed.command_id for one in _deeds(game))
            asks = not written and _asks(game, actor, deed)
            return BackShown(command=deed.command_id, name=name, dice=dice, asks=asks, written=written)
    return None


def _asks(game: OpenGame, actor: Actor, deed: PastDeed) -> bool:
    """Whether the rules ask somebody else before a deed is taken back."""
    found = game.system.decide(game.state_of(actor.role), TakeBack(command_id=deed.command_id), actor)
    return not isinstance(found, Refusal) and any(isinstance(one, ConsentAsked) for one in found)


def _request(game: OpenGame, actor: Actor, stage: StageShown) -> RequestShown | None:
    asked = _open_request(game)
    if asked is None or not any(one.kind == "answer" for one in stage.required):
        return None
    return _shown_request(asked, actor.role)


def _asking(game: OpenGame, actor: Actor) -> RequestShown | None:
    asked = _open_request(game)
    if asked is None or not (asked.by is actor.role or actor.role.looks_on):
        return None
    return _shown_request(asked, actor.role)


def _shown_request(asked: WaitingRequest, role: Role) -> RequestShown:
    """What is asked, and why as whoever asks said it, where a role may read that."""
    known = asked.wanted if role in (Role.REFEREE, asked.by) else asked.command
    why = f" ({known['reason']})" if known.get("reason") else ""
    return RequestShown(says=asked.words_for(role) + why, side=asked.by.value)


def _mistyped(game: OpenGame, stage: StageShown) -> MistypedShown | None:
    """Whether a die of the newest deed may be read again, and how long."""
    deed = next((one for one in stage.available if one.kind == "correct_die" and one.barred is None), None)
    if deed is None:
        return None
    return MistypedShown(command=str(deed.about.get("command_id", "")), until_ms=int(left_s(game) * 1000))
