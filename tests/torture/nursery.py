"""Services of tests, born of a process that has read the program already: reading it takes four fifths of a start.

Only tests make use of it. What `make bench` and `make torture` measure is started as anybody starts it.
"""

import gc
import json
import os
import runpy
import select
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import IO, Any, Final

MOST_OF_AN_ORDER: Final = 65_536
MADE_BEFORE_IT: Final = frozenset({"LD_PRELOAD", "LD_LIBRARY_PATH", "PYTHONHASHSEED"})
"""What is heeded only where a process is made anew."""
READ_BEFORE: Final = (
    "app.server_commands",
    "app.application",
    "app.core_routes",
    "app.http.server",
    "app.storage.database",
    "alembic.command",
    "mako.exceptions",
    "sqlalchemy.dialects.postgresql.psycopg",
    "sqlalchemy.dialects.sqlite.pysqlite",
    "tests.app.toy",
)
"""Never what is run as a program: it would be there twice."""


class Nursery:
    """The process that others are born of, and how it is spoken to: one order and one answer at a time."""

    def __init__(self, root: str) -> None:
        self._ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._speaking = threading.Lock()
        command = [sys.executable, "-m", "tests.torture.nursery", str(theirs.fileno())]
        with theirs:
            self.process = subprocess.Popen(
                command, cwd=root, stdin=subprocess.DEVNULL, pass_fds=[theirs.fileno()], env=_outside()
            )

    def born(
        self, arguments: Sequence[str], environment: Mapping[str, str], log: IO[str] | None, *, aloud: bool = False
    ) -> "Born":
        """A process of its own that runs a module; its log goes to `log` or to ours, what it tells too if `aloud`."""
        order = {"module": arguments[1], "arguments": arguments[2:], "environment": dict(environment), "aloud": aloud}
        return Born(self, self.asked(order, 2 if log is None else log.fileno()))

    def asked(self, order: Mapping[str, Any], file: int | None = None) -> int:
        """What is answered to an order, which may hand over a file."""
        with self._speaking:
            socket.send_fds(self._ours, [json.dumps(order).encode()], [] if file is None else [file])
            return int(json.loads(self._ours.recv(MOST_OF_AN_ORDER)))


class Born:
    """A process of the nursery, to be handled like a `subprocess.Popen`."""

    def __init__(self, nursery: Nursery, pid: int) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self._nursery = nursery
        self._alive = os.pidfd_open(pid)

    def poll(self) -> int | None:
        """How it ended, if it has."""
        return self._ended(0)

    def wait(self, timeout: float | None = None) -> int:
        """How it ended, once it has. Raises TimeoutExpired where it does not in time."""
        found = self._ended(timeout)
        if found is None:
            raise subprocess.TimeoutExpired("a service", timeout or 0)
        return found

    def _ended(self, within_s: float | None) -> int | None:
        if self.returncode is None and select.select([self._alive], [], [], within_s)[0]:
            self.returncode = self._nursery.asked({"bury": self.pid})
            os.close(self._alive)
        return self.returncode

    def send_signal(self, how: int) -> None:
        """Send a signal, unless it is known to have ended."""
        if self.poll() is None:
            signal.pidfd_send_signal(self._alive, how)

    def terminate(self) -> None:
        """Ask it to end."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """End it."""
        self.send_signal(signal.SIGKILL)


_open: dict[int, Nursery] = {}
_in_use = False


def make_use_of_it() -> None:
    """From now on services of this process are born where they can be."""
    global _in_use
    _in_use = True


def nursery_for(environment: Mapping[str, str], root: str) -> Nursery | None:
    """The nursery of this process, if it has one and such a service can be born there."""
    if not _in_use or any(environment.get(name) != os.environ.get(name) for name in MADE_BEFORE_IT):
        return None
    if os.getpid() not in _open:
        _open[os.getpid()] = Nursery(root)
    return _open[os.getpid()]


def _outside() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if not name.startswith("BEATENZONE_")}


def _nurse(orders: socket.socket) -> None:
    """Answer orders until whoever gave them is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        told, files, _, _ = socket.recv_fds(orders, MOST_OF_AN_ORDER, 1)
        if not told:
            return
        order = json.loads(told)
        if "bury" in order:
            answer = os.waitstatus_to_exitcode(os.waitpid(order["bury"], 0)[1])
        else:
            answer = os.fork()
            if answer == 0:
                orders.close()
                _live(order, files[0])
        for file in files:
            os.close(file)
        orders.send(json.dumps(answer).encode())


def _live(order: Mapping[str, Any], log: int) -> None:
    """Be the process that was ordered, to its end."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with open(os.devnull, "w") as nowhere:
        os.dup2(log if order["aloud"] else nowhere.fileno(), 1)
    os.dup2(log, 2)
    os.close(log)
    os.environ.clear()
    os.environ.update(order["environment"])
    sys.argv = [order["module"], *order["arguments"]]
    code = 1
    try:
        runpy.run_module(order["module"], run_name="__main__", alter_sys=True)
        code = 0
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    finally:
        sys.stderr.flush()
        os._exit(code)


def _read_the_program() -> None:
    """What a service reads at its start and with its first game, in the order of `python -m app`."""
    gc.disable()
    from app.main import PLUGINS, command_program, load_log_without_colours
    from app.plugins import PARTS

    load_log_without_colours()
    command_program([])
    for name in READ_BEFORE:
        import_module(name)
    # What a request loads later is loaded once here, so that each service of a test is spared it.
    for plugin in PLUGINS.values():
        for part in PARTS:
            plugin.part(part)
    gc.freeze()
    gc.enable()


if __name__ == "__main__":
    with socket.socket(fileno=int(sys.argv[1])) as from_outside:
        _read_the_program()
        _nurse(from_outside)
