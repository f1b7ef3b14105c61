"""The worker processes of the service: one is kept warm for a while, so that a small print is answered at once."""

import atexit
import pickle
import subprocess
import sys
import threading
from contextlib import suppress
from typing import Any, Final, cast

import msgspec
import structlog

from app.printing.worker import TOO_LARGE, FinishedPrint, PrintOrder, environment, read_frame, write_frame
from playsheets.press import BadJob
from rules.kernel.values import dataclass

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
            [sys.executable, "-m", "app.printing.worker"],
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
