"""S4: no token and no code is told to anybody but the device it is for: every byte of whole evenings is searched.

What passes between devices and service is listened in on. Left out of the search is only the way a secret has to go:
the cookie, the answer that is the invitation, the code or the request's id as a device sends it in.
"""

import base64
import gzip
import hashlib
import json
import re
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final

import httpx
from fastapi.routing import APIRoute, iter_route_contexts
from playwright.sync_api import Browser, BrowserContext

from app.main import create_app
from app.settings import Settings
from app.systems.flanders_fields.scenarios import RAID
from tests.chromium import chromium
from tests.torture.report import Report
from tests.torture.served import MONS_GAME, Server, real_service, serving
from tests.torture.streams import Stream
from tests.torture.wire import Exchange, Headers, tapped

COOKIE: Final = re.compile(rb"^(?:__Host-)?bz(?:t|-[^=]+)=([^;]+)", re.IGNORECASE)
OPENED: Final = re.compile(r"/api/v1/games/?")
JOINED: Final = "/api/v1/join"
INVITED: Final = re.compile(r"/api/v1/games/[^/]+/(invitations|recovery-code)")
ROLES: Final = ("referee", "attacker", "defender", "spectator")
NAMED: Final = {
    "slug": "order-roll",
    "key": "order-roll",
    "clause": "FF-ORD-24",
    "ruling": "AMB-13",
    "table": "FF-SHO-T1",
    "number": "1",
    "period": "mid",
    "thing": "playsheet",
    "print_id": "nowhere",
}
HTML: Final = {"Accept": "text/html"}
JSON: Final = {"Content-Type": "application/json"}
KEPT_BY_THE_PAGE: Final = """() => JSON.stringify([location.href, document.referrer, document.cookie,
    history.length, history.state, {...localStorage}, {...sessionStorage}, document.documentElement.outerHTML])"""


@dataclass
class Issued:
    """The secrets that were told to somebody, by what they are."""

    tokens: set[str] = field(default_factory=set)
    codes: set[str] = field(default_factory=set)
    requests: set[str] = field(default_factory=set)

    def __iter__(self) -> Iterator[str]:
        yield from (*self.tokens, *self.codes, *self.requests)

    def add(self, others: "Issued") -> None:
        """Take in what was given out elsewhere."""
        self.tokens |= others.tokens
        self.codes |= others.codes
        self.requests |= others.requests

    def take(self, exchange: Exchange) -> None:
        """Whatever this exchange gave out."""
        for value in values(exchange.told_headers, b"set-cookie"):
            if found := COOKIE.match(value):
                self.tokens.add(found[1].decode())
        if exchange.status == 201 and INVITED.fullmatch(exchange.target):
            told = json.loads(exchange.told)
            self.codes.update({told["code"], told.get("letters") or told["code"]})
        if exchange.status == 201 and OPENED.fullmatch(exchange.target):
            self.requests.update(filter(None, [json.loads(exchange.sent).get("request_id")]))


def values(headers: Headers, name: bytes) -> list[bytes]:
    """Every value that a header has."""
    return [value for key, value in headers if key.lower() == name]


def without(headers: Headers, name: bytes) -> bytes:
    """The headers as they went over the line, but for one."""
    return b"".join(key + b": " + value + b"\r\n" for key, value in headers if key.lower() != name)


def searchable(exchange: Exchange) -> Mapping[str, bytes]:
    """Everything of an exchange in which no secret has any business."""
    sends_one = exchange.method == "POST" and (exchange.target == JOINED or OPENED.fullmatch(exchange.target))
    is_invitation = exchange.status == 201 and INVITED.fullmatch(exchange.target)
    return {
        "address": exchange.target.encode(),
        "headers sent": without(exchange.sent_headers, b"cookie"),
        "body sent": b"" if sends_one else exchange.sent,
        "headers told": without(exchange.told_headers, b"set-cookie"),
        "body told": b"" if is_invitation else unpacked(exchange),
    }


def unpacked(exchange: Exchange) -> bytes:
    """The body of an answer as whoever gets it reads it."""
    return gzip.decompress(exchange.told) if encodings(exchange) == [b"gzip"] else exchange.told


