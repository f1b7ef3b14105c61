"""S11: the dearest request of a stranger and of a seat, on every route: what it costs the service in time and memory.

The service runs by itself, and its processor time and its largest memory are read off the system for each request, so
that nothing else that runs meanwhile counts. A second of a core is told by a computation that is timed the same way.
"""

import hashlib
import json
import os
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote, urlencode

import httpx
from fastapi.routing import APIRoute, iter_route_contexts

from app.main import create_app
from app.settings import Settings
from playsheets.flanders_fields.catalogue import CATALOGUE
from tests.app.described import Operation, operations
from tests.app.seat_matrix import WHERE
from tests.app.worst_documents import READERS, Make, cases
from tests.torture.report import Report
from tests.torture.served import MONS_GAME, Server, joined, open_game, real_service, serving

MOST_S: Final = 1.0
MOST_MIB: Final = 200
TICKS: Final = os.sysconf("SC_CLK_TCK")
REFERENCE_S: Final = 0.25
"""How long the reference takes of a core that counts as one."""
GAME_BYTES: Final = 8 * 1024 * 1024 - 200_000
PERSON: Final = {"Accept": "text/html"}
TAKEN_IN: Final[Mapping[str, Sequence[str]]] = {
    "table": ("/api/v1/tables/import",),
    "force": ("/api/v1/forces/import", "/api/v1/earth-1418/forces/import"),
    "scenario": ("/api/v1/scenarios/import", "/api/v1/scenarios/check"),
    "fire plan": ("/api/v1/fire-plans/import",),
    "game": ("/api/v1/games/import",),
}
EVERYTHING: Final = [key for key, thing in CATALOGUE.things.items() if not thing.of_game]
JUNK: Final = urlencode([(name, "9" * 40) for name in ("thing", "form", "date", "AMB-13", "range_cm", "die")] * 60)
OF_ANOTHER_SYSTEM: Final = {"/lookups/earth-1418/{slug}": "fire", "/api/v1/earth-1418/rulings/{ruling}": "G-23"}


@dataclass(frozen=True)
class Attack:
    """One request that is as dear as it can be made."""

    who: str
    method: str
    route: str
    address: str
    body: bytes = b""
    name: str = ""

    @property
    def is_print(self) -> bool:
        """Whether a worker sets something for it, within the limits of prints."""
        return self.method == "GET" and ("/print" in self.route or "/sheets" in self.route)


@dataclass
class Cost:
    """What one request took: seconds of a core of the service and of its workers, MiB more than before."""

    service_s: float
    workers_s: float
    mib: float
    status: int


def worst(url: str, notes: int, one_in: int = 1) -> Report:
    """Send every route the dearest requests there are; a game has so many notes.

    `one_in`: of so many documents one; for more than one, seats are the host alone, and send no junk.
    """
    report, core = Report(), core_s()
    dearest = (0.0, "")
    with serving(url, lambda *where: real_service(*where, max_body_bytes="65536")) as server:
        devices, game = _at_a_table(server, notes)
        sent = set[tuple[str, str, str]]()
        for attack in attacks(game, one_in):
            cost = measured(server, devices[attack.who], attack)
            sent.add((attack.who, attack.method, attack.route))
            report.count(f"requests of a {'stranger' if attack.who == 'stranger' else 'seat'}")
            what = f"{attack.method} {attack.route} {attack.name} as {attack.who}"
            spent = (cost.service_s + (0 if attack.is_print else cost.workers_s)) / core
            dearest = max(dearest, (spent, what))
            report.expect(spent <= MOST_S, f"{what} took {spent:.2f} s of a core")
            report.expect(cost.mib <= MOST_MIB, f"{what} took {cost.mib:.0f} MiB")
            report.expect(cost.status < 500 or cost.status == 503, f"{what} was answered {cost.status}")
        for missing in sorted(one for one in every_request() - sent if one_in == 1 or one[0] != "attacker"):
            report.expect(False, f"nothing was sent to {missing}")
        for device in devices.values():
            device.close()
    report.measured = f"the dearest took {dearest[0]:.2f} s of a core: {dearest[1]}"
    return report


def core_s() -> float:
    """How slow a core of this machine is now, 1 for the one that counts; never less, as a faster one is no excuse."""
    began = time.process_time()
    data = {"rows": [{"id": number, "name": f"row {number}", "at": [number, -number]} for number in range(400)]}
    for _ in range(120):
        text = json.dumps(json.loads(json.dumps(data)), sort_keys=True)
        for _ in range(20):
            hashlib.sha256(text.encode()).digest()
    return max(1.0, (time.process_time() - began) / REFERENCE_S)


def every_request() -> set[tuple[str, str, str]]:
    """Every method of every route, as a stranger, and as a seat where it is of a game; streams end by themselves."""
    app = create_app(Settings(database_url="sqlite:///nothing.db"))
    found = set()
    for one in iter_route_contexts(app.routes):
        path = one.path or ""
        if isinstance(one.original_route, APIRoute) and not path.endswith("/stream"):
            for method in set(one.methods or ()) & {"GET", "POST"}:
                found.add(("stranger", method, path))
                if "{game_id}" in path:
                    found |= {("host", method, path), ("attacker", method, path)}
    return found


