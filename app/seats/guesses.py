"""Limits on what strangers may try: guessing codes, opening games."""

import time
from collections.abc import Callable
from typing import Final

from fastapi import Request

from app.games import problems
from app.games.problems import Problem
from app.proxies import address_key
from app.seats.tokens import is_typed
from app.seats.windows import Window

EVERYBODY: Final = "everybody"


class Limits:
    """Counts tries by address, for one process: wrong codes and new games, each at most so many in a minute."""

    def __init__(
        self,
        wrong_codes: int = 10,
        wrong_codes_of_all: int = 100,
        new_games: int = 30,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._of_one = Window(wrong_codes, clock)
        self._of_all = Window(wrong_codes_of_all, clock)
        self._games = Window(new_games, clock)

    def check_address(self, request: Request) -> None:
        """Raises Problem (429) for who guessed wrong too often; right codes count for nothing."""
        if not self._of_one.has_room(address(request)):
            raise too_many(self._of_one)

    def check_letters(self, code: str) -> None:
        """Raises Problem (429) for typed letters while too many were wrong, wherever from.

        A code from a link is too long to be guessed: nobody who guesses letters keeps out who has scanned one.
        """
        if is_typed(code) and not self._of_all.has_room(EVERYBODY):
            raise too_many(self._of_all)

    def guessed_wrong(self, request: Request, code: str) -> None:
        """Note a wrong code."""
        self._of_one.note(address(request))
        if is_typed(code):
            self._of_all.note(EVERYBODY)

    def opens_a_game(self, request: Request) -> None:
        """Raises Problem (429) for who opens games faster than anybody can play them."""
        if not self._games.note(address(request)):
            raise too_many(self._games)


def address(request: Request) -> str:
    """The address of the device (behind a proxy: as the proxy gives it), as limits count it."""
    return address_key(request.client.host) if request.client else "unknown"


def too_many(limit: Window) -> Problem:
    """The answer to who tried too often."""
    detail = f"too many tries: at most {limit.most} a minute"
    return Problem(problems.problem(429, "too-many-tries", "Too many tries", detail, instead="wait a minute"))
