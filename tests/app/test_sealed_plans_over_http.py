"""A fire plan over the wire: nobody else learns of it before it falls; then everybody does, and can prove it."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import pytest

from app.games.verification import findings, read_file
from rules.flanders_fields.fire_plan_document import is_as_sealed, read_plan
from rules.flanders_fields.game.actions import fire_plan as sealing
from tests.app import two_tables as tables_of_tests
from tests.app.conftest import forget_games
from tests.app.everywhere import METHODS, Answer, assert_nothing_of, never_told, read_everywhere, sent_everywhere, told
from tests.app.test_secrets_over_http import as_it_is, own_turn
from tests.app.two_tables import BASE, Tables, drafted, two_tables
from tests.client import TestClient
from tests.share import sample
from tests.systems import known_systems
from tests.torture.forgery import chained
from tests.torture.leaks import JSON, NAMED

pytestmark = pytest.mark.evening

PLANS: Final = "/api/v1/fire-plans"
SECRET: Final = {"drawn": "", "about": ""}
GUNS: Final = {"attacker": "a1.b4", "defender": "d1.b1"}
FALLS: Final = {"attacker": "ZULEIKA", "defender": "YGGDRASIL"}
"""What the fire of a side's first turn is called; everything else falls later or never."""


@pytest.fixture(scope="module")
def march(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The March offensive with nothing planned, so that all there is to learn is in the plans that are sealed."""
    return march_in(tmp_path_factory.mktemp("march"))


def march_in(folder: Path) -> dict[str, Any]:
    """The same, set up in a folder."""
    file = drafted(folder, scenario="michael-1918")
    created = json.loads(file["events"][0]["payload"])
    bare: dict[str, Any] = {"barrages": [], "works": [], "points": [], "fires": [], "heavy_artillery": []}
    created |= {"gas": [], "missions": [], "plan": {**created["plan"], **bare}}
    file["events"][0]["payload"] = json.dumps(created)
    return file


def weapon_of(tables: Tables, side: str) -> dict[str, Any]:
    """The side's gun that fires, as a plan begun in the game writes it."""
    device = tables.seats[0][side]
    begun = device.client.post(f"{device.service}/fire-plans", json={"name": "looked up"}).json()["id"]
    weapons = device.client.get(f"{PLANS}/{begun}").json()["document"]["weapons"]
    device.client.post(f"{PLANS}/{begun}/delete", json={})
    return next(one for one in weapons if one["unit"] == GUNS[side])


def canaries(side: str) -> list[str]:
    """Words of which each stands in one place of the plan."""
    words = [f"{side[0].upper()}QX{n:03d}" for n in range(28)]
    return [*words, FALLS[side]]


def full_of_canaries(weapon: dict[str, Any], side: str) -> dict[str, Any]:
    """A plan with a marker in every text, which the rules allow; its first fire falls in the side's first turn."""
    words = iter(canaries(side))
    along = 830 if side == "attacker" else 610
    gun = {**weapon, "id": next(words), "at": [along, 910], "where": next(words), "note": next(words)}
    fires = [
        {"id": next(words), "weapon": gun["id"], "turn": turn, "at": [along, 900 + 10 * turn], "where": next(words)}
        for turn in (2, 3, 4)
    ]
    first = {"id": "now", "weapon": gun["id"], "turn": 1, "at": [500, 1000], "where": FALLS[side]}
    shifts = [{"id": next(words), "weapon": gun["id"], "turn": 5, "at": [along, 950], "where": next(words)}]
    sos = [{"id": next(words), "weapon": gun["id"], "at": [along, 800], "where": next(words), "note": next(words)}]
    return {
        "format": "beaten-zone-fire-plan",
        "version": 1,
        "name": next(words),
        "side": side,
        "written_for": {"width_mm": 1200, "depth_mm": 1800, "month": "1918-03", "nation": NATIONS[side]},
        "weapons": [gun],
        "shifts": shifts,
        "bombardments": [first, *fires],
        "sos_points": sos if side == "defender" else [],
        "notes": "\n".join(words),
    }


NATIONS: Final = {"attacker": "german", "defender": "british"}


def markers_in(plan: dict[str, Any], side: str) -> list[str]:
    """The markers that do stand in the plan, but for what falls in the first turn."""
    text = json.dumps(plan)
    return [one for one in canaries(side) if one in text and one != FALLS[side]]


def sealed_at(tables: Tables, number: int, side: str, plan: dict[str, Any]) -> None:
    """One side's plan, brought into its game as a draft, saved once more, and sealed by that draft."""
    device = tables.seats[number][side]
    draft = device.client.post(f"{device.service}/fire-plans/import", json=plan)
    assert draft.status_code == 201, draft.text
    of = draft.json()["id"]
    saved = device.client.post(f"{PLANS}/{of}/save", json={"revision": 1, "document": plan})
    assert saved.status_code == 200, saved.text
    seen = device.client.get(device.service).json()["number"]
    answer = device.client.post(f"{PLANS}/{of}/seal", json={"command_id": f"seal-{side}", "expected_seq": seen})
    refused = [one for one in saved.json()["findings"] if one["severity"] == "refused"]
    assert answer.status_code == 200, (answer.text, refused)


def everything_for(tables: Tables, role: str, drafts: Sequence[str], methods: Sequence[str] = ()) -> Iterator[Answer]:
    """What a seat, or a stranger, reads everywhere, and what other methods are answered there."""
    seats = tables.seats[0]
    host = seats["referee"]
    own = seats[role].client if role in seats else TestClient(host.client.app, base_url=BASE, headers={"Origin": BASE})
    for draft in drafts:
        places = {**NAMED, "game_id": host.game, "table_id": "mons-1914", "plan_id": draft, "seat_id": "nobody"}
        yield from read_everywhere(own, role, places)
        yield from sent_everywhere(own, role, places, methods)
        for deed, body in (("save", {"revision": 1}), ("copy", {"name": "x"}), ("seal", {"command_id": "x"})):
            yield f"{deed} as {role}", told(own.post(f"{PLANS}/{draft}/{deed}", json=body))
    if role in seats:
        yield f"the stream as {role}", "".join(host.hub.heard[host.game, seats[role].role])


def drafts_of(tables: Tables, side: str) -> list[str]:
    device = tables.seats[0][side]
    return [one["id"] for one in device.client.get(f"{device.service}/fire-plans").json()]


@pytest.mark.parametrize("side", sample(["attacker", "defender"], 1))
def test_no_marker_of_a_plan_reaches_anybody_else_until_it_falls_and_then_all_do(
    tmp_path: Path, march: dict[str, Any], side: str, capfd: pytest.CaptureFixture[str]
) -> None:
    """S1, asked as the other side, a spectator and a stranger, before and after play, a take-back and a restart."""
    with two_tables(tmp_path, march, (as_it_is, as_it_is), side, ()) as tables:
        plan = full_of_canaries(weapon_of(tables, side), side)
        markers = markers_in(plan, side)
        assert len(markers) >= 24
        sealed_at(tables, 0, side, plan)
        drafts = drafts_of(tables, side)
        assert never_told(markers, everything_for(tables, side, drafts)) == []
        others = [role for role in ("attacker", "defender", "spectator") if role != side]
        for role in (*others, "stranger"):
            answers = everything_for(tables, role, drafts, methods=METHODS)
            assert_nothing_of([*markers, FALLS[side]], answers)
        seats = tables.seats[0]
        seats[side].send("undo")
        for role in (*others, "stranger"):
            assert_nothing_of([*markers, FALLS[side]], everything_for(tables, role, drafts))
        seen = seats[side].client.get(seats[side].service).json()["number"]
        again = {"command_id": "again", "expected_seq": seen}
        assert seats[side].client.post(f"{PLANS}/{drafts[0]}/seal", json=again).status_code == 200
        forget_games(seats["referee"].client.app.state.keeper.games)
        if side == "defender":
            play_turn(tables, "attacker")
        play_turn(tables, side)
        for role in others:
            assert_nothing_of(markers_of_what_is_to_come(plan, markers), everything_for(tables, role, drafts))
            # The test is not blind: what has fallen they read, with its proof.
            shown = seats[role].client.get(f"{seats[role].service}/sealed-plans").json()[0]["shown"]
            assert FALLS[side] in json.dumps(shown)
            assert {one["proved"] for one in shown} == {True}
        host = seats["referee"].client
        assert host.post(f"{seats['referee'].service}/close", json={}).status_code == 204
        for role in others:
            (whole,) = seats[role].client.get(f"{seats[role].service}/sealed-plans").json()
            assert [one for one in markers if one not in json.dumps(whole)] == []
            assert whole["proved"]
            own_copy = read_plan(json.dumps(whole["document"]).encode())
            assert is_as_sealed(own_copy, bytes.fromhex(whole["secret"]), whole["fingerprint"], whole["about"])
            # Drafts stay secret: they were never part of the game.
            assert seats[role].client.get(f"{PLANS}/{drafts[0]}").status_code == 404
    assert [one for one in markers if one in "".join(capfd.readouterr())] == []


def markers_of_what_is_to_come(plan: dict[str, Any], markers: Sequence[str]) -> list[str]:
    """Which weapon has fired is known by then, so its line's name is."""
    return [one for one in markers if one != plan["weapons"][0]["id"]]


def play_turn(tables: Tables, side: str) -> None:
    """A side's turn at the first table, with what its plan brings."""
    seat = tables.seats[0][side]
    seat.send("start_turn")
    while "." not in seat.view["turn"]["of"]:
        for line in seat.view["bombard"]["fires"]:
            seat.send("fire_by_plan", line=line["id"], observed=True)
            seat.send("fire_on_area", unit=line["unit"], observed=True, range_cm=60, own_trench_cm=40)
        seat.send("next_step")
    seat.send("end_turn")


def two_plans_sealed(tables: Tables, side: str) -> dict[str, Any]:
    """At one table a full plan, at the other one with next to nothing in it; the full one is handed back."""
    plan = full_of_canaries(weapon_of(tables, side), side)
    gun = plan["weapons"][0]
    later = {"id": "other", "weapon": gun["id"], "turn": 3, "at": [520, 1020], "where": "XANTHIPPE"}
    full = plan | {"notes": "ZULEIKA", "bombardments": [later], "name": "ZULEIKA"}
    # That there is planned fire at all is no secret: its side's turns stop at the step, whatever falls in them.
    shift = [{"id": "s", "weapon": "w", "turn": 6, "at": [520, 1020], "where": "x"}]
    weapon = {**gun, "id": "w", "at": None, "where": "", "note": ""}
    empty = {**plan, "notes": "", "bombardments": [], "sos_points": [], "name": "B"}
    empty |= {"shifts": shift, "weapons": [weapon]}
    for number, one in enumerate((full, empty)):
        sealed_at(tables, number, side, one)
    return full


@pytest.mark.parametrize("side", sample(["attacker", "defender"], 1))
def test_two_games_that_differ_only_in_a_sealed_plan_cannot_be_told_apart(
    tmp_path: Path, march: dict[str, Any], side: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """S2. The fingerprints are made the same, so that all else must be: bytes, lengths, numbers, hashes, streams."""
    monkeypatch.setattr(sealing, "seal", lambda *_told: "f" * 64)
    secret = ("ZULEIKA", "XANTHIPPE")
    with two_tables(tmp_path, march, (as_it_is, as_it_is), side, secret) as tables:
        full = two_plans_sealed(tables, side)
        tables.is_known_to_its_own()
        tables.cannot_be_told_apart(drafts_of(tables, side))
        tables.asked_by_others("seal_plan", plan=full, secret=SECRET)
        for turn in ("attacker", "defender"):
            own_turn(tables, turn)
        tables.asked_by_others("undo")
        tables.cannot_be_told_apart()


def test_one_changed_byte_of_a_plan_is_found_by_whoever_verifies_the_file(
    tmp_path: Path, march: dict[str, Any]
) -> None:
    """The chain is forged along, as whoever holds the database could: the fingerprint finds it all the same."""
    with two_tables(tmp_path, march, (as_it_is, as_it_is), "attacker", ()) as tables:
        sealed_at(tables, 0, "attacker", full_of_canaries(weapon_of(tables, "attacker"), "attacker"))
        play_turn(tables, "attacker")
        seat = tables.seats[0]["referee"]
        seat.client.post(f"{seat.service}/close", json={})
        file = seat.client.get(f"{seat.service}/export").json()
        assert findings(read_file(chained(file)), known_systems()) == []
        for kind, byte, says in (
            ("plan_sealed", ("[500,1000]", "[500,1010]"), "is not the one that was sealed"),
            ("plan_shown", ("ZULEIKA", "ZULEIKB"), "does not stand in the sealed fire plan"),
            ("plan_fixed", ('"about":"', '"about":"x'), "sealed for another game"),
        ):
            forged = json.loads(json.dumps(file))
            event = next(one for one in forged["events"] if one["type"] == kind)
            assert byte[0] in event["payload"]
            event["payload"] = event["payload"].replace(*byte, 1)
            told = findings(read_file(chained(forged)), known_systems())
            assert any(says in one for one in told), (kind, told)
            brought = seat.client.post("/api/v1/games/import", content=chained(forged), headers=JSON)
            assert brought.status_code in (409, 422), brought.text


def test_the_secret_of_a_seal_is_drawn_by_the_seed_and_by_nobody_else(tmp_path: Path, march: dict[str, Any]) -> None:
    with two_tables(tmp_path, march, (as_it_is, as_it_is), "attacker", ()) as tables:
        device = tables.seats[0]["attacker"]
        plan = full_of_canaries(weapon_of(tables, "attacker"), "attacker")
        status, told = device.try_("seal_plan", plan=plan, secret={"drawn": "5a" * 32, "about": ""})
        assert (status, "cannot be sent along" in told) == (422, True)
        status, told = device.try_("seal_plan", plan=plan)
        assert (status, "drawn by the service" in told) == (409, True)
        device.send("seal_plan", plan=plan, secret=SECRET)
    assert tables_of_tests.of_a_game()


def with_a_finding(weapon: dict[str, Any], told: dict[str, Any], marker: str) -> dict[str, Any]:
    """A plan with gas that has no turn, and that let pass."""
    gas = {"id": "g", "kind": "denying", "delivery": "artillery", "at": [600, 900], "wind_deg": 45, "where": marker}
    keys = [one["key"] for one in told.get("findings", []) if one["severity"] == "refused"]
    passed = [{"finding": key, "because": marker} for key in keys]
    return {**full_of_canaries(weapon, "attacker"), "gas": [gas], "allowed": passed}


def test_what_is_let_pass_is_asked_of_others_without_a_word_of_what_it_is(
    tmp_path: Path, march: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two games whose plans let different things pass: nobody else can tell the questions apart, nor the answers."""
    monkeypatch.setattr(sealing, "seal", lambda *_told: "f" * 64)
    with two_tables(tmp_path, march, (as_it_is, as_it_is), "attacker", ("ZULEIKA", "XANTHIPPE")) as tables:
        weapon = weapon_of(tables, "attacker")
        for number, marker in enumerate(("ZULEIKA", "XANTHIPPE")):
            device = tables.seats[number]["attacker"]
            plan = with_a_finding(weapon, {}, marker)
            if number:
                plan["gas"][0] |= {"turn": 3, "wind_deg": 45, "delivery": "projector", "kind": None}
            draft = device.client.post(f"{device.service}/fire-plans/import", json=plan).json()["id"]
            told = device.client.get(f"{PLANS}/{draft}").json()
            plan["allowed"] = with_a_finding(weapon, told, marker)["allowed"]
            assert len(plan["allowed"]) == 1, told["findings"]
            saved = device.client.post(f"{PLANS}/{draft}/save", json={"revision": 1, "document": plan})
            assert saved.status_code == 200, saved.text
            seen = device.client.get(device.service).json()["number"]
            wanted = {"command_id": "asks", "expected_seq": seen, "reason": "An old scenario says so"}
            assert device.client.post(f"{PLANS}/{draft}/seal", json=wanted).status_code == 200
            assert device.client.get(f"{device.service}/sealed-plans").json() == []
        # Not blind: its own side reads why, in its log.
        assert "ZULEIKA" in "".join(text for _, text in tables.seats[0]["attacker"].answers().values())
        tables.cannot_be_told_apart(drafts_of(tables, "attacker"))
        asks = tables.seats[0]["defender"].view["asked"]
        assert (asks["words"][:14], asks["reason"]) == ("let 1 finding ", "An old scenario says so")
        for number in range(2):
            tables.seats[number]["referee"].send("answer", agree=True)
        tables.cannot_be_told_apart()
        (sealed,) = tables.seats[0]["defender"].client.get(f"{tables.seats[0]['defender'].service}/sealed-plans").json()
        assert (sealed["allowed"], sealed["document"]) == (1, None)
