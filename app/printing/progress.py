"""What the terminal says while a long print is being set."""

from collections.abc import Callable
from threading import Event, Thread
from time import monotonic
from typing import Final, TypeVar

import typer

T = TypeVar("T")
EVERY_S: Final = 1.0


def with_progress(work: Callable[[], T], every_s: float = EVERY_S) -> T:
    """Do the work; every so often, as long as it takes, a line on the error channel says for how long it has."""
    done = Event()
    teller = Thread(target=_tell, args=(done, every_s), daemon=True)
    teller.start()
    try:
        return work()
    finally:
        done.set()
        teller.join()


def _tell(done: Event, every_s: float) -> None:
    begun = monotonic()
    while not done.wait(every_s):
        typer.echo(f"Setting the pages, {monotonic() - begun:.0f} s", err=True)