def encodings(exchange: Exchange) -> list[bytes]:
    """How an answer was packed."""
    return values(exchange.told_headers, b"content-encoding")


def forms(secret: str) -> Sequence[bytes]:
    """A secret as it might be written: plain, in other codings, and the hash by which it is found."""
    raw = secret.encode()
    hashed = hashlib.sha256(raw)
    return [raw.lower(), raw.hex().encode(), base64.b64encode(raw).lower(), hashed.hexdigest().encode()]


@dataclass
class Search:
    """Every secret that was given out so far, looked for in everything that was said and kept."""

    report: Report
    issued: Issued = field(default_factory=Issued)
    done: set[bytes] = field(default_factory=set)

    def through(self, places: Mapping[str, bytes]) -> None:
        """Look for every secret in every place; where one is found, the place is told and not the secret."""
        wanted = [one for secret in self.issued for one in forms(secret)]
        for place, content in places.items():
            if (hashed := hashlib.sha256(content).digest()) not in self.done:
                self.done.add(hashed)
                self.report.count("bytes searched", len(content))
                lower = content.lower()
                self.report.expect(not any(one in lower for one in wanted), f"a secret stands in {place}")

    def through_wire(self, exchanges: Sequence[Exchange]) -> None:
        """Everything that went over a line, once all that was given out on it is known."""
        given = Issued()
        for one in exchanges:
            given.take(one)
        self.issued.add(given)
        self._sees(given, exchanges)
        for one in exchanges:
            self.report.count("answers")
            packed = encodings(one)
            self.report.expect(packed in ([], [b"gzip"]), f"an answer is packed as {packed}: this is blind")
            whose = f"{one.method} {one.target} ({one.status})"
            self.through({f"the {what} of {whose}": held for what, held in searchable(one).items()})

    def _sees(self, given: Issued, exchanges: Sequence[Exchange]) -> None:
        """Each secret is found where it had to go: otherwise a search that finds nothing would say nothing."""
        left_out = b"".join(
            b"".join((*values(one.told_headers, b"set-cookie"), one.sent, one.told)).lower()
            for one in exchanges
            if one.status == 201
        )
        unseen = sum(forms(secret)[0] not in left_out for secret in given)
        self.report.expect(not unseen, f"{unseen} secrets were given out and are not seen where they stand")


