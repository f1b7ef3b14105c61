"""Prints wait in order, each within its limits, and their memory is given back with the process that set them."""

import os
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI

from app.http.problem_details import Problem
from app.pages.printing import delivery
from app.printing import worker as worker_module
from app.printing.print_queue import (
    KEPT_S,
    PREVIEW_PAGES,
    Print,
    PrintDevice,
    PrintLimits,
    PrintQueue,
    QueueLimits,
    Worker,
    Workers,
)
from app.printing.worker import FinishedPrint, PrintOrder
from app.settings import Settings
from playsheets.flanders_fields.period_sheets import period_sheet
from playsheets.press import (
    BadJob,
    CountersPart,
    Job,
    Part,
    SheetPart,
    TrialPart,
    beginning,
    page_count,
    pages_at_least,
)
from playsheets.shapes import Counter, Ring
from tests.app.test_printing_pages import read_out
from tests.client import TestClient, app_with
from tests.print.on_paper import opened
from tests.print.waited import end_of, over, printed

BASE = "http://192.0.2.20:8014"
SHEET = SheetPart(period_sheet("mid"))
COUNTER = Counter("one", "One", (Ring(12, 12, 10),), (Ring(12, 12, 10),))
THINGS = "%26".join(f"thing%3D{one}" for one in ("playsheet", "templates", "sticks", "markers"))
EVERYTHING = "&".join(f"item=/print%3Fasked%3D1%26{THINGS}%26period%3D{period}" for period in ("early", "mid", "late"))


def job(title: str, *parts: Part) -> Job:
    return Job(title, parts or (TrialPart(),))


def long_job(title: str) -> Job:
    """Return a job of 22 pages: one more sheet than is printed at once."""
    return job(title, *[SHEET] * 11)


@dataclass
class Pressed:
    """Workers that set nothing: each print waits until its title is let go."""

    let_go: dict[str, threading.Event] = field(default_factory=dict)
    begun: dict[str, threading.Event] = field(default_factory=dict)
    order: list[str] = field(default_factory=list)
    has_ended: bool = False

    def known(self, title: str) -> None:
        self.let_go[title], self.begun[title] = threading.Event(), threading.Event()

    def run(self, order: PrintOrder) -> FinishedPrint:
        self.order.append(order.job.title)
        self.begun[order.job.title].set()
        self.let_go[order.job.title].wait(60)
        if self.has_ended:
            raise RuntimeError("the worker has ended")
        return FinishedPrint((order.job.title.encode(),), pages_at_least(order.job))

    def end(self) -> None:
        self.has_ended = True
        for event in self.let_go.values():
            event.set()


@dataclass
class Clock:
    seconds: float = 100.0

    def __call__(self) -> float:
        return self.seconds


@contextmanager
def a_queue(*titles: str, **limits: int) -> Iterator[tuple[PrintQueue, Pressed, Clock]]:
    pressed, clock = Pressed(), Clock()
    for title in titles:
        pressed.known(title)
    queue = PrintQueue(PrintLimits(), QueueLimits(**limits), pressed, clock)  # type: ignore[arg-type]
    yield queue, pressed, clock
    queue.close()
    pressed.end()


def device(number: int, address: str = "") -> PrintDevice:
    return PrintDevice(f"device {number}", address or f"192.0.2.{number}")


def asked(queue: PrintQueue, number: int, of: Job) -> Print:
    return queue.ask(device(number), "pdf", of, "x")


def test_print_queue_sets_short_prints_beside_a_long_one() -> None:
    with a_queue("long", "other long", "short", "shorter") as (queue, pressed, _):
        asked(queue, 1, long_job("long"))
        other = asked(queue, 2, long_job("other long"))
        short = asked(queue, 3, job("short"))
        shorter = asked(queue, 4, job("shorter"))
        pressed.begun["short"].wait(10)
        assert set(pressed.order) == {"long", "short"}
        assert [queue.before(one) for one in (other, short, shorter)] == [1, 0, 2]
        pressed.let_go["short"].set()
        assert over(short).done.result().files == (b"short",)
        pressed.begun["shorter"].wait(10)
        assert not pressed.begun["other long"].is_set()


