"""Commands available to a seat, and the prompts of a command."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from copy import deepcopy
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeVar

from app.games.command_handler import seated
from app.games.command_history import past_of
from app.games.open_game import OpenGame
from app.games.service import GameService
from app.seats.seat_repository import Seat
from rules.kernel.commands import NOT_ON_STAGE, Stage
from rules.kernel.consent import for_good
from rules.kernel.dice import UNTHROWN
from rules.kernel.explanations import Refusal
from rules.kernel.play import Past
from rules.kernel.prompts import NEEDED, Ask, AskKind, AsProposed, Filled, Origin, Proposal, Question, Told, proposed
from rules.kernel.record_events import rolls_at_once
from rules.kernel.seats import Actor
from rules.kernel.serialization import NotPlain, build

# Facts that change no die

Faces = Callable[[Told], Sequence[Any] | None]
"""What every face of every die would bring after these answers; None where the rules take them no more."""
MOST_WEIGHED: Final = 300
"""So many values are tried at the most; of what is left nothing is said."""


def weighed(questions: Sequence[Question], told: Told, faces: Faces) -> Mapping[str, bool]:
    """Whether another value of each fact changes a face of any die, by the place of the fact.

    False where no value does; nothing is said where the dice of the deed are not known before they fall.
    """
    now, found, tried = faces(told), dict[str, bool](), 0
    if not now:
        return found
    for path, ask in _facts(questions, ""):
        others = _others(ask, _at(told, path))
        tried += len(others)
        if tried > MOST_WEIGHED:
            break
        if others:
            found[path] = any(faces(_with(told, path, value)) != now for value in others)
    return found


def _facts(questions: Sequence[Question], at: str) -> Iterator[tuple[str, Ask]]:
    for one in questions:
        for n, row in enumerate(one.rows):
            yield from _facts(row, f"{at}{one.ask.name}.{n}.")
        if not one.rows and one.ask.kind is not AskKind.DICE:
            yield at + one.ask.name, one.ask


def _others(ask: Ask, value: Any) -> list[Any]:
    """The values of a fact besides the one that counts; of a distance one in each other band that matters."""
    counts = ask.usual if value is None and ask.usual is not NEEDED else value
    if ask.kind is AskKind.SWITCH:
        return [one for one in (True, False) if one != counts]
    if ask.kind is AskKind.WORD:
        return [one for one in ask.among or () if one != counts]
    if ask.kind is AskKind.CM and counts is not None:
        # Its own band is tried too: a figure near the edge may be taken for one of the next.
        return [band.value for band in ask.bands if band.value != counts]
    return []


def _at(told: Any, path: str) -> Any:
    for step in path.split("."):
        told = told[int(step)] if isinstance(told, list) else told.get(step) if isinstance(told, Mapping) else None
    return told


def _with(told: Told, path: str, value: Any) -> Told:
    changed: Any = deepcopy(dict(told))
    *parts, last = path.split(".")
    into = changed
    for step in parts:
        into = into[int(step)] if isinstance(into, list) else into.setdefault(step, {})
    into[last] = value
    return dict(changed)


# A seat's stage and the asks of a deed

T = TypeVar("T")
NOTHING = Stage((), (), ())


class StageNow(NamedTuple):
    """A stage, the number in the seat's own numbering at which it stands, and what each thing on it is called."""

    number: int
    stage: Stage
    names: Mapping[str, str]


class AskedNow(NamedTuple):
    """What a deed asks, the number at which that stands, and what each choice is called.

    `told`: the answers, with what was proposed where that was wanted, and where each of these comes from (`origins`).
    `meeting`: of two dice that meet, what each pair brings. `matters`: whether another value of a fact would change a
    die, by its place, where that was wanted. `can_override`: whether the refusal that was found could be set aside.
    """

    number: int
    filled: Filled[Any]
    names: Mapping[str, str]
    told: Told
    origins: Mapping[str, Origin]
    odds: Sequence[Any] = ()
    matters: Mapping[str, bool] = MappingProxyType({})
    meeting: Any = None
    can_override: bool = False


Foresee = Callable[[OpenGame, Actor, Any, Mapping[str, str]], Sequence[Any]]
"""What a rule system says of the dice of a command before they are thrown: the game, who throws, the command, names."""
Meets = Callable[[OpenGame, Actor, Any, Mapping[str, str]], Any]
"""What it says of one that meets another side's die; None of any other."""


