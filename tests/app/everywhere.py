"""Everything that a device is told anywhere: each address with each method, with its headers, paper as it is read."""

import io
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final

from pypdf import PdfReader

from tests.client import TestClient
from tests.torture.leaks import HTML, every_path, readable_paths

Answer = tuple[str, str]
"""What was asked, and everything that was told."""

LIBRARIES: Final = (
    "/api/v1/earth-1418",
    "/api/v1/flanders-fields",
    "/forces",
    "/guns",
    "/lookups",
    "/playsheets",
    "/print",
    "/scenarios",
    "/style",
)
"""What is the same for everybody: it knows no game."""
SET_ON_PAPER: Final = ("/file", "/pages/{number}")
"""What takes long to make and comes alike to a page and to a program."""
METHODS: Final = ("POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS")
"""All but those that only read."""


@cache
def of_games_and_plans(sent_to: bool = False) -> tuple[str, ...]:
    """The addresses of games, of plans, and of whatever is no library; with those, too, that are only `sent_to`."""
    return tuple(
        path
        for path in (every_path() if sent_to else readable_paths())
        if "{game_id}" in path or "{plan_id}" in path or ("{" not in path and not path.startswith(LIBRARIES))
    )


def told(answer: Any) -> str:
    """An answer as whoever gets it reads it: status, headers and words."""
    words = answer.text
    if answer.content.startswith(b"%PDF"):
        words = "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(answer.content)).pages)
    return f"{answer.status_code} {sorted(answer.headers.items())}\n{words}"


def read_everywhere(
    client: TestClient, who: str, places: Mapping[str, str], paths: Sequence[str] | None = None
) -> Iterator[Answer]:
    """What a device reads at these addresses, or at every one there is, as a page and as a program."""
    for path in of_games_and_plans() if paths is None else paths:
        address = path.format(**places)
        for headers in ({},) if path.endswith(SET_ON_PAPER) else (HTML, {}):
            answer = told(client.get(address, headers=headers))
            yield f"GET {address} as {who}{', a page' if headers else ''}", answer


def sent_everywhere(
    client: TestClient, who: str, places: Mapping[str, str], methods: Sequence[str] = METHODS
) -> Iterator[Answer]:
    """What a device is answered that uses other methods at every address there is."""
    for path in of_games_and_plans(sent_to=True):
        address = path.format(**places)
        for method in methods:
            yield f"{method} {address} as {who}", told(client.request(method, address, json={}))


def assert_nothing_of(markers: Sequence[str], answers: Iterator[Answer]) -> None:
    """None of the markers stands in any of the answers."""
    for where, words in answers:
        found = [one for one in markers if one in words]
        assert not found, f"{found} stands in {where}"


def never_told(markers: Sequence[str], answers: Iterator[Answer]) -> list[str]:
    """The markers that stand in none of the answers."""
    words = "".join(words for _, words in answers)
    return [one for one in markers if one not in words]