@pytest.mark.parametrize(
    ("sheets", "limits", "is_long"), [(10, {}, False), (11, {}, True), (11, {"at_once": 0}, False)]
)
def test_print_of_more_than_20_pages_goes_on_in_the_background(
    sheets: int, limits: dict[str, int], is_long: bool
) -> None:
    """A period sheet has two pages."""
    with a_queue("sheets", **limits) as (queue, pressed, _):
        assert asked(queue, 1, job("sheets", *[SHEET] * sheets)).is_long is is_long
        pressed.let_go["sheets"].set()


def test_print_queue_refuses_the_print_after_the_last_place() -> None:
    titles = [f"print {number}" for number in range(24)]
    with a_queue(*titles, waiting=4) as (queue, _, _clock):
        for number, title in enumerate(titles[:6]):
            asked(queue, number, job(title))
        with pytest.raises(Problem, match="4 prints are waiting already") as refused:
            asked(queue, 99, job(titles[6]))
        assert (refused.value.answer.status, refused.value.headers) == (503, {"Retry-After": "30"})


def test_print_queue_leaves_room_for_other_addresses() -> None:
    titles = [f"print {number}" for number in range(24)]
    with a_queue(*titles, waiting=20) as (queue, _, _clock):
        for number, title in enumerate(titles[:5]):
            queue.ask(device(number, "203.0.113.7"), "pdf", job(title))
        with pytest.raises(Problem, match="5 prints from your network") as refused:
            queue.ask(device(9, "203.0.113.7"), "pdf", job(titles[5]))
        assert refused.value.answer.status == 429
        assert queue.ask(device(9, "203.0.113.8"), "pdf", job(titles[5]))


def test_print_queue_without_limits_refuses_nothing() -> None:
    titles = [f"print {number}" for number in range(60)]
    with a_queue(*titles, waiting=0, of_device=0) as (queue, _, _clock):
        for title in titles:
            assert queue.ahead_of(device(1), "pdf", job(title)) is None
            asked(queue, 1, job(title))


def test_print_queue_knows_the_print_that_a_device_asks_for_twice() -> None:
    with a_queue("long", "other") as (queue, _, _clock):
        first = asked(queue, 1, long_job("long"))
        assert asked(queue, 1, long_job("long")) is first
        assert queue.ahead_of(device(1), "pdf", long_job("long")) is None
        assert queue.ahead_of(device(1), "pdf", job("other")) is first
        assert queue.ahead_of(device(2), "pdf", job("other")) is None


def test_print_queue_counts_devices_without_a_cookie_by_their_address() -> None:
    with a_queue("a", "b") as (queue, _, _clock):
        new = [PrintDevice(f"new {number}", "203.0.113.7", is_new=True) for number in range(2)]
        first = queue.ask(new[0], "pdf", job("a"))
        assert queue.ahead_of(new[1], "pdf", job("b")) is first


def test_print_queue_keeps_a_file_for_its_device_alone_and_for_a_while() -> None:
    with a_queue("long") as (queue, pressed, clock):
        first = asked(queue, 1, long_job("long"))
        pressed.let_go["long"].set()
        over(first)
        end_of(queue)
        assert queue.find(device(1), first.id) is first
        assert queue.find(device(2), first.id) is None
        assert queue.find(device(1), "no such id") is None
        clock.seconds += KEPT_S + 1
        assert queue.find(device(1), first.id) is None


def test_print_queue_refuses_too_many_pages_before_it_sets_them() -> None:
    with a_queue() as (queue, pressed, _):
        with pytest.raises(BadJob, match="this comes to 302 pages or more; print at most 300 pages at a time"):
            asked(queue, 1, job("x", *[SHEET] * 151))
        many = CountersPart("Counters", "", (COUNTER,) * 40_000)
        with pytest.raises(BadJob, match="pages at a time"):
            asked(queue, 1, job("x", many))
        assert pressed.order == []


