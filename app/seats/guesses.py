"""Limits on what strangers may try: guessing codes, opening games."""

from fastapi import Request
from limits import RateLimitItem, RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from app.games import problems
from app.games.problems import Problem
from app.seats.tokens import is_typed


class Limits:
    """Counts tries by address, for one process: wrong codes and new games, each at most so many in a minute."""

    def __init__(self, wrong_codes: int = 10, wrong_codes_of_all: int = 100, new_games: int = 30) -> None:
        self._windows = MovingWindowRateLimiter(MemoryStorage())
        self._of_one = RateLimitItemPerMinute(wrong_codes)
        self._of_all = RateLimitItemPerMinute(wrong_codes_of_all)
        self._games = RateLimitItemPerMinute(new_games)

    def check_address(self, request: Request) -> None:
        """Raises Problem (429) for who guessed wrong too often; right codes count for nothing."""
        if not self._windows.test(self._of_one, "guess", address(request)):
            raise too_many(self._of_one)

    def check_letters(self, code: str) -> None:
        """Raises Problem (429) for typed letters while too many were wrong, wherever from.

        A code from a link is too long to be guessed: nobody who guesses letters keeps out who has scanned one.
        """
        if is_typed(code) and not self._windows.test(self._of_all, "guess"):
            raise too_many(self._of_all)

    def guessed_wrong(self, request: Request, code: str) -> None:
        """Note a wrong code."""
        self._windows.hit(self._of_one, "guess", address(request))
        if is_typed(code):
            self._windows.hit(self._of_all, "guess")

    def opens_a_game(self, request: Request) -> None:
        """Raises Problem (429) for who opens games faster than anybody can play them."""
        if not self._windows.hit(self._games, "open", address(request)):
            raise too_many(self._games)


def address(request: Request) -> str:
    """The address of the device (behind a proxy: as the proxy gives it)."""
    return request.client.host if request.client else "unknown"


def too_many(limit: RateLimitItem) -> Problem:
    """The answer to who tried too often."""
    detail = f"too many tries: at most {limit.amount} a minute"
    return Problem(problems.problem(429, "too-many-tries", "Too many tries", detail, instead="wait a minute"))