@dataclass
class Evening:
    """A game of Mons with devices in every seat, and everything that each of them can ask for."""

    base: str
    paths: Sequence[str]
    number: int
    lines: ExitStack
    sent: int = 0

    def play(self) -> Sequence[Stream]:
        """Play it to its end; the streams that were listened to meanwhile."""
        host, guests = self._seated()
        streams = [Stream(self.base, self.game, dict(one.cookies)) for one in guests.values()]
        self._commands(host, guests)
        for one in (host, self._device()):
            self._look_at(one, self.paths)
        of_a_game = [path for path in self.paths if "{game_id}" in path]
        for one in guests.values():
            self._look_at(one, ["/", *of_a_game])
        self._go_wrong(host, guests["attacker"])
        seats = host.get(f"{self._here}/seats").json()
        host.post(f"{self._here}/seats/{seats[-1]['id']}/revoke", json={})
        host.post(f"{self._here}/close", json={})
        for one in (host, *guests.values()):
            self._look_at(one, of_a_game)
        for stream in streams:
            stream.settle()
        return streams

    @property
    def _here(self) -> str:
        return f"/api/v1/games/{self.game}"

    def _device(self) -> httpx.Client:
        made = httpx.Client(base_url=self.base, headers={"Origin": self.base}, timeout=20, verify=False)
        return self.lines.enter_context(made)

    def _seated(self) -> tuple[httpx.Client, dict[str, httpx.Client]]:
        host = self._device()
        asked = MONS_GAME if self.number % 2 else {**MONS_GAME, "request_id": f"evening-{self.number:04}-of-the-search"}
        self.game = host.post("/api/v1/games", json=asked).json()["game_id"]
        drawn = {"name": "The ford", "width_cm": 120, "depth_cm": 180}
        self.table = host.post("/api/v1/tables", json=drawn).json()["id"]
        planned = {"name": "For the search", "side": "attacker"}
        self.plan = host.post("/api/v1/fire-plans", json=planned).json()["id"]
        raised = {"table": "german_storm", "date": "1918-03"}
        self.force = host.post("/api/v1/forces", json=raised).json()["id"]
        self.built = host.post("/api/v1/earth-1418/forces", json={"name": "3rd Marchers"}).json()["id"]
        self.scenario = host.post("/api/v1/scenarios/import", json=RAID).json()["id"]
        guests = {}
        for role in ROLES:
            for kind in ("link", "typed", "both"):
                code = self._invite(host, role, kind)
                guests[role] = self._device()
                guests[role].post(JOINED, json={"code": code, "name": f"{role} {kind}", "share": "5afe"})
        recovery = host.post(f"{self._here}/recovery-code", json={}).json()["code"]
        host = self._device()
        host.post(JOINED, json={"code": recovery, "name": "host again"})
        return host, guests

    def _invite(self, host: httpx.Client, role: str, kind: str) -> str:
        answer = host.post(f"{self._here}/invitations", json={"role": role, "kind": kind})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["code"])

    def _send(self, device: httpx.Client, kind: str, **fields: Any) -> None:
        self.sent += 1
        seen = device.get(self._here).json()["number"]
        command = {"command_id": f"s{self.sent}", "expected_seq": seen, "command": {"kind": kind, **fields}}
        device.post(f"{self._here}/commands", json=command)

    def _commands(self, host: httpx.Client, guests: Mapping[str, httpx.Client]) -> None:
        self._send(guests["attacker"], "start_turn")
        self._send(guests["attacker"], "next_step")
        self._send(guests["defender"], "note", text="seen from the mill")
        self._send(guests["defender"], "next_step")
        self._send(host, "correct", of="a1.1.c1.p1", what="levels", value=1, reason="seen")
        self._send(host, "undo")
        self._send(host, "no_such_command")

    def _look_at(self, device: httpx.Client, paths: Sequence[str]) -> None:
        for path in paths:
            made = {"game_id": self.game, "table_id": self.table, "plan_id": self.plan, "force_id": self.force}
            address = path.format(**made, built_id=self.built, scenario_id=self.scenario, **NAMED)
            for headers in (HTML, {}):
                device.get(address, headers=headers)
            device.request("DELETE", address)

    def _go_wrong(self, host: httpx.Client, guest: httpx.Client) -> None:
        """A good code in requests that fail, a good token at the wrong game: no error may repeat them."""
        code, another = self._invite(host, "spectator", "typed"), self._invite(host, "spectator", "link")
        sent: list[Any] = [{"code": code, "name": 5}, {"code": [code]}, {"code": code, "more": code}, code, [code]]
        for body in sent:
            guest.post(JOINED, json=body)
        guest.post(JOINED, content=f'{{"code": "{another}"'.encode(), headers=JSON)
        guest.post(JOINED, json={"code": another}, headers={"Origin": "http://elsewhere.test"})
        guest.post(JOINED, data={"code": another})
        for _ in range(2):
            self._device().post(JOINED, json={"code": code, "name": "Ann"})
        token = next(iter(guest.cookies.values()))
        elsewhere = "a" * 16
        for path in (f"/api/v1/games/{elsewhere}", f"/games/{elsewhere}"):
            guest.get(path, headers={"Cookie": f"bz-{elsewhere}={token}"})


@cache
def readable_paths() -> Sequence[str]:
    """The address of everything that answers a GET and ends by itself."""
    return sorted(path for path, methods in _methods_at().items() if "GET" in methods and not path.endswith("/stream"))


@cache
def every_path() -> Sequence[str]:
    """Every address there is, but for the streams, which never end."""
    return sorted(path for path in _methods_at() if not path.endswith("/stream"))


@cache
def _methods_at() -> Mapping[str, set[str]]:
    app = create_app(Settings(database_url="sqlite:///nothing.db"))
    found = dict[str, set[str]]()
    for one in iter_route_contexts(app.routes):
        if isinstance(one.original_route, APIRoute):
            found.setdefault(one.path or "", set()).update(one.methods or ())
    return found