def stage_soon(games: GameService, seat: Seat) -> Future[StageNow]:
    """What a seat owes, is offered and waits for; nothing in a closed game. Raises Problem where there is no game."""

    return _soon(games, seat, stage_at)


def stage_at(game: OpenGame, actor: Actor, past: Past) -> StageNow:
    """The same of a game in hand."""
    found = NOTHING if game.is_closed else game.system.stage(game.state_of(actor.role), actor, past)
    things = (value for one in (*found.owed, *found.offered) for value in one.about.values())
    return StageNow(game.numbers[actor.role], found, _names(game, actor, things))


def asked_soon(
    games: GameService,
    seat: Seat,
    kind: str,
    about: Told,
    told: Told,
    propose: bool = False,
    foresee: Foresee | None = None,
    weigh: bool = False,
    meets: Meets | None = None,
    overrule: str = "",
) -> Future[AskedNow]:
    """What a deed asks as far as it was told; one that is not on the seat's stage is refused. Raises as above.

    `propose`: as if each fact that nobody told had been told as it is proposed. `foresee`: what the dice may bring.
    `weigh`: whether another value of each fact would change that. `overrule`: the clause of a refusal that the players
    mean to set aside: what it asks then.
    """

    def look(game: OpenGame, actor: Actor, past: Past) -> AskedNow:
        return asked_at(game, actor, past, kind, about, told, propose, foresee, weigh, meets, overrule)

    return _soon(games, seat, look)


def asked_at(
    game: OpenGame,
    actor: Actor,
    past: Past,
    kind: str,
    about: Told,
    told: Told,
    propose: bool = False,
    foresee: Foresee | None = None,
    weigh: bool = False,
    meets: Meets | None = None,
    overrule: str = "",
) -> AskedNow:
    """The same of a game in hand."""
    number = game.numbers[actor.role]
    if game.is_closed:
        return AskedNow(number, Filled((), NOT_ON_STAGE), {}, told, {})

    def look(overruled: bool) -> AsProposed[Any]:
        def asked(so_far: Told) -> Filled[Any]:
            return game.system.asked(game.state_of(actor.role), actor, kind, about, so_far, past, overruled)

        return proposed(asked, told) if propose else AsProposed(asked(told), told, {})

    found, can_override = _set_aside(look, overrule, "override" in game.system.commands)
    if overrule and not rolls_at_once(actor) and _lacks_dice(found.filled):
        found = _as_request(found, game.system.commands[kind], about)
    # Only what is offered for choice is named: not whatever a client may ask about.
    names = _names(game, actor, _choices(found.filled.questions))
    if foresee is None or not _lacks_dice(found.filled):
        return AskedNow(number, found.filled, names, found.told, found.origins, can_override=can_override)
    questions = found.filled.questions

    def faces(so_far: Told) -> Sequence[Any]:
        command = with_dice(game.system.commands[kind], about, so_far, questions)
        return foresee(game, actor, command, names) if command is not None else ()

    matters = _weighed(questions, found.told, faces) if weigh else {}
    whole = with_dice(game.system.commands[kind], about, found.told, questions)
    meeting = meets(game, actor, whole, names) if meets and whole is not None else None
    odds = faces(found.told)
    return AskedNow(number, found.filled, names, found.told, found.origins, odds, matters=matters, meeting=meeting)


def _set_aside(look: Callable[[bool], AsProposed[Any]], overrule: str, can: bool) -> tuple[AsProposed[Any], bool]:
    """What is asked where a refusal by the clause `overrule` is set aside, and whether one that stands could be.

    A refusal by another clause stands: whoever sets one rule aside sees what else he would. `can`: whether refusals of
    this game are set aside at all.
    """
    found = look(False)
    refusal = found.filled.found
    if isinstance(refusal, Refusal) and (not overrule or refusal.clause != overrule):
        can = can and refusal.clause != "" and not isinstance(look(True).filled.found, Refusal)
        return found, can
    if not overrule or not can:
        return found, False
    forced = look(True)
    stands = forced.filled.found
    if isinstance(stands, Refusal):
        forced = replace(forced, filled=replace(forced.filled, found=for_good(stands)))
    return forced, False


