"""The process that sets prints: it reads jobs from its input and answers each with files, one after the other.

It runs apart from the service so that the time and the memory of a print are its own and are given back. It ends when
its input ends, when it has grown beyond its limit, or once it is larger than a warm worker may be.
"""

import os
import pickle
import signal
import struct
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from gzip import compress
from pathlib import Path
from typing import BinaryIO, Final, Literal

import msgspec

from playsheets.press import BadJob, Job, page_count, pages_of, pdf_of
from rules.kernel.frozen_dataclasses import dataclass

Kind = Literal["pdf", "pictures"]
MIB: Final = 1024 * 1024
TOO_LARGE: Final = 75
"""The exit status of a worker that has grown beyond its limit."""
WARM_MIB: Final = 160
"""A worker that holds more than this after a job ends; the next one starts small."""
LOOK_EVERY_S: Final = 0.05
SLACK_MIB: Final = 256
"""Address space beyond the memory in use: thread stacks, mapped files, what the allocator reserves."""
LENGTH: Final = struct.Struct("!Q")


@dataclass(frozen=True, slots=True)
class PrintOrder:
    """One job for the worker, with its limits: seconds and MiB, 0 for none."""

    kind: Kind
    job: Job
    seconds: int
    mib: int


class FinishedPrint(msgspec.Struct, frozen=True):
    """The answer to one job: its files, the number of its pages, and whether the worker ends now.

    `refused`: why it cannot be printed. `fault`: the traceback of a fault in the program.
    """

    files: tuple[bytes, ...] = ()
    pages: int = 0
    refused: str = ""
    fault: str = ""
    ends: bool = False


def main() -> None:
    """Answer jobs until the input ends."""
    # Whatever a library prints must not stand between the answers.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(AttributeError, OSError):
        os.nice(5)
    memory = MemoryLimit()
    while (packed := read_frame(sys.stdin.buffer)) is not None:
        order: PrintOrder = pickle.loads(packed)
        memory.hold_to(order.mib)
        with _ended_after(order.seconds):
            finished = answer_to(order)
        ends = memory_in_use() > WARM_MIB * MIB
        write_frame(answers, msgspec.msgpack.encode(msgspec.structs.replace(finished, ends=ends)))
        if ends:
            return


def answer_to(order: PrintOrder) -> FinishedPrint:
    """Set one job."""
    try:
        if order.kind == "pdf":
            made = pdf_of(order.job)
            return FinishedPrint((made,), page_count(made))
        pages = pages_of(order.job)
        return FinishedPrint(tuple(compress(page, 6) for page in pages), len(pages))
    except BadJob as bad:
        return FinishedPrint(refused=str(bad))
    except MemoryError:
        os._exit(TOO_LARGE)
    except Exception:
        import traceback

        return FinishedPrint(fault=traceback.format_exc())


class MemoryLimit:
    """Ends this process when it has grown beyond a limit, which differs from job to job."""

    def __init__(self) -> None:
        self._bytes = 0
        self._watcher: threading.Thread | None = None

    def hold_to(self, mib: int) -> None:
        """Set the limit in MiB; 0 is none."""
        self._bytes = mib * MIB
        _limit_address_space(mib)
        if mib and self._watcher is None:
            self._watcher = threading.Thread(target=self._watch, daemon=True)
            self._watcher.start()

    def _watch(self) -> None:
        while True:
            time.sleep(LOOK_EVERY_S)
            if 0 < self._bytes < memory_in_use():
                os._exit(TOO_LARGE)


def _limit_address_space(mib: int) -> None:
    """Let the system refuse memory too, where it can: a sudden growth is faster than the watcher."""
    try:
        import resource
    except ImportError:
        return
    in_use = _address_space()
    if in_use:
        limit = in_use - memory_in_use() + (mib + SLACK_MIB) * MIB if mib else resource.RLIM_INFINITY
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_AS, (limit, resource.getrlimit(resource.RLIMIT_AS)[1]))


def _statm(field: int) -> int:
    try:
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[field]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, AttributeError):
        return 0


def _address_space() -> int:
    return _statm(0)


def memory_in_use() -> int:
    """Return the bytes of memory that this process holds; 0 where the system does not tell."""
    return _statm(1) or _most_in_use() or _working_set()


def _most_in_use() -> int:
    try:
        import resource
    except ImportError:
        return 0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


def _working_set() -> int:
    """The same on Windows."""
    import ctypes

    class Counters(ctypes.Structure):
        _fields_ = (
            ("cb", ctypes.c_ulong),
            ("faults", ctypes.c_ulong),
            *((f"size{number}", ctypes.c_size_t) for number in range(8)),
        )

    counters = Counters()
    counters.cb = ctypes.sizeof(counters)
    try:
        kernel = getattr(ctypes, "windll").kernel32  # noqa: B009 - it is there on Windows only
        kernel.GetCurrentProcess.restype = ctypes.c_void_p
        kernel.K32GetProcessMemoryInfo.argtypes = (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_ulong)
        kernel.K32GetProcessMemoryInfo(kernel.GetCurrentProcess(), ctypes.byref(counters), counters.cb)
    except (AttributeError, OSError):
        return 0
    return int(counters.size1)


@contextmanager
def _ended_after(seconds: int) -> Iterator[None]:
    """Let the system end this process if a job takes too long and the service is no longer there to do it."""
    alarm: Callable[[int], int] = getattr(signal, "alarm", lambda _: 0)
    alarm(seconds + 5 if seconds else 0)
    try:
        yield
    finally:
        alarm(0)


def read_frame(source: BinaryIO) -> bytes | None:
    """Read one message; None at the end."""
    head = source.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    (length,) = LENGTH.unpack(head)
    body = source.read(length)
    return body if len(body) == length else None


def write_frame(target: BinaryIO, body: bytes) -> None:
    """Write one message."""
    target.write(LENGTH.pack(len(body)))
    target.write(body)
    target.flush()


def command_line() -> list[str]:
    """Return the command that starts a worker."""
    return [sys.executable, "-m", __name__]


def environment() -> Mapping[str, str]:
    """Return the environment of a worker: it imports this very program, and has no setting of the service."""
    ours = str(Path(__file__).resolve().parents[2])
    kept = {name: value for name, value in os.environ.items() if not name.startswith("BEATENZONE_")}
    return {**kept, "PYTHONPATH": os.pathsep.join(filter(None, (ours, kept.get("PYTHONPATH", ""))))}


if __name__ == "__main__":
    main()
