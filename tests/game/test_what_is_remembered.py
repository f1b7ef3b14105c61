"""What was told of a stand, or of two, is proposed again until it moves, is placed anew or set right; who knows it."""

from dataclasses import replace
from typing import Any, Final

import msgspec
import pytest

from app.games.json_codec import EventCodec
from app.games.open_game import OpenGame
from app.games.verification import read_file
from rules.flanders_fields.game.map_proposals import known
from rules.flanders_fields.game.state.game import GameState
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.vocabulary import ATTACKER, DEFENDER, SEATING
from rules.kernel.prompts import Origin, Proposal, proposed
from rules.kernel.seats import Actor, Audience, Role
from tests.frozen.games import golden_games
from tests.game.choosing import asks_of
from tests.game.evening import Evening, die, shot
from tests.game.ground_in_play import at
from tests.game.test_deeds_of_fire_by_hand import company_ordered
from tests.survey.test_in_a_game import FOE, OWN, facing

COMPANY: Final = "a1.1.c1"
FIRER, TARGET = f"{COMPANY}.p1", "d1.3.c1.p1"
GAMES: Final = golden_games(SYSTEM.key)


def fired() -> Evening:
    """Its first platoon has fired at one in hard cover, 30 cm off; nobody laid a table."""
    evening = company_ordered()
    evening.do("attacker", "fire", unit=COMPANY, shots=[shot(FIRER, TARGET, 30.0, "hard", 2)])
    return evening


def of(evening: Evening, stand: str, role: Role = ATTACKER, unit: str = COMPANY) -> dict[str, Proposal]:
    return dict(known(evening.state, Actor(role), unit).get(stand, {}))


def values(evening: Evening, stand: str, role: Role = ATTACKER) -> dict[str, Any]:
    return {fact: one.value for fact, one in of(evening, stand, role).items()}


def test_what_was_told_with_a_shot_is_proposed_with_the_next() -> None:
    evening = fired()
    asked = asks_of(evening.state, ATTACKER, "fire", {"unit": COMPANY})
    found = proposed(asked, {"shots": [{"firer": FIRER, "target": TARGET}]})
    row = found.told["shots"][0]
    assert (row["cover"], row["range_cm"]) == ("hard", 30.0)
    assert found.origins == {"shots.0.cover": Origin.REMEMBERED, "shots.0.range_cm": Origin.REMEMBERED}


def test_what_a_command_assumed_is_nobodys_word_and_stands_in_rows_keep_theirs() -> None:
    """Of fire on an area the distance was assumed, and the cover of one of its stands was told: in a row of its own."""
    evening = fired()
    command = evening.state.remembered.covers[0].command_id
    row = {"stand": TARGET, "cover": "hard"}
    body = {"kind": "fire_on_area", "range_cm": 30.0, "stands": [row]}
    assert evening.state.remembered.told_alone({command: {"range_cm": body}}).cover_of(TARGET) is not None
    assert evening.state.remembered.told_alone({command: {"stands.0.cover": row}}).cover_of(TARGET) is None


def test_a_distance_is_of_two_and_a_cover_of_one() -> None:
    """The next platoon knows the cover, and has to lay its own tape."""
    asked = asks_of(fired().state, ATTACKER, "fire", {"unit": COMPANY})
    found = proposed(asked, {"shots": [{"firer": f"{COMPANY}.p2", "target": TARGET}]})
    assert found.origins == {"shots.0.cover": Origin.REMEMBERED, "shots.0.range_cm": Origin.ASSUMED}


def test_it_stands_on_the_boards_of_all_who_were_told() -> None:
    evening = fired()
    for role in SEATING.roles:
        assert values(evening, TARGET, role) == {"cover": "hard", "range_cm": 30.0}
    assert of(evening, TARGET)["cover"].origin is Origin.REMEMBERED
    assert of(evening, TARGET, unit="a1.1.c2") == {"cover": of(evening, TARGET)["cover"]}


def test_who_moves_loses_its_distances_and_keeps_what_is_told_of_others() -> None:
    evening = fired()
    evening.do("attacker", "roll_orders", unit="a1.1.c2", die=die(6))
    evening.do("attacker", "fire", unit="a1.1.c2", shots=[shot("a1.1.c2.p1", TARGET, 35.0, "hard", 2)])
    evening.do("attacker", "move_unit", unit=COMPANY)
    assert values(evening, TARGET) == {"cover": "hard"}
    assert {fact: one.value for fact, one in of(evening, TARGET, unit="a1.1.c2").items()} == {
        "cover": "hard",
        "range_cm": 35.0,
    }


