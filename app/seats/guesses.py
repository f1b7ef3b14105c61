"""Limits on what devices may try: guessing codes, opening games, and requests of every kind."""

import time
from collections.abc import Callable
from typing import Final

from fastapi import Request

from app.games import problems
from app.games.problems import Problem
from app.limits import NO_RATES, Kind, RequestLimits, RequestRates, Windows, whole_seconds
from app.proxies import address_key
from app.seats.tokens import is_typed

EVERYBODY: Final = "everybody"


class Limits:
    """Counts tries by address, for one process: wrong codes and new games, each at most so many in a minute.

    `requests` counts all the others.
    """

    def __init__(
        self,
        wrong_codes: int = 10,
        wrong_codes_of_all: int = 100,
        new_games: int = 30,
        clock: Callable[[], float] = time.monotonic,
        rates: RequestRates = NO_RATES,
    ) -> None:
        self._of_one = Windows(wrong_codes, clock)
        self._of_all = Windows(wrong_codes_of_all, clock)
        self._games = Windows(new_games, clock)
        self.requests = RequestLimits(rates, clock)

    def check_address(self, request: Request) -> None:
        """Raises Problem (429) for who guessed wrong too often; right codes count for nothing."""
        if waits := self._of_one.wait_s(address(request)):
            raise too_many(self._of_one, waits)

    def check_letters(self, code: str) -> None:
        """Raises Problem (429) for typed letters while too many were wrong, wherever from.

        A code from a link is too long to be guessed: nobody who guesses letters keeps out who has scanned one.
        """
        if is_typed(code) and (waits := self._of_all.wait_s(EVERYBODY)):
            raise too_many(self._of_all, waits)

    def guessed_wrong(self, request: Request, code: str) -> None:
        """Note a wrong code."""
        self._of_one.take(address(request))
        if is_typed(code):
            self._of_all.take(EVERYBODY)

    def opens_a_game(self, request: Request) -> None:
        """Raises Problem (429) for who opens games faster than anybody can play them."""
        if waits := self._games.take(address(request)):
            raise too_many(self._games, waits)

    def asks(self, kind: Kind, request: Request, seat_id: str = "") -> None:
        """Count a request of a seat, or of an address. Raises Problem (429) where it is one too many."""
        sent = request.headers.get("content-length", "")
        size = int(sent) if sent.isdecimal() else 0
        because, waits = self.requests.take(kind, seat_id, address(request), size)
        if waits:
            raise slow_down(because, waits)

    def writes_to(self, game_id: str) -> None:
        """Raises Problem (429) for a game whose log has grown too much lately."""
        if waits := self.requests.log_wait_s(game_id):
            raise slow_down(f"this game writes too much: at most {self.requests.log_mib:g} MB in an hour", waits)


def address(request: Request) -> str:
    """The address of the device (behind a proxy: as the proxy gives it), as limits count it."""
    return address_key(request.client.host) if request.client else "unknown"


def too_many(limit: Windows, waits: float) -> Problem:
    """The answer to who tried too often."""
    detail = f"too many tries: at most {limit.amount} a minute"
    answer = problems.problem(429, "too-many-tries", "Too many tries", detail, instead="wait a minute")
    return Problem(answer, retry_after=whole_seconds(waits))


def slow_down(because: str, waits: float) -> Problem:
    """The answer to a device, an address or a game that has asked too much of the service."""
    seconds = whole_seconds(waits)
    span = f"{seconds} second{'s' if seconds > 1 else ''}" if seconds < 120 else f"{-(-seconds // 60)} minutes"
    answer = problems.problem(429, "too-many-requests", "Too many requests", because, instead=f"wait {span}")
    return Problem(answer, retry_after=seconds)
