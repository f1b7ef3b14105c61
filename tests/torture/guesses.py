"""S4: codes guessed by the thousand from several addresses, while an honest tablet plays on."""

import asyncio
import multiprocessing
import random
import secrets
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing.queues import Queue
from statistics import quantiles
from typing import Any, Final

import httpx

from app.seats.seat_repository import LETTERS, TYPED_LENGTH
from tests.bench.evening import script
from tests.bench.servers import LENGTH, Device, Sitting, sit_down
from tests.torture.report import Report
from tests.torture.served import MONS_GAME, Server, open_game, real_service, serving

ADDRESSES: Final = 5
MOST_WRONG: Final = 10  # of one address in a minute, as it is set by itself
RATE: Final = 250  # guesses a second, all addresses together: 10,000 of them take forty seconds
PACE_S: Final = 0.02
CODES: Final = 10
LEAST: Final = 500  # fewer, and one wrong code of each address would be more than one in a hundred
ENOUGH: Final = 500  # fewer, and the p99 hangs on the slowest few
REFUSED: Final = 0.99
SLOWER: Final = 2.0
LINK_LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
LINK_LENGTH: Final = 26


def guess(url: str, guesses: int, is_timed: bool = True) -> Report:
    """So many guesses, 500 at least, at codes that stand open.

    `is_timed`: the honest tablet's times are held to the number too, where there are enough of them.
    """
    report, guesses = Report(), max(guesses, LEAST)
    wrong = max(1, min(MOST_WRONG, guesses // 100 // ADDRESSES))
    with serving(url, lambda *where: real_service(*where, wrong_codes_per_minute=str(wrong))) as server:
        with server.client() as host:
            game = open_game(host, MONS_GAME)
            codes = [invited(host, game, kind) for kind in ("link", "typed") for _ in range(CODES)]
            table, told = asyncio.run(played_under_attack(server.port, codes, guesses))
            report.count("guesses", sum(told.values()))
            report.count("refused for trying too often", told[429])
            nobody_got_in(report, told, wrong)
            every_code_is_unused(report, server, codes)
        report.count("commands meanwhile", len(table.attacked))
        report.expect(not table.failed, f"{table.failed} commands of the honest tablet failed")
        ratio = p99(table.attacked) / p99(table.quiet)
        report.measured = (
            f"the honest tablet's p99 {ratio:.2f} of its quiet one ({p99(table.quiet) * 1000:.1f} ms), "
            f"{sum(told.values()) / table.seconds:.0f} guesses a second from {ADDRESSES} addresses"
        )
        is_held = is_timed and len(table.attacked) >= ENOUGH
        report.expect(ratio <= SLOWER or not is_held, f"the honest tablet waited {ratio:.2f} times as long")
    return report


def invited(host: httpx.Client, game: str, kind: str) -> str:
    """The code of an open invitation."""
    answer = host.post(f"/api/v1/games/{game}/invitations", json={"role": "attacker", "kind": kind})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["code"])


def nobody_got_in(report: Report, told: Counter[int], wrong: int) -> None:
    """No guess hit, hardly one was even looked up, and nothing broke."""
    tried = sum(told.values())
    report.expect(not told[201], f"{told[201]} guesses hit")
    report.expect(told[429] >= REFUSED * tried, f"only {told[429]:,} of {tried:,} guesses were refused")
    report.expect(told[404] >= ADDRESSES * wrong, "an address was refused before it had guessed wrong so often")
    report.expect(set(told) <= {404, 429}, f"guesses were answered {sorted(told)}")


def every_code_is_unused(report: Report, server: Server, codes: Sequence[str]) -> None:
    """After all those guesses each invitation still brings the guest it was made for to his seat, once."""
    for number, code in enumerate(codes[:: CODES // 2]):
        with guest_from(server, f"127.0.1.{1 + number}") as guest:
            told = [guest.post("/api/v1/join", json={"code": code}).status_code for _ in range(2)]
            report.expect(told == [201, 404], f"an invitation used twice was answered {told}")
            report.count("invitations tried")


def guest_from(server: Server, address: str) -> httpx.Client:
    """A device with an address of its own."""
    way = httpx.HTTPTransport(local_address=address, verify=False)
    return httpx.Client(base_url=server.base, headers={"Origin": server.base}, transport=way, timeout=20, verify=False)


@dataclass
class Tablets:
    """Two honest tablets at one table after the other, and how long each command took (seconds)."""

    port: int
    quiet: list[float] = field(default_factory=list)
    attacked: list[float] = field(default_factory=list)
    failed: int = 0
    seconds: float = 0.0
    _sent: int = 0

    async def play(self, times: list[float]) -> None:
        """Send the evening's next command, from the device whose it is."""
        lines = script().lines
        place = self._sent % len(lines)
        if place == 0:
            await self._sit_down()
        line, self._sent = lines[place], self._sent + 1
        began = time.perf_counter()
        path = f"/api/v1{self._table.path}/commands"
        status, _, _ = await self._devices[line.role].post(path, line.body(f"c{place}"))
        times.append(time.perf_counter() - began)
        self.failed += status != 200
        await asyncio.sleep(PACE_S)

    async def _sit_down(self) -> None:
        self._table: Sitting = await sit_down(self.port)
        self._devices = {role: Device(self.port, cookie) for role, cookie in self._table.cookies.items()}
        for one in self._devices.values():
            await one.connect()


async def played_under_attack(port: int, codes: Sequence[str], guesses: int) -> tuple[Tablets, Counter[int]]:
    """Play a while, then while somebody guesses, then a while again; the times, and what the guesses were answered."""
    table = Tablets(port)
    script()
    quiet = max(20, round(guesses / RATE / PACE_S / 4))
    for _ in range(10):
        await table.play([])
    for _ in range(quiet):
        await table.play(table.quiet)
    began = time.monotonic()
    with guessing(port, codes, guesses) as attack:
        while attack.is_alive():
            await table.play(table.attacked)
    table.seconds = time.monotonic() - began
    for _ in range(quiet):
        await table.play(table.quiet)
    return table, attack.told


@dataclass
class Attack:
    """Somebody who guesses, in a process of his own: the tablets shall wait for the service and not for us."""

    process: Any
    answers: "Queue[Counter[int]]"
    told: Counter[int] = field(default_factory=Counter)

    def is_alive(self) -> bool:
        """Whether he goes on."""
        return bool(self.process.is_alive())


@contextmanager
def guessing(port: int, codes: Sequence[str], guesses: int) -> Iterator[Attack]:
    """An attack on the service at `port`."""
    spawning = multiprocessing.get_context("spawn")
    answers: Queue[Counter[int]] = spawning.Queue()
    process = spawning.Process(target=attack, args=(port, codes, guesses, answers), daemon=True)
    process.start()
    made = Attack(process, answers)
    try:
        yield made
        made.told = answers.get(timeout=10)
    finally:
        process.kill()


def attack(port: int, codes: Sequence[str], guesses: int, answers: "Queue[Counter[int]]") -> None:
    """Guess so often, from every address in turn; tell how often each status came back."""
    asyncio.run(attacked(port, codes, guesses, answers))


async def attacked(port: int, codes: Sequence[str], guesses: int, answers: "Queue[Counter[int]]") -> None:
    """The same, on a loop."""
    told: Counter[int] = Counter()
    share, chance = guesses // ADDRESSES, random.Random(1)
    guessers = [Guesser(port, f"127.0.0.{2 + number}", codes, chance, told) for number in range(ADDRESSES)]
    await asyncio.gather(*(one.guess(share) for one in guessers))
    answers.put(told)


@dataclass
class Guesser:
    """One address that guesses, at its share of the rate, over one connection."""

    port: int
    address: str
    codes: Sequence[str]
    chance: random.Random
    told: Counter[int]

    async def guess(self, how_often: int) -> None:
        """Send the guesses, each when its time has come or as soon as the one before is answered."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.address, 0))
        began = time.monotonic() + self.chance.uniform(0, ADDRESSES / RATE)
        for number in range(how_often):
            await asyncio.sleep(began + number * ADDRESSES / RATE - time.monotonic())
            writer.write(self._request())
            head = await reader.readuntil(b"\r\n\r\n")
            length = LENGTH.search(head)
            await reader.readexactly(int(length[1]) if length else 0)
            self.told[int(head[9:12])] += 1
        writer.close()

    def _request(self) -> bytes:
        body = f'{{"code":"{self._code()}","name":"Eve"}}'
        # Whoever is no proxy of ours may say what he likes about where he comes from.
        elsewhere = f"203.0.113.{self.chance.randrange(256)}"
        head = (
            f"POST /api/v1/join HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nOrigin: http://127.0.0.1:{self.port}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\nX-Forwarded-For: {elsewhere}\r\n\r\n"
        )
        return (head + body).encode()

    def _code(self) -> str:
        """Letters by chance, a link by chance, or a code that stands open but for one letter."""
        match self.chance.randrange(3):
            case 0:
                return "".join(secrets.choice(LETTERS) for _ in range(TYPED_LENGTH))
            case 1:
                return "".join(secrets.choice(LINK_LETTERS) for _ in range(LINK_LENGTH))
            case _:
                near = self.chance.choice(self.codes)
                place = self.chance.randrange(len(near))
                other = self.chance.choice([one for one in LETTERS if one != near[place]])
                return near[:place] + other + near[place + 1 :]


def p99(times: Sequence[float]) -> float:
    """The time that 99 of 100 stay under."""
    return quantiles(times, n=100)[98]
