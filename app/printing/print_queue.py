"""The print queue of the service and its worker processes."""

import atexit
import pickle
import secrets
import subprocess
import sys
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import field
from typing import Any, Final, cast

import msgspec
import structlog

from app.http import problem_details
from app.http.problem_details import Problem
from app.printing.worker import (
    MIB,
    TOO_LARGE,
    FinishedPrint,
    Kind,
    PrintOrder,
    command_line,
    environment,
    read_frame,
    write_frame,
)
from playsheets.press import BadJob, Job, beginning, pages_at_least
from rules.kernel.frozen_dataclasses import dataclass

# The worker processes of the service

KEEP_WARM_S: Final = 600.0
log = structlog.get_logger(__name__)


class PrintFault(RuntimeError):
    """A fault of the program in a worker; the message is its traceback."""


@dataclass(frozen=True, slots=True)
class PrintLimits:
    """What one print may take: pages, MiB of memory, seconds. 0 is no limit."""

    pages: int = 300
    mib: int = 512
    seconds: int = 60


class Worker:
    """One worker process."""

    def __init__(self) -> None:
        apart: dict[str, Any] = (
            {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}  # type: ignore[attr-defined,unused-ignore]
            if sys.platform == "win32"
            else {"start_new_session": True}
        )
        # Ctrl-C in a terminal is for the service alone, which ends its workers itself.
        self._process = subprocess.Popen(
            command_line(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment(),
            **apart,
        )
        self._is_late = False
        self.is_over = False

    @property
    def pid(self) -> int:
        """The id of the process."""
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        """Whether the process is there."""
        return self._process.poll() is None

    def run(self, order: PrintOrder) -> FinishedPrint:
        """Set one job. Raises BadJob, for one that takes more than it may too, and PrintFault."""
        timer = threading.Timer(order.seconds, self._end_late) if order.seconds else None
        if timer:
            timer.daemon = True
            timer.start()
        try:
            finished = self._answer(order)
        finally:
            if timer:
                timer.cancel()
        if finished is None:
            raise self._why_it_ended(order)
        if finished.ends:
            self.end()
        if finished.fault:
            raise PrintFault(finished.fault)
        if finished.refused:
            raise BadJob(finished.refused)
        return finished

    def end(self) -> None:
        """End the process."""
        self.is_over = True
        self._process.kill()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe:
                with suppress(OSError):  # it holds something that nobody reads any more
                    pipe.close()
        self._process.wait()

    def _end_late(self) -> None:
        self._is_late = True
        self._process.kill()

    def _answer(self, order: PrintOrder) -> FinishedPrint | None:
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            write_frame(cast("Any", process.stdin), pickle.dumps(order))
            packed = read_frame(cast("Any", process.stdout))
        except OSError:
            packed = None
        return msgspec.msgpack.decode(packed, type=FinishedPrint) if packed is not None else None

    def _why_it_ended(self, order: PrintOrder) -> Exception:
        status = self._process.wait()
        is_stopped, self.is_over = self.is_over, True
        if self._is_late:
            return BadJob(f"this takes longer than {order.seconds} seconds to set; print fewer things at a time")
        # The system ends what it has no memory for, and so does a library that is given none.
        if order.mib and not is_stopped and (status == TOO_LARGE or status < 0):
            return BadJob(f"this takes more than {order.mib} MB of memory to set; print fewer things at a time")
        return PrintFault(f"the worker that sets prints ended with status {status}")


class Workers:
    """The workers of this process: the idle one is lent to the next job."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._idle: Worker | None = None
        self._working: set[Worker] = set()
        self._timer: threading.Timer | None = None

    def run(self, order: PrintOrder) -> FinishedPrint:
        """Set one job by an idle worker or a new one. Raises BadJob, PrintFault and OSError."""
        worker = self._lent()
        try:
            return worker.run(order)
        finally:
            self._take_back(worker)

    def end(self) -> None:
        """End every worker."""
        with self._lock:
            all_of_them = [*self._working, *([self._idle] if self._idle else [])]
            self._idle = None
            if self._timer:
                self._timer.cancel()
        for worker in all_of_them:
            worker.end()

    def _lent(self) -> Worker:
        with self._lock:
            worker, self._idle = self._idle, None
            if self._timer:
                self._timer.cancel()
        if worker is None or not worker.is_alive:
            worker = Worker()
        with self._lock:
            self._working.add(worker)
        return worker

    def _take_back(self, worker: Worker) -> None:
        with self._lock:
            self._working.discard(worker)
            is_kept = self._idle is None and not worker.is_over
            if is_kept:
                self._idle = worker
                self._timer = threading.Timer(KEEP_WARM_S, self._cool)
                self._timer.daemon = True
                self._timer.start()
        if not is_kept:
            worker.end()

    def _cool(self) -> None:
        with self._lock:
            worker, self._idle = self._idle, None
        if worker:
            worker.end()


WORKERS: Final = Workers()
atexit.register(WORKERS.end)


# The prints of the service

PREVIEW_PAGES: Final = 20
"""A preview shows no more."""
AT_WORK: Final = 2
"""Workers at most. Only one of them takes prints of many pages, so that a short print never waits for a long one."""
KEPT_S: Final = 600.0
KEPT_BYTES: Final = 64 * MIB
PREVIEWS_KEPT: Final = 4
PREVIEW_BYTES: Final = 16 * MIB
USUAL_PAGE_S: Final = 0.05


@dataclass(frozen=True, slots=True)
class PrintDevice:
    """The device that asks for a print, by its cookie; `is_new`: it is given the cookie with the answer."""

    key: str
    address: str
    is_new: bool = False

    def is_same(self, other: "PrintDevice") -> bool:
        """Whether limits count both as one. Devices that keep no cookie are one device of their address."""
        return self.key == other.key or (self.is_new and other.is_new and self.address == other.address)


@dataclass(frozen=True, slots=True)
class QueueLimits:
    """How many prints one device may have at a time, and how many may wait in all. 0 is no limit.

    `at_once`: a print of more pages goes on in the background; 0: only one that takes too long does.
    """

    of_device: int = 1
    waiting: int = 20
    at_once: int = 20

    @property
    def of_address(self) -> int:
        """How many of the waiting prints one address may have."""
        return max(1, self.waiting // 4)


@dataclass(eq=False, slots=True)
class Print:
    """One print on its way. `done` holds its files, or why there are none; `back` is the page it was chosen on.

    `is_waited_for`: the request that asked for it waits for its file; one that took too long waits no more.
    """

    device: PrintDevice
    kind: Kind
    job: Job
    named: str
    back: str
    expected: int
    at_once: int
    asked_at: float
    id: str = field(default_factory=lambda: secrets.token_urlsafe(16))
    done: Future[FinishedPrint] = field(default_factory=Future)
    is_waited_for: bool = True
    begun_at: float | None = None
    over_at: float | None = None

    @property
    def is_over(self) -> bool:
        """Whether it is set, or refused."""
        return self.done.done()

    @property
    def has_failed(self) -> bool:
        """Whether it came to nothing."""
        return self.is_over and self.done.exception() is not None

    @property
    def is_long(self) -> bool:
        """Whether it has so many pages that it goes on in the background."""
        if self._is_many(self.expected) or not self.is_waited_for:
            return True
        return self.is_over and not self.has_failed and self._is_many(self.done.result().pages)

    def _is_many(self, pages: int) -> bool:
        return 0 < self.at_once < pages

    @property
    def size(self) -> int:
        """The bytes of its files."""
        return sum(map(len, self.done.result().files)) if self.is_over and not self.has_failed else 0


class PrintQueue:
    """The prints of one service."""

    def __init__(
        self,
        limits: PrintLimits | None = None,
        queue: QueueLimits | None = None,
        workers: Workers = WORKERS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.limits = limits or PrintLimits()
        self.queue = queue or QueueLimits()
        self._workers = workers
        self._clock = clock
        self._lock = threading.RLock()
        self._waiting: list[Print] = []
        self._working: list[Print] = []
        self._over: OrderedDict[str, Print] = OrderedDict()
        self._previews: OrderedDict[Job, FinishedPrint] = OrderedDict()
        self._page_s = USUAL_PAGE_S
        self._is_closed = False

    def ask(self, device: PrintDevice, kind: Kind, job: Job, named: str = "", back: str = "/print") -> Print:
        """Take in a print, or return the same one if this device has asked for it before.

        Raises BadJob for one of too many pages, Problem where there is no room for it.
        """
        expected = self.check_pages(job)
        with self._lock:
            self._forget_old()
            if before := self._same(device, kind, job):
                return before
            self._check_room(device)
            asked = Print(device, kind, job, named, back, expected, self.queue.at_once, self._clock())
            self._waiting.append(asked)
            self._begin_next()
            return asked

    def check_pages(self, job: Job) -> int:
        """Return a number of pages that a job does not fall below. Raises BadJob where that is too many."""
        expected = pages_at_least(job)
        if 0 < self.limits.pages < expected:
            raise BadJob(self._too_many(expected))
        return expected

    def preview(self, device: PrintDevice, job: Job) -> Print:
        """Take in the pictures of a job's first pages. Raises BadJob and Problem."""
        job = beginning(job, PREVIEW_PAGES)
        with self._lock:
            kept = self._previews.get(job)
            if kept:
                self._previews.move_to_end(job)
                made = Print(device, "pictures", job, "", "", len(kept.files), self.queue.at_once, self._clock())
                made.done.set_result(kept)
                return made
        return self.ask(device, "pictures", job)

    def ahead_of(self, device: PrintDevice, kind: Kind, job: Job) -> Print | None:
        """Return the other print of its kind that this device has to wait for, if it has as many as it may."""
        with self._lock:
            active = [one for one in self._active() if one.device.is_same(device) and one.kind == kind]
            is_full = 0 < self.queue.of_device <= len(active)
            return active[0] if is_full and not self._same(device, kind, job) else None

    def find(self, device: PrintDevice, print_id: str) -> Print | None:
        """Return a print of this device by its id."""
        with self._lock:
            self._forget_old()
            everything = (*self._active(), *self._over.values())
            found = next((one for one in everything if secrets.compare_digest(one.id, print_id)), None)
        return found if found and found.device.key == device.key else None

    def before(self, asked: Print) -> int:
        """Return the number of prints that are set before this one."""
        with self._lock:
            return self._waiting.index(asked) + 1 if asked in self._waiting else 0

    def part_done(self, asked: Print) -> float:
        """Return about which part of a print is done, 0 to 1, by the speed of the prints before it."""
        if asked.is_over or asked.begun_at is None:
            return float(asked.is_over)
        return min(0.95, (self._clock() - asked.begun_at) / (max(1, asked.expected) * self._page_s))

    def seconds_of(self, asked: Print) -> int:
        """Return for how many seconds a print has been at work, or was."""
        ended = asked.over_at if asked.over_at is not None else self._clock()
        return 0 if asked.begun_at is None else round(ended - asked.begun_at)

    def close(self) -> None:
        """Refuse what still waits; what is being set ends with its worker."""
        with self._lock:
            self._is_closed = True
            waiting, self._waiting = self._waiting, []
            is_working = bool(self._working)
        for asked in waiting:
            asked.done.set_exception(Problem(problem_details.stopping()))
        if is_working:
            self._workers.end()

    def _active(self) -> Iterator[Print]:
        yield from self._working
        yield from self._waiting

    def _same(self, device: PrintDevice, kind: Kind, job: Job) -> Print | None:
        everything = (*self._active(), *self._over.values())
        mine = (one for one in everything if one.device.is_same(device) and one.kind == kind)
        return next((one for one in mine if one.job == job and not one.has_failed), None)

    def _check_room(self, device: PrintDevice) -> None:
        """Raises Problem."""
        if self._is_closed:
            raise Problem(problem_details.stopping())
        if not self.queue.waiting:
            return
        if len(self._waiting) >= self.queue.waiting:
            detail = f"{len(self._waiting)} prints are waiting already"
            raise Problem(
                problem_details.problem(
                    503, "print-queue-full", "Too many prints", detail, instead="try again in half a minute"
                ),
                retry_after=30,
            )
        if sum(one.device.address == device.address for one in self._active()) >= self.queue.of_address:
            raise too_many_prints(f"{self.queue.of_address} prints from your network are waiting already")

    def _begin_next(self) -> None:
        if len(self._working) >= AT_WORK:
            return
        is_long_at_work = any(one.is_long for one in self._working)
        asked = next((one for one in self._waiting if not (one.is_long and is_long_at_work)), None)
        if asked is None:
            return
        self._waiting.remove(asked)
        self._working.append(asked)
        asked.begun_at = self._clock()
        threading.Thread(target=self._set, args=(asked,), name="print", daemon=True).start()

    def _set(self, asked: Print) -> None:
        made: FinishedPrint | None = None
        failed: Exception | None = None
        try:
            made = self._workers.run(PrintOrder(asked.kind, asked.job, self.limits.seconds, self.limits.mib))
            if 0 < self.limits.pages < made.pages:
                failed = BadJob(self._too_many(made.pages))
        except Exception as raised:
            failed = raised if not self._is_closed else Problem(problem_details.stopping())
            if not isinstance(failed, BadJob | Problem):
                log.error("fault", of="print", because=str(raised))
        with self._lock:
            asked.over_at = self._clock()
            if failed or made is None:
                asked.done.set_exception(failed or RuntimeError("a print came to nothing"))
            else:
                asked.done.set_result(made)
            self._working.remove(asked)
            self._keep(asked)
            self._begin_next()

    def _keep(self, asked: Print) -> None:
        if not asked.has_failed:
            made = asked.done.result()
            self._page_s = 0.8 * self._page_s + 0.2 * ((asked.over_at or 0) - (asked.begun_at or 0)) / max(
                1, made.pages
            )
            if asked.kind == "pictures":
                self._keep_preview(asked.job, replace_files(made, PREVIEW_PAGES))
        if asked.kind == "pdf" and asked.is_long:
            self._over[asked.id] = asked
            self._forget_old()

    def _keep_preview(self, job: Job, made: FinishedPrint) -> None:
        self._previews[job] = made
        sizes = [sum(map(len, one.files)) for one in self._previews.values()]
        while len(sizes) > PREVIEWS_KEPT or (len(sizes) > 1 and sum(sizes) > PREVIEW_BYTES):
            self._previews.popitem(last=False)
            sizes.pop(0)

    def _forget_old(self) -> None:
        since = self._clock() - KEPT_S
        for old in [one.id for one in self._over.values() if (one.over_at or 0) < since]:
            del self._over[old]
        while len(self._over) > 1 and sum(one.size for one in self._over.values()) > KEPT_BYTES:
            self._over.popitem(last=False)

    def _too_many(self, pages: int) -> str:
        return f"this comes to {pages} pages or more; print at most {self.limits.pages} pages at a time"


def replace_files(made: FinishedPrint, most: int) -> FinishedPrint:
    """Return the same with its first files only."""
    return FinishedPrint(made.files[:most], made.pages)


def too_many_prints(detail: str) -> Problem:
    """The answer to a device that asks for more prints than it may have at a time."""
    instead = "wait until one of them is ready"
    return Problem(
        problem_details.problem(429, "too-many-prints", "Too many prints", detail, instead=instead), retry_after=10
    )


def open_queue(pages: int, mib: int, seconds: int, queue: QueueLimits) -> PrintQueue:
    """Return the queue of a service with these limits, each 0 for none."""
    return PrintQueue(PrintLimits(pages, mib, seconds), queue)
