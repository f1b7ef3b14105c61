"""Rate limits per device, address and game."""

import re
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from enum import StrEnum
from itertools import islice
from math import ceil
from typing import Final

from fastapi import Request

from app.http import problem_details
from app.http.client_addresses import address_key
from app.http.problem_details import Problem
from app.seats.seat_repository import is_typed
from rules.kernel.frozen_dataclasses import dataclass

# Counted limits

MINUTE_S: Final = 60.0
HOUR_S: Final = 3600.0
MIB: Final = 1024 * 1024
MOST_KEYS: Final = 20_000
"""More buckets than this are not kept: the one that was used longest ago is forgotten."""
OF_ADDRESS: Final = 20
"""An address may spend so many times what one device at a game may: a club comes by one router."""


class Buckets:
    """One token bucket for each key, of `amount` tokens that fill in `seconds`; an amount of 0 is no limit.

    `clock` gives seconds and only goes forward: set back, the time of day would keep a limit for as long.
    """

    def __init__(self, amount: float, seconds: float, clock: Callable[[], float]) -> None:
        self.amount = amount
        self.seconds = seconds
        self._clock = clock
        # By key what is missing from the full bucket, and when that was so.
        self._missing: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._missing)

    def wait_s(self, key: str, cost: float = 1.0) -> float:
        """Return in how many seconds so much may be spent, 0 for now. What is more than a whole bucket waits for it."""
        if not self.amount:
            return 0.0
        over = self._missing_now(key) + min(cost, self.amount) - self.amount
        # What is left over by rounding is nobody's second.
        return max(0.0, over) / self.amount * self.seconds if over > 1e-9 else 0.0

    def spend(self, key: str, cost: float = 1.0) -> None:
        """Take tokens out, also where there are too few: the bucket then has to fill for longer."""
        if not self.amount or not cost:
            return
        missing = self._missing_now(key)
        self._missing[key] = (missing + cost, self._clock())
        self._missing.move_to_end(key)
        self._forget()

    def take(self, key: str, cost: float = 1.0) -> float:
        """Take tokens out if there are so many; return in how many seconds there will be, 0 if they were taken."""
        waits = self.wait_s(key, cost)
        if not waits:
            self.spend(key, cost)
        return waits

    def _missing_now(self, key: str) -> float:
        missing, since = self._missing.get(key, (0.0, 0.0))
        return max(0.0, missing - (self._clock() - since) * self.amount / self.seconds) if missing else 0.0

    def _forget(self) -> None:
        # Full buckets need not be kept; two are looked at for each that is used, so that none stays for ever.
        for key in list(islice(self._missing, 2)) if len(self._missing) > 2 else ():
            if not self._missing_now(key):
                del self._missing[key]
        while len(self._missing) > MOST_KEYS:
            self._missing.popitem(last=False)


class Windows:
    """One window for each key: at most `amount` uses in any minute; an amount of 0 is no limit.

    `clock` gives seconds and only goes forward, as for buckets.
    """

    def __init__(self, amount: int, clock: Callable[[], float]) -> None:
        self.amount = amount
        self._clock = clock
        # By key the times of the uses in the last minute, the one that was used longest ago first.
        self._times: OrderedDict[str, deque[float]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._times)

    def wait_s(self, key: str) -> float:
        """Return in how many seconds there may be another use, 0 for now."""
        times = self._recent(key)
        return times[0] + MINUTE_S - self._clock() if 0 < self.amount <= len(times) else 0.0

    def take(self, key: str) -> float:
        """Count a use if there may be one; return in how many seconds there may be, 0 if it was counted."""
        waits = self.wait_s(key)
        if self.amount and not waits:
            self._times.setdefault(key, deque()).append(self._clock())
            self._times.move_to_end(key)
            self._forget()
        return waits

    def _recent(self, key: str) -> deque[float]:
        times, since = self._times.get(key, deque[float]()), self._clock() - MINUTE_S
        while times and times[0] <= since:
            times.popleft()
        return times

    def _forget(self) -> None:
        # The keys without a use in the last minute come first, since every use moves its key to the end.
        while (oldest := next(iter(self._times))) and (len(self) > MOST_KEYS or not self._recent(oldest)):
            del self._times[oldest]


class Kind(StrEnum):
    """The kinds of requests that are limited, each by itself."""

    COMMANDS = "commands"
    PROMPTS = "prompts"
    CHECKS = "checks"
    LOOKUPS = "look-ups"
    REPORTS = "reports"
    CHANGES = "changes"
    IMPORTS = "imports"
    READS = "pages"


@dataclass(frozen=True, slots=True)
class RequestRates:
    """How many requests of each kind there may be from one device at a game, or from one address; 0 is no limit.

    All a minute but `imports`, `log_mib` of one game, and `sent_mib` of one address, which are an hour's.
    """

    commands: int = 600
    prompts: int = 300
    checks: int = 60
    lookups: int = 300
    reports: int = 120
    changes: int = 300
    reads: int = 600
    imports: int = 60
    log_mib: int = 2
    sent_mib: int = 128


