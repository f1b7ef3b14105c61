"""Dice of which only is told how often each face lies are dealt by lot: by the promised seed, and by nobody else."""

import hashlib
import hmac
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import permutations
from pathlib import Path
from typing import Any

import msgspec
import pytest

from app.games.export import ExportFile, export_game
from app.games.json_codec import Envelope
from app.games.service import GameService
from app.games.verification import findings, rejudge
from app.main import create_app
from app.randomness import Cup, DiceShare, UnfairDie, commitment_of, new_id, throw, thrown_by_the_app, unfair
from app.settings import Settings
from app.systems.earth_1418.features import ready_to_open
from tests.app.conftest import begin
from tests.app.described import OWN, device, joined, served
from tests.app.toy import TOY
from tests.earth_1418.eight_bounds import SIDES, Evening, Seat
from tests.stage_toy.served import ServedToy
from tests.stage_toy.test_seats_of_its_own import GAME as TOY_GAME
from tests.systems import known_systems
from tests.torture.fairness import CHI_SQUARE, chi_square
from tests.torture.seen_dice import Two, aimed, entered

SEED = bytes(range(32))
CUP = Cup("g", commitment_of(SEED), SEED, (DiceShare(1, "a1"),))
TOLD = (1, 3, 4, 4, 5, 6, 6)
Json = dict[str, Any]


def counted(*faces: int, lot: int = 0) -> list[Any]:
    return [{"pips": face, "source": "counted"} | ({"lot": lot} if lot else {}) for face in faces]


def rolled(lot: int) -> Json:
    return {"pips": 0, "source": "rolled", "lot": lot}


def faces(dice: Any) -> list[int]:
    return [die["pips"] for die in dice]


# ---------- the lot ----------


def test_who_told_them_has_no_say_in_which_falls_where() -> None:
    orders = {tuple(faces(throw({"dice": counted(*told)}, CUP, 9)["dice"])) for told in permutations(TOLD[:5])}
    assert len(orders) == 1
    assert sorted(*orders) == sorted(TOLD[:5])


def test_the_seed_the_command_and_the_number_of_the_lot_say_how_it_is_dealt() -> None:
    def dealt(cup: Cup = CUP, seq: int = 9, lot: int = 0) -> list[int]:
        return faces(throw({"dice": counted(*TOLD, lot=lot)}, cup, seq)["dice"])

    other = Cup("g", commitment_of(SEED[::-1]), SEED[::-1], CUP.shares)
    shared = Cup("g", CUP.commitment, SEED, (*CUP.shares, DiceShare(2, "b2")))
    found = [dealt(), dealt(other), dealt(shared), dealt(seq=10), dealt(lot=1)]
    assert dealt() == found[0]
    assert len({tuple(one) for one in found}) == len(found)
    assert all(sorted(one) == sorted(TOLD) for one in found)


def test_the_deal_is_the_documented_shuffle() -> None:
    """As docs/export-format.md says it, written again from there."""
    sorted_faces, order = sorted(TOLD), list(range(len(TOLD)))
    for place in range(len(TOLD) - 1, 0, -1):
        other = recomputed(f"g|a1|9|lot 2|{place}", place + 1)
        order[place], order[other] = order[other], order[place]
    dice = throw({"dice": counted(*TOLD, lot=2)}, CUP, 9)["dice"]
    assert faces(dice) == [sorted_faces[one] for one in order]
    assert [die["place"] for die in dice] == order  # type: ignore[index, call-overload, union-attr]


def recomputed(label: str, below: int) -> int:
    fair = 256 - 256 % below
    digest = hmac.new(SEED, label.encode(), hashlib.sha256).digest()
    return next(byte for byte in digest if byte < fair) % below


def test_every_order_is_as_likely() -> None:
    """One 6 among six dice falls to each of them as often, over 6,000 commands (999 in 1,000 lots stay under)."""
    where = [faces(throw({"dice": counted(1, 1, 1, 6, 1, 1)}, CUP, seq)["dice"]).index(6) + 1 for seq in range(6_000)]
    assert chi_square(where, 6) < CHI_SQUARE[5]


