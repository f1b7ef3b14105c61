"""What must never happen on the stage, after every step of golden logs and of evenings of all commands at random."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Any, Final

import pytest

from app.games.command_history import past_of
from app.games.json_codec import EventCodec
from app.games.open_game import OpenGame
from app.games.verification import read_file
from app.play.available_commands import asked_at, stage_at
from app.play.command_responses import AskedShown, asked_shown, stage_shown
from app.play.play_screen import SceneShown
from app.storage.event_log import GameRecord, KeptCommand
from app.systems.flanders_fields.screen import SCENERY
from rules.earth_1418.game.engine import SYSTEM as EARTH
from rules.flanders_fields.game.actions.cards.card_module import CAN_BE_HELD
from rules.flanders_fields.game.map_proposals import known
from rules.flanders_fields.game.scenario_roster import scenarios
from rules.flanders_fields.game.state.cards import HeldCard
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.vocabulary import Side
from rules.kernel.play import Past, no_past
from rules.kernel.prompts import Origin, Proposal, proposed
from rules.kernel.seats import Actor, Role
from tests.app.never_of_deeds import Asking, dice, empty_step, facts, folded_facts, going_on, own_stands, passes
from tests.app.never_of_systems import flanders_on_table as on_table
from tests.app.never_of_systems import flanders_own, secrets, unfallen
from tests.app.never_on_the_stage import (
    comes_first,
    counters,
    moved,
    results,
    scene,
    twice,
    words,
    wrong_on,
)
from tests.earth_1418.any_table import AnyBound
from tests.frozen.games import golden_games
from tests.game.cards_in_play import drawn
from tests.game.choosing import asks_of
from tests.game.evening import die, played, shot
from tests.game.ground_in_play import OPEN_FIELD, at
from tests.game.test_every_command import CUP, AnyTable
from tests.share import sample
from tests.systems import known_systems

GAMES: Final = golden_games()
DEEDS: Final = 25
SIDES: Final = (Role("attacker"), Role("defender"))
OTHERS: Final = (Role.REFEREE, Role("spectator"))
OTHERS_EVERY: Final = 3


class Watch:
    """The scenes of both sides after each step, and now and then of who else sits there."""

    def __init__(self, game: OpenGame, seed: str, past: Past = no_past) -> None:
        self.game, self.past, self.chance = game, past, Random(seed)
        self.before: dict[Role, SceneShown] = {}
        self.looks = 0

    def look(self) -> None:
        """Something happened."""
        self.looks += 1
        others = OTHERS if self.looks % OTHERS_EVERY == 1 else ()
        found = [one for role in (*SIDES, *others) for one in self._wrong(role)]
        assert found == [], f"after event {len(self.game.log)}: {found[:6]}"

    def _wrong(self, role: Role) -> list[str]:
        now, before = scene(self.game, role, self.past), self.before.get(role)
        self.before[role] = now
        return wrong_on(self.game, role, now, before, self.past, self.chance)


def kept_game(name: str, upto: int | None = None) -> Iterator[tuple[OpenGame, Past]]:
    """A golden log command by command, open again."""
    file = read_file(GAMES[name].read_bytes())
    system = known_systems()[file.game.system]
    codec = EventCodec(system)
    game, rows = OpenGame(replace(file.record(), closed_at=None), system, codec), file.rows()
    known = dict[str, KeptCommand]()
    past = past_of(game, lambda _game_id, command_id: known.get(command_id))
    for command in file.commands[:upto]:
        for row in rows[command.first_seq - 1 : command.last_seq]:
            game.fold(codec.read(row.logged))
        known[command.command_id] = KeptCommand(command.body, command.actor, command.first_seq)
        yield game, past


@pytest.mark.parametrize("name", sample(GAMES, 4))
def test_never_in_a_kept_game(name: str) -> None:
    watch = None
    for game, past in kept_game(name):
        watch = watch or Watch(game, name, past)
        watch.look()
    assert watch is not None


class Watched(AnyTable):
    """A table at which anything is sent, and whose screens are watched."""

    def __init__(self, scenario: str, seed: int) -> None:
        super().__init__(scenario, seed)
        record = GameRecord("watched", SYSTEM.key, scenario, "", None, (CUP,))
        self.watch = Watch(OpenGame(record, SYSTEM, EventCodec(SYSTEM)), scenario)

    def _send(self, role: Role, kind: str, overrule: str = "", unreadable: bool = False, **fields: Any) -> bool:
        done = super()._send(role, kind, overrule, unreadable, **fields)
        if done:
            game = self.watch.game
            for recorded in self.evening.log[len(game.log) :]:
                game.fold(recorded)
            self.watch.look()
        return done


@pytest.mark.parametrize("scenario", sorted(scenarios()))
def test_never_whatever_is_sent(scenario: str) -> None:
    table = Watched(scenario, sorted(scenarios()).index(scenario))
    for _ in range(DEEDS):
        table.go_on()


@pytest.mark.parametrize("seed", range(2))
def test_never_whatever_is_sent_in_1418(seed: int) -> None:
    """The same over a system whose steps belong to both sides at once."""
    table = AnyBound(seed)
    game = OpenGame(GameRecord("watched", EARTH.key, "", "", None, (CUP,)), EARTH, EventCodec(EARTH))
    watch = Watch(game, f"bound {seed}")
    for _ in range(4 * DEEDS):
        table.go_on()
        for recorded in table.log[len(game.log) :]:
            game.fold(recorded)
        watch.look()


def test_a_square_that_is_to_be_bombarded_is_found_on_the_screen_of_the_other_side() -> None:
    for game, _past in kept_game("brisefer-ridge-0.1.0"):
        if game.state.sealed and any(one.bombardments for one in game.state.sealed.values()):
            break
    (side,) = (side for side, one in game.state.sealed.items() if one.bombardments)
    square = game.state.sealed[side].bombardments[0].square
    for role in SIDES:
        now = scene(game, role, no_past)
        told = now.model_copy(update={"title": f"Shells on {square}"})
        assert not list(unfallen(game.state, role, now))
        assert bool(list(unfallen(game.state, role, told))) is (role.value != side)


ATTACKER, DEFENDER = SIDES


def a_scene(name: str, role: Role, upto: int | None = None) -> tuple[OpenGame, SceneShown]:
    """A seat's scene at some moment of a kept game."""
    game, past = list(kept_game(name, upto))[-1]
    return game, scene(game, role, past)


