"""Limits on what strangers may try: guessing codes, opening games."""

from typing import Final

from fastapi import Request
from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from app.games import problems
from app.games.problems import Problem

GUESSES_OF_ONE: Final = parse("10/minute")
GUESSES_OF_ALL: Final = parse("100/minute")
GAMES_OF_ONE: Final = parse("30/minute")


class Limits:
    """Counts tries by address, for one process."""

    def __init__(self) -> None:
        self._windows = MovingWindowRateLimiter(MemoryStorage())

    def check_guesses(self, request: Request) -> None:
        """Raises Problem (429) for who guessed wrong too often; right codes count for nothing."""
        if not self._windows.test(GUESSES_OF_ONE, "guess", address(request)):
            raise too_many(GUESSES_OF_ONE)
        if not self._windows.test(GUESSES_OF_ALL, "guess"):
            raise too_many(GUESSES_OF_ALL)

    def guessed_wrong(self, request: Request) -> None:
        """Note a wrong code."""
        self._windows.hit(GUESSES_OF_ONE, "guess", address(request))
        self._windows.hit(GUESSES_OF_ALL, "guess")

    def opens_a_game(self, request: Request) -> None:
        """Raises Problem (429) for who opens games faster than anybody can play them."""
        if not self._windows.hit(GAMES_OF_ONE, "open", address(request)):
            raise too_many(GAMES_OF_ONE)


def address(request: Request) -> str:
    """The address of the device (behind a proxy: as the proxy gives it)."""
    return request.client.host if request.client else "unknown"


def too_many(limit: RateLimitItem) -> Problem:
    """The answer to who tried too often."""
    detail = f"too many tries: at most {limit.amount} a minute"
    return Problem(problems.problem(429, "too-many-tries", "Too many tries", detail, instead="wait a minute"))