def test_lots_are_dealt_each_for_itself_wherever_their_dice_lie() -> None:
    rows: list[Any] = [{"dice": counted(face, lot=1 + n % 2)} for n, face in enumerate((1, 4, 2, 5, 3, 6))]
    thrown: Any = throw({"kind": "fire", "shots": rows, "first": entered(6)}, CUP, 9)
    dealt = [faces(row["dice"])[0] for row in thrown["shots"]]
    assert (sorted(dealt[::2]), sorted(dealt[1::2])) == ([1, 2, 3], [4, 5, 6])
    assert thrown["first"] == entered(6)
    assert list(unfair(thrown_by_the_app(thrown), CUP, 9)) == []


def test_dice_of_a_lot_that_the_app_throws_are_dealt_with_the_others() -> None:
    """Else a single die of the table would go to whom its player named first."""
    places = Counter[int]()
    for seq in range(200):
        dice: list[Any] = [*counted(6, lot=1), *[rolled(1)] * 3]
        thrown: Any = throw({"dice": dice, "die": {"pips": 0, "source": "rolled"}}, CUP, seq)
        by_hand = [n for n, die in enumerate(thrown["dice"]) if die["source"] == "counted"]
        assert [thrown["dice"][n]["pips"] for n in by_hand] == [6]
        places.update(by_hand)
        # The die outside the lot falls first.
        assert thrown["die"]["pips"] == CUP.face(seq, 0)
        by_app = [die["pips"] for die in thrown["dice"] if die["source"] == "rolled"]
        assert sorted(by_app) == sorted(CUP.face(seq, index) for index in (1, 2, 3))
        assert list(unfair(thrown_by_the_app(thrown), CUP, seq)) == []
    assert set(places) == {0, 1, 2, 3}


@pytest.mark.parametrize(
    ("dice", "says"),
    [
        ([{"pips": 4, "source": "counted", "place": 0}], "the app deals these dice itself"),
        ([{"pips": 4, "source": "counted", "lot": -1}], "no number of a lot"),
        ([{"pips": 4, "source": "counted", "lot": True}], "no number of a lot"),
        ([{"pips": 4, "source": "counted", "lot": 1_000}], "no number of a lot"),
        ([{"pips": 4, "source": "entered", "lot": 1}], "only dice that were told by count"),
        ([{"pips": 4, "lot": 1}], "only dice that were told by count"),
        ([{"pips": 3, "source": "rolled", "lot": 1}], "its face cannot be sent along"),
        (counted(*[1] * 257), "no more than 256 dice"),
    ],
)
def test_what_nobody_but_the_app_may_say_is_refused(dice: list[Any], says: str) -> None:
    with pytest.raises(UnfairDie, match=says):
        throw({"dice": dice}, CUP, 9)


def test_any_other_way_to_deal_them_is_noticed() -> None:
    body: Any = throw({"dice": [*counted(*TOLD, lot=3), rolled(3)], "die": {"pips": 0, "source": "rolled"}}, CUP, 9)

    def says(change: str) -> str:
        other = json.loads(json.dumps(body))
        exec(change, {"dice": other["dice"], "body": other})
        return "; ".join(unfair(thrown_by_the_app(other), CUP, 9))

    assert says("") == ""
    dealt = "its dice told by count were not dealt by the seed"
    assert says("dice[0], dice[1] = dice[1], dice[0]") == dealt
    assert says("dice.reverse()") == dealt
    assert says("dice[2]['place'] = None") == dealt
    assert says("dice[2]['lot'] = 4") == dealt
    assert says("dice[2].pop('lot')") == dealt
    assert says("dice[2]['lot'] = 'x'") == dealt
    assert says("dice.extend([dice[0]] * 300)") == dealt
    app = next(n for n, die in enumerate(body["dice"]) if die["source"] == "rolled")
    rolls = "its rolled dice are not those of the seed"
    assert rolls in says(f"dice[{app}]['pips'] = 7 - dice[{app}]['pips']")
    assert rolls in says("body['die']['pips'] = 7 - body['die']['pips']")


# ---------- a game that is kept ----------


def kept(service: GameService, *dice: Json) -> ExportFile:
    game = begin(service)
    for number in range(1, 6):
        command = {"kind": "roll", "dice": list(dice)}
        assert service.submit(game.host, Envelope(f"c{number}", number, command)).status == 200
    service.close(game.host.game_id)
    file = export_game(service.log, game.host.game_id)
    assert file is not None
    return file


def test_a_closed_game_proves_how_they_were_dealt(service: GameService) -> None:
    file = kept(service, *counted(*TOLD), rolled(0))
    assert findings(file, {"toy": TOY}) == []
    bodies = [json.loads(one.body)["dice"] for one in file.commands if '"counted"' in one.body]
    assert len({tuple(faces(one)) for one in bodies}) > 1
    assert '"counted"' in file.events[-1].payload


