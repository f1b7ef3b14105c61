"""Refusals on the stages of both systems: what can be overridden is carried out, and the rest is listed."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Any, Final, NamedTuple

import pytest

from app.games.command_history import past_of
from app.games.json_codec import EventCodec
from app.games.open_game import OpenGame
from app.games.verification import read_file
from app.play.available_commands import AskedNow, asked_at, stage_at, with_dice
from app.storage.event_log import KeptCommand
from rules.kernel.dice import unseen
from rules.kernel.explanations import Refusal
from rules.kernel.play import Past
from rules.kernel.prompts import AskKind
from rules.kernel.record_events import Overrule
from rules.kernel.seats import Actor, Role
from rules.kernel.serialization import NotPlain, plain
from tests.frozen.games import golden_games, system_of
from tests.stage_toy.properties import NoDocument, by_chance
from tests.systems import known_systems

ROLES: Final = (Role("attacker"), Role("defender"), Role.REFEREE)
TRIES: Final = 2
REASON: Final = "as agreed at the table"
UNDRAWN: Final[Mapping[str, Any]] = {"shuffled": []}
"""A pack that the service has not shuffled yet."""
STANDS: Final = "this cannot be set aside"

ILL_TOLD: Final = "what was told contradicts itself"
NOTHING_THERE: Final = "there is nothing that it could be done to"
COMES_FIRST: Final = "its result is read from what comes first"
NO_TABLE: Final = "no table of the book has a line for it"
SECRET: Final = "the other side would hear of what it may not know"
NEVER: Final[Mapping[str, Mapping[tuple[str, str], str]]] = {
    "earth-1418": {
        ("close_step", "BE-INJ-09"): COMES_FIRST,
        ("ready", "BE-CMD-01"): COMES_FIRST,
        ("remove_sub_units", "BE-STR-01"): NOTHING_THERE,
    },
    "flanders-fields": {
        ("advance_barrage", "FF-BAR-09"): COMES_FIRST,
        ("bombard_work", "FF-HUR-03"): ILL_TOLD,
        ("correct", "FF-CRD-05"): NOTHING_THERE,
        ("cross_wire", "FF-MVZ-02"): ILL_TOLD,
        ("cross_wire", "FF-ORD-05"): NOTHING_THERE,
        ("cross_wire", "FF-ORD-T7"): NO_TABLE,
        ("draw_card", "FF-CRD-01"): ILL_TOLD,
        ("end_turn", "FF-SCN-10"): SECRET,
        ("fire_on_area", "FF-ART-15"): NOTHING_THERE,
        ("fire_on_area", "FF-ART-26"): ILL_TOLD,
        ("fire_on_area", "FF-IMG-01"): NO_TABLE,
        ("gas_attacks", "FF-GAS-18"): ILL_TOLD,
        ("go_below", "FF-DSH-01"): ILL_TOLD,
        ("go_in", "FF-ASL-11"): COMES_FIRST,
        ("go_in", "FF-ASL-20"): NO_TABLE,
        ("go_in", "FF-ASL-27"): NO_TABLE,
        ("go_in", "FF-COV-07"): ILL_TOLD,
        ("go_in", "FF-MVZ-02"): ILL_TOLD,
        ("name_air_targets", "FF-AIR-07"): NO_TABLE,
        ("place_formation", "FF-BAS-16"): SECRET,
        ("place_stands", "FF-BAS-16"): SECRET,
        ("move_command_stand", "FF-MVZ-02"): ILL_TOLD,
        ("move_unit", "FF-MVZ-02"): ILL_TOLD,
        ("move_unit", "FF-ORD-05"): NOTHING_THERE,
        ("next_step", "FF-SCN-10"): SECRET,
        ("next_step", "FF-TRN-03"): NOTHING_THERE,
        ("play_card", "FF-CRD-04"): NOTHING_THERE,
        ("risk_barrage", "FF-BAR-12"): NO_TABLE,
        ("risk_barrage", "FF-BAR-22"): NO_TABLE,
        ("risk_barrage", "FF-BAR-23"): NO_TABLE,
        ("say_what_it_takes", "FF-CRD-25"): ILL_TOLD,
        ("throw_in_air_attack", "FF-AIR-08"): COMES_FIRST,
        ("throw_in_combat", "FF-ASL-05"): COMES_FIRST,
        ("throw_in_combat", "FF-ASL-06"): COMES_FIRST,
        ("throw_in_combat", "FF-ASL-13"): COMES_FIRST,
        ("throw_in_combat", "FF-ASL-25"): COMES_FIRST,
        ("try_heroic_action", "FF-HER-02"): NOTHING_THERE,
    },
}
"""The refusals of the rules that no player can override, by command and clause, each with the reason."""
MOMENTS: Final[Mapping[str, frozenset[int]]] = {
    "barrage-turns": frozenset({2}),
    "behind-the-barrage": frozenset({2, 5}),
    "brisefer-ridge-0.1.0": frozenset({186, 248}),
    "card-put-aside": frozenset({8, 12}),
    "late-1917-0.1.0": frozenset({12, 19, 24, 26, 30}),
    "march-1918-0.1.0": frozenset({12}),
    "mid-1916-0.1.0": frozenset({28}),
    "mons-0.1.0": frozenset({96}),
    "on-a-table": frozenset({17, 18}),
    "queen-of-spades": frozenset({2}),
    "record-0.1.0": frozenset({22}),
    "ridge-on-a-map": frozenset({49}),
    "ridge-with-parts-removed": frozenset({11}),
    "struck-from-plan": frozenset({2}),
    "through-zones": frozenset({20}),
    "watched-from-air": frozenset({5, 8}),
}
"""Golden logs and how many of their events have happened, at which most kinds of refusals come up."""


class Refused(NamedTuple):
    """A refusal as a seat meets it: its deed, what was told of it, and what the service answered."""

    kind: str
    about: Mapping[str, Any]
    told: Mapping[str, Any]
    asked: AskedNow
    because: Refusal


def games_at(system: Any, name: str, rows: frozenset[int]) -> Iterator[tuple[OpenGame, Past, int]]:
    """A golden log as it stood after each of some rows."""
    file, codec = read_file(golden_games(system.key)[name].read_bytes()), EventCodec(system)
    game = OpenGame(replace(file.record(), closed_at=None), system, codec)
    known = {one.command_id: KeptCommand(one.body, one.actor, one.first_seq) for one in file.commands}
    past = past_of(game, lambda _game_id, command_id: known.get(command_id))
    for number, row in enumerate(file.rows()):
        game.fold(codec.read(row.logged))
        if number in rows:
            yield game, past, number


def refusals(game: OpenGame, past: Past, actor: Actor, chance: Random) -> Iterator[Refused]:
    """What the service refuses of the deeds on a stage: those that are barred, and answers by chance of the others."""
    system: Any = game.system
    table, deeds = system.seated(game.state_of(actor.role), actor, past)
    described = {deed.kind: deed for deed in deeds}
    now = stage_at(game, actor, past).stage
    for one in (*now.owed, *now.offered):
        about = plain(dict(one.about))
        for _ in range(1 if one.barred else TRIES):
            try:
                told = {} if one.barred else by_chance(described[one.kind], table, one.about, chance)
            except NoDocument:
                continue
            asked = asked_at(game, actor, past, one.kind, about, plain(told))
            if isinstance(asked.filled.found, Refusal):
                yield Refused(one.kind, about, plain(told), asked, asked.filled.found)


def wrong_with(game: OpenGame, past: Past, actor: Actor, one: Refused) -> str:
    """What the service says wrongly of a refusal; empty where it is right."""
    clause = one.because.clause
    forced = asked_at(game, actor, past, one.kind, one.about, one.told, overrule=clause)
    found = forced.filled.found
    if one.asked.can_override:
        if isinstance(found, Refusal):
            return f"{one.kind} {clause} is said to be overridden and is refused: {found}"
        return _is_carried_out(game, past, actor, one, forced)
    if not clause:
        return ""
    if not isinstance(found, Refusal) or STANDS not in found.instead:
        return f"{one.kind} {clause} is said to stand and is not refused for good: {found}"
    is_listed = not found.clause or (one.kind, found.clause) in NEVER[game.system.key]
    return "" if is_listed else f"{one.kind} {found.clause} is not overridden: {found.because}"


def _is_carried_out(game: OpenGame, past: Past, actor: Actor, one: Refused, forced: AskedNow) -> str:
    """Whether the override is taken, or the request for it, where nothing but dice is missing."""
    system, questions = game.system, forced.filled.questions
    lacks = isinstance(forced.filled.found, NotPlain)
    if lacks and not (questions and questions[-1].ask.kind is AskKind.DICE):
        return ""
    command = with_dice(system.commands[one.kind], one.about, forced.told, questions)
    if command is None or game.state.asked:
        return ""
    drawn = {question.ask.name: UNDRAWN for question in questions if question.ask.kind is AskKind.DRAWN}
    values = unseen({"kind": one.kind, **plain(command), **drawn})
    sent = Overrule(command=values, clause=one.because.clause, reason=REASON)
    judged = system.decide(system.copy(game.state_of(actor.role)), sent, actor, past)
    return f"{one.kind} {one.because.clause} is overridden and refused: {judged}" if isinstance(judged, Refusal) else ""


@pytest.mark.parametrize("name", MOMENTS)
def test_refusals_that_can_be_overridden_are_carried_out_and_the_others_are_listed(name: str) -> None:
    system = known_systems()[system_of(golden_games()[name])]
    found, wrong = set[tuple[str, str]](), list[str]()
    for game, past, number in games_at(system, name, MOMENTS[name]):
        for role in ROLES:
            actor = Actor(role, role.value)
            for one in refusals(game, past, actor, Random(f"{name} {number} {role.value}")):
                found.add((one.kind, one.because.clause))
                wrong += [no for no in (wrong_with(game, past, actor, one),) if no]
    assert found
    assert wrong == []