def leaked(evenings: int) -> Report:
    """The long form: so many evenings over HTTP, and guests in a Chromium of its own."""
    with chromium() as browser:
        return leak(evenings, browser)


def leak(evenings: int, browser: Browser | None = None) -> Report:
    """Play so many evenings on a real service, then search all that was said and all that was kept."""
    search = Search(Report())
    with tempfile.TemporaryDirectory(prefix="torture") as name:
        folder, log = Path(name), Path(name) / "service.log"
        with log.open("w") as written, serving(f"sqlite:///{folder / 'games.db'}", loud, log=written) as server:
            for number in range(evenings):
                an_evening(search, server, number)
            if browser:
                guests_in_chromium(search, server, browser)
            # While the service runs, what was written last stands beside the database.
            search.through({f"the file {one.name}": one.read_bytes() for one in folder.glob("games.db*")})
        search.through({"the service's log": log.read_bytes()})
        search.report.expect(log.stat().st_size, "the service logged nothing: there was nothing to search")
    for what, secrets in (("tokens", search.issued.tokens), ("codes", search.issued.codes)):
        search.report.count(what, len(secrets))
    return search.report


def loud(url: str, port: int) -> tuple[Sequence[str], Mapping[str, str]]:
    """The service as it logs the most; codes are sent wrongly on purpose here, and nobody is kept out for it."""
    freely = dict.fromkeys(("wrong_codes_per_minute", "wrong_codes_of_all_per_minute"), "100000")
    return real_service(url, port, log_level="debug", **freely)


def an_evening(search: Search, server: Server, number: int) -> None:
    """One evening over HTTP, and the search through it."""
    with tapped(server.port) as wire, ExitStack() as lines:
        streams = Evening(wire.base, readable_paths(), number, lines).play()
    search.report.expect(all(one.told for one in streams), "a stream said nothing")
    search.through_wire(list(wire.exchanges()))
    search.report.count("evenings")


def guests_in_chromium(search: Search, server: Server, browser: Browser) -> None:
    """Guests who scan a link and who type letters, in a real browser: the line, and what their pages keep."""
    with tapped(server.port) as wire:
        kept = joined_in_chromium(wire.base, browser)
    search.through_wire(list(wire.exchanges()))
    search.through(kept)
    search.report.count("guests in a browser", 2)


def joined_in_chromium(base: str, browser: Browser) -> Mapping[str, bytes]:
    """Each guest in a browser of its own."""
    kept: dict[str, bytes] = {}
    host = browser.new_context()
    opened = host.request.post(f"{base}/api/v1/games", data=MONS_GAME, headers={"Origin": base}).json()
    asked = f"{base}/api/v1/games/{opened['game_id']}/invitations"
    for kind in ("link", "typed"):
        wanted = {"role": "attacker", "kind": kind}
        code = host.request.post(asked, data=wanted, headers={"Origin": base}).json()["code"]
        guest = browser.new_context()
        kept |= {f"{place} of who came by {kind}": held for place, held in joined_by(kind, guest, base, code).items()}
        guest.close()
    host.close()
    return kept


def joined_by(kind: str, guest: BrowserContext, base: str, code: str) -> Mapping[str, bytes]:
    """A guest takes a seat, looks elsewhere and comes back; what his browser shows and keeps meanwhile."""
    page = guest.new_page()
    page.goto(f"{base}/join#{code}" if kind == "link" else f"{base}/join")
    address = page.url
    if kind == "typed":
        page.get_by_label("Code from the host").fill(code)
    page.get_by_role("button", name="Take the seat").click()
    page.get_by_text("the host sees what your side sees").wait_for()
    page.get_by_role("button", name="Take the seat").click()
    page.locator("connection-bar[data-state=fresh]").wait_for()
    shown = page.evaluate(KEPT_BY_THE_PAGE)
    page.goto(f"{base}/lookups")
    asked_by_link = page.evaluate("() => document.referrer")
    page.go_back()
    page.go_back()
    page.locator("[data-join]").wait_for()
    back = page.evaluate(KEPT_BY_THE_PAGE)
    told = {
        "the address bar": address,
        "the page": shown,
        "the page, come back to": back,
        "the referrer": asked_by_link,
    }
    return {place: held.encode() for place, held in told.items()}
