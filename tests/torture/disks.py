"""R6: a disk whose syncs fail, that is full, or takes nothing, while tablets send, tap again, and power is cut."""

import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.torture.served import ROOT, toy_service

SOURCE: Final = Path(__file__).with_name("failing_disk.c")
WELL: Final = "well"
TAPS: Final = 4
NOT_WRITTEN: Final = "/problems/not-written"
IN_DOUBT: Final = "/problems/in-doubt"


@dataclass(frozen=True)
class Disk:
    """A folder on a disk that can be told to fail, and what would be left of it after a power cut."""

    folder: Path
    library: Path

    @property
    def url(self) -> str:
        """The database on it."""
        return f"sqlite:///{self.there / 'games.db'}"

    @property
    def there(self) -> Path:
        """Its files as the system shows them."""
        return self.folder / "disk"

    @property
    def kept(self) -> Path:
        """Its files as far as they were made durable."""
        return self.folder / "kept"

    @property
    def settings(self) -> Mapping[str, str]:
        """What a process needs to have this disk for its own."""
        return {
            "LD_PRELOAD": str(self.library),
            "DISK_ORDERS": str(self.folder / "orders"),
            "DISK_UNDER": str(self.there),
            "DISK_KEPT": str(self.kept),
        }

    def order(self, word: str) -> None:
        """From now on it does this: `well`, or one of the troubles."""
        # Renamed into its place: the process must never read half a word.
        (self.folder / "next").write_text(word)
        (self.folder / "next").rename(self.folder / "orders")

    def cut_power(self) -> None:
        """Only what was made durable is left; the processes are gone before."""
        shutil.rmtree(self.there)
        shutil.copytree(self.kept, self.there)

    def program(self, url: str, port: int) -> tuple[Sequence[str], Mapping[str, str]]:
        """The service with the toy game, on this disk."""
        return toy_service(url, port)[0], self.settings


def compiler() -> str | None:
    """The C compiler, where there is one: without it no disk can be made to fail."""
    return shutil.which("cc") or shutil.which("gcc")


@contextmanager
def failing_disk() -> Iterator[Disk]:
    """A disk that is well until told otherwise. Needs a compiler."""
    with tempfile.TemporaryDirectory(prefix="disk") as name:
        disk = Disk(Path(name), Path(name) / "failing_disk.so")
        command = [compiler() or "cc", "-O1", "-shared", "-fPIC", "-o", disk.library, SOURCE, "-ldl", "-lpthread"]
        subprocess.run(command, check=True, cwd=ROOT)
        disk.there.mkdir()
        disk.kept.mkdir()
        disk.order(WELL)
        yield disk
