"""A mapping whose values are made when they are first used."""

from collections.abc import Callable, Iterator, Mapping
from threading import RLock
from typing import TypeVar

T = TypeVar("T")


class MadeAtFirstUse(Mapping[str, T]):
    """Values by their keys; each is made once, by whichever thread asks for it first. The keys are there at once."""

    def __init__(self, makes: Mapping[str, Callable[[], T]]) -> None:
        self._makes = makes
        self._made: dict[str, T] = {}
        self._one_at_a_time = RLock()

    def __getitem__(self, key: str) -> T:
        if key not in self._made:
            with self._one_at_a_time:
                if key not in self._made:
                    self._made[key] = self._makes[key]()
        return self._made[key]

    def __contains__(self, key: object) -> bool:
        return key in self._makes

    def __iter__(self) -> Iterator[str]:
        return iter(self._makes)

    def __len__(self) -> int:
        return len(self._makes)