def test_print_queue_refuses_what_waits_when_the_service_stops() -> None:
    with a_queue("a", "b", "c") as (queue, pressed, _):
        going = [asked(queue, number, job(title)) for number, title in enumerate(("a", "b", "c"))]
        queue.close()
        assert all(isinstance(over(one).done.exception(), Problem) for one in going)
        assert pressed.has_ended
        with pytest.raises(Problem, match="stopping"):
            asked(queue, 7, job("a"))


@pytest.mark.parametrize(
    "of",
    [job("sheet", SHEET), job("counters", CountersPart("Counters", "", (COUNTER,) * 200)), job("both", SHEET, SHEET)],
)
def test_pages_at_least_is_never_more_than_the_pages_set(of: Job) -> None:
    made = over(PrintQueue().ask(device(1), "pdf", of)).done.result()
    assert pages_at_least(of) <= made.pages == len(opened(made.files[0]).pages)


def test_beginning_of_a_job_comes_to_a_few_pages() -> None:
    many = job("many", SHEET, CountersPart("Counters", "", (COUNTER,) * 10_000), *[SHEET] * 100)
    assert 20 <= pages_at_least(beginning(many, 20)) <= 45
    assert beginning(job("few", SHEET), 20) == job("few", SHEET)


def test_worker_sets_what_the_program_sets_itself() -> None:
    workers = Workers()
    try:
        made = workers.run(PrintOrder("pdf", job("x", SHEET), 60, 512))
        pictures = workers.run(PrintOrder("pictures", job("x", SHEET), 60, 512))
    finally:
        workers.end()
    assert made.pages == page_count(made.files[0]) == len(opened(made.files[0]).pages) == len(pictures.files) == 2


def test_worker_passes_on_what_cannot_be_printed() -> None:
    with pytest.raises(BadJob, match="there is nothing to print; choose at least one thing"):
        Workers().run(PrintOrder("pdf", Job("x", ()), 60, 512))


def test_worker_is_ended_when_a_print_takes_too_long_and_the_next_print_is_set() -> None:
    workers = Workers()
    try:
        with pytest.raises(BadJob, match="longer than 1 seconds to set; print fewer things"):
            workers.run(PrintOrder("pdf", job("x", *[CountersPart("C", "", (COUNTER,) * 9_000)] * 20), 1, 0))
        assert workers.run(PrintOrder("pdf", job("x"), 60, 512)).pages == 1
    finally:
        workers.end()


def test_worker_is_ended_when_a_print_takes_too_much_memory_and_the_next_print_is_set() -> None:
    workers = Workers()
    try:
        with pytest.raises(BadJob, match="more than 90 MB of memory to set; print fewer things"):
            workers.run(PrintOrder("pdf", job("x", *[CountersPart("C", "", (COUNTER,) * 9_000)] * 20), 60, 90))
        assert workers.run(PrintOrder("pdf", job("x"), 60, 512)).pages == 1
    finally:
        workers.end()


def test_worker_that_has_grown_ends_and_gives_its_memory_back(monkeypatch: pytest.MonkeyPatch) -> None:
    workers, seen = Workers(), set[int]()
    run = Worker.run
    monkeypatch.setattr(Worker, "run", lambda self, order: (seen.add(self.pid), run(self, order))[1])
    try:
        workers.run(PrintOrder("pdf", job("x"), 60, 512))
        workers.run(PrintOrder("pdf", job("y"), 60, 512))
        assert len(seen) == 1
        workers.run(PrintOrder("pdf", job("x", *[SHEET] * 40), 60, 0))
        assert workers._idle is None
        for pid in seen:
            with pytest.raises(ProcessLookupError):
                os.kill(pid, 0)
    finally:
        workers.end()