def _as_request(found: AsProposed[Any], command: type[Any], about: Told) -> AsProposed[Any]:
    """What is asked for a request: no dice, since they are thrown once it is agreed to. They stand unthrown in `told`.

    Where a die that nobody has seen still leaves something missing, what is asked stays as it is.
    """
    questions = found.filled.questions
    whole = with_dice(command, about, found.told, questions)
    if whole is None:
        return found
    values = _dice_put_in({**about, **found.told}, questions, UNTHROWN)
    told = {name: value for name, value in values.items() if name not in about}
    left = tuple(question for question in questions if question.ask.kind is not AskKind.DICE)
    return replace(found, filled=replace(found.filled, questions=left, found=whole), told=told)


class KnownNow(NamedTuple):
    """What a seat knows of each stand by its id, and the number at which that stands."""

    number: int
    stands: Mapping[str, Mapping[str, Proposal]]


Knows = Callable[[Any, Actor, str, Past], Mapping[str, Mapping[str, Proposal]]]
"""What a rule system knows of each stand: the state of a game, who asks, the unit in hand, and the past."""


def known_soon(games: GameService, seat: Seat, unit: str, knows: Knows) -> Future[KnownNow]:
    """What a seat knows of each stand with a unit in hand. Raises Problem where there is no game."""

    def look(game: OpenGame, actor: Actor, past: Past) -> KnownNow:
        return KnownNow(game.numbers[actor.role], knows(game.state_of(actor.role), actor, unit, past))

    return _soon(games, seat, look)


def system_of(games: GameService, game_id: str) -> Future[str]:
    """The key of the rule system that a game is played by. Raises Problem where there is no game."""
    return games.ask_soon(game_id, lambda game: game.record.system)


def _weighed(questions: Sequence[Question], told: Told, faces: Callable[[Told], Sequence[Any]]) -> Mapping[str, bool]:
    # Read when a screen first asks for it, not with the service.

    return weighed(questions, told, lambda so_far: [_faces(one) for one in faces(so_far)])


def _faces(die: Any) -> tuple[Any, ...]:
    """What tells one die from another before it falls: whose it is, how often, and what each face brings."""
    return die.of, die.by, die.throws, [die.bars[n].word for n in die.six]


def _lacks_dice(filled: Filled[Any]) -> bool:
    """Whether all that is missing are dice."""
    last = filled.questions[-1] if filled.questions else None
    return isinstance(filled.found, NotPlain) and last is not None and last.ask.kind is AskKind.DICE


UNSEEN: Final = {"pips": 1, "source": "rolled"}
"""A die that nobody has seen."""


def with_dice(command: type[Any], about: Told, told: Told, questions: Sequence[Question]) -> Any | None:
    """The command that only lacks dice, with dice that nobody has seen; None where more is missing."""
    try:
        return build(command, _dice_put_in({**about, **told}, questions, UNSEEN))
    except NotPlain:
        return None


def _dice_put_in(told: Told, questions: Sequence[Question], die: Mapping[str, object]) -> Told:
    """What was told, with the same die in every place where one is asked for."""
    values = deepcopy(dict(told))
    for one in questions:
        ask = one.ask
        if ask.kind is not AskKind.DICE:
            continue
        if ask.per:
            for row, count in zip(values[ask.per], ask.counts, strict=True):
                row[ask.name] = dict(die) if ask.most is None else [dict(die) for _ in range(count)]
        else:
            values[ask.name] = dict(die) if ask.most is None else [dict(die) for _ in range(int(ask.most))]
    return values


def _soon(games: GameService, seat: Seat, look: Callable[[OpenGame, Actor, Past], T]) -> Future[T]:
    def at_its_turn(game: OpenGame) -> T:
        return look(game, seated(game, seat, games.at_table), past_of(game, games.log.command_of))

    return games.ask_soon(seat.game_id, at_its_turn)


def _choices(questions: Iterable[Question]) -> Iterator[Any]:
    for one in questions:
        # A word is no name of anything, though a thing or a command may be called so.
        yield from one.ask.among or () if one.ask.kind is not AskKind.WORD else ()
        for row in (*one.rows, one.next_row):
            yield from _choices(row)


def _names(game: OpenGame, actor: Actor, things: Iterable[Any]) -> Mapping[str, str]:
    return game.system.names(
        game.state_of(actor.role), actor.role, {thing for thing in things if isinstance(thing, str)}
    )
