"""R6: a real disk (tmpfs) that becomes full, has room again, and can at last only be read. Mounting it needs root."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from tests.torture.disks import IN_DOUBT, NOT_WRITTEN
from tests.torture.report import Report
from tests.torture.served import ROOT, number_at, open_game, real_service, send, serving

DISK_KIB: Final = 4096
LEFT_KIB: Final = 256
MOST: Final = 2000


@contextmanager
def small_disk() -> Iterator[Path | None]:
    """A disk of a few MiB; None where nothing may be mounted here."""
    with tempfile.TemporaryDirectory(prefix="small") as name:
        mount = ["mount", "-t", "tmpfs", "-o", f"size={DISK_KIB}k", "tmpfs", name]
        if subprocess.run(mount, capture_output=True).returncode:
            yield None
            return
        try:
            yield Path(name)
        finally:
            subprocess.run(["umount", name], check=True)


def fill() -> Report:
    """Fill the disk under a game, make room again, then start on it when it can only be read."""
    report = Report()
    with small_disk() as disk:
        if disk is None:
            report.measured = "a full tmpfs was left out: nothing may be mounted here"
            return report
        url = f"sqlite:///{disk / 'games.db'}"
        with serving(url) as server, server.client() as host:
            game, ballast = open_game(host), disk / "ballast"
            free = os.statvfs(disk)
            ballast.write_bytes(bytes(free.f_bavail * free.f_frsize - LEFT_KIB * 1024))
            answers: list[Any] = []
            while len(answers) < MOST:
                answers.append(send(host, game, f"c{len(answers)}", len(answers) + 1, faces=20))
                if answers[-1].status_code != 200:
                    break
            done, refused = answers[:-1], answers[-1]
            again = send(host, game, f"c{len(done)}", len(done) + 1, faces=20)
            for one in (refused, again):
                told = (one.status_code, one.json().get("type"))
                report.expect(told in ((507, NOT_WRITTEN), (507, IN_DOUBT)), f"a full disk was answered {told}")
            report.expect(host.get("/health").status_code == 503, "a full disk is healthy")
            report.expect(number_at(host, game) == len(done) + 1, "what was not written is shown")
            ballast.unlink()
            more = send(host, game, f"c{len(done)}", len(done) + 1, faces=20)
            report.expect(more.status_code == 200, f"with room again: {more.text}")
            for number, one in enumerate([*done, more]):
                repeat = send(host, game, f"c{number}", number + 1, faces=20)
                report.expect(repeat.content == one.content, f"c{number} was answered anew")
            report.count("on a full disk", len(done))
        subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
        arguments, settings = real_service(url, 0)
        command = [sys.executable, *arguments]
        told_of = subprocess.run(command, cwd=ROOT, env={**os.environ, **settings}, capture_output=True, text=True)
        said = told_of.stdout + told_of.stderr
        is_plain = told_of.returncode == 2 and "Traceback" not in said and "Read-only file system" in said
        report.expect(is_plain, f"on a disk that can only be read it left with {told_of.returncode}: {said[-300:]}")
    return report
