"""Who asks for leave is told on his own page that the answer was no, and by whom."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from tests.app.two_tables import HTML, Device, served_from

HELD = "does not agree."


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


def page(device: Device) -> str:
    """The device's own page."""
    return device.client.get(f"/games/{device.game}", headers=HTML).text


@pytest.mark.parametrize(("by", "name"), [("defender", "The British side"), ("referee", "The referee")])
def test_a_no_stands_on_the_page_of_who_asked(seats: Mapping[str, Device], by: str, name: str) -> None:
    """It names who said it, stays whatever the others do, and goes with the asker's next deed."""
    asker = seats["attacker"]
    asker.send("take_back")
    assert HELD not in page(asker)
    seats[by].send("answer", agree=False)
    answered = asker.client.get(f"{asker.service}/log").json()["events"][-1]
    assert (answered["kind"], answered["by"], answered["agreed"]) == ("consent_answered", by, False)
    seats["defender"].send("note", text="seen from the mill")
    assert f"{name} {HELD}" in page(asker)
    assert "Not agreed: take back" in page(asker)
    for other in ("defender", "referee", "spectator"):
        assert HELD not in page(seats[other])
    asker.send("note", text="as you like")
    assert HELD not in page(asker)


def test_a_yes_and_an_open_question_say_nothing_of_a_no(seats: Mapping[str, Device]) -> None:
    seats["attacker"].send("take_back")
    assert HELD not in page(seats["attacker"])
    seats["defender"].send("answer", agree=True)
    assert HELD not in page(seats["attacker"])


def test_a_no_to_somebody_else_is_not_told_as_ones_own(seats: Mapping[str, Device]) -> None:
    """The German side asked, was refused, and asks nothing since; the British side then asks and is refused."""
    seats["attacker"].send("take_back")
    seats["referee"].send("answer", agree=False)
    seats["attacker"].send("note", text="as you like")
    seats["defender"].send("take_back")
    seats["referee"].send("answer", agree=False)
    assert HELD not in page(seats["attacker"])
    assert f"The referee {HELD}" in page(seats["defender"])