def test_a_host_who_deals_otherwise_is_found_out(service: GameService) -> None:
    plain: Json = json.loads(msgspec.json.encode(kept(service, *counted(*TOLD))))
    body = json.loads(plain["commands"][-1]["body"])
    body["dice"].reverse()
    plain["commands"][-1]["body"] = json.dumps(body)
    other = msgspec.json.decode(json.dumps(plain).encode(), type=ExportFile)
    assert any("were not dealt by the seed" in one for one in findings(other, {"toy": TOY}))


# ---------- Flanders Fields over HTTP ----------


@pytest.fixture
def two(tmp_path: Path) -> Iterator[Two]:
    with served(tmp_path) as (app, host):
        yield Two(app, host)


def salvo(two: Two, *dice: Json) -> tuple[str, list[Json]]:
    company = two.to_the_companies()
    two.attacker.do("roll_orders", unit=company, die=entered(6))
    pairs = enumerate(dice, start=1)
    return company, [aimed(f"{company}.p{n}", f"d1.1.c1.p{n}", die) for n, die in pairs]


def shown(two: Two) -> list[Json]:
    event = next(one for one in reversed(events(two)) if one["type"] == "fired")
    return [die for shot in json.loads(event["payload"])["shots"] for die in shot["dice"]]


def events(two: Two) -> list[Json]:
    return list(json.loads(msgspec.json.encode(file_of(two)))["events"])


def file_of(two: Two) -> ExportFile:
    file = export_game(two.app.state.keeper.games.log, two.game)
    assert file is not None
    return file


def test_a_salvo_told_by_count_stands_dealt_in_command_and_event(two: Two) -> None:
    company, shots = salvo(two, *counted(2, 5, 6))
    (fired,) = two.attacker.do("fire", unit=company, shots=shots)
    seq = next(one["seq"] for one in reversed(events(two)) if one["type"] == "fired")
    cup = two.app.state.keeper.games.ask(two.game, lambda game: game.record.cups)[-1]
    dealt = [(2, 5, 6)[place] for place in cup.dealt(seq, 0, 3)]
    assert [shot["dice"][0] for shot in fired["card"]["shots"]] == [
        {"pips": face, "source": "counted"} for face in dealt
    ]
    assert faces(shown(two)) == dealt
    log = two.attacker.client.get(f"/games/{two.game}/log").text
    assert "dealt by lot" in log


@pytest.mark.usefixtures("unhurried")
@pytest.mark.parametrize("by_app", [0, 1, 2])
def test_counted_die_read_anew_changes_no_other_die(two: Two, by_app: int) -> None:
    """A lot of dice of the table and of the app: only the named die shows another face, wherever it lies."""
    company, shots = salvo(two, *counted(*(2, 6, 6)[by_app:], lot=1), *[rolled(1)] * by_app)
    two.attacker.do("fire", unit=company, shots=shots)
    first = [(die["pips"], die["source"]) for die in shown(two)]
    wrong = next(n for n, die in enumerate(first) if die == (6, "counted"))
    said = two.attacker.says("correct_die", command_id=two.attacker.newest(), die=f"shots.{wrong}.dice.0", pips=1)
    assert said[0].endswith(": a die read as 6 shows 1")
    after = [(die["pips"], die["source"]) for die in shown(two)]
    assert after == [(1, "counted") if n == wrong else die for n, die in enumerate(first)]
    file = closed(two)
    assert findings(file, known_systems()) == []
    assert list(rejudge(file, known_systems()["flanders-fields"])) == []


def closed(two: Two) -> ExportFile:
    two.app.state.keeper.games.close(two.game)
    return file_of(two)


def test_dice_that_lie_thrown_are_in_no_lot(two: Two) -> None:
    company, shots = salvo(two, *counted(2, 5, 6))
    two.attacker.do("fire", unit=company, shots=shots)
    lie = faces(shown(two))
    two.taken_back()
    again = two.attacker.try_("fire", unit=company, shots=shots)
    assert again["because"] == f"a die of these has been thrown already and shows {lie[0]}"
    assert again["instead"] == f"enter {lie[0]} there and count only the others: it stays thrown"
    as_they_lie = [shot | {"dice": [entered(face)]} for shot, face in zip(shots, lie, strict=True)]
    two.attacker.do("fire", unit=company, shots=as_they_lie)
    assert faces(shown(two)) == lie


