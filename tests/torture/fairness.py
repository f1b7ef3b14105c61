"""R16: dice that are even, that nobody can foretell, that anyone can recompute, and that a take-back never rerolls."""

import hashlib
import hmac
import itertools
import json
import re
import sqlite3
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import httpx

from app.games.verification import findings, read_file
from app.randomness import Cup, commitment_of
from tests.app.toy import TOY
from tests.torture.report import Report
from tests.torture.served import MONS_GAME, open_game, real_service, send, serving

DICE_A_SEED: Final = 1_000
FACES: Final = range(1, 7)
# Values that 999 in 1,000 even dice stay under.
CHI_SQUARE: Final = {5: 20.515, 35: 66.619}
NORMAL: Final = 3.291
COMMANDS: Final = 40
TRIES: Final = 3
FACES_A_COMMAND: Final = 10


def fair(dice: int) -> Report:
    """So many dice of the source itself, then some of them over HTTP, as a suspicious player would look at them."""
    report = Report()
    are_even(report, dice)
    with tempfile.TemporaryDirectory(prefix="torture") as folder:
        cannot_be_foretold(report, Path(folder) / "toy.db")
        stay_thrown(report, f"sqlite:///{Path(folder) / 'mons.db'}")
    return report


def recomputed(seed: bytes, label: str) -> int:
    """The die as docs/export-format.md says it, written again from there."""
    for again in ("", *(f"|{number}" for number in range(1, 100))):
        for byte in hmac.new(seed, f"{label}{again}".encode(), hashlib.sha256).digest():
            if byte < 252:
                return byte % 6 + 1
    raise AssertionError("a hundred digests without a die")