def test_worker_is_told_no_setting_of_the_service(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BEATENZONE_DATABASE_URL", "postgresql://a:secret@b/c")
    assert not [name for name in worker_module.environment() if name.startswith("BEATENZONE_")]


@contextmanager
def served(tmp_path: Path, **settings: Any) -> Iterator[FastAPI]:
    app = app_with(Settings(database_url=f"sqlite:///{tmp_path / 'g.db'}", log_level="warning", **settings))
    with TestClient(app):
        yield app


def browser(app: FastAPI, **more: Any) -> TestClient:
    return TestClient(app, base_url=BASE, headers={"Accept": "text/html"}, **more)


def test_print_of_many_pages_is_waited_for_on_a_page(tmp_path: Path) -> None:
    with served(tmp_path) as app:
        mine, other = browser(app), browser(app)
        page = mine.get(f"/print/basket?across=100&{EVERYTHING}")
        assert page.status_code == 200
        assert page.url.path.startswith("/print/waiting/")
        assert page.headers["cache-control"] == "no-store"
        end_of(app.state.prints)
        ready = mine.get(page.url.path)
        assert "Ready:" in read_out(ready.text)
        file = mine.get(f"{page.url.path}/file")
        assert file.headers["content-disposition"].startswith('attachment; filename="basket-')
        assert len(opened(file.content).pages) > 20
        for address in (page.url.path, f"{page.url.path}/file"):
            assert other.get(address).status_code == 404
        again = mine.get(f"/print/basket?across=100&{EVERYTHING}")
        assert again.url.path == page.url.path


def test_print_of_too_many_pages_is_refused_with_the_number_of_pages_allowed(tmp_path: Path) -> None:
    with served(tmp_path, print_pages=4) as app:
        answer = browser(app).get(f"/print/basket?{EVERYTHING}")
        assert answer.status_code == 422
        assert "Print at most 4 pages at a time" in read_out(answer.text)
        assert printed(browser(app), "/print/file?thing=playsheet").headers["content-type"] == "application/pdf"


def test_long_print_that_takes_too_much_memory_says_so_on_its_page(tmp_path: Path) -> None:
    with served(tmp_path, print_mib=90) as app:
        mine = browser(app)
        page = mine.get(f"/print/basket?across=100&{EVERYTHING}")
        end_of(app.state.prints)
        shown = mine.get(page.url.path)
        assert "This takes more than 90 MB of memory to set" in read_out(shown.text)
        assert mine.get(f"{page.url.path}/file").url.path == page.url.path


def test_second_print_of_a_device_waits_and_is_then_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(delivery, "WAIT_S", 0.05)
    pressed = Pressed()
    with served(tmp_path) as app:
        pressed.known("From the basket")
        app.state.prints = PrintQueue(workers=pressed)  # type: ignore[arg-type]
        mine = browser(app)
        first = mine.get(f"/print/basket?across=100&{EVERYTHING}")
        assert first.url.path.startswith("/print/waiting/")
        assert "Setting" in read_out(first.text)
        assert re.search(r'<progress max="100" value="\d+"', first.text)
        assert f'href="{first.url.path}">Look again' in first.text
        second = mine.get("/print/file?thing=playsheet")
        assert (second.status_code, second.headers["retry-after"]) == (429, "10")
        assert "This device has another print on its way" in read_out(second.text)
        assert first.url.path in second.text
        program = mine.get("/print/file?thing=playsheet", headers={"Accept": "application/json"})
        assert program.json()["type"] == "/problems/too-many-prints"
        pressed.let_go["From the basket"].set()
        end_of(app.state.prints)
        assert "Ready:" in read_out(mine.get(first.url.path).text)


def test_preview_shows_the_first_pages_of_a_long_print(tmp_path: Path) -> None:
    things = "&".join(
        f"thing={one}" for one in ("playsheet", "templates", "sticks", "markers", "aiming-points", "cards")
    )
    with served(tmp_path) as app:
        page = browser(app).get(f"/print?asked=1&across=100&{things}&thing=stands&thing=suppression&period=mid")
        assert page.status_code == 200, read_out(page.text)[:400]
        assert page.text.count("<img ") <= PREVIEW_PAGES