def test_a_rule_set_aside_for_dice_told_by_count(two: Two) -> None:
    """A request holds none of them: they are told, and dealt, when it is carried out."""
    company, shots = salvo(two, *counted(1, 4, 6, lot=2))
    command: dict[str, Any] = {"kind": "fire", "unit": company, "shots": [shot | {"range_cm": 95} for shot in shots]}
    refused = two.attacker.try_(**command)
    set_aside = {"clause": refused["clause"], "command": command, "reason": "measured anew"}
    assert two.attacker.says("override", **set_aside)[0].startswith("Asks to set aside")
    asked = json.loads(events(two)[-1]["payload"])["command"]["command"]
    assert [shot["dice"] for shot in asked["shots"]] == [[{"pips": 0, "source": "rolled"}]] * 3
    two.defender.do("answer", agree=True)
    two.attacker.do("carry_out", dice=counted(1, 4, 6, lot=2))
    assert sorted(faces(shown(two))) == [1, 4, 6]
    assert findings(closed(two), known_systems()) == []


# ---------- other systems ----------


class ByCount(Evening):
    """An evening of 1418 at which dice that are thrown together are told by count."""

    def answered(self, asks: Any, told: Json) -> bool:
        before = set(told)
        found = super().answered(asks, told)
        for name in told.keys() - before:
            if isinstance(told[name], list) and len(told[name]) > 1 and "pips" in told[name][0]:
                told[name] = counted(*faces(told[name]))
        return found

    def sent(self, seat: Seat, command: Mapping[str, Any]) -> None:
        """A die that was dealt the very face which it is said to show has been mistyped as no other."""
        if command["kind"] == "correct_die":
            was = seat.send(seat.stage()["number"], command)
            if was.status_code == 200:
                return
            assert was.json()["because"] == f"the die was read as {command['pips']}"
            command = {**command, "pips": command["pips"] - 1}
        super().sent(seat, command)


@pytest.mark.usefixtures("unhurried")
def test_an_evening_of_1418_told_by_count_is_proved_and_judged_alike(tmp_path: Path) -> None:
    ready, *_ = ready_to_open()
    with served(tmp_path) as (app, host):
        # Without its table: what people would tell of it is told here.
        body = {**ready["body"], "command": {**ready["body"]["command"], "on_table": False}}
        game = host.post("/api/v1/games", json=body, headers=OWN).json()["game_id"]
        clients = {"referee": host} | {side: joined(app, host, game, side) for side in SIDES}
        ByCount({role: Seat(client, game, role) for role, client in clients.items()}).play()
        games = app.state.keeper.games
        games.close(game)
        file = export_game(games.log, game)
    assert file is not None
    bodies = [one.body for one in file.commands]
    assert sum('"counted"' in one for one in bodies) > 20
    assert any('"correct_die"' in one for one in bodies)
    assert findings(file, known_systems()) == []
    assert list(rejudge(file, known_systems()["earth-1418"])) == []


def test_a_system_that_no_screen_knows_takes_them_too(tmp_path: Path) -> None:
    app = create_app(Settings(database_url=f"sqlite:///{tmp_path / 'toy.db'}"), {"stage-toy": ServedToy()})
    with device(app) as host:
        opened = host.post("/api/v1/games", json={**TOY_GAME, "role": "north"}).json()
        at = f"/api/v1/games/{opened['game_id']}"
        south = joined(app, host, opened["game_id"], "south")

        def do(client: Any, **command: Any) -> Json:
            number = client.get(at).json()["number"]
            body = {"command_id": new_id(), "expected_seq": number, "command": command}
            answer = client.post(f"{at}/commands", json=body)
            assert answer.status_code == 200, answer.text
            return dict(answer.json())

        do(host, kind="choose", stance="stand")
        do(south, kind="choose", stance="stand")
        shots = [
            {"firer": f"north {n}", "targets": [f"south {n}"], "range_cm": 20, "dice": counted(face, lot=1)}
            for n, face in zip("ab", (5, 1), strict=True)
        ]
        do(host, kind="shoot", shots=shots)
        app.state.keeper.games.close(opened["game_id"])
        file = export_game(app.state.keeper.games.log, opened["game_id"])
    assert file is not None
    assert findings(file, {"stage-toy": ServedToy()}) == []
    assert sorted(shot["dice"][0]["pips"] for shot in json.loads(file.commands[-1].body)["shots"]) == [1, 5]