def are_even(report: Report, dice: int) -> None:
    """Counts of faces, counts of neighbours, and runs of low and high, each as even dice would have them."""
    faces: list[int] = []
    for number in range(-(-dice // DICE_A_SEED)):
        seed = hashlib.sha256(f"seed {number}".encode()).digest()
        cup = Cup("g", commitment_of(seed), seed)
        faces += [cup.face(seq, index) for seq in range(DICE_A_SEED // 10) for index in range(10)]
    report.count("dice", len(faces))
    report.expect(chi_square(faces, 6) < CHI_SQUARE[5], "the faces are uneven")
    pairs = list(zip(faces[::2], faces[1::2], strict=False))
    report.expect(chi_square(pairs, 36) < CHI_SQUARE[35], "a die hangs on the one before")
    report.expect(abs(runs(faces)) < NORMAL, "low and high dice come in too few or too many runs")


def chi_square(seen: Sequence[object], kinds: int) -> float:
    """How far counts are from even."""
    expected, counts = len(seen) / kinds, Counter(seen)
    missing = kinds - len(counts)
    return sum((count - expected) ** 2 / expected for count in counts.values()) + missing * expected


def runs(faces: Sequence[int]) -> float:
    """The runs test of Wald and Wolfowitz on 1 to 3 against 4 to 6, in standard deviations."""
    high = [face > 3 for face in faces]
    up, down = sum(high), len(high) - sum(high)
    number = 1 + sum(one is not other for one, other in itertools.pairwise(high))
    mean = 2 * up * down / len(high) + 1
    variance = (mean - 1) * (mean - 2) / (len(high) - 1)
    return float((number - mean) / variance**0.5)


def cannot_be_foretold(report: Report, file: Path) -> None:
    """Before the reveal nothing that a referee or a player can get leads to a die; after it everything does."""
    with serving(f"sqlite:///{file}") as server, server.client() as host:
        game = open_game(host)
        public = [everything_public(host, game)]
        for number in range(1, COMMANDS + 1):
            assert send(host, game, f"c{number}", number, FACES_A_COMMAND).status_code == 200
        public.append(everything_public(host, game))
        with sqlite3.connect(f"file:{file}?mode=ro", uri=True) as looking:
            (seed,) = looking.execute("SELECT seed FROM dice_seeds WHERE game_id = ?", (game,)).fetchone()
        for form in (seed.hex(), seed.hex().upper(), repr(seed)[2:-1]):
            report.expect(all(form not in one for one in public), "the seed can be read before the game is closed")
        assert host.post(f"/api/v1/games/{game}/close", json={}).status_code == 204
        exported = host.get(f"/api/v1/games/{game}/export").content
    thrown = list(thrown_dice(json.loads(exported)))
    recompute(report, json.loads(exported), thrown)
    report.lost.extend(findings(read_file(exported), {"toy": TOY}))
    attack(report, game, "\n".join(public), thrown)


def everything_public(host: httpx.Client, game: str) -> str:
    """Every byte that the referee, who sees the most, can get of a game that is still played."""
    paths = ("", "/log", "/dice", "/head", "/export", "/seats", "/seat")
    answers = [host.get(f"/api/v1/games/{game}{path}") for path in paths]
    return "\n".join(f"{answer.headers}\n{answer.text}" for answer in answers) + str(dict(host.cookies))


def thrown_dice(file: Mapping[str, Any]) -> Iterator[tuple[int, int, int]]:
    """Every die that the service threw: the number of its command's first event, its place there, its face."""
    for command in file["commands"]:
        for index, one in enumerate(json.loads(command["body"]).get("dice", ())):
            yield command["first_seq"], index, one["pips"]


def recompute(report: Report, file: Mapping[str, Any], thrown: Sequence[tuple[int, int, int]]) -> None:
    """From the revealed seed and the words of the documentation alone."""
    seed = bytes.fromhex(file["dice"][0]["seed"])
    shares = ",".join(one["share"] for one in file["shares"])
    for seq, index, face in thrown:
        report.count("dice recomputed")
        same = recomputed(seed, f"{file['game']['id']}|{shares}|{seq}|{index}") == face
        report.expect(same, f"die {index} of event {seq} is not the one of the seed")


def attack(report: Report, game: str, public: str, thrown: Sequence[tuple[int, int, int]]) -> None:
    """Take every word that was public for the seed, plain and hashed: each foretells as well as chance does."""
    words = sorted(set(re.findall(r"[A-Za-z0-9_.:-]{6,}", public)))
    guesses = {guess for word in words for guess in seeds_from(word)}
    report.count("seeds guessed", len(guesses))
    # One guess in a million would be as good by chance; there are a few hundred.
    limit = len(thrown) / 6 + 5.2 * (len(thrown) * 5 / 36) ** 0.5
    for guess in guesses:
        hits = sum(recomputed(guess, f"{game}||{seq}|{index}") == face for seq, index, face in thrown)
        report.expect(hits < limit, f"a guess foretells {hits} of {len(thrown)} dice")


def seeds_from(word: str) -> Iterator[bytes]:
    """What somebody might try as the seed."""
    raw = word.encode()
    yield from (raw, hashlib.sha256(raw).digest(), hashlib.md5(raw).digest())
    if re.fullmatch(r"(?:[0-9a-f]{2})+", word):
        yield bytes.fromhex(word)


def stay_thrown(report: Report, url: str) -> None:
    """At Mons: an order taken back and rolled again shows the same die, and each undone one stays to be seen."""
    with serving(url, real_service) as server, server.client() as host:
        table = Table(host, open_game(host, MONS_GAME))
        table.do("start_turn")
        while not (units := table.view()["turn"]["can_act"]):
            table.do("next_step")
        for unit in units:
            first = table.roll(unit)
            for _ in range(TRIES):
                table.do("undo")
                report.count("dice taken back")
                report.expect(table.roll(unit) == first, f"a {first} that was taken back was rolled again")
        kinds = Counter(one["kind"] for one in table.get("/log")["events"])
        report.expect(kinds["orders_rolled"] == (TRIES + 1) * len(units), "a roll is missing in the log")
        page = host.get(f"/games/{table.game}/log", headers={"Accept": "text/html"}).text
        gone = len(re.findall(r'<li id="e\d+" class="gone"', page))
        report.expect(gone == TRIES * len(units), f"{gone} rolls are marked as taken back")


class Table:
    """The referee at a game, sending commands."""

    def __init__(self, host: httpx.Client, game: str) -> None:
        self.game = game
        self._host = host
        self._sent = 0

    def get(self, path: str = "") -> Any:
        """Something of the game, as JSON."""
        return self._host.get(f"/api/v1/games/{self.game}{path}").json()

    def view(self) -> Any:
        """What stands."""
        return self.get()["view"]

    def do(self, kind: str, **fields: Any) -> Any:
        """Send a command that is accepted; its answer."""
        self._sent += 1
        command = {"kind": kind, **fields}
        sent = {"command_id": f"c{self._sent}", "expected_seq": self.get()["number"], "command": command}
        answer = self._host.post(f"/api/v1/games/{self.game}/commands", json=sent)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def roll(self, unit: str) -> int:
        """Have the service roll a unit's orders; the face."""
        told = self.do("roll_orders", unit=unit, die={"pips": 0, "source": "rolled"})
        return int(told["events"][0]["card"]["dice"][0]["pips"])