def test_a_correction_of_a_stand_forgets_what_was_told_of_it() -> None:
    evening = fired()
    evening.do("referee", "correct", of=TARGET, what="levels", value=2, reason="as it lies on the table")
    assert values(evening, TARGET) == {}


def test_taking_back_a_move_brings_it_back_and_taking_back_the_shot_takes_it() -> None:
    evening = fired()
    evening.do("attacker", "move_unit", unit=COMPANY)
    assert values(evening, TARGET) == {"cover": "hard"}
    evening.do("referee", "undo")
    assert values(evening, TARGET) == {"cover": "hard", "range_cm": 30.0}
    evening.do("referee", "undo")
    assert values(evening, TARGET) == {}


def test_what_the_map_said_is_not_remembered_and_what_was_said_against_it_is() -> None:
    """12.4 cm and soft by the map: told so, the map has it still; told otherwise, the players' word holds."""
    evening = facing()
    evening.do("attacker", "roll_orders", unit=COMPANY, die=die(6))
    evening.do("attacker", "fire", unit=COMPANY, shots=[shot(OWN, FOE, 12.4, "soft", 2)])
    assert evening.state.remembered.covers == ()
    assert {fact: (one.value, one.origin) for fact, one in of(evening, FOE).items()} == {
        "cover": ("soft", Origin.MAP),
        "range_cm": (12.4, Origin.MAP),
    }
    evening.do("attacker", "fire", unit=COMPANY, shots=[shot(OWN, FOE, 13.0, "medium", 2)])
    assert {fact: (one.value, one.origin) for fact, one in of(evening, FOE).items()} == {
        "cover": ("medium", Origin.REMEMBERED),
        "range_cm": (13.0, Origin.REMEMBERED),
    }
    evening.do("attacker", "place_stands", stands=[at(OWN, 300, 310)])
    assert of(evening, FOE)["range_cm"] == Proposal(11.4, Origin.MAP, "11.4 cm base to base")
    assert of(evening, FOE)["cover"].origin is Origin.REMEMBERED
    evening.do("defender", "place_stands", stands=[at(FOE, 300, 449, 180.0)])
    assert {one.origin for one in of(evening, FOE).values()} == {Origin.MAP}


def test_who_moved_without_a_place_has_nothing_from_the_map_but_that_it_moved() -> None:
    evening = facing()
    evening.do("attacker", "roll_orders", unit=COMPANY, die=die(6))
    evening.do("attacker", "move_unit", unit=COMPANY)
    assert values(evening, OWN) == {"moved": True}
    assert set(of(evening, FOE)) == {"cover"}


def test_what_was_told_to_some_is_known_to_nobody_else() -> None:
    """Of a stand of which only its side knows, only its side and the referee know what was told."""
    evening = fired()
    kept, own = evening.state.remembered, Audience("defender")
    covers = tuple(replace(one, audience=own) for one in kept.covers)
    apart = tuple(replace(one, audience=own) for one in kept.apart)
    evening.state.remembered = replace(kept, covers=covers, apart=apart)
    assert values(evening, TARGET, DEFENDER) == {"cover": "hard", "range_cm": 30.0}
    assert values(evening, TARGET, Role.REFEREE) == {"cover": "hard", "range_cm": 30.0}
    assert values(evening, TARGET, ATTACKER) == {}
    assert values(evening, TARGET, Role.SPECTATOR) == {}


def board(state: GameState) -> dict[Role, Any]:
    return {role: known(state, Actor(role), "") for role in SEATING.roles if role is not Role.REFEREE}


@pytest.mark.parametrize("name", GAMES)
def test_nobody_is_shown_what_he_was_not_told(name: str) -> None:
    """What is known at a seat stays as it was while the seat is told of nothing, in every kept game."""
    file = read_file(GAMES[name].read_bytes())
    game, rows, codec = OpenGame(file.record(), SYSTEM, EventCodec(SYSTEM)), file.rows(), EventCodec(SYSTEM)
    for command in file.commands:
        before = board(game.state)
        recorded = [codec.read(row) for row in (one.logged for one in rows[command.first_seq - 1 : command.last_seq])]
        for one in recorded:
            game.fold(one)
        for role, now in board(game.state).items():
            if all(one.audience is not Audience.ALL and one.audience.value != role.value for one in recorded):
                assert now == before[role]


def test_it_is_kept_with_a_state_as_it_is() -> None:
    kept = fired().state.remembered
    assert msgspec.json.decode(msgspec.json.encode(kept), type=type(kept)) == kept
