"""Moments of a bound of 1418, each brought about by real commands: what no other game shows on the stage."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from playwright.sync_api import Page, expect

from app.systems.earth_1418.features import ready_to_open
from tests.browser.begun import Seated, begun
from tests.browser.playing import Seat
from tests.browser.scenes import Devices
from tests.earth_1418.playing import commanded as told_to

READY: Final[Mapping[str, Any]] = ready_to_open()[0]["body"]
TOLD: Final = {"system": READY["system"], "title": READY["title"], "command": READY["command"]}
HELD: Final = {"attacker": "advance", "defender": "hold"}


def ridge(at: Devices, so_far: str, play: Callable[[Seated], object]) -> None:
    """Another game of the ready one, on its table, played so far."""
    for page in at.pages:
        page.set_viewport_size({"width": 1024, "height": 768})
    host, guest, _ = at.contexts
    seats = begun(at.address, {"attacker": host, "defender": guest}, TOLD, so_far, play)
    at.attacker, at.defender = seats["attacker"], seats["defender"]


def sub_units(seat: Seat) -> Iterator[dict[str, Any]]:
    """All of both sides."""
    return (unit for one in seat.view["formations"] for unit in one["sub_units"])


def named(seat: Seat, name: str) -> str:
    """A sub-unit by its name."""
    return next(unit["id"] for unit in sub_units(seat) if unit["name"] == name)


def commanded(seats: Seated) -> None:
    """Every formation is told, and the attacker's battery aims at the 1st Ridge Company."""
    for side, seat in seats.items():
        for one in seat.view["formations"]:
            if one["side"] == side:
                seat.send("command_formation", formation=one["id"], **told_to(HELD[side]))
    battery = named(seats["attacker"], "Guides' field battery")
    seats["attacker"].send("order_bombardment", unit=battery, square="C3", x_mm=330, y_mm=575)


def readied(seats: Seated, until: tuple[str, int]) -> None:
    """Ready, or nothing more, of both sides up to a step."""
    for _ in range(40):
        view = seats["attacker"].view
        if (view["phase"], view["step"]) == until:
            return
        kind = "close_step" if view["phase"] == "execution" else "ready"
        for side, seat in seats.items():
            seat.try_(kind, side=side)
    raise AssertionError(f"it never comes to {until}")


def commands(at: Devices) -> Page:
    """What each of four commands would bring."""
    ridge(at, "begun", lambda seats: None)
    at.shown(at.british)
    expect(at.british.locator(".acts .btn").first).to_contain_text("may dig in")
    return at.british


def shares(at: Devices) -> Page:
    """Shots of a bombardment are chosen, with what they come to."""

    def play(seats: Seated) -> None:
        commanded(seats)
        readied(seats, ("planning", 2))

    ridge(at, "to share", play)
    at.shown(at.british)
    at.british.locator("#main").get_by_role("button", name="1st Ridge Company").click()
    expect(at.british.locator(".chosen b")).to_have_text("4")
    return at.british


def plans(at: Devices) -> Page:
    """Plans with what they mean, and what may not be chosen."""

    def play(seats: Seated) -> None:
        commanded(seats)
        readied(seats, ("planning", 4))

    ridge(at, "to plan", play)
    at.shown(at.german)
    expect(at.german.locator(".acts .not-yet")).to_contain_text("BE-DIG-01")
    return at.german


def moves(at: Devices) -> Page:
    """The map is up, with how far those who are to move may go."""

    def play(seats: Seated) -> None:
        commanded(seats)
        readied(seats, ("planning", 4))
        mover = named(seats["attacker"], "A Company")
        seats["attacker"].send("plan_unit", unit=mover, plan="move", target="")
        readied(seats, ("execution", 7))

    ridge(at, "to move", play)
    at.shown(at.british)
    expect(at.british.locator(".overlay.reach")).to_have_count(1)
    return at.british


SCENES_OF_1418: Final[Mapping[str, Callable[[Devices], Page]]] = {
    "1418-commands": commands,
    "1418-shares": shares,
    "1418-plans": plans,
    "1418-moves": moves,
}