def test_a_deed_that_stands_there_twice_is_found() -> None:
    _, now = a_scene("mons-0.1.0", ATTACKER, 3)
    first = now.stage.available[0]
    stage = now.stage.model_copy(update={"available": [first, *now.stage.available]})
    assert not list(twice(now))
    assert list(twice(now.model_copy(update={"stage": stage})))


def test_a_stand_on_two_counters_and_one_on_none_are_found() -> None:
    game, now = a_scene("mons-0.1.0", ATTACKER, 3)
    own, enemy = now.faces
    stands = list(flanders_own(game.state, now.sides))
    assert not list(counters(now, stands))
    assert list(counters(now.model_copy(update={"faces": [own, own, enemy]}), stands))
    assert list(counters(now.model_copy(update={"faces": [enemy]}), stands))


def test_the_programs_own_names_and_missing_words_are_found() -> None:
    assert list(words({"headline": "a1.1.c1 fires"}))
    assert list(words({"of": "attacker.fire1, attacker"}))
    assert list(words({"rows": [{"words": ["going_words"]}]}))
    assert list(words({"headline": ""}))
    assert not list(words({"headline": "2 killed, 5.5 cm", "small": "", "about": {"unit": "a1.1.c1"}}))


def test_a_result_that_was_taken_back_or_is_of_a_step_before_is_found() -> None:
    for game, past in kept_game("mons-0.1.0"):
        now = scene(game, ATTACKER, past)
        if now.results:
            break
    one = now.results[-1]
    assert not list(results(game, now, ATTACKER))
    for other in (
        one.model_copy(update={"command": "none that stands"}),
        one.model_copy(update={"number": 0}),
        one.model_copy(update={"rows": []}),
    ):
        assert list(results(game, now.model_copy(update={"results": [other]}), ATTACKER))
    assert list(results(game, now.model_copy(update={"lines": now.lines[1:]}), ATTACKER)) or one.number < now.number


def test_going_on_before_what_comes_first_is_found() -> None:
    for game, past in kept_game("barrage-turns"):
        now = scene(game, ATTACKER, past)
        if any(one.kind == "roll_barrage_turns" for one in now.stage.required):
            break
    going = next(one for one in now.stage.available if one.kind == "next_step")
    stage = now.stage.model_copy(update={"available": [going.model_copy(update={"barred": None})]})
    assert not list(comes_first(now))
    assert list(comes_first(now.model_copy(update={"stage": stage})))


def test_a_battalion_off_the_table_is_found_on_the_screen_of_the_other_side() -> None:
    game, now = a_scene("mons-0.1.0", ATTACKER, 2)
    hidden = next(one for one in game.state.battalions.values() if not one.on_table and one.side.value == "defender")
    line = now.lines[0].model_copy(update={"says": f"{hidden.name} comes"})
    assert not list(secrets(game.state, ATTACKER, now))
    assert list(secrets(game.state, ATTACKER, now.model_copy(update={"lines": [line]})))
    _, own = a_scene("mons-0.1.0", DEFENDER, 2)
    assert not list(secrets(game.state, DEFENDER, own.model_copy(update={"lines": [line]})))


