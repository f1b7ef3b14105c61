"""Who asks for leave is told on his own page that the answer was no, and by whom."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from tests.app.two_tables import Device, served_from


@pytest.fixture
def seats(tmp_path: Path) -> Iterator[Mapping[str, Device]]:
    """Mons with everybody seated; the German side, the attacker's, has begun its first turn."""
    with served_from(tmp_path / "games.db") as app:
        host = Device(app, "referee")
        command = {"kind": "create_game", "scenario": "mons-1914"}
        wanted = {"system": "flanders-fields", "title": "Evening", "command": command}
        host.game = host.client.post("/api/v1/games", json=wanted).json()["game_id"]
        seats = {"referee": host} | {role: host.invited(app, role) for role in ("attacker", "defender", "spectator")}
        seats["attacker"].send("start_turn")
        seats["attacker"].send("end_turn")
        seats["defender"].send("start_turn")
        yield seats


def told_no(device: Device) -> str:
    """What the device's own screen says of a no."""
    found = device.client.get(f"{device.service}/screen").json()["declined"]
    return found["says"] if found else ""


@pytest.mark.parametrize(("by", "name"), [("defender", "The British side"), ("referee", "The referee")])
def test_a_no_stands_on_the_screen_of_who_asked(seats: Mapping[str, Device], by: str, name: str) -> None:
    """It names who said it, stays whatever the others do, and goes with the asker's next deed."""
    asker = seats["attacker"]
    asker.send("undo")
    assert not told_no(asker)
    seats[by].send("answer", agree=False)
    answered = asker.client.get(f"{asker.service}/log").json()["events"][-1]
    assert (answered["kind"], answered["by"], answered["agreed"]) == ("consent_answered", by, False)
    seats["defender"].send("note", text="seen from the mill")
    assert told_no(asker).startswith(f"{name} does not agree. Not agreed: take back")
    for other in ("defender", "referee", "spectator"):
        assert not told_no(seats[other])
    asker.send("note", text="as you like")
    assert not told_no(asker)


def test_a_yes_and_an_open_question_say_nothing_of_a_no(seats: Mapping[str, Device]) -> None:
    seats["attacker"].send("undo")
    assert not told_no(seats["attacker"])
    seats["defender"].send("answer", agree=True)
    assert not told_no(seats["attacker"])


def test_a_no_to_somebody_else_is_not_told_as_ones_own(seats: Mapping[str, Device]) -> None:
    """The German side asked, was refused, and asks nothing since; the British side then asks and is refused."""
    seats["attacker"].send("undo")
    seats["referee"].send("answer", agree=False)
    seats["attacker"].send("note", text="as you like")
    seats["defender"].send("undo")
    seats["referee"].send("answer", agree=False)
    assert not told_no(seats["attacker"])
    assert told_no(seats["defender"]).startswith("The referee does not agree.")
