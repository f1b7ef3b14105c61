"""R10: what a tablet sends from a dead spot, through loss, doubling, reordering and sleep: done once, or shown.

The outbox is that of the pages, run in Node (`frontend/tests/driven/outbox.ts`) against a real server. A schedule is a
tablet's evening in a bad corner: it sends, is reloaded, looks, waits, while another device acts, now and then a hundred
times. Whatever became of a command is in what the pages said; what happened is in the log. Each command marks a place:
it is done unless another device has marked the same place since the tablet had seen the table.
"""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, Final

import httpx

from tests.torture.marking import marking_service
from tests.torture.report import Report
from tests.torture.served import ROOT, Server, joined, open_game, serving

FRONTEND: Final = ROOT / "frontend"
TABLETS: Final = 4
MOST_SENT: Final = 6
ASLEEP: Final = 100
PLACES: Final = 4
WITHIN_S: Final = 120

Step = dict[str, Any]
Plan = dict[str, Any]


def queue(url: str, schedules: int, seed: int = 1) -> Report:
    """Play so many schedules on a server with the database at `url`, on four tablets at once, each at its own game."""
    report = Report(measured=f"seed {seed}")
    build()
    shares = [range(tablet, schedules, TABLETS) for tablet in range(TABLETS)]
    with serving(url, marking_service) as server, ThreadPoolExecutor(TABLETS) as tablets:
        for part in tablets.map(lambda share: _on_one_tablet(server, share, seed), shares):
            report.add(part)
    return report


def build() -> None:
    """Bundle the outbox and what drives it. Raises CalledProcessError."""
    subprocess.run([node(), "build.mjs", "--driven"], cwd=FRONTEND, check=True)


def node() -> str:
    """The machine's Node, or that of this environment."""
    found = shutil.which("node") or shutil.which("node", path=str(Path(sys.executable).parent))
    assert found, "there is no Node: make setup gets one"
    return found


def _on_one_tablet(server: Server, seeds: Sequence[int], seed: int) -> Report:
    report = Report()
    if not seeds:
        return report
    with server.client() as host, driven() as tablet:
        game = open_game(host)
        own = joined(server, host, game, "attacker")
        for one in seeds:
            plan = planned(Random(f"{seed}/{one}"), f"s{one}")
            seats = {"cookie": _header(own), "others": _header(host.cookies)}
            told = tablet(plan | seats | {"seed": one, "base": server.base, "game": game})
            nothing_is_dropped(report, plan["steps"], told, happened(host, game), f"schedule {one}")
    return report


def _header(cookies: Mapping[str, str]) -> str:
    return "; ".join(f"{name}={value}" for name, value in cookies.items())


@contextmanager
def driven() -> Iterator[Any]:
    """A tablet that carries out plans, one after the other, and says what its pages said."""
    program = [node(), str(FRONTEND / "build" / "driven" / "outbox.mjs")]
    process = subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdin
    assert process.stdout
    with process, process.stdin as to, process.stdout as answers:

        def carry_out(plan: Plan) -> dict[str, Any]:
            to.write(json.dumps(plan) + "\n")
            to.flush()
            said: dict[str, Any] = json.loads(answers.readline())
            return said

        try:
            yield carry_out
        finally:
            process.kill()


def planned(chance: Random, name: str) -> Plan:
    """A schedule: up to six commands, and what happens between them."""
    steps = list[Step]()
    for number in range(chance.randint(1, MOST_SENT)):
        steps.append({"do": "send", "id": f"{name}-{number}", "place": _place(chance)})
        steps += _between(chance, f"{name}-others-{number}")
    return {"steps": steps}


def _between(chance: Random, name: str) -> Iterator[Step]:
    drawn = chance.random()
    if drawn < 0.05:
        yield _others(chance, name, ASLEEP)
    elif drawn < 0.25:
        yield _others(chance, name, chance.randint(1, 3))
    if chance.random() < 0.2:
        yield {"do": "reload"}
    if chance.random() < 0.3:
        yield {"do": "look"}
    if chance.random() < 0.5:
        yield {"do": "wait", "ms": chance.randint(1, 40)}


def _others(chance: Random, name: str, many: int) -> Step:
    return {"do": "others", "acts": [{"id": f"{name}-{one}", "place": _place(chance)} for one in range(many)]}


def _place(chance: Random) -> str:
    return f"place{chance.randint(1, PLACES)}"


def happened(host: httpx.Client, game: str) -> Mapping[str, int]:
    """The commands of a game with the number of the event that each brought, in their order."""
    events = host.get(f"/api/v1/games/{game}/export").raise_for_status().json()["events"]
    ids = [one["command_id"] for one in events]
    assert len(ids) == len(set(ids)), "a command happened twice"
    return {one["command_id"]: one["seq"] for one in events}


def nothing_is_dropped(
    report: Report, steps: Sequence[Step], told: Mapping[str, Any], log: Mapping[str, int], where: str
) -> None:
    """Each command was said to be done and is in the log, in its turn; or was said not to be, and is not."""
    sent = [step["id"] for step in steps if step["do"] == "send"]
    acts = [act for step in steps if step["do"] == "others" for act in step["acts"]]
    done, not_done = told["done"], told["told"]
    report.count("schedules")
    report.count("commands", len(sent))
    report.count("done", len(done))
    report.count("shown as not done", len(not_done))
    report.count("acts of others", len(acts))
    for one in sent:
        report.expect(one in done or one in not_done, f"{where}: {one} was dropped without a word")
        report.expect(not (one in done and one in not_done), f"{where}: {one} was said to be done and not to be")
        report.expect((one in log) == (one in done), f"{where}: {one} is {one in log} in the log: {told}")
    report.expect([one for one in log if one in done] == [one for one in sent if one in done], f"{where}: out of turn")
    report.expect(all(act["id"] in log for act in acts), f"{where}: what others did is not all there")
    the_rule_is_kept(report, steps, told, log, where)


def the_rule_is_kept(
    report: Report, steps: Sequence[Step], told: Mapping[str, Any], log: Mapping[str, int], where: str
) -> None:
    """A command is done exactly if nobody else has marked its place since the tablet had seen the table.

    One that waited behind a refused command at the same place is not sent.
    """
    acts = [act for step in steps if step["do"] == "others" for act in step["acts"] if act["id"] in log]
    refused: set[str] = set()
    for step in steps:
        if step["do"] != "send":
            continue
        is_behind_refused = step["place"] in refused
        if step["id"] in told["told"]:
            refused.add(step["place"])
        if step["id"] not in told["seen"]:
            continue
        if told["told"].get(step["id"]) == "failed":
            report.expect(is_behind_refused, f"{where}: {step['id']} was not sent: {told}")
            report.count("left with an earlier one")
            continue
        seen, until = told["seen"][step["id"]], log.get(step["id"], 10**9)
        same = [log[act["id"]] for act in acts if act["place"] == step["place"] and seen < log[act["id"]] < until]
        between = [log[act["id"]] for act in acts if seen < log[act["id"]] < until]
        report.expect(bool(same) != (step["id"] in log), f"{where}: {step['id']} against {same}: {told}")
        report.count("done after other events", step["id"] in log and bool(between))