def test_what_the_map_says_of_a_stand_that_has_moved_is_found() -> None:
    game, _ = a_scene("mons-0.1.0", ATTACKER, 3)
    state = game.state.copy()
    state.ground = replace(state.ground, unsure=("a1.1.c1.p1",))
    stale = {"a1.1.c1.p1": {"cover": Proposal("medium", Origin.MAP, "it lies there")}}
    assert not list(moved(state, ATTACKER, no_past))
    assert list(moved(state, ATTACKER, no_past, lambda *_: stale))


def a_shot(name: str) -> tuple[OpenGame, SceneShown, AskedShown, Asking]:
    """The first shot of a kept game, aimed at somebody, and what its asks answer."""
    for game, past in kept_game(name):
        now = scene(game, ATTACKER, past)
        deed = next((one for one in now.stage.available if one.kind == "fire" and one.barred is None), None)
        if deed is not None:
            break
    assert deed is not None

    def asking(told: Mapping[str, Any]) -> AskedShown:
        return asked_shown(
            asked_at(game, Actor(ATTACKER), past, "fire", deed.about, told, True, SCENERY.odds, weigh=True)
        )

    (rows,) = [one for one in asking({}).prompts if one.kind == "rows"]
    among = {one.name: one.among or [] for one in rows.next_row}
    asked = asking({"shots": [{"firer": among["firer"][0], "target": among["target"][0], "range_cm": 30.0}]})
    assert asked.odds
    return game, now, asked, asking


def test_an_empty_step_that_waits_or_is_not_empty_to_every_seat_is_found() -> None:
    """Never 6."""
    for game, past in kept_game("barrage-turns"):
        now = scene(game, ATTACKER, past)
        if passes(now):
            break
    other = stage_shown(stage_at(game, Actor(DEFENDER), past))
    assert not list(empty_step(now, [other], None))
    owing = other.model_copy(update={"required": [now.stage.available[0].model_copy(update={"where": "hand"})]})
    assert list(empty_step(now, [owing], None))
    on = going_on(now)
    assert on is not None
    asked = asked_shown(asked_at(game, Actor(ATTACKER), past, on.kind, on.about, {}, True))
    assert not list(empty_step(now, [other], asked)) or on.at_once
    assert on.at_once or list(empty_step(now, [other], asked.model_copy(update={"ready": False})))


def test_an_own_battalion_that_is_folded_to_its_name_in_the_enemys_turn_is_found() -> None:
    """Never 11."""
    game, now = a_scene("mons-0.1.0", DEFENDER, 3)
    there = on_table(game.state, DEFENDER)
    assert now.whose not in now.sides
    assert not list(own_stands(now, there))
    face = next(one for one in now.faces if one.own)
    folded = face.model_copy(update={"blocks": [one.model_copy(update={"away": True}) for one in face.blocks]})
    assert list(own_stands(now.model_copy(update={"faces": [folded]}), there))
    assert list(own_stands(now.model_copy(update={"faces": []}), there))


def test_a_fact_that_changes_a_die_and_is_folded_away_is_found() -> None:
    """Never 15: FF-SHO-T1, cover changes the scores."""
    _, _, asked, asking = a_shot("mons-0.1.0")
    assert any(one.matters is False for _, one in facts(asked.prompts, ""))
    assert not list(folded_facts(asked, asking, Random(1)))
    (rows,) = [one for one in asked.prompts if one.kind == "rows"]
    cover = [one.model_copy(update={"matters": False}) for one in rows.rows[0] if one.name == "cover"]
    wrong = asked.model_copy(update={"prompts": [rows.model_copy(update={"rows": [cover]})]})
    assert list(folded_facts(wrong, asking, Random(1)))


def test_a_die_of_which_all_faces_do_the_same_and_has_two_bars_is_found() -> None:
    """Never 17: and the other way round."""
    _, _, asked, _ = a_shot("mons-0.1.0")
    assert not list(dice(asked))
    one = asked.odds[0]
    for wrong in (one.model_copy(update={"six": [0] * 6}), one.model_copy(update={"bars": one.bars[:1]})):
        assert list(dice(asked.model_copy(update={"odds": [wrong]}))), wrong


