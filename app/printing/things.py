"""What a rule system offers to be printed: things to choose, for whom, and the addresses that the basket takes."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final, Generic, TypeVar

from fastapi import Request
from starlette.datastructures import QueryParams

from playsheets.catalogue import Catalogue, Wanted
from playsheets.press import Part
from rules.kernel.values import dataclass

W = TypeVar("W", bound=Wanted)
Shown = Mapping[str, Any]
Parts = Callable[[QueryParams], tuple[Part, ...]]
Way = Callable[[str, QueryParams, Request], Awaitable[tuple[Part, ...]]]
"""What an address prints: of what its pattern caught, under what stands behind it. Raises BadJob, BadAsk, Problem."""


def nothing_more(_query: QueryParams) -> tuple[Part, ...]:
    """Where nothing else can be put into the file."""
    return ()


@dataclass(frozen=True, slots=True, eq=False)
class Choosing(Generic[W]):
    """What can be chosen on a page: things, `usual` before anybody chose, and for what (`wanted` raises BadAsk).

    `of_game`: whether there are forces to make things from. `more` goes into the same file (it raises BadJob).
    `shown` is what the form has besides.
    """

    catalogue: Catalogue[W]
    wanted: Callable[[QueryParams], W]
    shown: Shown
    usual: str = "playsheet"
    of_game: bool = False
    more: Parts = nothing_more


@dataclass(frozen=True, slots=True, eq=False)
class PrintsOffered:
    """The prints of a system: where they are chosen, of which book, what of an address, and how its file is called.

    `ways` are other addresses with prints, as patterns of one group, each with what it prints.
    """

    at: str
    book: str
    catalogue: Catalogue[Any]
    choosing: Callable[[Request], Choosing[Any]]
    named: Callable[[QueryParams], str]
    ways: Mapping[str, Way]


NO_WAYS: Final[Mapping[str, Way]] = {}
