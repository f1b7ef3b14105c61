"""R8 over HTTP: one page behind a line that is torn at any byte, its service stopped, killed and set back between.

One thread does everything in its turn, and every wait has its end: what the page does not read waits in the socket.
"""

import http.client
import json
import signal
import time
from collections.abc import Mapping
from random import Random
from typing import Any, Final

from app.storage.maintenance import back_up, file_of, restore
from tests.torture.bad_line import bad_line
from tests.torture.report import Report
from tests.torture.served import Server, joined, number_at, open_game, send, serving
from tests.torture.streams import FRAME
from tests.torture.torn import bytes_until_torn, epoch_of, how_many, tear, told_once

MOST_BYTES: Final = 1200  # the head of the answer is some three hundred
MOST_PIECES: Final = 1_000  # of a stream, torn or not, until what stands must have been told
STARTS_ANEW_EVERY: Final = 4
# Less than between two heartbeats, which would make up for what was not told.
WITHIN_S: Final = 12.0
FAULTS: Final = (OSError, http.client.HTTPException)
SCHEDULES_A_LINE: Final = 25  # in one process for each over HTTP


class FarPage:
    """A page: what it shows, and the ids it was told, in their order."""

    def __init__(self, server: Server, port: int, game: str, cookies: Mapping[str, str]) -> None:
        self.shown: tuple[int, str] = (0, "")
        self.ids: list[str] = []
        self._server, self._port, self._game, self._cookies = server, port, game, cookies
        self._line: http.client.HTTPConnection | None = None
        self._answer: http.client.HTTPResponse | None = None
        self._heard = b""

    def hear_until(self, number: int, epochs: int) -> bool:
        """Listen, and come again when torn, until `number` of the so-manyth epoch is shown; False: in vain."""
        for _ in range(MOST_PIECES):
            if self._answer and self.shown[0] == number and len(set(map(epoch_of, self.ids))) == epochs:
                return True
            try:
                if not self._hear():
                    self.close()
            except TimeoutError:
                return False
            except FAULTS:
                self.close()
        return False

    def close(self) -> None:
        """Leave it."""
        if self._line:
            self._line.close()
        self._line, self._answer, self._heard = None, None, b""

    def stands(self) -> tuple[int, str]:
        """What stands at the service for this seat, asked on a line that holds."""
        with self._server.client(self._cookies) as client:
            stands: dict[str, Any] = client.get(f"/api/v1/games/{self._game}").raise_for_status().json()
        return stands["number"], stands["hash"]

    def _hear(self) -> bool:
        """The next piece; False at the end of the stream."""
        if self._answer is None:
            self._come()
        assert self._answer
        piece = self._answer.read1(65_536)
        *whole, self._heard = (self._heard + piece).split(b"\n\n")
        for frame in whole:
            self._take(frame)
        return bool(piece)

    def _come(self) -> None:
        self._line = http.client.HTTPConnection("127.0.0.1", self._port, timeout=WITHIN_S)
        held = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        headers = {"Cookie": held, "Last-Event-ID": self.ids[-1] if self.ids else ""}
        self._line.request("GET", f"/games/{self._game}/stream", headers=headers)
        self._answer = self._line.getresponse()
        assert self._answer.status == 200

    def _take(self, frame: bytes) -> None:
        found = FRAME.fullmatch(frame)
        assert found, frame
        if found["told"]:
            self.ids.append(found["id"].decode())
            self.shown = self.stands()
        elif found["beat"]:
            beat = json.loads(found["beat"])
            assert (beat["number"], beat["hash"]) == self.shown, f"{beat} is not {self.shown}, and was not told"


def torn(url: str, schedules: int) -> Report:
    """So many schedules in one process, in the folder of the database at `url`; then some over HTTP on it."""
    report = tear(file_of(url).parent, schedules)
    if not report.lost:
        report.add(tear_lines(url, max(1, schedules // SCHEDULES_A_LINE)))
    return report


def tear_lines(url: str, schedules: int, seed: int = 1) -> Report:
    """So many schedules of one page, on a server with the SQLite database at `url`. Ends with the first that lost."""
    report, chance, epochs = Report(), Random(seed), 1
    tears = Random(f"{seed}/tears")
    with serving(url) as server, bad_line(server.port, lambda: bytes_until_torn(tears, MOST_BYTES)) as line:
        with server.client() as host:
            game, cookies = open_game(host), dict(host.cookies)
            page = FarPage(server, line.port, game, joined(server, host, game, "attacker"))
        for one in range(schedules):
            _act(server, cookies, game, f"s{one}", how_many(chance))
            if one % STARTS_ANEW_EVERY == STARTS_ANEW_EVERY - 1:
                epochs += 1
                _starts_anew(report, url, server, cookies, game, older=one % (2 * STARTS_ANEW_EVERY) < 4)
                _act(server, cookies, game, f"anew{one}", how_many(chance))
            number, hash_ = page.stands()
            is_told = page.hear_until(number, epochs)
            report.expect(is_told, f"schedule {one}: told {page.ids[-1:]}, not {number} of epoch {epochs}, in time")
            report.expect(page.shown == (number, hash_), f"schedule {one}: {page.shown}, not {number, hash_}")
            report.count("schedules over HTTP")
            if report.lost:
                break
        page.close()
    told_once(report, page.ids, "the page over HTTP")
    report.count("torn over HTTP", line.torn)
    return report


def _act(server: Server, cookies: Mapping[str, str], game: str, name: str, how_many: int) -> None:
    with server.client(cookies) as host:
        number = number_at(host, game)
        for one in range(how_many):
            assert send(host, game, f"{name}-{one}", number + one).status_code == 200


def _starts_anew(report: Report, url: str, server: Server, cookies: Mapping[str, str], game: str, older: bool) -> None:
    """Kill the service and start it, or stop it and start it on what stood before two last deeds."""
    file = file_of(url)
    copy = file.with_name("older.db")
    if older:
        back_up(file, copy)
        _act(server, cookies, game, f"lost-{time.monotonic_ns()}", 2)
    server.end(signal.SIGTERM if older else signal.SIGKILL)
    if older:
        restore(copy, file)
        copy.unlink()
    server.start()
    report.count("older copies over HTTP" if older else "kills over HTTP")