def test_cover_told_once_is_proposed_as_told_and_asked_again_when_its_stand_has_moved() -> None:
    """Never 14: FF-SHO-T1 has it for every shot; nobody tells it twice of a stand that stays where it is."""
    evening = played("mons-1914")
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "early_companies", "a1.1")
    for unit in ("a1.1.c1", "a1.1.c2"):
        evening.do("attacker", "roll_orders", unit=unit, die=die(6))
    target = "d1.3.c1.p1"
    evening.do("attacker", "fire", unit="a1.1.c1", shots=[shot("a1.1.c1.p1", target, 30.0, "hard", 2)])
    asked = asks_of(evening.state, ATTACKER, "fire", {"unit": "a1.1.c2"})
    row = {"firer": "a1.1.c2.p1", "target": target}
    found = proposed(asked, {"shots": [row]})
    assert found.told["shots"][0]["cover"] == "hard"
    assert found.origins["shots.0.cover"] is Origin.REMEMBERED
    state = evening.state.copy()
    state.remembered = state.remembered.without([target])
    again = proposed(asks_of(state, ATTACKER, "fire", {"unit": "a1.1.c2"}), {"shots": [row]})
    assert again.origins["shots.0.cover"] is Origin.ASSUMED


def test_the_map_says_nothing_of_a_stand_that_went_in() -> None:
    """It is fired at from where it was placed, and on the board it stands there no more."""
    own, foe = "a1.1.c1.p1", "d1.1.c1.p1"
    evening = played("mons-1914", table=OPEN_FIELD)
    evening.do("attacker", "place_stands", stands=[at(own, 300, 1400, 180.0)])
    evening.do("defender", "place_stands", stands=[at(foe, 300, 1250)])
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "early_companies", "a1.1")
    evening.do("attacker", "roll_orders", unit="a1.1.c1", die=die(6))
    assert known(evening.state, Actor(ATTACKER), "a1.1.c1")[foe]["range_cm"].origin is Origin.MAP
    assert own in known(evening.state, Actor(DEFENDER), "d1.1.c1")
    evening.do("attacker", "go_in", unit="a1.1.c1", stand=own, target=foe, cover="soft")
    assert [*known(evening.state, Actor(DEFENDER), "d1.1.c1")[own]] == ["moved"]
    assert "range_cm" not in known(evening.state, Actor(ATTACKER), "a1.1.c1").get(foe, {})
    assert not list(moved(evening.state, ATTACKER, no_past))


def test_who_speaks_for_both_sides_reads_each_deed_once() -> None:
    """Both sides may seal a plan and place stands: a referee, who does it for either, has one button for it."""
    _, now = a_scene("on-a-table", Role.REFEREE, 2)
    kinds = [one.kind for one in now.stage.available]
    assert kinds.count("place_stands") == kinds.count("seal_plan") == 1


def test_a_line_of_the_plan_is_called_by_its_battery_to_its_own_side_alone() -> None:
    game, _ = a_scene("mid-1916-0.1.0", ATTACKER, 1)
    line = next(one for one in game.state.plan.fires if one.side.value == "attacker")
    own, other = (SYSTEM.names(game.state, role, {line.id}) for role in SIDES)
    assert own[line.id].endswith(f", turn {line.turn}")
    assert game.state.units[line.unit].name in own[line.id]
    assert other == {}


def test_that_a_hand_is_too_full_changes_nobody_elses_stage() -> None:
    """FF-CRD-03: it bars what else its side owes, and whom the others wait for would tell of it."""
    for game, _ in kept_game("mid-1916-0.1.0"):
        if any(one.rolling for one in game.state.barrages.values()):
            break
    hand = [HeldCard(card, card, Side.ATTACKER, "attacker/attacker") for card in CAN_BE_HELD]
    full = game.state.copy()
    full.cards = replace(full.cards, held=tuple(hand))
    before, after = (SYSTEM.stage(state, Actor(DEFENDER)) for state in (game.state, full))
    assert "all_under_barrage" in [one.kind for one in before.waiting]
    assert before == after
    assert SYSTEM.stage(full, Actor(ATTACKER)) != SYSTEM.stage(game.state, Actor(ATTACKER))


def test_each_side_plays_its_own_card_where_both_hold_the_same() -> None:
    """A real pack may be typed in wrongly: what a card may be played on is its own side's."""
    evening = drawn("diamonds_jack")
    evening.agreed("referee", "correct", of="hand/defender", what="put_in", value="diamonds_jack", reason="seen")
    held = sorted(evening.state.cards.held, key=lambda one: one.side.value)
    assert [one.side.value for one in held] == ["attacker", "defender"]
    found = dict[str, Any]()
    for cards in (held, held[::-1]):
        state = evening.state.copy()
        state.cards = replace(state.cards, held=tuple(cards))
        for one in cards:
            actor = Actor(Role(one.side.value), one.player.rpartition("/")[2])
            asked = SYSTEM.asked(state, actor, "play_card", {"card": one.card}, {})
            choices = next((each.ask.among for each in asked.questions if each.ask.name == "on"), None)
            assert choices is None or choices
            assert found.setdefault(one.side.value, choices) == choices
