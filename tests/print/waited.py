"""Prints that go on in the background, waited for by what ends them and not by the clock."""

from typing import Any

from httpx import Response

from app.printing.print_queue import Print, PrintQueue

LONGEST_S = 120


def printed(client: Any, address: str) -> Response:
    """The file at an address: at once, or as soon as it is ready where it is waited for on a page."""
    answer: Response = client.get(address)
    if answer.url.path.startswith("/print/waiting/") and answer.status_code == 200:
        end_of(client.app.state.prints)
        answer = client.get(f"{answer.url.path}/file")
    return answer


def end_of(queue: PrintQueue) -> None:
    """Wait until no print is on its way."""
    while on_its_way := list(queue._active()):
        on_its_way[0].done.exception(LONGEST_S)
        with queue._lock:
            pass  # it is taken off the list by the thread that has set it


def over(asked: Print) -> Print:
    """Wait for the end of one print."""
    asked.done.exception(LONGEST_S)
    return asked