def attacks(game: str, one_in: int) -> Iterator[Attack]:
    """The requests, those that end something last."""
    app = create_app(Settings(database_url="sqlite:///nothing.db"))
    described = {(one.method, one.path): one for one in operations(app).values()}
    last = []
    wanted = sorted(one for one in every_request() if one_in == 1 or one[0] != "attacker")
    for who, method, route in wanted:
        for attack in _of_a_route(who, method, route, game, described.get((method, route))):
            if one_in > 1 and who != "stranger" and attack.name in ("junk", "long"):
                continue
            if method == "POST" and route.endswith(("/close", "/deletion", "/delete", "/agree", "/revoke")):
                last.append(attack)
            else:
                yield attack
    yield from _of_documents(one_in)
    yield from last
    yield from (one for one in last if one.method == "GET")


def _of_a_route(who: str, method: str, route: str, game: str, told: Operation | None) -> Iterator[Attack]:
    address = _address(route, game)
    if method == "GET":
        yield Attack(who, method, route, address)
        yield Attack(who, method, route, f"{address}?{JUNK}", name="junk")
        if "/print" in route or "/sheets" in route:
            things = urlencode([("asked", "1"), ("across", "99"), *(("thing", one) for one in EVERYTHING)])
            yield Attack(who, method, route, f"{address}?{things}", name="everything")
        if route == "/print/basket":
            item = quote(f"/print?{things}", safe="")
            yield Attack(who, method, route, f"{address}?{'&'.join([f'item={item}'] * 40)}", name="40 times everything")
        return
    for name, body in (told.examples if told else {}).items():
        yield Attack(who, method, route, address, json.dumps(body).encode(), name)
    deep = b'{"a":' * 400 + b"1" + b"}" * 400
    yield Attack(who, method, route, address, b"[" + b",".join([deep] * 21) + b"]", "nested")
    yield Attack(
        who, method, route, address, json.dumps({"facts": {"die": 9**300}, "told": "x" * 60_000}).encode(), "long"
    )


def _address(route: str, game: str) -> str:
    address = route.replace("{game_id}", game)
    for name, value in WHERE.items():
        address = address.replace("{" + name + "}", OF_ANOTHER_SYSTEM.get(route, value))
    return address


def _of_documents(one_in: int) -> Iterator[Attack]:
    chosen: list[tuple[str, str, Make]] = [one for number, one in enumerate(cases()) if number % one_in == 0]
    for sort, name, make in chosen:
        body = make(GAME_BYTES if sort == "game" else READERS[sort].most - 200)
        for route in TAKEN_IN[sort]:
            yield Attack("stranger", "POST", route, route, body, f"{sort}: {name}")


def _at_a_table(server: Server, notes: int) -> tuple[dict[str, httpx.Client], str]:
    """The devices, and a game with so many notes in its log."""
    host = _client(server)
    game = open_game(host, MONS_GAME)
    attacker = _client(server, joined(server, host, game, "attacker"))
    seen = int(host.get(f"/api/v1/games/{game}").json()["number"])
    for number in range(notes):
        command = {"kind": "note", "text": f"note {number}"}
        envelope = {"command_id": f"n{number}", "expected_seq": seen, "command": command}
        answer = host.post(f"/api/v1/games/{game}/commands", json=envelope)
        assert answer.status_code == 200, answer.text
        seen = answer.json()["number"]
    return {"stranger": _client(server), "host": host, "attacker": attacker}, game


def _client(server: Server, cookies: Mapping[str, str] | None = None) -> httpx.Client:
    headers = {"Origin": server.base, "Content-Type": "application/json"}
    return httpx.Client(base_url=server.base, headers=headers, cookies=dict(cookies or {}), timeout=180, verify=False)


def measured(server: Server, device: httpx.Client, attack: Attack) -> Cost:
    """Send one request, and read off what it took."""
    pid = server.process.pid
    before, workers, held = _cpu_s(pid), _workers_s(pid), _memory_mib(pid, "VmRSS")
    Path(f"/proc/{pid}/clear_refs").write_text("5", encoding="ascii")
    more: dict[str, Any] = {"content": attack.body} if attack.method == "POST" else {"headers": PERSON}
    answer = device.request(attack.method, attack.address, **more)
    return Cost(
        _cpu_s(pid) - before,
        max(0.0, _workers_s(pid) - workers),
        _memory_mib(pid, "VmHWM") - held,
        answer.status_code,
    )


def _cpu_s(pid: int) -> float:
    """Seconds of a core that a process has taken."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def _workers_s(pid: int) -> float:
    """The same of its children, those that have ended too."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    alive = 0.0
    for child in _children(pid):
        with suppress(FileNotFoundError, ProcessLookupError):  # it has ended, and is counted with those
            alive += _cpu_s(child)
    return (int(fields[13]) + int(fields[14])) / TICKS + alive


def _children(pid: int) -> Sequence[int]:
    found = []
    for task in Path(f"/proc/{pid}/task").iterdir():
        with suppress(FileNotFoundError, ProcessLookupError):  # a thread that has ended meanwhile
            found += [int(one) for one in (task / "children").read_text(encoding="ascii").split()]
    return found


def _memory_mib(pid: int, what: str) -> float:
    told = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return int(next(line for line in told.splitlines() if line.startswith(what)).split()[1]) / 1024