NO_RATES: Final = RequestRates(0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
COMMAND: Final = re.compile(r"/api/v1/games/[^/]+/commands")
# The first that fits counts. Whatever writes and is not named is a change, whatever is read a page.
POSTS: Final = tuple(
    (re.compile(pattern), kind)
    for pattern, kind in (
        (r"/api/v1/games/[^/]+/commands", Kind.COMMANDS),
        (r"/api/v1/games/[^/]+/prompts", Kind.PROMPTS),
        (r".*/(import|copy)", Kind.IMPORTS),
        (r"/api/v1/scenarios/(check|[^/]+/save)", Kind.CHECKS),
        (r"/api/v1/[^/]+/questions/[^/]+", Kind.LOOKUPS),
    )
)
READS: Final = tuple(
    (re.compile(pattern), kind)
    for pattern, kind in (
        (r"/static/.*|/health|/games/[^/]+/stream", None),
        (r"/games/[^/]+/(map|stage/map)|/api/v1/games/[^/]+/known", Kind.PROMPTS),
        (r"/lookups(/.*)?", Kind.LOOKUPS),
        (r"(/api/v1)?/games/[^/]+/(log|report|export|head|print(/.*)?|sheets(/file)?|playsheet)", Kind.REPORTS),
        (r"(/api/v1)?/(fire-plans|plans|forces)/[^/]+/(forecast|differences|ratio|print(/.*)?)", Kind.REPORTS),
        (r"/forces/[^/]+/[^/]+/print(/.*)?|/print/basket|/print/scenarios/.*|/print/[^/]+/[^/]+\.pdf", Kind.REPORTS),
        (r"/print(/[^/]+)?/file|/playsheets(/.*)?|/style(/.*)?|/api/v1/openapi.json", Kind.REPORTS),
    )
)
TAKES_BODIES: Final = (Kind.CHECKS, Kind.CHANGES, Kind.IMPORTS)
AT_A_GAME: Final = re.compile(r"(?:/api/v1)?/games/([^/]+)(?:/.*)?")


def kind_of(method: str, path: str) -> Kind | None:
    """Return the kind of a request, None for one that has no limit of its own here."""
    if method == "POST":
        return next((kind for pattern, kind in POSTS if pattern.fullmatch(path)), Kind.CHANGES)
    if method not in ("GET", "HEAD"):
        return Kind.READS
    return next((kind for pattern, kind in READS if pattern.fullmatch(path)), Kind.READS)


class RequestLimits:
    """Everything that is counted of requests: kinds by device and address, bytes by address, the log by game."""

    def __init__(self, rates: RequestRates, clock: Callable[[], float]) -> None:
        amounts = {
            Kind.COMMANDS: rates.commands,
            Kind.PROMPTS: rates.prompts,
            Kind.CHECKS: rates.checks,
            Kind.LOOKUPS: rates.lookups,
            Kind.REPORTS: rates.reports,
            Kind.CHANGES: rates.changes,
            Kind.READS: rates.reads,
        }
        self._of = {kind: Buckets(amount, MINUTE_S, clock) for kind, amount in amounts.items()}
        self._of[Kind.IMPORTS] = Buckets(rates.imports, HOUR_S, clock)
        self._sent = Buckets(rates.sent_mib * MIB, HOUR_S, clock)
        self._log = Buckets(rates.log_mib * MIB, HOUR_S, clock)

    def take(self, kind: Kind, seat_id: str, address: str, sent_bytes: int = 0) -> tuple[str, float]:
        """Count a request. Return why it may not be and in how many seconds it may; 0 seconds: it may, and is counted.

        A request of a seat counts for that seat, and a part of it for its address.
        """
        buckets, key = self._of[kind], seat_id or address
        if waits := buckets.wait_s(key):
            span = "hour" if buckets.seconds == HOUR_S else "minute"
            of = "this device" if seat_id else "your network"
            return f"too many {kind} from {of}: at most {buckets.amount:g} in {_an(span)}", waits
        share = 1 / OF_ADDRESS
        if seat_id and (waits := buckets.wait_s(f"all of {address}", share)):
            return f"too many {kind} from your network", waits
        if kind in TAKES_BODIES and (waits := self._sent.wait_s(address, sent_bytes)):
            return f"your network sent too much: at most {self._sent.amount / MIB:g} MB in an hour", waits
        buckets.spend(key)
        if seat_id:
            buckets.spend(f"all of {address}", share)
        if kind in TAKES_BODIES:
            self._sent.spend(address, sent_bytes)
        return "", 0.0

    def log_wait_s(self, game_id: str) -> float:
        """Return in how many seconds a game may write on, 0 for now."""
        return self._log.wait_s(game_id)

    def log_grew(self, game_id: str, by_bytes: int) -> None:
        """Note what was written of a game."""
        self._log.spend(game_id, by_bytes)

    @property
    def log_mib(self) -> float:
        """How much of one game may be written in an hour, in MiB."""
        return self._log.amount / MIB


def _an(span: str) -> str:
    return f"an {span}" if span == "hour" else f"a {span}"


def whole_seconds(waits: float) -> int:
    """Return seconds as Retry-After has them."""
    return max(1, ceil(waits))


# Limits of attempts

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
    answer = problem_details.problem(429, "too-many-tries", "Too many tries", detail, instead="wait a minute")
    return Problem(answer, retry_after=whole_seconds(waits))


def slow_down(because: str, waits: float) -> Problem:
    """The answer to a device, an address or a game that has asked too much of the service."""
    seconds = whole_seconds(waits)
    span = f"{seconds} second{'s' if seconds > 1 else ''}" if seconds < 120 else f"{-(-seconds // 60)} minutes"
    answer = problem_details.problem(429, "too-many-requests", "Too many requests", because, instead=f"wait {span}")
    return Problem(answer, retry_after=seconds)
